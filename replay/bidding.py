"""Who chooses trump and who leads (R10-R13)."""

from replay._compile import rule
from replay.cards import Seat
from replay.rulesets import DECLARER, RuleSet

TURNED_RANKS = "23456789TJQKA"
"""Ranks of the pile that trump cards are turned from; only the suit counts (R10)."""


@rule
def first_leader(dealer: Seat, declarer: Seat, rules: RuleSet) -> Seat:
    """The seat that leads the first trick, -1 when what it follows from is unknown (-1) (R12)."""
    if rules.first_lead == DECLARER:
        return declarer
    return (dealer + 1) & 3 if dealer >= 0 else -1
