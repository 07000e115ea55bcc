"""Charts: one look for light and dark, with a title, words for who cannot see them, and a menu to save them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import altair as alt
import streamlit as st

if TYPE_CHECKING:
    import polars as pl

BLUE, ORANGE, GREY = "#3f7fbf", "#c9661b", "#7f8891"
"""Each at least 3 to 1 against a white and a dark ground; charts never tell things apart by colour alone."""
PICKED = "picked"
"""The name of the selection that a chart reports."""
Chart = alt.Chart | alt.LayerChart | alt.FacetChart | alt.HConcatChart | alt.VConcatChart
_MENU = {"embedOptions": {"actions": {"export": True, "source": False, "compiled": False, "editor": False}}}


def draw(
    chart: Chart, *, title: str, words: str, key: str, pick: Sequence[str] = (), height: int | None = None
) -> dict[str, Any] | None:
    """Draw a chart; the values of the fields `pick` of the mark that was clicked, None while none is.

    `words` says what is to be seen, for screen readers. With `pick` the chart must have the selection `picking(pick)`.
    """
    st.markdown(f"##### {title}")
    finished = chart.properties(usermeta=_MENU, **({} if height is None else {"height": height}))
    if not pick:
        st.altair_chart(finished, key=key, alt=words)
        return None
    event: Any = st.altair_chart(finished, key=key, alt=words, on_select="rerun", selection_mode=PICKED)
    points = event.selection.get(PICKED, []) if event else []
    return dict(points[0]) if points else None


def picking(fields: Sequence[str]) -> alt.Parameter:
    """The selection of one mark by fields, for a chart whose marks lead to deals."""
    return alt.selection_point(name=PICKED, fields=list(fields), on="click", clear="dblclick")


def values(frame: "pl.DataFrame | Sequence[Mapping[str, Any]]") -> alt.InlineData:
    """Rows as data of a chart, inside of it: nothing is fetched."""
    rows = frame if isinstance(frame, Sequence) else frame.to_dicts()
    return alt.InlineData(values=[dict(row) for row in rows])
