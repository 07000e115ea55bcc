"""Klaverjas rules, and two ways to run them: card by card (`Replayer`) and by columns (`replay_deals`).

No files, no database, no clock: ints in, ints out. The rulebook is RULES.md beside this file.
"""

from typing import TYPE_CHECKING, Any

from replay.audit import Audit, audit_deal
from replay.bidding import bidding_state
from replay.cards import format_card, format_cards, parse_card, parse_cards
from replay.deals import Deal, Deals, pack_deals
from replay.findings import CODES, Finding
from replay.legal import legal_cards, why_illegal
from replay.match_end import match_state
from replay.presets import READINGS, RULESETS
from replay.readings import RulesInForce, rules_in_force
from replay.replayer import Replayer, Step
from replay.roem import hand_roem, roem_award, trick_roem
from replay.rulesets import FIELDS, RulesError, RuleSet
from replay.scoring import deal_score, penalty_score
from replay.tricks import trick_points, trick_winner

if TYPE_CHECKING:
    from replay.kernel import replay_deals

__all__ = [
    "CODES",
    "FIELDS",
    "READINGS",
    "RULESETS",
    "Audit",
    "Deal",
    "Deals",
    "Finding",
    "Replayer",
    "RuleSet",
    "RulesError",
    "RulesInForce",
    "Step",
    "audit_deal",
    "bidding_state",
    "deal_score",
    "format_card",
    "format_cards",
    "hand_roem",
    "legal_cards",
    "match_state",
    "pack_deals",
    "parse_card",
    "parse_cards",
    "penalty_score",
    "replay_deals",
    "roem_award",
    "rules_in_force",
    "trick_points",
    "trick_roem",
    "trick_winner",
    "why_illegal",
]


def __getattr__(name: str) -> Any:
    # numpy is only loaded for work by columns: `klaverlog show` starts without it.
    if name == "replay_deals":
        from replay.kernel import replay_deals

        return replay_deals
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
