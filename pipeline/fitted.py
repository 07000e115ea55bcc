"""What was found in a store's deals: luck and strength, seats and sums ready to read, in a database of its own beside it."""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from pipeline import __version__
from pipeline.errors import UsageError

if TYPE_CHECKING:
    import pyarrow as pa

    from pipeline.queries import Reader
    from pipeline.strength.fit import Strength

VERSION = 3
"""Of the tables and of what they mean; others are found anew."""
FOUND = ("luck", "strength", "pairs", "course")
"""Tables that are found, and read like those of the store."""
TABLES = ("about", *FOUND, "population")
HEADER_BYTES = 3 * 4096
"""What DuckDB writes before the first block of a file."""


def fitted_path(db: Path) -> Path:
    """Where the models of a store lie."""
    db = db.resolve()
    return db.with_name(f"{db.name}.models")


def seen_by(connection: duckdb.DuckDBPyConnection) -> str:
    """What tells the data of a store from others: its deals, by which rules and program they were judged, and who is whom."""
    told = [
        connection.execute(f"{query} ORDER BY ALL").fetchall()
        for query in (
            "FROM meta",
            "SELECT DISTINCT rules_given, version FROM files",
            "SELECT rules, custom FROM rulesets",
            "FROM aliases",
        )
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


@contextlib.contextmanager
def writing_fitted(db: Path) -> Iterator[Path]:
    """A file to put what was found into; it lies beside the store, whole, once `keep_fitted` was called within."""
    path = fitted_path(db)
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"cannot write {path}: {'it is a folder' if path.is_dir() else 'the folder cannot be written to'}")
    with _alone(path):
        yield path.with_name(f".{path.name}.part")


def put_strength(work: Path, strength: "Strength", **about: object) -> None:
    """Write luck and strength as found into an empty file, and what is to be known about them."""
    from pipeline.sql_files import sql_files
    from pipeline.strength.tables import tables_of

    with duckdb.connect(str(work)) as connection:
        for text in sql_files("fitted").values():
            connection.execute(text).fetchall()
        for name, table in tables_of(strength).items():
            _insert(connection, name, table)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        notes = {"version": VERSION, "program": __version__, "made_of": _made_of(), "fitted_at": now, **about}
        for name, value in notes.items():
            connection.execute("INSERT INTO about VALUES (?, ?)", [name, str(value)]).fetchall()


def put_population(work: Path, population: "pa.Table") -> None:
    """Write the sums of everybody beside what was found."""
    with duckdb.connect(str(work)) as connection:
        _insert(connection, "population", population)


def keep_fitted(db: Path, work: Path, *, is_whole: bool = True) -> None:
    """Put a file in place of what lay beside the store, or a copy of it if more will be written to it."""
    if not is_whole:
        copy = work.with_name(f"{work.name}.copy")
        shutil.copyfile(work, copy)
        work = copy
    os.replace(work, fitted_path(db))


def chose_unfinished(db: Path) -> bool:
    """Whether unfinished games were to count when luck and strength were last looked for, by whatever version."""
    path = fitted_path(db)
    if not path.is_file():
        return False
    try:
        with duckdb.connect() as connection:
            place = str(path).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
            connection.execute(f"ATTACH '{place}' AS found (READ_ONLY)").fetchall()
            return connection.execute("SELECT value FROM found.about WHERE name = 'unfinished'").fetchall() == [("True",)]
    except (duckdb.Error, RuntimeError):  # it is damaged, or none of ours
        return False


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
    parts = [path.with_name(f".{path.name}.part{ending}") for ending in ("", ".wal", ".copy")]
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


def attach_fitted(connection: duckdb.DuckDBPyConnection, path: Path, into: str = "TEMP") -> bool:
    """Make the tables of what was found readable beside a store's as luck, strength, pairs, course, population and about.

    They are made in the schema `into`, which is looked at before that of the store, or among what is TEMP.

    They are empty where nothing was found yet, or by another version, or where the file is damaged. If the store is still
    as it was, its seats are read from there too, under their own name: many times faster than from the deals. Whether
    they are.
    """
    mark = f"{path} {path.stat().st_mtime_ns}" if path.is_file() else ""
    name = "fitted_" + hashlib.sha256(os.fsencode(mark)).hexdigest()[:8]
    expected = _make_empty(connection, into)
    about = _whole(connection, path, name, expected) if path.is_file() else {}
    if not about:
        return False
    is_current = about.get("seen") == seen_by(connection) and about.get("made_of") == _made_of()
    for table in TABLES:
        if is_current or table != "population":
            connection.execute(f"DROP TABLE {_place(into, table)}").fetchall()
            connection.execute(f"{_create(into, 'VIEW', table)} AS FROM {name}.main.{table}").fetchall()
    if not is_current or not _has_seats(connection, name):
        return False
    connection.execute(f"{_create(into, 'VIEW', 'seats')} AS FROM {name}.main.seats").fetchall()
    connection.execute(f"{_create(into, 'MACRO', 'seats_among')}(names) AS TABLE {_SEATS_AMONG}").fetchall()
    return True


def _create(into: str, kind: str, name: str = "") -> str:
    """The beginning of a statement: what is TEMP has a word of its own."""
    return f"CREATE OR REPLACE TEMP {kind} {name}" if into == "TEMP" else f"CREATE OR REPLACE {kind} {into}.{name}"


def _place(into: str, name: str) -> str:
    return f"temp.main.{name}" if into == "TEMP" else f"{into}.{name}"


def _has_seats(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    found = "SELECT count(*) FROM duckdb_tables() WHERE database_name = ? AND table_name = 'seats'"
    return connection.execute(found, [name]).fetchall() == [(1,)]


_SEATS_AMONG = """
SELECT * FROM seats
WHERE names IS NULL OR player IN names OR partner IN names OR left_opponent IN names OR right_opponent IN names
"""
"""As the store's own, for names as aliases have them."""


@cache
def _made_of() -> str:
    """What tells the SQL of seats and statistics from that of another version of the program."""
    from pipeline.sql_files import sql_files

    texts = [text for folder in ("views", "statistics") for text in sql_files(folder).values()]
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:32]


def put_seats(reader: "Reader", work: Path) -> None:
    """Write the rows of the view `seats` beside what was found, those of a player together: most questions are about one."""
    place = str(work).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
    for statement in (
        f"ATTACH '{place}' AS work (READ_WRITE)",
        "CREATE TABLE work.main.seats AS FROM seats ORDER BY player",
        "DETACH work",
    ):
        reader.execute(statement)


def _make_empty(connection: duckdb.DuckDBPyConnection, into: str) -> dict[str, list[tuple[str, str]]]:
    """Make the tables without any row; their columns and types."""
    from pipeline.sql_files import sql_files

    statements = [one for text in sql_files("fitted").values() for one in text.split(";\n")]
    for statement in statements:
        if statement.strip().startswith("CREATE TABLE"):
            connection.execute(statement.replace("CREATE TABLE ", _create(into, "TABLE"), 1)).fetchall()
    return {table: _columns(connection, _place(into, table)) for table in TABLES}


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> list[tuple[str, str]]:
    return [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {table}").fetchall()]


def _whole(
    connection: duckdb.DuckDBPyConnection, path: Path, name: str, expected: dict[str, list[tuple[str, str]]]
) -> dict[str, str]:
    """Attach what was found; what is to be known about it, nothing if it is of another version, lacks a table or is cut off."""
    try:
        place = str(path).replace("'", "''")  # no data of a log, and ATTACH takes no parameter
        connection.execute(f"ATTACH IF NOT EXISTS '{place}' AS {name} (READ_ONLY)").fetchall()
        size = "SELECT block_size * total_blocks FROM pragma_database_size() WHERE database_name = ?"
        blocks: Any = connection.execute(size, [name]).fetchall()
        about = dict(connection.execute(f"FROM {name}.main.about").fetchall())
        is_whole = (
            blocks[0][0] + HEADER_BYTES <= path.stat().st_size
            and about.get("version") == str(VERSION)
            and {"seen", "fitted_at", "unfinished", "deals", "counted"} <= about.keys()
            and all(_columns(connection, f"{name}.main.{table}") == columns for table, columns in expected.items())
        )
    except duckdb.Error:
        return {}
    return about if is_whole else {}
