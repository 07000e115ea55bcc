"""Ridge regression towards weights known beforehand, cross-fitted: no deal is judged by a model that has seen its game."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

FOLDS = 5
PENALTIES = (1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e9)
"""Deals that the weights known beforehand are worth; which of these is found by cross-validation."""
LEVEL = 200.0
"""Deals that the constant known beforehand is worth."""


def folds_of(games: Any) -> Any:
    """The fold of each deal, 0 to FOLDS - 1: all deals of a game are in one."""
    mixed = np.asarray(games, np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(32)) % np.uint64(FOLDS)).astype(np.int64)


@dataclass(frozen=True)
class Linear:
    """A linear model: weights[features] and what is added to every value."""

    weights: Any
    constant: float


class Moments:
    """Sums of products of features and results, fold by fold: all that a ridge needs of the deals."""

    def __init__(self, features: int) -> None:
        self.count = np.zeros(FOLDS)
        self.sums = np.zeros((FOLDS, features + 1))
        self.products = np.zeros((FOLDS, features + 1, features + 1))

    def add(self, features: Any, results: Any, folds: Any) -> None:
        """Add deals: float64[deals, features], float64[deals] and int[deals]."""
        both = np.concatenate([features, results[:, None]], axis=1)
        for fold in range(FOLDS):
            chosen = both[folds == fold]
            self.count[fold] += len(chosen)
            self.sums[fold] += chosen.sum(axis=0)
            self.products[fold] += chosen.T @ chosen

    def fit(self, known: Linear, penalty: float, without: Collection[int] = ()) -> Linear:
        """The model of all folds but some; as known beforehand where there are no deals."""
        from scipy.linalg import solve

        kept = [fold for fold in range(FOLDS) if fold not in without]
        deals = float(self.count[kept].sum())
        count = max(deals, 1.0)
        means = self.sums[kept].sum(axis=0) / count
        centred = self.products[kept].sum(axis=0) - count * np.outer(means, means)
        pull = penalty * np.maximum(np.diag(centred)[:-1] / count, 1e-9)
        weights = solve(centred[:-1, :-1] + np.diag(pull), centred[:-1, -1] + pull * known.weights, assume_a="pos")
        found = means[-1] - means[:-1] @ weights
        return Linear(weights, float((deals * found + LEVEL * known.constant) / (deals + LEVEL)))

    def error(self, model: Linear, fold: int) -> float:
        """The sum of squared errors of a model over the deals of a fold."""
        towards = np.append(-model.weights, 1.0)
        squares = towards @ self.products[fold] @ towards
        return float(squares - 2 * model.constant * (towards @ self.sums[fold]) + self.count[fold] * model.constant**2)

    def cross_fit(self, known: Linear) -> list[Linear]:
        """For each fold the model of the others; not even the penalty of a fold's model knows of its deals."""
        return [self.best(known, (fold,)) for fold in range(FOLDS)]

    def best(self, known: Linear, without: Collection[int] = ()) -> Linear:
        """The model of all folds but some, with the penalty that predicts each of them best from the rest."""
        folds = [fold for fold in range(FOLDS) if self.count[fold] and fold not in without]
        errors = [sum(self.error(self.fit(known, penalty, (*without, fold)), fold) for fold in folds) for penalty in PENALTIES]
        return self.fit(known, PENALTIES[int(np.argmin(errors))], without)
