"""Logs of other programs: what they say is read, what they do not say stays unknown, and nobody is accused for it."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from making import season, sound, write_log

from pipeline.cli.demo import sample_logs
from pipeline.formats import find_format, formats
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.records import Record, read_record
from replay import audit_deal

SAMPLES = {
    "klaverlive": ("dump.csv", 8),
    "henk": ("results.json", 5),
    "rounds_tsv": ("rounds.tsv", 2),
    "klaverlive_state": ("table.json", 1),
    "events": ("two_games.jsonl", 32),
    "kjn": ("two_games.kjn", 32),
    "csv": ("two_games.csv", 32),
    "parquet": ("two_games.parquet", 32),
    "short": ("two_games.kjs", 32),
    "jsonl": ("season_rotterdams.jsonl", 160),
}


def sample(form: str) -> Path:
    return sample_logs() / form / SAMPLES[form][0]


def read_sample(form: str) -> list[Record]:
    records = []
    for entry in formats()[form].read(io.BytesIO(sample(form).read_bytes())):
        assert isinstance(entry.values, dict), entry.values
        record = read_record(entry.values)
        assert isinstance(record, Record), record
        records.append(record)
    return records


def test_every_format_has_a_sample_an_example_and_words() -> None:
    assert set(SAMPLES) == set(formats())
    for form in formats().values():
        assert form.can_say
        assert form.example


@pytest.mark.parametrize("form", SAMPLES)
def test_a_sample_is_recognised_by_its_content_alone(form: str) -> None:
    assert find_format(sample(form).read_bytes()[:65536]) is formats()[form]


@pytest.mark.parametrize("form", ["klaverlive", "henk", "rounds_tsv"])
def test_scores_and_winners_of_the_samples_reconcile_and_nothing_is_found(form: str) -> None:
    records = read_sample(form)
    assert len(records) == SAMPLES[form][1]
    for record in records:
        audit = audit_deal(record.deal, record.rules)
        assert audit.findings == ()
        assert record.deal.is_complete
        for logged, computed in (
            (record.deal.score, audit.outcome.score),
            (record.deal.points, audit.outcome.points),
            (record.deal.roem_points, audit.outcome.roem),
        ):
            assert logged in (None, computed)
        assert record.deal.score or record.deal.points


def test_a_nat_of_klaver_live_leaves_what_was_made_unknown() -> None:
    nats = [record.deal for record in read_sample("klaverlive") if record.deal.nat]
    assert nats
    for deal in nats:
        assert deal.score
        assert (deal.points, deal.roem_points) == (None, None)


def test_the_raw_scores_of_henk_are_no_written_scores() -> None:
    assert all(record.deal.score is None and record.deal.points for record in read_sample("henk"))


def test_a_table_state_is_a_deal_under_way_seen_by_one_player() -> None:
    (record,) = read_sample("klaverlive_state")
    assert (record.deal.status, len(record.deal.plays), record.declarer) == ("incomplete", 22, "EW")
    assert record.deal.dealer is None
    assert not any(record.deal.hands)


def test_a_later_state_of_a_table_is_the_same_deal(tmp_path: Path) -> None:
    state = json.loads(sample("klaverlive_state").read_text("utf-8"))
    earlier = {**state, "History": state["History"][:3], "Center": []}
    (tmp_path / "a.json").write_text(json.dumps(earlier))
    (tmp_path / "b.json").write_text(json.dumps(state))
    ingest([tmp_path], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        assert [len([card for card in row["plays"] if card is not None]) for row in store.rows("SELECT plays FROM deals")] == [
            22
        ]
        assert [row["status"] for row in store.rows("SELECT status FROM sources ORDER BY path")] == ["duplicate", "deal"]


def test_an_event_log_gives_the_records_it_was_made_of() -> None:
    events, rows, columns, text = (
        sorted(read_sample(form), key=lambda record: record.key) for form in ("events", "csv", "parquet", "kjn")
    )
    assert events == rows == columns == text


@pytest.mark.parametrize("form", ["henk", "rounds_tsv", "klaverlive_state"])
def test_a_deal_that_nothing_names_has_the_same_name_in_any_file(form: str, tmp_path: Path) -> None:
    first, second = ([record.key for record in read_sample(form)] for _ in range(2))
    assert first == second
    assert len(set(first)) == len(first)


def packed(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file as it is, and packed in each way."""
    yield name, data
    yield f"{name}.gz", gzip.compress(data)
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    yield f"{name}.zst", sink.getvalue().to_pybytes()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as inside:
        inside.writestr(f"folder/{name}", data)
        inside.writestr("empty.jsonl", b"")
        inside.writestr("again.gz", gzip.compress(data))
    yield f"{name}.zip", archive.getvalue()


@pytest.mark.parametrize("form", SAMPLES)
def test_any_format_is_read_plain_and_packed_and_the_deals_are_stored_once(form: str, tmp_path: Path) -> None:
    path, count = sample(form), SAMPLES[form][1]
    for name, data in packed(path.name, path.read_bytes()):
        (tmp_path / name).write_bytes(data)
        ingest([tmp_path / name], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.ledger()
        deals = store.totals()["deals"]
        assert store.rejects() == []
    assert [row["member"] for row in rows if row["path"].endswith(".zip")] == ["again.gz", "empty.jsonl", f"folder/{path.name}"]
    assert {row["format"] for row in rows if row["member"] != "empty.jsonl"} == {form}
    assert all(row["records"] == row["deals"] + row["duplicates"] for row in rows)
    repeated = sum(row["deals"] for row in rows)
    assert deals == repeated
    assert deals <= count


def test_a_format_can_be_named_whatever_a_file_looks_like(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season()[:3])
    summary = ingest([log], tmp_path / "a.duckdb", format_name="kjn")
    assert (summary.records, summary.deals) == (summary.rejects, 0)
    assert ingest([log], tmp_path / "a.duckdb", format_name="jsonl").deals == 3
    assert ingest([log], tmp_path / "a.duckdb").unchanged


def test_damage_in_packed_files_is_told_and_what_came_before_is_kept(tmp_path: Path) -> None:
    data = b"".join(json.dumps(record).encode() + b"\n" for record in season(games=12))
    whole = gzip.compress(data)
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04" + b"\0" * 100)
    summary = ingest([tmp_path], tmp_path / "a.duckdb")
    assert summary.deals > 20
    assert summary.rejects == summary.records - summary.deals >= 2
    with reading(tmp_path / "a.duckdb") as store:
        messages = [row["message"] for row in store.rejects()]
    assert any("damaged after this place" in message for message in messages)
    assert any("the archive is damaged" in message for message in messages)


def test_convert_names_what_is_lost(tmp_path: Path) -> None:
    from pipeline.convert import convert

    log = write_log(tmp_path / "a.jsonl", *season(), b"not json")
    done = convert(log, tmp_path / "a.kjs")
    assert done.written == len(season())
    assert done.lost["score"] == done.lost["game_id"] == done.written
    assert done.lost["hands"] == 0
    assert done.rejects == 1
    assert convert(log, tmp_path / "a.parquet").lost == {}


def test_events_that_are_no_events_are_rejects_line_by_line(tmp_path: Path) -> None:
    events: list[Any] = [
        {
            "event": "deal",
            "game_id": "g",
            "deal_no": 1,
            "players": ["a", "b", "c", "d"],
            "dealer": "N",
            "declarer": "E",
            "trump": "C",
        },
        {"event": "play", "game_id": "g", "seat": "E", "card": "7C"},
        {"event": "dance", "game_id": "g"},
        {"event": "play", "game_id": "other", "seat": "E", "card": "7C"},
        {"event": "play", "seat": "E", "card": "7C"},
        {"event": "takeover", "game_id": "g", "seat": "W", "bot": True},
        {"event": "claim", "game_id": "g", "seat": "E", "points": 20},
    ]
    log = write_log(tmp_path / "a.jsonl", *events, b"{broken")
    summary = ingest([log], tmp_path / "a.duckdb")
    assert (summary.records, summary.deals, summary.rejects) == (5, 1, 4)
    with reading(tmp_path / "a.duckdb") as reader:
        assert [row["line"] for row in reader.rejects()] == [3, 4, 5, 8]
        (row,) = reader.rows("SELECT bots, claims, seats_known FROM deals")
    assert (row["bots"], row["seats_known"]) == ("W", True)
    assert row["claims"] == [{"card_no": 1, "seat": "E", "points": 20}]


def test_the_example_of_the_notation_is_canonical_and_nothing_is_wrong_in_it() -> None:
    text = (Path(__file__).parents[2] / "pipeline" / "formats" / "KJN.md").read_text("utf-8")
    example = text.split("```\n[Klaverjas", 1)[1].split("```", 1)[0]
    data = f"[Klaverjas{example}".encode()
    (entry,) = formats()["kjn"].read(io.BytesIO(data))
    assert isinstance(entry.values, dict)
    record = read_record(entry.values)
    assert isinstance(record, Record)
    assert audit_deal(record.deal, record.rules).findings == ()
    out = io.BytesIO()
    write = formats()["kjn"].write
    assert write is not None
    write([record], out)
    assert out.getvalue() == data


def test_a_list_of_words_and_an_archive_in_an_archive_are_rejects_and_not_nothing(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps(["game_id", "deal_no"]))
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.jsonl", json.dumps(season()[0]))
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(inner, "inner.zip")
    for name in ("list.json", "outer.zip"):
        summary = ingest([tmp_path / name], tmp_path / "a.duckdb")
        assert (summary.records, summary.rejects) == (1, 1), name


def test_no_conversion_and_no_export_replaces_a_database(tmp_path: Path) -> None:
    from pipeline.convert import convert
    from pipeline.errors import UsageError
    from pipeline.export import export

    log, db = write_log(tmp_path / "a.jsonl", sound()), tmp_path / "a.duckdb"
    ingest([log], db)
    before = db.read_bytes()
    for act in (lambda: convert(log, db, target="kjn"), lambda: export(db, "records", db)):
        with pytest.raises(UsageError, match="database"):
            act()
    assert db.read_bytes() == before
