"""How figures are written: value, chances and interval, in the reader's language, with their display state."""

import io
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard import reading
from dashboard.plain import plain
from dashboard.texts import language, text, texts
from pipeline.report.texts import safe
from pipeline.statistics import Selection, Statistic, catalog
from pipeline.statistics.selection import statistic_sql

if TYPE_CHECKING:
    import polars as pl

Row = Mapping[str, Any]
IN_A_ROW = 3
"""Tiles: more would be cut on a laptop."""
SQL_WIDTH = 100
LONG = 200
"""Rows from which a table is drawn only when it is opened."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def number(value: float, decimals: int = 0) -> str:
    """A number with its thousands apart."""
    written = f"{value:,.{decimals}f}"
    return written.translate(str.maketrans(",.", ".,")) if language() == "nl" else written


def percent(share: float, decimals: int = 1) -> str:
    """A share between 0 and 1 as a percentage, that no line is broken in."""
    return f"{number(100 * share, decimals)}{NO_BREAK}%"


def amount(one: Statistic, value: float | None) -> str:
    """A value of a statistic, empty for none."""
    if value is None:
        return ""
    return percent(value) if one.is_share else number(value, 1)


def value(one: Statistic, row: Row) -> str:
    """The value of a row of statistics as text: nothing while it is hidden, with "?" while it is provisional."""
    if row["state"] == "hidden":
        return ""
    return amount(one, row["value"]) + (f"{NO_BREAK}?" if row["state"] == "provisional" else "")


def interval(one: Statistic, row: Row) -> str:
    """The interval of a row of statistics as text, empty where there is none or the value is hidden."""
    if row["state"] == "hidden" or row["low"] is None:
        return ""
    return text("figures.interval", low=amount(one, row["low"]), high=amount(one, row["high"]))


def marked(row: Row, written: str) -> str:
    """A text of a row as Markdown: grey and in italics while it is provisional."""
    return f":gray[*{written}*]" if row["state"] == "provisional" and written else written


def chances(row: Row) -> str:
    """How many chances a row counts."""
    return text("figures.n", n=number(row["n"]))


def card(one: Statistic, row: Row, label: str | None = None) -> None:
    """One figure, large, with its interval, chances and the value of everybody below."""
    shown = row["state"] != "hidden"
    with st.container(border=True):
        st.metric(label or named(one), value(one, row) if shown else "–", help=meaning(one), label_visibility="visible")
        below = " · ".join(part for part in (interval(one, row), chances(row)) if part)
        st.caption(below if shown else text("figures.too_few", n=number(row["n"]), least=one.smallest_n))


def named(one: Statistic) -> str:
    """The name of a statistic."""
    return one.name_nl if language() == "nl" else one.name_en


def class_words(statistic: str, name: str) -> str:
    """The name of a part of a statistic; one that has no words of ours stays as it is."""
    slug = name.replace(" ", "_")
    for key in (f"classes.{statistic}_{slug}", f"classes.{slug}"):
        if key in texts():
            return text(key)
    if parts := re.fullmatch(r"(.+)(: |, )(.+)", name):
        return class_words(statistic, parts[1]) + parts[2] + class_words(statistic, parts[3])
    if counted := re.fullmatch(r"(\d+) (\D.*|9)", name):
        return f"{counted[1]} {class_words(statistic, counted[2])}"
    if numbered := re.fullmatch(r"(\D+) (\d+)", name):
        return f"{class_words(statistic, numbered[1])} {numbered[2]}"
    return name


def meaning(one: Statistic) -> str:
    """What a statistic counts, in words, as Markdown."""
    question, numerator, denominator = _defined(one)
    return f"{question}\n\n{numerator} / {denominator}"


def _defined(one: Statistic) -> tuple[str, ...]:
    """Question, numerator and denominator of a statistic in the reader's language, as Markdown."""
    dutch = (one.question_nl, one.numerator_nl, one.denominator_nl)
    english = (one.question, one.numerator, one.denominator)
    return tuple(plain(words, 1_000) for words in (dutch if language() == "nl" else english))


def why(names: Sequence[str], selection: Selection, key: str) -> None:
    """A drawer that says what figures mean, in words and as SQL: what `klaverlog stats --explain` prints."""
    with st.expander(text("figures.why"), icon=":material/help:", key=f"why_{key}"):
        for name in names:
            st.markdown(_in_full(catalog()[name]))
            st.code(_counted(catalog()[name], selection), language="sql", wrap_lines=True)


def _in_full(one: Statistic) -> str:
    """All that a statistic's header says, as Markdown."""
    question, numerator, denominator = _defined(one)
    interval_words = text(f"figures.interval_{one.interval.replace(' ', '_')}")
    if one.together > 1:
        interval_words += text("figures.shared_by", n=one.together)
    told = {
        "numerator": numerator,
        "denominator": denominator,
        "counts_once": text(f"figures.grain_{one.grain}"),
        "interval_of": interval_words,
        "shown_from": text("figures.least_chances", n=one.smallest_n),
    }
    lines = [f"- *{text(f'figures.{name}')}:* {words}" for name, words in told.items()]
    return "\n".join([f"**{plain(named(one))}** ({one.number}): {question}", "", *lines])


def _counted(one: Statistic, selection: Selection) -> str:
    """The SQL that counts a statistic, below what a reader needs to run it himself."""
    sql, parameters = statistic_sql(one, selection)
    notes = [text("figures.sql_judged")] if one.looks_at_plays else []
    notes += [text("figures.sql_luck")] if one.needs_luck else []
    notes += [text("figures.sql_parameters", values=", ".join(map(repr, parameters)))] if parameters else []
    return "\n".join([*(f"-- {line}" for note in notes for line in textwrap.wrap(note, SQL_WIDTH)), sql])


def statistics_table(rows: Sequence[Row], label: Callable[[Row], str], key: str) -> None:
    """Rows of statistics as a table that can be read on a phone: label, value, interval, chances, and everybody's value."""
    known = catalog()
    columns: dict[str, list[str]] = {text("figures.what"): [label(row) for row in rows]}
    ones = [known[row["statistic"]] for row in rows]
    pairs = list(zip(ones, rows, strict=True))
    columns[text("figures.value")] = [marked(row, value(one, row)) or "–" for one, row in pairs]
    columns[text("figures.interval_95")] = [marked(row, interval(one, row)) or "–" for one, row in pairs]
    columns["n"] = [number(row["n"]) for row in rows]
    if any("population" in row for row in rows):
        columns[text("figures.everybody")] = [amount(one, row.get("population")) or "–" for one, row in pairs]
    table(columns, key)


def grouped_table(one: Statistic, frame: "pl.DataFrame", label: Callable[[Row], str]) -> None:
    """A statistic by something as a table that can be sorted and searched, however long; names are texts in it."""
    rows = frame.to_dicts()
    columns = {
        text("figures.what"): [safe(label(row)) for row in rows],
        text("figures.value"): [value(one, row) for row in rows],
        text("figures.interval_95"): [interval(one, row) for row in rows],
        "n": [row["n"] for row in rows],
    }
    st.dataframe(columns, hide_index=True)


def drawer(rows: int, draw: Callable[[], None], key: str) -> None:
    """A drawer with a table; a long one is drawn when it is opened: to write its rows takes longer than to count them."""
    is_long = rows > LONG
    place = st.expander(
        text("groups.table"), icon=":material/table_rows:", key=f"table_{key}", on_change="rerun" if is_long else "ignore"
    )
    if place.open or not is_long:
        with place:
            draw()


def headlines(state: str, names: Sequence[str], selection: Selection) -> None:
    """The values of some statistics for a selection, large, a tile for each of their classes."""
    with st.spinner(text("figures.counting"), show_time=True):
        rows = reading.statistics(state, tuple(names), selection).to_dicts()
    for first in range(0, len(rows), IN_A_ROW):
        for row, place in zip(rows[first : first + IN_A_ROW], st.columns(IN_A_ROW), strict=False):
            with place:
                one = catalog()[row["statistic"]]
                card(one, row, f"{named(one)}: {class_words(one.name, row['class'])}" if row["class"] else None)


def figure_table(state: str, names: Sequence[str], selection: Selection) -> None:
    """Some statistics for a selection as a table, everybody beside where it is about certain persons."""
    with st.spinner(text("figures.counting"), show_time=True):
        rows = reading.statistics(state, tuple(names), selection).to_dicts()
    if selection == selection.of_everybody():
        rows = [{name: row[name] for name in row if name != "population"} for row in rows]
    statistics_table(rows, row_label, "-".join(names))


def row_label(row: Row) -> str:
    """The name of a statistic and of its class, as Markdown."""
    name = plain(named(catalog()[row["statistic"]]))
    return name if not row["class"] else f"{name}: {plain(class_words(row['statistic'], row['class']))}"


def table(columns: Mapping[str, Sequence[str]], key: str) -> None:
    """A small table of texts in Markdown, real text that a reader program can read."""
    del key
    st.table(dict(columns), hide_index=True, border="horizontal")


def downloads(frame: "pl.DataFrame", name: str) -> None:
    """Buttons to save a frame as csv and parquet, numbers exact."""
    with st.container(horizontal=True):
        for kind, icon in (("csv", ":material/csv:"), ("parquet", ":material/table:")):
            st.download_button(
                text(f"figures.download_{kind}"),
                partial(_bytes, frame, kind),
                file_name=f"{name}.{kind}",
                key=f"download_{name}_{kind}",
                icon=icon,
                on_click="ignore",
                type="tertiary",
            )


def _bytes(frame: "pl.DataFrame", kind: str) -> bytes:
    if kind == "csv":
        return frame.write_csv().encode()
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()
