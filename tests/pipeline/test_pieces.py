"""The same store, row for row, from one file or many, in any order, read many records at a time or one by one."""

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from making import ODD_CHANGES, Values, season, write_log
from stores import everything

import pipeline.file_reader
import pipeline.games
import pipeline.store
from pipeline.formats.parquet import _schema
from pipeline.ingest import ingest
from pipeline.queries import reading


def told_twice(records: list[Values], chance: random.Random) -> list[Values]:
    """The records, some of them again: in the same words, in fewer, broken off, or saying otherwise."""
    again = []
    for record in chance.sample(records, len(records) // 3):
        kind = chance.randrange(4)
        if kind == 1:
            record = {name: value for name, value in record.items() if name not in ("hands", "roem", "points")}
        elif kind == 2 and "plays" in record:
            kept = ("game_id", "deal_no", "site", "players", "dealer", "declarer", "trump", "rules")
            record = {name: record[name] for name in kept if name in record} | {"plays": record["plays"][: 3 * 9 - 1]}
        elif kind == 3 and "score" in record:
            record = record | {"score": [record["score"][0] + 1, record["score"][1]]}
        again.append(record)
    return again


def without_places(db: Path) -> dict[str, list[str]]:
    """A store less where its records lie; the deals, findings and matches are compared, and how many records are what."""
    whole = everything(db)
    with reading(db) as store:
        whole["sources"] = [
            str(row) for row in store.rows("SELECT site, game_id, deal_no, status, content, record FROM sources ORDER BY ALL")
        ]
        whole["rejects"] = [str(row) for row in store.rows("SELECT reason, text FROM rejects ORDER BY ALL")]
    return {name: rows for name, rows in whole.items() if name != "files"}


@pytest.mark.parametrize("seed", range(4))
def test_one_file_and_many_pieces_in_any_order_make_the_same_store(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    records = season(games=6)
    records += told_twice(records, chance)
    monkeypatch.setattr(pipeline.file_reader, "is_worth_scanning", lambda lines: True)
    monkeypatch.setattr(pipeline.games, "FEW_GAMES", 0)
    ingest([write_log(tmp_path / "whole.jsonl", *records)], tmp_path / "whole.duckdb")
    whole = without_places(tmp_path / "whole.duckdb")
    assert any("duplicate" in row for row in whole["sources"])
    assert any("conflicting" in row for row in whole["rejects"])

    # Few records and games at a time.
    monkeypatch.setattr(pipeline.store, "RECORDS_IN_A_PART", 20)
    monkeypatch.setattr(pipeline.games.looked_at, "__defaults__", (2,))
    chance.shuffle(records)
    cuts = sorted(chance.sample(range(1, len(records)), 30))
    pieces = [records[first:last] for first, last in zip([0, *cuts], [*cuts, len(records)], strict=True)]
    files = [write_log(tmp_path / f"{number:03}.jsonl", *piece) for number, piece in enumerate(pieces)]
    chance.shuffle(files)
    ingest(files, tmp_path / "pieces.duckdb")
    assert without_places(tmp_path / "pieces.duckdb") == whole

    for number in range(0, len(files), 7):  # one ingest after another into the same store
        ingest(files[number : number + 7], tmp_path / "slowly.duckdb")
    assert without_places(tmp_path / "slowly.duckdb") == whole

    monkeypatch.setattr(pipeline.file_reader, "is_worth_scanning", lambda lines: False)
    monkeypatch.setattr(pipeline.games, "FEW_GAMES", 10**9)
    ingest(files, tmp_path / "by_one.duckdb")
    assert without_places(tmp_path / "by_one.duckdb") == whole


def test_what_an_older_version_judged_is_judged_anew_with_a_copy_of_it(tmp_path: Path) -> None:
    values = season()[0] | {"score": [1, 1]}
    first, second = (write_log(tmp_path / f"{name}.jsonl", values) for name in "ab")
    db = tmp_path / "a.duckdb"
    ingest([first], db)
    whole = everything(db)["findings"]
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE findings SET message = 'older wording'").fetchall()
        connection.execute("UPDATE files SET version = '0.0.1'").fetchall()
    ingest([second], db)
    assert len(whole) > 0
    assert everything(db)["findings"] == whole


def as_parquet(path: Path, records: list[Values], schema: pa.Schema | None = None) -> Path:
    """A Parquet file of records."""
    rows = [
        record | ({"rules": json.dumps(record["rules"])} if isinstance(record.get("rules"), dict) else {}) for record in records
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=schema or _schema()), path, row_group_size=50)
    return path


def both_ways(log: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, list[str]]]:
    """The stores of a log with and without the scanner."""
    stores = []
    for worth in (True, False):
        monkeypatch.setattr(pipeline.file_reader, "is_worth_scanning", lambda lines, worth=worth: worth)
        db = folder / f"{worth}.duckdb"
        ingest([log], db)
        stores.append(everything(db))
    return stores


def test_parquet_makes_the_same_store_by_columns_and_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = season(games=4)
    changed = [record | odd for record, odd in zip(records, ODD_CHANGES, strict=False)]
    log = as_parquet(tmp_path / "a.parquet", [*changed, *records[len(changed) :], records[40]])
    taken: list[int] = []
    whole = pipeline.file_reader.FileReader._scan

    def scan(self: Any, lines: Any) -> Any:
        found = whole(self, lines)
        taken.append(0 if found is None else len(found))
        return found

    monkeypatch.setattr(pipeline.file_reader.FileReader, "_scan", scan)
    fast, slow = both_ways(log, tmp_path, monkeypatch)
    assert fast == slow
    assert sum(taken) >= len(records) - len(ODD_CHANGES) - 2


@pytest.mark.parametrize("kind", ["dictionary", "timestamp", "float", "binary", "int8", "large", "fixed"])
def test_columns_of_other_types_make_the_same_store(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pq.read_table(as_parquet(tmp_path / "plain.parquet", season()))
    name, made = {
        "dictionary": ("site", pa.dictionary(pa.int32(), pa.string())),
        "timestamp": ("played_at", pa.timestamp("us")),
        "float": ("deal_no", pa.float64()),
        "binary": ("game_id", pa.binary()),
        "int8": ("deal_no", pa.int8()),
        "large": ("players", pa.large_list(pa.large_string())),
        "fixed": ("points", pa.list_(pa.int32(), 2)),
    }[kind]
    at = table.schema.get_field_index(name)
    column = table[name].combine_chunks()
    if kind == "fixed":
        column = pa.array([[1, 2] if pair is None else pair for pair in column.to_pylist()], pa.list_(pa.int64()))
    log = tmp_path / "other.parquet"
    pq.write_table(table.set_column(at, pa.field(name, made), column.cast(made)), log)
    fast, slow = both_ways(log, tmp_path, monkeypatch)
    assert fast == slow
