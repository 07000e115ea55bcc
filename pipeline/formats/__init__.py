"""The formats of logs, one file each behind one contract; a format knows its notation, no rules of scoring and no SQL.

A new format is one module with a `FORMAT`, one line in `formats`, a sample under sample_logs/ and a test case (README).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline.faults import Fault

if TYPE_CHECKING:
    from pipeline.lines import Lines
    from pipeline.records import Record


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a file: its line (from 1), the plain values of the contract's fields or a fault, and its text.

    `end` is the byte after the record and its line end in a format that can be read on from there, else 0. `note` is what
    a person should know of how it was read, counted for the whole file.
    """

    line: int
    values: dict[str, Any] | Fault
    text: bytes
    end: int = 0
    note: str = ""
    places: Mapping[str, int] | None = None
    """The line of each field, in a format whose records have several."""

    def line_of(self, field: str) -> int:
        """The line that a fault of a field is on."""
        return (self.places or {}).get(field, self.line)


IsWorth = Callable[[int], bool]
"""Whether so many records are read faster as lines of JSON, many at a time; it says so where machine code is made first."""


class CannotWriteError(Exception):
    """A record that a format has no way to write at all; the message says why."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a log format is recognised, read and, where that makes sense, written."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    """Whether the beginning of a file (up to 64 KiB) looks like this format."""
    read: Callable[[BinaryIO], Iterator[Entry]]
    can_say: str
    """What it tells of a deal, and what it never tells: for `klaverlog formats`."""
    example: str
    """The beginning of a log, cut."""
    write: "Callable[[Iterable[Record], BinaryIO], None] | None" = None
    holds: "Callable[[Record], list[str]]" = lambda record: []
    """The fields of a record that are lost when it is written; CannotWriteError for a record that cannot be."""
    grows: bool = False
    """Whether a file of it that has grown can be read from where it stopped: one record a line."""
    read_raw: "Callable[[BinaryIO, IsWorth], Iterator[Entry | Lines]] | None" = None
    """The same, with records that may be canonical ones as lines of JSON, many at a time and not decoded."""
    needs_seeking: bool = False
    """Whether it is read from its end, so that a stream has to be held whole."""


def formats() -> dict[str, Format]:
    """All formats by name, in the order in which they are tried on a file."""
    from pipeline.formats import csvlog, events, henk, jsonl, kjn, klaverlive, klaverlive_state, parquet, rounds_tsv, short

    known = (
        *(parquet.FORMAT, kjn.FORMAT, short.FORMAT, klaverlive.FORMAT, rounds_tsv.FORMAT, henk.FORMAT),
        *(klaverlive_state.FORMAT, events.FORMAT, jsonl.FORMAT, csvlog.FORMAT),
    )
    return {one.name: one for one in known}


def find_format(head: bytes) -> Format | None:
    """The format that the beginning of a file looks like, None if it looks like none."""
    return next((known for known in formats().values() if known.sniff(head)), None)
