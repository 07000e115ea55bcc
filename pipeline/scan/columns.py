"""Columns of Arrow as lines of JSON that the scanner reads: no Python object a row."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from pipeline.scan.canonical import put_bytes, put_name, put_plain_text
from pipeline.scan.fields import FIELDS, LENGTHS, NAMES
from pipeline.scan.syntax import (
    CLOSE_LIST,
    CLOSE_OBJECT,
    COLON,
    COMMA,
    NULL,
    OPEN_LIST,
    OPEN_OBJECT,
    QUOTE,
)
from replay._compile import compiled

LONGEST_ROW = 20_000
"""Bytes that a row may have to be written; plain records have some 600."""


def lines_of_columns(columns: Mapping[str, pa.Array]) -> tuple[bytearray, Any, Any]:
    """The objects that the rows of some columns make, side by side, and where each begins and ends.

    Columns are of whole numbers, truth values or texts, or lists of them; NULL is left out. A row ends where it begins
    if it is long, or holds a text that JSON would write otherwise than it is.
    """
    parts = {FIELDS.index(name): _parts(column) for name, column in columns.items()}
    count = len(next(iter(columns.values())))
    room = np.full(count, 2, np.int64)
    for field, (_, valid, bounds, _, offsets, _) in parts.items():
        elements = np.diff(bounds)
        # Quotes and a comma, or NULL; the name with its quotes and colon, brackets and a comma.
        room += np.where(valid, offsets[bounds[1:]] - offsets[bounds[:-1]] + 7 * elements + LENGTHS[field] + 6, 0)
    refused = room > LONGEST_ROW
    room[refused] = 2
    ends = np.cumsum(room)
    starts = ends - room
    data = bytearray(int(ends[-1]) if count else 0)
    out = np.frombuffer(data, np.uint8)
    out[starts] = OPEN_OBJECT
    at = starts + 1
    for field, (is_quoted, *of_column) in parts.items():
        is_list = pa.types.is_list(columns[FIELDS[field]].type)
        compiled(put_column)(NAMES[field], int(LENGTHS[field]), is_list, is_quoted, *of_column, out, at, refused)
    out[at - 1] = CLOSE_OBJECT  # in place of the last comma, or of the brace of a row without anything
    return data, starts, np.where(refused, starts, at)


def _parts(column: pa.Array) -> tuple[bool, Any, Any, Any, Any, Any]:
    """What a column is made of.

    Whether its values are texts, which rows are there, where the values of each begin, which values are there, where the
    text of each begins, and the bytes of them all.
    """
    valid = column.is_valid().to_numpy(zero_copy_only=False)
    bounds = np.arange(len(column) + 1, dtype=np.int64)
    values = column
    if pa.types.is_list(column.type):
        bounds, values = column.offsets.to_numpy().astype(np.int64), column.values
    is_text = pa.types.is_string(values.type)
    texts = values if is_text else values.cast(pa.string())
    _, offsets, data = texts.buffers()
    places = np.frombuffer(offsets, np.int32, len(texts) + 1, 4 * texts.offset) if len(texts) else np.zeros(1, np.int32)
    signs = np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
    return is_text, valid, bounds, values.is_valid().to_numpy(zero_copy_only=False), places.astype(np.int64), signs


def put_column(
    name: Any,
    length: int,
    is_list: bool,
    is_quoted: bool,
    valid: Any,
    bounds: Any,
    there: Any,
    offsets: Any,
    data: Any,
    out: Any,
    at: Any,
    refused: Any,
) -> None:
    """Write the name and the value of each row that has one, and a comma, to its place, which moves on."""
    for row in range(len(valid)):
        if not valid[row] or refused[row]:
            continue
        to = put_name(out, int(at[row]), name, length)
        out[to] = COLON
        to += 1
        if is_list:
            out[to] = OPEN_LIST
            to += 1
        for value in range(bounds[row], bounds[row + 1]):
            if value > bounds[row]:
                out[to] = COMMA
                to += 1
            if not there[value]:
                to = put_bytes(NULL, 0, 4, out, to)
                continue
            start, end = int(offsets[value]), int(offsets[value + 1])
            if not is_quoted:
                to = put_bytes(data, start, end, out, to)
                continue
            out[to] = QUOTE
            refused[row] |= not put_plain_text(data, start, end, out, to + 1)
            to += end - start + 2
            out[to - 1] = QUOTE
        if is_list:
            out[to] = CLOSE_LIST
            to += 1
        out[to] = COMMA
        at[row] = to + 1
