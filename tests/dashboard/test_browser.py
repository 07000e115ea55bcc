"""The dashboard in a real browser: nothing goes wrong or out to other hosts, and addresses hold."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from browser import Watched, dashboard, needs_browser

from dashboard.pages import PAGES

pytestmark = needs_browser
BUILT = [page.key for page in PAGES if importlib.util.find_spec(f"dashboard.pages.{page.key}")]

DARK = "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor === 'rgb(23, 22, 20)'"
NOTHING_BESIDE = "() => document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"
"""On a phone nothing is wider than the screen."""


@pytest.fixture(scope="module")
def address(sample_db: Path) -> Iterator[str]:
    with dashboard(sample_db) as found:
        yield found


def query(page: Any) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


@pytest.mark.parametrize("key", BUILT)
def test_a_page_is_drawn_for_everybody_without_a_fault_or_a_request_to_another_host(
    key: str, address: str, tab: Watched
) -> None:
    page = tab.open(f"{address}/{key if key != BUILT[0] else ''}?lang=en")  # the first page has no name in the address
    assert tab.faults_for_readers() == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(DARK)
    assert tab.faults_for_readers(only="color-contrast") == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(NOTHING_BESIDE)
    assert tab.faults == []


@pytest.fixture(scope="module")
def without_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with dashboard(tmp_path_factory.mktemp("none") / "none.duckdb") as found:
        yield found


PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}


@pytest.mark.parametrize(
    ("server", "path", "size", "shown"),
    [
        ("without_store", "?lang=en", LAPTOP, "text=Show the sample"),
        ("without_store", "deal?lang=nl", PHONE, "text=Spel bekijken"),
        ("address", "players?lang=nl&player=Anneke", LAPTOP, "text=Vorm van Anneke"),
        ("address", "games?lang=en&game=amsterdams-0003&game_site=club-demo", LAPTOP, "text=Course: lead of north-south"),
        ("address", "deal?lang=nl&site=club-demo&game=amsterdams-0003&deal=12&step=4", PHONE, ".kl-viewer[data-step]"),
        ("address", "audit?lang=en&code=not_followed", PHONE, "text=Review several findings at once"),
    ],
    ids=["nothing", "no deal", "profile", "sheet", "deal on a phone", "audit on a phone"],
)
def test_nothing_hinders_a_reader_in_other_states_of_a_page(
    server: str, path: str, size: dict[str, int], shown: str, tab: Watched, request: pytest.FixtureRequest
) -> None:
    tab.page.set_viewport_size(size)
    page = tab.open(f"{request.getfixturevalue(server)}/{path}")
    page.locator(shown).first.wait_for()
    assert tab.faults_for_readers() == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(DARK)
    assert tab.faults_for_readers(only="color-contrast") == []
    page.wait_for_function(NOTHING_BESIDE)
    assert tab.faults == []


def test_filters_survive_reload_another_page_and_back(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/contracts?lang=en&player=Anneke&trump=H&measure=made")
    shown = page.get_by_text("Filtered by:")
    assert "Anneke" in shown.inner_text()
    assert "hearts" in shown.inner_text()
    page.reload()
    tab.settled()
    assert query(page) == {"lang": ["en"], "player": ["Anneke"], "trump": ["H"], "measure": ["made"]}
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Roem").click()
    page.wait_for_url("**/roem**")
    page.get_by_role("heading", name="Roem", exact=True).wait_for()  # the page before has the line of filters too
    tab.settled()
    page.get_by_text("Filtered by:").wait_for()
    assert query(page)["player"] == ["Anneke"]
    assert query(page)["lang"] == ["en"]
    page.go_back()
    page.wait_for_url("**/contracts**")
    tab.settled()
    assert "Anneke" in page.get_by_text("Filtered by:").inner_text()
    assert tab.faults == []


def test_what_findings_are_narrowed_to_is_no_filter_of_statistics(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/audit?lang=en&player=Anneke")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Roem").click()
    page.get_by_role("heading", name="Roem", exact=True).wait_for()
    tab.settled()
    assert query(page) == {"lang": ["en"]}
    assert tab.faults == []


def test_a_choice_in_the_sidebar_can_be_taken_back_with_the_browser(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/?lang=nl")
    page.get_by_test_id("stSidebar").get_by_role("combobox", name="Speler").click()
    page.get_by_role("option", name="Corrie").click()
    page.get_by_text("Gefilterd op: Speler Corrie").wait_for()
    assert query(page)["player"] == ["Corrie"]
    page.go_back()
    page.get_by_text("Gefilterd op").wait_for(state="detached")
    assert "player" not in query(page)
    assert tab.faults == []


def test_a_mark_leads_to_its_deals(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/contracts?lang=en")
    marks = page.get_by_test_id("stVegaLiteChart").nth(1).locator("canvas, svg")
    marks.scroll_into_view_if_needed()
    box = marks.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + 14)
    shown = page.get_by_text(re.compile("^Deals behind"))  # the introduction speaks of deals behind marks too
    shown.wait_for(timeout=20_000)
    assert "clubs" in shown.inner_text()
    assert tab.faults == []


def test_a_chart_is_saved_as_svg_with_what_it_shows(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/roem?lang=nl")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Bewaar als SVG: Naar soort en troefkleur").click()
    saved = ElementTree.parse(waiting.value.path())  # noqa: S314 - what our own page has drawn
    words = {text.strip() for text in saved.getroot().itertext()}
    assert saved.getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert {"ruiten", "driekaart"} <= words
    assert any("n\u00a0=\u00a01.4" in word for word in words)
    assert tab.faults == []


def test_a_term_is_explained_in_a_tab_of_its_own_and_the_filters_go_along(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/contracts?lang=nl&player=Anneke")
    with page.expect_popup() as waiting:
        page.get_by_role("link", name="Troef", exact=True).click()
    other = waiting.value
    other.get_by_text("De kleur die in dit spel alle andere slaat").first.wait_for()
    assert query(other)["term"] == ["trump"]
    other.get_by_test_id("stSidebarNav").get_by_role("link", name="Roem").click()
    other.get_by_text("Gefilterd op: Speler Anneke").wait_for()
    assert query(other) == {"lang": ["nl"], "player": ["Anneke"]}
    other.close()
    assert tab.faults == []


def test_the_language_is_chosen_and_stays(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/?lang=nl&trump=H&player=Anneke")
    sidebar = page.get_by_test_id("stSidebar")
    assert "harten" in sidebar.get_by_role("combobox", name="Troef").input_value()
    sidebar.get_by_role("radio", name="English").click()
    page.get_by_role("heading", name="Overview").wait_for()
    tab.settled()
    assert "hearts" in sidebar.get_by_role("combobox", name="Trump").input_value()
    assert sidebar.get_by_role("combobox", name="Player").first.input_value() == "Anneke"
    page.reload()
    tab.settled()
    page.get_by_role("heading", name="Overview").wait_for()
    assert tab.faults == []
