"""What workers make of pieces, gathered into the store: whatever happens to workers, each piece counts once."""

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from pipeline.cluster.parts import part_files
from pipeline.cluster.pieces import Piece, cut
from pipeline.cluster.worker import Done, read_piece
from pipeline.errors import UsageError
from pipeline.formats import Format
from pipeline.games import judge_games
from pipeline.intake import StoreIntake
from pipeline.jobs import Asked, Job, prefix_digest
from pipeline.logs import path_of
from pipeline.people import load_people
from pipeline.publishing import writing
from pipeline.warming import load

if TYPE_CHECKING:
    from pipeline.ingest import Summary

LOCAL = "local"
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
    folder = db.resolve().with_name(f".{db.name}.parts")
    jobs = [replace(job, resume=None) for job in jobs]
    with summary.stages.stage("publish"), writing(db, tell) as store, contextlib.closing(
        StoreIntake(store, summary.stages, tell)
    ) as intake:  # fmt: skip
        folder.mkdir(exist_ok=True)
        people = load_people(db)
        for job in jobs:
            if job.is_held:
                intake.retract(job.name, 0)
        task = partial(read_piece, folder=folder, given=asked.rules_given, format_name=asked.format_name, people=people)
        pieces = [piece for job in jobs for piece in cut(replace(job, is_held=False), known)]
        rows: list[dict[str, Any]] = []
        read = 0
        for done in _run(task, pieces, address, summary):
            parts = part_files(done.folder)
            rows += _rows(parts.pop("files"))
            with summary.stages.stage("insert"):
                store.add_parts(parts)
            summary.unread_fields.update(done.unread_fields)
            read += done.piece.size
            progress(done.piece.job.name, read)
        files = list(_whole_files(rows, jobs))
        store.add_files(files)
        summary.read += [job.name for job in jobs]
        summary.added += sum(row["records"] for row in files)
        judge_games(store, intake.finish())
    shutil.rmtree(folder, ignore_errors=True)


def _run(task: Callable[[Piece], Done], pieces: Sequence[Piece], address: str, summary: "Summary") -> Iterator[Done]:
    """What comes of each piece, once, as it is done."""
    if not pieces:
        return
    from distributed import as_completed

    with _client(address) as client:
        futures = client.map(task, pieces, pure=False, retries=RETRIES)
        waiting = as_completed(futures)
        while True:
            with summary.stages.stage("wait"):
                future = next(waiting, None)
            if future is None:
                return
            try:
                done = future.result()
            except Exception as error:  # whatever a worker met with; it is named, and nothing is published
                raise UsageError(f"the cluster gave up: {type(error).__name__}: {str(error)[:300]}") from error
            future.release()
            yield done


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of the cluster at an address, or of one of processes on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError("--cluster needs Dask: pip install 'klaverlog[cluster]'") from error
    if address == LOCAL:
        load()  # compiled once here, not once in every process
        workers = int(os.environ.get("KLAVERLOG_WORKERS") or os.cpu_count() or 1)
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0") as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"no cluster at {address}: {str(error)[:200]}") from error
    with client:
        yield client


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def _whole_files(rows: Iterable[dict[str, Any]], jobs: Sequence[Job]) -> Iterator[dict[str, Any]]:
    """The ledger's rows of whole files and members, from those of their pieces."""
    sizes = {job.name: job.size for job in jobs}
    by_place: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        by_place.setdefault((row["path"], row["member"]), []).append(row)
    for (path, _), pieces in sorted(by_place.items()):
        last = max(pieces, key=lambda row: row["resume_at"])
        whole = last | {name: sum(row[name] for row in pieces) for name in ("records", "seconds")}
        if len(pieces) > 1:
            whole["notes"] = _added_up(row["notes"] for row in pieces)
        if last["resume_at"] and not last["resume_sha256"]:
            is_all = last["resume_at"] == sizes[path]
            whole["resume_sha256"] = last["sha256"] if is_all else prefix_digest(path_of(path), last["resume_at"])
        yield whole


def _added_up(notes: Iterable[str]) -> str:
    """Notes with their counts, of several pieces together."""
    counts: Counter[str] = Counter()
    for text in notes:
        for part in text.split("; ") if text else ():
            note, _, count = part.rpartition(": ")
            counts[note] += int(count)
    return "; ".join(f"{note}: {count}" for note, count in sorted(counts.items()))
