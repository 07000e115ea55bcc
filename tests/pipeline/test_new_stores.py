"""A new store gets its tables and views from one in the cache, and nothing else that lies there or beside it."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from making import season, write_log
from stores import query

import replay._compile
from pipeline.database import SCHEMA_VERSION, check_database
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.publishing import writing
from pipeline.work_file import make_store


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that is not there yet."""
    monkeypatch.setenv("KLAVERLOG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "klaverlog"


def described(db: Path) -> list[list[tuple[object, ...]]]:
    """Everything that a store is made of."""
    asked = (
        "SELECT table_name, comment, sql FROM duckdb_tables() WHERE NOT internal ORDER BY ALL",
        "SELECT table_name, column_name, comment, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY ALL",
        "SELECT view_name, comment, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
        "SELECT function_name, macro_definition, parameters FROM duckdb_functions() WHERE NOT internal ORDER BY ALL",
        "SELECT type_name, labels FROM duckdb_types() WHERE NOT internal ORDER BY ALL",
        "SELECT * FROM meta",
    )
    with duckdb.connect(str(db), read_only=True) as connection:
        return [connection.execute(sql.replace("comment,", "comment::VARCHAR,")).fetchall() for sql in asked]


def test_one_made_like_that_in_the_cache_is_one_made_of_its_text(tmp_path: Path, cache: Path) -> None:
    first, second = tmp_path / "a.duckdb", tmp_path / "b.duckdb"
    make_store(first)
    assert len(list(cache.iterdir())) == 1
    make_store(second)
    assert check_database(second) == SCHEMA_VERSION
    assert described(first) == described(second)


def test_one_in_the_cache_that_is_damaged_is_made_anew(tmp_path: Path, cache: Path) -> None:
    make_store(tmp_path / "first.duckdb")
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    flipped = bytearray(whole)
    flipped[30_000] ^= 0xFF
    for damage in (b"no database", b"", whole[:20_000], bytes(flipped), bytes(len(whole))):
        kept.write_bytes(damage)
        make_store(tmp_path / "second.duckdb")
        assert described(tmp_path / "second.duckdb") == described(tmp_path / "first.duckdb")
        (tmp_path / "second.duckdb").unlink()
        assert list(cache.iterdir()) == [kept]
        assert len(kept.read_bytes()) == len(whole)


def test_rows_of_one_in_the_cache_are_nobodys(tmp_path: Path, cache: Path) -> None:
    make_store(tmp_path / "first.duckdb")
    (kept,) = cache.iterdir()
    with duckdb.connect(str(kept)) as connection:
        connection.execute("INSERT INTO aliases VALUES (NULL, 'a', 'b')").fetchall()
        connection.execute("INSERT INTO meta VALUES ('schema_version', '99')").fetchall()
    make_store(tmp_path / "second.duckdb")
    assert check_database(tmp_path / "second.duckdb") == SCHEMA_VERSION
    assert query(tmp_path / "second.duckdb", "SELECT * FROM aliases") == []


def test_one_needs_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KLAVERLOG_CACHE", str(tmp_path / "file"))
    make_store(tmp_path / "a.duckdb")
    assert check_database(tmp_path / "a.duckdb") == SCHEMA_VERSION
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.duckdb", "file"]


def test_nothing_is_left_in_a_cache_that_cannot_be_written(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*places: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", refuse)
    make_store(tmp_path / "a.duckdb")
    assert list(cache.iterdir()) == []


def test_somebody_without_a_home_has_a_cache_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("KLAVERLOG_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    replay._compile._home_cache.cache_clear()
    try:
        ingest([write_log(tmp_path / "a.jsonl", *season())], tmp_path / "a.duckdb")
        place = replay._compile.user_cache()
        assert place == replay._compile.user_cache()
        assert place.parent.stat().st_mode & 0o077 == 0
    finally:
        replay._compile._home_cache.cache_clear()


def killed_while_changing(db: Path) -> None:
    """Let another program change a store and be killed before it has taken the change in."""
    program = (
        "import duckdb, os, sys; connection = duckdb.connect(sys.argv[1]); "
        "connection.execute(\"UPDATE deals SET north = 'somebody else'\").fetchall(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program, str(db)], check=False)
    assert db.with_name(f"{db.name}.wal").stat().st_size > 0


def test_changes_left_of_a_store_that_is_gone_reach_no_other(tmp_path: Path, cache: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season())
    gone, other = tmp_path / "gone.duckdb", tmp_path / "other.duckdb"
    for db in (gone, other):
        ingest([log], db)
    killed_while_changing(gone)
    gone.unlink()
    with pytest.raises(UsageError, match=r"gone\.duckdb\.wal is what a store that is gone has left"):
        ingest([log], gone)
    other.rename(gone)
    with pytest.raises(UsageError):
        query(gone, "SELECT * FROM deals")
    gone.with_name(f"{gone.name}.wal").unlink()
    assert query(gone, "SELECT count(*) AS n FROM deals WHERE north = 'somebody else'") == [{"n": 0}]


def test_what_a_killed_ingest_left_beside_is_cleared_away(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    left = [f".a.duckdb.77.part{end}" for end in ("", ".wal", ".fresh", ".fresh.wal")]
    for name in left:
        (tmp_path / name).touch()
    for name in (".a.duckdb.77.part.tmp", ".a.duckdb.77.part.fresh.tmp"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "duckdb_temp_storage.tmp").touch()
    others = [".a.duckdb.77.part.tmp2", ".b.duckdb.77.part.tmp", "a.duckdb.77.part"]
    for name in others:
        (tmp_path / name).touch()
    with writing(db):
        pass
    assert {path.name for path in tmp_path.iterdir()} - {".a.duckdb.lock"} == {"a.duckdb", *others}


def test_a_disk_that_is_full_when_changes_are_committed_is_told_in_one_line(db: Path) -> None:
    full = duckdb.TransactionException("Failed to commit: Could not write file: No space left on device")
    with pytest.raises(UsageError) as told, writing(db):
        raise full
    assert str(told.value) == f"cannot write the database {db}: No space left on device"
