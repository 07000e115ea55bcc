"""Findings on whole games in the store: judged again when any deal of the game changes."""

from pathlib import Path

from making import season, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading


def told(db: Path) -> list[tuple[int, str, str]]:
    """All findings of the store as deal number, code and certainty; the counts of the deals must agree with them."""
    with reading(db) as store:
        counted = store.rows("SELECT sum(violations + depends_on_rule + information) AS n FROM deals")[0]["n"]
        rows = store.findings()
        of_files = store.rows("SELECT sum(findings) AS n FROM files")[0]["n"]
    assert counted == of_files == len(rows)
    return [(row["deal_no"], row["code"], row["certainty"]) for row in rows]


def test_a_gap_is_told_and_closes_when_the_deal_comes_in(tmp_path: Path) -> None:
    records, db = season()[:16], tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *records[:4], *records[6:])], db)
    assert told(db) == [(7, "deal_missing", "information")]
    ingest([write_log(tmp_path / "b.jsonl", *records[4:6])], db)
    assert told(db) == []
    ingest([write_log(tmp_path / "b.jsonl", *records[4:5])], db)
    assert told(db) == [(7, "deal_missing", "information")]


def test_wrong_dealers_and_totals_of_a_game_are_found(tmp_path: Path) -> None:
    records, db = season()[:16], tmp_path / "a.duckdb"
    records[9] = records[9] | {"totals": [sum(records[9]["totals"]), 0]}
    bids = {"bids": None, "leader": None}
    moved = {"dealer": "NESW"[("NESW".index(records[0]["dealer"]) + 2) % 4]}
    ingest([write_log(tmp_path / "a.jsonl", records[0] | bids | moved, *records[1:])], db)
    codes = [(number, code) for number, code, _ in told(db)]
    assert (2, "dealer_rotation") in codes
    assert (10, "totals_mismatch") in codes
    assert (11, "totals_mismatch") in codes


def test_a_game_that_goes_on_after_its_end_is_told(tmp_path: Path) -> None:
    records, db = season(games=2), tmp_path / "a.duckdb"
    more = records[16] | {"game_id": records[0]["game_id"], "deal_no": 17, "totals": None, "dealer": records[0]["dealer"]}
    ingest([write_log(tmp_path / "a.jsonl", *records[:16], more | {"bids": None, "players": records[0]["players"]})], db)
    assert (17, "played_after_end", "violation") in told(db)
