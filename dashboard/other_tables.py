"""The same cards at other tables: who called and led what, what came of it, and how that compares."""

from typing import Any

import streamlit as st

from dashboard import address, data, figures
from dashboard.deal_choice import Place
from dashboard.letters import written_card
from dashboard.plain import plain
from dashboard.texts import language, text
from pipeline.report.texts import safe

MOST_TABLES = 60
"""Tables that are listed; all of them are compared."""
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PLAYERS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def choose_other(state: str, place: Place) -> Place | None:
    """The tables that had the same cards, compared; the one to be shown beside, if any."""
    tables = _tables(state, place.site, place.game, place.deal)
    if len(tables) < 2:
        return None
    st.subheader(text("deal.others"))
    shown = tables[:MOST_TABLES]
    figures.table(
        {
            text("deal.table_game"): [_game(row) for row in shown],
            text("deal.table_called"): [_called(row) for row in shown],
            text("deal.table_led"): [_led(row) for row in shown],
            text("deal.table_score"): [_score(row) for row in shown],
            text("deal.table_beside"): [_signed(row["mean_difference"]) for row in shown],
            text("deal.table_matchpoints"): [
                "" if row["matchpoints"] is None else figures.percent(row["matchpoints"], 0) for row in shown
            ],
        },
        "deal-tables",
    )
    st.caption(text("deal.tables_meaning", n=len(tables) - 1))
    others = shown[1:]
    chosen = st.selectbox(
        text("deal.beside"),
        range(len(others)),
        format_func=lambda number: f"{safe(others[number]['game_id'])} {others[number]['deal_no']}",
        index=None,
        placeholder=text("deal.beside_none"),
        key=f"deal_beside_{place.site}_{place.game}_{place.deal}",
    )
    return None if chosen is None else Place(others[chosen]["site"], others[chosen]["game_id"], others[chosen]["deal_no"])


def _game(row: dict[str, Any]) -> str:
    named = plain(text("deal.table_deal", game=safe(row["game_id"]), deal=row["deal_no"]), 60)
    if row["is_asked"]:
        return f"**{named}**"
    return f"[{named}]({address.deal_address(row['site'], row['game_id'], row['deal_no'])})"


def _called(row: dict[str, Any]) -> str:
    if row["declarer"] is None:
        return "–"
    name = row[PLAYERS[row["declarer"]]] if row["declarer"] in PLAYERS else row["declarer"]
    return f"{SUITS.get(row['trump'], '')} {plain(name or row['declarer'], 40)}"


def _led(row: dict[str, Any]) -> str:
    card = row["first_card"]
    return "" if card is None else written_card(card, language())


def _score(row: dict[str, Any]) -> str:
    if row["score_ns"] is None:
        return "?"
    # Seen from the dealer, so that the sides of all tables had the same cards.
    first, second = ("ew", "ns") if row["dealer"] in ("N", "S") else ("ns", "ew")
    nat = f" ({text('deal.table_nat')})" if row["is_nat"] else ""
    return f"{row[f'score_{first}']}–{row[f'score_{second}']}{nat}"


def _signed(difference: float | None) -> str:
    return "" if difference is None else f"{'+' if difference > 0 else ''}{figures.number(difference, 1)}"


@st.cache_data(max_entries=50, show_spinner=False)
def _tables(state: str, site: str, game: str, deal: int) -> list[dict[str, Any]]:
    with data.reader(state) as store:
        return store.other_tables(site, game, deal).to_dicts()
