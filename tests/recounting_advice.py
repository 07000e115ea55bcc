"""What the texts advise, counted again in plain Python."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from played import Row, Seen
from recounting_bids import choices
from recounting_plays import both, leads_of, roem_chance, roem_given_rate, side_aces, suits


def advice_roem(one: Seen) -> Iterator[Row]:
    for _, did, chance in roem_chance(one):
        yield "own tricks", did, chance
    for _, did, chance in roem_given_rate(one):
        yield "their tricks", not did, chance


def advice_trumps(one: Seen) -> Iterator[Row]:
    for laid in leads_of(one) if one.deal.declaring == one.side else ():
        if laid.trump in suits(laid.unseen):
            yield "draw", laid.card[1] == laid.trump, both(laid)
        else:
            aces = side_aces(laid)
            yield "cash", laid.card in aces, 0 < len(aces) < len(laid.hand)


class Called(NamedTuple):
    """A free call of a seat whose hand is known."""

    hand: list[str]
    on_offer: list[str]
    call: str


def free_calls(one: Seen) -> list[Called]:
    values, hands = one.deal.values, one.deal.hands
    found = []
    for choice in choices(one) or ():
        if choice.is_free and hands:
            turned: list[str] = list(dict.fromkeys(card[-1] for card in values.get("turned") or ()))
            method = one.deal.rules["bidding"]
            suits_there = turned[choice.number // 4 :][:1] if turned else list("CDHS")
            if method == "turned_then_free_dealer_forced" and choice.number >= 4:
                suits_there = [suit for suit in "CDHS" if suit != turned[0]]
            call = values["bids"][choice.number].split(":")[-1]
            found.append(Called(hands[one.seat], suits_there, values["trump"] if call == "play" else call))
    return found


def _advice(one: Seen, fits: Callable[[set[str]], bool], lacks: Callable[[set[str]], bool]) -> Iterator[Row]:
    for made in free_calls(one):
        ranks = {suit: {card[0] for card in made.hand if card[1] == suit} for suit in made.on_offer}
        good = [suit for suit in made.on_offer if fits(ranks[suit])]
        yield "call", made.call in good, bool(good)
        yield "pass", made.call == "pass", all(lacks(ranks[suit]) for suit in made.on_offer)


def is_strong(ranks: set[str]) -> bool:
    return "J" in ranks and ("9" in ranks or len(ranks) >= 4)


def advice_strong(one: Seen) -> Iterator[Row]:
    yield from _advice(one, is_strong, lambda ranks: not is_strong(ranks))


def advice_light(one: Seen) -> Iterator[Row]:
    yield from _advice(
        one, lambda ranks: len(ranks) >= 3 and ("J" in ranks or {"9", "A"} <= ranks), lambda ranks: not ranks & {"J", "9"}
    )


RECOUNTS_OF_ADVICE: Mapping[str, tuple[str, Callable[[Seen], Iterator[Row]]]] = {
    "advice_strong": ("seat", advice_strong),
    "advice_light": ("seat", advice_light),
    "advice_trumps": ("seat", advice_trumps),
    "advice_roem": ("seat", advice_roem),
}
