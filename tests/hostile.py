"""Records of deals in which anything may be wrong, for what has to hold however wrong a log is."""

import random
from dataclasses import replace
from typing import Any

import oracle
from dealing import Played, broken_off, card_set, clean_deal, texts, to_deal

from replay import RULESETS, Deal, Replayer
from replay.deals import Claim


def hostile_deal(rng: random.Random, played: Played) -> Deal:
    """A record of a deal, whole or broken off, in which seats, hands, leader and winners are wrong in some way or other."""
    cards = rng.choice([32, 32, rng.randrange(1, 33)])
    deal = to_deal(broken_off(played, cards), with_hands=rng.random() < 0.7, with_seats=rng.random() < 0.6)
    winners = [rng.choice([winner, winner, rng.randrange(-1, 4)]) for winner in _winners_by_turn(deal)]
    hands, seats = list(deal.hands), list(deal.seats)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 8])):
        one, other, card = rng.randrange(4), rng.randrange(4), rng.randrange(32)
        how = rng.choice(["exchange", "rotate", "move", "swap", "forget", "seat", "leader", "dealer"])
        if how == "exchange":
            hands[one], hands[other] = hands[other], hands[one]
        elif how == "rotate":
            hands = [*hands[1:], hands[0]]
        elif how == "move" and hands[one] >> card & 1:
            hands[one], hands[other] = hands[one] & ~(1 << card), hands[other] | 1 << card
        elif how == "swap" and all(hands):
            hands = _swapped(rng, hands, one, other)
        elif how == "forget":
            hands[one] = 0
        elif how == "seat" and seats:
            seats[rng.randrange(len(seats))] = one
        elif how == "leader":
            deal = replace(deal, leader=one)
        elif how == "dealer":
            deal = replace(deal, dealer=rng.choice([None, other]))
    told = replace(deal, hands=tuple(hands), seats=tuple(seats), winners=tuple(winners if rng.random() < 0.7 else ()))
    return replace(told, **_said(rng)) if rng.random() < 0.3 else told


def _said(rng: random.Random) -> dict[str, Any]:
    """Announcements, calls, turned cards and a deck of any kind."""
    claims = [
        Claim(rng.randrange(1, 33), rng.randrange(4), rng.choice([0, 20, 20, 40, 50, 100])) for _ in range(rng.randrange(5))
    ]
    said: dict[str, Any] = {
        "claims": tuple(sorted(claims)),
        "bids": tuple(rng.choice(["pass", "pass", "pass", "play", "C", "D", "H", "S"]) for _ in range(rng.randrange(13))),
        "turned": tuple(rng.choice("23456") + rng.choice("CDHS") for _ in range(rng.randrange(4))),
        "deck": tuple(rng.sample(range(32), 32)),
    }
    return {name: value for name, value in said.items() if rng.random() < 0.5}


def _winners_by_turn(deal: Deal) -> list[int]:
    """The winners that a site would log."""
    seats = Replayer(deal, RULESETS["amsterdams"])
    return [trick.winner for trick in seats.tricks]


def _swapped(rng: random.Random, hands: list[int], one: int, other: int) -> list[int]:
    """The hands with a card of one seat in the place of a card of another."""
    mine, yours = rng.choice(sorted(texts(hands[one]))), rng.choice(sorted(texts(hands[other])))
    both = card_set([mine, yours])
    return [hand ^ both if seat in (one, other) and one != other and mine != yours else hand for seat, hand in enumerate(hands)]


def faulty_record(rng: random.Random, played: Played, rules: oracle.Rules) -> Deal:
    """A record in which some numbers are wrong, some missing, and perhaps the rest hostile too."""
    clean = clean_deal(played, rules)
    wrong: dict[str, Any] = {
        "winners": tuple(rng.choice([winner, winner, rng.randrange(-1, 4)]) for winner in clean.winners),
        "roem": tuple(rng.choice([amount, amount, amount, 20, None]) for amount in clean.roem),
        "points": (rng.randrange(163), rng.randrange(163)),
        "roem_points": (rng.choice([0, 20, 40]), rng.choice([0, 20, 40])),
        "score": (rng.randrange(263), rng.choice([0, 162, 182])),
        "nat": not clean.nat,
        "pit": not clean.pit,
        "dealer": rng.choice([None, 0, 1, 2, 3]),
        "declaring_team": rng.choice([None, clean.declaring_team]),
        "void": rng.choice([None, None, None, "misdeal"]),
        "verzaakt": rng.choice([None, "none", "N", "EW"]),
    }
    base = hostile_deal(rng, played) if rng.random() < 0.3 else clean
    base = replace(base, **{name: getattr(clean, name) for name in ("roem", "points", "score", "nat", "pit")})
    if base.declaring_team is None:
        base = replace(base, declarer=None)
    chosen = {name: value for name, value in wrong.items() if rng.random() < 0.15}
    cut = {name: getattr(base, name)[: len(base.plays) // 4] for name in ("roem",)}
    return replace(base, **{**cut, **chosen})
