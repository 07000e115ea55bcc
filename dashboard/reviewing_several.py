"""Several findings reviewed at once, with one note: those that are chosen, or all that the filters show and are to do."""

from collections.abc import Callable, Sequence
from datetime import datetime

import streamlit as st

from dashboard import data, figures, reviewing
from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline import reviews
from pipeline.errors import UsageError
from pipeline.rows import Row

CHOSEN = "audit_chosen"
"""The places of findings that were chosen, on whatever page of the list they stand."""
MOST_BATCHES = 5
Open = Callable[[], Sequence[Row]]


def choose(row: Row) -> None:
    """The box that chooses a finding which nobody reviewed."""
    if row["review"] != reviews.OPEN:
        return
    key = f"choose_{reviewing.name(row)}"
    st.session_state[key] = reviews.place_of(row) in places()
    st.checkbox(text("audit.choose"), key=key, on_change=_chosen, args=(reviews.place_of(row), key), width="content")


def forget_choice() -> None:
    """Choose none: what is shown has changed."""
    st.session_state.pop(CHOSEN, None)


def show(count: int, still_open: Open, known: reviews.Reviews) -> None:
    """The form; `count` findings that the filters show are open, and `still_open` reads them, as they are shown now."""
    done, failed = (st.session_state.pop(f"audit_several_{name}", None) for name in ("done", "failed"))
    if done:
        st.success(text("audit.several_done", n=figures.number(done)), icon=":material/done_all:")
    if failed:
        st.error(plain(explained(failed), 1_000), icon=":material/error:")
    made = reviews.batches(known)
    if not count and not made:
        return
    with st.expander(text("audit.several"), icon=":material/done_all:", expanded=bool(done or failed), key="several"):
        if count:
            _form(count, still_open)
        for batch in made[:MOST_BATCHES]:
            _batch(batch)


def _form(count: int, still_open: Open) -> None:
    st.caption(text("audit.several_help", chosen=figures.number(len(places())), n=figures.number(count)))
    # The words of a choice stay as they are: with other words it would be another, of which nothing is chosen.
    words = {"chosen": text("audit.which_chosen"), "all": text("audit.which_all")}
    with st.form("audit_several", border=False):
        st.radio(text("audit.which"), list(words), format_func=words.__getitem__, key="audit_which")
        st.text_area(text("audit.note"), max_chars=reviews.LONGEST_NOTE, key="audit_note", placeholder=text("audit.note_hint"))
        st.form_submit_button(
            text("audit.save_several"), type="primary", icon=":material/done_all:", on_click=_save, args=(still_open,)
        )


def _batch(batch: reviews.Batch) -> None:
    at = datetime.fromisoformat(batch.reviewed_at).astimezone()
    told = text("audit.batch", n=figures.number(batch.number), at=f"{at:%d-%m-%Y %H:%M}")
    st.markdown(f":material/history: {told}" + (f": {plain(batch.note, reviews.LONGEST_NOTE)}" if batch.note else ""))
    st.button(
        text("audit.undo_batch", n=figures.number(batch.number)),
        key=f"undo_batch_{batch.reviewed_at}",
        type="tertiary",
        icon=":material/undo:",
        on_click=_undo,
        args=(batch,),
    )


def places() -> set[reviews.Place]:
    """The places of the findings that are chosen."""
    found: set[reviews.Place] = st.session_state.setdefault(CHOSEN, set())
    return found


def _chosen(place: reviews.Place, key: str) -> None:
    (places().add if st.session_state[key] else places().discard)(place)


def _save(still_open: Open) -> None:
    memory = st.session_state
    rows = still_open()
    if memory["audit_which"] != "all":
        rows = [row for row in rows if reviews.place_of(row) in places()]
    if not rows:
        memory["audit_several_failed"] = text("audit.none_chosen")
        return
    try:
        memory["audit_several_done"] = len(reviews.save_reviews(data.store_path(), rows, memory["audit_note"]))
    except UsageError as error:
        memory["audit_several_failed"] = str(error)
        return
    forget_choice()
    memory["audit_note"] = ""


def _undo(batch: reviews.Batch) -> None:
    try:
        reviews.remove_batch(data.store_path(), batch)
    except UsageError as error:
        st.session_state["audit_several_failed"] = str(error)
