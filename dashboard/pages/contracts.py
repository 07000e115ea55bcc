"""Nat and made: by player and pair, trump, seat, time and the cards held."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import controls, figures, filters, glossary, groups
from dashboard.groups import Grouped
from dashboard.texts import text
from pipeline.statistics import Selection, catalog

MEASURES = ("nat", "made", "team_nat", "nat_forced", "lost_won_position")
HONOURS = ("jack and 9", "jack", "9", "none")


def show(state: str) -> None:
    """Draw the page."""
    chosen = filters.selection()
    st.write(text("contracts.intro"), text("charts.pick"))
    measure = controls.choice("measure", {name: figures.named(catalog()[name]) for name in MEASURES}, text("contracts.measure"))
    st.caption(figures.meaning(catalog()[measure]))
    glossary.links("nat", "made", "declarer", "defender", "trump", "chances", "interval")
    figures.headlines(state, [measure], chosen)
    _people(state, measure, chosen)
    st.subheader(text("contracts.where"))
    left, right = st.columns(2)
    with left:
        of = Grouped(state, measure, chosen, "trump")
        groups.ranking(
            of, lambda row: text(f"filters.trump_{row['trump']}"), title=text("contracts.by_trump"), key="trump", bars=True
        )
    with right:
        of = Grouped(state, measure, chosen, "seat")
        seats = [text(f"filters.seat_{seat}") for seat in "NESW"]
        groups.ranking(of, _seat, title=text("contracts.by_seat"), key="seat", order=seats, bars=True)
    groups.over_time(Grouped(state, measure, chosen, "month"), title=text("contracts.by_month"), key="month")
    st.subheader(text("contracts.hand"))
    st.write(text("contracts.hand_intro"))
    glossary.links("jas", "nel", "plain_suit")
    _hands(state, "nat" if measure == "team_nat" else measure, chosen)
    figures.why([measure], chosen, "contracts")


def _seat(row: Mapping[str, Any]) -> str:
    return text(f"filters.seat_{row['at']}")


def _people(state: str, measure: str, chosen: Selection) -> None:
    st.subheader(text("contracts.who"))
    by = controls.choice("by", {"player": text("contracts.players"), "pair": text("contracts.pairs")}, text("contracts.by"))
    # A player is seen among the others.
    of = Grouped(state, measure, chosen.of_everybody(), by)
    label = groups.player if by == "player" else groups.pair
    st.write(text("contracts.funnel"))
    groups.funnel(
        of, label, title=text("contracts.funnel_title", measure=figures.named(of.one)), key="people", shown=chosen.player
    )
    groups.in_full(of, of.frame().sort("n", descending=True), label, "people")


def _hands(state: str, measure: str, chosen: Selection) -> None:
    """The hand before the first card, so only of deals in which all of it is known."""
    only_declarer = Grouped(state, measure, chosen, "trumps held")
    if only_declarer.one.grain != "seat":
        st.info(text("contracts.hand_not"), icon=":material/info:")
        return
    words = {name: text(f"groups.honours_{name.replace(' ', '_')}") for name in HONOURS}
    groups.cells(
        only_declarer,
        lambda row: text("groups.held", trumps=row["trumps"], honours=words[row["honours"]]),
        x="trumps",
        y="honours",
        words=words,
        title=text("contracts.by_trumps"),
        key="trumps",
    )
    groups.cells(
        Grouped(state, measure, chosen, "side aces"),
        lambda row: text("groups.aces_held", trumps=row["trumps"], aces=row["aces"]),
        x="trumps",
        y="aces",
        words={},
        title=text("contracts.by_aces"),
        key="aces",
    )
