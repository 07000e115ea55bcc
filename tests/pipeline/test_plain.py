"""Lines read many at a time make the store that lines read one by one make, and nothing else is read so."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import Values, season, sound, write_log

import pipeline.file_reader
from pipeline.batches import replay_batch, replay_plain
from pipeline.contests import source_of
from pipeline.ingest import ingest
from pipeline.plain import read_plain
from pipeline.queries import reading
from pipeline.records import Record, content_hash, read_record
from replay.presets import RULESETS
from replay.readings import rules_in_force

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs" / "jsonl"


def line(values: Values) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode()


def everything(db: Path) -> dict[str, list[str]]:
    """All rows of a store, less clocks."""
    with reading(db) as store:
        tables = [name for name in store.tables() if name not in ("meta",)]
        return {
            name: sorted(
                str({key: value for key, value in row.items() if key not in ("seconds", "ingested_at")})
                for row in store.rows(f'SELECT * FROM "{name}"')
            )
            for name in tables
        }


def both(log: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, **how: Any) -> list[dict[str, list[str]]]:
    """What an ingest makes of a log with and without reading lines many at a time."""
    stores = []
    for number in range(2):
        with monkeypatch.context() as patch:
            if number:
                patch.setattr(pipeline.file_reader, "read_plain", lambda texts, rules: None)
            db = folder / f"{number}.duckdb"
            ingest([log], db, **how)
            stores.append(everything(db))
    return stores


@pytest.mark.parametrize("log", sorted(SAMPLES.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_every_sample_makes_the_same_store(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = both(log, tmp_path, monkeypatch)
    assert fast == slow


@pytest.mark.parametrize("rules", [None, "rotterdams", "custom"])
def test_a_log_without_some_fields_and_with_given_rules_makes_the_same_store(
    rules: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = ("seats", "hands", "winners", "roem", "bids", "rules", "site", "played_at", "points", "totals", "dealer")
    records = [
        {name: value for name, value in record.items() if name != fields[at % len(fields)]} | {"board": "b"}
        for at, record in enumerate(season())
    ]
    log = write_log(tmp_path / "a.jsonl", *records, records[3], *season()[:2])
    fast, slow = both(log, tmp_path, monkeypatch, rules=rules_in_force(GIVEN[rules]) if rules else None)
    assert fast == slow


def test_most_of_a_log_is_read_so() -> None:
    texts = [line(record) for record in season()]
    plain = read_plain(texts, None)
    assert plain is not None
    assert len(plain) > 0.9 * len(texts)


GIVEN: dict[str, Any] = {"rotterdams": "rotterdams", "custom": {"base": "amsterdams", "four_jacks": 100}}
PLACES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.just(2**40),
    st.just(1.0),
    st.text(max_size=8),
    st.just("N"),
    st.just("C"),
    st.just([]),
)


def damaged(values: Values, name: str, value: Any, at: int) -> Values:
    """A record with one field changed, or one part of one."""
    old = values.get(name)
    if isinstance(old, str) and isinstance(value, str) and old and at % 2:
        return values | {name: old[: at % len(old)] + value + old[at % len(old) + len(value) :]}
    if isinstance(old, list) and old and at % 3:
        return values | {name: [*old[: at % len(old)], value, *old[at % len(old) + 1 :]]}
    return values | {name: value}


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 31), st.sampled_from([*sound(), "void", "odd"]), PLACES, st.integers(0, 200))
def test_what_is_read_so_is_what_one_by_one_would_be_read(number: int, name: str, value: Any, at: int) -> None:
    text = line(damaged(season()[number], name, value, at))
    plain = read_plain([text], None)
    if plain is None:
        return
    record = read_record(msgspec.json.decode(text))
    assert isinstance(record, Record), (text, record)
    assert plain.keys == [record.key]
    assert plain.content == [content_hash(record)] == [source_of(record, "", "", 1).content]
    alone, together = replay_batch([record]), replay_plain(plain, lambda row: record)
    assert together.deals.select(alone.deals.column_names).to_pylist() == alone.deals.to_pylist()
    assert together.findings == alone.findings


@pytest.mark.parametrize("name", list(RULESETS))
def test_deals_are_read_alike_under_every_preset(name: str) -> None:
    values = season()[:20]
    texts = [line(record | {"rules": name}) for record in values]
    plain = read_plain(texts, None)
    assert plain is not None
    records = [read_record(msgspec.json.decode(texts[at])) for at in plain.at]
    whole = [record for record in records if isinstance(record, Record)]
    assert len(whole) == len(plain)
    assert plain.content == [content_hash(record) for record in whole]
    alone, together = replay_batch(whole), replay_plain(plain, whole.__getitem__)
    assert together.deals.select(alone.deals.column_names).to_pylist() == alone.deals.to_pylist()
    assert together.findings == alone.findings


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"[]",
        b"not json",
        b"\xff",
        line(sound() | {"deal_no": 1.5}),
        line(sound() | {"players": ["Zo\\u00eb", "b", "c", "d"]}).replace(b"\\\\", b"\\"),
        line(sound() | {"unknown": 1}),
        line(sound() | {"void": "misdeal"}),
        line(sound() | {"rules": {"base": "amsterdams"}}),
        line(sound() | {"trump": "harten"}),
    ],
)
def test_the_rest_is_left_to_be_read_one_by_one(text: bytes) -> None:
    assert read_plain([text], None) is None


@pytest.mark.parametrize("number", [-(2**31), 10**9 + 1, -(10**9) - 1, 2**63, -(2**64)])
@pytest.mark.parametrize("field", ["score", "points", "roem_points", "totals", "roem"])
def test_a_number_that_stands_for_not_logged_is_none_that_a_log_may_say(field: str, number: int, tmp_path: Path) -> None:
    values = sound() | {field: [number, *([0] * (7 if field == "roem" else 1))]}
    assert read_plain([line(values)], None) is None
    summary = ingest([write_log(tmp_path / "a.jsonl", values)], tmp_path / "a.duckdb")
    assert (summary.deals, summary.rejects) == (0, 1)
