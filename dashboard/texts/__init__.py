"""All texts that people read, in Dutch and English: one TOML file a section, one table a text."""

import tomllib
from functools import cache
from importlib import resources

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LANGUAGES = ("nl", "en")


@cache
def texts() -> dict[str, dict[str, str]]:
    """Every text by "section.key", and in it by language."""
    files = sorted(resources.files("dashboard.texts").iterdir(), key=lambda file: file.name)
    return {
        f"{file.name.removesuffix('.toml')}.{key}": languages
        for file in files
        if file.name.endswith(".toml")
        for key, languages in tomllib.loads(file.read_text("utf-8")).items()
    }


def text(name: str, /, **values: object) -> str:
    """The text of that name in the reader's language, with values put in its braces.

    Streamlit reads most texts as Markdown: what comes from a log goes through `dashboard.plain.plain` first.
    """
    return texts()[name][language()].format(**values)


def language() -> str:
    """The language of the reader: `?lang=`, else that of this visit, else the browser's; "nl" or "en".

    It is looked up once a run of a page: some pages have ten thousands of texts.
    """
    run = get_script_run_ctx(suppress_warning=True)
    found: str | None = getattr(run, _KEPT, None)
    if found is None:
        found = _chosen_language()
        if run is not None:
            setattr(run, _KEPT, found)
    return found


def look_again() -> None:
    """Look the language up anew: a run begins, or the address has changed."""
    run = get_script_run_ctx(suppress_warning=True)
    if run is not None:
        setattr(run, _KEPT, None)


_KEPT = "klaverlog_language"


def _chosen_language() -> str:
    for chosen in (st.query_params.get("lang"), st.session_state.get("language")):
        if chosen in LANGUAGES:
            return str(chosen)
    return "nl" if (st.context.locale or "").lower().startswith("nl") else "en"
