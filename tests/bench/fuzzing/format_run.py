"""A run over one format: every input goes through its reader, some through archives and the store."""

import gzip
import io
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.fuzzing.figures import Figures
from bench.fuzzing.format_inputs import Inputs
from bench.fuzzing.hostile_values import STACK
from bench.fuzzing.judging import SLOW, Judge, too_long
from bench.fuzzing.packing import packed

from pipeline.faults import Fault
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format
from pipeline.ingest import ingest
from pipeline.logs import is_log_name, known_suffixes, read_members
from pipeline.queries import reading
from pipeline.records import Record, canonical_text, read_record, record_values
from replay.audit import audit_deal

MEMORY_SHARE, MEMBER_SHARE, AUDIT_SHARE, PACKED_SHARE = 0.003, 0.15, 0.2, 0.6
INGEST_EVERY, INGEST_FILES = 5_000, 50
_DEEP = re.compile(rb'(?:\[(?:1,)?|\{"a":){300}')


class Run:
    """Feeds one format."""

    def __init__(
        self, form: Format, seed: int, failures: Path, *, ingest_every: int = INGEST_EVERY, patience: float = 1.0
    ) -> None:
        self.form = form
        self.seed = seed
        self.folder = failures
        self.inputs = Inputs(form)
        self.figures = Figures(form.name)
        self.judge = Judge(self.figures, seed, failures, patience)
        self.ingest_every = ingest_every
        self.waiting: list[tuple[str, bytes]] = []
        self.broken_ingests = 0

    def run(self, count: int, start: int = 0, seconds: float = 1e9) -> Figures:
        """Feed inputs from number `start` on, as many as asked for or as fit in the time."""
        begun = time.monotonic()
        before, limit = signal.signal(signal.SIGALRM, too_long), sys.getrecursionlimit()
        sys.setrecursionlimit(len(list(traceback.walk_stack(None))) + STACK)
        progress = os.open(self.folder / f"{self.form.name}.at", os.O_CREAT | os.O_WRONLY)
        try:
            self._warm_up()
            for number in range(start, start + count):
                os.pwrite(progress, f"{number:<12}".encode(), 0)  # tells the input that ends the whole process
                self._one(number)
                if time.monotonic() - begun > seconds:
                    break
            if self.waiting:
                self._ingest(start + count)
        finally:
            os.close(progress)
            signal.signal(signal.SIGALRM, before)
            sys.setrecursionlimit(limit)
        self.figures.seconds += time.monotonic() - begun
        return self.figures

    def input(self, number: int) -> tuple[random.Random, bytes]:
        """An input and what else is chosen for it."""
        rng = random.Random(f"{self.seed} {self.form.name} {number}")
        return rng, self.inputs.make(rng)

    def _warm_up(self) -> None:
        for data in self.inputs.seeds:
            self._read(data, random.Random(1), is_audited=True)
            for known in (self.form, None):
                self._members("a.gz", gzip.compress(data), known)
        self.figures.entries = self.figures.records = self.figures.rejects = self.figures.audits = self.figures.by_members = 0
        self.judge.resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def _one(self, number: int) -> None:
        rng, data = self.input(number)
        self.figures.inputs += 1
        failed = self.figures.failures.total()
        is_measured = rng.random() < MEMORY_SHARE
        is_audited = rng.random() < AUDIT_SHARE
        with self.judge.watch(number, data, "read", is_measured=is_measured):
            self._read(data, rng, is_audited=is_audited)
        # What is too deep to read depends on who reads: the ledger may rightly count such a file otherwise.
        is_sound = self.figures.failures.total() == failed and not _DEEP.search(data)
        suffix = next(iter(self.form.suffixes), ".jsonl")
        share = 0.6 * INGEST_FILES / self.ingest_every
        if rng.random() < MEMBER_SHARE:
            name, file = (f"a{suffix}", data) if rng.random() > PACKED_SHARE else packed(rng, data, suffix)
            known = rng.choice([None, self.form])
            with self.judge.watch(number, file, f"read_members known={known and known.name} {name}", is_measured=is_measured):
                self._members(name, file, known)
            is_sound = is_sound and self.figures.failures.total() == failed
            if is_sound and file is not data and rng.random() < 10 * share:
                self._wait(name, file)
        if is_sound and rng.random() < share:
            self._wait(f"a{suffix}", data)
        if len(self.waiting) >= INGEST_FILES:
            self._ingest(number)

    def _wait(self, name: str, data: bytes) -> None:
        if len(self.waiting) < INGEST_FILES and (
            name.endswith(tuple(self.form.suffixes or (".jsonl",))) or len(self.waiting) % 2
        ):
            self.waiting.append((f"{len(self.waiting):02}{name}", data))

    def _read(self, data: bytes, rng: random.Random, *, is_audited: bool) -> None:
        last = 0
        for entry in self.form.read(io.BytesIO(data)):
            assert entry.line >= 1, entry.line
            assert entry.end == 0 or last < entry.end <= len(data), (last, entry.end)
            last = entry.end
            self._entry(entry, is_audited=is_audited)

    def _entry(self, entry: Entry, *, is_audited: bool) -> None:
        self.figures.entries += 1
        if isinstance(entry.values, Fault):
            _check_fault(entry.values)
            self.figures.rejects += 1
            return
        assert isinstance(entry.values, dict), type(entry.values)
        record = read_record(entry.values)
        if not isinstance(record, Record):
            assert record, "rejected without a fault"
            for fault in record:
                _check_fault(fault)
            self.figures.rejects += 1
            return
        self.figures.records += 1
        again = read_record(record_values(record))
        if again != record:
            raise RoundTripError(_difference(record, again))
        if is_audited:
            stored = read_record(json.loads(canonical_text(record)))  # as the store keeps it
            assert stored == record, "canonical_text reads back otherwise"
            audit_deal(record.deal, record.rules)
            self.figures.audits += 1

    def _members(self, name: str, data: bytes, known: Format | None) -> int:
        """How many entries a file has."""
        count = 0
        for member in read_members(Path(name), io.BufferedReader(io.BytesIO(data), 1 << 18), known):  # type: ignore[arg-type]
            for entry in member.entries:
                count += 1
                if not isinstance(entry.values, Fault):
                    read_record(entry.values)
        self.figures.by_members += 1
        return count

    def _ingest(self, number: int) -> None:
        """A folder of changed files into a store, in two parts, so that records of the second meet those of the first."""
        files, self.waiting = self.waiting, []
        known = random.Random(number).choice([None, self.form])
        with tempfile.TemporaryDirectory(prefix="klaverlog-fuzz-") as name:
            folder = Path(name)
            with self.judge.watch(number, b"", f"ingest of {len(files)} files", limit=30 * SLOW) as watch:
                self._ingest_all(folder, files, known)
            self.broken_ingests += watch.has_failed
            if watch.has_failed and self.broken_ingests <= 2:  # each file alone takes a while
                for at, (file, data) in enumerate(files):
                    with self.judge.watch(number, data, f"ingest alone {file}", limit=30 * SLOW):
                        self._ingest_all(folder / str(at), [(file, data)], known)

    def _ingest_all(self, folder: Path, files: Sequence[tuple[str, bytes]], known: Format | None) -> None:
        logs, db = folder / "logs", folder / "store.duckdb"
        logs.mkdir(parents=True)
        expected: dict[str, int] = {}
        for some in (files[: len(files) // 2], files[len(files) // 2 :]):
            if not some:
                continue
            for name, data in some:
                (logs / name).write_bytes(data)
                if name.endswith((".zip", ".gz", ".zst")) and not _is_found(name):
                    continue
                expected[str((logs / name).resolve())] = self._count(name, data, known)
            if expected:
                ingest([logs], db, format_name=None if known is None else known.name)
        if not db.exists():
            return
        held: Counter[str] = Counter()
        with reading(db) as store:
            rows = store.ledger()
        named = Counter((row["path"], row["member"]) for row in rows)
        for row in rows:
            sums, twice = row["deals"] + row["duplicates"] + row["rejects"], named[row["path"], row["member"]] > 1
            why = "in members of one name" if twice else "in the ledger"
            assert sums == row["records"], f"{why}: {row['path']}: {sums} of {row['records']} records are accounted for"
            held[row["path"]] += row["records"]
        for path, count in expected.items():
            assert held[path] == count, f"entries lost: {path}: {count} entries were read, the ledger says {held[path]}"
        self.figures.ingested += len(expected)

    def _count(self, name: str, data: bytes, known: Format | None) -> int:
        done = self.figures.by_members
        count = self._members(name, data, known)
        self.figures.by_members = done
        return count


class RoundTripError(AssertionError):
    """A record that does not read back as itself."""


def _difference(record: Record, again: Record | list[Fault]) -> str:
    if isinstance(again, Record):
        values, others = record_values(record), record_values(again)
        names = [name for name in FIELD_NAMES if values.get(name) != others.get(name)]
        return f"differs in {', '.join(names)}: {record_values(record)} reads back as {again}"[:3000]
    return f"not read back in {', '.join(fault.field for fault in again)}: {again[0].message}: {record_values(record)}"[:3000]


def _is_found(name: str) -> bool:
    return is_log_name(Path(name), known_suffixes())


def _check_fault(fault: Fault) -> None:
    assert isinstance(fault, Fault)
    assert fault.message
    fault.message[:2000].encode()  # the store keeps it as text
    fault.field.encode()
