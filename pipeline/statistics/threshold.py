"""From which hand on somebody plays: where the curve of his calls by the hand held crosses one half (row 6 of the catalog)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

TENTHS = 10
PRIOR = 1.0
"""Calls that each tenth is given beforehand, played as often as all of his: a curve of few calls stays finite."""
NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Threshold:
    """The share of all hands, 0-1 from the best down, with which he plays more often than not, with the interval of 95 %."""

    share: float
    low: float
    high: float
    n: int
    """Calls that it was found from."""


def threshold(tenths: Any, calls: Any, played: Any) -> Threshold | None:
    """The threshold by logistic regression of calls on the tenth of all hands held (1-10, 1 the weakest).

    `calls` and `played` count the free calls with hands of each tenth and those that played. None where more than half,
    or fewer, are played with any hand, or where better hands are not played more often.
    """
    from scipy.optimize import minimize

    n = float(np.sum(calls))
    if n == 0 or not 0 < np.sum(played) < n:
        return None
    x = (np.asarray(tenths, float) - 0.5) / TENTHS
    did = np.asarray(played, float) + PRIOR * np.sum(played) / n
    of = np.asarray(calls, float) + PRIOR

    def loss(weights: Any) -> tuple[float, Any]:
        z = weights[0] + weights[1] * x
        off = of / (1 + np.exp(-z)) - did
        return float(np.sum(of * np.logaddexp(0, z) - did * z)), np.array([off.sum(), (off * x).sum()])

    start, slope = minimize(loss, np.zeros(2), jac=True, method="BFGS").x
    if slope <= 0 or not 0 < (half := -start / slope) < 1:
        return None
    share = 1 / (1 + np.exp(-(start + slope * x)))
    weight = of * share * (1 - share)
    information = np.array([[weight.sum(), (weight * x).sum()], [(weight * x).sum(), (weight * x * x).sum()]])
    gradient = np.array([-1 / slope, -half / slope])
    error = float(np.sqrt(gradient @ np.linalg.solve(information, gradient)))
    ends = (1 - half - NORMAL_95 * error, 1 - half + NORMAL_95 * error)
    return Threshold(float(1 - half), max(0.0, ends[0]), min(1.0, ends[1]), int(n))
