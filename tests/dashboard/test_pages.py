"""Every page opens on every kind of store, in both languages, and shows what a log says as text."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from dashboard.pages import PAGES
from dashboard.plain import plain

BUILT = [page.key for page in PAGES if importlib.util.find_spec(f"dashboard.pages.{page.key}")]


def titles(page: Any) -> list[str]:
    return [title.value for title in page.title]


def sound(page: Any) -> None:
    """No exception, and no text or key shown in its place."""
    assert not page.exception
    assert not page.error


@pytest.mark.parametrize("key", BUILT)
@pytest.mark.parametrize("store", ["no_db", "empty_db", "sample_db", "hostile_db"])
def test_a_page_opens(key: str, store: str, open_page: Any, request: pytest.FixtureRequest) -> None:
    page = open_page(key, request.getfixturevalue(store), lang="nl" if store in ("no_db", "sample_db") else "en")
    sound(page)
    assert len(titles(page)) == 1


@pytest.mark.parametrize("row", [page for page in PAGES if page.key in BUILT and page.needs_store], ids=lambda row: row.key)
@pytest.mark.parametrize("store", ["no_db", "empty_db"])
def test_without_deals_a_page_offers_the_sample_season(
    row: Any, store: str, open_page: Any, request: pytest.FixtureRequest
) -> None:
    page = open_page(row.key, request.getfixturevalue(store), lang="en")
    assert [button.label for button in page.button] == ["Show the sample"]


def test_the_sample_season_is_one_press_away(open_page: Any, no_db: Path) -> None:
    page = open_page("overview", no_db, lang="en")
    page.button[0].click().run()
    sound(page)
    assert no_db.exists()
    assert "**792** deals in **50** games" in page.markdown[0].value


def test_a_new_state_of_the_store_is_seen_without_a_restart(open_page: Any, tmp_path: Path) -> None:
    from making import season, write_log

    from pipeline.ingest import ingest

    db = tmp_path / "a.duckdb"
    records = season(games=2)
    ingest([write_log(tmp_path / "a.jsonl", *records[:16])], db)
    page = open_page("overview", db, lang="en")
    assert "**16** deals in **1** games" in page.markdown[0].value
    ingest([write_log(tmp_path / "b.jsonl", *records[16:])], db)  # while it is open for reading
    page.run()
    assert "**32** deals in **2** games" in page.markdown[0].value


def test_a_lake_is_shown_like_a_database(open_page: Any, tmp_path: Path) -> None:
    from making import season, write_log

    from pipeline.ingest import ingest

    db = tmp_path / "a.lake"
    records = season(games=2)
    ingest([write_log(tmp_path / "a.jsonl", *records[:16])], db)
    assert "**16** deals" in open_page("overview", db, lang="en").markdown[0].value
    ingest([write_log(tmp_path / "b.jsonl", *records[16:])], db)
    page = open_page("contracts", db, lang="en")
    sound(page)
    assert "**32** deals" in open_page("overview", db, lang="en").markdown[0].value


def test_a_store_of_a_newer_version_is_refused_politely(open_page: Any, sample_db: Path, tmp_path: Path) -> None:
    import shutil

    import duckdb

    db = tmp_path / "newer.duckdb"
    shutil.copy(sample_db, db)
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    for key in BUILT:
        page = open_page(key, db)
        assert not page.exception
        if next(row for row in PAGES if row.key == key).needs_store:
            assert ["newer klaverlog" in error.value for error in page.error] == [True]


def test_what_is_no_store_is_told(open_page: Any, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    db.write_text("no database")
    page = open_page("overview", db)
    assert not page.exception
    assert "not a klaverlog database" in page.error[0].value.replace("\\", "")


@pytest.mark.parametrize(
    "name",
    [
        "*a*",
        "[a](http://b.test)",
        "![a](b)",
        ":house:",
        "$x$",
        "a@b.test",
        "www.b.test",
        "<b>",
        "`a`",
        "# a",
        "1. a",
        ":red[a]",
    ],
)
def test_marks_of_markdown_in_a_name_are_escaped(name: str) -> None:
    shown = plain(name)
    assert shown != name
    for mark in "*[]!`#$<>":
        assert mark not in shown.replace(f"\\{mark}", "")
    assert ":house:" not in shown.replace("\\", "")
    assert "@b" not in shown
    assert "www." not in shown


def test_no_page_shows_mark_up_of_a_log(open_page: Any, hostile_db: Path) -> None:
    for key in BUILT:
        page = open_page(key, hostile_db, lang="en")
        for kind in ("markdown", "caption", "info", "warning", "success", "subheader", "header"):
            for element in page.get(kind):
                assert "<script>" not in element.value
                assert "](http" not in element.value
                assert ":house:" not in element.value
                assert not getattr(element, "allow_html", False)
