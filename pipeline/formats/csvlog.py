"""CSV with the field names of the contract in its first line: texts as they are, lists and numbers as JSON in the cell."""

import csv
import io
import json
import re
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from pipeline.faults import Fault, shown
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format, IsWorth
from pipeline.formats.csv_lines import CsvLines
from pipeline.lines import LONGEST_LINE, Lines

if TYPE_CHECKING:
    from pipeline.records import Record

_PLAIN = ("game_id", "site", "played_at", "board", "bots", "declarer", "trump", "dealer", "leader", "plays", "seats", "winners")
"""Fields that are written as they are: a text that only looks like JSON stays a text."""
_ALSO_PLAIN = ("deck", "verzaakt", "void", "rules", "bids", "turned")
"""Fields in which a text that is no JSON is taken as it is."""
_EMPTY = '""'
"""How a text that is there but empty is told from one that is not there."""


_FLAGS = {"TRUE": True, "FALSE": False, "WAAR": True, "ONWAAR": False}
"""How spreadsheets write them, the Dutch ones too."""
_DAY_FIRST = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4})(?: (\d{1,2}:\d{2}(?::\d{2})?))?")
SLOWLY = 1_000
"""Lines that are read one by one after a row that takes several, before many are tried again."""


def sniff(head: bytes) -> bool:
    """Whether the first line names the fields that every record needs."""
    first, *others = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 2)
    first = others[0] if first.startswith(b"sep=") and others else first
    is_header = not any(mark in first for mark in (b"{", b"[", b":", b"\0"))  # what stands in JSON, and in no name
    return is_header and {b"game_id", b"deal_no", b"players"} <= set(re.split(rb'[,;\t"\r]+', first))


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each row below the names."""
    return cast(Iterator[Entry], read_raw(stream, lambda lines: False))


def read_raw(stream: BinaryIO, is_worth: IsWorth) -> Iterator[Entry | Lines]:
    """The entries of `read`, rows of one line each as lines of JSON, many at a time, where that is worth it."""
    csv.field_size_limit(LONGEST_LINE)
    lines = CsvLines(stream)
    header = next(lines, "").removeprefix("\ufeff")
    if re.fullmatch(r"sep=[,;\t]\s*", header):  # what a spreadsheet puts above the names
        header = next(lines, "")
    delimiter = max(",;\t", key=header.count)
    try:
        names = [name.strip() for name in next(csv.reader([header], delimiter=delimiter), [])]
    except csv.Error as error:
        yield Entry(1, Fault("", "bad_record", f"the first line is not CSV: {error}"), header[:300].encode())
        return
    rows = _rows(lines, names, delimiter)
    is_over, is_table = False, len(set(names)) == len(names)
    while not is_over:
        block = lines.take()
        is_tried = is_table and is_worth(block.count(b"\n"))
        rest = (yield from _many_rows(block, lines, names, delimiter)) if is_tried else block
        if block and not rest:
            continue
        lines.give_back(rest)
        is_over = yield from _some_rows(rows, lines, SLOWLY if is_tried else None)


def _some_rows(rows: Iterator[Entry], lines: CsvLines, most: int | None) -> Generator[Entry, None, bool]:
    """The rows of what was read already, or of so many lines; whether there are no more."""
    begun = lines.number
    for entry in rows:
        yield entry
        if not lines.is_waiting or (most is not None and lines.number > begun + most):
            return False
    return True


def _many_rows(block: bytes, lines: CsvLines, names: list[str], delimiter: str) -> Generator[Lines, None, bytes]:
    """The rows of one line each that a block begins with, as lines of JSON; the rest of the block."""
    from pipeline.scan.cells import NOTHING, lines_of_cells

    data, starts, ends, places, states = lines_of_cells(block, delimiter, names, [_kind(name) for name in names])
    said = np.flatnonzero(states != NOTHING)

    def entry_of(made: Lines, at: int) -> Entry:
        """The entry of a row that is left."""
        row = block[places[said[at]] : places[said[at] + 1]]
        return next(_rows(CsvLines(io.BytesIO(row), int(made.numbers[at]) - 1), names, delimiter))

    if len(said):
        yield Lines(data, starts[said], ends[said], lines.number + 1 + said, np.zeros(len(said), np.int64), entry_of)
    lines.number += len(states)
    return block[places[-1] :]


def _kind(name: str) -> int:
    """How the cells of a column say their value."""
    from pipeline.scan.cells import JSON, OTHER, TEXT, WORD_OR_JSON
    from pipeline.scan.fields import FIELDS

    if name not in FIELDS:
        return OTHER
    return TEXT if name in _PLAIN else WORD_OR_JSON if name in _ALSO_PLAIN else JSON


def _rows(lines: CsvLines, names: list[str], delimiter: str) -> Iterator[Entry]:
    """The entries of all rows that follow, one by one."""
    while True:
        # A reader a row: one that has met a fault cannot be asked for the next.
        line = lines.number + 1
        lines.begin_row()
        try:
            row = next(csv.reader(lines, delimiter=delimiter), None)
            values = None if row is None or not any(row) else _values(names, row, is_last=lines.is_open)
        except csv.Error as error:
            row, values = [], Fault("", "bad_record", f"not CSV: {error}")
        if row is None:
            return
        if values is None:
            continue
        text, note = lines.text, lines.note
        if isinstance(values, Fault):
            lines.read_again_after_first()  # a quotation mark that was never closed swallows the rows after it
        yield Entry(line, values, text, note=note)


def _values(names: list[str], row: list[str], *, is_last: bool) -> dict[str, Any] | Fault:
    if len(row) != len(names):
        half = "a half-written last line, read again when the file has grown: " if is_last else ""
        return Fault("", "bad_record", f"{half}{len(row)} cells under {len(names)} names")
    values: dict[str, Any] = {}
    for name, cell in zip(names, row, strict=False):
        if cell == "":
            continue
        if name in _PLAIN:
            values[name] = "" if cell == _EMPTY else _moment(cell) if name == "played_at" else cell
            continue
        try:
            values[name] = _FLAGS[cell] if cell in _FLAGS else json.loads(cell)
        except RecursionError:
            return Fault(name, "bad_record", "nested too deeply")
        except ValueError:
            if name in FIELD_NAMES and name not in _ALSO_PLAIN:
                return Fault(name, "bad_record", f"{shown(cell)} is not JSON, as a cell of this field must be")
            values[name] = cell
    return values


def _moment(cell: str) -> str:
    """A time, turned back from the form that a Dutch spreadsheet gives it: day first, with dashes."""
    match = _DAY_FIRST.fullmatch(cell)
    if match is None:
        return cell
    day, month, year, clock = match.groups()
    return f"{year}-{month:0>2}-{day:0>2}" + (f"T{clock:0>5}" if clock else "")


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """A row for each record, all fields in their order."""
    from pipeline.records import record_values

    text = io.TextIOWrapper(stream, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\r\n")  # so that a \r in a text is quoted too
    writer.writerow(FIELD_NAMES)
    for record in records:
        values = record_values(record)
        writer.writerow([_cell(name, values.get(name)) for name in FIELD_NAMES])
    text.detach()


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and name in (*_PLAIN, "deck", "verzaakt", "void"):
        return value or _EMPTY
    return value if name == "rules" and isinstance(value, str) else json.dumps(value, ensure_ascii=False)


FORMAT = Format(
    "csv",
    "CSV with the names of the fields in the first line",
    (".csv",),
    sniff,
    read,
    "everything; lists are JSON in the cell",
    'game_id,deal_no,players,…\nfriday-12,7,"[""Anneke"", ""Corrie"", ""Bram"", ""Dirk""]",…',
    write,
    read_raw=read_raw,
)
