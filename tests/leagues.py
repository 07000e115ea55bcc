"""Leagues whose truth is known: players' worth and luck drawn by chance."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.strength.rows import SIDES, Rows, gather


@dataclass(frozen=True)
class DrawnLeague:
    """The rows of a league with and without its luck, and what everybody is worth, less the average."""

    rows: Rows
    raw: Rows
    truth: Any


def drawn_league(
    rng: Any, players: int, games: int, deals: int = 16, spread: float = 8.0, noise: float = 105.0, luck: float = 80.0
) -> DrawnLeague:
    """Games of four drawn players; worth, luck and noise are normal with these standard deviations, in points a deal."""
    worth = rng.normal(0, 1, players) * spread
    game = np.repeat(np.arange(games), deals)
    seats = np.array([rng.permutation(players)[:4] for _ in range(games)])[game]
    points = (worth[seats] * SIDES).sum(axis=1) + rng.normal(0, noise, len(game))
    ones = np.ones(len(game))
    raw = gather(game, seats, points + rng.normal(0, luck, len(game)), ones, players)
    return DrawnLeague(gather(game, seats, points, ones, players), raw, worth - worth.mean())


def rows_of(seats: list[list[int]], points: list[float], deals: int = 16, players: int = 0) -> Rows:
    """Rows of games of so many deals each, all with the same points."""
    game = np.repeat(np.arange(len(seats)), deals)
    return gather(game, np.array(seats)[game], np.repeat(points, deals), np.ones(len(game)), players or np.max(seats) + 1)


def everybody(rows: Rows) -> Any:
    return np.ones(rows.players, bool)


def dense(rows: Rows) -> tuple[Any, Any]:
    """The regression of single deals with dense matrices."""
    design = np.zeros((len(rows), rows.players))
    for at, seats in enumerate(rows.seats):
        for sign, seat in zip((1, -1, 1, -1), seats, strict=True):
            design[at, seat] += sign
    return design.T @ (design * rows.weight[:, None]), design.T @ (rows.weight * rows.points)
