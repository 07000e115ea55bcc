"""A store that stays open for many readers while others publish new states of it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import duckdb

from pipeline.database import check_database, in_memory, is_there
from pipeline.errors import UsageError
from pipeline.fitted import attach_fitted, fitted_path
from pipeline.lake import MANIFEST, is_lake, open_lake
from pipeline.queries import Reader
from pipeline.store_views import see_to_views


def fingerprint(path: Path) -> str | None:
    """What tells one published state of a store, and of what was found of luck and strength, from another; None without one.

    A publication replaces the file, or the manifest of a lake, so that its number in the file system and its time change.
    """
    if not is_there(path):
        return None
    try:
        found = (path / MANIFEST if is_lake(path) else path).stat()
    except FileNotFoundError:  # a lake that is being made
        return None
    with contextlib.suppress(FileNotFoundError):
        return f"{_mark(found)} {_mark(fitted_path(path).stat())}"
    return _mark(found)


def _mark(found: os.stat_result) -> str:
    return f"{found.st_dev}-{found.st_ino}-{found.st_mtime_ns}-{found.st_size}"


LOOK_IN = "SET search_path = 'memory.main,store.main'"


class OpenStore:
    """One published state of a store, open for reading by any number of threads; UsageError if it cannot be read.

    It is attached to a database in memory of its own: opened by its path, a program that still has the state before open
    would get that again. Nobody who publishes a new state is kept waiting by it.
    """

    def __init__(self, path: Path) -> None:
        if not is_there(path):
            raise UsageError(f"no database {path}")
        check_database(path)
        self._path = path
        self._connection = in_memory(path)
        self._is_lake = is_lake(path)
        try:
            if self._is_lake:
                open_lake(self._connection, path)
            else:
                place = str(path.resolve()).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
                self._connection.execute(f"ATTACH '{place}' AS store (READ_ONLY)").fetchall()
                self._connection.execute(LOOK_IN).fetchall()
                # What all readers need is made once, beside the store.
                see_to_views(self._connection, "")
            self._has_seats = attach_fitted(self._connection, fitted_path(path), "memory.main")
        except duckdb.Error as error:
            self._connection.close()
            raise UsageError(f"{path} cannot be read: {str(error).splitlines()[0][:300]}") from error

    @contextlib.contextmanager
    def reader(self) -> Iterator[Reader]:
        """A reader for one thread."""
        with self._connection.cursor() as cursor:
            if not self._is_lake:
                cursor.execute(LOOK_IN).fetchall()
            yield Reader(cursor, self._path, self._has_seats)

    def close(self) -> None:
        """Let go of the files; readers that are still at work end theirs."""
        self._connection.close()
