"""What the pages of statistics read, kept for as long as the store stays as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl
import streamlit as st

from dashboard import data
from pipeline import sheets
from pipeline.rows import Row
from pipeline.statistics import Selection

KEPT = 400
"""Answers that are kept, of all readers together."""


@st.cache_data(max_entries=KEPT, show_spinner=False)
def season(state: str, selection: Selection) -> Row:
    """A season at a glance."""
    with data.reader(state) as store:
        return store.season(selection)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def statistics(state: str, names: tuple[str, ...], selection: Selection) -> pl.DataFrame:
    """Statistics with everybody's value beside them; all of them for no names."""
    with data.reader(state) as store:
        return store.statistics(names, selection)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def grouped(state: str, name: str, selection: Selection, by: str) -> pl.DataFrame:
    """A statistic by player, pair, trump and so on."""
    with data.reader(state) as store:
        return store.grouped(name, selection, by)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def deals_behind(
    state: str, name: str, selection: Selection, by: str, group: Mapping[str, Any], of_class: str = ""
) -> list[Row]:
    """The deals that a value counts."""
    with data.reader(state) as store:
        return store.deals_behind(name, selection, by, group, of_class)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def roem_spread(state: str, selection: Selection, counted: str, by_trump: bool) -> pl.DataFrame:
    """How many deals have how much roem."""
    with data.reader(state) as store:
        return store.roem_spread(selection, counted, by_trump=by_trump)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def deals_with_roem(state: str, selection: Selection, counted: str, roem: int, trump: str | None) -> list[Row]:
    """The deals with that much roem."""
    with data.reader(state) as store:
        return store.deals_with_roem(selection, counted, roem, trump)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def games(state: str, selection: Selection, search: str, most: int, after: int) -> tuple[int, list[Row]]:
    """How many games there are, and a page of them."""
    with data.reader(state) as store:
        return sheets.games(store, selection, search, most, after)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def game(state: str, site: str, game_id: str) -> Row | None:
    """One game."""
    with data.reader(state) as store:
        return sheets.game(store, site, game_id)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def sheet(state: str, site: str, game_id: str) -> list[Row]:
    """The score sheet of a game."""
    with data.reader(state) as store:
        return sheets.sheet(store, site, game_id)


@dataclass(frozen=True)
class AboutStrength:
    """What is known of the last search for luck and strength, and whether it saw the deals that there are."""

    values: dict[str, str]
    is_current: bool


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def about_strength(state: str) -> AboutStrength:
    """What is known of the last search for luck and strength."""
    with data.reader(state) as store:
        about = store.about_fitted()
        return AboutStrength(about, about.get("seen") == store.seen())


@st.cache_data(max_entries=KEPT, show_spinner=False)
def strength(state: str, site: str | None) -> pl.DataFrame:
    """Persons by strength."""
    with data.reader(state) as store:
        return store.leaderboard(site=site)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def profile(state: str, player: str, site: str | None) -> dict[str, pl.DataFrame]:
    """What is known of one person."""
    with data.reader(state) as store:
        return store.profile(player, site)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def luck_of_game(state: str, site: str, game_id: str) -> pl.DataFrame:
    """The deals of a game, each result split."""
    with data.reader(state) as store:
        return store.luck_of_game(site, game_id)
