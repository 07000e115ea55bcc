"""Statistics by player, pair, trump, seat and the like: one query a statistic, and the deals behind a value."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from pipeline.errors import UsageError
from pipeline.statistics.catalog import Statistic
from pipeline.statistics.intervals import around_mean, over_games, wilson
from pipeline.statistics.judged import keep_judged_plays
from pipeline.statistics.selection import KEYS, Selection
from pipeline.statistics.values import DEALS_IN_A_PART, SHOWN_FROM

if TYPE_CHECKING:
    from pipeline.queries import Reader
    from pipeline.rows import Row

PASSED = "site, game_id, deal_no, seat, side"
"""What the SQL of a statistic hands on of a chosen row; what it is grouped by goes with it."""
MOST_DEALS = 200
KEPT = "grouped_seats"
_PERSON = "is_person(player) AND NOT is_bot"
_HELD = "(hand >> (8 * strpos('CDHS', trump::VARCHAR) - 8)::UINTEGER) & 255"
_BIT = f"((({_HELD}) >> {{}}) & 1)::INTEGER"
"""Whether a trump is held: ranks are 789TJQKA from 0."""
GROUPS: dict[str, tuple[dict[str, str], str]] = {
    "player": ({"of_site": "person_site", "player": "player"}, _PERSON),
    "pair": (
        {"of_site": "site", "player": "least(player, partner)", "partner": "greatest(player, partner)"},
        f"{_PERSON} AND is_person(partner) AND NOT partner_is_bot",
    ),
    "partner": ({"of_site": "person_site", "partner": "partner"}, "is_person(partner) AND NOT partner_is_bot"),
    "opponent": (
        {"of_site": "person_site", "opponent": "unnest([left_opponent, right_opponent])"},
        "is_person(left_opponent) AND is_person(right_opponent)",
    ),
    "everybody": ({"everybody": "true"}, "true"),
    "trump": ({"trump": "trump::VARCHAR"}, "trump IS NOT NULL"),
    "seat": ({"at": "seat::VARCHAR"}, "true"),
    "role": ({"role": "role"}, "role IS NOT NULL"),
    "rules": ({"rules": "rules"}, "true"),
    "month": ({"month": "strftime(played_at, '%Y-%m')"}, "played_at IS NOT NULL"),
    "trumps held": (
        {
            "trumps": f"bit_count({_HELD})",
            "honours": f"['none', '9', 'jack', 'jack and 9'][1 + {_BIT.format(2)} + 2 * {_BIT.format(4)}]",
        },
        "hand IS NOT NULL AND trump IS NOT NULL AND bit_count(hand) = 8",
    ),
    "side aces": (
        {
            "aces": f"bit_count(hand & {sum(1 << (8 * suit + 7) for suit in range(4))}) - {_BIT.format(7)}",
            "trumps": f"bit_count({_HELD})",
        },
        "hand IS NOT NULL AND trump IS NOT NULL AND bit_count(hand) = 8",
    ),
}
"""By what values can be grouped: the columns that name a group, as SQL over `seats`, and which rows have one."""
OF_A_SEAT, OF_A_SIDE = ("player", "seat", "role"), ("pair", "everybody", "trump", "rules", "month")
"""Groups that partners are in apart, and in together."""
COLUMNS = {
    "class": pl.String,
    "n": pl.Int64,
    "numerator": pl.Float64,
    "denominator": pl.Float64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "state": pl.String,
}


def is_grouped(one: Statistic) -> bool:
    """Whether a statistic can be grouped: one whose rows are whole games or days cannot."""
    return PASSED in one.sql


def grouped(reader: "Reader", one: Statistic, selection: Selection, by: str) -> pl.DataFrame:
    """A row for each group and class of a statistic, by group and class: the columns of GROUPS[by], then COLUMNS.

    The columns mean what `pipeline.statistics.values.COLUMNS` says. UsageError for a `by` or statistic that there is not.
    """
    names = _names(one, by)
    reader.use_fitted()
    frame = _sums(reader, one, selection, by)
    groups = frame.select([*names, "class"]).unique(maintain_order=True) if _by_game(one) else frame
    parts = frame.partition_by([*names, "class"], maintain_order=True) if _by_game(one) else None
    rows = [
        row | _value(one, row if parts is None else _totals(parts[at]), None if parts is None else parts[at])
        for at, row in enumerate(groups.to_dicts())
    ]
    schema = {name: frame.schema[name] for name in names} | COLUMNS
    return pl.DataFrame(rows, schema=schema, orient="row")


def _by_game(one: Statistic) -> bool:
    """Whether the interval is one over games."""
    return not one.is_share and one.sd is None


def _sums(reader: "Reader", one: Statistic, selection: Selection, by: str) -> pl.DataFrame:
    """What was done and could be done by group and class, and by game where the interval is over games."""
    names = reader.logged_names(selection.person)
    if not one.looks_at_plays:
        sql, parameters = _found(one, selection, by, names)
        return pl.DataFrame(reader.columns(f"{sql}\n{_added_up(one, selection, by)}", *parameters))
    # Cards are judged some games at a time, so that memory does not grow with their number; a game is never cut.
    parts = max(1, -(-reader.deal_count() // DEALS_IN_A_PART)) if selection.person is None else 1
    found = []
    for part in range(parts):
        sql, parameters = _kept(reader, one, selection, by, names, (part, parts))
        found.append(pl.DataFrame(reader.columns(f"{sql}\n{_added_up(one, selection, by)}", *parameters)))
    keys = [name for name in found[0].columns if name not in ("n", "numerator", "denominator")]
    return pl.concat(found).group_by(keys).sum().sort(keys)


def _kept(
    reader: "Reader", one: Statistic, selection: Selection, by: str, names: Sequence[str], part: tuple[int, int] = (0, 1)
) -> tuple[str, list[object]]:
    """As `_found`, over a table of the seats that are asked for, whose cards are judged."""
    chosen, parameters = _chosen(one, selection, by, names, part)
    reader.keep(KEPT, chosen, *parameters)
    keep_judged_plays(reader, KEPT)
    return _found(one, selection, by, names, KEPT)


def _added_up(one: Statistic, selection: Selection, by: str) -> str:
    by_game = ["found.site", "found.game_id"] if _by_game(one) else []
    keys = ", ".join([*map(_column, GROUPS[by][0]), "class", *by_game])
    count = "count(*)" if one.interval == "ratio bootstrap" else "sum(chance)"
    return (
        f"SELECT {keys}, {count}::BIGINT AS n, sum(did)::DOUBLE AS numerator, sum(chance)::DOUBLE AS denominator\n"
        f"FROM {_once(one, selection, by)} found GROUP BY {keys} ORDER BY {keys}"
    )


def deals_behind(
    reader: "Reader",
    one: Statistic,
    selection: Selection,
    by: str,
    group: Mapping[str, Any],
    of_class: str = "",
    most: int = MOST_DEALS,
) -> "list[Row]":
    """Up to `most` deals that a value of a group counts, those in which more was done first, then by name.

    Columns: site, game_id, deal_no, seat, player, declarer, trump, score_ns, score_ew, is_nat, did.
    """
    names = _names(one, by)
    if set(group) != set(names):
        raise UsageError(f"a group by {by} has {', '.join(names)}, not {', '.join(group)}")
    reader.use_fitted()
    found = (one, selection, by, reader.logged_names(selection.person))
    sql, parameters = _kept(reader, *found) if one.looks_at_plays else _found(*found)
    where = " AND ".join(f"{_column(name)} IS NOT DISTINCT FROM ?" for name in names)
    return reader.rows(
        f"{sql}\nSELECT site, game_id, deal_no, seat::VARCHAR AS seat,\n"
        "    CASE seat::VARCHAR WHEN 'N' THEN north WHEN 'E' THEN east WHEN 'S' THEN south ELSE west END AS player,\n"
        "    declarer, deals.trump::VARCHAR AS trump, score_ns, score_ew, is_nat, did\n"
        "FROM (SELECT site, game_id, deal_no, any_value(seat) AS seat, max(did::DOUBLE) AS did FROM found\n"
        f"    WHERE chance::DOUBLE > 0 AND did IS NOT NULL AND class = ? AND {where} GROUP BY site, game_id, deal_no\n"
        "    ORDER BY did DESC, site, game_id, deal_no LIMIT ?)\n"
        "JOIN deals USING (site, game_id, deal_no) ORDER BY did DESC, site, game_id, deal_no",
        *(*parameters, of_class, *(group[name] for name in names), most),
    )


def _names(one: Statistic, by: str) -> list[str]:
    if by not in GROUPS:
        raise UsageError(f"nothing is grouped by {by!r}: one of {', '.join(GROUPS)}")
    if not is_grouped(one):
        raise UsageError(f"{one.name} cannot be grouped")
    return list(GROUPS[by][0])


def _chosen(
    one: Statistic, selection: Selection, by: str, logged_names: Sequence[str], part: tuple[int, int] = (0, 1)
) -> tuple[str, list[object]]:
    """The seats that are asked for, with the columns of their group."""
    columns, where = GROUPS[by]
    chosen, parameters = selection.sql(logged_names, part)
    named = ", ".join(f'{sql} AS "group {name}"' for name, sql in columns.items())
    told = _tells_once(one, selection, by) or "true"
    return f"SELECT *, {named} FROM (\n{textwrap.indent(chosen, '    ')}\n) WHERE ({where}) AND ({told})", parameters


def _found(
    one: Statistic, selection: Selection, by: str, logged_names: Sequence[str], kept: str | None = None
) -> tuple[str, list[object]]:
    """The beginning of a query: `found`, the rows of a statistic with the columns of their group."""
    columns = GROUPS[by][0]
    chosen, parameters = _chosen(one, selection, by, logged_names) if kept is None else (f"SELECT * FROM {kept}", [])
    passed = ", ".join(f'"group {name}"' for name in columns)
    # The classes of some statistics are named like columns of the view, so a group's columns have names of their own within.
    sql = one.sql.replace(PASSED, f"{PASSED}, {passed}")
    parts = [
        ("chosen", chosen),
        ("grouped", sql),
        ("found", "SELECT *, " + ", ".join(f'"group {name}" AS {_column(name)}' for name in columns) + " FROM grouped"),
    ]
    if "everything" in one.sql:
        is_of_one = selection.player is not None
        parts.insert(0, ("everything", f"SELECT * FROM {'seats_among(?)' if is_of_one else 'seats'}"))
        parameters = [*([[selection.player, *logged_names]] if is_of_one else []), *parameters]
    return "WITH " + ", ".join(f"{name} AS (\n{textwrap.indent(text, '    ')}\n)" for name, text in parts), parameters


def _column(name: str) -> str:
    return f'"{name}"'


def _once(one: Statistic, selection: Selection, by: str) -> str:
    """The rows of `found` that count, each deal once for a group where both partners tell of it."""
    counts = "chance::DOUBLE > 0 AND did IS NOT NULL AND class IS NOT NULL"
    if one.grain not in KEYS or _tells_once(one, selection, by) is not None:
        return f"(SELECT * REPLACE (did::DOUBLE AS did, chance::DOUBLE AS chance) FROM found WHERE {counts})"
    keys = ", ".join([*KEYS[one.grain], *map(_column, GROUPS[by][0]), "class"])
    sums = "any_value(did::DOUBLE) AS did, any_value(chance::DOUBLE) AS chance"
    return f"(SELECT {keys}, {sums} FROM found WHERE {counts} GROUP BY {keys})"


def _tells_once(one: Statistic, selection: Selection, by: str) -> str | None:
    """Which seats to look at so that of a side whose value is asked for only one tells, without comparing deals.

    None where that cannot be said of a seat alone.
    """
    if one.grain != "side":
        return None
    if by in OF_A_SEAT:
        return "seat IN ('N', 'E') OR player IS DISTINCT FROM partner" if by == "player" else "true"
    is_of_deals = selection == replace(selection.of_everybody(), role=None, seat=None)
    if by not in OF_A_SIDE or not is_of_deals:
        return None
    # The partner is there too, unless he is left out as a computer or nobody.
    return "seat IN ('N', 'E')" + ("" if selection.bots else " OR NOT is_person(partner) OR partner IS NULL OR partner_is_bot")


def _totals(games: pl.DataFrame) -> dict[str, Any]:
    return {name: games[name].sum() for name in ("n", "numerator", "denominator")}


def _value(one: Statistic, row: Mapping[str, Any], games: pl.DataFrame | None) -> dict[str, Any]:
    n = int(row["n"])
    if one.is_share:
        interval: tuple[float, float] | None = wilson(row["numerator"], n, one.together)
    elif games is None:
        interval = around_mean(row["numerator"] / row["denominator"], n, one.sd or 0.0)
    else:
        interval = over_games(games["numerator"].to_numpy(), games["denominator"].to_numpy())
    low, high = (None, None) if interval is None else (one.per * interval[0], one.per * interval[1])
    return {
        "n": n,
        "numerator": float(row["numerator"]),
        "denominator": float(row["denominator"]),
        "value": one.per * row["numerator"] / row["denominator"],
        "low": low,
        "high": high,
        "state": "hidden" if n < one.smallest_n else "provisional" if n < max(SHOWN_FROM, one.smallest_n) else "shown",
    }
