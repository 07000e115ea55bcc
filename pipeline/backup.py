"""A copy of the store and of what people added to it, whole and checked; and the store written afresh."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

from pipeline.database import check_database, is_there
from pipeline.errors import UsageError
from pipeline.lake import is_lake, read_manifest
from pipeline.lake.manifest import write_manifest
from pipeline.people import people_file
from pipeline.publishing import writing
from pipeline.reviews import reviews_file


def backup(db: Path, out: Path) -> int:
    """Copy the published store and what people added beside it, names and reviews, to `out`; the bytes copied.

    An ingest that is under way is not in it: it works on a copy of its own. UsageError for a store that is none, or an
    `out` that exists.
    """
    if not is_there(db):
        raise UsageError(f"no database {db}: there is nothing to back up")
    check_database(db, to_write=True)
    if is_lake(db) != is_lake(out):
        raise UsageError(f"{out}: a lake is copied to a folder whose name ends in .lake, a database to a file")
    if is_lake(db) and out.resolve().is_relative_to(db.resolve()):
        raise UsageError(f"{out} lies in the lake itself: name another place")
    for path in (out, people_file(out), reviews_file(out)):
        if path.exists():
            raise UsageError(f"{path} exists already: name another file")
    pairs = [(db, out)]
    pairs += [(beside(db), beside(out)) for beside in (people_file, reviews_file) if beside(db).exists()]
    copied = 0
    for source, target in pairs:
        work = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            copied += _copy(source, work)
            os.replace(work, target)
        except OSError as error:
            raise UsageError(f"cannot write {target}: {error.strerror or error}") from error
        finally:
            shutil.rmtree(work, ignore_errors=True) if work.is_dir() else work.unlink(missing_ok=True)
    check_database(out, to_write=True)
    return copied


def _copy(source: Path, work: Path) -> int:
    """Copy a file, or a lake without the files of the state before; the bytes copied."""
    if not source.is_dir():
        shutil.copyfile(source, work)
        return work.stat().st_size
    manifest = read_manifest(source)
    for name in manifest.files:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, work / name)
    write_manifest(work, replace(manifest, before=[]))  # not that of the source, which may have changed meanwhile
    return _size(work)


def compact(db: Path) -> tuple[int, int]:
    """Write the store afresh; its bytes before and after. UsageError for a store that is none."""
    if not is_there(db):
        raise UsageError(f"no database {db}: there is nothing to write afresh")
    before = _size(db)
    with writing(db, compact=True):
        pass
    return before, _size(db)


def _size(db: Path) -> int:
    files = [path for path in db.rglob("*") if path.is_file()] if db.is_dir() else [db]
    return sum(path.stat().st_size for path in files)
