"""Lines of a log file as bytes, in bounded memory whatever the file holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pipeline.faults import Fault

LONGEST_LINE = 1_000_000
_BLOCK = 1 << 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WINDOWS = "read as Windows-1252"
"""The note of a record that is not UTF-8."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank: its number from 1, its bytes without the line end, and what to know about it.

    `length` is its full length; where that exceeds LONGEST_LINE only the beginning is kept. `is_open` is True for a last
    line without a line end, which may be half-written. `end` is where the next line begins, counted from the start.
    """

    number: int
    text: bytes
    length: int
    is_open: bool
    end: int

    @property
    def is_cut(self) -> bool:
        return self.length > len(self.text)

    @property
    def too_long(self) -> Fault:
        """The fault of a line that is cut."""
        return Fault("", "bad_record", f"a line of {self.length} bytes, at most {LONGEST_LINE} are read")


def read_lines(stream: BinaryIO, *, from_start: bool = True) -> Iterator[Line]:
    """The lines of `stream` that are not blank; ends in LF or CRLF and a byte-order mark at the start are no part of them.

    `from_start` is False where it goes on with a file in which a mark would be no mark.
    """
    number = end = 0
    kept, length = b"", 0
    first = from_start
    some = getattr(stream, "read1", stream.read)  # gives what there is before a damaged place, read would lose it
    while block := some(_BLOCK):
        if first and block.startswith(_BYTE_ORDER_MARK):
            block, end = block[len(_BYTE_ORDER_MARK) :], len(_BYTE_ORDER_MARK)
        first = False
        *ended, rest = block.split(b"\n")
        for piece in ended:
            number += 1
            text = kept + piece if length <= LONGEST_LINE else kept
            length += len(piece)
            end += length + 1
            yield from _line(number, text, length, end, is_open=False)
            kept, length = b"", 0
        length += len(rest)
        kept = (kept + rest)[: LONGEST_LINE + 1]
    yield from _line(number + 1, kept, length, end + length, is_open=True)


def _line(number: int, text: bytes, length: int, end: int, *, is_open: bool) -> Iterator[Line]:
    bare = text.rstrip(b"\r")
    if length > LONGEST_LINE:
        yield Line(number, bare[:2000], length, is_open, end)
    elif bare.strip():
        yield Line(number, bare, len(bare), is_open, end)


def as_text(data: bytes) -> tuple[str, str]:
    """Bytes of a log as text, and a note where they are not UTF-8: names typed under an old Windows, read as such."""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), WINDOWS


def read_at_most(stream: BinaryIO, most: int) -> bytes:
    """What a stream holds, up to one byte more than `most`, without asking for room before there is need."""
    data = bytearray()
    while len(data) <= most and (block := stream.read(min(_BLOCK, most + 1 - len(data)))):
        data += block
    return bytes(data)
