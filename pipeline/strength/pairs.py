"""What two partners are worth together beyond the sum of both."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.strength.plus_minus import MOST_SOLVED, Estimate, System, Worth
from pipeline.strength.rows import Rows

LEAST_DEALS = 50
"""Pairs with fewer deals are not judged."""
TIMES = (4.0, 8.0, 16.0, 32.0, 64.0)
"""How many times as strongly as players pairs are drawn towards nothing; weighed by how well each predicts rows left out."""


@dataclass(frozen=True)
class Pairs(Estimate):
    """Pairs of players' numbers [pairs, 2], their deals, and points a deal beyond what both are worth, with standard errors.

    `is_told_apart` is false where either has no other partner with as many deals: then the pair's part and the players'
    own cannot be told from one another.
    """

    players: Any
    deals: Any
    is_told_apart: Any


def fit_pairs(rows: Rows, worth: Worth) -> Pairs:
    """The pairs with enough deals, the most active first, as many as can be solved at once."""
    from scipy.sparse import csr_array, hstack

    found, which = rows.pairs()
    deals = np.bincount(which.reshape(-1), np.repeat(rows.weight, 2), minlength=len(found))
    enough = np.flatnonzero((deals >= LEAST_DEALS) & (found[:, 0] != found[:, 1]))
    room = max(MOST_SOLVED - rows.players, 500)
    kept = enough[np.argsort(-deals[enough], kind="stable")][:room]
    if not len(kept):
        return Pairs(np.zeros(0), np.zeros(0), np.zeros((0, 2), int), np.zeros(0), np.zeros(0, bool))
    number = np.full(len(found), -1)
    number[kept] = np.arange(len(kept))
    at, side = np.nonzero(number[which] >= 0)
    columns = number[which][at, side]
    together = csr_array((np.where(side == 0, 1.0, -1.0), (at, columns)), shape=(len(rows), len(kept)))
    system = System(hstack([rows.design(), together]).tocsr(), rows.weight, rows.points)

    def penalty(times: float) -> Any:
        return np.concatenate([np.full(rows.players, worth.pull), np.full(len(kept), worth.pull * times)])

    parts = system.split(rows.fold)
    errors = np.array([sum(test.error(train.solve(penalty(times))) for train, test in parts) for times in TIMES])
    chance = np.exp(-0.5 * len(rows) * np.log(np.maximum(errors, 1e-9) / max(errors.min(), 1e-9)))
    chance /= chance.sum()
    values = np.array([system.solve(penalty(times))[rows.players :] for times in TIMES])
    value = chance @ values
    middle = float(np.exp(chance @ np.log(TIMES)))
    variances = system.variances(penalty(middle), worth.noise)[rows.players :] + chance @ (values - value) ** 2
    partners = np.bincount(found[kept].reshape(-1), minlength=rows.players)
    return Pairs(
        players=found[kept],
        deals=deals[kept],
        value=value,
        error=np.sqrt(variances),
        is_told_apart=(partners[found[kept]] > 1).all(axis=1),
    )
