"""What a store of ours is, for its writer and its reader."""

from pathlib import Path

import duckdb

from pipeline.errors import UsageError

SCHEMA_VERSION = 1


def check_database(path: Path) -> None:
    """UsageError if the file at `path` is no klaverlog store or was written by a newer version."""
    if path.is_dir():
        raise UsageError(f"the database {path} is no file: it is a folder")
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            rows = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchall()
            version = int(rows[0][0])
    except (duckdb.Error, IndexError, ValueError) as error:
        kind = "in use by another program" if "lock" in str(error).lower() else "not a klaverlog database"
        raise UsageError(f"{path} is {kind}") from error
    if version > SCHEMA_VERSION:
        raise UsageError(f"{path} has schema {version}, written by a newer klaverlog; this one reads up to {SCHEMA_VERSION}")
