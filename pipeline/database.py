"""What a store of ours is, for its writer and its reader."""

from pathlib import Path

import duckdb

from pipeline.errors import UsageError

SCHEMA_VERSION = 2


TABLES = {"meta", "files", "sources", "rejects", "deals", "findings", "matches", "rulesets"}


def check_database(path: Path) -> None:
    """UsageError if the file at `path` is no klaverlog store or was written by a newer version."""
    if path.is_dir():
        raise UsageError(f"the database {path} is no file: it is a folder")
    try:
        # Resolved: a name such as "s3:x" must not be taken for an address.
        with duckdb.connect(str(path.resolve()), read_only=True) as connection:
            tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
            rows = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchall()
            version = int(rows[0][0])
    except (duckdb.Error, RuntimeError, IndexError, TypeError, ValueError) as error:
        kind = "in use by another program" if "set lock" in str(error) else "not a klaverlog database"
        raise UsageError(f"{path} is {kind}") from error
    if version > SCHEMA_VERSION:
        raise UsageError(f"{path} has schema {version}, written by a newer klaverlog; this one reads up to {SCHEMA_VERSION}")
    if version < SCHEMA_VERSION:
        raise UsageError(f"{path} has schema {version}, written by an older klaverlog: ingest the logs into a new database")
    if not tables >= TABLES:
        raise UsageError(f"{path} is not a klaverlog database")
