"""Logs into the store: every record becomes a deal, a duplicate or a reject, and the accounts add up."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from pipeline.database import is_there
from pipeline.errors import UsageError
from pipeline.file_reader import FileReader
from pipeline.formats import Format
from pipeline.games import judge_games
from pipeline.intake import StoreIntake
from pipeline.jobs import STDIN, Asked, Job, from_stdin, held_now, plan, scratch_folder
from pipeline.logs import find_files, format_named, path_of, printable_path
from pipeline.people import load_people
from pipeline.publishing import bring_up_to_date, writing
from pipeline.queries import reading
from pipeline.rows import Row
from pipeline.rules_given import noted
from pipeline.stages import Stages
from pipeline.store import READING
from pipeline.warming import warm
from replay.readings import RulesInForce

PUBLISH_EVERY = 60.0
"""Seconds after which a long ingest publishes what it has read, whole files at a time."""

Progress = Callable[[str, int], None]
Tell = Callable[[str], None]


@dataclass
class Summary:
    """What an ingest did: files read and left alone, and the accounts of all that was read."""

    read: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)
    """Files of folders that are no logs by their names."""
    gone: list[str] = field(default_factory=list)
    """Files that were to be read again and are there no more."""
    unreadable: list[str] = field(default_factory=list)
    """Files that cannot be read any more, and why: what was read of them before stays."""
    records: int = 0
    deals: int = 0
    duplicates: int = 0
    rejects: int = 0
    added: int = 0
    """Records that were read now: fewer than `records` where files had only grown."""
    old_rejects: int = 0
    """Rejects of the files left alone."""
    unread_fields: Counter[str] = field(default_factory=Counter)
    """Names of fields that no record has, and in how many records they stand."""
    notes: list[str] = field(default_factory=list)
    """What a person should know of how files were read."""
    new_conflicts: int = 0
    """Records of other files that contradict what was read and did not contradict anything before."""
    seconds: float = 0.0
    stages: Stages = field(default_factory=Stages)
    """Where the time went."""


def _no_progress(name: str, done: int) -> None:
    pass


def _no_telling(message: str) -> None:
    pass


def ingest(
    paths: Sequence[Path],
    db: Path,
    rules: RulesInForce | None = None,
    format_name: str | None = None,
    progress: Progress = _no_progress,
    tell: Tell = _no_telling,
    *,
    retry: bool = False,
    may_be_empty: bool = False,
    cluster: str | None = None,
) -> Summary:
    """Read log files, folders, patterns and standard input ("-") into the store at `db`.

    Files that are in it unchanged are left alone, with `retry` only those without rejects; `retry` without paths looks
    again at every file of the store that has rejects. `rules` are for records that name none. `progress` hears a file's
    name and the bytes read so far of all, `tell` what a person should know. UsageError for a path, format or database
    that cannot be used; nothing is changed then. With `may_be_empty` paths may name no log (yet). `cluster` is
    the address of a Dask cluster whose workers read the files, or "local".
    """
    started = time.monotonic()
    known = format_named(format_name)
    asked = Asked(noted(rules), format_name, retry=retry)
    summary = Summary()
    bring_up_to_date(db, tell)
    ledger = _ledger(db)
    if retry and not paths:
        if not is_there(db):
            raise UsageError(f"no database {db}: there is nothing to try again")
        paths = [path_of(name) for name in dict.fromkeys(row["path"] for row in ledger if row["rejects"])]
        summary.gone = [str(path) for path in paths if not path.is_file()]
        paths = [path for path in paths if path.is_file()]
    found = find_files([path for path in paths if path != STDIN], may_be_empty=may_be_empty)
    summary.left_alone = [str(path) for path in found.left_alone]
    with scratch_folder() as folder:
        with summary.stages.stage("look"), warm(_unknown(found.files, ledger), _way_to_get_ready(cluster)):
            planned = plan(found.files, ledger, asked)
        summary.unchanged, summary.unreadable = planned.unchanged, planned.unreadable
        if STDIN in paths:
            planned.todo.append(from_stdin(Path(folder)))
        if cluster is None:
            read_jobs(planned.todo, db, asked, rules, known, summary, progress, tell)
        elif planned.todo:
            from pipeline.cluster import read_jobs_on_cluster

            read_jobs_on_cluster(planned.todo, db, asked, known, summary, progress, tell, cluster)
    _add_accounts(summary, db, ledger)
    summary.seconds = time.monotonic() - started
    return summary


def _way_to_get_ready(cluster: str | None) -> Callable[[], None] | None:
    """How to get ready for a cluster to read, None if none does."""
    if cluster is None:
        return None
    from pipeline.cluster import get_ready

    return partial(get_ready, cluster)


def _unknown(files: Sequence[Path], ledger: Sequence[Row]) -> list[Path]:
    """The files that the store does not hold as they are, going by size and time."""
    held = {(row["path"], row["bytes"], row["mtime_ns"]) for row in ledger}
    found = [(path, path.stat()) for path in files if path.is_file()]
    return [path for path, stat in found if (printable_path(path), stat.st_size, stat.st_mtime_ns) not in held]


def read_jobs(
    jobs: Sequence[Job],
    db: Path,
    asked: Asked,
    rules: RulesInForce | None,
    known: Format | None,
    summary: Summary,
    progress: Progress,
    tell: Tell,
) -> None:
    """Read files into the store, published whole files at a time whenever PUBLISH_EVERY seconds have gone by."""
    waiting, done = list(jobs), 0
    while waiting:
        with summary.stages.stage("publish"), writing(db, tell) as store, contextlib.ExitStack() as stack:
            begun = time.monotonic()
            stack.enter_context(store.holding(READING))
            intake = stack.enter_context(contextlib.closing(StoreIntake(store, summary.stages, tell)))
            held = set(held_now(store, waiting))  # another ingest may have read some while this one waited
            people = load_people(db)  # whoever was forgotten while this one waited or worked is known now
            while waiting:
                job = waiting.pop(0)
                job = replace(job, is_held=job.name in held)
                reader = FileReader(intake, job, asked.rules_given, rules, people)
                reader.read(known, partial(_report, progress, job.name, done))
                done += job.size
                summary.added += reader.added
                summary.unread_fields.update(reader.unread_fields)
                summary.read.append(job.name)
                if time.monotonic() - begun >= PUBLISH_EVERY:
                    break
            games = intake.finish()
            judge_games(store, games)


def _report(progress: Progress, name: str, before: int, at: int) -> None:
    progress(name, before + at)


def _ledger(db: Path) -> list[Row]:
    if not is_there(db):
        return []
    with reading(db, with_views=False) as store:
        return store.ledger()


def _add_accounts(summary: Summary, db: Path, before: Sequence[Row]) -> None:
    if not is_there(db):
        return
    read, unchanged = set(summary.read), set(summary.unchanged)
    old, new = Counter[str](), Counter[str]()
    for row in before:
        old[row["path"]] += row["rejects"]
    with reading(db, with_views=False) as store:
        for row in store.ledger():
            if row["path"] in read:
                for name in ("records", "deals", "duplicates", "rejects"):
                    setattr(summary, name, getattr(summary, name) + row[name])
                summary.notes += [f"{row['path']}: {row['notes']}"] if row["notes"] else []
                continue
            summary.old_rejects += row["rejects"] if row["path"] in unchanged else 0
            new[row["path"]] += row["rejects"]
    summary.new_conflicts = sum(max(0, count - old[path]) for path, count in new.items())
