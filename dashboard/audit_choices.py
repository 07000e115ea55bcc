"""What the audit page is asked to show: choices among findings, kept in the address."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import controls, data, figures, findings, reviewing_several
from dashboard.texts import text
from pipeline import finding_lists, reviews
from pipeline.finding_lists import Wanted
from pipeline.report.texts import safe
from replay.findings import CERTAINTIES

CHOICES = ("review", "certainty", "code", "player", "game")
"""What is chosen on the page, as it stands in the address."""
Counts = Mapping[tuple[str, str], int]
"""How many findings there are of each certainty and review."""


def wanted() -> Wanted:
    """What the address asks for; what cannot be is left out."""
    asked = st.query_params
    given = tuple(name for name in CERTAINTIES if name in asked.get_all("certainty"))
    return Wanted(
        given,
        asked.get("code") or None,
        asked.get("player") or None,
        asked.get("game", "")[:200],
        asked.get("review") if asked.get("review") in reviews.STATES else None,
    )


def show(state: str, counts: Counts) -> None:
    """Draw the choices, with how many findings each has."""
    asked = wanted()
    by_review = {name: sum(n for (_, one), n in counts.items() if one == name) for name in reviews.STATES}
    by_certainty = {name: sum(n for (one, _), n in counts.items() if one == name) for name in CERTAINTIES}
    _set("review", asked.review or "all")
    st.segmented_control(
        text("audit.review"),
        ["all", *reviews.STATES],
        format_func=lambda name: _counted(f"audit.review_{name}", by_review.get(name, sum(by_review.values()))),
        key=_key("review"),
        on_change=_chosen,
        args=("review",),
    )
    _set("certainty", list(asked.certainties))
    st.pills(
        text("audit.certainty"),
        CERTAINTIES,
        selection_mode="multi",
        format_func=lambda name: _counted(f"audit.certainty_{name}", by_certainty[name]),
        help=text("audit.certainty_help"),
        key=_key("certainty"),
        on_change=_chosen,
        args=("certainty",),
    )
    codes, players = _options(state)
    code, player, game = st.columns(3)
    with code:
        _select(state, "code", codes, asked.code, findings.code_title)
    with player:
        _select(state, "player", players, asked.player, safe)
    _set("game", asked.game)
    game.text_input(
        text("audit.game"), key=_key("game"), max_chars=200, icon=":material/search:", on_change=_chosen, args=("game",)
    )
    if asked != Wanted():
        st.button(text("audit.clear"), icon=":material/filter_alt_off:", on_click=_clear)


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def _options(state: str) -> tuple[list[str], list[str]]:
    """The codes and players that there are findings on."""
    with data.reader(state) as store:
        return list(finding_lists.codes_found(store)), finding_lists.players_found(store)


def _counted(name: str, n: int) -> str:
    return f"{text(name)} ({figures.number(n)})"


def _select(state: str, name: str, options: list[str], value: str | None, words: Any) -> None:
    controls.hold(_key(name), value, state)
    st.selectbox(
        text(f"audit.{name}"),
        options if value in (None, *options) else [*options, value],
        index=None,
        format_func=words if name == "player" else lambda code: words(code) if code in options else code,
        placeholder=text("filters.all"),
        key=_key(name),
        on_change=_chosen,
        args=(name,),
    )


def _key(name: str) -> str:
    return f"audit_{name}"


def _set(name: str, value: object) -> None:
    st.session_state[_key(name)] = value


def _chosen(name: str) -> None:
    """Put a choice into the address, and go back to the first findings."""
    value = st.session_state[_key(name)]
    st.session_state.pop("audit_page", None)
    reviewing_several.forget_choice()
    if value in (None, "", [], "all"):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value


def _clear() -> None:
    for name in CHOICES:
        st.query_params.pop(name, None)
    st.session_state.pop("audit_page", None)
    reviewing_several.forget_choice()
