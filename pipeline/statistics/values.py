"""Statistics of a store as a frame: values with their chances, intervals, display state and the population's values."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.judged import keep_plays, parts_of
from pipeline.statistics.population import Totals, population
from pipeline.statistics.selection import FEW_STATISTICS, KEPT_LUCK, Selection, statistic_sql, told_once, words_of
from pipeline.statistics.shown import shown_value, sums_of

if TYPE_CHECKING:
    from pipeline.queries import Reader

KEPT = "chosen_seats"
"""The table of seats that are asked for, kept for all statistics."""
KEPT_SUMS = "chosen_sums"
AT_ONCE = 16
"""Statistics in one query: to look at few rows takes less than to plan it."""
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
    asked = _sums(reader, statistics, selection)
    totals = population(reader, statistics, selection) if selection.is_narrow else {}
    rows = []
    for one in statistics:
        mine = asked[one.name]
        everybody = totals[one.name] if selection.is_narrow else {name: _totals(games) for name, games in mine.items()}
        for name in sorted({*mine, *everybody}) or [""]:
            rows.append(
                {"statistic": one.name, "class": name} | _value(one, mine.get(name)) | _population(one, everybody.get(name))
            )
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


Sums = dict[str, dict[str, pl.DataFrame]]


def _sums(reader: "Reader", statistics: Sequence[Statistic], selection: Selection) -> Sums:
    """For each statistic and class the sums of every game.

    Of certain persons in a large store cards are judged in a thread of their own: most time goes into planning queries.
    """
    halves = [[one for one in statistics if one.looks_at_plays is judged] for judged in (False, True)]
    if not (selection.is_narrow and reader.has_seats and all(halves)):
        return _sums_of(reader, statistics, selection)
    with reader.beside() as other, ThreadPoolExecutor(1) as pool:
        later = pool.submit(_sums_of, other, halves[1], selection)
        return _sums_of(reader, halves[0], selection) | later.result()


def _sums_of(reader: "Reader", statistics: Sequence[Statistic], selection: Selection) -> Sums:
    """For each statistic and class the sums of every game.

    Many deals are taken some games at a time, so that memory does not grow with them.
    """
    names = reader.logged_names(selection.person)
    parts = parts_of(reader, selection)
    judged = [one for one in statistics if one.looks_at_plays]
    # To keep the seats pays if they are few, or have to be made of deals for several statistics.
    made_anew = len(statistics) >= (FEW_STATISTICS if parts > 1 else 2) and (parts == 1 or not reader.has_seats)
    keeps = selection.is_narrow or made_anew
    alone = [one for one in statistics if not (one.looks_at_plays or keeps) or (parts > 1 and one.across_games)]
    together = [one for one in statistics if one not in alone]
    sums = {one.name: [_games(reader, one, selection, names, None)] for one in alone}
    for part in range(parts if together else 0):
        words = words_of(f"{one.sql} {told_once(one.grain, selection)}" for one in together)
        chosen, parameters = selection.sql(names, (part, parts), [name for name in reader.seat_columns() if name in words])
        reader.keep(KEPT, chosen, *parameters)
        if judged:
            keep_plays(reader, KEPT, judged)
        if any(one.needs_luck for one in together):
            reader.keep(KEPT_LUCK, f"SELECT * FROM luck SEMI JOIN {KEPT} USING (site, game_id, deal_no)")
        for first in range(0, len(together), AT_ONCE):
            for name, games in _games_of(reader, together[first : first + AT_ONCE], selection, names).items():
                sums.setdefault(name, []).append(games)
    # Sorted, so that they are the same however many parts there were.
    return {name: _by_class(pl.concat(games).sort("class", "site", "game_id")) for name, games in sums.items()}


def _games(reader: "Reader", one: Statistic, selection: Selection, names: Sequence[str], kept: str | None) -> pl.DataFrame:
    sql, parameters = statistic_sql(one, selection, names, kept)
    return pl.DataFrame(reader.columns(sql, *parameters))


def _games_of(
    reader: "Reader", statistics: Sequence[Statistic], selection: Selection, names: Sequence[str]
) -> dict[str, pl.DataFrame]:
    """The same of several statistics over the kept seats, in one query."""
    queries, parameters = [], list[object]()
    for one in statistics:
        sql, given = statistic_sql(one, selection, names, KEPT)
        low = "low, high" if one.brings_interval else "NULL::DOUBLE AS low, NULL::DOUBLE AS high"
        queries.append(
            f"SELECT '{one.name}' AS statistic, site, game_id, class, n, numerator, denominator, {low} FROM (\n{sql}\n)"
        )
        parameters += given
    reader.keep(KEPT_SUMS, "\nUNION ALL\n".join(queries), *parameters)  # to ask for columns alone plans a query twice
    frame = pl.DataFrame(reader.columns(f"SELECT * FROM {KEPT_SUMS}"))
    found = {str(key[0]): part for key, part in frame.partition_by("statistic", as_dict=True, include_key=False).items()}
    return {one.name: found.get(one.name, frame.clear().drop("statistic")) for one in statistics}


def _by_class(games: pl.DataFrame) -> dict[str, pl.DataFrame]:
    return {str(key[0]): part for key, part in games.partition_by("class", as_dict=True).items()}


def _value(one: Statistic, games: pl.DataFrame | None) -> dict[str, Any]:
    if games is None:
        return {"n": 0, "numerator": 0.0, "denominator": 0.0, "value": None, "low": None, "high": None} | {
            "state": "hidden",
            "games": 0,
        }
    return shown_value(one, sums_of(games), games) | {"games": games.height}


def _population(one: Statistic, totals: Totals | None) -> dict[str, Any]:
    if totals is None:
        return {"population_n": 0, "population": None}
    return {"population_n": totals.n, "population": one.per * totals.numerator / totals.denominator}


def _totals(games: pl.DataFrame) -> Totals:
    sums = sums_of(games)
    return Totals(int(sums["n"]), sums["numerator"], sums["denominator"])
