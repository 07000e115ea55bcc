"""Figures on the pages are those of the command line for the same filters, for every statistic."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dashboard.filters import Options, read
from dashboard.pages import PAGES
from pipeline.cli import main
from pipeline.queries import reading
from pipeline.statistics import Selection, catalog
from pipeline.statistics.grouped import GROUPS, is_grouped

FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"player": "Anneke"}, ["--player", "Anneke"]),
    ({"role": "declarer", "trump": "H"}, ["--role", "declarer", "--trump", "H"]),
    (
        {"player": "Vera", "opponent": ["Anneke", "Bram"], "rules": "amsterdams", "violations": "0"},
        ["--player", "Vera", "--opponent", "Anneke", "--opponent", "Bram", "--rules", "amsterdams", "--without-violations"],
    ),
    ({"since": "2026-01-20", "until": "2026-02-20", "seat": "N", "bots": "1"},
     ["--since", "2026-01-20", "--until", "2026-02-20", "--seat", "N", "--bots"]),
]  # fmt: skip


def written(name: str, value: float | None) -> str:
    """As the page writes a value in English."""
    if value is None:
        return ""
    return f"{100 * value:,.1f}\N{NO-BREAK SPACE}%" if catalog()[name].is_share else f"{value:,.1f}"


def bare(cell: str) -> str:
    """A cell without its mark-up; "–" stands for nothing."""
    found = re.sub(r"^:gray\[\*(.*)\*\]$", r"\1", cell)
    return "" if found == "–" else found


@pytest.mark.parametrize(("query", "options"), FILTERS, ids=lambda value: " ".join(map(str, value)) or "none")
def test_every_figure_of_the_overview_equals_the_command_line(
    query: dict[str, Any], options: list[str], open_page: Any, sample_db: Path
) -> None:
    printed = CliRunner().invoke(main, ["stats", "--db", str(sample_db), "--output", "json", *options])
    rows = json.loads(printed.stdout)
    expected = []
    for group in dict.fromkeys(catalog()[row["statistic"]].group for row in rows):
        for row in rows:
            if catalog()[row["statistic"]].group == group:
                name, shown = row["statistic"], row["state"] != "hidden"
                mark = "\N{NO-BREAK SPACE}?" if row["state"] == "provisional" else ""
                interval = f"{written(name, row['low'])} to {written(name, row['high'])}"
                expected.append(
                    (
                        written(name, row["value"]) + mark if shown else "",
                        interval if shown and row["low"] is not None else "",
                        f"{row['n']:,}",
                    )
                )
    page = open_page("overview", sample_db, lang="en", **query)
    assert not page.exception
    cells = [
        (bare(one["Value"]), bare(one["95 %"]), one["n"]) for table in page.table for one in table.value.to_dict("records")
    ]
    assert cells == expected
    assert len({row["statistic"] for row in rows}) == len(catalog())


def test_a_grouped_statistic_adds_up_to_the_whole(sample_db: Path) -> None:
    with reading(sample_db) as store:
        whole = {(row["statistic"], row["class"]): row for row in store.statistics([], Selection()).to_dicts() if row["n"] > 0}
        for one in filter(is_grouped, catalog().values()):
            # Whoever sits in a seat of a side tells of it, so only what every row is one of adds up.
            by = {"seat": "player", "side": "everybody", "deal": "trump"}.get(one.grain, "everybody")
            found = store.grouped(one.name, Selection(), by)
            for name in found["class"].unique():
                part = found.filter(found["class"] == name)
                assert part["n"].sum() == whole[one.name, name]["n"], (one.name, name)
                assert part["numerator"].sum() == pytest.approx(whole[one.name, name]["numerator"])
                assert part["denominator"].sum() == pytest.approx(whole[one.name, name]["denominator"])


@pytest.mark.parametrize("name", ["nat", "team_nat", "roem", "points_16", "pit", "stuk", "feeding"])
def test_a_player_has_the_same_value_in_a_group_as_alone(name: str, sample_db: Path) -> None:
    with reading(sample_db) as store:
        found = store.grouped(name, Selection(), "player")
        for player in ("Anneke", "Vera"):
            alone = {row["class"]: row for row in store.statistics([name], Selection(player=player)).to_dicts() if row["n"]}
            for row in found.filter(found["player"] == player).to_dicts():
                for column in ("n", "numerator", "denominator", "value", "low", "high", "state"):
                    assert (
                        row[column] == pytest.approx(alone[row["class"]][column]) or row[column] == alone[row["class"]][column]
                    )


def test_a_long_table_is_drawn_when_it_is_opened(open_page: Any, sample_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = open_page("contracts", sample_db, lang="en")
    assert len(short.dataframe) == 1
    monkeypatch.setattr("dashboard.figures.LONG", 3)
    page = open_page("contracts", sample_db, lang="en")
    assert not page.dataframe
    page.session_state["table_people"] = True
    page.run()
    assert not page.exception
    assert page.dataframe[0].value.equals(short.dataframe[0].value)


@pytest.mark.parametrize("by", GROUPS)
def test_the_deals_behind_a_value_are_those_it_counts(by: str, sample_db: Path) -> None:
    with reading(sample_db) as store:
        for row in store.grouped("nat", Selection(), by).filter(class_of_all()).head(3).to_dicts():
            group = {name: row[name] for name in GROUPS[by][0]}
            found = store.deals_behind("nat", Selection(), by, group)
            assert len(found) == min(row["n"], 200)
            assert sum(one["did"] for one in found) == min(row["numerator"], 200)
            assert sum(one["is_nat"] for one in found) == min(row["numerator"], 200)


def class_of_all() -> Any:
    import polars as pl

    return pl.col("class") == ""


def test_filters_of_the_address_that_cannot_be_are_told_and_left_out(open_page: Any, sample_db: Path) -> None:
    query = {
        "player": "Nobody at all",
        "seat": "X",
        "since": "yesterday",
        "bots": "perhaps",
        "trump": "H",
        "until": "2026-02-30",
    }
    page = open_page("overview", sample_db, lang="en", **query)
    assert not page.exception
    told = [info.value for info in page.info]
    assert len(told) == 5
    assert all("is left out" in one for one in told)
    assert "♥ hearts" in page.caption[0].value


def test_an_end_before_the_beginning_is_told(open_page: Any, sample_db: Path) -> None:
    page = open_page("overview", sample_db, lang="en", since="2026-03-01", until="2026-01-01")
    assert not page.exception
    assert "2026" in page.info[0].value


def test_a_name_that_is_one_person_a_site_asks_for_the_site(open_page: Any, tmp_path: Path) -> None:
    from making import season, write_log

    from pipeline.ingest import ingest

    records = season(games=2)
    here, there = ([record | {"site": site} for record in records] for site in ("here", "there"))
    ingest([write_log(tmp_path / "a.jsonl", *here, *there)], tmp_path / "a.duckdb")
    name = records[0]["players"][0]
    for row in PAGES:
        if row.filters:
            page = open_page(row.key, tmp_path / "a.duckdb", lang="en", player=name)
            assert not page.exception
            assert ["may be another person" in warning.value for warning in page.warning] == [True]
    assert not open_page("overview", tmp_path / "a.duckdb", lang="en", player=name, site="here").warning


def test_what_is_chosen_in_the_sidebar_goes_into_the_address(open_page: Any, sample_db: Path) -> None:
    page = open_page("overview", sample_db, lang="en")
    page.selectbox(key="filter_player").set_value("Anneke").run()
    assert page.query_params["player"] in ("Anneke", ["Anneke"])
    assert "Anneke" in page.caption[0].value
    page.selectbox(key="filter_player").set_value(None).run()
    assert "player" not in page.query_params


def test_a_choice_among_many_is_sent_with_its_options_only_when_the_address_gives_it_another_value(
    open_page: Any, sample_db: Path
) -> None:
    page = open_page("overview", sample_db, lang="en", partner="Vera")
    assert page.selectbox(key="filter_partner").proto.set_value
    page.selectbox(key="filter_trump").set_value("H").run()
    assert page.selectbox(key="filter_partner").value == "Vera"
    assert not any(page.selectbox(key=f"filter_{name}").proto.set_value for name in ("player", "partner"))
    page.query_params["partner"] = "Anneke"
    page.run()
    assert page.selectbox(key="filter_partner").value == "Anneke"
    assert page.selectbox(key="filter_partner").proto.set_value
    assert not page.selectbox(key="filter_player").proto.set_value
    page.query_params["lang"] = "nl"  # the same values, by other words
    page.run()
    assert page.selectbox(key="filter_trump").proto.set_value
    assert page.selectbox(key="filter_trump").value == "H"


def test_the_language_of_the_address_is_that_of_the_page(open_page: Any, sample_db: Path) -> None:
    assert open_page("overview", sample_db, lang="nl").title[0].value == "Overzicht"
    assert open_page("overview", sample_db, lang="en").title[0].value == "Overview"
    page = open_page("overview", sample_db, lang="xx")
    assert page.title[0].value in ("Overview", "Overzicht")


def test_filters_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import streamlit as st

    given = {"player": ["A"], "opponent": ["B", "C", "D", "B"], "violations": ["0"]}
    monkeypatch.setattr(st.query_params.__class__, "get_all", lambda self, name: given.get(name, []))
    found, wrong = read(Options("", ("A", "B", "C"), ("",), ("amsterdams",)))
    assert found == {"player": "A", "opponents": ("B", "C"), "violations": False}
    assert wrong == ["opponent"]
