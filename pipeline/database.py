"""What a store of ours is, for its writer and its reader."""

import contextlib
import os
import re
import tempfile
from pathlib import Path

import duckdb

from pipeline.errors import UsageError
from pipeline.lake import is_empty, is_lake, read_manifest

SCHEMA_VERSION = 5


TABLES = {"meta", "files", "sources", "rejects", "deals", "findings", "matches", "rulesets", "aliases"}


FIRST_TABLES = {"meta", "files", "sources", "rejects", "deals", "findings"}
"""Tables of the first schema: a store of any later one has them too."""


def is_there(path: Path) -> bool:
    """Whether anything is at a path that could be a store; an empty folder for a lake to be is nothing yet."""
    return path.exists() and not (is_lake(path) and is_empty(path))


def check_database(path: Path, *, to_write: bool = False) -> int:
    """The schema of the store at `path`.

    UsageError if it is no store of klaverlog, or was written by a newer version; an older one can only be written, which
    brings it up to date.
    """
    if is_lake(path):
        version = read_manifest(path).schema_version
        if version != SCHEMA_VERSION:
            whose = "a newer klaverlog" if version > SCHEMA_VERSION else "an older klaverlog"
            raise UsageError(f"{path} has schema {version}, written by {whose}; this one has {SCHEMA_VERSION}")
        return version
    connection, version = open_database(path, to_write=to_write)
    connection.close()
    return version


def open_database(path: Path, *, to_write: bool = False) -> tuple[duckdb.DuckDBPyConnection, int]:
    """A store that is one file, open for reading, and its schema; errors as with `check_database`."""
    if path.is_dir():
        raise UsageError(f"the database {path} is no file: it is a folder")
    with contextlib.ExitStack() as stack:
        try:
            # Resolved: a name such as "s3:x" must not be taken for an address.
            connection = stack.enter_context(duckdb.connect(str(path.resolve()), read_only=True))
            tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
            rows = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchall()
            version = int(rows[0][0])
        except (duckdb.Error, RuntimeError, IndexError, TypeError, ValueError) as error:
            holder = re.search(r"PID (\d+)", str(error))
            by = f"the program with process number {holder[1]}" if holder else "another program"
            kind = f"in use by {by}: close it there" if "set lock" in str(error) else "not a klaverlog database"
            raise UsageError(f"{path} is {kind}") from error
        _check_schema(path, version, tables, to_write=to_write)
        stack.pop_all()
    return connection, version


def _check_schema(path: Path, version: int, tables: set[str], *, to_write: bool) -> None:
    """UsageError for a schema that cannot be read, or written, by this version."""
    if version > SCHEMA_VERSION:
        raise UsageError(f"{path} has schema {version}, written by a newer klaverlog; this one reads up to {SCHEMA_VERSION}")
    if not tables >= (TABLES if version == SCHEMA_VERSION else FIRST_TABLES):
        raise UsageError(f"{path} is not a klaverlog database")
    if version < SCHEMA_VERSION and not to_write:
        message = f"{path} has schema {version}, written by an older klaverlog; this one has {SCHEMA_VERSION}"
        raise UsageError(f"{message}: klaverlog rebuild --db {path} brings it up to date")


def in_memory(path: Path) -> duckdb.DuckDBPyConnection:
    """A database in memory that the store at `path` can be read through; what does not fit goes to a folder beside that.

    To one of the system where nothing may be written there; the folder one happens to work in is no place for it.
    """
    beside = path.resolve().with_name(f".{path.resolve().name}.tmp")
    place = beside if os.access(beside.parent, os.W_OK) else Path(tempfile.gettempdir()) / beside.name
    return duckdb.connect(config={"temp_directory": str(place)})
