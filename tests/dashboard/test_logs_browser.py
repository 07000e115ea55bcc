"""In a real browser: an upload appears in the ledger, the audit report downloads, and a review is there after a reload."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Watched, dashboard, needs_browser

from pipeline.queries import reading
from pipeline.reviews import load_reviews
from pipeline.samples import sample_logs

pytestmark = needs_browser


@pytest.fixture(scope="module")
def db(sample_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample season, to write beside."""
    return Path(shutil.copy(sample_db, tmp_path_factory.mktemp("browser") / "a.duckdb"))


@pytest.fixture(scope="module")
def address(db: Path) -> Iterator[str]:
    with dashboard(db) as found:
        yield found


def test_an_upload_of_a_sample_log_appears_in_the_ledger(address: str, tab: Watched, db: Path) -> None:
    page = tab.open(f"{address}/logs?lang=en")
    assert page.get_by_role("cell", name="two_games", exact=False).count() == 0
    page.locator("input[type=file]").set_input_files(sample_logs() / "csv" / "two_games.csv")
    page.get_by_text("two_games.csv").wait_for()
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_text("1 file(s) read in").wait_for(timeout=60_000)
    cell = page.get_by_role("cell", name="two_games", exact=False)
    cell.wait_for()
    row = cell.locator("xpath=../td").all_inner_texts()
    assert row[1] == row[2] != "0"  # all its records are deals
    assert tab.faults == []


def test_the_audit_report_downloads(address: str, tab: Watched, db: Path) -> None:
    page = tab.open(f"{address}/audit?lang=en&certainty=violation")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report (html)").click()
    report = waiting.value.path().read_text("utf-8")
    assert waiting.value.suggested_filename == "klaverlog-audit.html"
    assert report.startswith("<!doctype html>")
    with reading(db) as store:
        n = store.totals()["violations"]
    assert report.count('<tr class="violation">') == n > 100
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Table (csv)").click()
    assert len(waiting.value.path().read_text("utf-8").splitlines()) == n + 1
    assert tab.faults == []


def test_a_review_and_a_filter_survive_a_reload_and_the_ruling_can_be_printed(address: str, tab: Watched, db: Path) -> None:
    page = tab.open(f"{address}/audit?lang=en&code=undertrumped")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Ruling to print").first.click()
    assert "<h1>Ruling:" in waiting.value.path().read_text("utf-8")
    page.get_by_text("Not reviewed yet").first.click()
    page.get_by_role("textbox", name="Note").first.fill("talked *about* it <b>")
    page.get_by_role("button", name="Mark as reviewed").first.click()
    page.get_by_text("talked *about* it <b>").first.wait_for()
    page.reload()
    tab.settled()
    page.get_by_text("talked *about* it <b>").first.wait_for()
    assert page.get_by_text("4 of 1").count() == 1
    assert [review.note for review in load_reviews(db).values()] == ["talked *about* it <b>"]
    assert tab.faults == []


def test_only_what_is_ticked_is_reviewed_at_once_and_it_can_be_taken_back(address: str, tab: Watched, db: Path) -> None:
    page = tab.open(f"{address}/audit?lang=en&code=not_followed")
    before = load_reviews(db)
    boxes = page.get_by_text("Choose", exact=True)
    boxes.nth(0).click()
    page.get_by_text("· 1 chosen").wait_for()
    boxes.nth(2).click()
    page.get_by_text("· 2 chosen").wait_for()
    page.get_by_text("Review several findings at once").click()
    page.get_by_role("textbox", name="Note").first.fill("both at once")
    page.get_by_role("button", name="Mark these as reviewed").click()
    page.get_by_text("2 findings were marked as reviewed").wait_for()
    told = page.get_by_text("2 reviewed at once on").filter(has_text="both at once")
    told.wait_for()  # it is drawn after the button: before, there is nothing that could go away
    made = {place: review for place, review in load_reviews(db).items() if place not in before}
    assert [(place.code, review.note) for place, review in made.items()] == [("not_followed", "both at once")] * 2
    page.get_by_role("button", name="Take these 2 reviews back").click()
    told.wait_for(state="detached")
    page.get_by_text("both at once").first.wait_for(state="detached")
    assert load_reviews(db) == before
    assert tab.faults == []


def test_a_paragraph_is_reached_from_a_finding_and_a_term_from_its_address(address: str, tab: Watched) -> None:
    page = tab.open(f"{address}/audit?lang=en&code=undertrumped")
    page.get_by_text("What the rule says (R19)").first.click()
    page.get_by_text("This applies when a trump is owed").first.wait_for()
    tab.settled()  # until the text is unfolded, the link moves on from where it is pressed
    page.get_by_role("link", name="R19 among the rules").first.click()
    page.get_by_role("heading", name="R19 · Undertrumping").wait_for()
    page = tab.open(f"{address}/rules?lang=nl&term=nat")
    page.get_by_text("De spelende partij haalt niet genoeg").first.wait_for()
    assert tab.faults == []
