"""The lines of a CSV file, one by one for rows that take several, or many at a time; those of a row at fault once more."""

import io
from collections import deque
from typing import BinaryIO

from pipeline.lines import LONGEST_LINE, as_text

MOST_LINES = 700
"""Lines of one row: names may hold line ends, but not more."""
MOST_AGAIN = 20_000
"""Lines that are read again in a file full of quotation marks that are never closed."""
_BLOCK = 4 << 20


class CsvLines:
    """The lines of a stream as text, after `number` others; those of a row at fault can be read again."""

    def __init__(self, stream: BinaryIO, number: int = 0) -> None:
        self._read = getattr(stream, "read1", stream.read)  # gives what there is before a damaged place
        self._trouble: Exception | None = None
        self._given_back: deque[bytes] = deque()
        self._held = io.BytesIO()
        self._row: list[bytes] = []
        self._again = 0
        self.number = number
        self.note = ""
        self.is_open = False
        """Whether the last line read has no end, so that it may be half-written."""

    def __iter__(self) -> "CsvLines":
        return self

    def __next__(self) -> str:
        if len(self._row) >= MOST_LINES:
            raise StopIteration
        data = self._given_back.popleft() if self._given_back else self._line()
        if not data:
            raise StopIteration
        self.number += 1
        self.is_open = not data.endswith(b"\n")
        self._row.append(data)
        text, note = as_text(data)
        self.note = self.note or note
        return text

    def _line(self) -> bytes:
        """The next line, or as much of it as may be one."""
        line = self._held.readline(LONGEST_LINE)
        while not line.endswith(b"\n") and len(line) < LONGEST_LINE and (more := self._more()):
            self._held = io.BytesIO(line + more)
            line = self._held.readline(LONGEST_LINE)
        return line

    def _more(self) -> bytes:
        if self._trouble is not None:
            raise self._trouble
        return bytes(self._read(_BLOCK))

    def begin_row(self) -> None:
        """Forget the lines of the row before."""
        self._row, self.note, self.is_open = [], "", False

    def read_again_after_first(self) -> None:
        """Give all lines of the present row but its first once more, unless that has been done too often."""
        again = self._row[1:]
        self._again += len(again)
        if self._again <= MOST_AGAIN + 4 * self.number:
            self._given_back.extendleft(reversed(again))
            self.number -= len(again)

    @property
    def text(self) -> bytes:
        """The beginning of the lines of the present row."""
        return b"".join(self._row[:10])[:2000].rstrip(b"\r\n")

    @property
    def is_waiting(self) -> bool:
        """Whether more is held that was read from the stream already."""
        return bool(self._given_back) or self._held.tell() < len(self._held.getbuffer())

    def take(self) -> bytes:
        """Whole lines, some megabytes of them, which are not counted; nothing at the end, or where one is too long."""
        pieces = [*self._given_back, self._held.read()]
        size = sum(map(len, pieces))
        try:
            while size < _BLOCK and (more := self._more()):
                pieces.append(more)
                size += len(more)
        except Exception as error:  # what lies before a damaged place is read first
            self._trouble = error
        data = b"".join(pieces)
        cut = data.rfind(b"\n") + 1
        block = data[:cut]
        if max(map(len, block.split(b"\n"))) > LONGEST_LINE:
            cut, block = 0, b""
        self._given_back.clear()
        self._held = io.BytesIO(data[cut:])
        return block

    def give_back(self, data: bytes) -> None:
        """Give lines that were taken once more."""
        self._held = io.BytesIO(data + self._held.read())
