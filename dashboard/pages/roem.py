"""Roem: how much, which, by whom, taken and given away."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import controls, data, figures, filters, glossary, groups, roem_spread
from dashboard.groups import Grouped
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.statistics import Selection, catalog
from pipeline.statistics.grouped import is_grouped

FIRST = ("roem", "deals_with_roem", "stuk")
BY_CARD = ("roem_completed", "roem_chance", "roem_given_away", "roem_given_rate", "roem_forgotten")
"""Made, missed and given away, card by card; those of them that the catalog has are shown."""
KINDS = ("run3", "run4", "stuk", "quad")
BEST = 20
"""How many players a list shows."""


def show(state: str) -> None:
    """Draw the page."""
    chosen = filters.selection()
    st.write(text("roem.intro"), text("charts.pick"))
    glossary.links("roem", *KINDS, "trick", "chances", "interval")
    figures.headlines(state, FIRST, chosen)
    roem_spread.show(state, chosen)
    _kinds(state, chosen)
    by_card = [name for name in BY_CARD if name in catalog()]
    st.subheader(text("roem.by_card"))
    st.write(text("roem.by_card_intro"))
    if data.is_large(state) and not st.toggle(text("roem.count_cards"), key="roem_by_card"):
        by_card = []
    else:
        figures.figure_table(state, by_card, chosen)
    _people(state, chosen, by_card)
    figures.why([*FIRST, "roem_kinds", *by_card], chosen, "roem")


def _kinds(state: str, chosen: Selection) -> None:
    st.subheader(text("roem.which"))
    left, right = st.columns(2)
    with left:
        of = Grouped(state, "roem_kinds", chosen, "everybody", None)
        order = [figures.class_words("roem_kinds", name) for name in KINDS]
        groups.ranking(of, _kind, title=text("roem.kinds"), key="kinds", order=order, bars=True)
    with right:
        by_trump = Grouped(state, "roem_kinds", chosen, "trump", None)
        words = {name: figures.class_words("roem_kinds", name) for name in KINDS}
        words |= {suit: text(f"filters.trump_{suit}") for suit in "CDHS"}
        groups.cells(
            by_trump, _kind_and_trump, x="trump", y="class", words=words, title=text("roem.by_trump"), key="kinds-trump"
        )
    groups.over_time(Grouped(state, "roem", chosen, "month"), title=text("roem.by_month"), key="roem-month")


def _kind(row: Mapping[str, Any]) -> str:
    return figures.class_words("roem_kinds", row["class"])


def _kind_and_trump(row: Mapping[str, Any]) -> str:
    return f"{_kind(row)}, {text('filters.trump_' + row['trump'])}"


def _people(state: str, chosen: Selection, by_card: Sequence[str]) -> None:
    st.subheader(text("roem.who"))
    offered = [name for name in ("roem", *by_card, "stuk") if is_grouped(catalog()[name])]
    name = controls.choice("measure", {one: figures.named(catalog()[one]) for one in offered}, text("roem.measure"))
    of = Grouped(state, name, chosen.of_everybody(), "player")
    groups.best(
        of, groups.player, title=text("roem.best", measure=plain(figures.named(of.one)), most=BEST), key="people", most=BEST
    )
