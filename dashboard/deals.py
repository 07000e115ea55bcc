"""Deals behind a figure, as links to the viewer."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import address
from dashboard.plain import plain
from dashboard.texts import text

PER_PAGE = 10


def links(rows: Sequence[Mapping[str, Any]], key: str) -> None:
    """Links to deals, a page at a time; rows have site, game_id and deal_no, and may have declarer, trump and scores."""
    pages = -(-len(rows) // PER_PAGE)
    at = st.pagination(pages, key=f"deals_{key}") if pages > 1 else 1
    for row in rows[(at - 1) * PER_PAGE : at * PER_PAGE]:
        to = address.deal_query(row["site"], row["game_id"], row["deal_no"])
        address.link("deal", _label(row), icon=":material/playing_cards:", to=to)


def _label(row: Mapping[str, Any]) -> str:
    words = [text("deals.label", game=plain(row["game_id"]), deal=row["deal_no"])]
    if row.get("player") is not None:
        words.append(plain(row["player"]))
    if row.get("trump") is not None:
        words.append(text(f"filters.trump_{row['trump']}"))
    if row.get("score_ns") is not None:
        words.append(f"{row['score_ns']}–{row['score_ew']}")
    if row.get("is_nat"):
        words.append(text("deals.nat"))
    return " · ".join(words)
