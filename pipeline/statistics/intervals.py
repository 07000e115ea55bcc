"""How sure a value is: Wilson for shares, a bootstrap over games for means and ratios."""

from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 1_000
MANY_GAMES = 2_000
"""From here on the standard error of the ratio is used: resampling would give the same and take seconds."""
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
    games = len(numerators)
    if games < 2:
        return None
    value = float(numerators.sum() / denominators.sum())
    wider = (student(games - 1) / 1.959964) * (games / (games - 1)) ** 0.5
    if games >= MANY_GAMES:
        residuals = numerators - value * denominators
        half = student(games - 1) * float(np.sqrt(np.sum(residuals * residuals)) / denominators.sum())
        return value - half, value + half
    times = _times_drawn(games)
    ratios = (times @ numerators) / (times @ denominators)
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(ratios, [tail, 100 - tail])
    # The value lies between, also where most games are alike.
    return min(value, value + wider * float(low - value)), max(value, value + wider * float(high - value))


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
