"""Everything derived anew: from the files, from what was kept of files that are gone, and from stores of older schemas."""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from making import season, write_log
from stores import everything

import pipeline.intake
import pipeline.publishing
from pipeline.batches import Batch, replay_batch
from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.statistics import Selection
from replay.readings import rules_in_force

STORES = Path(__file__).parents[1] / "data" / "stores"
TABLES = ("deals", "findings", "sources", "rejects", "matches", "rulesets")


def held(db: Path) -> dict[str, list[tuple[str, ...]]]:
    with reading(db) as store:
        return {
            table: sorted(tuple(map(str, row.values())) for row in store.rows(f"SELECT * FROM {table}")) for table in TABLES
        }


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A store of two files, with rejects, a duplicate and a conflict; the deals of the second name no rules."""
    records = season()
    first = write_log(tmp_path / "a.jsonl", *records[:20], b"not json", records[0], records[1] | {"board": "x"})
    second = write_log(tmp_path / "b.jsonl", *(record | {"rules": None} for record in records[20:]), records[2] | {"nat": None})
    path = tmp_path / "store.duckdb"
    ingest([first], path)
    ingest([second], path, rules_in_force("rotterdams"))
    return path


def test_a_rebuild_of_sound_files_changes_nothing(db: Path) -> None:
    before = held(db)
    result = rebuild(db)
    assert len(result.read) == 2
    assert held(db) == before


def test_files_that_are_gone_keep_their_records(db: Path, tmp_path: Path) -> None:
    before = held(db)
    (tmp_path / "a.jsonl").unlink()
    (tmp_path / "b.jsonl").unlink()
    result = rebuild(db)
    assert (len(result.read), len(result.kept)) == (0, 2)
    assert held(db) == before


def test_a_rule_that_was_mended_reaches_every_deal(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = held(db)
    (tmp_path / "b.jsonl").unlink()

    def wrong(records: object) -> Batch:
        batch = replay_batch(records)  # type: ignore[arg-type]
        return Batch(
            batch.deals.set_column(batch.deals.schema.get_field_index("violations"), "violations", [[7] * len(batch.deals)]),
            batch.findings,
            batch.unlike,
        )

    monkeypatch.setattr(pipeline.intake, "replay_batch", wrong)
    rebuild(db)
    assert held(db) != right
    monkeypatch.undo()
    rebuild(db)
    assert held(db) == right


def test_there_is_nothing_to_rebuild_without_a_database(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to rebuild"):
        rebuild(tmp_path / "none.duckdb")


@pytest.mark.parametrize("schema", [1])
def test_a_store_of_an_older_schema_is_brought_up_to_date_and_loses_nothing(schema: int, tmp_path: Path) -> None:
    db = tmp_path / "old.duckdb"
    with gzip.open(STORES / f"schema{schema}.duckdb.gz") as packed, db.open("wb") as file:
        shutil.copyfileobj(packed, file)
    with pytest.raises(UsageError, match=f"schema {schema}, written by an older klaverlog"), reading(db):
        pass
    log = write_log(tmp_path / "new.jsonl", season(seed=9)[0] | {"game_id": "new"})
    ingest([log], db)
    with reading(db) as store:
        totals = store.totals()
        games = store.rows("SELECT * FROM games WHERE is_over")
        assert store.rows("SELECT value FROM meta WHERE name = 'schema_version'") != [{"value": str(schema)}]
        assert all(row["notes"] == "" for row in store.ledger())
        assert store.standings(None, None, None, pairs=False)
    assert totals["deals"] == 66
    assert totals["violations"] > 0
    assert games
    rebuild(db)
    with reading(db) as store:
        assert store.totals() == totals


def test_views_are_made_anew_only_where_they_are_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db, records = tmp_path / "store.duckdb", season()

    def tricks() -> list[dict[str, object]]:
        with reading(db) as store:
            return store.rows("SELECT * FROM tricks ORDER BY ALL")

    make = pipeline.publishing.make_views
    made: list[object] = []
    monkeypatch.setattr(pipeline.publishing, "make_views", lambda connection: (made.append(connection), make(connection)))
    ingest([write_log(tmp_path / "a.jsonl", *records[:3])], db)
    made.clear()
    ingest([write_log(tmp_path / "b.jsonl", *records[3:6])], db)
    assert not made
    before = tricks()
    for change in ("CREATE OR REPLACE MACRO views_made_of() AS 'other'", "DROP MACRO views_made_of"):
        with duckdb.connect(str(db)) as connection:
            connection.execute(f"CREATE OR REPLACE VIEW tricks AS SELECT 1 AS one; {change}").fetchall()
        assert tricks() == before  # read through the views of this version
        ingest([write_log(tmp_path / "b.jsonl", *records[3:5])], db)
        ingest([write_log(tmp_path / "b.jsonl", *records[3:6])], db)
        with duckdb.connect(str(db), read_only=True) as connection:
            assert len(connection.execute("FROM tricks").fetchall()) == len(before)
        assert len(made) == 1
        made.clear()


def test_a_store_with_the_views_of_another_version_has_the_same_statistics(tmp_path: Path) -> None:
    db = tmp_path / "store.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *season()[:6])], db)
    with reading(db) as store:
        before = store.statistics([], Selection())
    with duckdb.connect(str(db)) as connection:
        connection.execute("CREATE OR REPLACE VIEW seats AS SELECT site, game_id, deal_no FROM deals").fetchall()
        connection.execute("CREATE OR REPLACE MACRO count_suit(hand, suit) AS 1").fetchall()
        connection.execute("CREATE OR REPLACE MACRO views_made_of() AS 'other'").fetchall()
    with reading(db) as store:
        assert store.statistics([], Selection()).equals(before)
    assert run_stats(db) == 0


def run_stats(db: Path) -> int:
    return CliRunner().invoke(main, ["stats", "nat", "--player", season()[0]["players"][0], "--db", str(db)]).exit_code


def test_a_new_store_has_the_tables_and_views_of_every_other(tmp_path: Path) -> None:
    """Made here by a process of its own: within this one, new stores are copies of one."""
    log = write_log(tmp_path / "a.jsonl", *season()[:3])
    code = "import sys; from pipeline.cli import main; main(['ingest', sys.argv[1], '--db', sys.argv[2]])"
    command = [sys.executable, "-c", code, str(log), str(tmp_path / "own.duckdb")]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PYTHONPATH": str(STORES.parents[2])})
    ingest([log], tmp_path / "copied.duckdb")
    assert laid_out(tmp_path / "own.duckdb") == laid_out(tmp_path / "copied.duckdb")
    assert everything(tmp_path / "own.duckdb") == everything(tmp_path / "copied.duckdb")


def laid_out(db: Path) -> list[list[tuple[object, ...]]]:
    """Tables, columns, views and macros of a store."""
    with duckdb.connect(str(db), read_only=True) as connection:
        return [
            connection.execute(f"{sql} WHERE NOT internal ORDER BY ALL").fetchall()
            for sql in (
                "SELECT table_name, comment, sql FROM duckdb_tables()",
                "SELECT table_name, column_name, data_type, comment FROM duckdb_columns()",
                "SELECT view_name, comment, sql FROM duckdb_views()",
                "SELECT function_name, macro_definition FROM duckdb_functions()",
            )
        ]
