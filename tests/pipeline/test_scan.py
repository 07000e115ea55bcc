"""The scanner reads lines as they would be read one by one, and leaves alone whatever it could read otherwise."""

import io
import json
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import Values, season, sound, write_log
from stores import everything

import pipeline.file_reader
from pipeline.batches import replay_batch, replay_scanned
from pipeline.formats.jsonl import decoded
from pipeline.ingest import ingest
from pipeline.lines import Lines, read_many_lines
from pipeline.records import Record, content_hash, read_record
from pipeline.scan import Scanned, scan
from replay.presets import RULESETS
from replay.readings import RulesInForce, rules_in_force

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs" / "jsonl"


def line(values: Values) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode()


def scanned(*texts: bytes, rules: RulesInForce | None = None) -> Scanned | None:
    """What the scanner makes of some lines."""
    return scan(as_lines(*texts), rules)


def as_lines(*texts: bytes) -> Lines:
    """Some texts as whole lines."""
    (lines,) = read_many_lines(io.BytesIO(b"".join(text + b"\n" for text in texts)), decoded)
    assert isinstance(lines, Lines)
    return lines


def agrees(found: Scanned, texts: Sequence[bytes], rules: RulesInForce | None = None) -> None:
    """Hold what was scanned against the same lines read one by one."""
    records = [read_record(msgspec.json.decode(texts[at]), rules) for at in found.at]
    whole = [record for record in records if isinstance(record, Record)]
    assert len(whole) == len(found), [record for record in records if not isinstance(record, Record)]
    assert [content.tobytes().hex() for content in found.content] == [content_hash(record) for record in whole]
    alone, together = replay_batch(whole), replay_scanned(found, whole.__getitem__)
    for name in alone.deals.column_names:
        assert (
            together.deals[name].cast(pa.timestamp("us") if name == "played_at" else alone.deals[name].type).to_pylist()
            == (alone.deals[name].cast(pa.timestamp("us")) if name == "played_at" else alone.deals[name]).to_pylist()
        ), name
    assert together.findings == alone.findings


def both(log: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, **how: Any) -> list[dict[str, list[str]]]:
    """What an ingest makes of a log with and without the scanner."""
    stores = []
    for number in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(pipeline.file_reader, "is_worth_scanning", lambda lines, worth=not number: worth)
            db = folder / f"{number}.duckdb"
            ingest([log], db, **how)
            stores.append(everything(db))
    return stores


@pytest.mark.parametrize("log", sorted(SAMPLES.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_every_sample_makes_the_same_store(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = both(log, tmp_path, monkeypatch)
    assert fast == slow


@pytest.mark.parametrize("name", ["season_rotterdams.jsonl", "season_amsterdams.jsonl"])
def test_rules_that_are_assumed_accuse_no_more_than_one_by_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is a violation under named rules may depend on the rule where none are named."""
    lines = (SAMPLES / name).read_bytes().splitlines()
    records = [{key: value for key, value in json.loads(line).items() if key != "rules"} for line in lines]
    fast, slow = both(write_log(tmp_path / "a.jsonl", *records), tmp_path, monkeypatch)
    assert fast == slow
    assert sum("depends_on_rule" in row for row in fast["findings"]) > 5


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
    found = scanned(*texts)
    assert found is not None
    assert len(found) > 0.9 * len(texts)


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
    found = scanned(text)
    if found is not None:
        agrees(found, [text])


@pytest.mark.parametrize("name", list(RULESETS))
def test_deals_are_read_alike_under_every_preset(name: str) -> None:
    texts = [line(record | {"rules": name}) for record in season()[:20]]
    found = scanned(*texts)
    assert found is not None
    assert len(found) == 20
    agrees(found, texts)


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), ("  ,   ", " :  ")])
def test_blanks_between_the_parts_and_the_order_of_fields_say_nothing(separators: tuple[str, str]) -> None:
    texts = []
    for number, record in enumerate(season()):
        names = sorted(record, key=lambda name: hash((number, name)))
        text = json.dumps({name: record[name] for name in names}, separators=separators, ensure_ascii=False)
        texts.append(b"  " + text.encode() + b"  \r")
    found = scanned(*texts)
    assert found is not None
    assert len(found) > 0.9 * len(texts)
    agrees(found, texts)


def test_null_says_what_a_missing_field_says() -> None:
    for name in sound():
        text = line(sound() | {name: None})
        found = scanned(text)
        assert (found is not None) == (name not in NEEDED), name
        if found is not None:
            agrees(found, [text])


NEEDED = ("game_id", "deal_no", "players", "declarer", "trump", "plays")


def test_bytes_changed_at_random_never_make_another_record() -> None:
    """Each line with one to three bytes replaced, taken out or doubled: refused, or read as it would be one by one."""
    chance = random.Random(20261130)
    signs = b'"\\ ,:[]{}0-9.eNSEWCDHS7TJQKAnulltruefalse\x00\x1f\x7f\xc3\xab\xff\r'
    texts = []
    for record in season() * 60:
        text = bytearray(line(record))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 2)] = bytes(chance.choices(signs, k=chance.randint(0, 2)))
        if b"\n" not in text and text.strip():
            texts.append(bytes(text))
    found = scanned(*texts)
    assert found is not None
    assert 50 < len(found) < len(texts)
    kept = [text.rstrip(b"\r") for text in texts]
    agrees(found, kept)


def test_names_may_hold_any_signs_but_escapes() -> None:
    names = ["Zoë", "李", "a" * 200, "é" * 100, "🂡", "x'; DROP TABLE deals; --", "<b>", " spaced ", "\x7f"]
    texts = [line(sound() | {"players": [name, None, "b", "c"], "game_id": name, "site": name}) for name in names]
    found = scanned(*texts)
    assert found is not None
    assert len(found) == len(names)
    agrees(found, texts)
    for name in ("\u00a0", "   ", "\u2003", ""):
        assert scanned(line(sound() | {"game_id": name})) is None
    assert scanned(line(sound() | {"players": ["a" * 201, "b", "c", "d"]})) is None


def test_a_game_named_in_bytes_that_are_no_text_is_left_alone() -> None:
    text = line(sound() | {"game_id": "abc"}).replace(b'"abc"', b'"a\xffc"')
    assert scanned(text) is None
    both_lines = scanned(text, line(sound()))
    assert both_lines is not None
    assert both_lines.at.tolist() == [1]


@settings(max_examples=300, deadline=None)
@given(st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(9999, 12, 31)))  # noqa: DTZ001 - logs name no zone
def test_moments_are_those_of_the_calendar(moment: datetime) -> None:
    moment = moment.replace(microsecond=0)
    found = scanned(line(sound() | {"played_at": moment.isoformat()}))
    assert found is not None
    since = moment - datetime(1970, 1, 1)  # noqa: DTZ001 - the same
    assert found.moments.tolist() == [since // timedelta(microseconds=1)]


@pytest.mark.parametrize(
    "moment",
    ["2026-02-29T10:00:00", "2026-13-01T10:00:00", "2026-01-01T24:00:00", "2026-01-01T10:60:00", "2026-01-01T10:00:60",
     "1900-02-29T10:00:00", "2026-01-01 10:00:00", "2026-01-01T10:00", "2026-01-01T10:00:00Z", "2026-01-00T10:00:00",
     "1969-12-31T23:59:59", "2026-01-01T10:00:00.5", "20a6-01-01T10:00:00", ""],
)  # fmt: skip
def test_other_moments_are_left_to_be_read_one_by_one(moment: str) -> None:
    assert scanned(line(sound() | {"played_at": moment})) is None


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"{",
        b"[]",
        line(sound())[:-1],
        line(sound()) + b"}",
        line(sound())[:-1] + b",}",
        line(sound())[:-1] + b',"deal_no":1}',
        line(sound() | {"deal_no": 0}),
        line(sound() | {"deal_no": 1_000_001}),
        line(sound() | {"deal_no": -0.0}),
        line(sound()).replace(b'"deal_no": 1', b'"deal_no": 01'),
        line(sound() | {"bids": ["pass"] * 12}),
        line(sound() | {"site": ""}),
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
    assert scanned(text) is None


@pytest.mark.parametrize("number", [-(2**31), 10**9 + 1, -(10**9) - 1, 2**63, -(2**64)])
@pytest.mark.parametrize("field", ["score", "points", "roem_points", "totals", "roem"])
def test_a_number_that_stands_for_not_logged_is_none_that_a_log_may_say(field: str, number: int, tmp_path: Path) -> None:
    values = sound() | {field: [number, *([0] * (7 if field == "roem" else 1))]}
    assert scanned(line(values)) is None
    summary = ingest([write_log(tmp_path / "a.jsonl", values)], tmp_path / "a.duckdb")
    assert (summary.deals, summary.rejects) == (0, 1)
