"""Section A6: roem, which the program counts in a trick or in a hand."""

from collections.abc import Sequence

from oracle.presets import Rules
from oracle.tricks import NATURAL_ORDER, SUITS, Hands, Trick, winning_seat


def runs_of(cards: Sequence[str]) -> list[list[str]]:
    """A6: the maximal runs of three or more, in natural order, also in trumps, never round the corner."""
    runs: list[list[str]] = []
    for suit in SUITS:
        run: list[str] = []
        for rank in NATURAL_ORDER + "-":
            if rank + suit in cards:
                run.append(rank + suit)
                continue
            if len(run) >= 3:
                runs.append(run)
            run = []
    return runs


def combinations(cards: Sequence[str], trump: str, rules: Rules) -> list[tuple[str, int, list[str]]]:
    """A6: every combination that pays as (kind, points, its cards)."""
    found: list[tuple[str, int, list[str]]] = []
    for run in runs_of(cards):
        kind = "run3" if len(run) == 3 else "run4"
        found.append((kind, int(rules[kind]), run))
    pair = ["K" + trump, "Q" + trump]
    if all(card in cards for card in pair):
        found.append(("stuk", int(rules["stuk"]), pair))
    for rank in NATURAL_ORDER:
        four = [rank + suit for suit in SUITS]
        if all(card in cards for card in four):
            paid = int(rules["quad_points"]) if rank in str(rules["quad_ranks"]) else 0
            found.append(("quad", int(rules["four_jacks"]) if rank == "J" else paid, four))
    return [(kind, points, which) for kind, points, which in found if points > 0]


def trick_roem(cards: Sequence[str], trump: str, rules: Rules) -> tuple[int, list[str]]:
    """A6: the roem among the four cards of one trick, whoever played them."""
    found = combinations(cards, trump, rules)
    return sum(points for _, points, _ in found), sorted({kind for kind, _, _ in found})


def hand_roem_in_tricks(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[tuple[int, list[str]]]:
    """A6, roem_scope hand: each hand's combinations, in the trick where the last card of one is played."""
    where = {card: number for number, trick in enumerate(tricks) for _, card in trick}
    paid: list[list[tuple[str, int]]] = [[] for _ in tricks]
    for hand in hands:
        for kind, points, cards in combinations(hand or [], trump, rules):
            if all(card in where for card in cards):
                paid[max(where[card] for card in cards)].append((kind, points))
    whole = [found if len(trick) == 4 else [] for found, trick in zip(paid, tricks, strict=True)]
    return [(sum(points for _, points in found), sorted({kind for kind, _ in found})) for found in whole]


def hand_roem_by_trick(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[int]:
    """A6, roem_scope hand: the roem paid in each trick; an unfinished trick pays nothing."""
    return [points for points, _ in hand_roem_in_tricks(hands, tricks, trump, rules)]


def hand_roem(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[int]:
    """A6, roem_scope hand: the roem of each team, to the side that wins the trick it is paid in."""
    teams = [0, 0]
    for trick, points in zip(tricks, hand_roem_by_trick(hands, tricks, trump, rules), strict=True):
        if points:
            teams[winning_seat(trick, trump) % 2] += points
    return teams


def roem_award(points: int, claimed_by: int | None, winner_team: int, rules: Rules) -> int:
    """A6: automatic roem always counts, announced roem only when called by somebody who may call it."""
    if rules["roem_claim"] == "auto":
        return points
    if claimed_by is None or (rules["roem_claimant"] == "winners" and claimed_by != winner_team):
        return 0
    return points
