"""Findings in words: what they are called, where they stand, what they mean for the score."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import data
from dashboard.plain import plain
from dashboard.sentences import translated
from dashboard.table.labels import worded
from dashboard.texts import language, text
from pipeline.deal_finding import find_deal
from pipeline.viewing import viewed_deal
from replay.cards import SUIT_LETTERS, SUIT_SYMBOLS
from replay.findings import CODES

Row = Mapping[str, Any]
_DUTCH = {"J": "B", "Q": "V", "K": "H"}
_ICONS = {"violation": ":material/error:", "depends_on_rule": ":material/help:", "information": ":material/info:"}


def code_title(code: str) -> str:
    """What a kind of finding is called, with a capital."""
    found = text(f"table.code_{code}") if code in CODES else code
    return found[:1].upper() + found[1:]


def sentence(state: str, row: Row) -> str:
    """What is wrong, in the reader's language: in short where a card is at fault, else all that the audit says."""
    if not row["card_no"]:
        return translated(str(row["message"]))
    told = _told(state, row["site"], row["game_id"], row["deal_no"], language())
    return told.get((row["card_no"], row["code"])) or translated(str(row["message"]))


@st.cache_data(max_entries=500, show_spinner=False)
def _told(state: str, site: str, game_id: str, deal_no: int, code: str) -> dict[tuple[int, str], str]:
    """The sentences on the cards of a deal, by number of the card and code, as the viewer has them."""
    with data.reader(state) as store:
        found = find_deal(store, site, game_id, deal_no)
    if found is None:
        return {}
    steps = worded(viewed_deal(found.record), code)["steps"]
    return {(number, one["code"]): one["message"] for number, step in enumerate(steps, 1) for one in step.get("findings", ())}


def icon(certainty: str) -> str:
    """A picture of how sure a finding is; words stand beside it."""
    return _ICONS[certainty]


def card(name: str) -> str:
    """A card such as "TH" as people write it, with the letters of the reader's language."""
    rank = "10" if name[0] == "T" else _DUTCH.get(name[0], name[0]) if language() == "nl" else name[0]
    return f"{SUIT_SYMBOLS[SUIT_LETTERS.index(name[1])]}{rank}"


def cards(names: str | None) -> str:
    """Several cards as people write them."""
    return " ".join(map(card, (names or "").split()))


def place(row: Row) -> str:
    """Game, deal, trick, player and card, as Markdown."""
    words = [plain(row["game_id"]), text("audit.deal", n=row["deal_no"])]
    if row["site"]:
        words.insert(0, plain(row["site"]))
    if row["trick_no"]:
        words.append(text("audit.trick", n=row["trick_no"]))
    if row["seat"] is not None:
        words.append(text(f"audit.seat_{row['seat']}") + ("" if row["player"] is None else f" {plain(row['player'])}"))
    if row["card"]:
        words.append(card(row["card"]))
    return " · ".join(words)


def score(row: Row, name: str) -> str:
    """Two sides' numbers of a row, empty if unknown."""
    return "" if row[f"{name}_ns"] is None else f"{row[f'{name}_ns']}–{row[f'{name}_ew']}"


def scores(row: Row) -> str:
    """The deal's score as logged, as played and with the penalty, as Markdown."""
    words = [
        text(f"audit.score_{kind}", score=found)
        for kind, name in (("logged", "logged_score"), ("true", "score"), ("ruled", "ruled"))
        if (found := score(row, name))
    ]
    if row["ruling"] in ("no_penalty", "both_revoked", "broken_off"):
        words.append(text(f"audit.ruling_{row['ruling']}"))
    return " · ".join(words)
