"""A deal as text: what to copy to others, and what others pasted."""

from urllib.parse import urlencode

import streamlit as st

from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline.notations import LONGEST, MOST_DEALS, Pasted, json_line, read_pasted, readable, short_word
from pipeline.records import Record

FAULTS_SHOWN = 10


def share(record: Record, step: int, *, is_stored: bool) -> None:
    """A box with a link to this very step and the deal in notations that can be copied."""
    with st.expander(text("deal.share"), icon=":material/share:"):
        if is_stored:
            query = {"site": record.site or "", "game": record.game_id, "deal": record.deal_no, "step": step}
            st.markdown(text("deal.link"))
            st.code(_address(query), language=None, wrap_lines=True)
        word = short_word(record)
        if word.text:
            st.markdown(text("deal.short_link"))
            st.code(_address({"short": word.text, "step": step}), language=None, wrap_lines=True)
            st.markdown(text("deal.short"))
            st.code(word.text, language=None, wrap_lines=True)
        else:
            st.markdown(text("deal.not_short", fault=plain(explained(word.fault), 200)))
        block = readable(record)
        if block.text:
            st.markdown(text("deal.readable"))
            st.code(block.text, language=None, wrap_lines=True)
        st.markdown(text("deal.line"))
        st.code(json_line(record).text, language=None, wrap_lines=True)


def _address(query: dict[str, object]) -> str:
    page = (st.context.url or "").split("?", 1)[0]
    return f"{page}?{urlencode(query)}"


def paste_box() -> None:
    """A box to paste a deal into; it is shown instead of the stored ones until its reader goes back."""
    with st.expander(text("deal.paste"), icon=":material/content_paste:"):
        st.markdown(text("deal.paste_help"))
        with st.form("deal_paste", border=False):
            st.text_area(text("deal.paste_text"), key="deal_pasted_text", max_chars=LONGEST, height=160)
            st.form_submit_button(text("deal.paste_show"), on_click=_take)
        pasted = st.session_state.get("deal_pasted")
        if isinstance(pasted, Pasted):
            _tell_faults(pasted)


def _take() -> None:
    pasted = read_pasted(st.session_state.get("deal_pasted_text", ""))
    st.session_state["deal_pasted"] = pasted
    for name in ("site", "game", "deal", "step", "short"):
        st.query_params.pop(name, None)
    if len(pasted.records) == 1 and (word := short_word(pasted.records[0])).text:
        st.query_params["short"] = word.text


def _tell_faults(pasted: Pasted) -> None:
    for line, fault in pasted.faults[:FAULTS_SHOWN]:
        message, reason = plain(explained(fault.message), 300), text(f"logs.reason_{fault.reason}")
        if line:
            field = f"{fault.field}: " if fault.field else ""
            st.error(text("deal.paste_fault", line=line, field=plain(field), message=message, reason=plain(reason)))
        else:
            st.error(text("deal.paste_fault_whole", message=message, reason=plain(reason)))
    if pasted.more:
        st.markdown(text("deal.paste_more", most=MOST_DEALS))


def pasted_record() -> Record | None:
    """The deal that was pasted, or that the address says in one word; None while stored deals are shown."""
    word = st.query_params.get("short")
    pasted = st.session_state.get("deal_pasted")
    if word and not (isinstance(pasted, Pasted) and any(short_word(record).text == word for record in pasted.records)):
        pasted = read_pasted(word[:LONGEST])
        st.session_state["deal_pasted"] = pasted
    if not isinstance(pasted, Pasted) or not pasted.records or ("game" in st.query_params and not word):
        return None
    at = 0
    if len(pasted.records) > 1:
        at = st.selectbox(
            text("deal.pasted"), range(len(pasted.records)), format_func=lambda number: _label(pasted.records[number])
        )
    return pasted.records[at]


def _label(record: Record) -> str:
    return f"{record.game_id[:40]} · {record.deal_no}"


def close_pasted() -> None:
    """A button back to the stored deals."""
    st.button(text("deal.pasted_close"), icon=":material/arrow_back:", on_click=_close)


def _close() -> None:
    st.session_state.pop("deal_pasted", None)
    for name in ("short", "step"):
        st.query_params.pop(name, None)
