"""Tables and views of a store: described, in agreement with one another, and of a version that is known."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from making import season, sound, write_log
from stores import query

from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.publishing import writing


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound())
    ingest([log], db)
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'").fetchall()
    before = db.read_bytes()
    with pytest.raises(UsageError, match="newer klaverlog"):
        ingest([write_log(tmp_path / "b.jsonl", *season())], db)
    assert before == db.read_bytes()


def test_every_table_column_and_view_has_a_comment(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound())], db)
    tables = query(db, "SELECT table_name, comment FROM duckdb_tables()")
    assert {"meta", "files", "sources", "rejects", "deals", "findings", "matches", "rulesets", "aliases"} == {
        row["table_name"] for row in tables
    }
    assert all(row["comment"] for row in tables)
    bare = query(db, "SELECT table_name, column_name FROM duckdb_columns() WHERE comment IS NULL AND NOT internal")
    assert [row for row in bare if row["table_name"] in {table["table_name"] for table in tables}] == []
    views = query(db, "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal")
    assert {"plays", "tricks", "seats", "games", "rounds", "players", "evenings", "pair_evenings"} == {
        row["view_name"] for row in views
    }
    assert all(row["comment"] for row in views)


def test_views_agree_with_the_deals(tmp_path: Path, db: Path) -> None:
    records = season()
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)
    first = records[0]
    plays = query(db, "SELECT card, seat FROM plays WHERE game_id = ? AND deal_no = 1 ORDER BY card_no", first["game_id"])
    assert first["plays"].split() == [row["card"] for row in plays]
    assert first["seats"] == "".join(row["seat"] for row in plays)
    tricks = query(db, "SELECT * FROM tricks WHERE game_id = ? AND deal_no = 1 ORDER BY trick_no", first["game_id"])
    assert first["winners"] == "".join(row["winner"] for row in tricks)
    assert first["roem"] == [row["roem"] for row in tricks]
    assert sum(first["points"]) == sum(row["points"] for row in tricks) == 162
    games = query(db, "SELECT * FROM games ORDER BY game_id")
    assert [records[15]["totals"], records[31]["totals"]] == [[row["score_ns"], row["score_ew"]] for row in games]
    seats = query(db, "SELECT count(*) AS n, sum(nat_did::INT) AS nats, sum(tricks_won) AS tricks FROM seats")[0]
    assert (128, 2 * sum(record["nat"] for record in records), 256) == (seats["n"], seats["nats"], seats["tricks"])
    players = query(db, "SELECT sum(deals) AS deals, sum(declared) AS declared, sum(nats) AS nats FROM players")[0]
    assert (128, 32, sum(record["nat"] for record in records)) == tuple(players.values())


def test_seats_named_after_a_place_or_a_computer_are_nobody_in_particular(tmp_path: Path, db: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(players=["You", "Bot 1", "Noord", "Els"], bots="W"))], db)
    assert query(db, "SELECT * FROM players") == []


def test_what_a_query_met_with_is_told_and_not_what_comes_of_it(db: Path) -> None:
    """An error breaks the transaction off, in which the table of its rows cannot even be let go of."""

    def fails() -> None:
        with writing(db) as store, store._table(pa.table({"x": [1]})) as given:
            store._run(f"SELECT error('met with ' || x) FROM {given}")

    with pytest.raises(duckdb.InvalidInputException, match="met with 1"):
        fails()


def test_too_little_memory_is_told_in_one_line(db: Path) -> None:
    with pytest.raises(UsageError) as told, writing(db):
        raise duckdb.OutOfMemoryException(
            "Out of Memory Error: could not allocate 1 MB (2 MB/2 MB used)\n\nPossible solutions:\n* more"
        )
    assert str(told.value) == f"cannot write the database {db}: could not allocate 1 MB (2 MB/2 MB used)"
