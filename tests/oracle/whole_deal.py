"""A whole deal played again by all the sections."""

from collections.abc import Sequence
from typing import TypedDict

from oracle.presets import Rules
from oracle.roem import hand_roem_in_tricks, trick_roem
from oracle.scores import deal_score
from oracle.tricks import trick_points, why_illegal, winning_seat


class Replay(TypedDict):
    """What a deal comes to when its cards are played again."""

    winners: list[int]
    trick_points: list[int]
    trick_roem: list[int]
    trick_kinds: list[list[str]]
    points: list[int]
    roem: list[int]
    tricks: list[int]
    codes: list[str | None]
    score: list[int] | None
    is_nat: bool | None
    is_pit: bool | None


def play_codes(
    plays: Sequence[str], seats: Sequence[int], hands: Sequence[Sequence[str]], trump: str, rules: Rules
) -> list[str | None]:
    """A9: each card judged against what its seat still holds."""
    left = [list(hand) for hand in hands]
    codes: list[str | None] = []
    for number, (card, seat) in enumerate(zip(plays, seats, strict=True)):
        trick = list(plays[number - number % 4 : number])
        codes.append(why_illegal(card, left[seat], trick, trump, rules))
        left[seat] = [other for other in left[seat] if other != card]
    return codes


def by_team(winners: Sequence[int], amounts: Sequence[int]) -> list[int]:
    """A5-A6: what each trick is worth goes to the team of the seat that wins it."""
    return [sum(amount for seat, amount in zip(winners, amounts, strict=True) if seat % 2 == team) for team in (0, 1)]


def replay(
    plays: Sequence[str],
    seats: Sequence[int],
    hands: Sequence[Sequence[str]],
    trump: str,
    rules: Rules,
    declaring_team: int | None,
) -> Replay:
    """A1-A9: the whole deal again; an unfinished trick has no winner and an unfinished deal no score."""
    pairs = list(zip(seats, plays, strict=True))
    tricks = [pairs[start : start + 4] for start in range(0, len(pairs) // 4 * 4, 4)]
    cards = [[card for _, card in trick] for trick in tricks]
    winners = [winning_seat(trick, trump) for trick in tricks]
    worth = [trick_points(trick, trump, number == 7) for number, trick in enumerate(cards)]
    in_hand = rules["roem_scope"] == "hand"
    found = [trick_roem(trick, trump, rules) for trick in cards]
    paid = hand_roem_in_tricks(hands, tricks, trump, rules) if in_hand else found
    points, roem = by_team(winners, worth), by_team(winners, [amount for amount, _ in paid])
    won = by_team(winners, [1] * len(winners))
    complete = len(plays) == 32 and declaring_team is not None
    scored = deal_score(declaring_team or 0, points, roem, won, rules) if complete else (None, None, None)
    return {
        "winners": winners,
        "trick_points": worth,
        "trick_roem": [amount for amount, _ in paid],
        "trick_kinds": [kinds for _, kinds in paid],
        "points": points,
        "roem": roem,
        "tricks": won,
        "codes": play_codes(plays, seats, hands, trump, rules),
        "score": scored[0],
        "is_nat": scored[1],
        "is_pit": scored[2],
    }
