"""Luck and strength as found, in a small database of its own beside the store, with the data they were found from."""

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from pipeline import __version__
from pipeline.errors import UsageError

if TYPE_CHECKING:
    import pyarrow as pa

    from pipeline.strength.fit import Strength

VERSION = 1
"""Of the tables and of what they mean; others are found anew."""
FOUND = ("luck", "strength", "pairs", "course")
"""Tables that are found, and read like those of the store."""
TABLES = ("about", *FOUND)
HEADER_BYTES = 3 * 4096
"""What DuckDB writes before the first block of a file."""


def fitted_path(db: Path) -> Path:
    """Where the models of a store lie."""
    db = db.resolve()
    return db.with_name(f"{db.name}.models")


def write_fitted(db: Path, strength: "Strength", seen: str, holds: Callable[[], bool], **about: object) -> bool:
    """Put what was found beside a store, whole; `seen` tells which data it was found from.

    Nothing is written, and the answer is False, where by `holds` the store has changed meanwhile: a name that somebody
    had forgotten must not come back.
    """
    from pipeline.store import sql_files
    from pipeline.strength.tables import tables_of

    path = fitted_path(db)
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"cannot write {path}: {'it is a folder' if path.is_dir() else 'the folder cannot be written to'}")
    with _alone(path):
        work = path.with_name(f".{path.name}.part")
        with duckdb.connect(str(work)) as connection:
            for text in sql_files("fitted").values():
                connection.execute(text).fetchall()
            for name, table in tables_of(strength).items():
                _insert(connection, name, table)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            notes = {"version": VERSION, "program": __version__, "seen": seen, "fitted_at": now, **about}
            for name, value in notes.items():
                connection.execute("INSERT INTO about VALUES (?, ?)", [name, str(value)]).fetchall()
        if not holds():
            return False
        os.replace(work, path)
    return True


def remove_fitted(db: Path) -> None:
    """Drop what was found, and what a run that was killed left of it: it holds names."""
    path = fitted_path(db)
    if path.parent.is_dir() and os.access(path.parent, os.W_OK):
        with _alone(path):
            if path.is_file():
                path.unlink()


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else writes or removes what was found; parts left by a killed run are gone before and after."""
    parts = [path.with_name(f".{path.name}.part{ending}") for ending in ("", ".wal")]
    with path.with_name(f".{path.name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            for part in parts:
                part.unlink(missing_ok=True)
            yield
        finally:
            for part in parts:
                part.unlink(missing_ok=True)


def _insert(connection: duckdb.DuckDBPyConnection, name: str, table: "pa.Table") -> None:
    connection.register("found", table)
    connection.execute(f'INSERT INTO "{name}" BY NAME SELECT * FROM found').fetchall()
    connection.unregister("found")


def attach_fitted(connection: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Make the tables of what was found readable beside a store's as luck, strength, pairs, course and about.

    They are empty where nothing was found yet, or by another version, or where the file is damaged.
    """
    path = fitted_path(db)
    mark = f"{path} {path.stat().st_mtime_ns}" if path.is_file() else ""
    name = "fitted_" + hashlib.sha256(os.fsencode(mark)).hexdigest()[:8]
    expected = _make_empty(connection)
    if path.is_file() and _is_whole(connection, path, name, expected):
        for table in TABLES:
            connection.execute(f"DROP TABLE temp.main.{table}").fetchall()
            connection.execute(f"CREATE TEMP VIEW {table} AS FROM {name}.main.{table}").fetchall()


def _make_empty(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[str, str]]]:
    """Make the tables without any row; their columns and types."""
    from pipeline.store import sql_files

    statements = [one for text in sql_files("fitted").values() for one in text.split(";\n")]
    for statement in statements:
        if statement.strip().startswith("CREATE TABLE"):
            connection.execute(statement.replace("CREATE TABLE", "CREATE OR REPLACE TEMP TABLE", 1)).fetchall()
    return {table: _columns(connection, f"temp.main.{table}") for table in TABLES}


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> list[tuple[str, str]]:
    return [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {table}").fetchall()]


def _is_whole(connection: duckdb.DuckDBPyConnection, path: Path, name: str, expected: dict[str, list[tuple[str, str]]]) -> bool:
    """Attach what was found; whether it is of this version, with all its tables, and not cut off."""
    try:
        place = str(path).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
        connection.execute(f"ATTACH IF NOT EXISTS '{place}' AS {name} (READ_ONLY)").fetchall()
        size = "SELECT block_size * total_blocks FROM pragma_database_size() WHERE database_name = ?"
        blocks: Any = connection.execute(size, [name]).fetchall()
        about = dict(connection.execute(f"FROM {name}.main.about").fetchall())
        return (
            blocks[0][0] + HEADER_BYTES <= path.stat().st_size
            and about.get("version") == str(VERSION)
            and {"seen", "fitted_at", "unfinished", "deals", "counted"} <= about.keys()
            and all(_columns(connection, f"{name}.main.{table}") == columns for table, columns in expected.items())
        )
    except duckdb.Error:
        return False
