"""The results of one deal as a row of the kernel's columns, however they were found, to compare them entry by entry."""

from collections.abc import Mapping, Sequence
from typing import Any

import oracle
import pytest
from dealing import Played, card_set, expected_replay

from replay import Deal, Deals, Replayer, RuleSet, kernel
from replay.legal import PLAY_CODES
from replay.results import RESULT_COLUMNS
from replay.roem import KIND_NAMES
from replay.seating import BY_SEATS

Row = dict[str, Any]


def differences(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The entries that are not equal, as (expected, actual)."""
    return {name: (expected[name], actual[name]) for name in expected if expected[name] != actual[name]}


def by_columns(deals: Deals, rules: RuleSet, *, compiled: bool) -> list[Row]:
    """The results of the kernel as rows, run as plain Python or as machine code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "FEW_DEALS", -1 if compiled else 10**9)
        patch.setattr(kernel, "is_compiled", lambda _: False)
        columns = kernel.replay_deals(deals, rules).columns
    assert list(RESULT_COLUMNS) == list(columns)
    return [{name: array[row].tolist() for name, array in columns.items()} for row in range(len(deals))]


def padded(values: Sequence[Any], length: int, filler: int) -> list[Any]:
    """A row of a column that has room for more."""
    return [*values, *[filler] * (length - len(values))]


def fault(code: str | None) -> int:
    """A code as the kernel writes it."""
    return 0 if code is None else 1 + PLAY_CODES.index(code)


def kind_bits(names: Sequence[str]) -> int:
    """Kinds of roem as the kernel writes them."""
    return sum(1 << KIND_NAMES.index(name) for name in names)


def by_oracle(played: Played, rules: oracle.Rules) -> Row:
    """What the oracle expects in every column, the hands and seats being logged."""
    found = expected_replay(played, rules)
    return {
        "seats": padded(list(played.seats), 32, -1),
        "hands": [card_set(hand) for hand in played.hands],
        "faults": padded([fault(code) for code in found["codes"]], 32, 0),
        "winners": padded(found["winners"], 8, -1),
        "trick_points": padded(found["trick_points"], 8, -1),
        "trick_roem": padded(found["trick_roem"], 8, -1),
        "trick_roem_kinds": padded([kind_bits(kinds) for kinds in found["trick_kinds"]], 8, -1),
        "points": found["points"],
        "roem": found["roem"],
        "tricks": found["tricks"],
        "is_nat": -1 if found["is_nat"] is None else int(found["is_nat"]),
        "is_pit": -1 if found["is_pit"] is None else int(found["is_pit"]),
        "score": found["score"] or [-1, -1],
        "oddities": BY_SEATS,
    }


def by_steps(deal: Deal, rules: RuleSet) -> Row:
    """What the replayer says, card by card, in the form of the columns."""
    replayer = Replayer(deal, rules)
    steps, outcome = list(replayer.steps()), replayer.outcome
    whole = [step for step in steps if step.trick_winner is not None]
    assert [step.card_no for step in steps] == list(range(1, len(deal.plays) + 1))
    assert not steps or (steps[-1].points, steps[-1].roem) == (outcome.points, outcome.roem)
    return {
        "seats": padded([step.seat for step in steps], 32, -1),
        "hands": replayer.hands,
        "faults": padded([fault(step.code) for step in steps], 32, 0),
        "winners": padded([step.trick_winner for step in whole], 8, -1),
        "trick_points": padded([step.trick_points for step in whole], 8, -1),
        "trick_roem": padded([step.trick_roem for step in whole], 8, -1),
        "trick_roem_kinds": padded([kind_bits(step.roem_kinds) for step in whole], 8, -1),
        "points": list(outcome.points),
        "roem": list(outcome.roem),
        "tricks": list(outcome.tricks),
        "is_nat": -1 if outcome.is_nat is None else int(outcome.is_nat),
        "is_pit": -1 if outcome.is_pit is None else int(outcome.is_pit),
        "score": list(outcome.score or (-1, -1)),
        "oddities": replayer.oddities,
    }
