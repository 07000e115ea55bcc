"""Does it measure skill? Later games predicted from earlier ones, and two halves of the games against each other."""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from pipeline.statistics.intervals import student
from pipeline.strength.deals import Deals
from pipeline.strength.fit import connecting, rows_of
from pipeline.strength.plus_minus import fit_worth
from pipeline.strength.rating import rate, teams_of
from pipeline.strength.rows import SIDES, Rows

EARLIER = 0.7
"""Share of the games that the others are predicted from."""
LEAST_LATER = 10
"""Later games without which nothing is beyond doubt."""
LEAST_IN_HALF = 50
"""Deals a player needs in both halves to be compared."""
METHODS = ("nothing", "raw average", "openskill", "plus-minus", "luck-adjusted plus-minus")


@dataclass(frozen=True)
class Predicted:
    """How well one method predicts the later games.

    `rmse` is in points a deal, over games by their deals; `log_loss` in nats a game that was won, 0.693 for a guess. `gain`
    is what the squared error of a deal's points is less than that of predicting nothing, with its interval of 95 %, in
    points squared. `reliability` is how much two halves of the games agree on players, for the whole (Spearman and Brown),
    at most 1, with `players` that had enough deals in both; NaN where it cannot be told.
    """

    method: str
    rmse: float
    log_loss: float
    gain: float
    gain_low: float
    gain_high: float
    reliability: float
    players: int


@dataclass(frozen=True)
class Evaluation:
    """How well every method of METHODS predicts, from how many earlier games and for how many later ones."""

    earlier: int
    later: int
    methods: list[Predicted]

    @property
    def tells_apart(self) -> bool:
        """Whether later games can be predicted from what players did earlier, beyond doubt."""
        return self.later >= LEAST_LATER and self.methods[-1].gain_low > 0


@dataclass(frozen=True)
class _Later:
    """The later games: their players [games, 4], deals, points of North and South a deal, and who won (NaN not known)."""

    seats: Any
    deals: Any
    points: Any
    won_by: Any


def evaluate(deals: Deals, adjusted: Any, is_adjusted: Any, chosen: Any) -> Evaluation | None:
    """How well later games follow from earlier ones; None where there are too few games to tell.

    `adjusted` [deals] are results less luck where `is_adjusted`; `chosen` says which deals count.
    """
    games = np.unique(deals.game[chosen])
    if len(games) < 10:
        return None
    border = games[int(len(games) * EARLIER)]
    early, late = chosen & (deals.game < border), chosen & (deals.game >= border)
    raw_rows = rows_of(deals, deals.result, np.zeros(len(deals), bool), early)
    rows = rows_of(deals, adjusted, is_adjusted, early)
    later = _later(deals, rows_of(deals, deals.result, np.zeros(len(deals), bool), late))
    persons, connects = deals.players.is_person, connecting(deals)
    worths = {
        "nothing": np.zeros(len(deals.players)),
        "raw average": raw_average(raw_rows),
        "openskill": _rated(deals, raw_rows, border),
        "plus-minus": fit_worth(raw_rows, persons, connects).value,
        "luck-adjusted plus-minus": fit_worth(rows, persons, connects).value,
    }
    halves = _halves(deals, adjusted, is_adjusted, chosen)
    of_game = float(np.sqrt(np.average(raw_rows.points**2, weights=raw_rows.deals) * raw_rows.deals.mean()))
    predicted = [_predicted(name, worths[name], later, of_game, halves.get(name, (np.nan, 0))) for name in METHODS]
    return Evaluation(int((games < border).sum()), int((games >= border).sum()), predicted)


def raw_average(rows: Rows) -> Any:
    """Half of the mean points of everybody's side, so that two partners add up to what their side made; 0 without deals."""
    flat = rows.seats.reshape(-1)
    deals = np.bincount(flat, np.repeat(rows.deals, 4), minlength=rows.players)
    sums = np.bincount(
        flat,
        (rows.points * rows.deals)[:, None].repeat(4, axis=1).reshape(-1) * np.tile(SIDES, len(rows)),
        minlength=rows.players,
    )
    return np.divide(sums, 2 * deals, out=np.zeros(rows.players), where=deals > 0)


def _rated(deals: Deals, rows: Rows, border: int) -> Any:
    """openskill's mu after the earlier games, in points a deal: by how much points followed mu in those."""
    teams = teams_of(deals)
    kept = teams.game < border
    ratings = rate(teams.chosen(kept), len(deals.players), len(deals.games.game_id))
    if not kept.any():
        return np.zeros(len(deals.players))
    ahead = (ratings.mu[rows.seats] * SIDES).sum(axis=1)
    slope = float((rows.deals * ahead * rows.points).sum() / max((rows.deals * ahead**2).sum(), 1e-9))
    return slope * (ratings.mu - ratings.mu.mean())


def _later(deals: Deals, rows: Rows) -> _Later:
    return _Later(rows.seats, rows.deals, rows.points, np.where(deals.games.is_over, deals.games.won_by, np.nan)[rows.game])


def _predicted(name: str, worth: Any, later: _Later, of_game: float, reliability: tuple[float, int]) -> Predicted:
    expected = (worth[later.seats] * SIDES).sum(axis=1)
    less = later.points**2 - (later.points - expected) ** 2
    gain = float(np.average(less, weights=later.deals))
    # Games are independent, deals of one are not.
    error = float(np.sqrt((later.deals**2 * (less - gain) ** 2).sum()) / later.deals.sum())
    decided = ~np.isnan(later.won_by) & (later.won_by != 0)
    normal = NormalDist()
    chances = np.array(
        [normal.cdf(x) for x in (expected * later.deals / max(of_game, 1e-9) / np.sqrt(later.deals.mean()))[decided]]
    )
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    won = later.won_by[decided] > 0
    loss = float(-np.log(np.where(won, chances, 1 - chances)).mean()) if decided.any() else float("nan")
    return Predicted(
        method=name,
        rmse=float(np.sqrt(np.average((later.points - expected) ** 2, weights=later.deals))),
        log_loss=loss,
        gain=gain,
        gain_low=gain - student(max(len(less) - 1, 1)) * error,
        gain_high=gain + student(max(len(less) - 1, 1)) * error,
        reliability=reliability[0],
        players=reliability[1],
    )


def _halves(deals: Deals, adjusted: Any, is_adjusted: Any, chosen: Any) -> dict[str, tuple[float, int]]:
    """How much the even and the odd games agree on the players, by method."""
    nothing = np.zeros(len(deals), bool)
    found: dict[str, list[Any]] = {"raw average": [], "plus-minus": [], "luck-adjusted plus-minus": []}
    played = []
    order = np.unique(deals.game[chosen], return_inverse=True)[1]
    place = np.zeros(len(deals), np.int64)
    place[chosen] = order
    for half in (0, 1):
        part = chosen & (place % 2 == half)
        raw, rows = rows_of(deals, deals.result, nothing, part), rows_of(deals, adjusted, is_adjusted, part)
        found["raw average"].append(raw_average(raw))
        for name, one in (("plus-minus", raw), ("luck-adjusted plus-minus", rows)):
            found[name].append(fit_worth(one, deals.players.is_person, connecting(deals)).value)
        played.append(np.bincount(raw.seats.reshape(-1), np.repeat(raw.deals, 4), minlength=len(deals.players)))
    enough = deals.players.is_person & (np.minimum(*played) >= LEAST_IN_HALF)
    return {name: (agreement(one[enough], other[enough]), int(enough.sum())) for name, (one, other) in found.items()}


def agreement(one: Any, other: Any) -> float:
    """The reliability of the whole from two halves (Spearman and Brown), NaN for fewer than three players or equal values."""
    if len(one) < 3 or np.ptp(one) < 1e-9 or np.ptp(other) < 1e-9:
        return float("nan")
    correlation = float(np.corrcoef(one, other)[0, 1])
    return 2 * correlation / (1 + correlation) if correlation > 0 else correlation
