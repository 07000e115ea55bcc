"""Statistics by player, pair, trump, seat and the like: one query a statistic, and the deals behind a value."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from pipeline.errors import UsageError
from pipeline.statistics.catalog import Statistic
from pipeline.statistics.judged import keep_judged_plays, parts_of
from pipeline.statistics.selection import FEW_STATISTICS, KEYS, Selection, after, context, summed_columns, with_parts
from pipeline.statistics.shown import shown_value

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
    "opponents": (
        {
            "of_site": "site",
            "opponent": "least(left_opponent, right_opponent)",
            "other": "greatest(left_opponent, right_opponent)",
        },
        "is_person(left_opponent) AND is_person(right_opponent)",
    ),
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
SUMS = ("n", "numerator", "denominator", "low", "high")
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
    frame = added_up(reader, [one], selection, by)[one.name]
    keys = [*names, "class"]
    if one.interval_is_over_games:
        rows = [
            part.row(0, named=True) | shown_value(one, sums_of(part), part)
            for part in frame.partition_by(keys, maintain_order=True)
        ]
    else:
        rows = [row | shown_value(one, row, None) for row in frame.iter_rows(named=True)]
    schema = {name: frame.schema[name] for name in names} | COLUMNS
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema=schema, orient="row")


def sums_of(games: pl.DataFrame) -> dict[str, float]:
    """What was done and could be done in some games together."""
    return {name: float(games[name].sum()) for name in games.columns if name in SUMS}


def added_up(
    reader: "Reader", statistics: Sequence[Statistic], selection: Selection, by: str, *, by_game: bool = True
) -> dict[str, pl.DataFrame]:
    """For each statistic what was done and could be done by group and class, and by game where the interval is over games.

    Columns: those of the group, class, (site and game_id,) n, numerator, denominator; sorted by the columns before n.
    """
    names = reader.logged_names(selection.person)
    found: dict[str, list[pl.DataFrame]] = {one.name: [] for one in statistics}

    def add(one: Statistic, kept: str | None) -> None:
        sql, parameters = _found(one, selection, by, names, kept)
        games = by_game and one.interval_is_over_games
        found[one.name].append(
            pl.DataFrame(reader.columns(f"{sql}\n{_summed(one, selection, by, by_game=games)}", *parameters))
        )

    kept = None if reader.has_seats or len(statistics) < FEW_STATISTICS else KEPT
    parts = parts_of(reader, selection)
    together = [one for one in statistics if one.looks_at_plays or (kept and not one.across_games)]
    for one in statistics:
        if one not in together:
            add(one, None)
    # Cards are judged some games at a time, so that memory does not grow with their number; a game is never cut.
    for part in range(parts if together else 0):
        chosen, parameters = _chosen(selection, by, names, (part, parts))
        reader.keep(KEPT, chosen, *parameters)
        if any(one.looks_at_plays for one in together):
            keep_judged_plays(reader, KEPT)
        for one in together:
            add(one, KEPT)
    return {name: _joined(frames) for name, frames in found.items()}


def _joined(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    if len(frames) == 1:
        return frames[0]
    keys = [name for name in frames[0].columns if name not in SUMS]
    return pl.concat(frames).group_by(keys).sum().sort(keys)


def _summed(one: Statistic, selection: Selection, by: str, *, by_game: bool) -> str:
    games = ["found.site", "found.game_id"] if by_game else []
    keys = ", ".join([*map(_column, GROUPS[by][0]), "class", *games])
    return f"SELECT {keys}, {summed_columns(one)}\nFROM {_once(one, selection, by)} found GROUP BY {keys} ORDER BY {keys}"


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
    logged = reader.logged_names(selection.person)
    if one.looks_at_plays:
        chosen, chosen_by = _chosen(selection, by, logged)
        reader.keep(KEPT, chosen, *chosen_by)
        keep_judged_plays(reader, KEPT)
    sql, parameters = _found(one, selection, by, logged, KEPT if one.looks_at_plays else None)
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
    selection: Selection, by: str, logged_names: Sequence[str], part: tuple[int, int] = (0, 1)
) -> tuple[str, list[object]]:
    """The seats that are asked for, with the columns of their group."""
    columns, where = GROUPS[by]
    chosen, parameters = selection.sql(logged_names, part)
    named = ", ".join(f'{sql} AS "group {name}"' for name, sql in columns.items())
    return f"SELECT *, {named} FROM (\n{textwrap.indent(chosen, '    ')}\n) WHERE ({where})", parameters


def _found(
    one: Statistic, selection: Selection, by: str, logged_names: Sequence[str], kept: str | None = None
) -> tuple[str, list[object]]:
    """The beginning of a query: `found`, the rows of a statistic with the columns of their group.

    `kept` names a table that holds the seats that are asked for.
    """
    columns = GROUPS[by][0]
    chosen, parameters = _chosen(selection, by, logged_names) if kept is None else (f"SELECT * FROM {kept}", [])
    told = _tells_once(one, selection, by)
    if told is not None:
        chosen = f"SELECT * FROM (\n{textwrap.indent(chosen, '    ')}\n) WHERE {told}"
    passed = ", ".join(f'"group {name}"' for name in columns)
    # The classes of some statistics are named like columns of the view, so a group's columns have names of their own within.
    sql = one.sql.replace(PASSED, f"{PASSED}, {passed}")
    before, given = context(one, selection, logged_names, is_kept=False)
    parts = [
        *before,
        ("chosen", chosen),
        *after(one, selection),
        ("grouped", sql),
        ("found", "SELECT *, " + ", ".join(f'"group {name}" AS {_column(name)}' for name in columns) + " FROM grouped"),
    ]
    return with_parts(parts), [*given, *parameters]


def _column(name: str) -> str:
    return f'"{name}"'


def _once(one: Statistic, selection: Selection, by: str) -> str:
    """The rows of `found` that count, each deal once for a group where both partners tell of it."""
    counts = "chance::DOUBLE > 0 AND did IS NOT NULL AND class IS NOT NULL"
    columns = ("did", "chance", *(("low", "high") if one.brings_interval else ()))
    if one.grain not in KEYS or _tells_once(one, selection, by) is not None:
        typed = ", ".join(f"{name}::DOUBLE AS {name}" for name in columns)
        return f"(SELECT * REPLACE ({typed}) FROM found WHERE {counts})"
    keys = ", ".join([*KEYS[one.grain], *map(_column, GROUPS[by][0]), "class"])
    first = ", ".join(f"any_value({name}::DOUBLE) AS {name}" for name in columns)
    return f"(SELECT {keys}, {first} FROM found WHERE {counts} GROUP BY {keys})"


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
