"""The deals behind a statistic on the command line."""

import csv
import io
import json
from pathlib import Path

import pytest
from commands import ran
from making import write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import League, write_season
from pipeline.statistics import Selection


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, stream = tmp_path_factory.mktemp("behind"), io.BytesIO()
    write_season(League(8, 5, changing_partners=True, skill="mixed"), stream)
    records = [json.loads(line) for line in stream.getvalue().splitlines()]
    records[0]["players"] = ["<b>Jan\x1b[31m</b>", *records[0]["players"][1:]]
    ingest([write_log(folder / "a.jsonl", *records)], folder / "a.duckdb")
    return folder / "a.duckdb"


@pytest.mark.parametrize(("name", "of_class"), [("nat", ""), ("nat", "free"), ("roem_given_away", ""), ("cash_ace", "")])
def test_the_deals_are_those_that_the_value_counts(name: str, of_class: str, db: Path) -> None:
    rows = list(
        csv.DictReader(ran("stats", name, "--deals", "--class", of_class, "--output", "csv", "--db", db).stdout.splitlines())
    )
    with reading(db) as store:
        frame = store.statistics([name], Selection())
        (value,) = frame.filter(frame["class"] == of_class).to_dicts()
        deals = store.deal_count()
    assert 0 < len(rows) <= min(value["n"], deals)
    assert [float(row["did"]) for row in rows] == sorted((float(row["did"]) for row in rows), reverse=True)
    assert len({(row["site"], row["game_id"], row["deal_no"]) for row in rows}) == len(rows)
    if name == "nat":
        assert len(rows) == value["n"]
        assert sum(float(row["did"]) for row in rows) == value["numerator"]
        assert all((row["is_nat"] == "True") == (float(row["did"]) == 1) for row in rows)


def test_a_list_for_people_names_the_class_that_is_missing_and_shows_no_signs_of_a_terminal(db: Path) -> None:
    printed = ran("stats", "points_by_seat", "--deals", "--class", "N", "--db", db).stdout
    assert "128 deals. klaverlog show" in printed
    assert "\x1b[31m" not in printed
    assert "choose one of 'E', 'N', 'S', 'W'" in ran("stats", "points_by_seat", "--deals", "--db", db, code=2).stderr
    none = ("--class", "", "--trump", "C", "--role", "lho", "--seat", "N", "--since", "2030-01-01")
    assert "0 deals." in ran("stats", "revokes", "--deals", *none, "--db", db).stdout


def test_what_has_no_list_of_deals_says_so(db: Path) -> None:
    assert "not of 72" in ran("stats", "--deals", "--db", db, code=2).stderr
    assert "whole games or days" in ran("stats", "games_won", "--deals", "--db", db, code=2).stderr
    assert "--class is about" in ran("stats", "nat", "--class", "free", "--db", db, code=2).stderr
