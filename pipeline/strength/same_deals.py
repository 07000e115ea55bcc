"""The same four hands played at several tables: what the others made of them is the best measure of luck there is."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.strength.deals import Deals

USUAL_SHARE = 0.15
"""Share that the cards still explain of what luck adjustment leaves, before deals at several tables tell."""
WORTH_OF_USUAL = 50.0
"""Deals played at several tables that this weighs."""


@dataclass(frozen=True)
class Compared:
    """Each deal beside the other tables that had the same cards, seen from the dealer, by the same rules.

    `tables` counts all of them, 1 where there is no other. `others` is the mean result of the others and `matchpoints` the
    share of them that did worse, half for equal ones; both for North and South, NaN without others.
    """

    tables: Any
    others: Any
    matchpoints: Any
    group: Any
    """A number for each set of cards, -1 where the hands or the dealer are not known."""


def compare(deals: Deals) -> Compared:
    """Every deal beside the same deal elsewhere."""
    count = len(deals)
    known = np.flatnonzero(deals.hands_known & (deals.dealer >= 0))
    turn = deals.dealer[known] % 2 == 0
    result = np.where(turn, deals.result[known], -deals.result[known])
    which = _same_cards(deals, known)
    sizes = np.bincount(which) if len(which) else np.zeros(0, int)
    tables, others, matchpoints, group = np.ones(count, int), np.full(count, np.nan), np.full(count, np.nan), np.full(count, -1)
    group[known] = which
    together = np.flatnonzero(sizes[which] > 1) if len(which) else np.zeros(0, int)
    order = together[np.lexsort((result[together], which[together]))]
    for rows in np.split(order, np.flatnonzero(np.diff(which[order])) + 1) if len(order) else ():
        made = result[rows]
        below = np.searchsorted(made, made, side="left")
        equal = np.searchsorted(made, made, side="right") - below - 1
        share = (below + equal / 2) / (len(rows) - 1)
        mean = (made.sum() - made) / (len(rows) - 1)
        sign = np.where(turn[rows], 1.0, -1.0)
        at = known[rows]
        tables[at], others[at] = len(rows), sign * mean
        matchpoints[at] = np.where(turn[rows], share, 1 - share)
    return Compared(tables, others, matchpoints, group)


def _same_cards(deals: Deals, rows: Any) -> Any:
    """A number for each set of cards and rules, from 0."""
    seats = (deals.dealer[rows][:, None] + np.arange(4)) % 4
    hands = np.ascontiguousarray(deals.suits[rows[:, None], seats]).reshape(len(rows), 16).view("<u8")
    keys = np.concatenate([hands, deals.rules[rows][:, None].astype(np.uint64)], axis=1)
    multipliers = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
    mixed = (keys * multipliers).sum(axis=1, dtype=np.uint64)
    mixed ^= mixed >> np.uint64(29)
    found, which, sizes = np.unique(mixed, return_inverse=True, return_counts=True)
    # Equal numbers could come from different cards: those are told apart by the cards themselves.
    doubtful = np.flatnonzero(sizes[which] > 1)
    exact = np.unique(keys[doubtful], axis=0, return_inverse=True)[1].reshape(-1)
    which = which.astype(np.int64)
    which[doubtful] = len(found) + exact
    return np.unique(which, return_inverse=True)[1].reshape(-1)


def sharpened(deals: Deals, before: Any, compared: Compared) -> Any:
    """The value of deals before the bidding, drawn towards what the other tables made of the same cards.

    How strongly depends on how much alike the tables' results are. A deal's own result has no part in it.
    """
    has_others = (compared.tables > 1) & ~np.isnan(before)
    if not has_others.any():
        return before
    left = deals.result - before
    turn = np.where(deals.dealer % 2 == 0, 1.0, -1.0)
    group = compared.group[has_others]
    size = np.bincount(group)
    mean = np.bincount(group, (left * turn)[has_others]) / np.maximum(size, 1)
    within = float((((left * turn)[has_others] - mean[group]) ** 2).sum() / max(len(group) - np.count_nonzero(size), 1))
    weight = size[size > 0].astype(float)
    between = max(float(np.average(mean[size > 0] ** 2, weights=weight)) - within / float(weight.mean()), 0.0)
    sets = len(weight)
    usual = USUAL_SHARE * (within + between)
    of_cards = (sets * between + WORTH_OF_USUAL * usual) / (sets + WORTH_OF_USUAL)
    others = compared.tables - 1
    share = of_cards / (of_cards + within / np.maximum(others, 1)) if of_cards > 0 else np.zeros(len(others))
    # What the others made more than these cards were thought to be worth: the sum over the set less one's own.
    sums = np.bincount(group, (left * turn)[has_others])
    more = np.zeros(len(before))
    more[has_others] = (sums[group] - (left * turn)[has_others]) / others[has_others] * turn[has_others]
    return np.where(has_others, before + share * more, before)
