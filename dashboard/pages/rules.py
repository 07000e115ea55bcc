"""The rules: numbered paragraphs, a glossary, and presets side by side with what their sources leave open."""

import time
from collections.abc import Sequence

import streamlit as st

from dashboard import address, controls, figures, glossary
from dashboard.plain import plain
from dashboard.rule_words import full_text, value_words
from dashboard.texts import language, text
from pipeline.report.rulebook import Paragraph, chapters
from replay.presets import READINGS, RULESETS
from replay.rulesets import FIELDS, format_value

FIRST = ["amsterdams", "rotterdams"]
"""What is compared until somebody chooses."""
MOST_PRESETS = 6
"""More would not fit beside one another."""
FIRST_PAINT = 0.1
"""Seconds in which a browser can paint the head of the page: it would otherwise draw all paragraphs first, 0.8 s later."""


def show(state: str | None) -> None:
    """Draw the page; it needs no store."""
    del state
    st.caption(text("rules.intro"))
    if st.query_params.get("term"):
        st.query_params.setdefault("part", "glossary")
    parts = {name: text(f"rules.part_{name}") for name in ("paragraphs", "glossary", "presets")}
    chosen = controls.choice("part", parts, text("rules.part"))
    {"paragraphs": _paragraphs, "glossary": _glossary, "presets": _presets}[chosen]()


def _paragraphs() -> None:
    """One paragraph that was asked for, or all of them by chapter."""
    every = [paragraph for found in chapters().values() for paragraph in found]
    asked = st.query_params.get("paragraph")
    at = next((at for at, paragraph in enumerate(every) if paragraph.number == asked), None)
    if at is not None:
        _one(every, at)
        return
    if asked:
        st.info(text("rules.unknown_paragraph", name=plain(asked)), icon=":material/info:")
    search = st.text_input(text("rules.search"), key="rules_search", max_chars=100, icon=":material/search:").strip().lower()
    st.caption(text("rules.english"))
    if not search:
        time.sleep(FIRST_PAINT)
    found_any = False
    for chapter, paragraphs in chapters().items():
        fitting = [paragraph for paragraph in paragraphs if search in _searched(paragraph)]
        if fitting:
            found_any = True
            st.subheader(f"{chapter} {text(f'rules.chapter_{chapter}')}", anchor=f"chapter-{chapter}")
        for paragraph in fitting:
            _paragraph(paragraph)
    if not found_any:
        st.info(text("rules.none_found"), icon=":material/info:")


def _searched(paragraph: Paragraph) -> str:
    number = paragraph.number
    words = [
        number,
        text(f"rules.title_{number}"),
        text(f"rules.short_{number}"),
        full_text(number, language()),
        *paragraph.fields,
    ]
    return " ".join(words).lower()


def _one(every: Sequence[Paragraph], at: int) -> None:
    """One paragraph, with its neighbours a press away."""
    with st.container(border=True):
        _paragraph(every[at], is_open=True)
    for field in every[at].fields:
        _values(field)
    with st.container(horizontal=True):
        if at > 0:
            _to(every[at - 1].number, text("rules.previous"), ":material/arrow_back:")
        if at + 1 < len(every):
            _to(every[at + 1].number, text("rules.next"), ":material/arrow_forward:")
        address.link("rules", text("rules.all"), icon=":material/menu_book:", to=address.language_query())


def _to(number: str, label: str, icon: str) -> None:
    to = address.language_query() | {"paragraph": number}
    address.link("rules", f"{label}: {number} {text(f'rules.title_{number}')}", icon=icon, to=to)


def _paragraph(paragraph: Paragraph, *, is_open: bool = False) -> None:
    """Number and title, what holds in short, and the text of the rulebook."""
    number = paragraph.number
    st.markdown(f"##### {number} · {text(f'rules.title_{number}')}\n\n{text(f'rules.short_{number}')}")
    with st.expander(text("rules.full"), expanded=is_open, key=f"full_{number}"):
        st.markdown(full_text(number, language()))


def _values(field: str) -> None:
    """What a field decides, and which presets give it which value."""
    st.markdown(f"**`{field}`**: {text(f'rules.field_{field}')}")
    by_value: dict[int, list[str]] = {}
    for name, rules in RULESETS.items():
        by_value.setdefault(getattr(rules, field), []).append(name)
    figures.table(
        {
            text("rules.spelled"): [f"`{format_value(field, value)}`" for value in sorted(by_value)],
            text("rules.value"): [value_words(field, value) for value in sorted(by_value)],
            text("rules.presets"): [", ".join(by_value[value]).replace("_", "\\_") for value in sorted(by_value)],
        },
        f"values-{field}",
    )


def _glossary() -> None:
    """The terms in the reader's language; the one that was asked for first."""
    asked = st.query_params.get("term")
    every = glossary.terms()
    if asked in every:
        with st.container(border=True):
            st.markdown(_term(asked))
    elif asked:
        st.info(text("rules.unknown_term", name=plain(asked)), icon=":material/info:")
    search = st.text_input(text("rules.search_terms"), key="terms_search", max_chars=100, icon=":material/search:")
    wanted = search.strip().lower()
    fitting = [one for one in every if wanted in f"{glossary.name_of(one)} {glossary.meaning(one)} {one}".lower()]
    st.markdown("\n\n".join(map(_term, fitting)))
    if not fitting:
        st.info(text("rules.none_found"), icon=":material/info:")


def _term(term: str) -> str:
    """A term as Markdown, with its meaning and a link to its paragraph."""
    number = glossary.PARAGRAPHS.get(term)
    see = f" [{text('rules.see', paragraph=number)}]({address.rules_address(number)})" if number else ""
    return f"**{glossary.name_of(term)}**  \n{glossary.meaning(term)}{see}"


def _presets() -> None:
    """Presets beside one another, and their other readings."""
    names = list(RULESETS)
    given = [name for name in dict.fromkeys(st.query_params.get_all("preset")) if name in RULESETS][:MOST_PRESETS]
    st.session_state["preset_choice"] = given or FIRST
    chosen = st.multiselect(
        text("rules.presets"),
        names,
        key="preset_choice",
        max_selections=MOST_PRESETS,
        placeholder=text("rules.choose_presets"),
        on_change=_choose_presets,
    )
    only = st.toggle(text("rules.only_differences"), value=True, key="only_differences")
    fields = [field for field in FIELDS if not (only and len(chosen) > 1) or _differs(field, chosen)]
    if fields:
        paragraphs = [FIELDS[field].paragraph for field in fields]
        columns = {
            text("rules.paragraph"): [f"[{number}]({address.rules_address(number)})" for number in paragraphs],
            text("rules.decides"): [text(f"rules.field_{field}") for field in fields],
        }
        figures.table(columns | {name: [_value(name, field) for field in fields] for name in chosen}, "presets")
    else:
        st.info(text("rules.nothing_differs"), icon=":material/info:")
    if any(field in READINGS[name] for field in fields for name in chosen):
        st.caption(text("rules.open_mark"))
    _readings(chosen)


def _choose_presets() -> None:
    st.query_params["preset"] = st.session_state["preset_choice"]


def _differs(field: str, names: Sequence[str]) -> bool:
    return len({getattr(RULESETS[name], field) for name in names}) > 1


def _value(name: str, field: str) -> str:
    mark = " \\*" if field in READINGS[name] else ""
    return f"{value_words(field, getattr(RULESETS[name], field))}{mark}"


def _readings(names: Sequence[str]) -> None:
    """Fields that the sources of presets leave open, with their other values."""
    st.subheader(text("rules.readings"))
    st.caption(text("rules.readings_help"))
    rows = [(name, field, values) for name in names for field, values in READINGS[name].items()]
    for name in names:
        if not READINGS[name]:
            st.markdown(text("rules.settled", name=f"`{name}`"))
    if rows:
        figures.table(
            {
                text("rules.preset"): [f"`{name}`" for name, _, _ in rows],
                text("rules.decides"): [
                    f"{text(f'rules.field_{field}')} ([{FIELDS[field].paragraph}]"
                    f"({address.rules_address(FIELDS[field].paragraph)}))"
                    for _, field, _ in rows
                ],
                text("rules.taken"): [value_words(field, getattr(RULESETS[name], field)) for name, field, _ in rows],
                text("rules.other_readings"): [
                    ", ".join(value_words(field, value) for value in values) for _, field, values in rows
                ],
            },
            "readings",
        )
