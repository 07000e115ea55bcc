"""Players as the pages and the command line show them: the leaderboard, one player's profile, luck of a game, other tables."""

import math
from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Any

import polars as pl

from pipeline.statistics import Selection
from pipeline.statistics.choices import check_choices
from pipeline.statistics.intervals import over_games
from pipeline.statistics.shown import SHOWN_FROM
from pipeline.statistics.threshold import threshold

if TYPE_CHECKING:
    from pipeline.queries import Reader

LEAST_DEALS = 20
"""Players with fewer deals are left out of lists, and values of fewer are hidden."""
MOST_LISTED = 50
"""Partners and opponents in a profile, those with most deals."""
LIFT = ("lift", "lift_low", "lift_high")
PARTS = ("result", "luck", "bidding", "play", "adjusted")
SAME_PARTNER = 0.9
"""From this share of deals with one partner on, a player cannot well be told from him."""


def _sql(name: str) -> str:
    return (resources.files("pipeline") / "sql" / "strength" / f"{name}.sql").read_text("utf-8")


def _frame(reader: "Reader", name: str, *parameters: object) -> pl.DataFrame:
    return pl.DataFrame(reader.columns(_sql(name), *parameters))


def leaderboard(reader: "Reader", least: int = LEAST_DEALS, site: str | None = None) -> pl.DataFrame:
    """Persons with at least so many deals, by league and the lower end of their interval, best first.

    `value`, `low`, `high` and `form` are points a deal for his side, 0 the average of the league; errors are standard errors.
    """
    reader.use_fitted()
    return _frame(reader, "leaderboard", least, site, site)


def profile(reader: "Reader", name: str, site: str | None = None) -> dict[str, pl.DataFrame]:
    """What is known of one person, as frames.

    `strength`: his row of the leaderboard. `luck`: for each role, and "" for all, deals and the mean of result, luck,
    bidding, play and result less luck a deal, with intervals over games. `partners` and `opponents`: the same of results
    less luck with and against others, most deals first; of partners also the lift, with him less with the others.
    `course`: form and rating over time. `threshold`: the share of all hands, 0-1 from the best down, with which he plays
    more often than not, if his calls tell, and that of everybody. UsageError for somebody the store does not have, with
    the nearest names.
    """
    reader.use_fitted()
    check_choices(reader, Selection(player=name, site=site))
    person_site = reader.person_sites(name, site)[0]
    deals = _frame(reader, "of_player", [name, *reader.logged_names(name)], name, person_site)
    his = (pl.col("player") == name) & (pl.col("person_site") == person_site)
    own = leaderboard(reader).filter(his)
    if own.is_empty():
        own = leaderboard(reader, 0).filter(his).with_columns(place=pl.lit(None, pl.Int64))
    course = (
        "SELECT * EXCLUDE (person_site, player) FROM course WHERE player = ? AND person_site = ? ORDER BY what, games_before"
    )
    return {
        "strength": own,
        "luck": _luck(deals),
        "partners": _partners(reader, deals, name, person_site),
        "opponents": _others(pl.concat([_beside(deals, f"{side}_opponent") for side in ("left", "right")])),
        "course": pl.DataFrame(reader.columns(course, name, person_site)),
        # The name alone, where it is one person's: what everybody does on all sites is known already.
        "threshold": _threshold(
            reader, Selection(player=name, site=site if len(reader.person_sites(name, None)) > 1 else None)
        ),
    }


def _threshold(reader: "Reader", selection: Selection) -> pl.DataFrame:
    """The threshold of a player and of everybody, as share, low, high and n; no row where his calls do not tell."""
    rows = reader.statistics(["play_by_strength"], selection).filter(pl.col("class") != "")
    tenths = rows["class"].cast(pl.Int64).to_numpy()
    own = threshold(tenths, rows["n"].to_numpy(), rows["numerator"].to_numpy())
    calls = rows["population_n"].to_numpy()
    everybody = threshold(tenths, calls, rows["population"].fill_null(0.0).to_numpy() * calls)
    schema = {"who": pl.String, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64, "n": pl.Int64, "state": pl.String}
    found = [("player", own), ("everybody", everybody)] if own is not None else []
    return pl.DataFrame([{"who": who} | asdict(one) | {"state": _state(one.n)} for who, one in found if one], schema)


def _luck(deals: pl.DataFrame) -> pl.DataFrame:
    """The mean of every part of the result, by role."""
    known = deals.drop_nulls("luck")
    roles = [("", known), *((role, known.filter(pl.col("role") == role)) for role in ("declarer", "partner", "lho", "rho"))]
    rows = []
    for role, chosen in roles:
        row: dict[str, Any] = {"role": role, "deals": len(chosen), "state": _state(len(chosen))}
        for part in PARTS:
            row |= _mean(chosen, part)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def _mean(deals: pl.DataFrame, part: str) -> dict[str, float | None]:
    if deals.is_empty():
        return {part: None, f"{part}_low": None, f"{part}_high": None}
    games = deals.group_by("site", "game_id").agg(pl.col(part).sum(), n=pl.len()).sort("site", "game_id")
    interval = over_games(games[part].to_numpy(), games["n"].to_numpy())
    if interval is None:
        return {part: _of(deals, part), f"{part}_low": None, f"{part}_high": None}
    # A few games can be alike by chance: the interval is at least as wide as if every deal were a game of its own.
    values = deals[part].to_numpy()
    half = 1.959964 * float(values.std()) / len(values) ** 0.5
    value = _of(deals, part)
    return {part: value, f"{part}_low": min(interval[0], value - half), f"{part}_high": max(interval[1], value + half)}


def _of(deals: pl.DataFrame, part: str) -> float:
    return float(deals[part].to_numpy().mean())


def _state(deals: int) -> str:
    return "hidden" if deals < LEAST_DEALS else "provisional" if deals < SHOWN_FROM else "shown"


def _others(deals: pl.DataFrame) -> pl.DataFrame:
    """Results less luck beside each other person, those with most deals first."""
    known = deals.drop_nulls(["adjusted", "player"])
    who = ["player", "person_site"]
    order = ["deals", *who]
    counts = known.group_by(who).len("deals").sort(order, descending=[True, False, False]).head(MOST_LISTED)
    rows = [
        {"player": name, "person_site": site, "deals": n, "state": _state(n)}
        | _mean(known.filter((pl.col("player") == name) & (pl.col("person_site") == site)), "adjusted")
        for name, site, n in counts.iter_rows()
    ]
    schema = {"player": pl.String, "person_site": pl.String, "deals": pl.Int64, "state": pl.String}
    return pl.DataFrame(rows, {**schema, **dict.fromkeys(("adjusted", "adjusted_low", "adjusted_high"), pl.Float64)})


def _partners(reader: "Reader", deals: pl.DataFrame, name: str, person_site: str) -> pl.DataFrame:
    """Partners, with what the pair is worth beyond both and the lift: with him less with the others."""
    sql = (
        "SELECT if(player = $1 AND person_site = $2, partner, player) AS player, "
        "if(player = $1 AND person_site = $2, partner_site, person_site) AS person_site, value AS synergy, low AS synergy_low, "
        "high AS synergy_high, is_told_apart FROM pairs WHERE (player = $1 AND person_site = $2) "
        "OR (partner = $1 AND partner_site = $2) ORDER BY player"
    )
    together = pl.DataFrame(reader.columns(sql, name, person_site))
    met = _beside(deals, "partner")
    found = _others(met).join(together, on=["player", "person_site"], how="left", maintain_order="left")
    return found.with_columns(
        pl.struct("player", "person_site", "adjusted", "adjusted_low", "adjusted_high")
        .map_elements(lambda row: _lift(met, row), pl.Struct(dict.fromkeys(LIFT, pl.Float64)))
        .alias("lifted")
    ).unnest("lifted")


def _lift(deals: pl.DataFrame, row: Any) -> dict[str, float | None]:
    """What is made with a partner less what is made with all others; null where there are none."""
    is_he = (pl.col("player") == row["player"]) & (pl.col("person_site") == row["person_site"])
    others = _mean(deals.drop_nulls(["adjusted", "player"]).filter(~is_he), "adjusted")
    if others["adjusted"] is None:
        return dict.fromkeys(LIFT)
    lift: float = row["adjusted"] - others["adjusted"]
    halves = [_half(one) for one in (row, others)]
    if None in halves:
        return dict.fromkeys(LIFT) | {"lift": lift}
    half = math.hypot(*(one for one in halves if one is not None))
    return dict(zip(LIFT, (lift, lift - half, lift + half), strict=True))


def _half(mean: Any) -> float | None:
    """Half of an interval, None where there is none."""
    return None if mean["adjusted_low"] is None else float(mean["adjusted_high"] - mean["adjusted_low"]) / 2


def _beside(deals: pl.DataFrame, seat: str) -> pl.DataFrame:
    """The deals with the person in a seat beside."""
    return deals.with_columns(player=pl.col(seat), person_site=pl.col(f"{seat}_site"))


def luck_of_game(reader: "Reader", site: str, game_id: str) -> pl.DataFrame:
    """The deals of a game, each result split into luck, bidding and play for North and South; null where hands are unknown."""
    reader.use_fitted()
    columns = "deal_no, result_ns, luck_ns, bidding_ns, play_ns, adjusted_ns, nat_expected, tables, others_ns, matchpoints_ns"
    sql = f"SELECT {columns} FROM luck WHERE site = ? AND game_id = ? ORDER BY deal_no"
    return pl.DataFrame(reader.columns(sql, site, game_id))


def other_tables(reader: "Reader", site: str, game_id: str, deal_no: int) -> pl.DataFrame:
    """Every table that had the same cards by the same rules, the one asked for first, with who called and led what.

    `first_side_result` is the score of the side at the dealer's left less the other's; `mean_difference` and `matchpoints`
    (0-1, half for equal results) compare it with the other tables. No row where the hands or the dealer are not known.
    """
    found = _frame(reader, "other_tables", site, game_id, deal_no)
    results = found["first_side_result"].to_list()
    differences, shares = [], []
    for at, mine in enumerate(results):
        others = [one for place, one in enumerate(results) if place != at and one is not None]
        is_told = mine is not None and bool(others)
        differences.append(mine - sum(others) / len(others) if is_told else None)
        shares.append(sum((mine > one) + (mine == one) / 2 for one in others) / len(others) if is_told else None)
    asked = (pl.col("site") == site) & (pl.col("game_id") == game_id) & (pl.col("deal_no") == deal_no)
    return found.with_columns(
        pl.Series("mean_difference", differences, pl.Float64), pl.Series("matchpoints", shares, pl.Float64), is_asked=asked
    ).sort(["is_asked", "site", "game_id", "deal_no"], descending=[True, False, False, False])
