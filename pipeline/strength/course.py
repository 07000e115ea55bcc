"""Strength over time: present form, and the form at points of the past."""

from typing import Any

import numpy as np

from pipeline.strength.plus_minus import LEAST_WEIGHT, Centre, Estimate, System, Worth
from pipeline.strength.rows import Rows

HALF_LIFE = 2_000.0
"""A player's own deals after which one counts half in his form."""
EXACT_PLAYERS = 100
"""Up to so many players standard errors of form are found together, at every point."""
POINTS = 24
"""Points of the past at most, after equal numbers of games."""


def ages(rows: Rows) -> Any:
    """How many deals the four of each row played after it, on average, float64[rows]."""
    order = np.lexsort((np.repeat(rows.game, 4), rows.seats.reshape(-1)))
    player = rows.seats.reshape(-1)[order]
    deals = np.repeat(rows.weight, 4)[order]
    done = np.cumsum(deals)
    last = np.flatnonzero(np.append(player[1:] != player[:-1], True))
    in_all = done[last][np.searchsorted(last, np.arange(len(player)))]
    after = np.empty(len(player))
    after[order] = in_all - done
    return after.reshape(-1, 4).mean(axis=1)


def form(rows: Rows, worth: Worth, counts_in: Any) -> tuple[Any, Any]:
    """What everybody is worth when old deals count less, and its standard error, points a deal."""
    if not len(rows):
        return worth.value, worth.error
    recent = rows.reweighted(0.5 ** (ages(rows) / HALF_LIFE))
    system = System(recent.design(), recent.weight, recent.points)
    centre = Centre(worth.component, counts_in)
    value = centre.means(system.solve(worth.pull))
    error = np.sqrt(_variances(system, worth, centre, value))
    is_alone = np.bincount(worth.component)[worth.component] == 1  # nothing is known of who met nobody
    return value, np.where(is_alone, worth.error, error)


def _variances(system: System, worth: Worth, centre: Centre, value: Any) -> Any:
    """The variances of form, every pull weighed: deals count less, not the noise of each, as many of them as weigh alike.

    Among very many players each is as hard to tell apart from others as in all deals; nobody is less sure than before any.
    """
    if len(value) > EXACT_PLAYERS:
        within = worth.tangled / (system.normal.diagonal() + worth.pull)
        return worth.noise**2 * np.minimum(within, worth.chances @ (1 / worth.pulls))
    kept = np.flatnonzero(worth.chances >= LEAST_WEIGHT)
    parts = [
        system.variances(pull, worth.noise, centre) + (centre.means(system.solve(pull)) - value) ** 2
        for pull in worth.pulls[kept]
    ]
    return np.average(parts, axis=0, weights=worth.chances[kept])


def course(rows: Rows, worth: Worth, counts_in: Any) -> tuple[Any, Estimate, Any]:
    """The games after which form is told, that form [points, players], and the deals each had played till then."""
    games = np.unique(rows.game)
    if not len(games):
        nothing = np.zeros((0, rows.players))
        return np.zeros(0, int), Estimate(nothing, nothing), nothing
    at = games[np.unique(np.linspace(0, len(games) - 1, min(POINTS, len(games)) + 1).astype(int)[1:])]
    forms, deals = [], []
    for game in at:
        until = rows.chosen(rows.game <= game)
        forms.append(form(until, worth, counts_in))
        deals.append(np.bincount(until.seats.reshape(-1), np.repeat(until.weight, 4), minlength=rows.players))
    return at, Estimate(*np.moveaxis(np.array(forms), 1, 0)), np.array(deals)
