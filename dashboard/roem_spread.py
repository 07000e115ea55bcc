"""How much roem a deal holds, as a histogram whose bars lead to their deals."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import charts, controls, figures, groups, reading
from dashboard.marks import marks
from dashboard.texts import text
from pipeline.statistics import Selection, catalog
from pipeline.statistics.roem_spread import COUNTED, LAST

NEVER = (10, 30)
"""Amounts that no roem adds up to."""


def show(state: str, chosen: Selection) -> None:
    """Draw the choice of what is counted, and a histogram, or one for each trump."""
    st.subheader(text("roem.spread"))
    st.write(text("roem.spread_intro"))
    counted = controls.choice("counted", {name: text(f"roem.counted_{name}") for name in COUNTED}, text("roem.counted"))
    ways = {name: text(f"roem.trumps_{name}") for name in ("together", "apart")}
    by_trump = controls.choice("trumps", ways, text("roem.trumps")) == "apart"
    with st.spinner(text("figures.counting"), show_time=True):
        frame = reading.roem_spread(state, chosen, counted, by_trump)
    title = text(f"roem.spread_{counted}")
    if frame.is_empty():
        groups.nothing(title)
        return
    parts = {key[0]: part.to_dicts() for key, part in frame.partition_by("trump", as_dict=True, maintain_order=True).items()}
    places = [*st.columns(2), *st.columns(2)] if by_trump else [st.container()]
    amounts = range(0, max(frame["roem"]) + 10, 10)
    order = [_amount(roem) for roem in amounts if roem not in NEVER]
    for place, (trump, rows) in zip(places, parts.items(), strict=False):
        with place:
            named = title if trump is None else f"{title}, {text(f'filters.trump_{trump}')}"
            _histogram(state, chosen, counted, rows, named, order)

    def draw() -> None:
        figures.grouped_table(catalog()["deals_with_roem"], frame, _in_table)
        figures.downloads(frame, "klaverlog-roem-spread")

    figures.drawer(frame.height, draw, "spread")


def _histogram(
    state: str, chosen: Selection, counted: str, rows: Sequence[Mapping[str, Any]], title: str, order: Sequence[str]
) -> None:
    one, trump = catalog()["deals_with_roem"], rows[0]["trump"]  # a share of deals, as each bar is
    found = marks(one, rows, _label)
    if not found:
        groups.nothing(title)
        return
    for mark in found:
        mark["x"] = _amount(rows[mark["at"]]["roem"])
    chart = charts.histogram(found, axis=text("roem.share"), x_title=text("roem.points"), x_order=order)
    key = f"spread-{trump or 'all'}"
    at = charts.draw(chart, title=title, words=groups.in_words(title, found), key=key, of=(state, chosen, counted, trump))
    if at is not None and at < len(rows):
        behind = reading.deals_with_roem(state, chosen, counted, rows[at]["roem"], trump)
        groups.list_behind(one, rows[at], _label, behind, key)


def _amount(roem: int) -> str:
    return f"{LAST}+" if roem == LAST else str(roem)


def _label(row: Mapping[str, Any]) -> str:
    return text("roem.so_much", roem=_amount(row["roem"]))


def _in_table(row: Mapping[str, Any]) -> str:
    return _label(row) if row["trump"] is None else f"{_label(row)}, {text('filters.trump_' + row['trump'])}"
