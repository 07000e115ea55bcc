"""Faults that a simulated log can hold, each one field changed or one card illegal, and the finding each must give."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from replay.legal import PLAY_CODES

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault that was planted: where, of which kind, and the finding that an audit must raise ("" for none)."""

    game_id: str
    deal_no: int
    fault: str
    code: str
    trick_no: int = 0
    card_no: int = 0
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What a fault did to a record: the finding it must give, and the trick it stands in."""

    code: str
    trick_no: int = 0


def wrong_winner(values: Values, draw: int) -> Change | None:
    """Another seat than the winner is logged for a trick."""
    trick = draw % 8
    winner = "NESW".index(values["winners"][trick])
    other = "NESW"[(winner + 1 + draw // 8 % 3) % 4]
    values["winners"] = values["winners"][:trick] + other + values["winners"][trick + 1 :]
    return Change("winner_mismatch", trick + 1)


def wrong_points(values: Values, draw: int) -> Change | None:
    """Ten card points stand on the wrong side."""
    ns, ew = values["points"]
    step = 10 if ns < 10 or (draw % 2 and ew >= 10) else -10
    values["points"] = [ns + step, ew - step]
    return Change("points_mismatch")


def roem_added(values: Values, draw: int) -> Change | None:
    """A trick is credited with roem that is not there."""
    return _change_roem(values, draw, lambda amount: amount == 0, 20, "roem_overclaimed")


def roem_forgotten(values: Values, draw: int) -> Change | None:
    """A trick's roem is not credited."""
    return _change_roem(values, draw, lambda amount: amount > 0, 0, "roem_unclaimed")


def _change_roem(values: Values, draw: int, fits: Callable[[int], bool], amount: int, code: str) -> Change | None:
    tricks = [trick for trick, roem in enumerate(values["roem"]) if fits(roem)]
    if not tricks:
        return None
    trick = tricks[draw % len(tricks)]
    values["roem"] = [amount if at == trick else roem for at, roem in enumerate(values["roem"])]
    return Change(code, trick + 1)


def wrong_score(values: Values, draw: int) -> Change | None:
    """The score of one side is ten points off."""
    ns, ew = values["score"]
    values["score"] = [ns + 10, ew] if draw % 2 else [ns, ew + 10]
    return Change("score_mismatch")


def wrong_nat(values: Values, draw: int) -> Change | None:
    """Nat is logged for a deal that was made, or the other way round."""
    values["nat"] = not values["nat"]
    return Change("nat_mismatch")


def wrong_pit(values: Values, draw: int) -> Change | None:
    """A pit is logged for a deal that is none, or the other way round."""
    values["pit"] = not values["pit"]
    return Change("pit_mismatch")


def hands_exchanged(values: Values, draw: int) -> Change | None:
    """Two logged hands stand at one another's seat."""
    hands = list(values["hands"])
    one, other = draw % 4, (draw % 4 + 1 + draw // 4 % 3) % 4
    hands[one], hands[other] = hands[other], hands[one]
    values["hands"] = hands
    return Change("hands_mismatch")


def wrong_leader(values: Values, draw: int) -> Change | None:
    """Another seat than the one that led is logged as leader."""
    leader = "NESW".index(values["leader"])
    values["leader"] = "NESW"[(leader + 1 + draw % 3) % 4]
    return Change("wrong_first_leader", 1)


def partner_declares(values: Values, draw: int) -> Change | None:
    """The declarer's partner is logged as declarer: the side, and so the score, stays."""
    values["declarer"] = "NESW"[("NESW".index(values["declarer"]) + 2) % 4]
    return Change("wrong_declarer")


def call_added(values: Values, draw: int) -> Change | None:
    """A call is logged after the bidding was over."""
    values["bids"] = [*values["bids"], "pass"]
    return Change("illegal_call")


def call_missing(values: Values, draw: int) -> Change | None:
    """The last call, with which somebody chose, is not logged."""
    values["bids"] = values["bids"][:-1]
    return Change("bidding_unfinished")


def claim_too_high(values: Values, draw: int) -> Change | None:
    """More roem is announced than lies in the trick."""
    if not values.get("claims"):
        return None
    claims = [dict(claim) for claim in values["claims"]]
    claim = claims[draw % len(claims)]
    claim["points"] += 300
    values["claims"] = claims
    return Change("roem_overclaimed", claim["card_no"] // 4)


def broken_off(values: Values, draw: int) -> Change | None:
    """The deal stops after some cards and has no result."""
    count = 1 + draw % 31
    values["plays"] = " ".join(values["plays"].split()[:count])
    values["seats"] = values["seats"][:count]
    values["winners"] = values["winners"][: count // 4]
    values["roem"] = values["roem"][: count // 4]
    if "claims" in values:
        values["claims"] = [claim for claim in values["claims"] if claim["card_no"] <= count]
    for name in ("points", "roem_points", "score", "totals", "nat", "pit"):
        del values[name]
    return Change("")


RECORD_FAULTS: dict[str, Callable[[Values, int], Change | None]] = {
    "winner": wrong_winner,
    "points": wrong_points,
    "roem_added": roem_added,
    "roem_forgotten": roem_forgotten,
    "score": wrong_score,
    "nat": wrong_nat,
    "pit": wrong_pit,
    "hands": hands_exchanged,
    "leader": wrong_leader,
    "declarer": partner_declares,
    "call_added": call_added,
    "call_missing": call_missing,
    "claim_too_high": claim_too_high,
    "broken_off": broken_off,
}
FILE_FAULTS = ("duplicate", "missing", "reordered")
"""Faults of the file: a record twice, a record left out, a record in another place."""

FAULTS = (*PLAY_CODES, *RECORD_FAULTS, *FILE_FAULTS)
"""All kinds of faults by name; an illegal card is named by its finding."""
