"""A familiar number: the openskill rating of players by the games they won and lost."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.strength.course import POINTS
from pipeline.strength.deals import Deals
from pipeline.strength.plus_minus import Estimate

PROVISIONAL = 6.0
"""A rating that is less sure than this (sigma) is provisional; everybody begins at 8.33."""


@dataclass(frozen=True)
class Ratings:
    """mu and sigma [players], games that counted [players], and both after some games [points, players].

    `skipped` games had no result, or somebody who left or came in between, and did not count.
    """

    mu: Any
    sigma: Any
    games: Any
    at: Any
    course: Estimate
    skipped: int


@dataclass(frozen=True)
class Teams:
    """Games that count for a rating, in time: their numbers, players [games, 4], 1, 0 or -1 for North and South."""

    game: Any
    seats: Any
    result: Any

    def chosen(self, mask: Any) -> "Teams":
        """Some of the games."""
        return Teams(self.game[mask], self.seats[mask], self.result[mask])


def teams_of(deals: Deals) -> Teams:
    """The finished games that the same four played from the first deal to the last."""
    games = len(deals.games.game_id)
    first = np.unique(deals.game, return_index=True)[1]
    seats = np.full((games, 4), -1, np.int64)
    seats[deals.game[first]] = deals.seats[first]
    changed = np.zeros(games, bool)
    changed[deals.game[(deals.seats != seats[deals.game]).any(axis=1)]] = True
    counts = np.flatnonzero(~changed & deals.games.is_over & ~np.isnan(deals.games.won_by) & (seats[:, 0] >= 0))
    return Teams(counts, seats[counts], deals.games.won_by[counts])


def rate(teams: Teams, players: int, games: int) -> Ratings:
    """The ratings of all players after some of `games` games."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    ratings = [model.rating() for _ in range(players)]
    points = set(np.unique(np.linspace(0, len(teams.game) - 1, min(POINTS, len(teams.game)) + 1).astype(int)[1:]).tolist())
    at, course = [], []
    places = {1.0: [1, 2], 0.0: [1, 1], -1.0: [2, 1]}
    for number, (seats, result) in enumerate(zip(teams.seats.tolist(), teams.result.tolist(), strict=True)):
        north, east, south, west = seats
        sides = [[ratings[north], ratings[south]], [ratings[east], ratings[west]]]
        new = [one for side in model.rate(sides, ranks=places[result]) for one in side]
        against = ((east, west), (east, west), (north, south), (north, south))
        for seat, others, one in zip((north, south, east, west), against, new, strict=True):
            if seat not in others:  # a computer on both sides learns nothing from its game
                ratings[seat] = one
        if number in points:
            at.append(teams.game[number])
            course.append([[one.mu for one in ratings], [one.sigma for one in ratings]])
    return Ratings(
        mu=np.array([one.mu for one in ratings]),
        sigma=np.array([one.sigma for one in ratings]),
        games=np.bincount(teams.seats.reshape(-1), minlength=players),
        at=np.array(at, int),
        course=Estimate(*np.moveaxis(np.array(course).reshape(len(at), 2, players), 1, 0)),
        skipped=games - len(teams.game),
    )
