"""Rows of CSV as lines of JSON that the scanner reads: no Python object a row."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pipeline.scan.canonical import put_name, put_plain_text
from pipeline.scan.fields import COUNT, FIELDS, LENGTHS, NAMES
from pipeline.scan.syntax import BLANK, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, value_end
from replay._compile import compiled, rule

LINE_END, RETURN, TAB = (ord(sign) for sign in "\n\r\t")
TEXT, WORD_OR_JSON, JSON, OTHER = range(4)
"""How cells of a column say their value: as a text, as JSON or a text without quotes, as JSON; or it is no scanned field."""
LEFT, MADE, NOTHING, OPEN = range(4)
"""What becomes of a row: it is left to others, made a line, says nothing, or goes on in the next line."""


def lines_of_cells(data: bytes, delimiter: str, names: Sequence[str], kinds: Sequence[int]) -> tuple[Any, Any, Any, Any, Any]:
    """The objects that lines of CSV make, as far as each is a row of its own.

    As bytes, where each begins and ends, and where its own line begins and what becomes of the row, for all lines up to
    the first that is only the beginning of a row. A row ends where it begins if it is left to others.
    """
    signs = np.frombuffer(data, np.uint8)
    breaks = np.flatnonzero(signs == LINE_END)
    places = np.concatenate((np.zeros(1, np.int64), breaks + 1))
    count = len(breaks)
    fields = np.array([FIELDS.index(name) if name in FIELDS else COUNT for name in names], np.int64)
    # A cell is not longer as JSON, but for two quotes; a name has two quotes, a colon and a comma.
    more = 2 + int(sum(6 + LENGTHS[field] for field in fields if field < COUNT))
    out = bytearray(len(data) + count * more)
    starts, ends, states = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int8)
    whole = compiled(put_rows)(
        signs, places, ord(delimiter), fields, np.array(kinds, np.int64), np.frombuffer(out, np.uint8), starts, ends, states
    )
    return out, starts[:whole], ends[:whole], places[: whole + 1], states[:whole]


def put_rows(
    data: Any, places: Any, delimiter: int, fields: Any, kinds: Any, out: Any, starts: Any, ends: Any, states: Any
) -> int:
    """Write the rows of some lines as objects, where each lies, and what becomes of it; how many lines, up to an open one."""
    at = 0
    for line in range(len(places) - 1):
        end = int(places[line + 1]) - 1
        while end > places[line] and data[end - 1] == RETURN:
            end -= 1
        state, stop = put_row(data, int(places[line]), end, delimiter, fields, kinds, out, at)
        if state == OPEN:
            return line
        starts[line], states[line] = at, state
        at = stop if state == MADE else at
        ends[line] = at
    return len(places) - 1


@rule
def put_row(data: Any, at: int, end: int, delimiter: int, fields: Any, kinds: Any, out: Any, to: int) -> tuple[int, int]:
    """Write a row as an object; what becomes of it, and the place after the object.

    Cells end where `csv` of Python's library ends them: a quote that does not begin a cell is a sign like others, and after
    a quoted part more may follow. Rows that have such a cell are only followed to their end.
    """
    out[to] = OPEN_OBJECT
    to += 1
    column, plain, is_empty, is_last = 0, True, True, False
    while not is_last:
        start = at
        is_quoted = at < end and data[at] == QUOTE
        if is_quoted:
            at = quoted_end(data, at + 1, end)
            if at < 0:
                return OPEN, to
            plain = plain and (at == end or data[at] == delimiter)
        while at < end and data[at] != delimiter:
            if data[at] == RETURN:  # an error to `csv`, which gives the row up here
                return LEFT, to
            plain = plain and data[at] != QUOTE
            at += 1
        is_last = at == end
        first, last = (start + 1, at - 1) if is_quoted else (start, at)
        is_empty = is_empty and (first == last)
        if plain and first < last:
            to = put_cell(data, first, last, column, fields, kinds, out, to) if column < len(fields) else -1
            plain = to >= 0
        column += 1
        at += 1
    if plain and is_empty:
        return NOTHING, to
    if not plain or column != len(fields):
        return LEFT, to
    out[to - 1] = CLOSE_OBJECT  # in place of the last comma
    return MADE, to


@rule
def quoted_end(data: Any, at: int, end: int) -> int:
    """The place after the quote that closes a cell, whose first sign is at `at`; -1 if none does. Two quotes are one sign."""
    while at < end:
        if data[at] == QUOTE:
            if at + 1 >= end or data[at + 1] != QUOTE:
                return at + 1
            at += 1
        at += 1
    return -1


@rule
def put_cell(data: Any, start: int, end: int, column: int, fields: Any, kinds: Any, out: Any, to: int) -> int:
    """Write a cell that is not empty, with its name before and a comma after it; the place after them, -1 if it cannot be."""
    field, kind = int(fields[column]), int(kinds[column])
    if kind == OTHER:
        return -1
    to = put_name(out, to, NAMES[field], int(LENGTHS[field]))
    out[to] = COLON
    to += 1
    if kind == TEXT or (kind == WORD_OR_JSON and data[start] != QUOTE and data[start] != OPEN_LIST):
        out[to] = QUOTE
        if not put_plain_text(data, start, end, out, to + 1):
            return -1
        to += end - start + 2
        out[to - 1] = QUOTE
    else:
        value = to
        to = put_with_single_quotes(data, start, end, out, to)
        # No more than one value, so that a cell cannot say anything of other fields.
        if to < 0 or value_end(out, value, to) != to:
            return -1
    out[to] = COMMA
    return to + 1


@rule
def put_with_single_quotes(data: Any, start: int, end: int, out: Any, at: int) -> int:
    """Write the bytes of a cell, of each two quotes one; the place after them, -1 if a sign stands there that ends lines."""
    place = start
    while place < end:
        sign = data[place]
        if sign < BLANK:
            return -1
        out[at] = sign
        at += 1
        place += 2 if sign == QUOTE else 1
    return at
