"""Seeded deals for the tests, dealt and played at random by the oracle, with illegal cards planted on request.

Everything here speaks the oracle's language (cards are "JH", hands are lists) until `to_deal` turns it into the
program's ints, so that a mistake in the program cannot hide in the deals that test it.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import oracle

from replay import Deal, RuleSet, format_card, parse_card
from replay.rulesets import FIELDS, parse_value

DECK = tuple(rank + suit for suit in "CDHS" for rank in "789TJQKA")
SEATS = "NESW"
PLAY_FIELDS = ("partner_exempt", "undertrump", "undertrump_partner", "overtrump_on_lead")

Choice = Callable[[random.Random, Sequence[str], Sequence[str], str], str]
"""Picks one of the legal cards (second argument) for the trick so far (third) under a trump suit."""


class Played(NamedTuple):
    """A deal as it was dealt and played, whole or broken off."""

    trump: str
    dealer: int
    declarer: int
    hands: tuple[tuple[str, ...], ...]
    plays: tuple[str, ...]
    seats: tuple[int, ...]


# ---------------------------------------------------------------- text and ints


def card_set(cards: Iterable[str]) -> int:
    """Cards as the program's set of bits."""
    return sum(1 << parse_card(card) for card in set(cards))


def texts(cards: int) -> set[str]:
    """A set of bits as the oracle's cards."""
    return {format_card(card) for card in range(32) if cards >> card & 1}


def ints(cards: Iterable[str]) -> tuple[int, ...]:
    """Cards in their order as the program's ints."""
    return tuple(parse_card(card) for card in cards)


def suit(letter: str) -> int:
    """The program's int for a suit letter."""
    return "CDHS".index(letter)


def ruleset(rules: oracle.Rules) -> RuleSet:
    """The program's rule set for the oracle's rules."""
    return RuleSet(**{field: parse_value(field, rules[field]) for field in FIELDS})


# ---------------------------------------------------------------- rules


class Frozen(dict[str, Any]):
    """The oracle's rules, hashable by identity, so that answers under them can be remembered."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # identity is what is meant
    __eq__ = object.__eq__


def play_combinations() -> dict[str, Frozen]:
    """Every combination of the play fields that a preset or its readings can have, and two that spare the partner.

    `overtrump_on_lead: not_partner` is a value that no preset uses, so it has to be added by hand.
    """
    found: dict[tuple[Any, ...], Frozen] = {}
    for preset, rules in oracle.PRESETS.items():
        unsettled = oracle.UNSETTLED[preset]
        combined: list[dict[str, Any]] = [{}]
        for field in PLAY_FIELDS:
            values = [rules[field], *unsettled.get(field, [])]
            combined = [{**chosen, field: value} for chosen in combined for value in values]
        for chosen in combined:
            found.setdefault(tuple(chosen.values()), Frozen({**rules, **chosen}))
    for preset in ("amsterdams", "rotterdams"):
        rules = {**oracle.PRESETS[preset], "overtrump_on_lead": "not_partner"}
        found.setdefault(tuple(rules[field] for field in PLAY_FIELDS), Frozen(rules))
    return {"-".join(str(value) for value in values): rules for values, rules in sorted(found.items())}


# ---------------------------------------------------------------- dealing and playing


def any_card(rng: random.Random, legal: Sequence[str], trick: Sequence[str], trump: str) -> str:
    """Any legal card."""
    return rng.choice(legal)


def deal_hands(rng: random.Random) -> tuple[tuple[str, ...], ...]:
    """Eight random cards for each seat."""
    cards = rng.sample(DECK, 32)
    return tuple(tuple(cards[8 * seat : 8 * seat + 8]) for seat in range(4))


def play_deal(
    rng: random.Random,
    rules: oracle.Rules,
    *,
    planted: float = 0.0,
    hands: tuple[tuple[str, ...], ...] | None = None,
    trump: str | None = None,
    choose: Choice = any_card,
) -> Played:
    """A whole deal; each card is, with probability `planted`, one that is held but illegal, where there is such a card."""
    dealt = hands or deal_hands(rng)
    suit_letter, dealer, declarer = trump or rng.choice("CDHS"), rng.randrange(4), rng.randrange(4)
    left = [sorted(hand) for hand in dealt]
    plays: list[str] = []
    seats: list[int] = []
    leader = (dealer + 1) % 4
    for _ in range(8):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            legal = oracle.legal_cards(left[seat], trick, suit_letter, rules)
            wrong = [card for card in left[seat] if card not in legal]
            illegal = bool(wrong) and rng.random() < planted
            card = rng.choice(wrong) if illegal else choose(rng, sorted(legal), trick, suit_letter)
            left[seat].remove(card)
            trick.append(card)
            plays.append(card)
            seats.append(seat)
        leader = (leader + oracle.trick_winner(trick, suit_letter)) % 4
    return Played(suit_letter, dealer, declarer, dealt, tuple(plays), tuple(seats))


def deals_of(seed: str, count: int, rules: oracle.Rules, *, planted: float = 0.0) -> list[Played]:
    """That many deals of one seed under one rule set."""
    rng = random.Random(seed)
    return [play_deal(rng, rules, planted=planted) for _ in range(count)]


def broken_off(played: Played, cards: int) -> Played:
    """The same deal with only its first cards played."""
    return played._replace(plays=played.plays[:cards], seats=played.seats[:cards])


def in_order(played: Played, order: list[int]) -> Played:
    """The cards of a deal with their seats, played in another order."""
    return played._replace(plays=tuple(played.plays[i] for i in order), seats=tuple(played.seats[i] for i in order))


# ---------------------------------------------------------------- what the oracle and a log make of it


def expected_replay(played: Played, rules: oracle.Rules) -> oracle.Replay:
    """What the oracle makes of a deal whose hands are known."""
    return oracle.replay(played.plays, played.seats, played.hands, played.trump, rules, played.declarer % 2)


def to_deal(played: Played, *, with_hands: bool = True, with_seats: bool = True, **logged: Any) -> Deal:
    """A deal as a log tells it: with or without hands and seats, and with whatever else is logged."""
    told: dict[str, Any] = {
        "trump": suit(played.trump),
        "declarer": played.declarer,
        "declaring_team": played.declarer % 2,
        "dealer": played.dealer,
        "leader": played.seats[0],
        "plays": ints(played.plays),
        "seats": played.seats if with_seats else (),
        "hands": tuple(card_set(hand) for hand in played.hands) if with_hands else (0, 0, 0, 0),
    }
    return Deal(**{**told, **logged})


def clean_record(played: Played, rules: oracle.Rules) -> dict[str, Any]:
    """Everything a site that makes no mistake logs of a whole deal, as fields of a `Deal`."""
    found = expected_replay(played, rules)
    return {
        "winners": tuple(found["winners"]),
        "roem": tuple(found["trick_roem"]),
        "points": tuple(found["points"]),
        "roem_points": tuple(found["roem"]),
        "score": tuple(found["score"] or ()),
        "nat": found["is_nat"],
        "pit": found["is_pit"],
    }


def clean_deal(played: Played, rules: oracle.Rules, **changed: Any) -> Deal:
    """A deal with its whole record, in which only the `changed` fields differ from what the oracle says."""
    return to_deal(played, **{**clean_record(played, rules), **changed})


def find_deal(
    seed: str, rules: oracle.Rules, wanted: Callable[[Played, oracle.Replay], bool], *, planted: float = 0.0, **how: Any
) -> Played:
    """The first deal of a seed that is as wanted, with the oracle's replay of it to judge by."""
    rng = random.Random(seed)
    for _ in range(20_000):
        played = play_deal(rng, rules, planted=planted, **how)
        if wanted(played, expected_replay(played, rules)):
            return played
    raise LookupError(f"no deal of seed {seed!r} is as wanted")
