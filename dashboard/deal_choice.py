"""Choosing a deal: the game by part of a name, the deal of the game, the one before and the one after."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st

from dashboard import data
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.deal_finding import find_games, game_deals, sites_of_game
from pipeline.report.texts import safe
from pipeline.rows import Row
from replay.cards import SUIT_LETTERS, SUIT_SYMBOLS


class Place(NamedTuple):
    """A deal of the store, and how many of its cards are played."""

    site: str
    game: str
    deal: int
    step: int = 0


LONGEST_WORDS = 100


def asked_for(state: str) -> Place | None:
    """The deal that the address names, the first of the latest game where it names none; None where there is no such deal."""
    query = st.query_params
    if "game" not in query:
        latest = _games(state, "")
        return Place(
            latest[0]["site"], latest[0]["game_id"], _deals(state, latest[0]["site"], latest[0]["game_id"])[0]["deal_no"]
        )
    game = query["game"]
    sites = _sites(state, game)
    if not sites:
        st.warning(text("deal.no_such_game", game=plain(game)))
        return None
    site = query["site"] if query.get("site") in sites else sites[0]
    numbers = [row["deal_no"] for row in _deals(state, site, game)]
    wanted = query.get("deal", "")
    deal = next((number for number in numbers if wanted in ("", str(number))), None)
    if deal is None:
        st.warning(text("deal.no_such_deal", game=plain(game), deal=plain(wanted)))
        return None
    return Place(site, game, deal, step_asked_for())


def step_asked_for() -> int:
    """The number of cards played that the address names, 0 without a number; the table cuts it to what there is."""
    step = st.query_params.get("step", "")
    return min(int(step), 32) if step.isascii() and step.isdigit() and len(step) < 4 else 0


def go_to(place: Place) -> None:
    """Put another deal into the address."""
    st.query_params.update({"site": place.site, "game": place.game, "deal": str(place.deal)})
    for name in ("step", "short"):
        st.query_params.pop(name, None)


def choose_game(state: str, present: Place | None) -> None:
    """A search for games in a box that opens; whoever chooses one goes to its first deal."""
    with st.expander(text("deal.find"), icon=":material/search:", expanded=present is None):
        words = st.text_input(text("deal.game"), key="deal_words", max_chars=LONGEST_WORDS, help=text("deal.find_help"))
        games = _games(state, words.strip())
        if not games:
            st.markdown(text("deal.no_game_found", words=plain(words)))
            return
        st.session_state["deal_game"] = None
        st.selectbox(
            text("deal.choose"),
            range(len(games)),
            format_func=lambda number: _game_label(games[number]),
            index=None,
            key="deal_game",
            label_visibility="collapsed",
            placeholder=text("deal.choose"),
            on_change=_choose_game,
            args=(state, games),
        )


def _choose_game(state: str, games: Sequence[Row]) -> None:
    number = st.session_state.get("deal_game")
    if number is not None:
        site, game = games[number]["site"], games[number]["game_id"]
        go_to(Place(site, game, _deals(state, site, game)[0]["deal_no"]))


def choose_deal(state: str, present: Place) -> None:
    """The site where several have the game, the deals of the game, and buttons to those beside."""
    sites = _sites(state, present.game)
    deals = _deals(state, present.site, present.game)
    numbers = [row["deal_no"] for row in deals]
    at = numbers.index(present.deal)
    st.session_state["deal_no"], st.session_state["deal_site"] = at, present.site
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        _step_button("before", at - 1, present, numbers, ":material/chevron_left:", "left")
        _step_button("after", at + 1, present, numbers, ":material/chevron_right:", "right")
        st.selectbox(
            text("deal.deal"),
            range(len(deals)),
            format_func=lambda number: _deal_label(deals[number]),
            key="deal_no",
            label_visibility="collapsed",
            on_change=lambda: go_to(present._replace(deal=numbers[st.session_state["deal_no"]])),
        )
    if len(sites) > 1:
        st.selectbox(
            text("deal.site"),
            sites,
            format_func=lambda site: site or text("deal.no_site"),
            key="deal_site",
            on_change=lambda: go_to(Place(st.session_state["deal_site"], present.game, present.deal)),
        )


def _step_button(which: str, at: int, present: Place, numbers: Sequence[int], icon: str, side: Any) -> None:
    is_there = 0 <= at < len(numbers)
    st.button(
        text("deal.before") if which == "before" else text("deal.after"),
        key=f"deal_{which}",
        icon=icon,
        icon_position=side,
        disabled=not is_there,
        on_click=go_to,
        args=(present._replace(deal=numbers[at]) if is_there else present,),
    )


def _game_label(row: Row) -> str:
    when = "?" if row["played_at"] is None else f"{row['played_at']:%Y-%m-%d}"
    players = ", ".join(safe(name, 16) for name in row["players"])
    return text("deal.game_label", game=safe(row["game_id"]), when=when, players=players)


def _deal_label(row: Row) -> str:
    what = []
    if row["status"] != "complete":
        what.append(text(f"deal.status_{row['status']}"))
    if row["trump"] is not None:
        what += [SUIT_SYMBOLS[SUIT_LETTERS.index(row["trump"])], text(f"deal.seat_{row['declarer']}")]
    if row["score_ns"] is not None:
        what.append(f"{row['score_ns']}–{row['score_ew']}")
    if row["violations"]:
        what.append(text("deal.wrong"))
    return text("deal.deal_label", deal=row["deal_no"], what=" · ".join(what))


@st.cache_data(max_entries=100, show_spinner=False)
def _games(state: str, words: str) -> list[Row]:
    with data.reader(state) as store:
        return find_games(store, words)


@st.cache_data(max_entries=100, show_spinner=False)
def _sites(state: str, game: str) -> list[str]:
    with data.reader(state) as store:
        return sites_of_game(store, game)


@st.cache_data(max_entries=100, show_spinner=False)
def _deals(state: str, site: str, game: str) -> list[Row]:
    with data.reader(state) as store:
        return game_deals(store, site, game)
