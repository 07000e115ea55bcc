"""Lines of a log file as bytes, in bounded memory whatever the file holds."""

import io
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from pipeline.faults import Fault

if TYPE_CHECKING:
    from pipeline.formats import Entry

LONGEST_LINE = 1_000_000
_BLOCK = 1 << 18
_LARGE_BLOCK = 4 << 20
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


@dataclass(frozen=True)
class Lines:
    """Whole lines that are not blank, side by side in memory: where each lies, its number from 1, and where the next begins.

    `starts` and `ends` leave out the line ends; `nexts` counts from the start of the file, as `end` of a Line does.
    """

    data: bytes | bytearray
    starts: Any
    ends: Any
    numbers: Any
    nexts: Any
    entry_of: "Callable[[Lines, int], Entry] | None"
    """The entry of one of the lines, for those that cannot be read many at a time."""

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, at: int) -> bytes:
        """The bytes of a line."""
        return bytes(self.data[self.starts[at] : self.ends[at]])

    def entry(self, at: int) -> "Entry":
        """The entry of one of the lines."""
        if self.entry_of is None:
            raise ValueError("lines that nobody can read one by one")
        return self.entry_of(self, at)

    def written(self) -> "Lines":
        """The lines themselves, where they are something else until they are asked for."""
        return self

    def moved(self, lines: int, offset: int) -> "Lines":
        """The same lines with their places in a file of which this is the end."""
        return replace(self, numbers=self.numbers + lines, nexts=self.nexts + offset)


Written = Callable[[], tuple[bytes | bytearray, Any, Any]]


@dataclass(frozen=True)
class Rows(Lines):
    """Rows of another form that become lines when they are asked for, which may be done in another thread."""

    write: Written
    """The lines, side by side, and where each begins and ends."""

    def written(self) -> Lines:
        """The rows as lines."""
        return Lines(*self.write(), self.numbers, self.nexts, self.entry_of)


def rows_of(numbers: Any, entry_of: "Callable[[Lines, int], Entry]", write: Written) -> Rows:
    """Rows of a file that cannot be read on, by their numbers."""
    nowhere = numbers * 0
    return Rows(b"", nowhere, nowhere, numbers, nowhere, entry_of, write)


def lines_of(data: bytes, bounds: Any, number: int = 0, entry_of: "Callable[[Lines, int], Entry] | None" = None) -> Lines:
    """Texts side by side as the lines after `number` of a file that cannot be read on; `bounds` is one more than texts."""
    import numpy as np

    places = np.asarray(bounds, np.int64)
    count = len(places) - 1
    return Lines(data, places[:-1], places[1:], np.arange(number + 1, number + 1 + count), np.zeros(count, np.int64), entry_of)


def read_many_lines(
    stream: BinaryIO, entry_of: "Callable[[Lines, int], Entry]", *, from_start: bool = True
) -> Iterator[Line | Lines]:
    """The lines of `read_lines`, whole ones many at a time; those too long, and an open last one, each for itself."""
    some = getattr(stream, "read1", stream.read)
    rest, number, end, trouble = b"", 0, 0, None
    while trouble is None:
        pieces, size = [rest], len(rest)
        try:
            while size < _LARGE_BLOCK and (piece := some(_LARGE_BLOCK)):
                pieces.append(piece)
                size += len(piece)
        except Exception as error:  # what lies before a damaged place is read first
            trouble = error
        data = b"".join(pieces)
        del pieces
        if from_start and data.startswith(_BYTE_ORDER_MARK):
            data, end = data[len(_BYTE_ORDER_MARK) :], len(_BYTE_ORDER_MARK)
        from_start = False
        cut = data.rfind(b"\n") + 1
        if trouble is None and (cut == 0 or size < _LARGE_BLOCK):
            break
        number += yield from _whole_lines(data[:cut], number, end, entry_of)
        end, rest = end + cut, data[cut:]
    if trouble is not None:
        raise trouble
    # The end of the file, or a line that is longer than a block.
    number += yield from _whole_lines(data[:cut], number, end, entry_of)
    end += cut
    begun = io.BytesIO(data[cut:])
    for line in read_lines(cast(BinaryIO, _Joined(begun, stream)), from_start=False):
        yield replace(line, number=line.number + number, end=line.end + end)


class Span(io.RawIOBase):
    """A part of an open file as a stream; `tell` counts from the start of the file."""

    def __init__(self, file: BinaryIO, offset: int, size: int) -> None:
        super().__init__()
        file.seek(offset)
        self._file, self._at, self._end = file, offset, offset + size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence == io.SEEK_CUR and offset == 0:
            return self._at
        raise io.UnsupportedOperation("a part of a file is read from its beginning to its end")

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        data = self._file.read(min(len(view), self._end - self._at))
        self._at += len(data)
        view[: len(data)] = data
        return len(data)


class _Joined(io.RawIOBase):
    """One stream after another."""

    def __init__(self, first: BinaryIO, second: BinaryIO) -> None:
        super().__init__()
        self._first, self._second = first, second

    def read(self, size: int = -1) -> bytes:
        return self._first.read(size) or getattr(self._second, "read1", self._second.read)(size)


def _whole_lines(
    data: bytes, number: int, end: int, entry_of: "Callable[[Lines, int], Entry]"
) -> Generator[Line | Lines, None, int]:
    """The lines of `data`, which ends with a line end, as the lines after `number`, `end` bytes into the file; their number."""
    import numpy as np

    signs = np.frombuffer(data, np.uint8)
    breaks = np.flatnonzero(signs == ord("\n"))
    starts = np.concatenate((np.zeros(min(1, len(breaks)), np.int64), breaks[:-1] + 1))
    if len(breaks) and (breaks - starts).max() > LONGEST_LINE:
        for line in read_lines(io.BytesIO(data), from_start=False):
            yield replace(line, number=line.number + number, end=line.end + end)
        return len(breaks)
    ends = breaks.copy()
    ends -= (ends > starts) & (signs[ends - 1] == ord("\r"))
    for at in np.flatnonzero((ends > starts) & (signs[ends - 1] == ord("\r"))):  # several, which is rare
        ends[at] = starts[at] + len(data[starts[at] : ends[at]].rstrip(b"\r"))
    kept = ends > starts
    for at in np.flatnonzero(kept & (signs[np.minimum(starts, len(data) - 1)] <= ord(" "))):
        kept[at] = data[starts[at] : ends[at]].strip() != b""
    if kept.any():
        numbers = np.arange(number + 1, number + 1 + len(breaks))
        yield Lines(data, starts[kept], ends[kept], numbers[kept], breaks[kept] + 1 + end, entry_of)
    return len(breaks)


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
