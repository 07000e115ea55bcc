"""An ingest works on a copy beside the store and publishes it whole; whatever happens before, the store stays as it was."""

import contextlib
import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import duckdb

from pipeline.database import SCHEMA_VERSION, check_database, is_there
from pipeline.errors import UsageError
from pipeline.games import judge_games
from pipeline.lake import check_place, is_lake, load_lake, write_lake
from pipeline.lake.append import Append
from pipeline.lake.views import literal
from pipeline.people import load_people
from pipeline.sql_files import sql_files
from pipeline.store import SETTLING, Store, make_macros
from pipeline.store_views import has_views, make_views
from pipeline.work_file import WRITING, make_store, opened

Aliases = list[tuple[str | None, str, str]]
_TOLD = (duckdb.IOException, duckdb.FatalException, duckdb.OutOfMemoryException, duckdb.TransactionException)
"""What DuckDB raises where a disk is full or memory is short, the last if it shows only when changes are committed."""
PATIENCE = 600.0
"""Seconds to wait for another ingest into the same store."""


@contextlib.contextmanager
def writing(path: Path, tell: Callable[[str], None] = lambda message: None, *, compact: bool = False) -> Iterator[Store]:
    """A store to change; leaving the block publishes it whole, an exception leaves the file at `path` as it was.

    With `compact` it is written out afresh, so that the file holds no trace of what was deleted.
    UsageError for a path that cannot be written, is no DuckDB database or was written by a newer version. Waits, and
    says so through `tell`, while another ingest is writing.
    """
    path = path.resolve()  # a link stays a link, and both its names share one lock
    with _alone(path, tell) as work:
        schema = SCHEMA_VERSION
        if is_there(path):
            schema = check_database(path, to_write=True)
            _copy(path, work)
        else:
            _check_for_rest(path)
            make_store(work)
        with _connected(work, schema, only_macros=is_lake(path)) as store:
            store.replace_aliases(_aliases(path))
            yield store
        _replace(work, path, compact=compact)


@contextlib.contextmanager
def appending(path: Path, tell: Callable[[str], None] = lambda message: None) -> Iterator[tuple[Append, Aliases]]:
    """A lake to add parts to, which count with its `publish`, and the aliases to publish; errors as with `writing`."""
    path = path.resolve()
    with _alone(path, tell) as work:
        if is_there(path):
            check_database(path, to_write=True)
        with duckdb.connect(str(work), config=WRITING) as connection:
            yield Append(connection, path, SCHEMA_VERSION), _aliases(path)


def parts_folder(path: Path) -> Path:
    """Where a cluster keeps what it has read until a store beside it is published."""
    path = path.resolve()
    return path.with_name(f".{path.name}.parts")


def _aliases(path: Path) -> Aliases:
    return [(one.site, one.name, one.person) for one in load_people(path).aliases]


@contextlib.contextmanager
def _alone(path: Path, tell: Callable[[str], None]) -> Iterator[Path]:
    """A file to work on beside a store that nobody else is changing, gone at the end; what fails is a UsageError."""
    is_folder = is_lake(path)
    if is_folder:
        check_place(path)
    if (path.is_dir() and not is_folder) or not path.parent.is_dir():
        raise UsageError(f"cannot write the database {path}: {'it is a folder' if path.is_dir() else 'no such folder'}")
    try:
        with _locked(path, tell):
            work = path.with_name(f".{path.name}.{os.getpid()}.part")
            try:
                _clear_left_over(path)
                yield work
            finally:
                for left in (work, work.with_name(work.name + ".wal"), work.with_name(work.name + ".fresh")):
                    left.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write the database {path}: {error.strerror or error}") from error
    except duckdb.Error as error:  # a full disk, above all, or a damaged part of a lake
        if not is_folder and not isinstance(error, _TOLD):
            raise
        reason = str(error).partition("\n")[0].rpartition(": ")[2]
        raise UsageError(f"cannot write the database {path}: {reason}") from error


def _check_for_rest(path: Path) -> None:
    """UsageError where a store that is gone has left changes that it had not taken in: no other can be opened beside them."""
    rest = path.with_name(f"{path.name}.wal")
    if rest.exists():
        raise UsageError(f"{rest} is what a store that is gone has left: remove it first")


def _copy(path: Path, work: Path) -> None:
    """Copy a store, or what a lake holds, to a file to work on."""
    if is_lake(path):
        with opened(work) as connection:
            load_lake(connection, path)
        return
    _write_back(path)
    shutil.copyfile(path, work)


def _replace(work: Path, path: Path, *, compact: bool) -> None:
    """Put what was worked on in place of a store, or of what a lake holds."""
    if is_lake(path):
        with opened(work) as connection:
            write_lake(connection, path, SCHEMA_VERSION, keep=not compact)
        return
    if compact:
        _write_afresh(work)
    os.replace(work, path)


def bring_up_to_date(path: Path, tell: Callable[[str], None] = lambda message: None) -> None:
    """Give a store of an older schema the present one; a store that has it, or is not there, is left alone."""
    if is_there(path) and check_database(path, to_write=True) < SCHEMA_VERSION:
        with writing(path, tell):
            tell(f"{path} was written by an older klaverlog and is brought up to date")


@contextlib.contextmanager
def _connected(work: Path, schema: int, *, only_macros: bool = False) -> Iterator[Store]:
    """A store open for writing; `schema` is that of the file.

    Without views, of which a writer needs only the macros, where the file is not what is published.
    """
    connection = opened(work)
    store = Store(connection)
    try:
        is_ready = schema == SCHEMA_VERSION and has_views(connection)  # not there, they would break off a transaction
        connection.begin()
        if schema < SCHEMA_VERSION:
            _migrate(connection, schema)
        if only_macros:
            make_macros(connection)
        elif not is_ready:
            make_views(connection)
        if schema < SCHEMA_VERSION:
            judge_games(store, store.games_since(-1))
        yield store
        store.use_threads(2)
        with store.holding(SETTLING):
            store.settle_accounts()
        connection.commit()
        connection.execute("CHECKPOINT").fetchall()
    finally:
        with contextlib.suppress(duckdb.Error):  # after a full disk it cannot even be closed in order
            store.close()
            connection.close()


def _write_afresh(work: Path) -> None:
    """Replace a store by a new file of the same contents: a database keeps what was deleted in its free pages."""
    fresh = work.with_name(work.name + ".fresh")
    make_store(fresh)
    with opened(fresh) as connection:
        connection.execute("DELETE FROM meta").fetchall()
        connection.execute(f"ATTACH {literal(work)} AS old (READ_ONLY)").fetchall()
        tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'old'").fetchall()
        for (table,) in sorted(tables):
            connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM old."{table}"').fetchall()
        connection.execute("DETACH old").fetchall()
        connection.execute("CHECKPOINT").fetchall()
    os.replace(fresh, work)


def _migrate(connection: duckdb.DuckDBPyConnection, schema: int) -> None:
    """Bring a store of an older schema up to date, one step a file of pipeline/sql/migrations."""
    steps = {int(name.removesuffix(".sql")): text for name, text in sql_files("migrations").items()}
    for view in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
        connection.execute(f'DROP VIEW "{view[0]}"').fetchall()  # they are made anew
    for step in sorted(step for step in steps if step > schema):
        connection.execute(steps[step]).fetchall()
    connection.execute("UPDATE meta SET value = ? WHERE name = 'schema_version'", [str(SCHEMA_VERSION)]).fetchall()


@contextlib.contextmanager
def _locked(path: Path, tell: Callable[[str], None]) -> Iterator[None]:
    lock = path.with_name(f".{path.name}.lock")
    with lock.open("a+") as file:
        deadline = time.monotonic() + PATIENCE
        told = False
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                file.seek(0)
                holder = file.read(200).strip() or "another ingest"
                if time.monotonic() > deadline:
                    raise UsageError(f"{holder} has held {path} for {PATIENCE:.0f} seconds; try again later") from None
                if not told:
                    tell(f"waiting for {holder} to finish with {path}")
                    told = True
                time.sleep(0.1)
        file.truncate(0)
        file.write(f"the ingest of process {os.getpid()}, begun at {datetime.now():%H:%M:%S}")  # noqa: DTZ005 - a clock on the wall
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _clear_left_over(path: Path) -> None:
    """Remove what a killed ingest left beside the store; the lock is held, so nobody is using it."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.\d+\.part(\.fresh)?(\.wal|\.tmp)?")
    for left in path.parent.iterdir():
        if ours.fullmatch(left.name) and left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        elif ours.fullmatch(left.name):
            left.unlink(missing_ok=True)


def _write_back(path: Path) -> None:
    """Let DuckDB fold in what another program left in the write-ahead log beside the store: a copy would lose it."""
    if path.with_name(path.name + ".wal").exists():
        with duckdb.connect(str(path)) as connection:
            connection.execute("CHECKPOINT").fetchall()
