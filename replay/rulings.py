"""What a site ruled on a revoke, and whether other rules bear it out (R42)."""

from replay.cards import SEAT_LETTERS, TEAM_LETTERS, Team
from replay.deals import Deal
from replay.findings import REVOKES
from replay.replayer import Replayer
from replay.rulesets import RuleSet


def ruled_side(deal: Deal) -> Team | None:
    """The side that the site ruled to have revoked; None where it ruled nothing, or none."""
    if deal.verzaakt in (None, "none"):
        return None
    return TEAM_LETTERS.index(deal.verzaakt) if deal.verzaakt in TEAM_LETTERS else SEAT_LETTERS.index(deal.verzaakt) % 2


def revokes_under(deal: Deal, rules: RuleSet, side: Team) -> bool:
    """Whether a side plays a card that other rules forbid."""
    return any(step.code in REVOKES and step.seat % 2 == side for step in Replayer(deal, rules).steps())
