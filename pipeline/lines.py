"""Lines of a log file as bytes, in bounded memory whatever the file holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

LONGEST_LINE = 1_000_000
_BLOCK = 1 << 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank: its number from 1, its bytes without the line end, and what to know about it.

    `length` is its full length; where that exceeds LONGEST_LINE only the beginning is kept. `is_open` is True for a last
    line without a line end, which may be half-written.
    """

    number: int
    text: bytes
    length: int
    is_open: bool

    @property
    def is_cut(self) -> bool:
        return self.length > len(self.text)


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of `stream` that are not blank; ends in LF or CRLF and a byte-order mark at the start are no part of them."""
    number = 0
    kept, length = b"", 0
    first = True
    while block := stream.read(_BLOCK):
        if first:
            block, first = block.removeprefix(_BYTE_ORDER_MARK), False
        *ended, rest = block.split(b"\n")
        for piece in ended:
            number += 1
            text = kept + piece if length <= LONGEST_LINE else kept
            yield from _line(number, text, length + len(piece), is_open=False)
            kept, length = b"", 0
        length += len(rest)
        kept = (kept + rest)[: LONGEST_LINE + 1]
    yield from _line(number + 1, kept, length, is_open=True)


def _line(number: int, text: bytes, length: int, *, is_open: bool) -> Iterator[Line]:
    bare = text.rstrip(b"\r")
    if length > LONGEST_LINE:
        yield Line(number, bare[:2000], length, is_open)
    elif bare.strip():
        yield Line(number, bare, len(bare), is_open)
