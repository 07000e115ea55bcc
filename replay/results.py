"""What comes out of a replay, as columns declared once."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from replay.deals import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

RESULT_COLUMNS: dict[str, Column] = {
    "seats": Column("i1", (32,), -1, "seat that played each card (R50)"),
    "hands": Column("i8", (4,), 0, "cards each seat certainly held at the start (R51, R52)"),
    "faults": Column("i1", (32,), 0, "0 or 1 + the index in PLAY_CODES of the rule each card broke"),
    "winners": Column("i1", (8,), -1, "winning seat of each trick (R23)"),
    "trick_points": Column("i2", (8,), -1, "card points of each complete trick, last trick included (R24)"),
    "trick_roem": Column("i2", (8,), -1, "roem of each complete trick that counts (R25-R33)"),
    "trick_roem_kinds": Column("i1", (8,), -1, "bits run3 run4 stuk quad of the roem that lies in it, counted or not"),
    "points": Column("i2", (2,), 0, "card points a side, as made"),
    "roem": Column("i2", (2,), 0, "roem a side, as made"),
    "tricks": Column("i1", (2,), 0, "tricks a side"),
    "is_nat": Column("i1", (), -1, "is the declaring side nat; -1 for a deal that is not complete"),
    "is_pit": Column("i1", (), -1, "did either side take all eight tricks; -1 for a deal that is not complete"),
    "score": Column("i2", (2,), -1, "score a side, -1 for a deal that is not complete (R34-R41)"),
    "odd_bidding": Column("i1", (), 0, "1 where the bidding needs a second look"),
    "oddities": Column("i1", (), 0, "bits of replay.seating: how seats were found and what was odd"),
}


@dataclass(frozen=True)
class Results:
    """Results as columns, one numpy array for each of RESULT_COLUMNS with the deals as its first axis."""

    columns: "dict[str, NDArray[Any]]" = field(repr=False)

    def __len__(self) -> int:
        return len(self.columns["seats"])


def empty_results(count: int) -> "dict[str, NDArray[Any]]":
    """Result columns for `count` deals in which nothing is known yet."""
    import numpy as np

    return {name: np.full((count, *spec.shape), spec.missing, spec.dtype) for name, spec in RESULT_COLUMNS.items()}
