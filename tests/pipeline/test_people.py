"""Persons: names that are forgotten, joined, or replaced in what leaves the house; backups."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from commands import run
from making import Values, season, write_log

from pipeline.backup import backup
from pipeline.errors import UsageError
from pipeline.export import export
from pipeline.forgetting import forget
from pipeline.formats import formats
from pipeline.ingest import ingest
from pipeline.people import Alias, People, load_people, people_file, with_alias
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.records import Record, read_record

NAME = "Zebedeus Onvergetelijk"


def named(number: int, *names: str | None, **changes: Any) -> Values:
    return season()[number] | {"players": list(names)} | changes


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log in which NAME plays, revokes, is named in comments, conflicts and rejects."""
    records = [named(number, NAME, "Bas", "Carla", "Dirk") for number in range(6)]
    records[0]["comments"] = [{"card_no": 3, "text": f"{NAME} again"}]
    records[1]["winners"] = "EEEEEEEE"
    other = named(2, NAME, "Bas", "Carla", "Dirk", board="other")
    unreadable = json.dumps({"game_id": "x", "players": [NAME, "b", "c", "d"]}).encode()
    return write_log(tmp_path / "a.jsonl", *records, other, unreadable, named(7, "Anna", "Bas", "Carla", "Dirk"))


@pytest.fixture
def db(log: Path, tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    ingest([log], path)
    return path


def numbers(db: Path) -> list[Any]:
    """What the store says, without the words of names."""
    with reading(db) as store:
        deals = store.rows("SELECT * EXCLUDE (north, east, south, west, comments) FROM deals ORDER BY game_id, deal_no")
        accounts = store.rows("SELECT records, deals, duplicates, rejects, findings FROM files")
    return [*(tuple(map(str, row.values())) for row in deals), *(tuple(row.values()) for row in accounts)]


def test_a_forgotten_name_is_gone_from_every_byte_and_the_deals_stay(db: Path) -> None:
    before = numbers(db)
    done = forget(db, NAME)
    pseudonym = done.pseudonym
    assert (done.deals, done.rejects) == (6, 1)
    assert numbers(db) == before
    for path in (db, people_file(db)):
        assert b"Zebedeus" not in path.read_bytes()
    with reading(db) as store:
        names = {row["player"] for row in store.rows("SELECT player FROM seats")}
        assert names == {pseudonym, "Anna", "Bas", "Carla", "Dirk"}
        assert all("Zebedeus" not in str(row) for table in store.tables() for row in store.rows(f'SELECT * FROM "{table}"'))


def test_a_forgotten_name_does_not_come_back(db: Path, log: Path, tmp_path: Path) -> None:
    pseudonym = forget(db, NAME).pseudonym
    with log.open("ab") as file:
        file.write(json.dumps(named(10, "Eva", NAME, "Carla", "Dirk")).encode() + b"\n")
    write_log(tmp_path / "b.jsonl", named(11, NAME, "Bas", "Carla", "Dirk"), b'{"players": ["Zebedeus Onvergetelijk"]}')
    ingest([log, tmp_path / "b.jsonl"], db)
    rebuild(db)
    with reading(db) as store:
        assert store.rows("SELECT count(*) AS n FROM seats WHERE player = ?", pseudonym) == [{"n": 8}]
        assert all("Zebedeus" not in str(row) for table in store.tables() for row in store.rows(f'SELECT * FROM "{table}"'))


def test_a_forgotten_name_is_nobodys_alias(db: Path) -> None:
    forget(db, NAME)
    assert "was forgotten" in run("alias", "Bas", NAME, "--db", db).stderr


def test_forgetting_twice_or_somebody_unknown_is_told(db: Path) -> None:
    forget(db, NAME)
    with pytest.raises(UsageError, match="no player 'Zebedeus Onvergetelijk'"):
        forget(db, NAME)
    result = run("forget", "Carlo", "--db", db)
    assert result.exit_code == 2
    assert "the nearest names are 'Carla'" in result.stderr


def test_a_person_who_is_only_an_alias_is_forgotten_and_the_other_name_is_told(db: Path) -> None:
    assert run("alias", NAME, "Anne-Fleur", "--db", db).exit_code == 0
    result = run("forget", "Anne-Fleur", "--db", db)
    assert result.exit_code == 0
    assert f"{NAME} was joined with this name by an alias, and stays" in result.stdout
    assert "Anne-Fleur" not in people_file(db).read_text("utf-8")


def test_a_file_of_people_of_an_older_version_still_keeps_names_out(db: Path, log: Path) -> None:
    forget(db, NAME)
    values = json.loads(people_file(db).read_text("utf-8"))
    values["forgotten"] = [text.partition(":")[0] for text in values["forgotten"]]
    people_file(db).write_text(json.dumps(values), "utf-8")
    rebuild(db)
    with reading(db) as store:
        assert all("Zebedeus" not in str(row) for table in store.tables() for row in store.rows(f'SELECT * FROM "{table}"'))


def test_an_alias_joins_names_and_can_be_undone(db: Path) -> None:
    def players() -> dict[str, int]:
        with reading(db) as store:
            return {row["player"]: row["deals"] for row in store.rows("SELECT * FROM players")}

    assert players() == {NAME: 6, "Anna": 1, "Bas": 7, "Carla": 7, "Dirk": 7}
    assert run("alias", NAME, "Anna", "--db", db).exit_code == 0
    assert players() == {"Anna": 7, "Bas": 7, "Carla": 7, "Dirk": 7}
    assert f"{NAME} is Anna" in run("alias", "--db", db).stdout
    rebuild(db)
    with reading(db) as store:
        assert {row["player"]: row["deals"] for row in store.standings(None, None, None, pairs=False)}["Anna"] == 7
        assert {row["north"] for row in store.rows("SELECT north FROM deals")} == {NAME, "Anna"}
    assert run("alias", NAME, "--undo", "--db", db).exit_code == 0
    assert players() == {NAME: 6, "Anna": 1, "Bas": 7, "Carla": 7, "Dirk": 7}


def test_two_sites_have_two_persons_of_one_name_until_an_alias_says_otherwise(tmp_path: Path) -> None:
    db = tmp_path / "s.duckdb"
    records = [
        named(0, "Jan", "Bas", "Carla", "Dirk", site="one"),
        named(1, "Jan", "Bas", "Carla", "Dirk", site="two"),
        named(2, "jan_77", "Bas", "Carla", "Dirk", site="two"),
    ]
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)

    def jans() -> list[tuple[str, str, int]]:
        with reading(db) as store:
            rows = store.rows("SELECT site, player, deals FROM players WHERE lower(player[:3]) = 'jan' ORDER BY ALL")
            table = store.standings(None, None, None, pairs=False)
        assert {row["player"] for row in table} >= {row["player"] for row in rows}
        return [tuple(row.values()) for row in rows]

    assert jans() == [("one", "Jan", 1), ("two", "Jan", 1), ("two", "jan_77", 1)]
    assert run("alias", "jan_77", "Jan", "--site", "two", "--db", db).exit_code == 0
    assert jans() == [("one, two", "Jan", 3)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["alias", "Bas"], "whose name is 'Bas'?"),
        (["alias", "Bas", "Bas"], "'Bas' is that name already"),
        (["alias", "nobody", "--undo"], f"'nobody' is no alias: '{NAME}'"),
        (["alias", "Bas", NAME], f"'{NAME}' is itself an alias"),
        (["alias", "Bas", "x"], None),
        (["alias", "Anna", "x"], "'Anna' has aliases of its own"),
        (["alias", "Bass", "x"], "no player 'Bass' in the database; the nearest names are 'Bas'"),
        (["alias", "Bas", "x", "--site", "club"], "no site 'club' in the database: one of"),
        (["alias", "Bas", "Carla"], "'Bas' and 'Carla' sit at one table in deal"),
    ],
)
def test_wrong_aliases_name_the_value(arguments: list[str], message: str | None, db: Path) -> None:
    assert run("alias", NAME, "Anna", "--db", db).exit_code == 0
    result = run(*arguments, "--db", db)
    assert (result.exit_code == 0) == (message is None)
    assert message is None or message in result.stderr


def test_pseudonyms_are_stable_for_one_store_and_say_nothing_elsewhere(db: Path, tmp_path: Path) -> None:
    people = People()
    assert people.pseudonym("Anna") == people.pseudonym("Anna") != people.pseudonym("anna")
    assert People().pseudonym("Anna") != people.pseudonym("Anna")
    first, second = (run("audit", "--db", db, "--output", "csv", "--anonymise").stdout for _ in range(2))
    assert first == second
    assert "Zebedeus" not in first


def test_what_leaves_the_house_anonymised_holds_no_name(db: Path, log: Path, tmp_path: Path) -> None:
    people = load_people(db)
    for table in ("deals", "seats", "players", "findings", "plays", "evenings"):
        for suffix in (".csv", ".parquet", ".jsonl"):
            out = tmp_path / f"{table}{suffix}"
            assert run("export", table, out, "--db", db, "--anonymise").exit_code == 0
            assert b"Zebedeus" not in out.read_bytes()
            assert b"Dirk" not in out.read_bytes()
    assert pq.read_table(tmp_path / "deals.parquet").num_rows == 7
    people = load_people(db)
    names = {row["player"] for row in csv.DictReader((tmp_path / "players.csv").read_text("utf-8").splitlines())}
    assert names == {people.pseudonym(name) for name in (NAME, "Anna", "Bas", "Carla", "Dirk")}
    for out in ("x.kjn", "x.jsonl", "x.parquet", "x.csv"):
        result = run("convert", log, tmp_path / out, "--anonymise", "--db", db)
        assert result.exit_code == 0
        assert "not read: a.jsonl:8" in result.stdout
        assert "Zebedeus" not in result.output
        assert run("export", "records", tmp_path / f"r{out}", "--db", db, "--anonymise").exit_code == 0
        for path in (tmp_path / out, tmp_path / f"r{out}"):
            assert b"Zebedeus" not in path.read_bytes()
    game = season()[0]["game_id"]
    for command in ("show", "ruling"):
        printed = run(command, game, 1, "--db", db, "--anonymise").stdout
        assert people.pseudonym(NAME) in printed
        assert "Zebedeus" not in printed
    refused = run("export", "sources", tmp_path / "s.csv", "--db", db, "--anonymise")
    assert "cannot be exported with --anonymise" in refused.stderr


def test_exported_records_are_the_records(db: Path, tmp_path: Path) -> None:
    assert export(db, "records", tmp_path / "all.jsonl") == 7
    entries = list(formats()["jsonl"].read(io.BytesIO((tmp_path / "all.jsonl").read_bytes())))
    again = [read_record(entry.values) for entry in entries if isinstance(entry.values, dict)]
    with reading(db) as store:
        assert again == list(store.all_records())
    assert all(isinstance(record, Record) for record in again)
    assert run("export", "records", tmp_path / "all.log", "--to", "events", "--db", db).exit_code == 0
    assert (tmp_path / "all.log").read_bytes().startswith(b'{"event": "deal"')
    assert "a format is for records" in run("export", "deals", tmp_path / "d.csv", "--to", "events", "--db", db).stderr


@pytest.mark.parametrize(
    ("table", "out", "message"),
    [
        ("deals", "a.xlsx", "has no suffix of a kind that can be written: one of .csv"),
        ("kaarten", "a.csv", "no table 'kaarten' in the database: one of records"),
        ('deals"; DROP TABLE deals; --', "a.csv", "no table"),
        ("records", "a.xlsx", "has no suffix of a format that can be written"),
        ("deals", "none/a.csv", "cannot"),
    ],
)
def test_wrong_exports_name_the_value_and_the_choices(table: str, out: str, message: str, db: Path, tmp_path: Path) -> None:
    result = run("export", table, tmp_path / out, "--db", db)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not list(tmp_path.glob(".*.part"))


def test_a_backup_is_a_store_with_its_people(db: Path, tmp_path: Path) -> None:
    run("alias", NAME, "Anna", "--db", db)
    out = tmp_path / "copy" / "store.duckdb"
    out.parent.mkdir()
    assert backup(db, out) > 0
    assert numbers(out) == numbers(db)
    assert load_people(out) == load_people(db)
    db.unlink()
    assert run("audit", "--db", out).exit_code == 0
    with pytest.raises(UsageError, match="exists already"):
        backup(out, out)
    with pytest.raises(UsageError, match="nothing to back up"):
        backup(db, tmp_path / "other.duckdb")


def test_a_damaged_file_of_people_stops_everything_before_a_name_comes_back(db: Path, log: Path) -> None:
    forget(db, NAME)
    people_file(db).write_text("{")
    before = db.read_bytes()
    with log.open("ab") as file:
        file.write(b"\n{}")
    with pytest.raises(UsageError, match="so nothing is done"):
        ingest([log], db)
    assert db.read_bytes() == before


def test_aliases_stay_in_order_and_replace_one_another() -> None:
    people = with_alias(with_alias(People(), Alias("b", "x")), Alias("a", "x"))
    assert [alias.name for alias in people.aliases] == ["a", "b"]
    assert with_alias(people, Alias("a", "y")).aliases == [Alias("b", "x"), Alias("a", "y")]
