"""A deal as text: notations to copy, and texts that somebody pastes, read without a store."""

import io
import json
from dataclasses import dataclass

from pipeline.faults import Fault
from pipeline.formats import CannotWriteError, Entry, Format, formats
from pipeline.records import Record, read_record, record_values

LONGEST = 100_000
"""Characters of a text; a record in full is about 1,000."""
MOST_DEALS = 64
_NOT_TEXT = ("parquet",)


@dataclass(frozen=True, slots=True)
class Pasted:
    """The deals of a text, and for each record that is none its line and all that is wrong with it.

    `form` is the name of the format, "" for a text of none. `more` is whether there are deals beyond the first MOST_DEALS.
    """

    form: str
    records: list[Record]
    faults: list[tuple[int, Fault]]
    more: bool = False


def read_pasted(text: str) -> Pasted:
    """The deals that a text tells; what is wrong with it is data, never an error."""
    if len(text) > LONGEST:
        return Pasted("", [], [(0, Fault("", "bad_record", f"{len(text)} characters; at most {LONGEST} can be read"))])
    data = text.strip().encode("utf-8", "replace") + b"\n"
    form = _format_of(data)
    if form is None:
        return Pasted("", [], [(0, Fault("", "bad_record", "no notation of a deal that is known"))])
    records: list[Record] = []
    faults: list[tuple[int, Fault]] = []
    for entry in form.read(io.BytesIO(data)):
        if len(records) + len(faults) == MOST_DEALS:
            return Pasted(form.name, records, faults, more=True)
        read = _read(entry)
        if isinstance(read, Record):
            records.append(read)
        else:
            faults += [(entry.line_of(fault.field), fault) for fault in read]
    return Pasted(form.name, records, faults)


def _format_of(data: bytes) -> Format | None:
    head = data[:65_536]
    return next((form for form in formats().values() if form.name not in _NOT_TEXT and form.sniff(head)), None)


def _read(entry: Entry) -> Record | list[Fault]:
    return [entry.values] if isinstance(entry.values, Fault) else read_record(entry.values)


@dataclass(frozen=True, slots=True)
class Notation:
    """A deal in one notation: its text, or why it cannot be said in it."""

    form: str
    text: str
    fault: str = ""


def json_line(record: Record) -> Notation:
    """The whole record as a line of a log."""
    return Notation("jsonl", json.dumps(record_values(record), ensure_ascii=False))


def short_word(record: Record) -> Notation:
    """The word that fits in an address: cards, trump, dealer, declarer and rules, no names and no results."""
    from pipeline.formats.short import encode

    try:
        return Notation("short", encode(record))
    except CannotWriteError as error:
        return Notation("short", "", str(error))


def readable(record: Record) -> Notation:
    """The block of tags and tricks that people can read."""
    from pipeline.formats.kjn_export import write

    stream = io.BytesIO()
    try:
        write([record], stream)
    except CannotWriteError as error:
        return Notation("kjn", "", str(error))
    return Notation("kjn", stream.getvalue().decode().strip())
