"""Names of files as people and disks give them: not UTF-8, empty, dangling; and files read in a wrong format at first."""

import json
import os
import zipfile
from pathlib import Path

import pytest
from commands import run
from making import season, write_log

from pipeline.ingest import ingest
from pipeline.logs import path_of, printable_path
from pipeline.queries import reading
from pipeline.rebuild import rebuild

ODD = os.fsdecode(b"caf\xe9.jsonl")


def accounts(db: Path) -> list[tuple[str, int, int, int]]:
    with reading(db) as store:
        return [(Path(row["path"]).name, row["records"], row["deals"], row["rejects"]) for row in store.ledger()]


def test_a_log_whose_name_is_no_text_is_read_and_rebuilt(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    write_log(tmp_path / ODD, season()[0], b"{}")
    ingest([tmp_path / ODD], db)
    assert accounts(db) == [("caf\\xe9.jsonl", 2, 1, 1)]
    assert rebuild(db).kept == []
    assert ingest([], db, retry=True).gone == []
    assert ingest([tmp_path / ODD], db).unchanged
    assert accounts(db) == [("caf\\xe9.jsonl", 2, 1, 1)]


def test_names_that_look_like_bytes_are_told_from_bytes(tmp_path: Path) -> None:
    folder, db = tmp_path / "logs", tmp_path / "a.duckdb"
    folder.mkdir()
    for at, name in enumerate((ODD, "caf\\xe9.jsonl", "caf\\x5cxe9.jsonl")):
        write_log(folder / name, season()[at])
    ingest([folder], db)
    assert len(ingest([folder], db).unchanged) == 3
    assert rebuild(db).kept == []
    assert [account[1:] for account in accounts(db)] == [(1, 1, 0)] * 3
    assert {path_of(printable_path(path)) for path in folder.iterdir()} == {path.resolve() for path in folder.iterdir()}


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "--db", os.fsdecode(b"\xff.duckdb")),
        ("export", "deals", os.fsdecode(b"\xff.csv")),
        ("backup", os.fsdecode(b"\xff.duckdb")),
        ("ingest", ""),
        ("convert", "", "a.csv"),
        ("ingest", "a.jsonl", "--db", ""),
    ],
)
def test_a_name_that_cannot_be_used_is_told(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert "is not a name in UTF-8" in result.stderr or "an empty name" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_format_does_not_stick(tmp_path: Path) -> None:
    log, db = write_log(tmp_path / "a.jsonl", *season()[:3]), tmp_path / "a.duckdb"
    ingest([log], db, format_name="kjn")
    assert accounts(db)[0][2:] == (0, accounts(db)[0][1])
    ingest([log], db)
    assert accounts(db) == [("a.jsonl", 3, 3, 0)]
    ingest([log], db, format_name="kjn")
    rebuild(db)
    assert accounts(db) == [("a.jsonl", 3, 3, 0)]
    broken = write_log(tmp_path / "b.jsonl", b"{}")
    ingest([broken], db)
    assert ingest([broken], db).unchanged


def test_what_a_mac_puts_into_an_archive_is_no_member(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", season()[0])
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.write(log, "a.jsonl")
        archive.writestr("__MACOSX/._a.jsonl", b"\0\5\x16\7\0\2")
    ingest([tmp_path / "a.zip"], tmp_path / "a.duckdb")
    assert accounts(tmp_path / "a.duckdb") == [("a.zip", 1, 1, 0)]


def test_a_spreadsheet_in_dutch_is_read_and_one_in_utf_16_says_how(tmp_path: Path) -> None:
    log, sheet, db = write_log(tmp_path / "a.jsonl", season()[0]), tmp_path / "a.csv", tmp_path / "a.duckdb"
    assert run("convert", log, sheet).exit_code == 0
    text = sheet.read_text("utf-8").replace("true", "WAAR").replace("false", "ONWAAR")
    moment = season()[0]["played_at"]
    year, month, day = moment[:10].split("-")
    text = text.replace(moment, f"{int(day)}-{month}-{year} {moment[11:16]}")
    sheet.write_text("sep=,\n" + text, "utf-8")
    ingest([sheet], db)
    with reading(db) as store:
        (row,) = store.rows("SELECT played_at, logged_nat FROM deals")
    assert (row["played_at"].isoformat()[:16], row["logged_nat"]) == (moment[:16], season()[0]["nat"])
    sheet.write_text(text, "utf-16")
    ingest([sheet], db)
    with reading(db) as store:
        assert [row["message"] for row in store.rejects()] == ["a text in UTF-16: save it as UTF-8"]


def test_a_list_of_records_in_one_json_file_is_read(tmp_path: Path) -> None:
    for number, indent in enumerate((None, 2)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps([*season()[:3], 7, {}], indent=indent), "utf-8")
        ingest([path], tmp_path / f"{number}.duckdb")
        assert accounts(tmp_path / f"{number}.duckdb") == [(path.name, 5, 3, 2)]


def test_members_of_an_archive_are_told_apart_and_only_a_macs_folder_is_passed_over(tmp_path: Path) -> None:
    names = ["a.jsonl", "a.jsonl (2)", "x" * 1100 + ".jsonl", "x" * 1100 + "y.jsonl", "club__MACOSX.jsonl"]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for at, name in enumerate(names):
            archive.writestr(name, json.dumps(season()[at]) + "\n{}\n")
    with zipfile.ZipFile(tmp_path / "a.zip", "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("a.jsonl", json.dumps(season()[9]) + "\n{}\n")
    ingest([tmp_path / "a.zip"], tmp_path / "a.duckdb")
    assert [account[1:] for account in accounts(tmp_path / "a.duckdb")] == [(2, 1, 1)] * 6
