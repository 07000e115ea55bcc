"""Choices on a page that stay in its address."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.texts import language


def choice(name: str, options: Mapping[str, str], label: str) -> str:
    """One of some options, by their words; the first unless the address names another."""
    at_first = next(iter(options))
    given = st.query_params.get(name)
    key = f"choice_{name}"
    st.session_state[key] = given if given in options else at_first
    st.segmented_control(
        label, list(options), format_func=dict(options).__getitem__, key=key, on_change=_write, args=(name, at_first)
    )
    return st.session_state[key] or at_first


def hold(key: str, value: Any, state: str) -> None:
    """Give the choice `key` among what a store has, `state` says which, the value that the address has.

    Only where it has another, or where its options may have other words than before: a choice whose value is set is sent
    and drawn anew with all its options, which takes 0.2 s for 5,000 names.
    """
    words = (language(), state)
    if (st.session_state.get(key) or None) != (value or None) or (value and st.session_state.get(f"{key}_words") != words):
        st.session_state[key] = value
    st.session_state[f"{key}_words"] = words


def _write(name: str, at_first: str) -> None:
    chosen = st.session_state[f"choice_{name}"]
    if chosen in (None, at_first):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = chosen
