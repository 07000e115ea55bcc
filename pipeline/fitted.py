"""Luck and strength as found, in a small database of its own beside the store, with the data they were found from."""

import contextlib
import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from pipeline import __version__
from pipeline.store import sql_files

if TYPE_CHECKING:
    import pyarrow as pa

    from pipeline.strength.fit import Strength

VERSION = 1
"""Of the tables and of what they mean; others are found anew."""
TABLES = ("about", "luck", "strength", "pairs", "course")


def fitted_path(db: Path) -> Path:
    """Where the models of a store lie."""
    db = db.resolve()
    return db.with_name(f"{db.name}.models")


def write_fitted(db: Path, strength: "Strength", seen: str, **about: object) -> None:
    """Put what was found beside a store, whole; `seen` tells which data it was found from."""
    from pipeline.strength.tables import tables_of

    path = fitted_path(db)
    work = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        work.unlink(missing_ok=True)
        with duckdb.connect(str(work)) as connection:
            for text in sql_files("fitted").values():
                connection.execute(text).fetchall()
            for name, table in tables_of(strength).items():
                _insert(connection, name, table)
            notes = {"version": VERSION, "program": __version__, "seen": seen, "fitted_at": _now(), **about}
            for name, value in notes.items():
                connection.execute("INSERT INTO about VALUES (?, ?)", [name, str(value)]).fetchall()
        os.replace(work, path)
    finally:
        for left in (work, work.with_name(work.name + ".wal")):
            left.unlink(missing_ok=True)


def remove_fitted(db: Path) -> None:
    """Drop what was found: it holds names."""
    fitted_path(db).unlink(missing_ok=True)


def _insert(connection: duckdb.DuckDBPyConnection, name: str, table: "pa.Table") -> None:
    connection.register("found", table)
    connection.execute(f'INSERT INTO "{name}" BY NAME SELECT * FROM found').fetchall()
    connection.unregister("found")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def attach_fitted(connection: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Make the tables of what was found readable beside a store's as luck, strength, pairs, course and about.

    They are empty where nothing was found yet, or by another version.
    """
    path = fitted_path(db)
    name = "fitted_" + hashlib.sha256(os.fsencode(path)).hexdigest()[:8]
    is_there = False
    if path.is_file():
        with contextlib.suppress(duckdb.Error):
            place = str(path).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
            connection.execute(f"ATTACH IF NOT EXISTS '{place}' AS {name} (READ_ONLY)").fetchall()
            found: Any = connection.execute(f"SELECT value FROM {name}.about WHERE name = 'version'").fetchall()
            is_there = found == [(str(VERSION),)]
    if is_there:
        for table in TABLES:
            connection.execute(f"CREATE OR REPLACE TEMP VIEW {table} AS FROM {name}.main.{table}").fetchall()
        return
    for statement in _statements(sql_files("fitted").values()):
        connection.execute(statement.replace("CREATE TABLE", "CREATE OR REPLACE TEMP TABLE", 1)).fetchall()


def _statements(texts: Any) -> list[str]:
    return [one for text in texts for one in text.split(";\n") if one.strip().startswith("CREATE TABLE")]
