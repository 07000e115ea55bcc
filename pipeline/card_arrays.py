"""Texts of cards and seats of many deals at once, as arrays of the numbers that the rules count in."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from pipeline.fields import HIGHEST_NUMBER
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS

DECK_SIZE = 32
WHOLE_DECK = 0xFFFF_FFFF
_UNKNOWN = 255


def _table(letters: Sequence[str]) -> Any:
    table = np.full(256, _UNKNOWN, np.uint8)
    for number, letter in enumerate(letters):
        table[ord(letter)] = number
    return table


_RANK_TABLE, _SUIT_TABLE = _table([text[0] for text in CARD_TEXTS[:8]]), _table(SUIT_LETTERS)
_SEAT_TABLE = _table(SEAT_LETTERS)
_CARD_BYTES = np.frombuffer("".join(CARD_TEXTS).encode(), np.uint8).reshape(DECK_SIZE, 2)


def _bytes_of(texts: Iterable[str], width: int) -> Any:
    # What is not Latin becomes a question mark, which is no card and no seat.
    return np.frombuffer("".join(texts).encode("latin-1", "replace"), np.uint8).reshape(-1, width)


def cards_in(texts: Sequence[str], count: int) -> Any:
    """The cards of texts of `count` cards each; numbers above 31 where there is none."""
    signs = _bytes_of(texts, 3 * count - 1)
    cards = _RANK_TABLE[signs[:, 0::3]].astype(np.int64) + 8 * _SUIT_TABLE[signs[:, 1::3]].astype(np.int64)
    return np.where((signs[:, 2::3] == ord(" ")).all(axis=1)[:, None], cards, _UNKNOWN)


def sets_of(cards: Any) -> Any:
    """The set that the cards of each row make."""
    return np.bitwise_or.reduce(np.int64(1) << np.minimum(cards, 62), axis=-1)


def put_seats(column: Any, texts: Sequence[str | None]) -> Any:
    """Write seat letters as numbers into a column; whether each row has only letters of seats."""
    width = column.shape[1]
    known = np.array([text is not None for text in texts], bool)
    numbers = _SEAT_TABLE[_bytes_of((text for text in texts if text is not None), width)]
    sound = np.ones(len(texts), bool)
    sound[known] = (numbers != _UNKNOWN).all(axis=1)
    column[known] = numbers.astype(np.int8)
    return sound


def put_hands(column: Any, hands: Sequence[tuple[str, ...] | None]) -> Any:
    """Write four hands of eight cards as sets into a column; whether those of each row are a whole deck."""
    known = np.array([hand is not None for hand in hands], bool)
    cards = cards_in([text for hand in hands if hand is not None for text in hand], 8).reshape(-1, 4, 8)
    sets = sets_of(cards)
    sound = np.ones(len(hands), bool)
    # Four hands of eight cards that make the whole deck hold no card twice.
    sound[known] = (cards < DECK_SIZE).all(axis=(1, 2)) & (np.bitwise_or.reduce(sets, axis=1) == WHOLE_DECK)
    column[known] = sets
    return sound


def put_numbers(column: Any, rows: Sequence[Sequence[int] | None]) -> Any:
    """Write the numbers of rows that have some into a column; whether those of each row are of a size that is read."""
    known = np.array([row is not None for row in rows], bool)
    try:
        numbers = np.array([row for row in rows if row is not None], np.int64).reshape(-1, column.shape[1])
    except OverflowError:
        return np.zeros(len(rows), bool)
    sound = np.ones(len(rows), bool)
    # What stands for "not logged" is no number that a log can say.
    sound[known] = ((numbers >= -HIGHEST_NUMBER) & (numbers <= HIGHEST_NUMBER)).all(axis=1)
    column[known] = np.clip(numbers, -HIGHEST_NUMBER, HIGHEST_NUMBER)
    return sound


def hand_texts(hands: Any) -> Iterator[tuple[str, str, str, str]]:
    """The texts of four hands of eight cards a row, each in the order of the canonical text."""
    cards = np.nonzero((hands[..., None] >> np.arange(DECK_SIZE)) & 1)[2].reshape(-1, 8)
    signs = np.full((len(cards), 8, 3), ord(" "), np.uint8)
    signs[:, :, :2] = _CARD_BYTES[cards]
    texts = signs.reshape(-1, 24)[:, :23].tobytes().decode()
    for first in range(0, len(texts), 92):
        north, east, south, west = (texts[at : at + 23] for at in range(first, first + 92, 23))
        yield north, east, south, west
