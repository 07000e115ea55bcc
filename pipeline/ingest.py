"""Logs into the store: every record becomes a deal, a duplicate or a reject, and the accounts add up."""

import hashlib
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pipeline import __version__
from pipeline.batches import replay_batch
from pipeline.contests import DEAL, Source, judge_set, source_of
from pipeline.errors import UsageError
from pipeline.fields import FIELD_NAMES, Fault
from pipeline.formats import Entry, Format
from pipeline.games import judge_games
from pipeline.logs import find_files, format_named, printable_path, read_entries
from pipeline.publishing import writing
from pipeline.queries import reading
from pipeline.records import Record, read_record, rules_value
from pipeline.store import Store
from replay.readings import RulesInForce

CHUNK = 20_000
"""Records that are judged, replayed and written at a time."""

Key = tuple[str, str, int]
KNOWN_FIELDS = frozenset(FIELD_NAMES)
MOST_UNREAD = 50
"""Different names of unread fields that are counted."""


@dataclass
class Summary:
    """What an ingest did: files read and left alone, and the accounts of all that was read."""

    read: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    records: int = 0
    deals: int = 0
    duplicates: int = 0
    rejects: int = 0
    old_rejects: int = 0
    """Rejects of the files left alone."""
    unread_fields: Counter[str] = field(default_factory=Counter)
    """Names of fields that no record has, and in how many records they stand."""
    new_conflicts: int = 0
    """Records of other files that contradict what was read and did not contradict anything before."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """A file to read: its path as the ledger names it, its bytes' hash, and what to read it as."""

    path: Path
    name: str
    size: int
    sha256: str


def ingest(
    paths: Sequence[Path],
    db: Path,
    rules: RulesInForce | None = None,
    format_name: str | None = None,
    progress: Callable[[str, int], None] = lambda message, done: None,
    tell: Callable[[str], None] = lambda message: None,
) -> Summary:
    """Read log files and folders into the store at `db`; files that are in it unchanged are left alone.

    `rules` are for records that name none. `progress` hears a file's name and the bytes read so far of all, `tell`
    what a person should know. UsageError for a path, format or database that cannot be used; nothing is changed then.
    """
    started = time.monotonic()
    known = format_named(format_name)
    jobs = [_job(path) for path in find_files(paths)]
    given = json.dumps(rules_value(rules)) if rules is not None else ""
    summary = Summary()
    todo = _changed(jobs, db, given, summary)
    before = _rejects_by_file(db)
    if todo:
        done = 0
        games: set[tuple[str, str]] = set()
        with writing(db, tell) as store:
            for job in todo:
                reader = _FileReader(store, job, given, rules)
                reader.read(known, partial(_report, progress, job.name, done))
                done += job.size
                games |= reader.games
                summary.unread_fields.update(reader.unread_fields)
                summary.read.append(job.name)
            judge_games(store, sorted(games))
    _add_accounts(summary, db, before)
    summary.seconds = time.monotonic() - started
    return summary


def _report(progress: Callable[[str, int], None], name: str, before: int, at: int) -> None:
    progress(name, before + at)


def _job(path: Path) -> Job:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return Job(path, printable_path(path), path.stat().st_size, digest)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def _changed(jobs: list[Job], db: Path, given: str, summary: Summary) -> list[Job]:
    """The jobs that the store does not already hold, read by these rules and this version."""
    if not db.exists():
        return jobs
    with reading(db) as store:
        held = {(row["path"], row["sha256"], row["rules_given"], row["version"]) for row in store.ledger()}
    todo = []
    for job in jobs:
        if (job.name, job.sha256, given, __version__) in held:
            summary.unchanged.append(job.name)
        else:
            todo.append(job)
    return todo


def _rejects_by_file(db: Path) -> dict[str, int]:
    if not db.exists():
        return {}
    with reading(db) as store:
        return {row["path"]: row["rejects"] for row in store.ledger()}


def _add_accounts(summary: Summary, db: Path, before: dict[str, int]) -> None:
    with reading(db) as store:
        for row in store.ledger():
            if row["path"] in summary.read:
                for name in ("records", "deals", "duplicates", "rejects"):
                    setattr(summary, name, getattr(summary, name) + row[name])
                continue
            if row["path"] in summary.unchanged:
                summary.old_rejects += row["rejects"]
            summary.new_conflicts += max(0, row["rejects"] - before.get(row["path"], 0))


class _FileReader:
    """Reads one file into the store."""

    def __init__(self, store: Store, job: Job, given: str, rules: RulesInForce | None) -> None:
        self.store = store
        self.job = job
        self.given = given
        self.rules = rules
        self.format: Format | None = None
        self.games: set[tuple[str, str]] = set()
        """Games (site, game_id) of which a deal was added, changed or removed."""
        self.unread_fields: Counter[str] = Counter()

    def read(self, known: Format | None, progress: Callable[[int], None]) -> None:
        """Replace whatever the store has of this file by what it holds now."""
        started = time.monotonic()
        stale = self.store.retract_file(self.job.name)
        if stale:
            self._judge(stale, [], is_stale=True)
        records = 0
        with self.job.path.open("rb") as file:
            self.format, entries = read_entries(self.job.path, file, known)
            for chunk in _chunks(entries, CHUNK):
                records += len(chunk)
                self._take(chunk)
                progress(min(file.tell(), self.job.size))
        self.store.add_file(
            {
                "path": self.job.name,
                "member": "",
                "format": "unknown" if self.format is None else self.format.name,
                "rules_given": self.given,
                "sha256": self.job.sha256,
                "bytes": self.job.size,
                "records": records,
                **dict.fromkeys(("deals", "duplicates", "rejects", "findings"), 0),
                "version": __version__,
                "ingested_at": datetime.now(UTC).replace(tzinfo=None),
                "seconds": time.monotonic() - started,
            }
        )

    def _take(self, chunk: Sequence[Entry]) -> None:
        sources: list[Source] = []
        rejects = []
        for entry in chunk:
            read = entry.values if isinstance(entry.values, Fault) else read_record(entry.values, self.rules)
            if isinstance(entry.values, dict) and not entry.values.keys() <= KNOWN_FIELDS:
                self._note_unread(entry.values.keys() - KNOWN_FIELDS)
            if isinstance(read, Record):
                sources.append(source_of(read, self.job.name, "", entry.line))
            else:
                faults = [read] if isinstance(read, Fault) else read
                rejects.append(self._reject(entry, faults))
        self.store.add_rejects(rejects)
        if sources:
            self._judge([source.record.key for source in sources], sources)

    def _note_unread(self, names: Iterable[str]) -> None:
        self.unread_fields.update(name for name in names if name in self.unread_fields or len(self.unread_fields) < MOST_UNREAD)

    def _reject(self, entry: Entry, faults: Sequence[Fault]) -> tuple[str, str, int, str, str, str, str]:
        message = "; ".join(f"{fault.field}: {fault.message}" if fault.field else fault.message for fault in faults)
        text = entry.text[:300].decode("utf-8", "backslashreplace")
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
        return self.job.name, "", entry.line, faults[0].field, faults[0].reason, message[:2000], shown

    def _judge(self, keys: Sequence[Key], new: Sequence[Source], *, is_stale: bool = False) -> None:
        """Judge all records of the deals `keys`, those in the store and `new` ones, and write what they turn out to be."""
        self.games |= {(site, game_id) for site, game_id, _ in keys}
        sets: dict[Key, list[Source]] = {key: [] for key in keys}
        for source in new:
            sets[source.record.key].append(source)
        held = self.store.known_keys(list(sets))
        if held:
            for source in self.store.sources(list(held)):
                sets[source.record.key].append(source)
        if held or is_stale:
            self.store.remove_deals(list(sets) if is_stale else list(held))
        verdicts = [judge_set(sources) for sources in sets.values() if sources]
        deals = [next(verdict.source.record for verdict in judged if verdict.status == DEAL) for judged in verdicts]
        if deals:
            self.store.add_batch(replay_batch(deals), verdicts)


def _chunks(entries: Iterator[Entry], size: int) -> Iterator[list[Entry]]:
    while chunk := list(itertools.islice(entries, size)):
        yield chunk
