"""What workers make of pieces, gathered into the store: whatever happens to workers, each piece counts once."""

import contextlib
import gc
import logging
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from pipeline.cluster.forks import LOCAL, forking
from pipeline.cluster.parts import part_files
from pipeline.cluster.pieces import Piece, cut
from pipeline.cluster.worker import Done, read_piece
from pipeline.errors import UsageError
from pipeline.formats import Format
from pipeline.games import judge_games
from pipeline.intake import StoreIntake
from pipeline.jobs import Asked, Job, held_now, prefix_digest
from pipeline.lake import is_lake
from pipeline.people import load_people
from pipeline.publishing import appending, parts_folder, writing
from pipeline.warming import LARGE, beside, compile_missing
from replay import match_columns

if TYPE_CHECKING:
    from pipeline.ingest import Summary

PATIENCE = "10s"
"""Time to wait for a cluster to answer."""
RETRIES = 3
"""Times that a piece is tried again that failed by an error; a lost worker's pieces go to another one."""
Tell = Callable[[str], None]


def read_jobs_on_cluster(
    jobs: Sequence[Job], db: Path, asked: Asked, known: Format | None, summary: Any, progress: Callable[[str, int], None],
    tell: Tell, address: str,
) -> None:  # fmt: skip
    """Read files into the store by the workers of a Dask cluster, or of one started here for "local".

    What was read lies beside the store until it is published: after an interrupted run the same command goes on from
    there. UsageError for a cluster that is not there, or that gives up.
    """
    folder = parts_folder(db)
    work = _Work([replace(job, resume=None) for job in jobs], db, folder, asked, known, summary, progress, address)
    with summary.stages.stage("publish"):
        if is_lake(db):
            _into_lake(work, tell)
        else:
            _into_database(work, tell)


def _into_database(work: "_Work", tell: Tell) -> None:
    """Insert what comes of the pieces into a database."""
    stages = work.summary.stages
    with (
        writing(work.db, tell) as store,
        contextlib.closing(StoreIntake(store, stages, tell)) as intake,
    ):
        for name in held_now(store, work.jobs):
            intake.retract(name, 0)
        for parts in work.parts():
            with stages.stage("insert"):
                store.add_parts(parts)
        store.add_files(work.files())
        judge_games(store, intake.finish())
        work.clear()


def _into_lake(work: "_Work", tell: Tell) -> None:
    """Put what comes of the pieces into a lake as it is, and judge again what it changes."""
    stages = work.summary.stages
    with appending(work.db, tell) as (append, aliases):
        parts = list(work.parts())
        append.retract([job.name for job in work.jobs])
        append.add(parts)
        append.store.use_threads(2)
        with stages.stage("judge"):
            append.settle()
        append.publish(work.files(), aliases)
        work.clear()


@dataclass
class _Work:
    """Files to be read by a cluster, and what is heard of them."""

    jobs: Sequence[Job]
    db: Path
    folder: Path
    asked: Asked
    known: Format | None
    summary: "Summary"
    progress: Callable[[str, int], None]
    address: str
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Rows of the ledger, of pieces."""

    def parts(self) -> Iterator[dict[str, list[Path]]]:
        """The files with rows of the store's tables that come of each piece, as it is done."""
        self.folder.mkdir(exist_ok=True)
        asked, people = self.asked, load_people(self.db)
        task = partial(read_piece, folder=self.folder, given=asked.rules_given, format_name=asked.format_name, people=people)
        pieces = (piece for job in self.jobs for piece in cut(replace(job, is_held=False), self.known))
        # Games are looked at here, when all pieces are there.
        meanwhile = match_columns.load if sum(job.size for job in self.jobs) >= LARGE else None
        read = 0
        for done in _run(task, pieces, self.address, self.summary, meanwhile):
            parts = part_files(done.folder)
            for path in parts.pop("files"):
                self.rows += pq.read_table(path).to_pylist()
            self.summary.unread_fields.update(done.unread_fields)
            read += done.piece.size
            self.progress(done.piece.job.name, read)
            yield parts

    def clear(self) -> None:
        """Remove what was read, while nobody else can be reading the same."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def files(self) -> list[dict[str, Any]]:
        """The ledger's rows of whole files, and the summary told of them."""
        files = list(_whole_files(self.rows, self.jobs))
        self.summary.read += [job.name for job in self.jobs]
        self.summary.added += sum(row["records"] for row in files)
        return files


def _run(
    task: Callable[[Piece], Done],
    pieces: Iterator[Piece],
    address: str,
    summary: "Summary",
    meanwhile: Callable[[], None] | None,
) -> Iterator[Done]:
    """What comes of each piece, once, as it is done; workers begin with the first while others are still cut.

    `meanwhile` is done here while they work.
    """
    first = next(pieces, None)
    if first is None:
        return
    with _client(address) as client:
        from distributed import as_completed

        waiting = as_completed()
        for piece in chain([first], pieces):
            with _told():
                waiting.add(client.submit(task, piece, pure=False, retries=RETRIES))
        with beside(meanwhile) if meanwhile else contextlib.nullcontext():
            while True:
                with summary.stages.stage("wait"):
                    future = next(waiting, None)
                if future is None:
                    return
                with _told():
                    done = future.result()
                future.release()
                yield done


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Whatever a cluster or a worker met with is named, as UsageError; nothing is published."""
    try:
        yield
    except Exception as error:
        raise UsageError(f"the cluster gave up: {type(error).__name__}: {str(error)[:300]}") from error


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of the cluster at an address, or of one of processes on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError("--cluster needs Dask: pip install 'klaverlog[cluster]'") from error
    if address == LOCAL:
        compile_missing()
        workers = _workers()
        with (
            forking(),
            LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    client, trouble = None, ""
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        trouble = str(error)[:200]
    if client is None:
        # What Dask has begun is ended here: when Python gets round to it later, it may block a client that is just starting.
        gc.collect()
        raise UsageError(f"no cluster at {address}: {trouble}")
    with client:
        yield client


def _workers() -> int:
    """How many processes a local cluster has: as many as cores, or what KLAVERLOG_WORKERS says."""
    asked = os.environ.get("KLAVERLOG_WORKERS", "")
    if asked and not (asked.isdecimal() and 0 < int(asked) <= 1000):
        raise UsageError(f"KLAVERLOG_WORKERS is {asked!r}: a number of processes from 1 to 1000")
    return int(asked) if asked else os.cpu_count() or 1


def _whole_files(rows: Iterable[dict[str, Any]], jobs: Sequence[Job]) -> Iterator[dict[str, Any]]:
    """The ledger's rows of whole files and members, from those of their pieces."""
    named = {job.name: job for job in jobs}
    by_place: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        by_place.setdefault((row["path"], row["member"]), []).append(row)
    for (path, _), pieces in sorted(by_place.items()):
        last = max(pieces, key=lambda row: row["resume_at"])
        whole = last | {name: sum(row[name] for row in pieces) for name in ("records", "seconds")}
        if len(pieces) > 1:
            whole["notes"] = _added_up(row["notes"] for row in pieces)
        if last["resume_at"] and not last["resume_sha256"]:
            is_all = last["resume_at"] == named[path].size
            whole["resume_sha256"] = last["sha256"] if is_all else prefix_digest(named[path].path, last["resume_at"])
        yield whole


def _added_up(notes: Iterable[str]) -> str:
    """Notes with their counts, of several pieces together."""
    counts: Counter[str] = Counter()
    for text in notes:
        for part in text.split("; ") if text else ():
            note, _, count = part.rpartition(": ")
            counts[note] += int(count)
    return "; ".join(f"{note}: {count}" for note, count in sorted(counts.items()))
