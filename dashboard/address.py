"""What the address of a page says: the filters and the language stay when somebody goes on to another page."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import streamlit as st

from dashboard.texts import LANGUAGES

if TYPE_CHECKING:
    from dashboard.pages import Page

FILTERS = (
    *("player", "partner", "opponent", "site", "rules", "since", "until", "role", "seat", "trump", "bots", "violations"),
)
"""Names of filters in the address, in the order of the sidebar; `opponent` may come more than once."""
PLACES: dict[str, Any] = {}
"""The pages as Streamlit knows them, by key; made anew by every run of the app."""
Query = dict[str, str | list[str]]


def carry_over(row: "Page") -> None:
    """Bring the filters and the language of this visit to a page whose address does not say others."""
    memory = st.session_state
    came_from = memory.get("page_before")
    if came_from not in (None, row.key):
        missing: Query = {}
        if row.filters and not any(name in st.query_params for name in FILTERS):
            missing |= memory.get("filters_before", {})
        if "lang" not in st.query_params and memory.get("language") in LANGUAGES:
            missing |= {"lang": memory["language"]}
        if missing:  # at once: each change of the address is one more step on the way back
            st.query_params.update(missing)
    memory["page_before"] = row.key
    if st.query_params.get("lang") in LANGUAGES:
        memory["language"] = st.query_params["lang"]
    if row.filters or (row.passes_filters and given_filters()):
        memory["filters_before"] = given_filters()


def given_filters() -> Query:
    """The filters as the address has them, right or wrong."""
    return {name: st.query_params.get_all(name) for name in FILTERS if name in st.query_params}


def query(**changed: str | int | None) -> Query:
    """The query of a link to a page of statistics: the present filters and language, with some changed."""
    found = given_filters() | {name: str(value) for name, value in changed.items() if value is not None}
    for name, value in changed.items():
        if value is None:
            found.pop(name, None)
    return found | _language()


def deal_query(site: str, game_id: str, deal_no: int, step: int | None = None) -> Query:
    """The query of a link to a deal."""
    found: Query = {"site": site, "game": game_id, "deal": str(deal_no)}
    return found | ({} if step is None else {"step": str(step)}) | _language()


def deal_address(site: str, game_id: str, deal_no: int, step: int | None = None) -> str:
    """The address of a deal, from any page."""
    return f"deal?{urlencode(deal_query(site, game_id, deal_no, step), doseq=True)}"


def rules_address(paragraph: str) -> str:
    """The address of a paragraph of the rules, from any page; the filters of this visit go along."""
    return _rules({"paragraph": paragraph})


def term_address(term: str) -> str:
    """The address of a term of the glossary, from any page; the filters of this visit go along."""
    return _rules({"part": "glossary", "term": term})


def _rules(asked: Query) -> str:
    # The present address may have filters of its own: of findings, or the site of a deal.
    return f"rules?{urlencode(asked | st.session_state.get('filters_before', {}) | _language(), doseq=True)}"


def language_query() -> Query:
    """The query of a link that takes nothing along but the language."""
    return _language()


def _language() -> Query:
    chosen = st.query_params.get("lang")
    return {"lang": chosen} if chosen in LANGUAGES else {}


def link(key: str, label: str, *, icon: str | None = None, to: Query | None = None) -> None:
    """A link to the page of that key, with the present filters unless `to` says another query; nothing while it is missing."""
    if key in PLACES:
        st.page_link(PLACES[key], label=label, icon=icon, query_params=query() if to is None else to)
