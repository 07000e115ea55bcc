"""Statistics for people: values with their intervals and the population beside them, and what a statistic means."""

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.statistics.catalog import Statistic
from pipeline.statistics.selection import Selection, statistic_sql

if TYPE_CHECKING:
    from rich.table import Table

STYLES = {"hidden": "dim", "provisional": "italic dim", "shown": ""}
_WIDTH = 100


def as_table(rows: Sequence[Mapping[str, Any]], statistics: Mapping[str, Statistic], *, with_population: bool) -> "Table":
    """A table for the terminal: a value of few chances is marked with "?", one of too few is not shown."""
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False, header_style="bold")
    table.add_column("statistic")
    table.add_column("", overflow="fold")
    for name in ("n", "value", "95 %", *(["everybody"] if with_population else [])):
        table.add_column(name, justify="right")
    before = ""
    for row in rows:
        one = statistics[row["statistic"]]
        shown = row["state"] != "hidden"
        value = _number(one, row["value"]) + (" ?" if row["state"] == "provisional" else "") if shown else ""
        interval = f"{_number(one, row['low'])} to {_number(one, row['high'])}" if shown and row["low"] is not None else ""
        cells = [f"{row['n']:,}", value, interval, *([_number(one, row["population"])] if with_population else [])]
        name = one.name if one.name != before else ""
        table.add_row(name, row["class"], *(Text(cell, STYLES[row["state"]]) for cell in cells))
        before = one.name
    return table


DEAL_COLUMNS = (
    *("site", "game_id", "deal_no", "seat", "player", "declarer", "trump", "score_ns", "score_ew", "is_nat", "did"),
)
"""Of a deal behind a value; did is what was done in it."""


def deals_table(rows: Sequence[Mapping[str, Any]]) -> "Table":
    """The deals behind a value, for the terminal."""
    from rich.table import Table
    from rich.text import Text

    from pipeline.report.texts import safe

    table = Table(pad_edge=False, header_style="bold")
    for name, side in (
        *(("site", "left"), ("game", "left"), ("deal", "right"), ("seat", "left"), ("player", "left")),
        *(("declarer", "left"), ("trump", "left"), ("score", "right"), ("", "left"), ("did", "right")),
    ):
        table.add_column(name, justify=side)  # type: ignore[arg-type]
    for row in rows:
        score = "" if row["score_ns"] is None else f"{row['score_ns']}-{row['score_ew']}"
        texts = (row["site"], row["game_id"], row["deal_no"], row["seat"], safe(row["player"]), row["declarer"], row["trump"])
        cells = ["" if value is None else safe(str(value)) for value in texts]
        table.add_row(*(Text(cell) for cell in (*cells, score, "nat" if row["is_nat"] else "", f"{row['did']:g}")))
    return table


def _number(one: Statistic, value: float | None) -> str:
    if value is None:
        return ""
    return f"{100 * value:.1f} %" if one.is_share else f"{value:.1f}"


def as_json(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as one list of JSON, numbers exact."""
    return json.dumps(list(rows), ensure_ascii=False, indent=1, allow_nan=False)


def explained(one: Statistic, selection: Selection) -> str:
    """What a statistic means, and the SQL that counts it for a selection, with its parameters."""
    texts = {
        "question": one.question,
        "numerator": one.numerator,
        "denominator": one.denominator + (f", {one.per:g} at a time" if one.per > 1 else ""),
        "counts once": GRAIN_WORDS[one.grain],
        "interval": INTERVAL_WORDS[one.interval] + (f", shared by {one.together} classes" if one.together > 1 else ""),
        "chart": one.chart,
        "shown from": f"{one.smallest_n} chances, provisional below 100",
    }
    lines = [f"{one.name} ({one.number}): {one.name_en} · {one.name_nl}", ""]
    for name, text in texts.items():
        lines += textwrap.wrap(f"{name:<12} {text}", _WIDTH, subsequent_indent=" " * 13)
    sql, parameters = statistic_sql(one, selection)
    given = [f"-- parameters: {', '.join(map(repr, parameters))}"] if parameters else []
    made = [f"-- {line}" for line in textwrap.wrap(JUDGED_WORDS, _WIDTH)] if one.looks_at_plays else []
    if one.needs_fitted:
        made += [f"-- {line}" for line in textwrap.wrap(LUCK_WORDS, _WIDTH)]
    return "\n".join([*lines, "", *made, *given, sql])


LUCK_WORDS = (
    "luck, strength and pairs are tables beside the database, which klaverlog players finds. From Python Reader.use_fitted() "
    "makes them readable."
)
JUDGED_WORDS = (
    "judged_plays is no table of the database: klaverlog makes it from the cards of the deals, by their rules, one row a card "
    "with what else might have been played. From Python it is pipeline.statistics.judged.keep_judged_plays(store, 'deals')."
)
GRAIN_WORDS = {
    "seat": "a deal for each seat",
    "side": "a deal for each side",
    "deal": "a deal",
    "game": "a game for each side",
    "play": "a card played",
    "day": "a day for each player",
}
INTERVAL_WORDS = {
    "wilson": "Wilson, 95 %",
    "bootstrap": "bootstrap over games, 95 %",
    "ratio bootstrap": "bootstrap of the ratio over games, 95 %",
    "known sd": "of a mean whose standard deviation is known exactly, 95 %",
    "posterior": "that of the model of strength, 95 %",
    "none": "none",
}
