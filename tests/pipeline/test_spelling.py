"""Spellings of seats, suits and cards, and names under an old code page."""

import json
from pathlib import Path

import pytest
from making import sound, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.records import Record, read_record


@pytest.mark.parametrize(
    "changes",
    [
        {"trump": "harten", "dealer": "noord", "declarer": "ZUID"},
        {"trump": "♥", "dealer": "n", "declarer": "South"},
    ],
)
def test_seats_and_suits_may_be_spelled_in_words(changes: dict[str, str]) -> None:
    record = read_record(sound(**changes, bids="absent"))
    assert isinstance(record, Record)
    assert (record.deal.trump, record.deal.dealer, record.declarer) == (2, 0, "S")


def spelled(plays: str, ranks: dict[str, str], suits: dict[str, str]) -> str:
    return " ".join(ranks.get(card[0], card[0]) + suits.get(card[1], card[1]) for card in plays.split())


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [
        ({"T": "10"}, {}),
        ({"J": "B", "Q": "V", "K": "H", "T": "10"}, {"C": "K", "D": "R"}),
        ({"J": "b", "Q": "v", "K": "h", "A": "a", "T": "10"}, {"C": "k", "D": "r", "H": "h", "S": "s"}),
        ({"J": "j", "Q": "q", "K": "k", "A": "a", "T": "t"}, {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}),
    ],
)
def test_cards_may_be_spelled_in_dutch_lower_case_or_figures(ranks: dict[str, str], suits: dict[str, str]) -> None:
    values = sound()
    changed = {
        "plays": spelled(values["plays"], ranks, suits),
        "hands": [spelled(hand, ranks, suits) for hand in values["hands"]],
        "trump": suits.get(values["trump"], values["trump"]),
        "bids": [suits.get(call, call) for call in values["bids"]],
    }
    assert read_record(values | changed) == read_record(values)


def test_a_record_that_mixes_languages_is_not_guessed_at() -> None:
    values = sound()
    mixed = values["plays"].replace("JH", "BH", 1)
    assert "JC" in mixed
    faults = read_record(values | {"plays": mixed})
    assert isinstance(faults, list)
    assert any("mixed" in fault.message for fault in faults)


def test_names_under_an_old_windows_are_read_and_it_is_told(tmp_path: Path) -> None:
    record = json.dumps(sound(players=["André", "Zoë", "C", "D"]), ensure_ascii=False).encode("cp1252")
    summary = ingest([write_log(tmp_path / "a.jsonl", record)], tmp_path / "a.duckdb")
    assert summary.notes == [f"{(tmp_path / 'a.jsonl').resolve()}: read as Windows-1252: 1"]
    with reading(tmp_path / "a.duckdb") as store:
        assert store.rows("SELECT north, east FROM deals") == [{"north": "André", "east": "Zoë"}]
