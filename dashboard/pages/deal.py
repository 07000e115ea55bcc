"""Any deal, recorded or pasted, card by card."""

from typing import Any

import streamlit as st

from dashboard import data, glossary
from dashboard.deal_choice import Place, asked_for, choose_deal, choose_game, go_to, step_asked_for
from dashboard.deal_texts import close_pasted, paste_box, pasted_record, share
from dashboard.other_tables import choose_other
from dashboard.plain import plain
from dashboard.rule_words import named_rules
from dashboard.table import deal_id, show_table
from dashboard.table.labels import table_labels, worded
from dashboard.texts import language, text
from pipeline.deal_finding import FoundDeal, find_deal
from pipeline.records import Record
from pipeline.rows import Row
from pipeline.viewing import View, viewed_deal


def show(state: str | None) -> None:
    """The page; without a store there is still the box to paste a deal into."""
    pasted = pasted_record()
    if pasted is not None:
        close_pasted()
        _viewer(viewed_deal(pasted), pasted, is_stored=False)
    elif state is None or data.deal_count(state) == 0:
        st.info(text("deal.no_store"), icon=":material/info:")
    else:
        _stored(state)
    paste_box()
    glossary.links("dealer", "declarer", "trump", "lead", "follow", "ruff", "verzaken", "roem", "last_trick", "nat", "pit")


def _stored(state: str) -> None:
    place = asked_for(state)
    if place is not None and "game" not in st.query_params:
        go_to(place)  # the address says what is shown
    choose_game(state, place)
    if place is None:
        return
    choose_deal(state, place)
    found = _found(state, place.site, place.game, place.deal)
    if found is None:
        st.warning(text("deal.no_such_deal", game=plain(place.game), deal=place.deal))
        return
    view = viewed_deal(found.record)
    view["findings"] += [_game_finding(row) for row in found.game_findings]
    tables, others = st.container(), st.container()
    with others:
        beside = choose_other(state, place)
    if beside is None:
        with tables:
            _viewer(view, found.record, is_stored=True)
        return
    left, right = tables.columns(2)
    with left:
        _viewer(view, found.record, is_stored=True)
    with right:
        st.markdown(plain(f"{beside.game} · {beside.deal}", 200))
        _show_beside(state, beside)


@st.cache_data(max_entries=50, show_spinner=False)
def _found(state: str, site: str, game: str, deal: int) -> FoundDeal | None:
    with data.reader(state) as store:
        return find_deal(store, site, game, deal)


def _viewer(view: View, record: Record, *, is_stored: bool) -> None:
    rules = plain(named_rules(record.rules.name, record.rules.custom, language()), 200)
    st.markdown(text("deal.rules", rules=rules) if view["rules_known"] else text("deal.rules_assumed", rules=rules))
    _table(view, record, is_stored=is_stored)


@st.fragment
def _table(view: View, record: Record, *, is_stored: bool) -> None:
    """The table and what can be copied of its step: only these are drawn anew when somebody has stepped."""
    start, jump = _start(view)
    show_table(
        worded(view, language()),
        deal_id(view),
        table_labels(language()),
        language=language(),
        key="deal_table",
        start=start,
        jump=jump,
        on_rest=_note_rest,
    )
    share(record, step_asked_for(), is_stored=is_stored)


def _start(view: View) -> tuple[int, int]:
    """Where the table starts, and a number that changes when it has to jump: another deal, or a step that it did not tell."""
    memory = st.session_state.setdefault("deal_shown", {"id": None, "step": 0, "start": 0, "jump": 0})
    asked, name = step_asked_for(), deal_id(view)
    if memory["id"] != name or memory["step"] != asked:
        memory.update(id=name, step=asked, start=asked, jump=memory["jump"] + 1)
    return memory["start"], memory["jump"]


def _note_rest() -> None:
    """Put the step at which the table came to rest into the address; word of a deal that is gone is late and left out."""
    place = st.session_state["deal_table"].get("place")
    memory = st.session_state.get("deal_shown")
    if place is None or memory is None or place["id"] != memory["id"]:
        return
    memory["step"] = int(place["step"])
    if memory["step"]:
        st.query_params["step"] = str(memory["step"])
    else:
        st.query_params.pop("step", None)


def _show_beside(state: str, place: Place) -> None:
    """A second table, which has no keys of the page and no address."""
    found = _found(state, place.site, place.game, place.deal)
    if found is not None:
        view = viewed_deal(found.record)
        show_table(
            worded(view, language()),
            deal_id(view),
            table_labels(language()),
            language=language(),
            key="deal_table_beside",
            keys=False,
        )


def _game_finding(row: Row) -> dict[str, Any]:
    from pipeline.report.rulebook import paragraphs
    from replay.findings import CODES

    title, rule = CODES[row["code"]].title, paragraphs().get(row["paragraph"], "")
    return {**row, "title": title, "rule": rule, "trick": None, "card": None, "seat": None}
