"""What goes into a replay: one `Deal`, and `Deals`, the same as columns, declared once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from replay.bidding import CALLS, cards_to_second_suit, turned_suits
from replay.cards import SEAT_LETTERS, SUIT_LETTERS, Card, CardSet, Seat, Suit, Team

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VOIDS = ("passed_out", "misdeal", "abandoned")
REVOKE_RULINGS = ("none", "N", "E", "S", "W", "NS", "EW")
MISSING = -(2**31)
"""Stands for "not logged" in the columns of logged numbers."""


MOST_CALLS = 11
"""Calls in the columns: two more than any method has, so that a bidding that goes on too long shows."""


class Claim(NamedTuple):
    """Roem that a seat announced when card `card_no` (1-32) had just been played."""

    card_no: int
    seat: Seat
    points: int


def claimed_sides(claims: Sequence[Claim]) -> list[int]:
    """For each trick the sides that announced roem while it was the last one played, as bits (R32)."""
    sides = [0] * 8
    for claim in claims:
        if claim.points > 0:
            sides[(claim.card_no - 1) // 4] |= 1 << claim.seat % 2
    return sides


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as a log tells it, in ints; None or an empty tuple is "not logged", never zero.

    Seats are 0-3 clockwise from north, teams 0 (NS) and 1 (EW). `hands` are card sets, 0 for one not seen. `winners`
    may hold -1, `roem` None, for a trick of which it is not logged. All that follows `prevents_illegal` plays no part in
    the replay and is only compared with it.
    """

    trump: Suit | None = None
    declarer: Seat | None = None
    declaring_team: Team | None = None
    dealer: Seat | None = None
    leader: Seat | None = None
    plays: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = ()
    hands: tuple[CardSet, ...] = (0, 0, 0, 0)
    deck: tuple[Card, ...] = ()
    bids: tuple[str, ...] | None = None
    turned: tuple[str, ...] = ()
    claims: tuple[Claim, ...] | None = None
    void: str | None = None
    prevents_illegal: bool | None = None
    winners: tuple[Seat, ...] = ()
    roem: tuple[int | None, ...] = ()
    points: tuple[int, int] | None = None
    roem_points: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
    totals: tuple[int, int] | None = None
    nat: bool | None = None
    pit: bool | None = None
    verzaakt: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether all 32 cards were played."""
        return len(self.plays) == 32

    @property
    def status(self) -> str:
        """`complete`, `incomplete` (broken off), `passed_out` or `void`."""
        if self.void is not None:
            return "passed_out" if self.void == "passed_out" else "void"
        return "complete" if self.is_complete else "incomplete"


class Column(NamedTuple):
    """A column: its numpy type, the shape of one row, what fills a row that is not logged, and its meaning."""

    dtype: str
    shape: tuple[int, ...]
    missing: int
    meaning: str


DEAL_COLUMNS: dict[str, Column] = {
    "trump": Column("i1", (), -1, "suit 0-3"),
    "declarer": Column("i1", (), -1, "declaring seat 0-3, where the seat is known"),
    "declaring_team": Column("i1", (), -1, "declaring side 0-1"),
    "dealer": Column("i1", (), -1, "seat 0-3"),
    "leader": Column("i1", (), -1, "logged seat of the first lead, 0-3"),
    "count": Column("i1", (), 0, "number of cards played, 0-32; 0 for a void deal"),
    "plays": Column("i1", (32,), -1, "cards 0-31 in order of play"),
    "seats": Column("i1", (32,), -1, "logged seat of each card; all or none are known"),
    "hands": Column("i8", (4,), 0, "logged hands as card sets"),
    "has_deck": Column("i1", (), 0, "is a deck logged, which only the second look compares"),
    "claimed": Column("i1", (8,), -1, "sides that announced roem in each trick, bit 0 NS, bit 1 EW; -1 = not known"),
    "claim_points": Column("i4", (8,), 0, "highest amount announced in each trick"),
    "void": Column("i1", (), 0, "0 = counts, else 1 + index of VOIDS"),
    "calls": Column("i1", (MOST_CALLS,), -1, "logged calls as indices of CALLS"),
    "speakers": Column("i1", (MOST_CALLS,), -1, "seats that the log names for the calls"),
    "call_count": Column("i1", (), -1, "number of calls, -1 without bids"),
    "turned": Column("i1", (5,), -1, "suits of the turned cards that count, cards up to the second suit, cards in all"),
    "winners": Column("i1", (8,), -1, "logged winning seat of each trick"),
    "roem": Column("i4", (8,), MISSING, "logged roem of each trick"),
    "points": Column("i4", (2,), MISSING, "logged card points a side, last trick included"),
    "roem_points": Column("i4", (2,), MISSING, "logged roem a side, as made"),
    "score": Column("i4", (2,), MISSING, "logged score a side"),
    "totals": Column("i4", (2,), MISSING, "logged running total a side"),
    "nat": Column("i1", (), -1, "logged nat, 0-1"),
    "pit": Column("i1", (), -1, "logged pit, 0-1"),
    "verzaakt": Column("i1", (), -1, "logged ruling, an index of REVOKE_RULINGS"),
}


@dataclass(frozen=True)
class Deals:
    """Deals as columns, one numpy array for each of DEAL_COLUMNS with the deals as its first axis."""

    columns: "dict[str, NDArray[Any]]" = field(repr=False)

    def __post_init__(self) -> None:
        if list(self.columns) != list(DEAL_COLUMNS):
            raise ValueError(f"columns {list(self.columns)} are not {list(DEAL_COLUMNS)}")
        for name, spec in DEAL_COLUMNS.items():
            array = self.columns[name]
            if array.shape != (len(self), *spec.shape) or array.dtype != spec.dtype:
                raise ValueError(f"column {name}: {array.dtype}{array.shape} is not {spec.dtype}{('n', *spec.shape)}")

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @cached_property
    def is_complete(self) -> "NDArray[np.bool_]":
        """For each deal whether all 32 cards were played."""
        complete: NDArray[np.bool_] = self.columns["count"] == 32
        return complete


def pack_deals(deals: Sequence[Deal]) -> Deals:
    """The columns of `deals`, in their order; a void deal has no plays to replay."""
    import numpy as np

    columns = {name: np.full((len(deals), *spec.shape), spec.missing, dtype=spec.dtype) for name, spec in DEAL_COLUMNS.items()}
    scalars = {name: columns[name] for name in ("trump", "declarer", "declaring_team", "dealer", "leader", "nat", "pit")}
    pairs = {name: columns[name] for name in ("points", "roem_points", "score", "totals")}
    rows = {name: columns[name] for name in ("plays", "seats", "winners", "roem")}
    for row, deal in enumerate(deals):
        for name, array in (scalars | pairs).items():
            value = getattr(deal, name)
            if value is not None:
                array[row] = value
        columns["hands"][row] = deal.hands
        columns["has_deck"][row] = bool(deal.deck)
        columns["void"][row] = 0 if deal.void is None else 1 + VOIDS.index(deal.void)
        if deal.bids is not None:
            columns["call_count"][row] = min(len(deal.bids), MOST_CALLS)
            for number, call in enumerate(deal.bids[:MOST_CALLS]):
                columns["calls"][row, number] = CALLS.index(call[-1] if call[-1] in SUIT_LETTERS else call[-4:])
                if ":" in call:
                    columns["speakers"][row, number] = SEAT_LETTERS.index(call[0])
        if deal.claims is not None:
            columns["claimed"][row] = claimed_sides(deal.claims)
            for claim in deal.claims:
                trick = (claim.card_no - 1) // 4
                columns["claim_points"][row, trick] = max(columns["claim_points"][row, trick], claim.points)
        if deal.turned:
            columns["turned"][row] = (*turned_suits(deal.turned), cards_to_second_suit(deal.turned), len(deal.turned))
        if deal.verzaakt is not None:
            columns["verzaakt"][row] = REVOKE_RULINGS.index(deal.verzaakt)
        columns["count"][row] = 0 if deal.void is not None else len(deal.plays)
        for name, array in rows.items():
            values = getattr(deal, name)
            if None in values:
                values = [DEAL_COLUMNS[name].missing if value is None else value for value in values]
            array[row, : len(values)] = values
    return Deals(columns)
