"""Deals gathered into rows of a regression: those that the same four played in one game count as one row with a weight."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pipeline.strength.ridge import folds_of

SIDES = np.array([1.0, -1.0, 1.0, -1.0])
"""What a seat adds to the points of North and South."""


@dataclass(frozen=True)
class Rows:
    """What the same four did in one game; North and South's points a deal over East and West's."""

    game: Any
    seats: Any
    """int[rows, 4]: players' numbers."""
    weight: Any
    """Deals, each less than one where it tells less than others."""
    points: Any
    """Mean of the rows' deals."""
    deals: Any
    """How many deals there are in each row."""
    players: int

    def __len__(self) -> int:
        return len(self.game)

    def chosen(self, mask: Any) -> "Rows":
        """Some of the rows."""
        return Rows(self.game[mask], self.seats[mask], self.weight[mask], self.points[mask], self.deals[mask], self.players)

    def reweighted(self, factor: Any) -> "Rows":
        """The rows with their weights multiplied."""
        return replace(self, weight=self.weight * factor)

    @property
    def fold(self) -> Any:
        """0 to FOLDS - 1, the same for all rows of a game."""
        return folds_of(self.game)

    def design(self) -> Any:
        """Who adds to and takes from the points, as a sparse matrix [rows, players]."""
        from scipy.sparse import csr_array

        count = len(self)
        values = np.tile(SIDES, count)
        return csr_array((values, (np.repeat(np.arange(count), 4), self.seats.reshape(-1))), shape=(count, self.players))

    def pairs(self) -> tuple[Any, Any]:
        """The pairs that played together, int[pairs, 2], smaller numbers first, and int[rows, 2] which one each side is."""
        both = np.sort(self.seats[:, [0, 2, 1, 3]].reshape(-1, 2), axis=1)
        found, which = np.unique(both, axis=0, return_inverse=True)
        return found, which.reshape(-1, 2)


def gather(game: Any, seats: Any, points: Any, weight: Any, players: int) -> Rows:
    """Rows of deals: their game, seats [deals, 4], points and weights, by game and then seats."""
    if not len(game):
        return Rows(game, seats, weight, points, np.zeros(0), players)
    keys = np.concatenate([np.asarray(game, np.int64)[:, None], seats], axis=1)
    changes = np.flatnonzero(np.any(keys[1:] != keys[:-1], axis=1)) + 1
    if len(changes) < len(keys) // 4:  # deals come game by game, so equal ones mostly stand together
        starts = np.concatenate([[0], changes])
        runs = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(keys))))
        found, of_run = np.unique(keys[starts], axis=0, return_inverse=True)
        which = of_run.reshape(-1)[runs]
    else:
        found, which = np.unique(keys, axis=0, return_inverse=True)
        which = which.reshape(-1)
    total = np.bincount(which, weight, minlength=len(found))
    sums = np.bincount(which, weight * points, minlength=len(found))
    return Rows(found[:, 0], found[:, 1:], total, sums / total, np.bincount(which, minlength=len(found)), players)
