"""A copy of the store and of what people added to it, whole and checked."""

import os
import shutil
from pathlib import Path

from pipeline.database import check_database
from pipeline.errors import UsageError
from pipeline.people import people_file


def backup(db: Path, out: Path) -> int:
    """Copy the published store and the file of people beside it to `out`; the bytes copied.

    An ingest that is under way is not in it: it works on a copy of its own. UsageError for a store that is none, or an
    `out` that exists.
    """
    if not db.exists():
        raise UsageError(f"no database {db}: there is nothing to back up")
    check_database(db, to_write=True)
    for path in (out, people_file(out)):
        if path.exists():
            raise UsageError(f"{path} exists already: name another file")
    pairs = [(db, out)]
    if people_file(db).exists():
        pairs.append((people_file(db), people_file(out)))
    copied = 0
    for source, target in pairs:
        work = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            shutil.copyfile(source, work)
            copied += work.stat().st_size
            os.replace(work, target)
        except OSError as error:
            raise UsageError(f"cannot write {target}: {error.strerror or error}") from error
        finally:
            work.unlink(missing_ok=True)
    check_database(out, to_write=True)
    return copied
