"""Section A3: who may call what, and who becomes declarer."""

from collections.abc import Iterator, Sequence
from typing import Any

from oracle.presets import Rules
from oracle.tricks import SUITS, Hands


def turned_suits(turned: Sequence[str]) -> list[str | None]:
    """A3: suit 1, the next different suit, and the suit of the card turned after that; None = not known."""
    suits = [card[-1] for card in turned]
    others = [place for place, suit in enumerate(suits) if suit != suits[0]]
    first = suits[0] if suits else None
    second = suits[others[0]] if others else None
    third = suits[others[0] + 1] if others and others[0] + 1 < len(suits) else None
    return [first, second, third]


def calls_of_method(method: str, made: int, turned: Sequence[str]) -> list[str]:
    """A3: the calls on offer after so many calls; an empty list is a redeal."""
    suits = list(SUITS)
    others = [suit for suit in SUITS if suit != turned_suits(turned)[0]]
    pass_or_play = [["pass", "play"]]
    rounds_of_passing = {
        "pass_first_forced": [["pass", *suits]] * 4 + [suits],
        "first_must_choose": [suits],
        "turned_turned_forced": pass_or_play * 8 + [["play"]],
        "turned_turned_redeal": pass_or_play * 8 + [[]],
        "turned_turned_first_free": pass_or_play * 8 + [suits],
        "turned_then_free_dealer_forced": pass_or_play * 4 + [["pass", *others]] * 3 + [others],
        "pass_dealer_first_forced": [["pass", *suits]] * 4 + [suits],
        "pass_dealer_last_forced": [["pass", *suits]] * 3 + [suits],
    }
    return rounds_of_passing[method][made]


def calls_on_offer(made: int, seat: int, rules: Rules, turned: Sequence[str], hands: Hands | None) -> list[str]:
    """A3 (d): the method's calls, less suits not held where must_hold_trump says so, unless nothing is left."""
    calls = calls_of_method(str(rules["bidding"]), made, turned)
    hand = hands[seat] if hands else None
    if rules["must_hold_trump"] == "no" or not hand:
        return calls
    held = {card[1] for card in hand}
    meant = {call: turned_suits(turned)[made // 4] if call == "play" else call for call in calls}
    return [call for call in calls if call == "pass" or meant[call] is None or meant[call] in held] or calls


def bidding_state(
    dealer: int, calls: Sequence[str], rules: Rules, turned: Sequence[str] = (), hands: Hands | None = None
) -> dict[str, Any]:
    """A3: who must call what, or who became declarer with which trump and who leads, or a redeal."""
    first = dealer if rules["bidding"] == "pass_dealer_first_forced" else (dealer + 1) % 4
    for made in range(len(calls) + 1):
        seat = (first + made) % 4
        offer = calls_on_offer(made, seat, rules, turned, hands)
        if made == len(calls):
            return {"turn": seat, "calls": list(offer)} if offer else {"redeal": True}
        call = calls[made]
        if call not in offer:
            raise ValueError(f"seat {seat} cannot call {call}")
        if call == "pass":
            continue
        if made + 1 < len(calls):
            raise ValueError("a call after the end of the bidding")
        trump = turned_suits(turned)[made // 4] if call == "play" else call
        leader = seat if rules["first_lead"] == "declarer" else (dealer + 1) % 4
        return {"done": True, "declarer": seat, "trump": trump, "leader": leader}
    raise AssertionError("not reached")


def every_bidding(dealer: int, rules: Rules, turned: Sequence[str] = (), hands: Hands | None = None) -> Iterator[list[str]]:
    """A3: every sequence of calls that can be made, unfinished ones too."""
    waiting: list[list[str]] = [[]]
    while waiting:
        calls = waiting.pop(0)
        yield calls
        state = bidding_state(dealer, calls, rules, turned, hands)
        waiting.extend([*calls, call] for call in state.get("calls", []))
