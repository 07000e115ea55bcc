"""What every reader sees: the menu, the sidebar and the page that was asked for."""

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard import address, data, empty, filters
from dashboard.pages import PAGES, Page
from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import LANGUAGES, language, look_again, text
from pipeline.errors import UsageError

ICON = str(Path(__file__).with_name("icon.svg"))
# A file: icons by name are fetched from another host by the browser.

STYLE = """<style>
.stApp [data-testid^="stBaseButton-primary"] { color: light-dark(#fff, #171614) }
.stApp [data-testid="stMainBlockContainer"] { padding-top: 3.5rem }
.stApp [data-testid="stVegaLiteChart"] :is([class*="role-axis-"], [class*="role-legend-"]) text { fill: currentColor }
.stApp [class*="st-key-head-"] { flex-wrap: nowrap }
.stApp [class*="st-key-head-"] > :first-child { min-width: 0; flex-shrink: 1 }
@media (max-width: 640px) {
  .stApp [data-testid="stTable"] :is(td, th) { padding: 0.25rem 0.3rem; font-size: 0.85rem }
  .stApp .st-key-ledger :is(td, th) { padding: 0.25rem 0.2rem; font-size: 0.75rem }
  .stApp .st-key-ledger td:first-child, .stApp .st-key-ledger td:first-child * { overflow-wrap: anywhere }
}
</style>"""
"""Streamlit writes white on the main colour, also where that is light, and axes in a grey of 3.7 to 1; it leaves a tenth of
the screen empty at the top, puts the button of a chart below a long title instead of beside it, and cuts tables off on a
phone.
"""


def main() -> None:
    """Draw one page for one reader."""
    look_again()
    st.set_page_config(page_title=text("app.title"), page_icon=ICON, layout="wide")
    st.html(STYLE)
    rows = [page for page in PAGES if importlib.util.find_spec(f"dashboard.pages.{page.key}")]
    menu: dict[str, list[st.Page]] = {}
    address.PLACES.clear()
    for row in rows:
        shown = st.Page(_drawn(row), title=text(f"pages.{row.key}"), icon=row.icon, url_path=row.key, default=row is rows[0])
        address.PLACES[row.key] = shown
        menu.setdefault(text(f"pages.{row.section}"), []).append(shown)
    asked = _page_of_this_run()
    for row in rows:
        if asked is not None and address.PLACES[row.key]._script_hash == asked:
            # Before the menu is drawn: else it depends on the machine whether the browser steps to the page or to its
            # filters first, and where one step back leads.
            address.carry_over(row)
    chosen = st.navigation(menu, expanded=True)
    row = next(row for row in rows if address.PLACES[row.key] is chosen or row.key == (chosen.url_path or rows[0].key))
    address.carry_over(row)
    look_again()
    try:
        chosen.run()
    finally:
        _language_choice()


def _page_of_this_run() -> str | None:
    """The page that the menu was pressed for, as Streamlit calls it, known before the menu is drawn; None for others."""
    context = get_script_run_ctx()
    return None if context is None else context.page_script_hash


def _drawn(row: Page) -> Callable[[], None]:
    def show() -> None:
        state = data.state()
        st.title(text(f"pages.{row.key}"))
        try:
            if row.needs_store:
                if state is None or data.deal_count(state) == 0:
                    empty.show()
                    return
                if row.filters:
                    filters.show(state)
            importlib.import_module(f"dashboard.pages.{row.key}").show(state)
        except UsageError as error:
            st.error(plain(explained(error), 1_000), icon=":material/error:")

    show.__name__ = row.key
    return show


def _language_choice() -> None:
    st.session_state["language_choice"] = language()
    st.sidebar.segmented_control(
        text("app.language"),
        LANGUAGES,
        format_func={code: text(f"app.{code}") for code in LANGUAGES}.__getitem__,
        key="language_choice",
        on_change=_choose_language,
    )


def _choose_language() -> None:
    chosen = st.session_state.get("language_choice") or language()
    st.session_state["language"] = chosen
    st.query_params["lang"] = chosen
