"""Values as they are shown: with their chances, their interval, and whether there are enough of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.intervals import around_mean, over_groups, wilson

SHOWN_FROM = 100
"""Chances from which a value is shown as it is; below it is provisional, below the statistic's smallest n hidden."""
SUMS = ("n", "numerator", "denominator", "low", "high")


def state_of(n: int, smallest_n: int) -> str:
    """Whether so many chances are enough: hidden, provisional or shown."""
    return "hidden" if n < smallest_n else "provisional" if n < max(SHOWN_FROM, smallest_n) else "shown"


def sums_of(games: pl.DataFrame) -> dict[str, float]:
    """What was done and could be done in some games together."""
    return {name: float(games[name].sum()) for name in games.columns if name in SUMS}


def shown_value(one: Statistic, sums: Mapping[str, Any], games: pl.DataFrame | None) -> dict[str, Any]:
    """The columns n, numerator, denominator, value, low, high and state of a statistic.

    `sums` has n, numerator, denominator (and low and high, where the rows bring them) over all chances; `games` those of
    each game, where the interval is one over games.
    """
    if one.interval_is_over_games and games is None:
        raise ValueError(f"the interval of {one.name} is one over games")
    n, numerator, denominator = int(sums["n"]), float(sums["numerator"]), float(sums["denominator"])
    if games is not None and one.interval_is_over_games:
        low, high = (None if np.isnan(end[0]) else float(end[0]) for end in _over_groups(one, games, [games.height]))
    else:
        low, high = _interval(one, n, numerator, denominator, sums)
    return {
        "n": n,
        "numerator": numerator,
        "denominator": denominator,
        "value": one.per * numerator / denominator + 0.0,
        "low": low,
        "high": high,
        "state": state_of(n, one.smallest_n),
    }


def shown_by_game(one: Statistic, games: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The same for groups of games, whose columns are named by `keys`; games of a group follow one another."""
    totals = games.group_by(keys, maintain_order=True).agg(pl.col("n", "numerator", "denominator").sum(), games=pl.len())
    ends = _over_groups(one, games, totals["games"].to_list())
    low, high = (pl.Series(end).fill_nan(None) for end in ends)
    return shown_values(one, totals.drop("games")).with_columns(low=low, high=high)


def shown_values(one: Statistic, sums: pl.DataFrame) -> pl.DataFrame:
    """The same for every row of a frame with the columns of SUMS, others kept; without intervals that are over games."""
    n, numerator, denominator = (sums[name].to_numpy().astype(float) for name in SUMS[:3])
    low, high = _intervals(one, n, numerator, denominator, sums)
    state = [state_of(chances, one.smallest_n) for chances in sums["n"]]
    return sums.with_columns(
        numerator=pl.Series(numerator),
        denominator=pl.Series(denominator),
        value=pl.Series(one.per * numerator / denominator + 0.0),
        low=low,
        high=high,
        state=pl.Series(state, dtype=pl.String),
    )


def _intervals(one: Statistic, n: Any, numerator: Any, denominator: Any, sums: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    ends = _interval(one, n, numerator, denominator, {name: sums[name].to_numpy() for name in sums.columns if name in SUMS})
    low, high = (pl.Series([None] * len(n), dtype=pl.Float64) if end is None else pl.Series(end) for end in ends)
    return low, high


def _interval(one: Statistic, n: Any, numerator: Any, denominator: Any, sums: Mapping[str, Any]) -> tuple[Any, Any]:
    """The ends of an interval that is not over games, None where there are none; numbers, or arrays of them."""
    if one.interval == "none" or one.interval_is_over_games:
        return None, None
    if one.brings_interval:
        ends = sums["low"] / denominator, sums["high"] / denominator
    elif one.sd is not None:
        ends = around_mean(numerator / denominator, n, one.sd)
    else:
        ends = wilson(numerator, n, one.together)
    return one.per * ends[0], one.per * ends[1]


def _over_groups(one: Statistic, games: pl.DataFrame, sizes: Sequence[int]) -> tuple[Any, Any]:
    low, high = over_groups(games["numerator"].to_numpy(), games["denominator"].to_numpy(), sizes)
    if one.is_share:
        low, high = np.maximum(0.0, low), np.minimum(1.0, high)
    return one.per * low, one.per * high
