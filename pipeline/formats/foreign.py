"""What the formats of other programs share: their cards, names that come from content, and faults of their values."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from pipeline.faults import Fault, shown
from replay.cards import CARD_TEXTS, RANK_LETTERS, SUIT_LETTERS
from replay.tricks import trick_winner

SEATS = "NESW"


class NotSoError(Exception):
    """A value that the format cannot have; becomes a fault of the record."""

    def __init__(self, field: str, message: str, reason: str = "bad_record") -> None:
        super().__init__(message)
        self.fault = Fault(field, reason, message)


def content_id(prefix: str, *parts: Any) -> str:
    """A name for a deal that has none: the same for the same content in any file on any day."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)
    return f"{prefix}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"


def expect(value: Any, kind: type | tuple[type, ...], field: str, length: int | None = None) -> Any:
    """`value` if it is of a kind (and has a length), else a fault of `field`."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise NotSoError(field, f"{shown(value)} is not what stands there in this format")
    found: Any = value
    if length is not None and len(found) != length:
        raise NotSoError(field, f"{len(found)} entries, not {length}")
    return found


def seat_number(value: Any, field: str) -> int:
    """A seat 0-3."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 3:
        raise NotSoError(field, f"{shown(value)} is not a seat from 0 to 3", "unknown_seat")
    return value


_DUTCH_SUITS = dict(zip("krhs", "CDHS", strict=True))
_NUMBERED_RANKS = dict(zip(range(7, 15), RANK_LETTERS, strict=True))


def numbered_card(word: Any, field: str) -> str:
    """A card such as "h11": a Dutch suit letter, then a rank from 7 to 14."""
    if isinstance(word, str) and word[:1] in _DUTCH_SUITS and word[1:].isdecimal() and len(word) <= 3:
        rank = _NUMBERED_RANKS.get(int(word[1:]))
        if rank is not None:
            return rank + _DUTCH_SUITS[word[0]]
    raise NotSoError(field, f"{shown(word)} is not a card: k, h, r or s and a rank from 7 to 14", "unknown_card")


def numbered_trump(value: Any) -> str:
    """A Dutch suit by the first letter of its name."""
    if isinstance(value, str) and value[:1].lower() in _DUTCH_SUITS:
        return _DUTCH_SUITS[value[0].lower()]
    raise NotSoError("trump", f"{shown(value)} is not klaver, ruiten, harten or schoppen")


class Table:
    """Tricks that a log gives by seat, laid in order of play: the leader of each is the winner of the one before."""

    def __init__(self, leader: int, trump: str) -> None:
        self.leader = leader
        self.trump = SUIT_LETTERS.index(trump)
        self.plays: list[str] = []
        self.seats = ""

    def lay(self, by_seat: Sequence[str]) -> None:
        """The four cards of the next trick, north's first."""
        order = [(self.leader + place) % 4 for place in range(4)]
        cards = [by_seat[seat] for seat in order]
        self.plays += cards
        self.seats += "".join(SEATS[seat] for seat in order)
        self.leader = order[trick_winner([CARD_TEXTS.index(card) for card in cards], self.trump)]
