"""Which fields a plain record has, and where their values lie in a line; in the order of the canonical text."""

from typing import Any

import numpy as np

from pipeline.scan.syntax import (
    CLOSE_LIST,
    CLOSE_OBJECT,
    COLON,
    COMMA,
    NULL,
    OPEN_OBJECT,
    QUOTE,
    is_word,
    skip_blanks,
    string_end,
    value_end,
)
from replay._compile import rule

FIELDS = (
    *("bids", "board", "deal_no", "dealer", "declarer", "game_id", "hands", "leader", "nat", "pit", "played_at", "players"),
    *("plays", "points", "prevents_illegal", "roem", "roem_points", "rules", "score", "seats", "site", "totals", "trump"),
    *("verzaakt", "winners"),
)
"""Names of the fields, sorted as the canonical text has them; a line with any other is no plain record."""
COUNT = len(FIELDS)
BIDS, BOARD, DEAL_NO, DEALER, DECLARER, GAME_ID, HANDS, LEADER, NAT, PIT, PLAYED_AT, PLAYERS = range(12)
PLAYS, POINTS, PREVENTS_ILLEGAL, ROEM, ROEM_POINTS, RULES, SCORE, SEATS, SITE, TOTALS, TRUMP = range(12, 23)
VERZAAKT, WINNERS = range(23, COUNT)
_LONGEST = max(map(len, FIELDS))


def rows_of(texts: tuple[str, ...], width: int) -> tuple[Any, Any]:
    """The bytes of some texts as rows of a table, and their lengths."""
    table = np.zeros((len(texts), width), np.uint8)
    for number, text in enumerate(texts):
        table[number, : len(text)] = np.frombuffer(text.encode(), np.uint8)
    return table, np.array([len(text) for text in texts], np.int64)


EXPECTED = np.zeros(COUNT, np.int64)
EXPECTED[[PLAYS, SEATS, WINNERS, HANDS]] = [97, 34, 10, 105]
"""Signs of values that are long and always as long; hands are three longer with a blank after each comma."""
NAMES, LENGTHS = rows_of(FIELDS, _LONGEST)


def _places() -> tuple[int, int, Any]:
    """Two factors by which no two names fall on one place of a table of 256, and the table."""
    for factor in range(1, 256):
        for other in range(1, 256):
            places = [_place(np.frombuffer(name.encode(), np.uint8), 0, len(name), factor, other) for name in FIELDS]
            if len(set(places)) == COUNT:
                table = np.full(256, -1, np.int8)
                table[places] = range(COUNT)
                return factor, other, table
    raise AssertionError("no two factors tell the names apart")


@rule
def _place(data: Any, start: int, end: int, factor: int, other: int) -> int:
    return (int(data[start]) * factor + int(data[end - 1]) * other + int(data[(start + end) >> 1]) + end - start) & 255


FACTOR, OTHER, PLACES = _places()


@rule
def field_at(data: Any, start: int, end: int) -> int:
    """The field whose name stands from `start` to `end`, -1 if none is called so."""
    if end - start < 3 or end - start > _LONGEST:
        return -1
    field = int(PLACES[_place(data, start, end, FACTOR, OTHER)])
    if field < 0 or LENGTHS[field] != end - start:
        return -1
    for at in range(end - start):
        if data[start + at] != NAMES[field, at]:
            return -1
    return field


@rule
def is_named(data: Any, at: int, end: int, field: int) -> bool:
    """Whether the name of a field stands at `at`, in quotes."""
    length = int(LENGTHS[field])
    if at + length + 2 > end or data[at] != QUOTE or data[at + length + 1] != QUOTE:
        return False
    for sign in range(length):
        if data[at + 1 + sign] != NAMES[field, sign]:
            return False
    return True


@rule
def expected_end(data: Any, start: int, end: int, field: int) -> int:
    """The place after a value of known length, if a sign that ends it stands there; -1 if not, or for other fields.

    A guess that saves reading it twice: whoever reads the field refuses every value that does not end just there.
    """
    length = int(EXPECTED[field])
    if length == 0 or start + length > end:
        return -1
    last = data[start + length - 1]
    if field != HANDS:
        return start + length if last == QUOTE else -1
    if last == CLOSE_LIST:
        return start + length
    return start + length + 3 if start + length + 3 <= end and data[start + length + 2] == CLOSE_LIST else -1


@rule
def find_fields(data: Any, at: int, end: int, places: Any, order: Any) -> bool:
    """Write where the value of each field lies in an object, from and to, and whether it can be a plain record at all.

    Two equal places for a field that is not there or null. A field that stands there twice is for a real parser. `order`
    has the fields of the line before, which most likely are those of this one, and is brought up to date.
    """
    for field in range(COUNT):
        places[field, 0], places[field, 1] = 0, 0
    seen, number = 0, 0
    at = skip_blanks(data, at, end)
    if at >= end or data[at] != OPEN_OBJECT:
        return False
    at = skip_blanks(data, at + 1, end)
    while at < end:
        field = int(order[number])
        if not is_named(data, at, end, field):
            close = string_end(data, at + 1, end) if data[at] == QUOTE else -1
            field = -1 if close < 0 else field_at(data, at + 1, close)
            if field < 0:
                return False
            order[number] = field
        close = at + 1 + int(LENGTHS[field])
        if seen >> field & 1:
            return False
        seen |= 1 << field
        number += 1
        at = skip_blanks(data, close + 1, end)
        if at >= end or data[at] != COLON:
            return False
        start = skip_blanks(data, at + 1, end)
        stop = expected_end(data, start, end, field)
        if stop < 0:
            stop = value_end(data, start, end)
        if stop < 0:
            return False
        if not is_word(data, start, stop, NULL):
            places[field, 0], places[field, 1] = start, stop
        at = skip_blanks(data, stop, end)
        if at < end and data[at] == CLOSE_OBJECT:
            return skip_blanks(data, at + 1, end) == end
        if at >= end or data[at] != COMMA:
            return False
        at = skip_blanks(data, at + 1, end)
    return False
