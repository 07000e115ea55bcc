"""Findings as a list to work through: what is wrong, what the rule says, the score, and a note that it was reviewed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import address, audit_choices, data, figures, findings, glossary, reviewing, reviewing_several
from dashboard.plain import plain
from dashboard.rule_words import full_text, in_short, rules_of
from dashboard.texts import language, text
from dashboard.wording import wording
from pipeline import finding_lists, reviews
from pipeline.finding_lists import Wanted
from pipeline.report import audit as report
from pipeline.report.ruling import ruling_page
from pipeline.reviews import Reviews
from pipeline.rows import Row
from replay.findings import REVOKES

PER_PAGE = 10
KEPT = 100
Counts = dict[tuple[str, str], int]
Marks = tuple[int, ...]


def show(state: str) -> None:
    """Draw the page."""
    st.caption(text("audit.intro"))
    glossary.links("violation", "depends_on_rule", "information", "verzaken", "follow", "ruff", "overtrump", "undertrump")
    marks = reviews.reviews_state(data.store_path())
    known = _reviews(data.store_path(), marks)
    wanted = audit_choices.wanted()
    audit_choices.show(state, _counts(state, wanted._replace(review=None, certainties=()), marks, known))
    shown = _counts(state, wanted, marks, known)
    found = sum(n for (_, review), n in shown.items() if wanted.review in (None, review))
    chosen = reviewing_several.places()
    st.markdown(
        f"**{text('audit.found', n=figures.number(found), total=figures.number(_total(state)))}**"
        + (f" · {text('audit.chosen', n=figures.number(len(chosen)))}" if chosen else "")
    )
    _several(state, wanted, known, sum(n for (_, review), n in shown.items() if review == reviews.OPEN))
    _list(state, wanted, marks, known, found)
    reviewing.gone(state, known)
    _downloads(state, wanted, known)


@st.cache_resource(max_entries=2, show_spinner=False)
def _reviews(path: Path, marks: Marks) -> Reviews:
    """The reviews beside the store; nobody changes what is returned."""
    del marks  # with the path it tells whether the answer is still right
    return reviews.load_reviews(path)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def _counts(state: str, wanted: Wanted, marks: Marks, _known: Reviews) -> Counts:
    del marks
    with data.reader(state) as store:
        return finding_lists.finding_counts(store, wanted, _known)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def _rows(state: str, wanted: Wanted, marks: Marks, _known: Reviews, most: int, after: int) -> list[Row]:
    del marks
    with data.reader(state) as store:
        return finding_lists.findings_that_fit(store, wanted, _known, most, after)


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def _total(state: str) -> int:
    with data.reader(state) as store:
        return sum(finding_lists.codes_found(store).values())


@st.cache_data(max_entries=KEPT, show_spinner=False)
def _of_deal(state: str, site: str, game_id: str, deal_no: int) -> list[Row]:
    with data.reader(state) as store:
        return finding_lists.findings_of_deal(store, site, game_id, deal_no)


def _several(state: str, wanted: Wanted, known: Reviews, n: int) -> None:
    """The form that reviews several findings at once; what it reads is what the reader has seen."""

    def still_open() -> list[Row]:
        with data.reader(state) as store:
            return finding_lists.findings_that_fit(store, wanted._replace(review=reviews.OPEN), known)

    reviewing_several.show(n if wanted.review in (None, reviews.OPEN) else 0, still_open, known)


def _list(state: str, wanted: Wanted, marks: Marks, known: Reviews, found: int) -> None:
    """A page of findings."""
    if not found:
        st.info(text("audit.nothing" if wanted == Wanted() else "audit.nothing_fits"), icon=":material/check_circle:")
        return
    pages = -(-found // PER_PAGE)
    if (st.session_state.get("audit_page") or 1) > pages:  # there are fewer than before
        del st.session_state["audit_page"]
    at = st.session_state.get("audit_page") or 1
    for row in _rows(state, wanted, marks, known, PER_PAGE, (at - 1) * PER_PAGE):
        with st.container(border=True):
            _finding(state, row, known)
    if pages > 1:
        st.pagination(pages, key="audit_page")


def _finding(state: str, row: Row, known: Reviews) -> None:
    """One finding: what, where, why, and what can be done."""
    certainty = text(f"audit.certainty_{row['certainty']}")
    st.markdown(f"{findings.icon(row['certainty'])} **{findings.code_title(row['code'])}** · {certainty}")
    st.caption(findings.place(row))
    st.markdown(plain(findings.sentence(state, row), 2_000))
    if row["legal_cards"]:
        st.markdown(text("audit.legal", cards=findings.cards(row["legal_cards"])))
    if scores := findings.scores(row):
        st.markdown(scores)
    with st.container(horizontal=True, vertical_alignment="center"):
        reviewing_several.choose(row)
        to = address.deal_query(row["site"], row["game_id"], row["deal_no"], row["card_no"])
        words = "audit.see_card" if row["card_no"] else "audit.see_deal"
        address.link("deal", text(words), icon=":material/playing_cards:", to=to)
        if row["code"] in REVOKES:
            _ruling(state, row)
    rule, review = st.columns(2)
    with rule, st.expander(text("audit.rule", paragraph=row["paragraph"]), icon=":material/menu_book:"):
        _rule(row)
    others = [one for one in _of_deal(state, *_deal(row)) if reviews.place_of(one) != reviews.place_of(row)]
    if others:
        with rule, st.expander(text("audit.others", n=len(others)), icon=":material/list:"):
            for one in others:
                st.markdown(f"- **{findings.code_title(one['code'])}**: {plain(findings.sentence(state, one), 2_000)}")
    with review:
        reviewing.review(row, known.get(reviews.place_of(row)))


def _deal(row: Mapping[str, Any]) -> tuple[str, str, int]:
    return row["site"], row["game_id"], row["deal_no"]


def _rule(row: Row) -> None:
    """The paragraph and the rules that judged, with the way to all of them."""
    st.markdown(in_short(row["paragraph"]))
    st.markdown(full_text(row["paragraph"], language()))
    st.caption(text("audit.judged_by", rules=plain(rules_of(row), 300)))
    to = address.query(player=None) | {"paragraph": row["paragraph"]}
    address.link("rules", text("audit.to_rules", paragraph=row["paragraph"]), icon=":material/arrow_forward:", to=to)


def _ruling(state: str, row: Row) -> None:
    """The page for the notice board, to save and print."""
    said = wording(language())  # the page is made when it is saved, apart from this visit

    def page() -> str:
        with data.reader(state) as store:
            records = store.find_deals(row["game_id"], row["deal_no"])
        return ruling_page(next(record for record in records if (record.site or "") == row["site"]), said)

    st.download_button(
        text("audit.ruling"),
        page,
        file_name="klaverlog-ruling.html",
        mime="text/html",
        key=f"ruling_{reviewing.name(row)}",
        icon=":material/print:",
        on_click="ignore",
        type="tertiary",
    )


def _downloads(state: str, wanted: Wanted, known: Reviews) -> None:
    """The findings that are shown: a report in the reader's language, and the table that the command line writes."""
    said = wording(language())

    def rows() -> list[dict[str, Any]]:
        with data.reader(state) as store:
            return reviews.with_reviews(finding_lists.findings_that_fit(store, wanted, known), known)

    def page() -> str:
        with data.reader(state) as store:
            totals = store.totals()
        return report.as_html(rows(), totals, said)

    st.markdown(f"##### {text('audit.save_list')}")
    with st.container(horizontal=True):
        for name, content, mime, icon in (
            ("html", page, "text/html", ":material/print:"),
            ("csv", lambda: report.as_csv(rows()), "text/csv", ":material/csv:"),
        ):
            st.download_button(
                text(f"audit.download_{name}"),
                content,
                file_name=f"klaverlog-audit.{name}",
                mime=mime,
                key=f"audit_download_{name}",
                icon=icon,
                on_click="ignore",
                type="tertiary",
            )
