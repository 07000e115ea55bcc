"""How sure a value is: Wilson for shares, a bootstrap over games for means and ratios."""

import itertools
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 1_000
MANY_GAMES = 2_000
"""From here on the standard error of the ratio is used: resampling would give the same and take seconds."""
AT_ONCE = 250
"""Groups whose resamples are held at a time."""
SEED = 20_260_108
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""97.5 % points of Student's distribution with 1 to 9 degrees of freedom."""


def wilson(numerator: Any, n: Any, together: int = 1) -> tuple[Any, Any]:
    """The interval of a share `numerator` of `n` (above 0), from 0 to 1; `together` intervals share the confidence.

    Numbers, or arrays of them.
    """
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * together))
    share = numerator / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    # At the ends rounding would leave a trace.
    return np.where(numerator > 0, centre - half, 0.0)[()], np.where(numerator < n, centre + half, 1.0)[()]


def around_mean(mean: Any, n: Any, sd: float) -> tuple[Any, Any]:
    """The interval of the mean of `n` independent chances whose standard deviation is known; numbers, or arrays of them."""
    half = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2) * sd / n**0.5
    return mean - half, mean + half


def over_games(numerators: Any, denominators: Any) -> tuple[float, float] | None:
    """The interval of the sum of numerators divided by that of denominators (all above 0), one of each a game.

    Games are drawn again, always with the same seed: deals of one game are not independent. None for a single game, which
    tells nothing of others. Few games vary less among themselves than they should, so the interval is widened around
    the value as Student's distribution is.
    """
    low, high = over_groups(numerators, denominators, [len(numerators)])
    return None if np.isnan(low[0]) else (float(low[0]), float(high[0]))


def over_groups(numerators: Any, denominators: Any, sizes: Sequence[int]) -> tuple[Any, Any]:
    """The same for groups of games, the first `sizes[0]` of them, the next `sizes[1]` and so on: arrays of low and high ends.

    NaN where a group has fewer than two games.
    """
    ends = np.full((2, len(sizes)), np.nan)
    starts = np.cumsum([0, *sizes])
    # Groups with as many games are drawn again alike.
    order = sorted((at for at in range(len(sizes)) if sizes[at] >= 2), key=lambda at: sizes[at])
    for games, alike in itertools.groupby(order, key=lambda at: sizes[at]):
        found = list(alike)
        for first in range(0, len(found), AT_ONCE):
            block = found[first : first + AT_ONCE]
            parts = [(numerators[starts[at] : starts[at + 1]], denominators[starts[at] : starts[at + 1]]) for at in block]
            ends[:, block] = _by_formula(parts) if games >= MANY_GAMES else _drawn_again(parts, games)
    return ends[0], ends[1]


def _by_formula(parts: Sequence[tuple[Any, Any]]) -> Any:
    """The intervals of groups of many games by the standard error of the ratio: low ends, then high ones."""
    ends = []
    for numerators, denominators in parts:
        value = float(numerators.sum() / denominators.sum())
        residuals = numerators - value * denominators
        half = student(len(numerators) - 1) * float(np.sqrt(np.sum(residuals * residuals)) / denominators.sum())
        ends.append((value - half, value + half))
    return np.array(ends).T


def _drawn_again(parts: Sequence[tuple[Any, Any]], games: int) -> Any:
    """The intervals of groups of so many games by resampling: low ends, then high ones."""
    times = _times_drawn(games)
    values = np.array([numerators.sum() / denominators.sum() for numerators, denominators in parts])
    ratios = np.stack([(times @ numerators) / (times @ denominators) for numerators, denominators in parts])
    tail = 100 * (1 - CONFIDENCE) / 2
    wider = (student(games - 1) / 1.959964) * (games / (games - 1)) ** 0.5
    low, high = values + wider * (np.percentile(ratios, [tail, 100 - tail], axis=1) - values)
    # The value lies between, also where most games are alike.
    return np.minimum(values, low), np.maximum(values, high)


@lru_cache(maxsize=4)
def _times_drawn(games: int) -> Any:
    """How often each of so many games is drawn in each resample."""
    drawn = np.random.default_rng(SEED).integers(0, games, (RESAMPLES, games))
    drawn += games * np.arange(RESAMPLES)[:, None]
    return np.bincount(drawn.ravel(), minlength=RESAMPLES * games).reshape(RESAMPLES, games).astype(float)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution with so many degrees of freedom, at least 1."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
