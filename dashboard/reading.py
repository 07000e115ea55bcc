"""What the pages of statistics read, kept for as long as the store stays as it is."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard import data
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
