"""Whatever stops an ingest, the published store is whole, and the next run finishes the work."""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner
from making import season, write_log

import pipeline.ingest
import pipeline.publishing
from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.file_reader import FileReader
from pipeline.ingest import ingest
from pipeline.publishing import writing
from pipeline.queries import reading

ROOT = Path(__file__).parents[2]
KILLS = 6
"""Moments of a kill in a normal run; `python tests/bench/kills.py` tries a hundred."""


def start(*arguments: object, **how: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "pipeline.cli", *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **how,
    )


def logs(folder: Path, files: int = 4) -> list[Path]:
    records = season(games=files * 2)
    return [write_log(folder / f"{number}.jsonl", *records[number::files]) for number in range(files)]


def sound(db: Path) -> int:
    """How many deals a store holds, which must be whole: its accounts add up, and no deal is there twice."""
    with reading(db) as store:
        for row in store.ledger():
            assert row["records"] == row["deals"] + row["duplicates"] + row["rejects"]
        twice = store.rows("SELECT site, game_id, deal_no FROM deals GROUP BY ALL HAVING count(*) > 1")
        assert twice == []
        return int(store.totals()["deals"])


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_ingest_leaves_the_store_as_it_was_and_the_next_run_finishes(seed: int, tmp_path: Path) -> None:
    files, db = logs(tmp_path), tmp_path / "store.duckdb"
    ingest(files[:1], db)
    before, count = db.read_bytes(), sound(db)
    process = start("ingest", *files, "--db", db)
    try:
        process.wait(random.Random(seed).uniform(0.3, 2.2))
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
    if db.read_bytes() == before:
        assert sound(db) == count
    ingest(files, db)
    assert sound(db) == 128
    assert not list(tmp_path.glob(".*.part*"))


def test_a_reader_sees_the_old_store_while_an_ingest_runs_and_the_new_one_after(tmp_path: Path) -> None:
    files, db = logs(tmp_path), tmp_path / "store.duckdb"
    ingest(files[:1], db)
    with duckdb.connect(str(db), read_only=True) as shell:
        before = shell.execute("SELECT count(*) FROM deals").fetchall()
        ingest(files, db)
        assert shell.execute("SELECT count(*) FROM deals").fetchall() == before
    assert sound(db) == 128


def test_a_shell_that_writes_to_the_store_is_named(tmp_path: Path) -> None:
    (file,), db = logs(tmp_path, 1), tmp_path / "store.duckdb"
    ingest([file], db)
    before = db.read_bytes()
    holding = "import duckdb, sys, time; c = duckdb.connect(sys.argv[1]); print('open', flush=True); time.sleep(60)"
    shell = subprocess.Popen([sys.executable, "-c", holding, str(db)], stdout=subprocess.PIPE, text=True)
    try:
        assert shell.stdout is not None
        assert shell.stdout.readline() == "open\n"
        result = CliRunner().invoke(main, ["ingest", str(write_log(tmp_path / "new.jsonl", season()[0])), "--db", str(db)])
    finally:
        shell.kill()
        shell.communicate()
    assert result.exit_code == 2
    assert f"in use by the program with process number {shell.pid}: close it there" in result.stderr
    assert db.read_bytes() == before


def test_two_ingests_wait_for_one_another_and_both_are_in(tmp_path: Path) -> None:
    files, db = logs(tmp_path), tmp_path / "store.duckdb"
    told: list[str] = []
    with writing(db, told.append):
        other = start("ingest", *files, "--db", db)
        deadline = time.monotonic() + 20
        line = ""
        assert other.stderr is not None
        while "waiting" not in line and time.monotonic() < deadline:
            line = other.stderr.readline()
    assert f"waiting for the ingest of process {os.getpid()}, begun at" in line
    out, error = other.communicate(timeout=60)
    assert other.returncode == 0, error
    assert "128 deals" in out
    assert sound(db) == 128


def test_a_lock_that_is_never_released_is_told_with_its_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,), db = logs(tmp_path, 1), tmp_path / "store.duckdb"
    monkeypatch.setattr(pipeline.publishing, "PATIENCE", 0.2)
    failed: list[str] = []

    def second() -> None:
        try:
            ingest([file], db)
        except UsageError as error:
            failed.append(str(error))

    with writing(db):
        other = threading.Thread(target=second)
        other.start()
        other.join(20)
    assert failed
    assert f"the ingest of process {os.getpid()}" in failed[0]
    assert "try again later" in failed[0]


def test_a_disk_that_is_full_is_one_line_and_changes_nothing(tmp_path: Path) -> None:
    files, db = logs(tmp_path), tmp_path / "store.duckdb"
    ingest(files[:1], db)
    before = db.read_bytes()

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 1000, len(before) + 1000))

    process = start("ingest", *files, "--db", db, preexec_fn=little_room)  # a limit on files, as a full disk would be
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2, error
    assert error.count("\n") <= 4
    assert "cannot write the database" in error or "cannot go on" in error
    assert db.read_bytes() == before
    assert not list(tmp_path.glob(".*.part*"))
    ingest(files, db)
    assert sound(db) == 128


@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_may_not_be_written_is_one_line(is_there: bool, tmp_path: Path) -> None:
    (file,) = logs(tmp_path, 1)
    folder = tmp_path / "locked"
    folder.mkdir()
    db = folder / "store.duckdb"
    if is_there:
        ingest([file], db)
        write_log(file, *season()[:3])
    folder.chmod(0o555)
    as_superuser = os.geteuid() == 0
    if as_superuser:  # who may write anywhere
        for path in (tmp_path, *tmp_path.parents):
            if path == Path(tempfile.gettempdir()):
                break
            path.chmod(0o755)
        os.setegid(65534)
        os.seteuid(65534)
    try:
        with pytest.raises(UsageError, match="Permission denied"):
            ingest([file], db)
    finally:
        if as_superuser:
            os.seteuid(0)
            os.setegid(0)
        folder.chmod(0o755)
    ingest([file], db)


def test_an_interrupted_ingest_ends_cleanly_and_keeps_what_was_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, db = logs(tmp_path), tmp_path / "store.duckdb"
    monkeypatch.setattr(pipeline.ingest, "PUBLISH_EVERY", 0.0)
    read = FileReader.read

    def interrupted(self: FileReader, *arguments: Any) -> None:
        read(self, *arguments)
        if self.job.path == files[2]:
            raise KeyboardInterrupt

    monkeypatch.setattr(FileReader, "read", interrupted)
    result = CliRunner().invoke(main, ["ingest", *map(str, files), "--db", str(db)])
    assert result.exit_code == 130
    assert "interrupted: the database is as it was last published" in result.stderr
    assert sound(db) == 64
    assert not list(tmp_path.glob(".*.part*"))
    monkeypatch.undo()
    ingest(files, db)
    assert sound(db) == 128


def test_ctrl_c_ends_an_ingest_at_once_with_one_line(tmp_path: Path) -> None:
    files, db = logs(tmp_path, 8), tmp_path / "store.duckdb"
    ingest(files[:1], db)
    with writing(db):  # the ingest waits here, however fast the machine is
        process = start("ingest", *files, "--db", db)
        assert process.stderr is not None
        assert "waiting" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert error.strip() == "interrupted: the database is as it was last published; the same command goes on from there"
    ingest(files, db)
    assert sound(db) == 256
