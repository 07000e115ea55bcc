"""Who wins a trick and what its cards are worth (R2-R4, R23-R24)."""

from collections.abc import Sequence

from replay._compile import rule
from replay.cards import Card, Suit

# By natural rank 7 8 9 T J Q K A.
TRUMP_STRENGTH = (0, 1, 6, 4, 7, 2, 3, 5)
PLAIN_STRENGTH = (0, 1, 2, 6, 3, 4, 5, 7)
TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)
PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)


def packed(by_rank: tuple[int, ...]) -> int:
    """Eight small numbers as the bytes of one int: compiled, a shift and a mask are far faster than a tuple's index."""
    return sum(value << (8 * rank) for rank, value in enumerate(by_rank))


_TRUMP_STRENGTHS, _PLAIN_STRENGTHS = packed(TRUMP_STRENGTH), packed(PLAIN_STRENGTH)
_TRUMP_POINTS, _PLAIN_POINTS = packed(TRUMP_POINTS), packed(PLAIN_POINTS)
LAST_TRICK_POINTS = 10
DEAL_POINTS = 162  # 152 in the cards + 10 for the last trick


@rule
def at_rank(numbers: int, card: Card) -> int:
    """The number that `packed` numbers hold for the rank of `card`."""
    return numbers >> (8 * (card & 7)) & 0xFF


@rule
def strength(card: Card, led: Suit, trump: Suit) -> int:
    """How high `card` is in a trick to which suit `led` was led: 16-23 a trump, 8-15 the led suit, 0 for any other (R23)."""
    plain = 8 + at_rank(_PLAIN_STRENGTHS, card) if card >> 3 == led else 0
    return 16 + at_rank(_TRUMP_STRENGTHS, card) if card >> 3 == trump else plain


@rule
def beats(card: Card, best: Card, led: Suit, trump: Suit) -> bool:
    """Whether `card` beats the best card so far of a trick to which suit `led` was led (R23)."""
    return strength(card, led, trump) > strength(best, led, trump)


@rule
def trick_winner(trick: Sequence[Card], trump: Suit) -> int:
    """The index in `trick`, 1-4 cards in play order, of the card that is winning it (R23)."""
    winner = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[winner], trick[0] >> 3, trump):
            winner = index
    return winner


@rule
def card_points(card: Card, trump: Suit) -> int:
    """The points of one card, 0-20 (R2, R3)."""
    return at_rank(_TRUMP_POINTS if card >> 3 == trump else _PLAIN_POINTS, card)


@rule
def trick_points(trick: Sequence[Card], trump: Suit, is_last: bool) -> int:
    """The card points of a trick, with 10 more for the last one of the deal (R4, R24)."""
    points = LAST_TRICK_POINTS if is_last else 0
    for card in trick:
        points += card_points(card, trump)
    return points
