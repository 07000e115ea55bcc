"""A value as it is shown: with its chances, its interval, and whether there are enough of them."""

from typing import Any

import polars as pl

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.intervals import around_mean, over_games, wilson

SHOWN_FROM = 100
"""Chances from which a value is shown as it is; below it is provisional, below the statistic's smallest n hidden."""


def shown_value(one: Statistic, n: int, numerator: float, denominator: float, games: pl.DataFrame | None) -> dict[str, Any]:
    """The columns n, numerator, denominator, value, low, high and state of a statistic.

    `games` has the sums of each game, where the interval is one over games.
    """
    low, high = _interval(one, n, numerator, denominator, games)
    return {
        "n": n,
        "numerator": float(numerator),
        "denominator": float(denominator),
        "value": one.per * numerator / denominator + 0.0,
        "low": low,
        "high": high,
        "state": "hidden" if n < one.smallest_n else "provisional" if n < max(SHOWN_FROM, one.smallest_n) else "shown",
    }


def _interval(
    one: Statistic, n: int, numerator: float, denominator: float, games: pl.DataFrame | None
) -> tuple[float | None, float | None]:
    if one.interval == "wilson":
        interval: tuple[float, float] | None = wilson(numerator, n, one.together)
    elif one.sd is not None:
        interval = around_mean(numerator / denominator, n, one.sd)
    elif games is None:
        raise ValueError(f"the interval of {one.name} is one over games")
    else:
        interval = over_games(games["numerator"].to_numpy(), games["denominator"].to_numpy())
    if interval is None:
        return None, None
    low, high = interval
    if one.is_share:
        low, high = max(0.0, low), min(1.0, high)
    return one.per * low, one.per * high
