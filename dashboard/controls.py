"""Choices on a page that stay in its address."""

from collections.abc import Mapping

import streamlit as st


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


def _write(name: str, at_first: str) -> None:
    chosen = st.session_state[f"choice_{name}"]
    if chosen in (None, at_first):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = chosen
