"""One log file into the store: its records judged with all others of the same deals, its faults listed."""

import io
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any, BinaryIO, TypeGuard

import numpy as np

from pipeline import __version__
from pipeline.contests import Source, source_of
from pipeline.faults import Fault
from pipeline.fields import FIELD_NAMES, LONGEST_NAME
from pipeline.formats import Entry, Format, IsWorth
from pipeline.formats.jsonl import FORMAT as LINES
from pipeline.intake import CHUNK, Intake, Reject
from pipeline.jobs import Job, prefix_digest
from pipeline.lines import Lines, Span, as_text
from pipeline.logs import Member, moved, open_log, read_raw_members
from pipeline.people import People
from pipeline.records import Record, read_record
from pipeline.scan import Scanned, is_worth_scanning, scan
from pipeline.stages import Stages
from pipeline.store import LONGEST_REJECT_TEXT
from replay.readings import RulesInForce

MOST_UNREAD = 50
"""Different names of unread fields that are counted."""
KNOWN_FIELDS = frozenset(FIELD_NAMES)
Chunk = Sequence[Entry] | Lines


class FileReader:
    """Reads one file into the store."""

    def __init__(self, intake: Intake, job: Job, given: str, rules: RulesInForce | None, people: People | None = None) -> None:
        self.intake = intake
        self.people = people if people is not None else People(key="00")
        self.job = job
        self.given = given
        self.rules = rules
        self.unread_fields: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        """Notes of the records of the present member."""
        self._is_part = False
        self.added = 0
        """Records read, less those of a file that is only read on."""

    def read(self, known: Format | None, progress: Callable[[int], None]) -> None:
        """Replace whatever the store has of this file by what it holds now; a file that has grown is read on."""
        if self.job.trouble:
            self.intake.retract(self.job.name, 0)
            self._take_member(Member("", None, iter([Entry(0, Fault("", "bad_record", self._trouble()), b"")])), progress)
            return
        with open_log(self.job.path) as file:
            if self.job.resume is not None:
                self._read_on(self.job.resume, file, progress)
                return
            if self.job.is_held:
                self.intake.retract(self.job.name, 0)
            for member in read_raw_members(self.job.path, file, known, self._is_worth):
                self._take_member(member, progress, partial(self._place, file))

    def read_part(self, offset: int, size: int, lines: int) -> None:
        """Read so many bytes of a file of lines, from `offset` on and after so many lines."""
        with open_log(self.job.path) as file:
            part = io.BufferedReader(Span(file, offset, size), 1 << 18)
            member = next(iter(read_members_from(part, LINES.name, self._is_worth)))
            placed = Member("", member.format, moved(member.entries, lines, offset))
            self._is_part = True
            self._take_member(placed, lambda done: None, resume=(offset, lines))

    def _place(self, file: BinaryIO) -> int:
        """How far the file has been read: readers of packed files may close it at its end."""
        return self.job.size if file.closed else file.tell()

    def _trouble(self) -> str:
        return f"the file cannot be read: {self.job.trouble}"

    def _read_on(self, row: Any, file: Any, progress: Callable[[int], None]) -> None:
        lines, offset = row["resume_line"], row["resume_at"]
        kept = row["records"] - self.intake.retract(self.job.name, lines + 1)
        self.intake.reopen(self.job.name)
        file.seek(offset)
        notes = Counter(dict(_read_notes(row["notes"])))
        if kept < row["records"]:  # the half-written line, whose note was counted and will be again
            notes[as_text(file.read(row["bytes"] - offset))[1]] -= 1
            file.seek(offset)
        member = next(iter(read_members_from(file, row["format"], self._is_worth)))
        placed = Member("", member.format, moved(member.entries, lines, offset))
        self._take_member(placed, progress, partial(self._place, file), kept=kept, resume=(offset, lines), notes=notes)

    def _take_member(
        self,
        member: Member[Entry | Lines],
        progress: Callable[[int], None],
        tell: Callable[[], int] = lambda: 0,
        kept: int = 0,
        resume: tuple[int, int] = (0, 0),
        notes: Counter[str] | None = None,
    ) -> None:
        started = time.monotonic()
        records = 0
        self._notes = notes if notes is not None else Counter()
        resume_at, resume_line = resume
        for chunk, scanned in self._scanned(_chunks(member.entries, CHUNK, self.intake.stages)):
            records += len(chunk)
            self._take(chunk, scanned, member.name)
            resume_at, resume_line = _end_of(chunk) or (resume_at, resume_line)
            progress(min(tell(), self.job.size))
        self.added += records
        grows = member.format is not None and member.format.grows and not member.name and not self._is_packed()
        self.intake.close_file(
            {
                "path": self.job.name,
                "member": member.name,
                "format": "unknown" if member.format is None else member.format.name,
                "rules_given": self.given,
                "sha256": self.job.sha256,
                "bytes": self.job.size,
                "mtime_ns": self.job.mtime_ns,
                "records": kept + records,
                **dict.fromkeys(("deals", "duplicates", "rejects", "findings"), 0),
                "resume_at": resume_at if grows else 0,
                "resume_line": resume_line if grows else 0,
                "resume_sha256": self._prefix(resume_at) if grows and resume_at and not self._is_part else "",
                "notes": "; ".join(f"{note}: {count}" for note, count in sorted(self._notes.items()) if note and count > 0),
                "version": __version__,
                "ingested_at": datetime.now(UTC).replace(tzinfo=None),
                "seconds": time.monotonic() - started,
            }
        )

    def _is_packed(self) -> bool:
        with self.job.path.open("rb") as file:
            return file.read(4)[:2] in (b"\x1f\x8b", b"\x28\xb5")

    def _prefix(self, size: int) -> str:
        return self.job.sha256 if size == self.job.size else prefix_digest(self.job.path, size)

    def _scanned(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Scanned | None]]:
        """The chunks, those of lines scanned where that is faster: each while the one before is being taken."""
        if self.intake.in_turn:
            for chunk in chunks:
                yield chunk, self._scan(chunk) if self._is_worth_scanning(chunk) else None
            return
        before: tuple[Chunk, Future[Scanned | None] | None] | None = None
        with ThreadPoolExecutor(1) as beside:
            for chunk in chunks:
                after = (chunk, beside.submit(self._scan, chunk) if self._is_worth_scanning(chunk) else None)
                if before is not None:
                    yield self._awaited(*before)
                before = after
            if before is not None:
                yield self._awaited(*before)

    def _is_worth_scanning(self, chunk: Chunk) -> TypeGuard[Lines]:
        return isinstance(chunk, Lines) and self._is_worth(len(chunk))

    def _is_worth(self, lines: int) -> bool:
        # Forgotten names are looked for in records one by one.
        if self.people.forgotten or not is_worth_scanning(lines):
            return False
        self.intake.announce(lines)
        return True

    def _scan(self, lines: Lines) -> Scanned | None:
        with self.intake.stages.beside("check"):
            return scan(lines, self.rules)

    def _awaited(self, chunk: Chunk, scanning: "Future[Scanned | None] | None") -> tuple[Chunk, Scanned | None]:
        with self.intake.stages.stage("wait"):
            return chunk, None if scanning is None else scanning.result()

    def _take(self, chunk: Chunk, scanned: Scanned | None, member: str) -> None:
        if scanned is not None:
            self.intake.take_scanned(scanned, self.job.name, member)
        with self.intake.stages.stage("check"):
            for some in _left(chunk, scanned) if isinstance(chunk, Lines) else [chunk]:
                self.intake.take(*self._check(some, member))

    def _check(self, chunk: Sequence[Entry], member: str) -> tuple[list[Source], list[Reject]]:
        sources: list[Source] = []
        rejects: list[Reject] = []
        self._notes.update(entry.note for entry in chunk if entry.note)
        for entry in chunk:
            read = entry.values if isinstance(entry.values, Fault) else read_record(entry.values, self.rules)
            if isinstance(entry.values, dict) and not entry.values.keys() <= KNOWN_FIELDS:
                self._note_unread(entry.values.keys() - KNOWN_FIELDS)
            if isinstance(read, Record):
                sources.append(source_of(self.people.forget_in(read), self.job.name, member, entry.line))
            else:
                faults = [read] if isinstance(read, Fault) else read
                rejects.append(self._reject(entry, member, faults))
        return sources, rejects

    def _note_unread(self, names: Iterable[str]) -> None:
        self.unread_fields.update(name for name in names if name in self.unread_fields or len(self.unread_fields) < MOST_UNREAD)

    def _reject(self, entry: Entry, member: str, faults: Sequence[Fault]) -> Reject:
        message = "; ".join(f"{fault.field}: {fault.message}" if fault.field else fault.message for fault in faults)
        data = entry.text or (b"" if isinstance(entry.values, Fault) else _shown_values(entry.values))
        # More than is kept: a name that begins in what is kept is found whole.
        text = data[: LONGEST_REJECT_TEXT + 4 * LONGEST_NAME].decode("utf-8", "backslashreplace")
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
        message, shown = self.people.forget_in_text(message[:2000]), self.people.forget_in_text(shown)[:LONGEST_REJECT_TEXT]
        return self.job.name, member, entry.line_of(faults[0].field), faults[0].field, faults[0].reason, message, shown


def read_members_from(file: Any, format_name: str, is_worth: IsWorth) -> Iterator[Member[Entry | Lines]]:
    """The rest of a plain file whose format is known."""
    from pipeline.formats import formats

    form = formats()[format_name]
    yield Member("", form, form.read_raw(file, is_worth) if form.read_raw else form.read(file))


def _read_notes(text: str) -> Iterator[tuple[str, int]]:
    for part in text.split("; ") if text else ():
        note, _, count = part.rpartition(": ")
        yield note, int(count)


def _shown_values(values: dict[str, Any]) -> bytes:
    try:
        return json.dumps(values, ensure_ascii=True, default=str).encode()
    except (ValueError, RecursionError):
        return b""


def _left(lines: Lines, scanned: Scanned | None) -> Iterator[Sequence[Entry]]:
    """The entries of the lines that were not scanned, so many at a time."""
    is_left = np.ones(len(lines), np.bool_)
    if scanned is not None:
        is_left[scanned.at] = False
    left = np.flatnonzero(is_left)
    for first in range(0, len(left), CHUNK):
        yield [lines.entry(int(at)) for at in left[first : first + CHUNK]]


def _end_of(chunk: Chunk) -> tuple[int, int] | None:
    """The byte and the line after which a file can be read on, None if there is none in these."""
    if isinstance(chunk, Lines):
        return int(chunk.nexts[-1]), int(chunk.numbers[-1])
    return next(((entry.end, entry.line) for entry in reversed(chunk) if entry.end), None)


def _chunks(entries: Iterator[Entry | Lines], size: int, stages: Stages) -> Iterator[Chunk]:
    """The entries, so many at a time, and lines as they come, in their order."""
    while True:
        with stages.stage("read"):
            chunk, lines = _next_chunk(entries, size)
        if not chunk and lines is None:
            return
        if chunk:
            yield chunk
        if lines is not None:
            yield lines


def _next_chunk(entries: Iterator[Entry | Lines], size: int) -> tuple[list[Entry], Lines | None]:
    """Up to `size` entries, and the lines that follow on fewer."""
    chunk: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Lines):
            return chunk, entry
        chunk.append(entry)
        if len(chunk) == size:
            break
    return chunk, None
