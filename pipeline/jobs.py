"""What an ingest has to do: the files that are new, changed or grown since they were last read."""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline import __version__
from pipeline.logs import open_log, path_of, printable_path, read_members

if TYPE_CHECKING:
    from pipeline.store import Store

_BLOCK = 16 << 20
Row = Mapping[str, Any]
STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Job:
    """A file to read: where it is, what the ledger calls it, and what it was when it was looked at.

    `resume` is the ledger's row of a file that has only grown since: it is read on from where it stopped. `trouble` is why
    the file cannot be read at all.
    """

    path: Path
    name: str
    size: int = 0
    mtime_ns: int = 0
    sha256: str = ""
    resume: Row | None = None
    trouble: str = ""
    is_held: bool = True
    """Whether the store may hold something of it already."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How files are to be read: rules for records that name none, as the ledger notes them, and a format; all anew or not."""

    rules_given: str = ""
    format_name: str | None = None
    again: bool = False
    retry: bool = False


@dataclass
class Plan:
    """The files to read, those that the store holds already, and those it holds but that cannot be read any more."""

    todo: list[Job]
    unchanged: list[str]
    unreadable: list[str]


def plan(files: Iterable[Path], ledger: Sequence[Row], asked: Asked) -> Plan:
    """What is to be done with some files, given what the store holds of them."""
    rows: dict[str, list[Row]] = {}
    for row in ledger:
        rows.setdefault(row["path"], []).append(row)
    result = Plan([], [], [])
    for path in files:
        name = printable_path(path)
        held = rows.get(name, [])
        job = _job(path, name, held, asked)
        if job is None:
            result.unchanged.append(name)
        elif job.trouble and held:
            result.unreadable.append(f"{name}: {job.trouble}")  # what was read of it before stays
        else:
            result.todo.append(job)
    return result


def _job(path: Path, name: str, rows: Sequence[Row], asked: Asked) -> Job | None:
    """The job of a file, None if nothing is to be done: its size and time are those of the ledger, or else its bytes."""
    try:
        stat = path.stat()
        held = [row for row in rows if _was_read_so(row, asked)]
        is_known = bool(rows) and len(held) == len(rows) and not asked.again
        if asked.retry and any(row["rejects"] for row in rows):
            is_known = False
        if is_known and all((row["bytes"], row["mtime_ns"]) == (stat.st_size, stat.st_mtime_ns) for row in rows):
            return None
        resume = rows[0] if is_known and len(rows) == 1 and 0 < rows[0]["resume_at"] <= stat.st_size else None
        digest, prefix = _digests(path, stat.st_size, resume["resume_at"] if resume else 0)
    except OSError as error:
        return Job(path, name, trouble=error.strerror or str(error))
    if is_known and all(row["sha256"] == digest for row in rows):
        return None
    if resume is not None and prefix != resume["resume_sha256"]:
        resume = None
    return Job(path, name, stat.st_size, stat.st_mtime_ns, digest, resume, is_held=bool(rows))


def _was_read_so(row: Row, asked: Asked) -> bool:
    if (row["rules_given"], row["version"]) != (asked.rules_given, __version__):
        return False
    return row["format"] == asked.format_name if asked.format_name is not None else not _was_read_wrong(row)


def _was_read_wrong(row: Row) -> bool:
    """Whether nothing in a file was what --format said, and its contents look like something else."""
    if row["member"] or not 0 < row["records"] == row["rejects"] or row["format"] == "unknown":
        return False
    path = path_of(row["path"])
    with open_log(path) as file:
        looks_like = next((member.format for member in read_members(path, file, None)), None)
    return looks_like is not None and looks_like.name != row["format"]


def _digests(path: Path, size: int, prefix: int) -> tuple[str, str]:
    """The hash of the first `size` bytes of a file, and of its first `prefix` bytes."""
    whole = hashlib.sha256()
    begun = ""
    at = 0
    # Few large blocks: other work goes on beside, and after each block it is waited for.
    block = memoryview(bytearray(min(_BLOCK, size)))
    with path.open("rb", buffering=0) as file:
        while at < size and (count := file.readinto(block[: (prefix if at < prefix else size) - at])):
            whole.update(block[:count])
            at += count
            if at == prefix:
                begun = whole.hexdigest()
    return whole.hexdigest(), begun


def prefix_digest(path: Path, size: int) -> str:
    """The hash of the first bytes of a file."""
    return _digests(path, size, 0)[0]


def held_now(store: "Store", jobs: Sequence[Job]) -> list[str]:
    """The names of files that the store holds something of, now that nobody else is changing it."""
    held = {row["path"] for row in store.ledger()}
    return [job.name for job in jobs if job.is_held or job.name in held]


def from_stdin(folder: Path, stream: BinaryIO | None = None) -> Job:
    """The job of what comes in on standard input, kept in `folder`; the ledger names it by its bytes."""
    path = folder / "stdin"
    with path.open("wb") as kept:
        shutil.copyfileobj(stream or sys.stdin.buffer, kept)
    size = path.stat().st_size
    digest = prefix_digest(path, size)
    return Job(path, f"stdin-{digest[:16]}", size, 0, digest)


def scratch_folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder for what comes in on standard input, gone when the ingest ends."""
    return tempfile.TemporaryDirectory(prefix="klaverlog-")
