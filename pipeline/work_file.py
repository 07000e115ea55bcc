"""The file that a change to a store is worked out in, and the one that a new store begins as."""

import contextlib
import hashlib
import os
import shutil
from pathlib import Path

import duckdb

from pipeline.database import SCHEMA_VERSION, check_database
from pipeline.errors import UsageError
from pipeline.lake.views import literal
from pipeline.sql_files import sql_files
from pipeline.store_views import make_views, views_digest
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

    One is kept in the user's cache folder, of which all others are copies: DuckDB takes half a second to make the views.
    """
    kept = user_cache() / f"empty-{_digest()}.duckdb"
    if _copied(kept, path):
        return
    with opened(path) as connection:
        for text in sql_files("schema").values():
            connection.execute(text).fetchall()
        connection.execute("INSERT INTO meta VALUES ('schema_version', ?)", [str(SCHEMA_VERSION)]).fetchall()
        make_views(connection)
    beside = kept.with_name(f".{kept.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # a cache that cannot be written is none
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, beside)
        os.replace(beside, kept)


def _copied(kept: Path, path: Path) -> bool:
    """Whether a store in the cache is there, whole, and now at `path` too."""
    try:
        shutil.copyfile(kept, path)
        return check_database(path) == SCHEMA_VERSION
    except (OSError, UsageError):
        path.unlink(missing_ok=True)
        return False


def _digest() -> str:
    """What tells an empty store of this program and this DuckDB from others."""
    schema = "".join(sql_files("schema").values())
    made_of = f"{schema}\0{views_digest()}\0{SCHEMA_VERSION}\0{ROWS_IN_A_GROUP}\0{duckdb.__version__}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]
