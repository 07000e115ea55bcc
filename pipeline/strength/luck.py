"""Luck apart from skill: what each deal was worth before anybody spoke, what it was worth once called, and what came of it.

The deal is the only thing that chance decides, so a result less what such hands are worth on average is as fair as the
result itself, and varies less. No deal is judged by a model that has seen its game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pipeline.strength.beforehand import Beforehand
from pipeline.strength.calling import STUDIED, chances, fit_calls
from pipeline.strength.deals import Deals
from pipeline.strength.hands import WIDTH, balance_features, role_features, values_of_calls, values_of_roles
from pipeline.strength.ridge import FOLDS, LEVEL, Linear, Moments, folds_of
from replay.bidding import speaker
from replay.presets import RULESETS
from replay.rulesets import BIDDING_METHODS

CHUNK = 50_000
WEIGHED = 100_000
"""Deals from which the value before the bidding and the chance of nat are found, at most."""
SEED = 6
FIRST_SIDE = np.array([1.0, -1.0, 1.0, -1.0])[None, :, None]


@dataclass(frozen=True)
class Luck:
    """What every deal was worth; NaN, or -1, where hands, dealer or declarer are not known.

    `before` and `called` (V0 and V1) are points for North and South less those for East and West: expected before anybody
    spoke, and given declarer and trump. `nat` is the chance of the declaring side to go nat, 0-1. `promise` [deals, 4] is
    what a deal is worth in a seat's best suit by that hand alone, `best_suit` [deals, 4] is that suit.
    """

    before: Any
    called: Any
    nat: Any
    promise: Any
    best_suit: Any
    explained: float = 0.0
    """Share of the variance of results that `before` explains, at most 1."""
    explained_called: float = 0.0


@dataclass(frozen=True)
class Models:
    """What was found from some deals: values of called deals by all hands and by the caller's own, calls, value before."""

    called: Linear
    own: Linear
    calls: list[Any]
    before: Linear


def fit_luck(deals: Deals, known: Beforehand) -> Luck:
    """The luck of every deal; each is judged by models of other games, which are close to `known` where deals are few."""
    count = len(deals)
    unknown = np.full(count, np.nan)
    luck = Luck(
        before=unknown.copy(),
        called=unknown.copy(),
        nat=unknown.copy(),
        promise=np.full((count, 4), np.nan),
        best_suit=np.full((count, 4), -1, np.int8),
    )
    usable = usable_rows(deals)
    fold = folds_of(deals.game)
    called, own = value_moments(deals, usable, fold)
    called_models, own_models = called.cross_fit(known.called), own.cross_fit(known.own)
    for number in range(FOLDS):
        mine, others = usable[fold[usable] == number], usable[fold[usable] != number]
        if len(mine):
            _fill(luck, deals, mine, others, find_models(deals, others, fold, called_models[number], own_models[number], known))
    return replace(
        luck,
        explained=_explained(deals.result[usable], luck.before[usable]),
        explained_called=_explained(deals.result[usable], luck.called[usable]),
    )


def usable_rows(deals: Deals) -> Any:
    """The deals that luck can be told of: all hands, the dealer and the declarer are known."""
    return np.flatnonzero(deals.hands_known & (deals.dealer >= 0) & (deals.declarer >= 0))


def value_moments(deals: Deals, rows: Any, fold: Any) -> tuple[Moments, Moments]:
    """What the values of called deals are found from: by all four hands, and by the declarer's own."""
    called, own = Moments(4 * WIDTH), Moments(WIDTH)
    for part in _chunks(rows):
        features = role_features(deals.suits[part], deals.trump[part], deals.declarer[part])
        result = _for_side(deals.result[part], deals.declarer[part])
        called.add(features, result, fold[part])
        own.add(features[:, :WIDTH], result, fold[part])
    return called, own


def find_models(deals: Deals, rows: Any, fold: Any, called: Linear, own: Linear, known: Beforehand) -> Models:
    """The models of some deals, given those of called deals."""
    calls = []
    for method, name in enumerate(deals.methods):
        chosen = _some(rows[deals.bidding[rows] == method], STUDIED)
        suits, first = by_position(deals, chosen)
        stood = (deals.declarer[chosen] - first) % 4 * 4 + deals.trump[chosen]
        worth = values_of_calls(suits, own.weights) + own.constant
        calls.append(fit_calls(worth, deals.turned[chosen], stood, known.calls_by(name)))
    models = Models(called, own, calls, known.before)
    before = Moments(len(known.before.weights))
    for part in _chunks(_some(rows, WEIGHED)):
        features, first, _ = _before_the_bidding(deals, part, models)
        before.add(features, _for_side(deals.result[part], first), fold[part])
    return Models(called, own, calls, before.best(known.before))


def by_position(deals: Deals, rows: Any) -> tuple[Any, Any]:
    """The hands of some deals from the first speaker on, and his seat (R10)."""
    shifts = [_first_speaker(name) for name in deals.methods]
    first = (deals.dealer[rows] + np.array(shifts, np.int64)[deals.bidding[rows]]) % 4
    seats = (first[:, None] + np.arange(4)) % 4
    return deals.suits[rows[:, None], seats], first


def _first_speaker(method: str) -> int:
    bidding = BIDDING_METHODS.index(method) if method in BIDDING_METHODS else 0
    return int(speaker(0, 0, RULESETS["amsterdams"]._replace(bidding=bidding)))


def _before_the_bidding(deals: Deals, rows: Any, models: Models) -> tuple[Any, Any, Any]:
    """Features of deals before the bidding, the first speaker, and what each call promises by the caller's own hand."""
    suits, first = by_position(deals, rows)
    worth = values_of_calls(suits, models.own.weights) + models.own.constant
    value = values_of_calls(suits, models.called.weights) + models.called.constant
    likely = np.zeros(worth.shape)
    for method, weights in enumerate(models.calls):
        chosen = deals.bidding[rows] == method
        likely[chosen] = chances(worth[chosen], deals.turned[rows][chosen], weights)
    expected = (likely * value * FIRST_SIDE).sum(axis=(1, 2))
    features = [expected[:, None], value.max(axis=2), worth.max(axis=2), balance_features(suits)]
    return np.concatenate(features, axis=1), first, worth


BEFORE_FEATURES = 1 + 4 + 4 + balance_features(np.zeros((1, 4, 4), np.uint8)).shape[1]


def _fill(luck: Luck, deals: Deals, rows: Any, others: Any, models: Models) -> None:
    """Judge some deals by the models of others."""
    levels = _levels(deals, others, models)
    nat = _nat_model(deals, _some(others, WEIGHED), models, levels)
    for part in _chunks(rows):
        features, first, worth = _before_the_bidding(deals, part, models)
        luck.before[part] = _for_side(features @ models.before.weights + models.before.constant, first)
        value = _called_value(deals, part, models, levels)
        luck.called[part] = _for_side(value, deals.declarer[part])
        luck.nat[part] = np.where(deals.knows_nat[part], nat(value), np.nan)
        seats = (np.arange(4)[None, :] - first[:, None]) % 4
        at = np.arange(len(part))[:, None]
        luck.promise[part] = worth.max(axis=2)[at, seats]
        luck.best_suit[part] = worth.argmax(axis=2)[at, seats]


def _called_value(deals: Deals, rows: Any, models: Models, levels: Any) -> Any:
    """The value of called deals for the declaring side."""
    by_hands = values_of_roles(deals.suits[rows], deals.trump[rows], deals.declarer[rows], models.called.weights)
    return by_hands + models.called.constant + levels[deals.rules[rows]]


def _levels(deals: Deals, rows: Any, models: Models) -> Any:
    """What a called deal is worth more by each rule set than on average, as float64[rule sets]."""
    rule_sets = int(deals.rules.max()) + 1
    count, sums = np.zeros(rule_sets), np.zeros(rule_sets)
    for part in _chunks(rows):
        off = _for_side(deals.result[part], deals.declarer[part]) - _called_value(deals, part, models, np.zeros(rule_sets))
        count += np.bincount(deals.rules[part], minlength=rule_sets)
        sums += np.bincount(deals.rules[part], off, minlength=rule_sets)
    return sums / (count + LEVEL)


def _nat_model(deals: Deals, rows: Any, models: Models, levels: Any) -> Any:
    """The chance of nat as a function of a called deal's value, by logistic regression."""
    from sklearn.linear_model import LogisticRegression

    rows = rows[deals.knows_nat[rows]]
    is_nat = deals.is_nat[rows]
    if not is_nat.any() or is_nat.all():
        rate = float((is_nat.sum() + 1) / (len(rows) + 4))
        return lambda value: np.full(len(value), rate)
    model = LogisticRegression(max_iter=500).fit(_powers(_called_value(deals, rows, models, levels)), is_nat)
    return lambda value: model.predict_proba(_powers(value))[:, 1]


def _powers(value: Any) -> Any:
    hundreds = value / 100
    return np.stack([hundreds, hundreds**2, hundreds**3], axis=1)


def _for_side(points: Any, seat: Any) -> Any:
    """Points of North and South over East and West as those of a seat's side, and the other way about."""
    return np.where(seat % 2 == 0, points, -points)


def _explained(result: Any, expected: Any) -> float:
    variance = float(result.var()) if len(result) else 0.0
    return 1 - float(((result - expected) ** 2).mean()) / variance if variance > 0 else 0.0


def _some(rows: Any, most: int) -> Any:
    """At most so many of some rows, drawn by chance, always the same, in order."""
    if len(rows) <= most:
        return rows
    return np.sort(np.random.default_rng(SEED).choice(rows, most, replace=False))


def _chunks(rows: Any) -> Iterator[Any]:
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]
