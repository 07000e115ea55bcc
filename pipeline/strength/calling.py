"""Who takes the deal in which suit, given the four hands: a conditional logit over the sixteen calls, seats by position."""

from typing import Any

import numpy as np

SCALE = 50.0
"""Points that one unit of a call's worth stands for."""
STUDIED = 10_000
"""Deals from which the model is found at most."""
NAMES = (
    *("gap to the best suit", "first half of it"),
    *("second", "third", "last", "worth, first", "worth, second", "worth, third", "worth, last"),
    *("worth of those before", "worth of those after", "on the turned suit", "worth of the turned suit", "the same before him"),
)
PULL = 1e-3
"""How strongly the weights known beforehand hold, against one deal's likelihood."""


def call_features(worth: Any, turned: Any) -> list[Any]:
    """The features of NAMES of sixteen calls a deal, each to be broadcast to [deals, 4 positions, 4 suits].

    `worth` [deals, 4, 4] is what each call promises by the caller's own hand; `turned` [deals] the suit turned up, or -1.
    """
    worth = worth / SCALE
    best = worth.max(axis=2, keepdims=True)
    gap = worth - best
    spread = np.ones((1, 1, 4))
    places = np.eye(4)[:, None, :, None]
    low = np.full((len(worth), 1, 1), float(np.quantile(best, 0.1)) if len(worth) else 0.0)
    before = np.concatenate([low, np.maximum.accumulate(best, axis=1)[:, :3]], axis=1)
    after = np.concatenate([np.maximum.accumulate(best[:, ::-1], axis=1)[:, ::-1][:, 1:], low], axis=1)
    is_turned = (np.arange(4) == turned[:, None])[:, None, :].astype(np.float64)
    of_turned = (worth * is_turned).sum(axis=2, keepdims=True)
    turned_before = np.concatenate([0 * low, np.maximum.accumulate(of_turned, axis=1)[:, :3]], axis=1)
    return [
        gap,
        np.maximum(gap, -0.5),
        *(places[place] * spread for place in (1, 2, 3)),
        *(places[place] * best * spread for place in range(4)),
        before * spread,
        places[0] * after * spread,
        is_turned * np.ones((1, 4, 1)),
        is_turned * of_turned,
        is_turned * turned_before,
    ]


def chances(worth: Any, turned: Any, weights: Any) -> Any:
    """How likely each call is to stand in the end, as float64[deals, 4 positions, 4 suits]."""
    features = call_features(worth, turned)
    utility = np.zeros(worth.shape)
    for weight, feature in zip(weights, features, strict=True):
        utility += weight * feature
    utility -= utility.max(axis=(1, 2), keepdims=True)
    odds = np.exp(utility)
    return odds / odds.sum(axis=(1, 2), keepdims=True)


def fit_calls(worth: Any, turned: Any, chosen: Any, known: Any) -> Any:
    """The weights of `call_features` under which the calls that stood (4 * position + suit) are likeliest, near `known`."""
    from scipy.optimize import minimize

    count = len(chosen)
    if count == 0:
        return known
    shape = worth.shape
    features = np.stack([np.broadcast_to(one, shape) for one in call_features(worth, turned)], axis=-1).reshape(count, 16, -1)
    taken = features[np.arange(count), chosen].mean(axis=0)
    flat = features.reshape(count * 16, -1)
    pull = PULL + 20.0 / count

    def loss(weights: Any) -> tuple[float, Any]:
        utility = (flat @ weights).reshape(count, 16)
        top = utility.max(axis=1, keepdims=True)
        odds = np.exp(utility - top)
        total = odds.sum(axis=1, keepdims=True)
        off = weights - known
        value = float((np.log(total) + top).mean() - taken @ weights + pull * off @ off)
        slope = (odds / total).reshape(-1) @ flat / count - taken + 2 * pull * off
        return value, slope

    return minimize(loss, known, jac=True, method="L-BFGS-B", options={"maxiter": 200, "ftol": 1e-6}).x
