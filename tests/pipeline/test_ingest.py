"""Logs into the store: accounts, duplicates, changed files, order, and everything a file can do wrong."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from making import Values, season, sound, write_log
from stores import query

import pipeline.ingest
import pipeline.intake
from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.intake import judge_deals
from pipeline.records import Record, content_hash, read_record
from pipeline.rows import record_of_row
from pipeline.stages import STAGES
from replay.presets import RULESETS
from replay.readings import rules_in_force


def contents(db: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything the store says, without clocks."""
    tables = {
        "deals": "* EXCLUDE ()",
        "findings": "*",
        "rejects": "*",
        "sources": "*",
        "files": "* EXCLUDE (ingested_at, seconds)",
        "meta": "*",
    }
    found = {}
    for table, columns in tables.items():
        rows = query(db, f"SELECT {columns.replace(' EXCLUDE ()', '')} FROM {table}")
        found[table] = sorted(tuple(map(str, row.values())) for row in rows)
    return found


def accounts_add_up(db: Path) -> None:
    for row in query(db, "SELECT * FROM files"):
        assert row["records"] == row["deals"] + row["duplicates"] + row["rejects"], row
    totals = query(db, "SELECT (SELECT count(*) FROM deals) AS deals, coalesce(sum(deals), 0) AS of_files FROM files")[0]
    assert totals["deals"] == totals["of_files"]


def test_a_clean_season_becomes_deals_and_nothing_else(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season())
    summary = ingest([log], db)
    assert (summary.records, summary.deals, summary.duplicates, summary.rejects) == (32, 32, 0, 0)
    assert query(db, "SELECT count(*) AS n FROM findings") == [{"n": 0}]
    accounts_add_up(db)


@pytest.mark.parametrize("rules", RULESETS)
def test_the_record_of_every_stored_deal_can_be_read_back_exactly(rules: str, tmp_path: Path, db: Path) -> None:
    records = season(rules, 4, 1)
    extra = {"think_ms": [5, None, 7], "claims": [{"card_no": 4, "seat": "E", "points": 20}], "bots": "S", "board": "7"}
    records[0] = records[0] | extra
    records[1]["seats"] = records[1]["hands"] = None
    if "void" not in records[2]:
        records[2] = records[2] | {"declarer": "EW" if records[2]["declarer"] in "EW" else "NS", "void": "abandoned"}
    log = write_log(tmp_path / "a.jsonl", *records)
    ingest([log], db)
    for row in query(db, "SELECT deals.*, content FROM deals JOIN sources USING (site, game_id, deal_no)"):
        assert row["content"] == content_hash(record_of_row(row))


def test_ingesting_the_same_file_again_changes_nothing(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season(), sound(5, score=[1, 1]))
    ingest([log], db)
    before, stamp = contents(db), db.stat().st_mtime_ns
    summary = ingest([log], db)
    assert summary.unchanged == [str(log.resolve())]
    assert before == contents(db)
    assert stamp == db.stat().st_mtime_ns


def test_the_same_records_in_another_file_are_duplicates(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", *season())], db)
    summary = ingest([write_log(tmp_path / "b.jsonl", *season()[:10])], db)
    assert (summary.records, summary.deals, summary.duplicates, summary.rejects) == (10, 0, 10, 0)
    accounts_add_up(db)


def test_a_deal_leaves_the_store_only_with_its_last_source(tmp_path: Path, db: Path) -> None:
    records = season()
    first = write_log(tmp_path / "a.jsonl", *records)
    ingest([first, write_log(tmp_path / "b.jsonl", *records[:10])], db)
    write_log(first, *records[20:])
    ingest([first], db)
    assert query(db, "SELECT count(*) AS n FROM deals") == [{"n": 22}]
    accounts_add_up(db)
    alone = db.with_name("alone.duckdb")
    ingest([first, tmp_path / "b.jsonl"], alone)
    assert contents(alone) == contents(db)


def test_a_conflict_is_settled_when_its_file_changes(tmp_path: Path, db: Path) -> None:
    good, bad = write_log(tmp_path / "a.jsonl", sound()), write_log(tmp_path / "b.jsonl", sound(score=[1, 161]))
    ingest([good, bad], db)
    (reject,) = query(db, "SELECT * FROM rejects")
    assert reject["reason"] == "conflicting_deal"
    assert "a.jsonl:1" in reject["message"]
    assert "b.jsonl:1" in reject["message"]
    accounts_add_up(db)
    write_log(bad, sound())
    ingest([bad], db)
    assert query(db, "SELECT * FROM rejects") == []
    assert query(db, "SELECT logged_score_ns AS ns FROM deals") == [{"ns": sound()["score"][0]}]
    accounts_add_up(db)


def test_the_order_of_files_and_records_never_matters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.intake, "CHUNK", 7)
    rng = random.Random(5)
    records = season()
    cut = dict.fromkeys(("points", "roem_points", "score", "totals", "nat", "pit", "seats", "winners", "roem"))
    for number in (1, 3, 5, 9):
        records.append(records[number] | cut | {"plays": " ".join(records[number]["plays"].split()[:11])})
        records.append(records[number + 1] | {"score": [0, 5]})
        records.append(records[number + 2])
    stores = []
    for run in range(4):
        rng.shuffle(records)
        parts: list[list[Values]] = [[], [], []]
        for record in records:
            parts[rng.randrange(3)].append(record)
        files = [write_log(tmp_path / f"{run}-{at}.jsonl", *part) for at, part in enumerate(parts)]
        db = tmp_path / f"{run}.duckdb"
        for file in files:
            ingest([file], db)
        accounts_add_up(db)
        found = contents(db)
        stores.append((found["deals"], found["findings"], found["meta"], len(found["rejects"]), len(found["sources"])))
    assert all(stores[0] == other for other in stores[1:])


def test_a_half_written_last_line_is_rejected_and_read_again_when_the_file_has_grown(tmp_path: Path, db: Path) -> None:
    whole = (json.dumps(sound(0)) + "\n" + json.dumps(sound(1)) + "\n").encode()
    log = tmp_path / "a.jsonl"
    log.write_bytes(whole[:-200])
    assert (ingest([log], db).deals, len(query(db, "SELECT * FROM rejects WHERE message LIKE 'a half-written%'"))) == (1, 1)
    log.write_bytes(whole)
    assert (ingest([log], db).deals, len(query(db, "SELECT * FROM rejects"))) == (2, 0)
    accounts_add_up(db)


def test_a_line_of_100_megabytes_is_one_reject_and_the_rest_is_read(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", b'{"game_id": "' + b"x" * 100_000_000, sound())
    summary = ingest([log], db)
    assert (summary.records, summary.deals, summary.rejects) == (2, 1, 1)
    (reject,) = query(db, "SELECT line, reason, message, text FROM rejects")
    assert (reject["line"], reject["reason"]) == (1, "bad_record")
    assert len(reject["text"]) <= 300


def test_rules_given_for_an_ingest_judge_the_records_that_name_none(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *(record | {"rules": None} for record in season("rotterdams")))
    ingest([log], db)
    assert query(db, "SELECT DISTINCT rules, rules_known FROM deals") == [{"rules": "amsterdams", "rules_known": False}]
    assert query(db, "SELECT count(*) AS n FROM findings WHERE certainty = 'violation'") == [{"n": 0}]
    ingest([log], db, rules_in_force("rotterdams"))
    assert query(db, "SELECT DISTINCT rules, rules_known FROM deals") == [{"rules": "rotterdams", "rules_known": True}]
    assert query(db, "SELECT count(*) AS n FROM findings") == [{"n": 0}]


def test_the_time_of_every_stage_is_counted_once(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season()[:40])
    summary = ingest([log], db)
    seconds = summary.stages.seconds
    assert set(seconds) == set(STAGES)
    assert all(seconds[name] > 0 for name in ("look", "read", "check", "replay", "insert", "publish"))
    assert sum(seconds.values()) <= summary.seconds
    result = CliRunner().invoke(main, ["ingest", str(log), "--db", str(db), "--profile"])
    assert [line.split()[0] for line in result.stdout.splitlines() if line.startswith("  ")] == [*STAGES, "in"]


def test_that_rules_are_being_compiled_is_told_once(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.intake, "CHUNK", 7)
    answers = iter([True, False, False, False])
    monkeypatch.setattr(pipeline.intake, "has_to_compile", lambda deals: next(answers))
    told: list[str] = []
    ingest([write_log(tmp_path / "a.jsonl", *season()[:20])], db, tell=told.append)
    assert [message.partition(",")[0] for message in told] == ["compiling the rules"]


def test_an_ingest_that_fails_leaves_the_store_as_it_was(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound())], db)
    before = db.read_bytes()

    def fail(*_: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(pipeline.intake, "replay_batch", fail)
    with pytest.raises(RuntimeError, match="power cut"):
        ingest([write_log(tmp_path / "b.jsonl", *season())], db)
    assert before == db.read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith((".part", ".wal"))] == []


def test_what_a_killed_ingest_left_is_cleared_by_the_next(tmp_path: Path, db: Path) -> None:
    left = db.with_name(f".{db.name}.1.part")
    left.write_bytes(b"half a database")
    ingest([write_log(tmp_path / "a.jsonl", sound())], db)
    assert not left.exists()


def test_wrong_paths_and_databases_are_told_in_one_line_and_change_nothing(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound())
    other = tmp_path / "notes.duckdb"
    other.write_text("shopping list")
    empty = tmp_path / "empty"
    empty.mkdir()
    for paths, target, words in (
        ([tmp_path / "none.jsonl"], db, "no such file"),
        ([empty], db, "no log in the folder"),
        ([log], other, "not a klaverlog database"),
        ([log], empty, "it is a folder"),
        ([log], tmp_path / "gone" / "x.duckdb", "no such folder"),
        ([log], log / "x.duckdb", "no such folder"),
    ):
        with pytest.raises(UsageError, match=words) as raised:
            ingest(paths, target)
        assert "\n" not in str(raised.value)
    assert other.read_text() == "shopping list"
    assert not db.exists()


def test_stored_records_are_never_lost_however_often_they_change_hands(tmp_path: Path, db: Path) -> None:
    short = dict.fromkeys(("points", "roem_points", "score", "totals", "nat", "pit", "winners", "roem", "seats"))
    versions = [sound() | short | {"plays": " ".join(sound()["plays"].split()[:count])} for count in (4, 12, 31)] + [sound()]
    files = [write_log(tmp_path / f"{at}.jsonl", version) for at, version in enumerate(versions)]
    for file in files:
        ingest([file], db)
        accounts_add_up(db)
    assert query(db, "SELECT status FROM deals") == [{"status": "complete"}]
    for file in reversed(files):
        write_log(file, sound(9))
        ingest([file], db)
        accounts_add_up(db)
    assert query(db, "SELECT deal_no FROM deals") == [{"deal_no": 10}]


def test_read_record_and_ingest_agree_on_what_is_a_deal(tmp_path: Path, db: Path) -> None:
    records = [sound(0), sound(1, trump="X"), sound(2, deal_no=0), sound(3)]
    good = [isinstance(read_record(values), Record) for values in records]
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)
    rejected = {row["line"] for row in query(db, "SELECT line FROM rejects")}
    assert good == [line not in rejected for line in range(1, 5)]


def test_a_deck_that_does_not_give_the_logged_hands_is_one_finding(tmp_path: Path, db: Path) -> None:
    values = sound()
    left = ("NESW".index(values["dealer"]) + 1) % 4
    hands = [hand.split() for hand in values["hands"]]
    order = [hands[(left + step) % 4] for step in range(4)]
    deck = [card for start, end in ((0, 3), (3, 5), (5, 8)) for hand in order for card in hand[start:end]]
    other = [deck[1], deck[0], *deck[2:]]
    wrong = [deck[3], *deck[1:3], deck[0], *deck[4:]]
    records = [values | {"deck": " ".join(cards), "game_id": str(at)} for at, cards in enumerate((deck, other, wrong), 1)]
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)
    assert query(db, "SELECT game_id, code, paragraph FROM findings WHERE certainty <> 'information'") == [
        {"game_id": "3", "code": "hands_mismatch", "paragraph": "R6"}
    ]


def test_only_deals_that_other_files_tell_of_are_judged_one_by_one_when_a_file_changes(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed log of a million deals once took seven gigabytes, for it was read from the store deal by deal."""
    records, judged = season(), list[tuple[str, str, int]]()
    log, other = write_log(tmp_path / "a.jsonl", *records), write_log(tmp_path / "b.jsonl", records[2])
    ingest([log, other], db)

    def judge(store: Any, keys: Any, stages: Any = None) -> None:
        judged.extend(keys)
        judge_deals(store, keys, stages)

    monkeypatch.setattr("pipeline.intake.judge_deals", judge)
    ingest([write_log(tmp_path / "a.jsonl", records[0] | {"board": "other"}, *records[1:])], db)
    assert {(game_id, number) for _, game_id, number in judged} == {(records[2]["game_id"], records[2]["deal_no"])}
    accounts_add_up(db)
    ingest([log, other], tmp_path / "fresh.duckdb")
    assert contents(db)["deals"] == contents(tmp_path / "fresh.duckdb")["deals"]
