"""Logs: hand some in, see what became of every record, and which rules a log was played by."""

from pathlib import Path

import streamlit as st

from dashboard import address, data, figures, fitted, intake
from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline.errors import UsageError
from pipeline.fitting import FittedLog, fit_logs
from pipeline.ingest import Summary
from pipeline.logs import path_of
from pipeline.reject_lists import reject_counts, rejects_page
from pipeline.report.texts import safe
from pipeline.rows import Row
from pipeline.samples import sample_season
from pipeline.uploads import Upload, keep_uploads
from replay.presets import RULESETS
from replay.readings import rules_in_force

PER_PAGE = 5
MANY_FILES = 60
"""Files that are shown as a table of texts; more are shown in one that scrolls."""
MANY_NOTES = 5
COUNTS = ("records", "deals", "duplicates", "rejects", "findings")


def show(state: str | None) -> None:
    """Draw the page."""
    _upload()
    if state is None or data.deal_count(state) == 0:
        _sample()
    intake.show(_accounts)
    if state is None:
        st.info(text("logs.no_store"), icon=":material/inbox:")
        return
    rows = _ledger(state)
    _show_ledger(rows)
    _show_rejects(state)
    _fit(rows)


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def _ledger(state: str) -> list[Row]:
    with data.reader(state) as store:
        return store.ledger()


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def _reasons(state: str) -> dict[str, int]:
    with data.reader(state) as store:
        return reject_counts(store)


def _upload() -> None:
    """The form that takes files; they are kept beside the store and read by the pipeline."""
    st.write(text("logs.intro"))
    with st.form("upload", clear_on_submit=True):
        given = st.file_uploader(text("logs.files"), accept_multiple_files=True, key="upload_files")
        rules = st.selectbox(
            text("logs.rules"), list(RULESETS), index=None, placeholder=text("logs.rules_assumed"), help=text("logs.rules_help")
        )
        pressed = st.form_submit_button(text("logs.read"), type="primary", icon=":material/upload_file:")
    if not pressed:
        return
    if not given:
        st.warning(text("logs.none_given"), icon=":material/info:")
        return
    try:
        paths = keep_uploads(data.store_path(), [Upload(file.name, file) for file in given])
        intake.start(paths, data.store_path(), None if rules is None else rules_in_force(rules))
    except UsageError as error:
        st.error(plain(explained(error), 1_000), icon=":material/error:")


def _sample() -> None:
    """Offer the sample season, while there is nothing that it would mix with."""
    if st.button(text("logs.sample"), icon=":material/play_arrow:"):
        intake.start(sample_season(), data.store_path())


def _accounts(summary: Summary) -> None:
    """What an ingest did."""
    with st.container(border=True):
        st.markdown(f"##### {text('logs.done')}")
        if summary.unchanged:
            st.markdown(text("logs.unchanged", n=figures.number(len(summary.unchanged))))
        if summary.read:
            numbers = {name: figures.number(getattr(summary, name)) for name in COUNTS if hasattr(summary, name)}
            read = figures.number(len(summary.read))
            st.markdown(text("logs.sum", files=read, seconds=figures.number(summary.seconds, 1), **numbers))
        for line in summary.unreadable[:MANY_NOTES]:
            st.warning(_about_file(line), icon=":material/warning:")
        for note in summary.notes[:MANY_NOTES]:
            st.caption(_about_file(note))
        if summary.rejects:
            st.warning(text("logs.some_rejected", n=figures.number(summary.rejects)), icon=":material/warning:")
        if summary.new_conflicts:
            st.warning(text("logs.new_conflicts", n=figures.number(summary.new_conflicts)), icon=":material/warning:")
        if summary.unread_fields:
            names = ", ".join(f"{plain(name)} ({n})" for name, n in summary.unread_fields.most_common(MANY_NOTES))
            st.caption(text("logs.unread_fields", names=names))
        with st.container(horizontal=True):
            address.link("overview", text("logs.to_overview"), icon=":material/dashboard:", to=address.language_query())
            address.link("audit", text("logs.to_audit"), icon=":material/fact_check:", to=address.language_query())


def _about_file(line: str) -> str:
    """What an ingest says of a file, which it names with its folder, as Markdown."""
    name, _, words = Path(line).name.partition(": ")
    return f"{plain(name, 80)}: {plain(explained(words), 300)}"


def _file(row: Row, longest: int = 80) -> str:
    """The name of a file, and of the member of an archive."""
    member = f"!{row['member']}" if row["member"] else ""
    return safe(f"{Path(row['path']).name}{member}", longest)


def _read_at(row: Row) -> str:
    return f"{row['ingested_at']:%d-%m-%Y %H:%M}"


def _show_ledger(rows: list[Row]) -> None:
    """Every file that was read, with what became of its records."""
    st.subheader(text("logs.ledger"))
    if not rows:
        st.caption(text("logs.no_files"))
        return
    st.caption(text("logs.ledger_help"))
    if len(rows) > MANY_FILES:
        columns: dict[str, list[object]] = {text("logs.file"): [_file(row, 200) for row in rows]}
        columns |= {text(f"logs.{name}"): [row[name] for row in rows] for name in COUNTS}
        columns[text("logs.format")] = [row["format"] for row in rows]
        columns[text("logs.read_at")] = [row["ingested_at"] for row in rows]
        columns[text("logs.notes")] = [safe(explained(row["notes"]), 200) for row in rows]
        st.dataframe(columns, hide_index=True)
        return
    # Format and time stand with the file: eight columns are wider than a phone.
    written = {text("logs.file_read"): [f"{plain(_file(row), 80)} ({row['format']}, {_read_at(row)})" for row in rows]}
    written |= {text(f"logs.{name}"): [figures.number(row[name]) for row in rows] for name in COUNTS}
    written[text("logs.rejects")] = [f"**⚠ {row['rejects']}**" if row["rejects"] else "0" for row in rows]
    with st.container(key="ledger"):
        figures.table(written, "ledger")
    for row in [row for row in rows if row["notes"]][:MANY_NOTES]:
        st.caption(f"{plain(_file(row), 80)}: {plain(explained(row['notes']), 300)}")


def _show_rejects(state: str) -> None:
    """Records that are no deals, with their place, the reason and what they say."""
    counts = _reasons(state)
    st.subheader(text("logs.rejected"))
    if not counts:
        st.caption(text("logs.no_rejects"))
        return
    chosen = st.selectbox(
        text("logs.reason"),
        list(counts),
        index=None,
        format_func=lambda reason: f"{text(f'logs.reason_{reason}')} ({figures.number(counts[reason])})",
        placeholder=text("logs.all_reasons", n=figures.number(sum(counts.values()))),
        key="reject_reason",
    )
    n = counts[chosen] if chosen else sum(counts.values())
    pages = -(-n // PER_PAGE)
    if (st.session_state.get("rejects_page") or 1) > pages:  # there are fewer than before
        del st.session_state["rejects_page"]
    at = st.session_state.get("rejects_page") or 1
    with data.reader(state) as store:
        rows = rejects_page(store, chosen, PER_PAGE, (at - 1) * PER_PAGE)
    for row in rows:
        with st.container(border=True):
            field = f" · {plain(row['field'])}" if row["field"] else ""
            where = text("logs.place", file=plain(_file(row), 80), line=figures.number(row["line"]))
            reason = text(f"logs.reason_{row['reason']}")
            st.markdown(f":material/block: **{reason}**{field}  \n{where}")
            st.markdown(plain(explained(row["message"]), 2_000))
            if row["text"]:
                st.code(safe(row["text"], 500), language=None, wrap_lines=True)
    if pages > 1:
        st.pagination(pages, key="rejects_page")


def _fit(rows: list[Row]) -> None:
    """Which rules the deals of a file were played by, whatever rules it names."""
    files = list(dict.fromkeys(row["path"] for row in rows if row["deals"] or row["duplicates"]))
    if not files:
        return
    st.subheader(text("logs.which_rules"))
    st.caption(text("logs.which_rules_help"))
    chosen = st.selectbox(
        text("logs.file"),
        files,
        index=None,
        format_func=lambda name: safe(Path(name).name, 100),
        placeholder=text("logs.choose_file"),
        key="fit_file",
    )
    if chosen is None:
        return
    path = path_of(chosen)
    if not path.is_file():
        st.info(text("logs.gone"), icon=":material/info:")
        return
    with st.spinner(text("logs.fitting"), show_time=True):
        found = _fitted(path, path.stat().st_mtime_ns)
    fitted.show(found)


@st.cache_data(max_entries=20, show_spinner=False)
def _fitted(path: Path, changed: int) -> FittedLog:
    del changed  # with the path it tells whether the answer is still right
    return fit_logs([path])
