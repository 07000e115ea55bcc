"""The store that the pages show, always in its newest published state."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import streamlit as st

from pipeline.queries import Reader
from pipeline.serving import OpenStore, fingerprint

AT_ONCE = 100_000
STATES = 4
"""How many published states are kept open: readers of the one before may still be at work."""


def store_path() -> Path:
    """Where the store lies, or will lie."""
    return Path(os.environ.get("KLAVERLOG_DB", "klaverlog.duckdb"))


def state() -> str | None:
    """The published state of the store, to be given to every function that caches what it reads; None without a store."""
    return fingerprint(store_path())


@contextlib.contextmanager
def reader(of_state: str) -> Iterator[Reader]:
    """A reader of a published state; UsageError, in words for people, if the store cannot be read."""
    with _opened(store_path(), of_state).reader() as found:
        yield found


@st.cache_resource(max_entries=STATES, show_spinner=False)
def _opened(path: Path, of_state: str) -> OpenStore:
    del of_state  # only tells states apart
    return OpenStore(path)


@st.cache_data(max_entries=STATES, show_spinner=False)
def deal_count(of_state: str) -> int:
    """How many deals there are."""
    with reader(of_state) as store:
        return store.deal_count()


def is_large(of_state: str) -> bool:
    """Whether there are so many deals that what looks at every card is only counted when it is asked for."""
    return deal_count(of_state) > AT_ONCE
