"""Files that grow, change, come in patterns or on standard input, and folders that are watched."""

import io
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from making import lines, season, sound, write_log
from stores import accounts

import pipeline.file_reader
import pipeline.ingest
import pipeline.jobs
from pipeline.cli import main
from pipeline.ingest import ingest
from pipeline.queries import reading


def held(db: Path, table: str = "deals") -> list[tuple[str, ...]]:
    """A table's rows, without clocks and places."""
    skipped = {"ingested_at", "seconds", "mtime_ns", "path"}
    with reading(db) as store:
        rows = store.rows(f"SELECT * FROM {table}")
    return sorted(tuple(str(value) for name, value in row.items() if name not in skipped) for row in rows)


def test_a_file_that_grew_is_read_from_where_it_stopped(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records, log = season(), tmp_path / "a.jsonl"
    log.write_bytes(lines(*records[:20]))
    ingest([log], db)
    log.write_bytes(lines(*records))
    taken: list[int] = []
    whole = pipeline.file_reader.FileReader._take
    monkeypatch.setattr(
        pipeline.file_reader.FileReader,
        "_take",
        lambda self, chunk, scanned, member: (taken.append(len(chunk)), whole(self, chunk, scanned, member)),
    )
    summary = ingest([log], db)
    assert taken == [12]
    assert (summary.added, summary.records, summary.deals) == (12, 32, 32)
    ingest([log], tmp_path / "fresh.duckdb")
    for table in ("deals", "findings", "sources", "rejects", "files"):
        assert held(db, table) == held(tmp_path / "fresh.duckdb", table)


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n", b"\n\n"])
def test_however_a_file_is_cut_while_it_grows_the_store_is_that_of_the_whole_file(
    ending: bytes, tmp_path: Path, db: Path
) -> None:
    records = [*season()[:12], season()[3], {**season()[4], "board": "other"}]
    whole = lines(*records[:6]) + b"not json\n" + lines(*records[6:]).removesuffix(b"\n") + ending
    log = tmp_path / "a.jsonl"
    ingest([write_log(tmp_path / "b.jsonl", *season()[2:5])], db)
    cuts = sorted(random.Random(5).sample(range(1, len(whole)), 9))
    for cut in (*cuts, len(whole)):
        log.write_bytes(whole[:cut])
        ingest([log], db)
        accounts(db)
    ingest([tmp_path / "b.jsonl", log], tmp_path / "fresh.duckdb")
    for table in ("deals", "findings", "sources", "rejects", "files"):
        assert held(db, table) == held(tmp_path / "fresh.duckdb", table)


def test_a_half_written_line_is_listed_until_its_rest_comes(tmp_path: Path, db: Path) -> None:
    first, second = lines(season()[0]), lines(season()[1])
    log = tmp_path / "a.jsonl"
    log.write_bytes(first + second[:50])
    ingest([log], db)
    with reading(db) as store:
        (reject,) = store.rejects()
    assert "half-written last line" in reject["message"]
    log.write_bytes(first + second)
    ingest([log], db)
    assert accounts(db) == {"a.jsonl": (2, 2, 0, 0)}


def test_a_last_line_without_its_end_is_read_once_when_the_file_goes_on(tmp_path: Path, db: Path) -> None:
    log = tmp_path / "a.jsonl"
    log.write_bytes(lines(season()[0]).removesuffix(b"\n"))
    ingest([log], db)
    assert accounts(db) == {"a.jsonl": (1, 1, 0, 0)}
    log.write_bytes(lines(*season()[:3]))
    ingest([log], db)
    assert accounts(db) == {"a.jsonl": (3, 3, 0, 0)}


def test_a_file_that_was_written_anew_is_read_from_its_start(tmp_path: Path, db: Path) -> None:
    log = tmp_path / "a.jsonl"
    log.write_bytes(lines(*season()[:5]))
    ingest([log], db)
    log.write_bytes(lines(*season()[10:25]))
    ingest([log], db)
    assert accounts(db) == {"a.jsonl": (15, 15, 0, 0)}
    with reading(db) as store:
        assert store.totals()["deals"] == 15


def test_a_file_of_the_same_size_and_time_is_not_even_opened(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = write_log(tmp_path / "a.jsonl", *season())
    ingest([log], db)
    monkeypatch.setattr(pipeline.jobs, "_digests", lambda *_: pytest.fail("opened"))
    assert ingest([log], db).unchanged
    monkeypatch.undo()
    os.utime(log, ns=(1, 1))
    assert ingest([log], db).unchanged  # touched: its hash is the same


def test_patterns_name_files_and_a_pattern_without_any_is_told(tmp_path: Path, db: Path) -> None:
    for number in range(3):
        write_log(tmp_path / f"day{number}.jsonl", season()[number])
    assert len(ingest([tmp_path / "day*.jsonl"], db).read) == 3
    result = CliRunner().invoke(main, ["ingest", str(tmp_path / "night*.jsonl"), "--db", str(db)])
    assert result.exit_code == 2
    assert "no such file or folder" in result.stderr


def test_standard_input_is_a_log_named_by_its_bytes(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def piped(data: bytes) -> None:
        stream = io.TextIOWrapper(io.BytesIO(data))
        monkeypatch.setattr(sys, "stdin", stream)

    for _ in range(2):
        piped(lines(*season()[:4]))
        ingest([Path("-")], db)
    piped(lines(*season()[4:6]))
    ingest([Path("-")], db)
    assert sorted(accounts(db).values()) == [(2, 2, 0, 0), (4, 4, 0, 0)]
    assert all(name.startswith("stdin-") for name in accounts(db))


def test_files_of_a_folder_that_are_no_logs_are_named(tmp_path: Path, db: Path) -> None:
    folder = tmp_path / "logs"
    (folder / "deep").mkdir(parents=True)
    write_log(folder / "deep" / "A.JSONL", season()[0])
    (folder / "notes.txt").write_text("bring cake")
    (folder / ".hidden.jsonl").write_text("{}")
    summary = ingest([folder], db)
    assert [Path(name).name for name in summary.left_alone] == [".hidden.jsonl", "notes.txt"]
    printed = CliRunner().invoke(main, ["ingest", str(folder), "--db", str(db)]).stdout
    assert "2 files left alone, no logs by their names: .hidden.jsonl, notes.txt" in printed


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser reads every file")
def test_a_file_that_may_not_be_read_is_a_reject_and_the_others_are_read(tmp_path: Path, db: Path) -> None:
    secret = write_log(tmp_path / "logs.jsonl", season()[0])
    secret.chmod(0)
    summary = ingest([tmp_path], db)
    assert (summary.records, summary.rejects) == (1, 1)


def test_a_file_that_cannot_be_read_is_listed_and_what_was_read_of_it_stays(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, new = write_log(tmp_path / "a.jsonl", season()[0]), tmp_path / "b.jsonl"
    ingest([known], db)
    write_log(known, *season()[:2])
    write_log(new, season()[5])

    def refused(path: Path, *_: object) -> tuple[str, str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(pipeline.jobs, "_digests", refused)
    summary = ingest([known, new], db)
    assert summary.unreadable == [f"{known.resolve()}: Permission denied"]
    assert accounts(db) == {"a.jsonl": (1, 1, 0, 0), "b.jsonl": (1, 0, 0, 1)}
    with reading(db) as store:
        assert store.rejects()[0]["message"] == "the file cannot be read: Permission denied"


def test_retry_reads_files_with_rejects_again_and_leaves_the_others(tmp_path: Path, db: Path) -> None:
    good = write_log(tmp_path / "good.jsonl", season()[0])
    bad = write_log(tmp_path / "bad.jsonl", season()[1], b"not json")
    ingest([good, bad], db)
    assert ingest([good, bad], db).unchanged == [str(good.resolve()), str(bad.resolve())]
    again = ingest([], db, retry=True)
    assert (again.read, again.rejects) == ([str(bad.resolve())], 1)
    write_log(bad, season()[1], season()[2])
    assert ingest([], db, retry=True).rejects == 0
    assert accounts(db) == {"bad.jsonl": (2, 2, 0, 0), "good.jsonl": (1, 1, 0, 0)}
    write_log(bad, season()[1], b"not json")
    ingest([bad], db)
    bad.unlink()
    assert ingest([], db, retry=True).gone == [str(bad.resolve())]
    assert accounts(db)["bad.jsonl"] == (2, 1, 0, 1)


def test_a_long_ingest_publishes_whole_files_in_between(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.ingest, "PUBLISH_EVERY", 0.0)
    published: list[int] = []
    read = pipeline.file_reader.FileReader.read

    def noting(self: Any, *arguments: Any) -> None:
        with_store = 0
        if db.exists():
            with reading(db) as store:
                with_store = store.totals()["deals"]
        published.append(with_store)
        read(self, *arguments)

    monkeypatch.setattr(pipeline.file_reader.FileReader, "read", noting)
    for number in range(4):
        write_log(tmp_path / f"{number}.jsonl", season()[number])
    ingest([tmp_path], db)
    assert published == [0, 1, 2, 3]


@pytest.mark.parametrize("begin", [b"\xef\xbb\xbf", b"["])
def test_what_stands_at_the_beginning_of_a_file_is_nothing_special_further_on(begin: bytes, tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", season()[0])
    ingest([log], tmp_path / "a.duckdb")
    with log.open("ab") as file:
        file.write(begin + json.dumps(season()[1]).encode() + (b"]\n" if begin == b"[" else b"\n"))
    for db in ("a.duckdb", "b.duckdb"):
        ingest([log], tmp_path / db)
        assert accounts(tmp_path / db) == {"a.jsonl": (2, 1, 0, 1)}


def test_the_note_of_a_half_written_line_is_counted_once(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", season()[0])
    old = json.dumps(season()[1] | {"players": ["Zo\xeb", "b", "c", "d"]}, ensure_ascii=False).encode("cp1252")
    with log.open("ab") as file:
        file.write(old)
    ingest([log], db)
    with log.open("ab") as file:
        file.write(b"\n")
    for store in (db, tmp_path / "fresh.duckdb"):
        (note,) = ingest([log], store).notes
        assert note.endswith("read as Windows-1252: 1")


def test_a_link_to_nowhere_costs_the_other_files_nothing(tmp_path: Path, db: Path) -> None:
    write_log(tmp_path / "a.jsonl", season()[0])
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "nowhere")
    ingest([tmp_path / "*.jsonl"], db)
    assert accounts(db) == {"a.jsonl": (1, 1, 0, 0), "nowhere": (1, 0, 0, 1)}


def test_a_changed_rule_for_the_same_file_reads_it_again(tmp_path: Path, db: Path) -> None:
    from replay.readings import rules_in_force

    log = write_log(tmp_path / "a.jsonl", sound(rules="absent"))
    ingest([log], db)
    summary = ingest([log], db, rules_in_force("rotterdams"))
    assert summary.read
    with reading(db) as store:
        assert store.rows("SELECT DISTINCT rules FROM deals") == [{"rules": "rotterdams"}]
