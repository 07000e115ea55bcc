"""The sums of everybody: as they were found with luck and strength, or added up now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.grouped import added_up, is_grouped
from pipeline.statistics.selection import Selection, statistic_sql

if TYPE_CHECKING:
    from pipeline.queries import Reader

SCHEMA = {"statistic": pl.String, "class": pl.String, "n": pl.Int64, "numerator": pl.Float64, "denominator": pl.Float64}


@dataclass(frozen=True)
class Totals:
    """What was done and could be done in all chances of a class."""

    n: int
    numerator: float
    denominator: float


def population(reader: "Reader", statistics: Sequence[Statistic], selection: Selection) -> dict[str, dict[str, Totals]]:
    """For each statistic the totals of everybody under the filters of a selection, by class; without chances there is none."""
    everybody = selection.of_everybody()
    known = _kept(reader) if everybody == Selection() else {}
    left = [one for one in statistics if one.name not in known]
    return known | (_totals(added_up_anew(reader, left, everybody)) if left else {})


def added_up_anew(reader: "Reader", statistics: Sequence[Statistic], everybody: Selection) -> pl.DataFrame:
    """The totals of everybody as the columns of SCHEMA; a statistic without any chance has a row with n 0."""
    frames = added_up(reader, [one for one in statistics if is_grouped(one)], everybody, "everybody", by_game=False)
    for one in statistics:
        if not is_grouped(one):
            sql, parameters = statistic_sql(one, everybody)
            frames[one.name] = pl.DataFrame(reader.columns(sql, *parameters))
    parts = [pl.DataFrame(schema=SCHEMA)]
    for one in statistics:
        sums = frames[one.name].group_by("class").agg(pl.col("n", "numerator", "denominator").sum()).sort("class")
        if sums.is_empty():
            sums = pl.DataFrame({"class": "", "n": 0, "numerator": 0.0, "denominator": 0.0})
        parts.append(sums.select(pl.lit(one.name).alias("statistic"), *list(SCHEMA)[1:]).cast(SCHEMA))  # type: ignore[arg-type]
    return pl.concat(parts)


def _kept(reader: "Reader") -> dict[str, dict[str, Totals]]:
    """What was added up when luck and strength were found, if the store is still as it was."""
    return _totals(pl.DataFrame(reader.columns("SELECT * FROM population ORDER BY statistic, class")))


def _totals(frame: pl.DataFrame) -> dict[str, dict[str, Totals]]:
    found: dict[str, dict[str, Totals]] = {}
    for statistic, name, n, numerator, denominator in frame.iter_rows():
        found.setdefault(statistic, {})
        if n:
            found[statistic][name] = Totals(n, numerator, denominator)
    return found
