"""The log record: every field read, written back, and refused with a reason."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import season, sound

from pipeline.faults import Fault
from pipeline.fields import FIELD_NAMES
from pipeline.records import Record, canonical_text, content_hash, read_record, record_values
from replay.presets import RULESETS


def test_a_sound_record_is_read_and_written_back_with_every_field() -> None:
    full = sound(
        0,
        board="b-1",
        bots="EW",
        turned=["5H"],
        deck=" ".join(sound()["plays"].split()),
        claims=[{"card_no": 7, "seat": "N", "points": 20}],
        verzaakt="none",
        void="absent",
        prevents_illegal=True,
        think_ms=[100] * 32,
        comments=[{"card_no": 0, "text": "a good start"}, {"card_no": 32, "text": "^"}],
        played_at="2026-01-08T19:30:00+01:00",
    )
    record = read_record(full)
    assert isinstance(record, Record)
    expected = full | {"played_at": "2026-01-08T18:30:00"}
    assert record_values(record) == expected
    assert set(FIELD_NAMES) - set(expected) == {"void"}


@pytest.mark.parametrize("rules", RULESETS)
def test_records_of_every_preset_survive_writing_and_reading(rules: str) -> None:
    for values in season(rules, 5, 1):
        record = read_record(values)
        assert isinstance(record, Record)
        again = read_record(json.loads(canonical_text(record)))
        assert isinstance(again, Record)
        assert content_hash(record) == content_hash(again)


def test_null_and_absent_both_mean_not_known_and_unknown_fields_are_ignored() -> None:
    without = read_record(sound(score="absent", nat="absent"))
    with_null = read_record(sound(score=None, nat=None, weather="rain"))
    assert isinstance(without, Record)
    assert isinstance(with_null, Record)
    assert content_hash(without) == content_hash(with_null)
    assert with_null.deal.score is None


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("game_id", "", "bad_record"),
        ("game_id", 7, "bad_record"),
        ("deal_no", 0, "bad_record"),
        ("deal_no", True, "bad_record"),
        ("deal_no", 10**30, "bad_record"),
        ("deal_no", 1.0, "bad_record"),
        ("players", ["A", "B", "C"], "unsupported_players"),
        ("players", ["A", "B", "C", "D", "E"], "unsupported_players"),
        ("players", "ABCD", "bad_record"),
        ("players", ["A" * 10_000, "B", "C", "D"], "bad_record"),
        ("players", ["A\ud800", "B", "C", "D"], "bad_record"),
        ("players", [1, "B", "C", "D"], "bad_record"),
        ("declarer", "X", "unknown_seat"),
        ("declarer", ["N"], "unknown_seat"),
        ("trump", "CD", "bad_record"),
        ("trump", "", "bad_record"),
        ("trump", "ledig", "unsupported_contract"),
        ("dealer", "NE", "unknown_seat"),
        ("seats", "NESX" * 8, "unknown_seat"),
        ("seats", "NESW", "bad_record"),
        ("plays", "JH 7H 1H", "unknown_card"),
        ("plays", "JH 7H jh", "unknown_card"),
        ("plays", "JH 7H JH", "duplicate_card"),
        ("plays", "7C " * 33, "wrong_card_count"),
        ("plays", ["JH"], "bad_record"),
        ("hands", ["7C 8C", None, None, None], "wrong_card_count"),
        ("hands", ["7C 8C 9C TC JC QC KC AC"] * 2 + [None, None], "duplicate_card"),
        ("hands", ["7C 8C 9C TC JC QC KC AC"] * 5, "unsupported_players"),
        ("deck", "7C 8C", "wrong_card_count"),
        ("rules", "texas", "unknown_rules"),
        ("rules", {"base": "amsterdams", "stuk": -1}, "unknown_rules"),
        ("rules", {"base": ["amsterdams"]}, "unknown_rules"),
        ("rules", 3, "unknown_rules"),
        ("bids", ["pass", "double"], "bad_record"),
        ("bids", ["pass", "ledig"], "unsupported_contract"),
        ("bids", ["X:pass"], "bad_record"),
        ("bids", [":pass"], "bad_record"),
        ("bids", ["N:pass", ":play"], "bad_record"),
        ("turned", ["1H"], "unknown_card"),
        ("score", [1], "bad_record"),
        ("score", [1, 2, 3], "bad_record"),
        ("score", [1, "2"], "bad_record"),
        ("score", [1, 10**12], "bad_record"),
        ("roem", [0] * 9, "bad_record"),
        ("nat", 1, "bad_record"),
        ("verzaakt", "X", "bad_record"),
        ("claims", [{"card_no": 33, "seat": "N", "points": 20}], "bad_record"),
        ("claims", [{"seat": "N"}], "bad_record"),
        ("played_at", "yesterday", "bad_record"),
        ("played_at", "0001-01-01T00:00:00+23:00", "bad_record"),
        ("think_ms", [-1], "bad_record"),
        ("bots", "NN", "unknown_seat"),
    ],
)
def test_a_value_that_a_field_cannot_have_is_a_fault_that_names_field_and_reason(field: str, value: Any, reason: str) -> None:
    faults = read_record(sound(**{field: value}))
    assert isinstance(faults, list)
    assert [(fault.field, fault.reason) for fault in faults] == [(field, reason)]
    assert len(faults[0].message) < 700


def test_all_faults_of_a_record_are_told_at_once() -> None:
    faults = read_record(sound(deal_no=0, trump="absent", players=["A"]))
    assert isinstance(faults, list)
    assert {fault.field for fault in faults} == {"deal_no", "trump", "players"}


@pytest.mark.parametrize("field", ["game_id", "deal_no", "players", "declarer", "trump", "plays"])
def test_a_needed_field_that_is_missing_is_a_fault(field: str) -> None:
    faults = read_record(sound(**{field: "absent"}))
    assert faults == [Fault(field, "missing_field", "missing")]


def test_dealer_or_leader_is_needed_but_not_both() -> None:
    assert isinstance(read_record(sound(dealer="absent")), Record)
    assert isinstance(read_record(sound(leader="absent")), Record)
    faults = read_record(sound(dealer="absent", leader="absent"))
    assert isinstance(faults, list)
    assert [fault.reason for fault in faults] == ["missing_field"]


@pytest.mark.parametrize("void", ["passed_out", "misdeal", "abandoned"])
def test_a_void_deal_needs_no_play(void: str) -> None:
    record = read_record({"game_id": "g", "deal_no": 1, "players": [None] * 4, "void": void})
    assert isinstance(record, Record)
    assert record.deal.status == ("passed_out" if void == "passed_out" else "void")


def test_hostile_names_are_kept_as_they_are() -> None:
    names = ["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\u202eneerG", "=1+1"]
    record = read_record(sound(players=names))
    assert isinstance(record, Record)
    assert list(record.players) == names


_json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=10,
)


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(st.sampled_from(FIELD_NAMES), _json_values))
def test_no_value_in_any_field_raises(changes: dict[str, Any]) -> None:
    result = read_record(season()[0] | changes)
    assert isinstance(result, Record) or all(isinstance(fault, Fault) and fault.reason for fault in result)


@given(st.text(max_size=60).filter(lambda text: text.strip() and "\0" not in text), st.text(max_size=60))
def test_the_canonical_text_is_what_the_standard_library_writes(name: str, comment: str) -> None:
    values = season()[0] | {"board": name, "comments": [{"card_no": 0, "text": comment.replace("\0", "")}], "nat": None}
    record = read_record(values)
    assert isinstance(record, Record)
    by_the_book = json.dumps(record_values(record), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert canonical_text(record) == by_the_book
    assert content_hash(record) == hashlib.sha256(by_the_book.encode()).hexdigest()[:32]
