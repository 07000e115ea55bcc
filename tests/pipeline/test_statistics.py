"""The catalog is whole, filters and intervals are what they say, and odd stores have sensible answers."""

import json
from dataclasses import fields
from pathlib import Path

import polars as pl
import pytest
from commands import run
from making import season, sound, write_log

from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.people import Alias, load_people, save_people, with_alias
from pipeline.publishing import writing
from pipeline.queries import reading
from pipeline.statistics import Selection, catalog
from pipeline.statistics.judged import keep_judged_plays
from pipeline.statistics.values import COLUMNS, SCHEMA


def values(db: Path, selection: Selection = Selection(), *names: str) -> pl.DataFrame:  # noqa: B008 - it is frozen
    with reading(db) as store:
        return store.statistics(names, selection)


# ---------------------------------------------------------------- values


def test_the_frame_is_as_documented_and_holds_no_nan(season_db: Path) -> None:
    frame = values(season_db)
    assert list(COLUMNS) == frame.columns == list(SCHEMA)
    assert frame["statistic"].unique(maintain_order=True).to_list() == list(catalog())
    for name, kind in SCHEMA.items():
        assert frame[name].dtype == kind
        if kind == pl.Float64:
            assert not frame[name].is_nan().any()
    for row in frame.iter_rows(named=True):
        least = catalog()[row["statistic"]].smallest_n
        assert row["state"] == ("hidden" if row["n"] < least else "provisional" if row["n"] < 100 else "shown")
        if row["low"] is not None:
            assert row["low"] <= row["value"] <= row["high"]
            assert not catalog()[row["statistic"]].is_share or 0 <= row["low"] <= row["high"] <= 1
        assert (row["value"] is None) == (row["n"] == 0)
    assert frame.equals(values(season_db))


def test_a_value_is_numerator_by_denominator_and_as_many_as_are_taken_at_a_time(season_db: Path) -> None:
    for row in values(season_db, Selection(seat="N")).iter_rows(named=True):
        if row["n"]:
            assert row["value"] == pytest.approx(catalog()[row["statistic"]].per * row["numerator"] / row["denominator"])


def test_both_partners_tell_of_one_deal(season_db: Path) -> None:
    """Of 96 deals, 192 sides and 384 seats."""
    counts = {
        row["statistic"]: row["n"] for row in values(season_db).iter_rows(named=True) if row["class"] in ("", "for", "run3")
    }
    assert [counts[name] for name in ("deals_with_roem", "team_nat", "roem", "pit", "points_16")] == [96, 96, 192, 192, 384]
    assert counts["roem_kinds"] == 96 * 8
    assert counts["games_won"] == 12


def test_an_empty_store_has_no_chances(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("")
    ingest([tmp_path / "a.jsonl"], tmp_path / "a.duckdb")
    for selection in (Selection(), Selection(bots=True, since="2026-01-01", violations=False)):
        frame = values(tmp_path / "a.duckdb", selection)
        assert frame["statistic"].to_list() == list(catalog())
        assert set(frame["n"]) == {0}
        assert set(frame["state"]) == {"hidden"}
        assert frame["value"].null_count() == frame.height
    assert run("stats", "--db", tmp_path / "a.duckdb").exit_code == 0


def test_one_deal_is_counted_and_hidden(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound())], tmp_path / "a.duckdb")
    frame = values(tmp_path / "a.duckdb")
    assert set(frame["state"]) == {"hidden"}
    (row,) = frame.filter(pl.col("statistic") == "points_declarer").iter_rows(named=True)
    assert (row["n"], row["low"], row["high"]) == (1, None, None)
    printed = run("stats", "--db", tmp_path / "a.duckdb").stdout
    assert "nan" not in printed.lower()
    assert "100.0 %" not in printed


# ---------------------------------------------------------------- persons


def test_names_of_two_sites_are_two_persons_unless_an_alias_says_otherwise(tmp_path: Path) -> None:
    log = write_log(
        tmp_path / "a.jsonl", *(sound(0, site=site, players=["Jan", "B", "C", "D"]) for site in ("club", "elsewhere"))
    )
    db = tmp_path / "a.duckdb"
    ingest([log], db)
    with pytest.raises(UsageError, match="'Jan' may be another person on each site: choose one of 'club', 'elsewhere'"):
        values(db, Selection(player="Jan"))
    assert values(db, Selection(player="Jan", site="club"), "deals_won")["n"].to_list() == [1]
    people = load_people(db)
    for site in ("club", "elsewhere"):
        people = with_alias(people, Alias("B", "Bea", site))
    save_people(db, people)
    with writing(db):
        pass
    assert values(db, Selection(player="Bea"), "deals_won")["n"].to_list() == [2]
    assert values(db, Selection(opponents=("Bea",), site="club"), "roem")["n"].to_list() == [1]


def test_names_that_differ_in_case_are_two_persons(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(players=["jan", "B", "Jan", "D"]))], tmp_path / "a.duckdb")
    rows = values(tmp_path / "a.duckdb", Selection(player="jan"), "points_by_seat").filter(pl.col("n") > 0)
    assert rows["class"].to_list() == ["N"]


def test_seats_of_computers_and_of_nobody_count_when_asked_for(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(players=["Anna", None, "Noord", "Dirk"], bots="W"))], tmp_path / "a.duckdb")
    assert values(tmp_path / "a.duckdb", Selection(), "points_16")["n"].to_list() == [1]
    assert values(tmp_path / "a.duckdb", Selection(bots=True), "points_16")["n"].to_list() == [4]


def test_a_hostile_name_is_a_name(tmp_path: Path) -> None:
    name = "'; DROP TABLE deals; --"
    ingest([write_log(tmp_path / "a.jsonl", sound(players=[name, "B", "C", "D"]))], tmp_path / "a.duckdb")
    chosen = Selection(player=name, partner="C", opponents=("B", "D"))
    assert values(tmp_path / "a.duckdb", chosen, "points_16")["n"].to_list() == [1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"player": "Annek"}, "no player 'Annek' in the database; the nearest names are "),
        ({"partner": "Annek"}, "no player 'Annek'"),
        ({"site": "clubb"}, "no site 'clubb' in the database: one of 'simulated'"),
        ({"rules": "rotterdams"}, "no deals by the rules 'rotterdams' in the database: one of amsterdams"),
    ],
)
def test_what_the_store_does_not_have_is_refused_with_what_it_has(wrong: dict[str, str], message: str, season_db: Path) -> None:
    with pytest.raises(UsageError, match=message):
        values(season_db, Selection(**wrong))  # type: ignore[arg-type]  # texts


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"role": "boss"}, "role 'boss' is not one of declarer, partner, lho, rho"),
        ({"seat": "n"}, "seat 'n' is not one of N, E, S, W"),
        ({"trump": "X"}, "trump 'X' is not one of C, D, H, S"),
        ({"since": "yesterday"}, "'yesterday' is no day such as 2026-01-31"),
        ({"since": "2026-02-01", "until": "2026-01-01"}, "since 2026-02-01 is after until 2026-01-01"),
    ],
)
def test_a_filter_that_cannot_be_is_refused(wrong: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Selection(**wrong)  # type: ignore[arg-type]  # texts


def test_every_filter_can_be_given_on_the_command_line() -> None:
    options = {name.removeprefix("--") for param in main.commands["stats"].params for name in param.opts}
    named = {"opponents": "opponent", "violations": "without-violations"}
    assert {named.get(field.name, field.name) for field in fields(Selection)} <= options


# ---------------------------------------------------------------- the command


def test_wrong_names_are_refused_in_one_line_with_the_choices(season_db: Path) -> None:
    result = run("stats", "natt", "--db", season_db)
    assert result.exit_code == 2
    assert "no statistic 'natt': one of play, " in result.stderr
    assert all(name in result.stderr for name in catalog())


def test_csv_json_and_parquet_hold_the_same(season_db: Path, tmp_path: Path) -> None:
    frame = values(season_db, Selection(role="declarer"), "nat", "margin")
    chosen = ("stats", "nat", "margin", "--role", "declarer", "--db", season_db, "--output")
    assert json.loads(run(*chosen, "json").stdout) == frame.to_dicts()
    (tmp_path / "a.parquet").write_bytes(run(*chosen, "parquet").stdout_bytes)
    assert pl.read_parquet(tmp_path / "a.parquet").equals(frame)
    (tmp_path / "a.csv").write_text(run(*chosen, "csv").stdout)
    assert pl.read_csv(tmp_path / "a.csv", schema=pl.Schema(SCHEMA)).with_columns(pl.col("class").fill_null("")).equals(frame)


def test_the_table_shows_no_value_of_few_chances_and_marks_provisional_ones(season_db: Path) -> None:
    name = season(games=1)[0]["players"][0]
    rows = {(row["statistic"], row["class"]): row for row in values(season_db, Selection(player=name)).iter_rows(named=True)}
    lines = run("stats", "--player", name, "--db", season_db).stdout.splitlines()
    before = ""
    for line in lines:
        cells = [cell.strip() for cell in line.strip("│").split("│")]
        if len(cells) == 6 and cells[2][:1].isdigit():
            before = cells[0] or before
            row = rows.pop((before, cells[1]))
            assert cells[3].endswith("?") == (row["state"] == "provisional")
            assert (cells[3] == "") == (row["state"] == "hidden")
    assert rows == {}


def test_explain_says_what_a_statistic_means_and_its_sql_runs(season_db: Path) -> None:
    frame = values(season_db, Selection(role="declarer"))
    with reading(season_db) as store:
        keep_judged_plays(store, "deals")  # as the text says
        store.use_fitted()
        for name, one in catalog().items():
            printed = run("stats", name, "--explain", "--role", "declarer").stdout
            assert one.name_nl in printed
            assert f"{one.name} ({one.number})" in printed
            comment, _, sql = printed.partition("-- parameters: 'declarer'\n")
            assert one.question in " ".join(comment.split())
            assert ("keep_judged_plays(store, 'deals')" in comment) is one.looks_at_plays
            assert ("Reader.use_fitted()" in comment) is one.needs_fitted
            rows = store.rows(sql, "declarer")
            assert sum(row["n"] for row in rows) == frame.filter(pl.col("statistic") == name)["n"].sum()


@pytest.mark.parametrize("number", [1, 3, None])
def test_statistics_are_the_same_for_games_some_at_a_time(
    number: int | None, season_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list(catalog())[:number]
    whole = values(season_db, Selection(), *names)
    monkeypatch.setattr("pipeline.statistics.judged.DEALS_IN_A_PART", 40)
    assert values(season_db, Selection(), *names).equals(whole)


def test_the_list_has_every_statistic() -> None:
    printed = run("stats", "--list").stdout
    assert all(f"{name} " in printed and one.name_nl in printed for name, one in catalog().items())
