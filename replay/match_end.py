"""When a match is over, and who won it (R46-R49)."""

from collections.abc import Sequence
from dataclasses import dataclass

from replay._compile import rule
from replay.cards import Team
from replay.rulesets import RuleSet

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchState:
    """Whether a match is over, who won it (None for a draw or before the end), and how many deals a tie still asks for."""

    over: bool
    winner: Team | None
    extra_deals: int


def match_state(deals_played: int, totals: Sequence[int], rules: RuleSet) -> MatchState:
    """Where a match stands after `deals_played` deals that count, with these totals per team (R46-R49)."""
    ns, ew = totals
    over, winner, extra = stands(deals_played, ns, ew, rules.rounds, rules.deals, rules.tiebreak_deals, rules.target)
    return MatchState(over, None if winner < 0 else winner, extra)


@rule
def stands(
    deals_played: int, ns: int, ew: int, rounds: int, deals: int, tiebreak_deals: int, target: int
) -> tuple[bool, int, int]:
    """The fields of a MatchState; -1 for nobody."""
    length = rounds * deals
    leader = -1 if ns == ew else int(ew > ns)
    if target and max(ns, ew) >= target:
        if leader < 0 and tiebreak_deals:
            return False, -1, tiebreak_deals
        return True, leader, 0
    if length == 0 or deals_played < length:
        return False, -1, 0
    if tiebreak_deals:
        begun = (deals_played - length) % tiebreak_deals
        if begun:
            return False, -1, tiebreak_deals - begun
        if leader < 0:
            return False, -1, tiebreak_deals
    return True, leader, 0


def over_after(scores: Sequence[Pair], rules: RuleSet) -> tuple[int, Team | None] | None:
    """After how many deals a match with these scores was over, and who won; a tie asks for a whole block more (R48)."""
    totals, block = (0, 0), 0
    for number, score in enumerate(scores, 1):
        totals = totals[0] + score[0], totals[1] + score[1]
        state = match_state(number, totals, rules)
        if state.extra_deals and number >= block:
            block = number + state.extra_deals
        if state.over and number >= block:
            return number, state.winner
    return None
