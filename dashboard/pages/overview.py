"""The season at a glance."""

import streamlit as st

from dashboard import filters


def show(state: str) -> None:
    """Draw the page."""
    st.write(state, filters.selection())
