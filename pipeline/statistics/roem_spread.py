"""How much roem a deal holds: how many deals for each amount, and the deals of an amount."""

from typing import TYPE_CHECKING

import polars as pl

from pipeline.errors import UsageError
from pipeline.statistics.grouped import MOST_DEALS
from pipeline.statistics.intervals import wilson
from pipeline.statistics.selection import KEYS, Selection
from pipeline.statistics.shown import SHOWN_FROM

if TYPE_CHECKING:
    from pipeline.queries import Reader
    from pipeline.rows import Row

COUNTED = ("deal", "side")
"""Whose roem is added up: that of both sides of a deal, or of the side of those who are asked for."""
LAST = 200
"""This amount and all above are one: they are rare."""
SMALLEST_N = 20
SCHEMA = {
    "trump": pl.String,
    "roem": pl.Int64,
    "n": pl.Int64,
    "numerator": pl.Int64,
    "denominator": pl.Int64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "state": pl.String,
}


def roem_spread(reader: "Reader", selection: Selection, counted: str = "deal", *, by_trump: bool = False) -> pl.DataFrame:
    """A row for each amount of roem that some complete deal of the selection has, in the order of trump (CDHS) and amount.

    Columns: `trump` (null unless `by_trump`), `roem` (points as made; LAST for it and above), `numerator` (deals, or sides,
    with that amount), `n` and `denominator` (all of them, of that trump), `value` (their share) with `low` and `high`, and
    `state` as of other statistics. UsageError for a `counted` that there is not.
    """
    amounts, parameters = _amounts(reader, selection, counted)
    trump = "trump" if by_trump else "NULL::VARCHAR"
    rows = reader.rows(
        f"WITH amounts AS ({amounts}), counts AS (\n"
        f"    SELECT {trump} AS trump, roem, count(*) AS numerator FROM amounts GROUP BY ALL\n)\n"
        "SELECT *, sum(numerator) OVER (PARTITION BY trump)::BIGINT AS n FROM counts\n"
        "WHERE trump IS NOT NULL OR NOT ? ORDER BY trump, roem",
        *parameters,
        by_trump,
    )
    return pl.DataFrame([_row(row) for row in rows], schema=SCHEMA, orient="row")


def deals_with_roem(
    reader: "Reader", selection: Selection, counted: str, roem: int, trump: str | None = None, most: int = MOST_DEALS
) -> "list[Row]":
    """Up to `most` deals of an amount (LAST: or more), by name; the columns are those of `grouped.deals_behind`."""
    amounts, parameters = _amounts(reader, selection, counted)
    return reader.rows(
        f"WITH amounts AS ({amounts})\n"
        "SELECT site, game_id, deal_no, declarer, deals.trump::VARCHAR AS trump, score_ns, score_ew, is_nat\n"
        "FROM (SELECT DISTINCT site, game_id, deal_no FROM amounts WHERE roem = ? AND (? IS NULL OR trump = ?)\n"
        "    ORDER BY site, game_id, deal_no LIMIT ?)\n"
        "JOIN deals USING (site, game_id, deal_no) ORDER BY site, game_id, deal_no",
        *(*parameters, roem, trump, trump, most),
    )


def _amounts(reader: "Reader", selection: Selection, counted: str) -> tuple[str, list[object]]:
    """The roem of every complete deal, or side of one, that is asked for: both partners tell of the same."""
    if counted not in COUNTED:
        raise UsageError(f"roem is not counted by {counted!r}: one of {', '.join(COUNTED)}")
    chosen, parameters = selection.sql(reader.logged_names(selection.person))
    keys = ", ".join(KEYS[counted])
    amount = "roem + roem_against" if counted == "deal" else "roem"
    sql = (
        f"SELECT {keys}, any_value(trump::VARCHAR) AS trump, least(any_value({amount}), {LAST})::BIGINT AS roem\n"
        f"FROM ({chosen}) WHERE pit_chance GROUP BY {keys}"
    )
    return sql, parameters


def _row(row: "Row") -> "Row":
    n, found = row["n"], row["numerator"]
    low, high = wilson(found, n)
    state = "hidden" if n < SMALLEST_N else "provisional" if n < SHOWN_FROM else "shown"
    return {**row, "denominator": n, "value": found / n, "low": low, "high": high, "state": state}
