"""What a replay found as columns of the table `deals`, beside what the log says of it."""

from typing import Any

import numpy as np
import pyarrow as pa

from pipeline.arrow_columns import flags, letter_rows, letters_of, number_rows, numbers
from replay.audit import Audit
from replay.cards import SEAT_LETTERS
from replay.deals import MISSING

SEAT_COLUMNS = ("north", "east", "south", "west")
"""Names of players, by seat."""


def result_columns(given: dict[str, Any], found: dict[str, Any], audits: dict[int, Audit]) -> dict[str, Any]:
    """Hands, plays, sums and rulings, from columns of deals and of results; `audits` of those rows that have one."""
    return _hands(given, found) | _plays(given, found) | _sums(given, found, audits)


def _hands(given: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Each hand as logged, else as the plays of a complete deal show it."""
    hands = np.where(given["hands"] != 0, given["hands"], np.where(given["count"] == 32, found["hands"].T, 0).T)
    return {f"{seat}_hand": numbers(hands[:, at], np.uint32, 0) for at, seat in enumerate(SEAT_COLUMNS)}


def _plays(given: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    return {
        "seats": letter_rows(who_played(given, found), SEAT_LETTERS),
        "seats_known": pa.array(given["seats"][:, 0] >= 0),
        "winners": letter_rows(found["winners"], SEAT_LETTERS),
        "trick_points": number_rows(found["trick_points"], np.uint16),
        "trick_roem": number_rows(found["trick_roem"], np.uint16),
        "trick_roem_kinds": number_rows(found["trick_roem_kinds"], np.uint8),
    }


def who_played(given: dict[str, Any], found: dict[str, Any]) -> Any:
    """Who played each card, as far as that is known."""
    return np.where(found["seats"] < 0, given["seats"], found["seats"])


def _sums(given: dict[str, Any], found: dict[str, Any], audits: dict[int, Audit]) -> dict[str, Any]:
    ruled = np.full((len(given["trump"]), 2), -1, np.int32)
    for row, audit in audits.items():
        if audit.ruled is not None:
            ruled[row] = audit.ruled
    rulings = [audits[row].ruling if row in audits else None for row in range(len(ruled))]
    columns: dict[str, Any] = {"ruling": pa.array(rulings, pa.string())}
    for name in ("points", "roem", "tricks"):
        columns |= _pair(name, found[name], np.uint8 if name == "tricks" else np.uint16, -1)
    columns |= {"is_nat": flags(found["is_nat"]), "is_pit": flags(found["is_pit"])}
    columns |= _pair("score", found["score"], np.uint16, -1) | _pair("ruled", ruled, np.uint16, -1)
    columns |= {
        "logged_leader": letters_of(given["leader"], SEAT_LETTERS),
        "logged_winners": letter_rows(given["winners"], SEAT_LETTERS),
        "logged_roem": number_rows(given["roem"], np.int32, MISSING),
    }
    for name, array in (("points", "points"), ("roem", "roem_points"), ("score", "score"), ("total", "totals")):
        columns |= _pair(f"logged_{name}", given[array], np.int32, MISSING)
    return columns | {"logged_nat": flags(given["nat"]), "logged_pit": flags(given["pit"])}


def _pair(name: str, array: Any, dtype: Any, missing: int) -> dict[str, Any]:
    return {f"{name}_{side}": numbers(array[:, at], dtype, missing) for at, side in enumerate(("ns", "ew"))}
