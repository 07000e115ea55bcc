"""Files and databases that are not what they seem: one clear answer, and nothing lost."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from making import season, sound, write_log

from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.queries import reading


def accounts(db: Path) -> tuple[int, int, int, int]:
    """Records, deals, duplicates and rejects of all files."""
    with reading(db) as store:
        row = store.rows("SELECT sum(records), sum(deals), sum(duplicates), sum(rejects) FROM files")[0]
    records, deals, duplicates, rejects = (int(value) for value in row.values())
    assert records == deals + duplicates + rejects
    return records, deals, duplicates, rejects


def test_a_long_line_of_garbage_first_costs_that_line_only(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", b"x" * 70_000, *season())], db)
    assert accounts(db) == (33, 32, 0, 1)


def test_nul_bytes_cost_the_line_they_stand_in_only(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", *season()[:10], b"\0" * 4096)], db)
    assert accounts(db) == (11, 10, 0, 1)


def test_a_value_nested_deeply_in_a_known_field_is_a_reject(tmp_path: Path, db: Path) -> None:
    nested = b'{"game_id": ' + b"[" * 900 + b"]" * 900 + b"}"
    ingest([write_log(tmp_path / "a.jsonl", nested, sound())], db)
    assert accounts(db) == (2, 1, 0, 1)


def test_a_name_that_is_no_text_is_still_a_file(tmp_path: Path, db: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.jsonl"))
    ingest([write_log(path, sound())], db)
    assert accounts(db) == (1, 1, 0, 0)


def test_suffixes_in_capitals_are_found_in_folders(tmp_path: Path, db: Path) -> None:
    write_log(tmp_path / "A.JSONL", sound())
    ingest([tmp_path], db)
    assert accounts(db) == (1, 1, 0, 0)


def test_a_file_named_twice_is_read_once(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound())
    (tmp_path / "link.jsonl").symlink_to(log)
    ingest([log, log, tmp_path, tmp_path / "link.jsonl"], db)
    assert accounts(db) == (1, 1, 0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs there")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, db: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        ingest([tmp_path / "pipe.jsonl"], db)


def test_a_void_copy_does_not_hide_a_played_deal(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(score=[1, 161]))], db)
    ingest([write_log(tmp_path / "b.jsonl", sound(score=[1, 161], void="abandoned"))], db)
    assert accounts(db) == (2, 1, 0, 1)


def test_what_another_program_left_in_the_write_ahead_log_is_not_lost(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound())], db)
    script = (
        "import duckdb, os, sys\n"
        "con = duckdb.connect(sys.argv[1])\n"
        "con.execute('CREATE TABLE notes AS SELECT 42 AS answer').fetchall()\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(db)], check=False)
    assert db.with_name(db.name + ".wal").exists()
    ingest([write_log(tmp_path / "b.jsonl", sound(1))], db)
    assert accounts(db) == (2, 2, 0, 0)
    with duckdb.connect(str(db), read_only=True) as connection:
        assert connection.execute("SELECT answer FROM notes").fetchall() == [(42,)]


def test_a_linked_database_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real" / "t.duckdb", tmp_path / "link.duckdb"
    real.parent.mkdir()
    ingest([write_log(tmp_path / "a.jsonl", sound())], real)
    link.symlink_to(real)
    ingest([write_log(tmp_path / "b.jsonl", sound(1))], link)
    assert link.is_symlink()
    assert accounts(real) == (2, 2, 0, 0)


def test_stores_whose_names_begin_alike_leave_one_another_alone(tmp_path: Path) -> None:
    other = tmp_path / ".z.duckdb.123.part"
    other.write_bytes(b"another ingest is working on this")
    ingest([write_log(tmp_path / "a.jsonl", sound())], tmp_path / "z")
    assert other.exists()


@pytest.mark.parametrize("name", ["s3:z", "md:x", "sqlite:y.db", "a b é.duckdb"])
def test_a_database_may_have_any_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ingest([write_log(tmp_path / "a.jsonl", sound())], Path(name))
    assert accounts(Path(name)) == (1, 1, 0, 0)


@pytest.mark.parametrize("value", ["NULL", "'0'", "'one'"])
def test_a_database_with_a_meta_table_of_somebody_else_is_not_ours(value: str, tmp_path: Path, db: Path) -> None:
    with duckdb.connect(str(db)) as connection:
        connection.execute(f"CREATE TABLE meta AS SELECT 'schema_version' AS name, {value} AS value").fetchall()
    before = db.read_bytes()
    with pytest.raises(UsageError, match="not a klaverlog database"):
        ingest([write_log(tmp_path / "a.jsonl", sound())], db)
    assert before == db.read_bytes()
