"""The deals of a store as columns of numbers: who sat where, what was held, who played in what, and the result."""

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pipeline.queries import Reader

SEATS = ("north", "east", "south", "west")
KINDS = ("person", "computer", "nobody")
"""Whom a seat belongs to: somebody, a computer (one for each site and level), or nobody in particular (one a site)."""


@dataclass(frozen=True)
class Players:
    """Everybody at the tables, by number from 0: person_site ("" for one of several sites), name, and one of KINDS."""

    site: list[str]
    name: list[str]
    kind: list[str]
    sites: list[list[str]]
    """Where each of them played."""

    def __len__(self) -> int:
        return len(self.name)

    @property
    def is_person(self) -> Any:
        """Who belongs in a list, as bool[players]."""
        return np.array([kind == "person" for kind in self.kind], bool)


@dataclass(frozen=True)
class Games:
    """The games in the order of time."""

    site: list[str]
    game_id: list[str]
    started: Any
    """datetime64[s][games], NaT where no time is known."""
    is_over: Any
    """bool[games]: as far as its rules tell, the game was finished."""
    won_by: Any
    """float[games]: 1 North and South, -1 East and West, 0 drawn, NaN not known."""


@dataclass(frozen=True)
class Deals:
    """Complete deals with a score, by game and number; every column has a value a deal.

    Seats and suits count from 0, -1 where they are not known. `result` is the score of North and South less that of East
    and West, with the penalty for a proven revoke that was ruled on.
    """

    game: Any
    deal_no: Any
    seats: Any
    """int32[deals, 4]: the players' numbers."""
    suits: Any
    """uint8[deals, 4 seats, 4 suits]: the ranks held as bits, all 0 where the hands are not known."""
    dealer: Any
    declarer: Any
    trump: Any
    turned: Any
    bidding: Any
    """Index into `methods`."""
    rules: Any
    """Index of the rule set, with its own fields."""
    knows_nat: Any
    is_nat: Any
    result: Any
    has_violations: Any
    methods: list[str]
    players: Players
    games: Games

    def __len__(self) -> int:
        return len(self.result)

    @property
    def hands_known(self) -> Any:
        """bool[deals]: all four hands are known."""
        return self.suits.any(axis=2).all(axis=1)


def _sql(name: str) -> str:
    return (resources.files("pipeline") / "sql" / "strength" / f"{name}.sql").read_text("utf-8")


def read_deals(reader: "Reader") -> Deals:
    """All deals of a store that strength can be found from."""
    number = "(dense_rank() OVER (ORDER BY person_site, kind, player) - 1)::INTEGER"
    reader.keep("seated", f"SELECT *, {number} AS id FROM ({_sql('seated')})")
    people = reader.rows(
        "SELECT id, person_site, player, kind, list_sort(list(DISTINCT site)) AS sites FROM seated GROUP BY ALL ORDER BY id"
    )
    games = reader.columns(_sql("games"))
    columns = reader.columns(_sql("deals"))
    got = {name: columns[name].to_numpy() for name in columns.column_names if name not in ("bidding", "rules")}
    methods, bidding = np.unique(np.asarray(columns["bidding"].to_pylist(), dtype=str), return_inverse=True)
    hands = np.stack([got[f"{seat}_hand"] for seat in SEATS], axis=1).astype("<u4")
    return Deals(
        game=got["game"],
        deal_no=got["deal_no"],
        seats=np.stack([got[seat] for seat in SEATS], axis=1).astype(np.int32).reshape(-1, 4),
        suits=np.ascontiguousarray(hands).view(np.uint8).reshape(-1, 4, 4),
        dealer=got["dealer"].astype(np.int64),
        declarer=got["declarer"].astype(np.int64),
        trump=got["trump"].astype(np.int64),
        turned=got["turned"].astype(np.int64),
        bidding=bidding[: len(hands)],
        rules=columns["rules"].to_numpy(),
        knows_nat=got["knows_nat"],
        is_nat=got["is_nat"],
        result=got["result"].astype(np.float64),
        has_violations=got["has_violations"],
        methods=[str(method) for method in methods],
        players=Players(
            site=[row["person_site"] for row in people],
            name=[row["player"] for row in people],
            kind=[row["kind"] for row in people],
            sites=[row["sites"] for row in people],
        ),
        games=Games(
            site=games["site"].to_pylist(),
            game_id=games["game_id"].to_pylist(),
            started=games["started_at"].to_numpy(zero_copy_only=False).astype("datetime64[s]"),
            is_over=games["is_over"].to_numpy(zero_copy_only=False).astype(bool),
            won_by=games["won_by"].to_numpy(zero_copy_only=False).astype(np.float64),
        ),
    )
