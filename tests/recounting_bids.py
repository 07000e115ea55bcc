"""The calls of a seat, as the recounts of statistics see them."""

from typing import NamedTuple

import oracle
from played import SEATS, Played, Seen

FORCED_AT = {
    "pass_first_forced": 4,
    "turned_turned_forced": 8,
    "turned_turned_first_free": 8,
    "turned_then_free_dealer_forced": 7,
    "pass_dealer_first_forced": 4,
    "pass_dealer_last_forced": 3,
}
"""The call, from 0, at which somebody has to play; by other rules nobody can be forced."""


class Choice(NamedTuple):
    number: int
    is_free: bool
    must_play: bool
    plays: bool


def choices(one: Seen) -> list[Choice] | None:
    """The calls of a seat, None where the log has no calls."""
    values = one.deal.values
    bids = values.get("bids")
    if bids is None or (one.deal.is_void and values.get("void") != "passed_out"):
        return None
    calls = [call.split(":")[-1] for call in bids]
    dealer = SEATS.index(values["dealer"])
    hands = [hand.split() if hand else None for hand in values["hands"]] if values.get("hands") else _dealt(one.deal)
    found = []
    for number, call in enumerate(calls):
        state = oracle.bidding_state(dealer, calls[:number], one.deal.rules, values.get("turned") or (), hands)
        if state["turn"] == one.seat:
            offered = state["calls"]
            # Who must hold the suit turned up may have had no choice: his hand would tell.
            is_known = (
                one.deal.rules["must_hold_trump"] == "no" or "turned" not in one.deal.rules["bidding"] or hands is not None
            )
            may_pass = "pass" in offered
            found.append(Choice(number, may_pass and len(offered) > 1 and is_known, not may_pass, call != "pass"))
    return found


def _dealt(deal: Played) -> list[list[str]] | None:
    if not deal.is_complete:
        return None
    return [[card for trick in deal.tricks for seat, card in trick if seat == number] for number in range(4)]
