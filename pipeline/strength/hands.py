"""What hands are worth, as features of the suits in them: everything is looked up by the eight cards of a suit."""

from typing import Any

import numpy as np

_HELD = np.arange(256)
"""The ranks 7 8 9 T J Q K A of one suit in a hand, as bits."""


def _has(rank: int) -> Any:
    return _HELD >> rank & 1


_NINE, _TEN, _JACK, _QUEEN, _KING, _ACE = (_has(rank) for rank in range(2, 8))
_COUNT = np.sum([_has(rank) for rank in range(8)], axis=0)
_RUNS = np.sum([(_HELD >> rank & 7) == 7 for rank in range(6)], axis=0)

TRUMP_FEATURES = {
    "jack": _JACK,
    "nine": _NINE,
    "ace": _ACE,
    "ten": _TEN,
    "king": _KING,
    "queen": _QUEEN,
    "length": _COUNT,
    "jack and nine": _JACK * _NINE,
    "stuk": _KING * _QUEEN,
    "three in a row": _RUNS,
    "none": _COUNT == 0,
    "four and more": _COUNT >= 4,
    "five and more": _COUNT >= 5,
}
SIDE_FEATURES = {
    "ace": _ACE,
    "ten": _TEN,
    "king": _KING,
    "queen": _QUEEN,
    "void": _COUNT == 0,
    "single": _COUNT == 1,
    "ace and ten": _ACE * _TEN,
    "bare ten": _TEN * (_COUNT == 1),
    "three in a row": _RUNS,
    "four and more": _COUNT >= 4,
}
TRUMP = np.stack(list(TRUMP_FEATURES.values()), axis=1).astype(np.float64)
SIDE = np.stack(list(SIDE_FEATURES.values()), axis=1).astype(np.float64)
WIDTH = TRUMP.shape[1] + SIDE.shape[1]
"""Features of one hand, given trump: those of its trumps, then those of its side suits together."""
ROLES = ("declarer", "lho", "partner", "rho")
NAMES = [
    f"{role}: {kind} {name}"
    for role in ROLES
    for kind, features in (("trump", TRUMP_FEATURES), ("side", SIDE_FEATURES))
    for name in features
]


def role_features(suits: Any, trump: Any, declarer: Any) -> Any:
    """Features of the four hands from the declarer on, as float64[deals, 4 * WIDTH] in the order of NAMES."""
    rows = np.arange(len(trump))
    parts = []
    for on in range(4):
        held = suits[rows, (declarer + on) % 4]
        trumps = held[rows, trump]
        parts += [TRUMP[trumps], SIDE[held].sum(axis=1) - SIDE[trumps]]
    return np.concatenate(parts, axis=1)


def values_of_roles(suits: Any, trump: Any, declarer: Any, weights: Any) -> Any:
    """`role_features` times weights[4 * WIDTH], as float64[deals]: by adding up looked-up values."""
    rows = np.arange(len(trump))
    total = np.zeros(len(trump))
    for on, (as_trump, as_side) in enumerate(_tables(weights)):
        held = suits[rows, (declarer + on) % 4]
        trumps = held[rows, trump]
        total += as_side[held].sum(axis=1) + (as_trump - as_side)[trumps]
    return total


def values_of_calls(suits: Any, weights: Any) -> Any:
    """What every call would be worth to its caller, as float64[deals, 4 seats, 4 suits].

    `weights` are those of the four roles, or of the declarer's hand alone.
    """
    total = np.zeros(suits.shape)
    for on, (as_trump, as_side) in enumerate(_tables(weights)):
        side = as_side[suits]
        of_hand = as_trump[suits] - side + side.sum(axis=2, keepdims=True)
        total += np.roll(of_hand, -on, axis=1)
    return total


def _tables(weights: Any) -> list[tuple[Any, Any]]:
    """For each role what a suit is worth as trumps and as a side suit, by the ranks held."""
    width = TRUMP.shape[1]
    return [(TRUMP @ part[:width], SIDE @ part[width:]) for part in weights.reshape(-1, WIDTH)]


def balance_features(suits: Any) -> Any:
    """Honours that count whoever plays, in each hand, as float64[deals, 4 * features], by the order of the hands given."""
    return np.concatenate([SIDE[suits].sum(axis=2), TRUMP[suits].sum(axis=2)[:, :, [0, 1]]], axis=2).reshape(len(suits), -1)
