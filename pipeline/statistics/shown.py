"""A value as it is shown: with its chances, its interval, and whether there are enough of them."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.intervals import around_mean, over_games, wilson

SHOWN_FROM = 100
"""Chances from which a value is shown as it is; below it is provisional, below the statistic's smallest n hidden."""


def shown_value(one: Statistic, sums: Mapping[str, Any], games: pl.DataFrame | None) -> dict[str, Any]:
    """The columns n, numerator, denominator, value, low, high and state of a statistic.

    `sums` has n, numerator, denominator (and low and high, where the rows bring them) over all chances; `games` those of
    each game, where the interval is one over games.
    """
    n, numerator, denominator = int(sums["n"]), float(sums["numerator"]), float(sums["denominator"])
    interval = _interval(one, sums, games)
    low, high = (None, None) if interval is None else (one.per * interval[0], one.per * interval[1])
    return {
        "n": n,
        "numerator": numerator,
        "denominator": denominator,
        "value": one.per * numerator / denominator + 0.0,
        "low": low,
        "high": high,
        "state": "hidden" if n < one.smallest_n else "provisional" if n < max(SHOWN_FROM, one.smallest_n) else "shown",
    }


def _interval(one: Statistic, sums: Mapping[str, Any], games: pl.DataFrame | None) -> tuple[float, float] | None:
    n, denominator = int(sums["n"]), float(sums["denominator"])
    if one.interval == "none":
        return None
    if one.brings_interval:
        return sums["low"] / denominator, sums["high"] / denominator
    if one.interval == "wilson":
        interval: tuple[float, float] | None = wilson(sums["numerator"], n, one.together)
    elif one.sd is not None:
        interval = around_mean(sums["numerator"] / denominator, n, one.sd)
    elif games is None:
        raise ValueError(f"the interval of {one.name} is one over games")
    else:
        interval = over_games(games["numerator"].to_numpy(), games["denominator"].to_numpy())
    if interval is not None and one.is_share:
        return max(0.0, interval[0]), min(1.0, interval[1])
    return interval
