"""Files cut into pieces that workers can read without one another."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.formats import Format, find_format
from pipeline.formats.jsonl import is_one_list
from pipeline.jobs import Job
from pipeline.logs import HEAD, open_log

_BLOCK = 1 << 20
PIECE = 32 << 20
"""Bytes of a piece, and some more up to the end of a line."""


@dataclass(frozen=True)
class Piece:
    """A file or a part of one: `size` bytes from `offset` on, after `lines` lines; the whole file where `is_whole`."""

    job: Job
    offset: int
    size: int
    lines: int
    is_whole: bool

    def digest(self, asked: str) -> str:
        """A name for what comes of it: of its bytes, its place, and how it is to be read."""
        told = (self.job.name, self.job.sha256, self.job.trouble, self.offset, self.size, self.lines, asked)
        return hashlib.sha256(repr(told).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def cut(job: Job, known: Format | None, size: int = PIECE) -> Iterator[Piece]:
    """The pieces of a file: of one whose records are lines of JSON so many bytes each, of any other the whole file."""
    if job.trouble or job.size <= 2 * size or not _is_of_lines(job.path, known):
        yield Piece(job, 0, job.size, 0, is_whole=True)
        return
    offset = lines = at = counted = 0
    with open_log(job.path) as file:
        while at < job.size and (data := file.read(min(_BLOCK, job.size - at))):
            seen = 0
            # A piece ends with the first line that ends after `size` bytes.
            while end := data.find(b"\n", max(seen, offset + size - at)) + 1:
                counted += data.count(b"\n", seen, end)
                yield Piece(job, offset, at + end - offset, lines, is_whole=False)
                offset, lines, seen = at + end, counted, end
            counted += data.count(b"\n", seen)
            at += len(data)
        if offset < job.size:
            yield Piece(job, offset, job.size - offset, lines, is_whole=False)


def _is_of_lines(path: Path, known: Format | None) -> bool:
    with open_log(path) as file:
        head = file.read(HEAD)
    form = known or find_format(head)
    is_packed = head.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"))
    return form is not None and form.name == "jsonl" and not is_packed and not is_one_list(head)
