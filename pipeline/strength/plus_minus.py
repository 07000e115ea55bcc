"""How many points a deal each player is worth to his side: adjusted plus-minus, with how sure that is.

Points of a deal are the sum of what its four players are worth, those of the other side with the opposite sign, and
chance. Everybody is drawn towards the average; how strongly is found by predicting games that were left out. Several
strengths of that pull are weighed by how well they predict, rather than one chosen, so that few games do not look sure.
There is no term for a seat or side: results are taken from what the cards were worth in those seats, and where the same
people always sit alike it could not be told from them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.strength.ridge import FOLDS
from pipeline.strength.rows import Rows

SPREADS = np.array([1.0, 1.5, 2, 3, 4, 5, 6, 8, 10, 12.5, 15, 20, 25, 30, 40])
"""Standard deviations of players' worth that are weighed, in points a deal."""
USUAL_SPREAD = 10.0
"""Half of all leagues are taken to spread less than this, before their games are seen."""
LEAST_WEIGHT = 0.01
LEAST_NOISE = 1e-3
EXACT_PLAYERS = 1_000
"""Up to so many players every strength of the pull has its own standard errors; above, that of the average pull has."""
MOST_SOLVED = 8_000
"""Unknowns whose standard errors are found together; those of players with fewer deals are then found one by one."""
Z = 1.959964


@dataclass(frozen=True)
class Estimate:
    """Values with their standard errors, points a deal."""

    value: Any
    error: Any

    @property
    def low(self) -> Any:
        """The lower end of the interval of 95 %."""
        return self.value - Z * self.error

    @property
    def high(self) -> Any:
        """The upper end of it."""
        return self.value + Z * self.error


@dataclass(frozen=True)
class Worth(Estimate):
    """What everybody is worth; positive is good, 0 the average person whom he can be compared with.

    `value` and `error` (standard error) are points a deal, `component` numbers groups who never met each other, directly or
    through others. `spread` is the standard deviation of worth that the games suggest, `noise` that of one deal's points.
    """

    component: Any
    spread: float
    noise: float
    pull: float
    """Deals that the average weighs, with which the values were found."""
    pulls: Any
    """Every pull that was weighed."""
    chances: Any
    """How likely each of them is."""
    tangled: Any
    """How many times larger the variance of each is than if all that he met were known: what he can be told apart from."""


def fit_worth(rows: Rows, counts_in: Any, connects: Any) -> Worth:
    """What everybody is worth by some rows.

    `counts_in` [players] says who makes up the average, `connects` who makes those comparable whom he met.
    """
    component = components(rows, connects)
    if not len(rows):
        nothing, no_pulls = np.zeros(rows.players), (np.zeros(0), np.zeros(0))
        return Worth(
            nothing, np.full(rows.players, USUAL_SPREAD), component, USUAL_SPREAD, 0.0, 0.0, *no_pulls, np.ones(rows.players)
        )
    system = System(rows.design(), rows.weight, rows.points)
    noise = system.noise(rows.fold)
    chance = _chances_of_spreads(system, rows.fold, noise)
    pulls = (noise / SPREADS) ** 2
    centre = Centre(component, counts_in)
    values = [centre.means(system.solve(pull)) for pull in pulls]
    value = np.average(values, axis=0, weights=chance)
    between = np.average([(one - value) ** 2 for one in values], axis=0, weights=chance)
    pull = float(np.exp(np.average(np.log(pulls), weights=chance)))
    noise = system.likeliest_noise(pull)
    if rows.players <= EXACT_PLAYERS:
        kept = np.flatnonzero(chance >= LEAST_WEIGHT)
        within = np.average([system.variances(pulls[at], noise, centre) for at in kept], axis=0, weights=chance[kept])
    else:
        within = system.variances(pull, noise, centre)
    error = np.sqrt(within + between)
    error[np.bincount(component)[component] == 1] = chance @ SPREADS  # nothing is known of who met nobody
    tangled = np.maximum(error**2 * (system.normal.diagonal() + pull) / max(noise, LEAST_NOISE) ** 2, 1)
    return Worth(value, error, component, float(chance @ SPREADS), noise, pull, pulls, chance, tangled)


def components(rows: Rows, connects: Any) -> Any:
    """Who can be compared: numbers of groups, int[players]; somebody who does not connect has the group he played in."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    seats = rows.seats
    pairs = (
        np.concatenate([seats[:, [a, b]] for a in range(4) for b in range(a + 1, 4)]) if len(rows) else np.zeros((0, 2), int)
    )
    both = pairs[connects[pairs].all(axis=1)]
    size = (rows.players, rows.players)
    found = connected_components(coo_array((np.ones(len(both)), (both[:, 0], both[:, 1])), shape=size), directed=False)[1]
    for player in np.flatnonzero(~connects):
        beside = pairs[(pairs == player).any(axis=1)]
        others = beside[connects[beside]]
        if len(others):
            found[player] = found[others[0]]
    return found


class Centre:
    """The average that worth is measured from: of the persons of each component, or of everybody where there is but one."""

    def __init__(self, component: Any, counts_in: Any) -> None:
        self.component = component
        sizes = np.bincount(component[counts_in], minlength=int(component.max(initial=0)) + 1)
        self.counts = counts_in | (sizes[component] < 2)
        self.sizes = np.maximum(np.bincount(component[self.counts], minlength=len(sizes)), 1)

    def of(self, players: Any) -> "Centre":
        """The same for some of the players alone."""
        return Centre(np.unique(self.component[players], return_inverse=True)[1].reshape(-1), self.counts[players])

    def means(self, values: Any) -> Any:
        """Values less the average of their component."""
        return values - self._average(values)[self.component]

    def variances(self, covariance: Any) -> Any:
        """Variances of the values less the average of their component, from their covariance."""
        members = self.component[:, None] == self.component[None, :] if self.sizes.size > 1 else np.True_
        shared = np.where(members & self.counts[None, :], covariance, 0).sum(axis=1) / self.sizes[self.component]
        own = np.bincount(self.component, np.where(self.counts, shared, 0), minlength=self.sizes.size) / self.sizes
        return np.maximum(np.diag(covariance) - 2 * shared + own[self.component], 0)

    def _average(self, values: Any) -> Any:
        return np.bincount(self.component, np.where(self.counts, values, 0), minlength=self.sizes.size) / self.sizes


class System:
    """The normal equations of a weighted regression with a penalty on its unknowns."""

    def __init__(self, design: Any, weight: Any, points: Any) -> None:
        self.design, self.weight, self.points = design, weight, points
        self.normal = (design.T @ (design * weight[:, None])).tocsr()
        self.right = design.T @ (weight * points)

    def solve(self, penalty: Any, start: Any | None = None) -> Any:
        """The unknowns, for a penalty of all or of each."""
        from scipy.sparse import diags_array
        from scipy.sparse.linalg import cg

        size = len(self.right)
        matrix = self.normal + diags_array(np.broadcast_to(np.asarray(penalty, float), size).copy())
        scale = diags_array(1 / matrix.diagonal())
        return cg(matrix, self.right, x0=start, rtol=1e-9, maxiter=2_000, M=scale)[0]

    def error(self, unknowns: Any) -> float:
        """The weighted sum of squared errors."""
        return float((self.weight * (self.points - self.design @ unknowns) ** 2).sum())

    def noise(self, fold: Any) -> float:
        """The standard deviation of one deal's points about what its players are worth, from rows left out."""
        errors = [test.error(train.solve(100.0)) for train, test in self.split(fold)]
        return float(np.sqrt(max(sum(errors), 1e-9) / len(self.points)))

    def likeliest_noise(self, penalty: Any) -> float:
        """The standard deviation of one deal's points that makes these rows likeliest, if the penalty is right."""
        left = float((self.weight * self.points**2).sum() - self.right @ self.solve(penalty))
        return float(np.sqrt(max(left, 1e-9) / len(self.points)))

    def split(self, fold: Any) -> list[tuple["System", "System"]]:
        """For each fold that leaves something on both sides, the other rows and its own."""
        parts = [(fold != number, fold == number) for number in range(FOLDS)]
        return [
            (
                System(self.design[train], self.weight[train], self.points[train]),
                System(self.design[test], self.weight[test], self.points[test]),
            )
            for train, test in parts
            if test.any()
        ]

    def variances(self, penalty: Any, noise: float, centre: "Centre | None" = None) -> Any:
        """The variances of the unknowns, less their averages if there is a centre.

        Where there are too many, those with few deals are taken never to have met one another.
        """
        from scipy.linalg import cho_factor, cho_solve

        size = len(self.right)
        penalties = np.broadcast_to(np.asarray(penalty, float), size)
        diagonal = self.normal.diagonal() + penalties
        if size <= MOST_SOLVED:
            dense = self.normal.toarray() + np.diag(penalties)
            return noise**2 * _variances(cho_solve(cho_factor(dense, lower=True), np.eye(size)), centre)
        most = np.sort(np.argsort(-diagonal, kind="stable")[:MOST_SOLVED])
        rest = np.setdiff1d(np.arange(size), most)
        # The others seldom meet one another, so that they are taken out as if they never did.
        across = self.normal[most][:, rest]
        dense = self.normal[most][:, most].toarray() + np.diag(penalties[most])
        dense -= (across * (1 / diagonal[rest])[None, :] @ across.T).toarray()
        found = np.empty(size)
        of_most = None if centre is None else centre.of(most)
        found[most] = _variances(cho_solve(cho_factor(dense, lower=True), np.eye(len(most))), of_most)
        found[rest] = 1 / diagonal[rest] + np.asarray((across * across).T @ found[most]) / diagonal[rest] ** 2
        return noise**2 * found


def _variances(covariance: Any, centre: Centre | None) -> Any:
    return np.diag(covariance).copy() if centre is None else centre.variances(covariance)


def _chances_of_spreads(system: System, fold: Any, noise: float) -> Any:
    """How likely each of SPREADS is, by how well it predicts rows left out."""
    errors = np.zeros(len(SPREADS))
    for train, test in system.split(fold):
        start = None
        for at, spread in enumerate(SPREADS):
            start = train.solve((noise / spread) ** 2, start)
            errors[at] += test.error(start)
    beforehand = np.gradient(SPREADS) / (1 + (SPREADS / USUAL_SPREAD) ** 2)
    likely = -0.5 * len(system.points) * np.log(np.maximum(errors, 1e-9)) + np.log(beforehand)
    chance = np.exp(likely - likely.max())
    return chance / chance.sum()
