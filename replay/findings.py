"""Every finding: its code, the paragraph it rests on, what it is called, and how certain one is (R55)."""

from dataclasses import dataclass
from typing import NamedTuple

from replay.cards import Card, CardSet, Seat

VIOLATION = "violation"
DEPENDS_ON_RULE = "depends_on_rule"
INFORMATION = "information"
CERTAINTIES = (VIOLATION, DEPENDS_ON_RULE, INFORMATION)


class Code(NamedTuple):
    """A kind of finding: the paragraph of RULES.md it rests on and a short title."""

    paragraph: str
    title: str


CODES: dict[str, Code] = {
    # bidding
    "call_out_of_turn": Code("R13", "call out of turn"),
    "illegal_call": Code("R10", "call that could not be made"),
    "bidding_unfinished": Code("R13", "bidding not finished"),
    "wrong_declarer": Code("R13", "declarer differs"),
    "wrong_trump": Code("R13", "trump differs"),
    "turned_card_fault": Code("R10", "turned cards differ"),
    "passed_out_impossible": Code("R10", "cannot be passed out"),
    # play
    "card_not_held": Code("R14", "card not held"),
    "played_out_of_turn": Code("R14", "played out of turn"),
    "not_followed": Code("R15", "suit not followed"),
    "not_trumped": Code("R17", "not trumped"),
    "not_undertrumped": Code("R19", "not undertrumped"),
    "not_overtrumped": Code("R18", "not overtrumped"),
    "undertrumped": Code("R19", "undertrumped"),
    # record against recomputation
    "wrong_first_leader": Code("R12", "wrong first leader"),
    "hands_mismatch": Code("R51", "hands differ from plays"),
    "winner_mismatch": Code("R23", "trick winner differs"),
    "points_mismatch": Code("R24", "card points differ"),
    "roem_unclaimed": Code("R32", "roem not credited"),
    "roem_overclaimed": Code("R26", "roem credited that is not there"),
    "roem_claimed_late": Code("R32", "roem announced too late"),
    "roem_claimed_by_wrong_side": Code("R33", "roem announced by the wrong side"),
    "nat_mismatch": Code("R35", "nat differs"),
    "pit_mismatch": Code("R38", "pit differs"),
    "score_mismatch": Code("R34", "score differs"),
    "false_verzaak_ruling": Code("R42", "ruled a revoke that is none"),
    "missed_verzaak": Code("R42", "revoke that the site did not see"),
    "site_let_illegal_through": Code("R56", "site let an illegal card through"),
    # game
    "dealer_rotation": Code("R7", "wrong dealer"),
    "redeal_wrong_dealer": Code("R8", "wrong dealer after a redeal"),
    "deal_missing": Code("R46", "deals not in the log"),
    "players_changed": Code("R5", "players changed"),
    "rules_changed": Code("R46", "rules changed"),
    "game_length": Code("R46", "game not played to its end"),
    "played_after_end": Code("R46", "played after the end"),
    "game_winner_mismatch": Code("R46", "winner differs"),
    "void_deal_counted": Code("R8", "void deal counted"),
    "totals_mismatch": Code("R34", "running totals differ"),
}
GAME_CODES = (
    *("dealer_rotation", "redeal_wrong_dealer", "deal_missing", "players_changed", "rules_changed", "game_length"),
    *("played_after_end", "game_winner_mismatch", "void_deal_counted", "totals_mismatch"),
)
"""Findings that only a whole game shows."""

REVOKES = ("not_followed", "not_trumped", "not_undertrumped", "not_overtrumped", "undertrumped")
"""The play findings that are a revoke (R42)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong or worth knowing in a deal, with its place counted from 1, 0 where it has none."""

    code: str
    certainty: str
    paragraph: str
    message: str
    trick_no: int = 0
    card_no: int = 0
    seat: Seat | None = None
    card: Card | None = None
    legal: CardSet = 0
