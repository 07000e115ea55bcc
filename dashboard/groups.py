"""Statistics by player, pair, trump and so on, as charts whose marks lead to the deals behind them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
import streamlit as st

from dashboard import charts, deals, figures, reading
from dashboard.marks import Mark, marks
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.report.texts import safe
from pipeline.statistics import Selection, Statistic, catalog
from pipeline.statistics.grouped import GROUPS, MOST_DEALS

MOST_MARKS = 400
"""In one chart; those with the most chances are kept."""
Label = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Grouped:
    """A statistic by something, for a selection of a published state."""

    state: str
    statistic: str
    selection: Selection
    by: str
    of_class: str | None = ""
    """None for all classes, which then are `class` in the rows."""

    @property
    def one(self) -> Statistic:
        return catalog()[self.statistic]

    def frame(self) -> pl.DataFrame:
        """The rows of the class."""
        frame = reading.grouped(self.state, self.statistic, self.selection, self.by)
        return frame if self.of_class is None else frame.filter(pl.col("class") == self.of_class)

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the class, those with the most chances first if there are too many for a chart."""
        frame = self.frame()
        return (frame if frame.height <= MOST_MARKS else frame.sort("n", descending=True).head(MOST_MARKS)).to_dicts()

    def everybody(self) -> float | None:
        """The value of all rows together, None where classes cannot be added up."""
        if self.of_class is None:
            return None
        frame = self.frame()
        below = float(frame["denominator"].sum())
        return self.one.per * float(frame["numerator"].sum()) / below if below else None


def funnel(of: Grouped, label: Label, *, title: str, key: str, shown: str | None = None) -> None:
    """Shares against chances; `shown` is the label of a mark to point out."""
    rows, everybody = of.rows(), of.everybody()
    found = marks(of.one, rows, label)
    if everybody is None or not found:
        nothing(title)
        return
    for mark in found:
        mark["pointed"] = mark["label"] if shown is not None and mark["label"] == safe(shown) else ""
    words = in_words(title, found)
    at = charts.draw(charts.funnel(found, everybody, axis=figures.named(of.one)), title=title, words=words, key=key, of=of)
    behind(of, rows, at, label, key)


def ranking(of: Grouped, label: Label, *, title: str, key: str, order: Sequence[str] | None = None, bars: bool = False) -> None:
    """Values with their intervals, in the order of the rows."""
    rows, everybody = of.rows(), of.everybody()
    found = marks(of.one, rows, label)
    if not found:
        nothing(title)
        return
    if order is not None:
        found.sort(key=lambda mark: order.index(mark["label"]))
    share, axis = of.one.is_share, figures.named(of.one)
    chart = (
        charts.bars(found, share=share, axis=axis)
        if bars
        else charts.intervals(found, share=share, everybody=everybody, axis=axis)
    )
    at = charts.draw(chart, title=title, words=in_words(title, found), key=key, of=of)
    behind(of, rows, at, label, key)


def best(of: Grouped, label: Label, *, title: str, key: str, most: int) -> None:
    """Those whose interval begins highest, which is how people are ranked: a high value of few chances is no proof.

    What is provisional comes after what is sure: a few games that went alike have a narrow interval.
    """
    frame = of.frame().filter(pl.col("state") != "hidden", pl.col("low").is_not_null())
    rows = frame.sort(pl.col("state") == "shown", "low", "n", descending=True).head(most).to_dicts()
    found = marks(of.one, rows, label)
    if not found:
        nothing(title)
        return
    chart = charts.intervals(found, share=of.one.is_share, everybody=of.everybody(), axis=figures.named(of.one))
    at = charts.draw(chart, title=title, words=in_words(title, found), key=key, of=of)
    behind(of, rows, at, label, key)
    in_full(of, of.frame().sort("low", descending=True, nulls_last=True), label, key)


def in_full(of: Grouped, frame: pl.DataFrame, label: Label, key: str) -> None:
    """All rows as a table that can be saved, in a drawer."""

    def draw() -> None:
        figures.grouped_table(of.one, frame, label)
        figures.downloads(frame, f"klaverlog-{of.statistic}-{of.by}")

    figures.drawer(frame.height, draw, key)


def over_time(of: Grouped, *, title: str, key: str) -> None:
    """A line over months."""
    rows = of.rows()
    found = marks(of.one, rows, _month)
    if not found:
        nothing(title)
        return
    chart = charts.months(found, share=of.one.is_share, axis=figures.named(of.one))
    at = charts.draw(chart, title=title, words=in_words(title, found), key=key, of=of)
    behind(of, rows, at, _month, key)


def _month(row: Mapping[str, Any]) -> str:
    return str(row["month"])


def cells(of: Grouped, label: Label, *, x: str, y: str, words: Mapping[str, str], title: str, key: str) -> None:
    """A heatmap of two columns of the group; `words` names their values where they have names."""
    rows = of.rows()
    found = marks(of.one, rows, label)
    if not found:
        nothing(title)
        return
    for mark in found:
        row = rows[mark["at"]]
        mark |= {"x": words.get(str(row[x]), str(row[x])), "y": words.get(str(row[y]), str(row[y]))}
        mark["n_words"] = figures.chances(row)
    orders = {
        name: [
            words.get(str(value), str(value)) for value in sorted({row[name] for row in rows}, key=lambda v: _rank(v, words))
        ]
        for name in (x, y)
    }
    titles = {name: text(f"groups.{name}") for name in (x, y)}
    chart = charts.heatmap(found, x_title=titles[x], y_title=titles[y], x_order=orders[x], y_order=orders[y])
    at = charts.draw(chart, title=title, words=in_words(title, found), key=key, of=of)
    behind(of, rows, at, label, key)


def _rank(value: Any, words: Mapping[str, str]) -> tuple[int, str]:
    return (list(words).index(str(value)) if str(value) in words else -1, str(value))


def nothing(title: str) -> None:
    """Said in place of a chart without marks."""
    st.markdown(f"##### {title}")
    st.info(text("charts.nothing"), icon=":material/filter_alt:")


def in_words(title: str, found: Sequence[Mark]) -> str:
    """What is in a chart, in words: every mark of a small one, the ends of a large one."""
    told = found if len(found) <= 12 else [*found[:6], *found[-6:]]
    return f"{title}. " + "; ".join(f"{mark['label']}: {mark['value_words']} (n = {mark['n']})" for mark in told)


def behind(of: Grouped, rows: Sequence[Mapping[str, Any]], at: int | None, label: Label, key: str) -> None:
    """The deals behind the mark that was clicked, as links; nothing while none was."""
    if at is None or at >= len(rows):
        return
    row = rows[at]
    group = {name: row[name] for name in GROUPS[of.by][0]}
    found = reading.deals_behind(of.state, of.statistic, of.selection, of.by, group, row["class"])
    list_behind(of.one, row, label, found, key)


def list_behind(one: Statistic, row: Mapping[str, Any], label: Label, found: Sequence[Mapping[str, Any]], key: str) -> None:
    """Deals that a row of a statistic counts, as links."""
    with st.container(border=True):
        shown = f"{figures.value(one, row)} ({figures.chances(row)})"
        st.markdown(f"**{text('charts.behind', label=plain(label(row)), value=shown)}**")
        if not found:
            st.caption(text("charts.behind_none"))
        if len(found) == MOST_DEALS:
            st.caption(text("charts.behind_most", n=MOST_DEALS))
        deals.links(found, key)


def player(row: Mapping[str, Any]) -> str:
    """The label of a player."""
    return str(row["player"])


def pair(row: Mapping[str, Any]) -> str:
    """The label of a pair."""
    return f"{safe(row['player'], 18)} – {safe(row['partner'], 18)}"
