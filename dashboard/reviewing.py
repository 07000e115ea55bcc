"""Whether a finding was reviewed: the note, the form to write it, and reviews whose finding is gone."""

from datetime import datetime

import streamlit as st

from dashboard import data, findings
from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline import finding_lists, reviews
from pipeline.errors import UsageError
from pipeline.rows import Row
from replay.findings import CERTAINTIES

MOST_GONE = 100
"""Reviews without a finding that are listed."""


def name(row: Row) -> str:
    """A name for the parts of a page that belong to a finding."""
    return str(reviews.place_of(row))


def review(row: Row, present: reviews.Review | None) -> None:
    """Whether it was reviewed, the note, and the form to change it."""
    key = name(row)
    state = row["review"]
    label = text(f"audit.state_{state}")
    note = ""
    if present is not None:
        label += f" · {datetime.fromisoformat(present.reviewed_at):%d-%m-%Y}"
        note = present.note
        if state == reviews.OUTDATED:
            certainty = text(f"audit.certainty_{present.certainty}") if present.certainty in CERTAINTIES else "?"
            then = text("audit.was", certainty=certainty, paragraph=plain(present.paragraph))
            st.warning(then, icon=":material/history:")
        if note:
            st.markdown(f":material/edit_note: {plain(note, reviews.LONGEST_NOTE)}")
    failed, typed = st.session_state.pop(f"failed_{key}", (None, None))
    if failed:
        st.error(plain(explained(failed), 1_000), icon=":material/error:")
    icon = ":material/pending_actions:" if state == reviews.OPEN else ":material/task_alt:"
    # Another review is another form: what stood in the form before must not come back in its place.
    form = f"{key}_{'' if present is None else present.reviewed_at}"
    with st.expander(label, icon=icon, expanded=bool(failed)), st.form(f"form_{form}", border=False):
        st.text_area(
            text("audit.note"),
            value=note if typed is None else typed,
            max_chars=reviews.LONGEST_NOTE,
            key=f"note_{form}",
            placeholder=text("audit.note_hint"),
        )
        st.form_submit_button(
            text("audit.save"),
            type="primary",
            icon=":material/check:",
            on_click=_save,
            args=(row, present, key, f"note_{form}"),
        )
    if present is not None:
        st.button(
            text("audit.undo"), key=f"undo_{form}", type="tertiary", icon=":material/undo:", on_click=_undo, args=(present, key)
        )


def _save(row: Row, present: reviews.Review | None, key: str, note: str) -> None:
    typed = st.session_state[note]
    try:
        reviews.save_review(data.store_path(), row, typed, instead_of=present)
    except UsageError as error:
        st.session_state[f"failed_{key}"] = (str(error), typed)


def _undo(present: reviews.Review, key: str) -> None:
    try:
        reviews.remove_review(data.store_path(), present)
    except UsageError as error:
        st.session_state[f"failed_{key}"] = (str(error), None)


def gone(state: str, known: reviews.Reviews) -> None:
    """Reviews whose finding is there no more."""
    if not known:
        return
    with data.reader(state) as store:
        places = finding_lists.without_finding(store, known)
    if not places:
        return
    with st.expander(text("audit.gone", n=len(places)), icon=":material/history:"):
        for one in places[:MOST_GONE]:
            note = plain(known[reviews.place_of(one)].note, reviews.LONGEST_NOTE)
            where = text("audit.deal", n=one["deal_no"])
            title = plain(findings.code_title(one["code"]))
            st.markdown(f"- {plain(one['game_id'])} · {where} · {title}: {note}")
