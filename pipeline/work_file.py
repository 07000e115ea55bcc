"""The file that a change to a store is worked out in, and the one that a new store begins as."""

import contextlib
import hashlib
import os
import shutil
from pathlib import Path

import duckdb

from pipeline.database import SCHEMA_VERSION, TABLES
from pipeline.lake.views import literal
from pipeline.sql_files import sql_files
from pipeline.store_views import has_views, make_views, views_digest
from replay._compile import user_cache

WRITING: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "256MB",
    "write_buffer_row_group_count": 1,
    "threads": 1,
    "checkpoint_threshold": "1TB",
    "auto_checkpoint_skip_wal_threshold": 1 << 62,
}
"""Settings of a store that is written: what has been read goes to the file soon, so memory stays the same for any size.

Nothing is made compact before the end, so that rows keep their numbers until then.
"""
ROWS_IN_A_GROUP = 40_960
"""Rows that DuckDB compresses and writes at a time, a third of what it does by itself: fewer are held until then, and who
gives it rows waits for a third as long. The file is 2 % larger."""


def opened(path: Path) -> duckdb.DuckDBPyConnection:
    """A database to write, called `work`; what does not fit into memory goes to a folder beside it."""
    connection = duckdb.connect(config=WRITING | {"temp_directory": f"{path}.tmp"})
    try:
        connection.execute(f"ATTACH {literal(path)} AS work (ROW_GROUP_SIZE {ROWS_IN_A_GROUP:d})").fetchall()
        connection.execute("USE work").fetchall()
    except duckdb.Error:
        connection.close()
        raise
    return connection


def make_store(path: Path) -> None:
    """Make a store that holds nothing yet.

    One is kept in the user's cache folder, of which others get their tables and views: to make these of their text takes
    DuckDB half a second. The file is not copied: DuckDB tells by a number in it which changes that were not finished, in
    a file beside, are its own.
    """
    kept = user_cache() / f"empty-{_digest()}.duckdb"
    if not _made_like(kept, path):
        path.unlink(missing_ok=True)
        with opened(path) as connection:
            for text in sql_files("schema").values():
                connection.execute(text).fetchall()
            make_views(connection)
        _keep(path, kept)
    with opened(path) as connection:
        connection.execute("INSERT INTO meta VALUES ('schema_version', ?)", [str(SCHEMA_VERSION)]).fetchall()


def _made_like(kept: Path, path: Path) -> bool:
    """Whether a store in the cache is there, whole, and what is at `path` now has the same tables and views."""
    if not kept.is_file():
        return False
    try:
        with opened(path) as connection:
            connection.execute(f"ATTACH {literal(kept)} AS kept (READ_ONLY)").fetchall()
            connection.execute("COPY FROM DATABASE kept TO work (SCHEMA)").fetchall()
            tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
            return tables >= TABLES and has_views(connection)
    except (duckdb.Error, RuntimeError):
        return False


def _keep(path: Path, kept: Path) -> None:
    """Put a copy of a store into the cache, from which only its tables and views are ever taken."""
    beside = kept.with_name(f".{kept.name}.{os.getpid()}")
    try:
        with contextlib.suppress(OSError):  # a cache that cannot be written is none
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, beside)
            os.replace(beside, kept)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _digest() -> str:
    """What tells an empty store of this program and this DuckDB from others."""
    schema = "".join(sql_files("schema").values())
    made_of = f"{schema}\0{views_digest()}\0{SCHEMA_VERSION}\0{ROWS_IN_A_GROUP}\0{duckdb.__version__}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]
