"""What was found of luck and strength as tables to be kept."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.strength.fit import Strength
from pipeline.strength.plus_minus import Estimate

SUITS = np.array(["C", "D", "H", "S", "-"])


def tables_of(found: Strength) -> dict[str, pa.Table]:
    """The tables luck, strength, pairs and course, rows in a fixed order."""
    return {"luck": _luck(found), "strength": _strength(found), "pairs": _pairs(found), "course": _course(found)}


def _numbers(values: Any, digits: int = 4) -> pa.Array:
    """Rounded numbers, null for NaN."""
    return pa.array(np.round(values, digits) + 0.0, from_pandas=True)


def _luck(found: Strength) -> pa.Table:
    deals, luck = found.deals, found.luck
    before = np.round(luck.before, 2)
    bidding = np.round(np.round(luck.called, 2) - before, 2)
    promise = np.round(luck.promise, 1)
    suits = SUITS[luck.best_suit.astype(int)]
    games = deals.games
    return pa.table(
        {
            "site": pa.array(games.site).take(pa.array(deals.game)),
            "game_id": pa.array(games.game_id).take(pa.array(deals.game)),
            "deal_no": deals.deal_no,
            "result_ns": deals.result.astype(np.int32),
            "luck_ns": _numbers(before, 2),
            "bidding_ns": _numbers(bidding, 2),
            "play_ns": _numbers(deals.result - before - bidding, 2),
            "adjusted_ns": _numbers(np.where(np.isnan(luck.before), np.nan, found.adjusted), 2),
            "nat_expected": _numbers(luck.nat),
            "promise": _lists(promise, pa.float64()),
            "promise_tenth": _lists(_tenths(promise), pa.uint8()),
            "best_suit": pa.array(suits[:, 0] + suits[:, 1] + suits[:, 2] + suits[:, 3] if len(deals) else [], pa.string()),
            "tables": found.compared.tables,
            "others_ns": _numbers(found.compared.others, 2),
            "matchpoints_ns": _numbers(found.compared.matchpoints),
        }
    )


def _lists(values: Any, kind: pa.DataType) -> pa.Array:
    """Four values a deal as lists, null where they are not known."""
    flat = pa.array(values.reshape(-1), from_pandas=True).cast(kind)
    lists = pa.FixedSizeListArray.from_arrays(flat, 4).cast(pa.list_(kind))
    return pc.if_else(pa.array(np.isnan(values[:, 0])), pa.scalar(None, pa.list_(kind)), lists)


def _tenths(promise: Any) -> Any:
    """Which tenth of all hands each belongs to, 1 the weakest to 10, NaN where it is not known."""
    known = promise[~np.isnan(promise)]
    if not len(known):
        return promise
    edges = np.quantile(known, np.arange(1, 10) / 10)
    return np.where(np.isnan(promise), np.nan, np.searchsorted(edges, promise, side="right") + 1.0)


def _strength(found: Strength) -> pa.Table:
    deals, worth, ratings = found.deals, found.worth, found.ratings
    people, rows = deals.players, found.rows
    flat = rows.seats.reshape(-1).astype(np.int64)
    played = np.bincount(flat, np.repeat(rows.deals, 4), minlength=len(people))
    in_games = np.unique(np.stack([np.repeat(rows.game, 4), flat]), axis=1)[1] if len(rows) else flat
    sizes = np.bincount(worth.component[people.is_person], minlength=int(worth.component.max(initial=0)) + 1)
    partner, share = _usual_partner(found)
    names = np.array([*people.name, None], object)
    return pa.table(
        {
            "person_site": pa.array(people.site, pa.string()),
            "player": pa.array(people.name, pa.string()),
            "kind": pa.array(people.kind, pa.string()),
            "sites": pa.array(people.sites, pa.list_(pa.string())),
            "deals": played.astype(np.uint32),
            "games": np.bincount(in_games, minlength=len(people)).astype(np.uint32),
            **{name: np.round(getattr(worth, name), 4) + 0.0 for name in ("value", "error", "low", "high")},
            "form": np.round(found.form, 4) + 0.0,
            "form_error": np.round(found.form_error, 4),
            "league": _leagues(worth.component, played)[worth.component] if len(people) else worth.component,
            "league_players": sizes[worth.component].astype(np.uint32),
            "partner": pa.array(names[partner], pa.string()),
            "partner_share": _numbers(share),
            "mu": np.round(ratings.mu, 4),
            "sigma": np.round(ratings.sigma, 4),
            "rated_games": ratings.games.astype(np.uint32),
        }
    )


def _leagues(component: Any, played: Any) -> Any:
    """Numbers of the groups that can be compared, 1 the one with most deals."""
    deals = np.bincount(component, played)
    order = np.lexsort((np.arange(len(deals)), -deals))
    numbers = np.empty(len(deals), np.uint32)
    numbers[order] = np.arange(1, len(deals) + 1)
    return numbers


def _usual_partner(found: Strength) -> tuple[Any, Any]:
    """With whom each player played most deals, -1 with nobody, and in what share of his deals."""
    players = len(found.deals.players)
    partner, share = np.full(players, -1), np.full(players, np.nan)
    rows = found.rows
    if not len(rows):
        return partner, share
    ones = rows.seats.reshape(-1).astype(np.int64)
    others = rows.seats[:, [2, 3, 0, 1]].reshape(-1).astype(np.int64)
    together = np.unique(ones * players + others, return_inverse=True)
    deals = np.bincount(together[1].reshape(-1), np.repeat(rows.deals, 4))
    one, other = together[0] // players, together[0] % players
    in_all = np.bincount(one, deals, minlength=players)
    order = np.lexsort((other, -deals, one))
    first = order[np.append(True, one[order][1:] != one[order][:-1])]
    partner[one[first]] = other[first]
    share[one[first]] = deals[first] / in_all[one[first]]
    return partner, share


def _pairs(found: Strength) -> pa.Table:
    people, pairs = found.deals.players, found.pairs
    names, sites = np.array([*people.name, None], object), np.array([*people.site, None], object)
    is_person = np.append(people.is_person, False)
    kept = is_person[pairs.players].all(axis=1) if len(pairs.players) else np.zeros(0, bool)
    one, other = pairs.players[kept, 0], pairs.players[kept, 1]
    return pa.table(
        {
            "person_site": pa.array(sites[one], pa.string()),
            "player": pa.array(names[one], pa.string()),
            "partner_site": pa.array(sites[other], pa.string()),
            "partner": pa.array(names[other], pa.string()),
            "deals": np.round(pairs.deals[kept]).astype(np.uint32),
            **{name: np.round(getattr(pairs, name)[kept], 4) + 0.0 for name in ("value", "error", "low", "high")},
            "is_told_apart": pairs.is_told_apart[kept],
        }
    )


def _course(found: Strength) -> pa.Table:
    persons = np.flatnonzero(found.deals.players.is_person)
    parts = [
        _points(found, "form", found.course_at, found.course, found.course_deals, persons),
        _points(found, "rating", found.ratings.at, found.ratings.course, None, persons),
    ]
    return pa.concat_tables(parts)


def _points(found: Strength, what: str, at: Any, values: Estimate, deals: Any, persons: Any) -> pa.Table:
    people, started = found.deals.players, found.deals.games.started
    point, person = np.meshgrid(np.arange(len(at)), persons, indexing="ij")
    point, person = point.reshape(-1), person.reshape(-1)
    played = None if deals is None else deals[point, person]
    if played is not None:
        point, person, played = point[played > 0], person[played > 0], played[played > 0]
    names, sites = np.array([*people.name, None], object), np.array([*people.site, None], object)
    return pa.table(
        {
            "person_site": pa.array(sites[person], pa.string()),
            "player": pa.array(names[person], pa.string()),
            "what": pa.array([what] * len(point), pa.string()),
            "games_before": pa.array((at[point] + 1).astype(np.uint32)),
            "reached_at": pa.array(started[at[point]].astype("datetime64[us]"), pa.timestamp("us")),
            "deals": pa.nulls(len(point), pa.uint32()) if played is None else pa.array(np.round(played).astype(np.uint32)),
            "value": np.round(values.value[point, person], 4) + 0.0 if len(point) else np.zeros(0),
            "error": np.round(values.error[point, person], 4) if len(point) else np.zeros(0),
        }
    )
