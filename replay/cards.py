"""Cards and sets of cards as plain ints (R1), and their text.

A card is 8 * suit + rank, 0-31: suits C D H S are 0-3, ranks 7 8 9 T J Q K A are 0-7 in natural order.
A card set is a 32-bit int with bit `card` set for each card in it.
"""

from typing import TypeAlias

Card: TypeAlias = int
CardSet: TypeAlias = int
Suit: TypeAlias = int
Seat: TypeAlias = int
Team: TypeAlias = int

SUIT_LETTERS = "CDHS"
RANK_LETTERS = "789TJQKA"
SEAT_LETTERS = "NESW"
TEAM_LETTERS = ("NS", "EW")
SUIT_SYMBOLS = "♣♦♥♠"

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

SUIT_SET = 0xFF
DECK = 0xFFFFFFFF

CARD_TEXTS = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
_CARD_OF_TEXT = {text: card for card, text in enumerate(CARD_TEXTS)}


def parse_card(text: str) -> Card:
    """The card that `text` names, rank then suit ("JH", "TS"); ValueError names the text and the choices (R1)."""
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        raise ValueError(f"unknown card {text!r}: a card is a rank of {RANK_LETTERS} then a suit of {SUIT_LETTERS}") from None


def parse_cards(text: str) -> list[Card]:
    """The cards of a blank-separated text in its order, such as "JH 9H AS"; ValueError for an unknown card."""
    return [parse_card(word) for word in text.split()]


def format_card(card: Card) -> str:
    """The two-letter text of a card, such as "JH"."""
    return CARD_TEXTS[card]


def format_cards(cards: CardSet) -> str:
    """The cards of a set as text, by suit and natural rank, such as "9H JH AS"."""
    return " ".join(CARD_TEXTS[card] for card in cards_of(cards))


def cards_of(cards: CardSet) -> list[Card]:
    """The cards of a set, ascending."""
    return [card for card in range(32) if cards >> card & 1]


def card_set(cards: list[Card] | tuple[Card, ...]) -> CardSet:
    """The set that holds `cards`."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result
