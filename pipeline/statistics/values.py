"""Statistics of a store as a frame: values with their chances, intervals, display state and the population's values."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.intervals import around_mean, over_games, wilson
from pipeline.statistics.judged import keep_judged_plays
from pipeline.statistics.selection import Selection, statistic_sql

if TYPE_CHECKING:
    from pipeline.queries import Reader

SHOWN_FROM = 100
"""Chances from which a value is shown as it is; below it is provisional, below the statistic's smallest n hidden."""
KEPT = "chosen_seats"
"""The table of seats that are asked for, kept for all statistics."""
FEW_STATISTICS = 4
DEALS_IN_A_PART = 50_000
"""Deals that are looked at at a time, about: no game is cut."""
SCHEMA = {
    "statistic": pl.String,
    "class": pl.String,
    "n": pl.Int64,
    "numerator": pl.Float64,
    "denominator": pl.Float64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "state": pl.String,
    "games": pl.Int64,
    "population_n": pl.Int64,
    "population": pl.Float64,
}
COLUMNS = {
    "statistic": "name of the statistic in the catalog",
    "class": "part of it that the row is about, empty for the whole",
    "n": "chances: deals, games, tricks or plays, as the statistic says",
    "numerator": "what was done, or the sum of it, over all chances",
    "denominator": "what it is divided by",
    "value": "numerator / denominator, times `per`; a share lies between 0 and 1; null without chances",
    "low": "lower end of the interval of 95 %; null where there is none",
    "high": "upper end of it",
    "state": "hidden (too few chances), provisional (below 100), shown",
    "games": "games that the chances come from, or days where days are counted",
    "population_n": "chances of everybody under the same filters",
    "population": "value of everybody; null without chances",
}
"""What the columns of the frame mean."""


def values(reader: "Reader", statistics: Sequence[Statistic], selection: Selection) -> pl.DataFrame:
    """A row for each statistic and class, as COLUMNS says, in the order of `statistics`, then classes.

    A statistic without any chance has one row with n 0, or the classes that the population has.
    """
    everybody = selection.of_everybody()
    asked = _sums(reader, statistics, selection)
    population = asked if everybody == selection else _sums(reader, statistics, everybody)
    rows = []
    for one in statistics:
        mine, all_of_them = asked[one.name], population[one.name]
        for name in sorted({*mine, *all_of_them}) or [""]:
            rows.append(
                {"statistic": one.name, "class": name} | _value(one, mine.get(name)) | _population(one, all_of_them.get(name))
            )
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


Sums = dict[str, dict[str, pl.DataFrame]]


def _sums(reader: "Reader", statistics: Sequence[Statistic], selection: Selection) -> Sums:
    """For each statistic and class the sums of every game.

    Many deals are taken some games at a time, so that memory does not grow with them.
    """
    names = reader.logged_names(selection.person)
    parts = 1 if selection.is_narrow else max(1, -(-reader.deal_count() // DEALS_IN_A_PART))
    judged = [one for one in statistics if one.looks_at_plays]
    # To keep the seats pays from a few statistics on.
    keeps = bool(judged) or len(statistics) >= (FEW_STATISTICS if parts > 1 else 2)
    alone = [one for one in statistics if not keeps or (parts > 1 and one.across_games)]
    together = [one for one in statistics if one not in alone]
    sums = {one.name: [_games(reader, one, selection, names, None)] for one in alone}
    for part in range(parts if together else 0):
        chosen, parameters = selection.sql(names, (part, parts), _used_columns(reader, together))
        reader.keep(KEPT, chosen, *parameters)
        if judged:
            keep_judged_plays(reader, KEPT)
        for one in together:
            sums.setdefault(one.name, []).append(_games(reader, one, selection, names, KEPT))
    # Sorted, so that they are the same however many parts there were.
    return {name: _by_class(pl.concat(games).sort("class", "site", "game_id")) for name, games in sums.items()}


def _used_columns(reader: "Reader", statistics: Sequence[Statistic]) -> list[str]:
    """The columns of the view `seats` that the SQL of some statistics names."""
    words = set().union(*(re.findall(r"\w+", one.sql) for one in statistics))
    return [row["column_name"] for row in reader.rows("DESCRIBE seats") if row["column_name"] in words]


def _games(reader: "Reader", one: Statistic, selection: Selection, names: Sequence[str], kept: str | None) -> pl.DataFrame:
    sql, parameters = statistic_sql(one, selection, names, kept)
    return pl.DataFrame(reader.columns(sql, *parameters))


def _by_class(games: pl.DataFrame) -> dict[str, pl.DataFrame]:
    return {str(key[0]): part for key, part in games.partition_by("class", as_dict=True).items()}


def _value(one: Statistic, games: pl.DataFrame | None) -> dict[str, Any]:
    if games is None:
        return {"n": 0, "numerator": 0.0, "denominator": 0.0, "value": None, "low": None, "high": None} | {
            "state": "hidden",
            "games": 0,
        }
    n, numerator, denominator = _totals(games)
    if one.interval == "wilson":
        interval: tuple[float, float] | None = wilson(numerator, n, one.together)
    elif one.sd is not None:
        interval = around_mean(numerator / denominator, n, one.sd)
    else:
        interval = over_games(games["numerator"].to_numpy(), games["denominator"].to_numpy())
    if one.is_share and interval is not None:
        interval = max(0.0, interval[0]), min(1.0, interval[1])
    low, high = (None, None) if interval is None else (one.per * interval[0], one.per * interval[1])
    return {
        "n": n,
        "numerator": numerator,
        "denominator": denominator,
        "value": one.per * numerator / denominator + 0.0,
        "low": low,
        "high": high,
        "state": "hidden" if n < one.smallest_n else "provisional" if n < max(SHOWN_FROM, one.smallest_n) else "shown",
        "games": games.height,
    }


def _population(one: Statistic, games: pl.DataFrame | None) -> dict[str, Any]:
    if games is None:
        return {"population_n": 0, "population": None}
    n, numerator, denominator = _totals(games)
    return {"population_n": n, "population": one.per * numerator / denominator}


def _totals(games: pl.DataFrame) -> tuple[int, float, float]:
    return int(games["n"].sum()), float(games["numerator"].sum()), float(games["denominator"].sum())
