"""Which deals of a batch need the second look: any fault in a card, or anything logged that differs from the result."""

from typing import TYPE_CHECKING, Any

import numpy as np

from replay.deals import MISSING, Deals
from replay.results import Results
from replay.seating import HANDS_MISMATCH, ONE_NOT_HELD

if TYPE_CHECKING:
    from numpy.typing import NDArray


def suspects(deals: Deals, results: Results, expected_leader: "NDArray[np.int8]") -> "NDArray[np.bool_]":
    """One bool a deal: True where `audit_deal` could find anything, never False where it does.

    `expected_leader` is the seat that leads by the rules, -1 where the dealer is unknown.
    """
    given, found = deals.columns, results.columns
    suspicious: NDArray[np.bool_] = (found["faults"] != 0).any(axis=1)
    suspicious |= (found["oddities"] & (HANDS_MISMATCH | ONE_NOT_HELD)) != 0
    suspicious |= given["verzaakt"] > 0
    suspicious |= (given["has_deck"] != 0) | (found["odd_bidding"] != 0)
    played = given["count"] > 0
    for leader in (expected_leader, given["leader"]):
        suspicious |= played & (leader >= 0) & (leader != found["seats"][:, 0])
    announced = (given["claimed"] > 0) | (found["trick_roem_kinds"] > 0)
    settled = (given["claim_points"] <= found["trick_roem"]) & (found["trick_roem"] > 0)
    settled &= given["claimed"] == 1 << (found["winners"].astype(np.int64) & 1)
    suspicious |= ((given["claimed"] >= 0) & announced & ~settled).any(axis=1)
    suspicious |= differ(given["winners"], found["winners"], -1, -1)
    suspicious |= differ(given["roem"], found["trick_roem"], MISSING, -1)
    complete = deals.is_complete
    suspicious |= complete & differ(given["points"], found["points"], MISSING, -1)
    suspicious |= complete & differ(given["roem_points"], found["roem"], MISSING, -1)
    suspicious |= differ(given["nat"], found["is_nat"], -1, -1)
    suspicious |= differ(given["pit"], found["is_pit"], -1, -1)
    suspicious |= differ(given["score"], found["score"], MISSING, -1)
    return suspicious


def differ(logged: "NDArray[Any]", computed: "NDArray[Any]", missing: int, unknown: int) -> "NDArray[np.bool_]":
    """One bool a deal: whether something is logged that is known to be otherwise."""
    different: Any = (logged != missing) & (computed != unknown) & (logged != computed)
    per_deal: NDArray[np.bool_] = different if different.ndim == 1 else different.any(axis=1)
    return per_deal
