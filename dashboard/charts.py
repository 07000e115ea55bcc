"""Charts: one look for light and dark, with a title, words for who cannot see them, and a menu to save them."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import streamlit as st

from dashboard import figures
from dashboard.marks import Mark
from dashboard.saving import save_button
from dashboard.texts import language, text

BLUE, ORANGE, GREY = "#3f7fbf", "#c9661b", "#7f8891"
"""Each at least 3 to 1 against a white and a dark ground; charts never tell things apart by colour alone."""
PICKED = "picked"
"""The name of the selection that a chart reports."""
SHARE, POINTS = ".0%", "~r"
Chart = alt.Chart | alt.LayerChart | alt.FacetChart | alt.HConcatChart | alt.VConcatChart
_DUTCH = {"number": {"decimal": ",", "thousands": ".", "grouping": [3], "currency": ["€ ", ""]}}
_LINES = "split(datum.label, ' ')"
"""A word a line, for labels above narrow cells."""
_ROW, _AXES = 32, 60
"""Pixels of a row of labels, and of axes with their titles."""


def draw(chart: Chart, *, title: str, words: str, key: str, of: object = None, height: int | None = None) -> int | None:
    """Draw a chart; the field `at` of the mark that was clicked, if the chart has the selection `picking()`.

    `words` says what is to be seen, for screen readers. What was clicked is forgotten when `of` changes.
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"head-{key}"):
        st.markdown(f"##### {title}", width="stretch")
        save_button(f"chart-{key}", title)
    name = f"{key}-{zlib.crc32(repr(of).encode()):x}"
    sized = chart if height is None else chart.properties(height=height)
    # A label stands at its line, also the first and the last; below the chart the last one would be cut at the edge.
    config: dict[str, Any] = {"axisY": alt.AxisConfig(labelFlush=False)}
    if language() == "nl":
        config["locale"] = _DUTCH
    sized = sized.configure(**config)
    with st.container(key=f"chart-{key}"):
        if PICKED not in sized.to_json():
            st.altair_chart(sized, key=name, alt=words)
            return None
        event: Any = st.altair_chart(sized, key=name, alt=words, on_select="rerun", selection_mode=PICKED)
    points = event.selection.get(PICKED, []) if event else []
    return int(points[0]["at"]) if points and "at" in points[0] else None


def picking() -> alt.Parameter:
    """The selection of one mark, for a chart whose marks lead to deals."""
    return alt.selection_point(name=PICKED, fields=["at"], on="click", clear="dblclick", empty=True)


def values(rows: Sequence[Mapping[str, Any]]) -> alt.InlineData:
    """Rows as data of a chart, inside of it: nothing is fetched."""
    return alt.InlineData(values=[dict(row) for row in rows])


def tooltip(*more: alt.Tooltip) -> list[alt.Tooltip]:
    """What is shown at a mark: label, value, interval, numerator and denominator, and how many chances."""
    return [
        alt.Tooltip("label:N", title=text("charts.label")),
        alt.Tooltip("value_words:N", title=text("figures.value")),
        alt.Tooltip("interval_words:N", title=text("figures.interval_95")),
        alt.Tooltip("counted:N", title=text("charts.counted")),
        alt.Tooltip("n:Q", title="n", format=","),
        *more,
    ]


def _sure() -> Any:
    """Full marks for what is sure, hollow ones for what is provisional."""
    return alt.condition(f"datum.sure == '{text('charts.shown')}'", alt.value(BLUE), alt.value("transparent"))


def intervals(
    marks: Sequence[Mark], *, share: bool, everybody: float | None = None, axis: str = "", leads: bool = True
) -> Chart:
    """A dot with its interval for each mark, one below the other in their order; a line where everybody stands.

    With `leads` the marks lead to deals.
    """
    order = [mark["label"] for mark in marks]
    base = alt.Chart(values(marks)).encode(
        y=alt.Y("label:N", sort=order, title=None, axis=alt.Axis(labelLimit=150, grid=False)), tooltip=tooltip()
    )
    x = alt.X("value:Q", title=axis or None, axis=alt.Axis(format=SHARE if share else POINTS), scale=alt.Scale(zero=False))
    lines = base.mark_rule(strokeWidth=2, color=GREY).encode(x=alt.X("low:Q"), x2="high:Q")
    dots = base.mark_point(size=90, filled=False, strokeWidth=2, color=BLUE, opacity=1).encode(x=x, fill=_sure())
    layers: list[Any] = [lines, dots.add_params(picking()) if leads else dots]
    if everybody is not None:
        layers.insert(0, _reference([{"value": everybody}], "x"))
    return alt.layer(*layers).properties(height=max(3, len(set(order))) * _ROW + _AXES)


def _reference(rows: Sequence[Mapping[str, Any]], channel: str) -> alt.Chart:
    line = alt.Chart(values(rows)).mark_rule(color=ORANGE, strokeDash=[5, 4], strokeWidth=2)
    shown = alt.Tooltip("value:Q", title=text("figures.everybody"), format=".3~f")
    placed: alt.Chart = line.encode(x="value:Q", tooltip=shown) if channel == "x" else line.encode(y="value:Q", tooltip=shown)
    return placed


def funnel(marks: Sequence[Mark], everybody: float, *, axis: str) -> Chart:
    """Shares against chances, with the limits within which 95 and 99.8 of 100 equals lie by luck alone."""
    most = max(mark["n"] for mark in marks)
    least = max(1, min(mark["n"] for mark in marks))
    steps = sorted({round(least * (most / least) ** (step / 60)) for step in range(61)} | {least, most})
    limits = [
        {"n": n, "low": max(0.0, everybody - z * half), "high": min(1.0, everybody + z * half), "limit": name}
        for name, z in ((figures.percent(0.95, 0), 1.96), (figures.percent(0.998), 3.09))
        for n in steps
        for half in [(everybody * (1 - everybody) / n) ** 0.5]
    ]
    x = alt.X("n:Q", title=text("charts.chances"), scale=alt.Scale(zero=False, nice=True))
    curves = (
        alt.Chart(values(limits))
        .mark_line(color=GREY, strokeWidth=1.5)
        .encode(x=x, strokeDash=alt.StrokeDash("limit:N", title=text("charts.limit"), legend=alt.Legend(orient="bottom")))
    )
    dots = (
        alt.Chart(values(marks))
        .mark_point(size=80, filled=False, strokeWidth=2, color=BLUE, opacity=1)
        .encode(
            x=x,
            y=alt.Y("value:Q", title=axis, axis=alt.Axis(format=SHARE), scale=alt.Scale(zero=False)),
            fill=_sure(),
            tooltip=tooltip(),
        )
        .add_params(picking())
    )
    pointed = [mark for mark in marks if mark.get("pointed")]
    names = [
        alt.Chart(values(pointed)).mark_text(dy=-14, fontWeight="bold", color=ORANGE).encode(x=x, y="value:Q", text="pointed:N")
        for _ in pointed[:1]
    ]
    low, high = curves.encode(y="low:Q"), curves.encode(y="high:Q")
    return alt.layer(_reference([{"value": everybody}], "y"), low, high, dots, *names).properties(height=340)


def heatmap(marks: Sequence[Mark], *, x_title: str, y_title: str, x_order: Sequence[str], y_order: Sequence[str]) -> Chart:
    """A cell for each mark by its fields `x` and `y`, the value and n written in it."""
    base = alt.Chart(values(marks)).encode(
        x=alt.X(
            "x:O",
            title=x_title,
            sort=list(x_order),
            axis=alt.Axis(labelAngle=0, orient="top", labelOverlap=False, labelFlush=False, labelExpr=_LINES),
        ),
        y=alt.Y("y:O", title=y_title, sort=list(y_order), axis=alt.Axis(labelLimit=150)),
        tooltip=tooltip(),
    )
    scale = alt.Scale(range=["#f7fbff", "#6baed6", "#08306b"])
    cells = (
        base.mark_rect(stroke=GREY, strokeWidth=0.5)
        .encode(color=alt.Color("value:Q", scale=scale, legend=None))
        .add_params(picking())
    )
    middle = (min(mark["value"] for mark in marks) + max(mark["value"] for mark in marks)) / 2
    ink = alt.condition(f"datum.value > {middle}", alt.value("white"), alt.value("#10243a"))
    written = base.mark_text(dy=-7, fontSize=13, fontWeight="bold").encode(text="value_words:N", color=ink)
    below = base.mark_text(dy=9, fontSize=11).encode(text="n_words:N", color=ink)
    return alt.layer(cells, written, below).properties(height=max(2, len(y_order)) * 54 + _AXES)


def bars(marks: Sequence[Mark], *, share: bool, axis: str) -> Chart:
    """Bars from zero with their intervals, one below the other in their order."""
    order = [mark["label"] for mark in marks]
    base = alt.Chart(values(marks)).encode(
        y=alt.Y("label:N", sort=order, title=None, axis=alt.Axis(labelLimit=150, grid=False)), tooltip=tooltip()
    )
    x = alt.X("value:Q", title=axis, axis=alt.Axis(format=SHARE if share else POINTS))
    solid = base.mark_bar(color=BLUE, size=16).encode(x=x, opacity=_solid()).add_params(picking())
    lines = base.mark_rule(color=ORANGE, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    return alt.layer(solid, lines).properties(height=max(3, len(set(order))) * _ROW + _AXES)


def histogram(marks: Sequence[Mark], *, axis: str, x_title: str, x_order: Sequence[str]) -> Chart:
    """Upright bars of shares by their field `x`, with their intervals; `x_order` has a place also for what never came."""
    base = alt.Chart(values(marks)).encode(
        x=alt.X("x:O", title=x_title, scale=alt.Scale(domain=list(x_order)), axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        tooltip=tooltip(),
    )
    y = alt.Y("value:Q", title=axis, axis=alt.Axis(format=SHARE))
    solid = base.mark_bar(color=BLUE).encode(y=y, opacity=_solid()).add_params(picking())
    lines = base.mark_rule(color=ORANGE, strokeWidth=2).encode(y="low:Q", y2="high:Q")
    return alt.layer(solid, lines).properties(height=280)


def _solid() -> Any:
    return alt.condition(f"datum.sure == '{text('charts.shown')}'", alt.value(1.0), alt.value(0.45))


def months(marks: Sequence[Mark], *, share: bool, axis: str) -> Chart:
    """A line over months with the band of its intervals."""
    base = alt.Chart(values(marks)).encode(
        x=alt.X("label:O", title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)), tooltip=tooltip()
    )
    y = alt.Y("value:Q", title=axis, axis=alt.Axis(format=SHARE if share else POINTS), scale=alt.Scale(zero=False))
    band = base.mark_area(color=BLUE, opacity=0.2).encode(y="low:Q", y2="high:Q")
    line = base.mark_line(color=BLUE, strokeWidth=2).encode(y=y)
    dots = (
        base.mark_point(size=70, filled=False, strokeWidth=2, color=BLUE, opacity=1)
        .encode(y=y, fill=_sure())
        .add_params(picking())
    )
    return alt.layer(band, line, dots).properties(height=260)


def course(points: Sequence[Mapping[str, Any]], *, x: str, y: str) -> Chart:
    """The running difference of a game by its deals: fields `deal` and `difference`."""
    base = alt.Chart(values(points)).encode(
        x=alt.X("deal:O", title=x, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("difference:Q", title=y),
        tooltip=[alt.Tooltip("deal:O", title=x), alt.Tooltip("difference:Q", title=y, format="+")],
    )
    zero = alt.Chart(values([{"difference": 0}])).mark_rule(color=GREY).encode(y="difference:Q")
    return alt.layer(
        zero, base.mark_line(color=BLUE, strokeWidth=2), base.mark_point(color=BLUE, filled=True, size=60)
    ).properties(height=220)


def form(points: Sequence[Mapping[str, Any]], *, x: str, y: str) -> Chart:
    """What somebody is worth after numbers of games, with its interval: fields `games`, `value`, `low`, `high` and `n`."""
    base = alt.Chart(values(points)).encode(
        x=alt.X("games:O", title=x, axis=alt.Axis(labelAngle=0)),
        tooltip=[
            alt.Tooltip("games:O", title=x),
            alt.Tooltip("value_words:N", title=text("figures.value")),
            alt.Tooltip("interval_words:N", title=text("figures.interval_95")),
            alt.Tooltip("n:Q", title="n", format=","),
        ],
    )
    line = alt.Y("value:Q", title=y, axis=alt.Axis(format=POINTS))
    zero = alt.Chart(values([{"value": 0}])).mark_rule(color=GREY).encode(y=line)
    return alt.layer(
        base.mark_area(color=BLUE, opacity=0.2).encode(y=alt.Y("low:Q", title=y), y2="high:Q"),
        zero,
        base.mark_line(color=BLUE, strokeWidth=2).encode(y=line),
        base.mark_point(color=BLUE, filled=True, size=60).encode(y=line),
    ).properties(height=220)
