"""Inputs that once broke a reader, each kept for ever: none raises, and nothing they hold is lost without a word."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from making import season, sound, write_log

from pipeline.batches import replay_batch
from pipeline.faults import Fault
from pipeline.formats import Entry, formats
from pipeline.ingest import ingest
from pipeline.logs import read_members
from pipeline.queries import reading
from pipeline.records import Record, read_record, record_values
from replay.audit import audit_deal


def entries(name: str, data: bytes) -> list[Entry]:
    """The entries of some bytes read as a format."""
    return list(formats()[name].read(io.BytesIO(data)))


def members(path: Path) -> list[tuple[str, list[Entry]]]:
    """What lies in a file."""
    with path.open("rb") as file:
        return [(member.name, list(member.entries)) for member in read_members(path, file, None)]


def test_roem_of_a_trick_that_is_not_complete_is_a_fault_and_no_record_that_cannot_be_read_back() -> None:
    values = sound()
    cut = values | {
        "plays": " ".join(values["plays"].split()[:12]),
        "seats": values["seats"][:12],
        "winners": values["winners"][:3],
    }
    faults = read_record(cut | {"roem": [0, 0, 0, 20, None, None, None, None]})
    assert isinstance(faults, list)
    assert [fault.field for fault in faults] == ["roem"]
    record = read_record(cut | {"roem": [20, 0, None, None, None, None, None, None]})
    assert isinstance(record, Record)
    assert read_record(record_values(record)) == record


@pytest.mark.parametrize("data", [b"a\rb", b"game_id,deal_no,players\r1,2,3\r", b'"', b""])
def test_a_csv_header_that_is_none_is_one_reject(data: bytes) -> None:
    assert all(isinstance(entry.values, Fault) for entry in entries("csv", data))
    assert len(entries("csv", data)) <= 1


def test_quotation_marks_that_are_never_closed_take_time_in_proportion() -> None:
    started = time.monotonic()
    found = entries("csv", b"game_id,deal_no,players\n" + b'x","\n' * 8000)
    assert time.monotonic() - started < 20
    assert found


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("kjn", b'[A "b"]' * 100_000),
        ("kjn", b'[Game "b"]\n7C {' + b";%" * 200_000 + b"\n}"),
        ("klaverlive_state", b'{"a":[\n' * 20_000),
        ("henk", b"{x\n" * 40_000),
    ],
)
def test_repetition_takes_time_in_proportion(name: str, data: bytes) -> None:
    started = time.monotonic()
    assert entries(name, data)
    assert time.monotonic() - started < 10


def test_a_side_that_is_no_whole_number_is_a_reject() -> None:
    state = {"History": [], "TroefKleur": "harten", "TeamGaat": 1.0, "Center": [{"Compas": "Noord", "Card": "k7"}]}
    (entry,) = entries("klaverlive_state", json.dumps(state).encode())
    assert isinstance(entry.values, Fault)
    assert entry.values.field == "declarer"


def zipped(path: Path, names: list[str], method: int = zipfile.ZIP_STORED) -> bytearray:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), json.dumps(sound()).encode() + b"\n", method)
    return bytearray(path.read_bytes())


def test_damaged_archives_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    lzma = zipped(path, ["a.jsonl"], zipfile.ZIP_LZMA)
    lzma[30 + len("a.jsonl") + 4] = 0xFF
    path.write_bytes(lzma)
    assert all(isinstance(entry.values, Fault) for _, found in members(path) for entry in found)
    offset = zipped(path, ["a.jsonl"])
    offset[offset.rindex(b"PK\5\6") + 16] = 0xFF
    path.write_bytes(offset)
    assert all(isinstance(entry.values, Fault) for _, found in members(path) for entry in found)
    named = zipped(path, ["\xe9.jsonl"])
    for place in (named.index("\xe9".encode()), named.rindex("\xe9".encode())):
        broken = bytearray(named)
        broken[place : place + 2] = b"\xff\xfe"
        path.write_bytes(broken)
        assert all(isinstance(entry.values, Fault) for _, found in members(path) for entry in found)


def test_a_damaged_member_does_not_cost_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    data = zipped(path, ["a.jsonl", "b.jsonl"])
    data[data.index(b"PK\3\4")] = 0  # the first member's own header
    data[:4] = b"PK\3\4" if data[:4] == b"\0K\3\4" else data[:4]
    data[26] = 0xFF  # its name is longer than it is
    path.write_bytes(data)
    found = dict(members(path))
    assert any(isinstance(entry.values, dict) for entry in found["b.jsonl"])


def test_members_without_a_name_or_of_one_name_have_accounts_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with pytest.warns(UserWarning, match="Duplicate name"):
        zipped(path, ["a.jsonl", "a.jsonl", ""])
    ingest([path], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.ledger()
    assert [row["member"] for row in rows] == ["(no name)", "a.jsonl", "a.jsonl (2)"]
    assert all(row["records"] == row["deals"] + row["duplicates"] + row["rejects"] == 1 for row in rows)


@pytest.mark.parametrize(
    "field", ["seats", "winners", "bots", "rules", "plays", "players", "bids", "claims", "comments", "score"]
)
def test_a_value_nested_at_any_depth_is_a_reject_and_no_exception(field: str) -> None:
    for depth in range(850, 1000, 3):
        nested: Any = []
        for _ in range(depth):
            nested = [nested]
        assert isinstance(read_record(sound() | {field: nested}), list)
    for spelled in ({"base": "amsterdams", "bidding": nested}, {"base": "amsterdams", "run3": nested}):
        assert isinstance(read_record(sound() | {"rules": spelled}), list)


def test_nested_events_and_seeds_are_rejects(tmp_path: Path) -> None:
    deal = {"event": "deal", **{name: value for name, value in sound().items() if name not in ("plays", "seats")}}
    for depth in range(960, 1000):
        nested = "[" * depth + "]" * depth
        event = f'{{"event": "play", "game_id": "{deal["game_id"]}", "seat": "N", "card": {nested}}}'
        log = json.dumps(deal).encode() + b"\n" + event.encode()
        for entry in entries("events", log):
            assert isinstance(entry.values, Fault) or isinstance(read_record(entry.values), list)
        seed = f'[{{"seed": {nested}, "startingPlayer": 0, "trump": "SPADES", "rounds": []}}]'
        for entry in entries("henk", seed.encode()):
            assert isinstance(entry.values, Fault) or not isinstance(read_record(entry.values), Record) or depth < 990


def test_a_small_packed_file_asks_for_little_room(tmp_path: Path) -> None:
    import tracemalloc

    log = write_log(tmp_path / "a.jsonl", *season()[:2])
    formats()["parquet"]
    data = log.read_bytes()
    tracemalloc.start()
    list(formats()["klaverlive_state"].read(io.BytesIO(data)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_hands_without_trump_are_played_under_rules_that_look_for_roem_in_hands() -> None:
    values = {name: value for name, value in sound().items() if name in ("game_id", "deal_no", "players", "hands", "declarer")}
    record = read_record(values | {"plays": "", "void": "misdeal", "rules": "turnup_literal"})
    assert isinstance(record, Record)
    assert record.deal.trump is None
    assert audit_deal(record.deal, record.rules).outcome is None or replay_batch([record]).deals.num_rows == 1


def test_a_number_with_a_separator_of_files_behind_it_is_no_exception() -> None:
    (entry,) = entries("kjn", b'[Game "a"]\n[Deal "1\x1c"]\n[Score "1\x1c 2"]\n7C')
    assert isinstance(entry.values, dict)
    assert entry.values["deal_no"] == 1
