"""Everything that is found about strength and luck, in one go."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from pipeline.strength.beforehand import known_beforehand
from pipeline.strength.course import course, form
from pipeline.strength.deals import Deals
from pipeline.strength.luck import Luck, fit_luck
from pipeline.strength.pairs import Pairs, fit_pairs
from pipeline.strength.plus_minus import Estimate, Worth, fit_worth
from pipeline.strength.rating import Ratings, rate, teams_of
from pipeline.strength.rows import Rows, gather
from pipeline.strength.same_deals import Compared, compare, sharpened


@dataclass(frozen=True)
class Strength:
    """What the deals of a store say of luck and of everybody's strength."""

    deals: Deals
    luck: Luck
    compared: Compared
    adjusted: Any
    """float64[deals]: the result of North and South less luck; the result itself where luck is not known."""
    rows: Rows
    worth: Worth
    form: Any
    form_error: Any
    pairs: Pairs
    ratings: Ratings
    course_at: Any
    course: Estimate
    course_deals: Any


def finished(deals: Deals) -> Any:
    """bool[deals]: those of games that were played to their end."""
    return deals.games.is_over[deals.game] if len(deals) else np.zeros(0, bool)


def rows_of(deals: Deals, points: Any, is_adjusted: Any, chosen: Any) -> Rows:
    """Rows of some deals; those whose luck is not known count less, as their points vary more."""
    weight = np.ones(len(deals))
    spread = [float(points[chosen & part].var()) if (chosen & part).sum() > 1 else 0.0 for part in (is_adjusted, ~is_adjusted)]
    if min(spread) > 0:
        weight[~is_adjusted] = min(spread[0] / spread[1], 1.0)
    picked = np.flatnonzero(chosen)
    return gather(deals.game[picked], deals.seats[picked], points[picked], weight[picked], len(deals.players))


def adjusted_points(deals: Deals, luck: Luck, compared: Compared) -> tuple[Any, Any]:
    """The results less luck, and where luck is known."""
    before = sharpened(deals, luck.before, compared)
    is_adjusted = ~np.isnan(before)
    return np.where(is_adjusted, deals.result - before, deals.result), is_adjusted


def connecting(deals: Deals) -> Any:
    """bool[players]: those through whom others can be compared; nobody in particular is many."""
    return np.array([kind != "nobody" for kind in deals.players.kind], bool)


def luck_of(deals: Deals) -> Luck:
    """The luck of all deals, with what is known beforehand."""
    with threadpool_limits(1):  # many small matrices: threads would only wait for one another
        return fit_luck(deals, known_beforehand())


def fit_strength(deals: Deals, *, unfinished: bool = False, tell: Callable[[str], None] = lambda message: None) -> Strength:
    """Luck of all deals, and strength from those of finished games (`unfinished`: of all)."""
    tell("luck of every deal")
    luck = luck_of(deals)
    compared = compare(deals)
    points, is_adjusted = adjusted_points(deals, luck, compared)
    rows = rows_of(deals, points, is_adjusted, np.ones(len(deals), bool) if unfinished else finished(deals))
    tell("worth of every player")
    persons = deals.players.is_person
    worth = fit_worth(rows, persons, connecting(deals))
    now, now_error = form(rows, worth, persons)
    tell("pairs")
    pairs = fit_pairs(rows, worth)
    tell("form over time")
    at, forms, played = course(rows, worth, persons)
    tell("ratings")
    ratings = rate(teams_of(deals), len(deals.players), len(deals.games.game_id))
    return Strength(
        *(deals, luck, compared, points, rows, worth, now, now_error, pairs, ratings),
        course_at=at,
        course=forms,
        course_deals=played,
    )
