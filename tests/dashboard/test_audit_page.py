"""The audit page: filters, what each finding shows, reviews that last, and what can be saved."""

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from making import season, write_log

from pipeline.cli import main
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.reviews import load_reviews, place_of, save_review


@pytest.fixture
def db(sample_db: Path, tmp_path: Path) -> Path:
    """The sample season, to write beside."""
    return Path(shutil.copy(sample_db, tmp_path / "a.duckdb"))


def words(page: Any) -> str:
    return "\n".join(
        element.value for kind in ("markdown", "caption", "warning", "info", "error") for element in page.get(kind)
    )


def found(page: Any) -> str:
    return next(one.value for one in page.markdown if "findings**" in one.value)


def note_of_first(page: Any) -> Any:
    return next(area for area in page.text_area if area.key != "audit_note")


def printed(db: Path, output: str, *options: str) -> str:
    return CliRunner().invoke(main, ["audit", "--db", str(db), "--output", output, *options]).stdout


def test_filters_find_what_the_command_line_prints(open_page: Any, sample_db: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(sample_db, "csv"))))
    game, player = rows[0]["game_id"], next(row["player"] for row in rows if row["player"])
    for query, fits in (
        ({}, lambda row: True),
        ({"certainty": "information"}, lambda row: row["certainty"] == "information"),
        ({"certainty": ["information", "violation"]}, lambda row: True),
        ({"code": "not_trumped"}, lambda row: row["code"] == "not_trumped"),
        ({"player": player}, lambda row: row["player"] == player),
        ({"game": game}, lambda row: game in row["game_id"]),
        ({"review": "reviewed"}, lambda row: False),
        ({"review": "open", "code": "not_followed"}, lambda row: row["code"] == "not_followed"),
        ({"code": "no such code"}, lambda row: False),
        ({"review": "no such state", "certainty": "sure"}, lambda row: True),
    ):
        page = open_page("audit", sample_db, lang="en", **query)
        assert not page.exception
        assert found(page) == f"**{sum(map(fits, rows))} of {len(rows)} findings**"


def test_a_finding_shows_the_card_the_rule_and_the_scores(open_page: Any, sample_db: Path) -> None:
    page = open_page("audit", sample_db, lang="en", code="undertrumped", game="rotterdams-0006")
    with reading(sample_db) as store:
        rows = [row for row in store.findings() if row["code"] == "undertrumped"]
    page = open_page("audit", sample_db, lang="en", code="undertrumped", game=rows[0]["game_id"])
    shown = words(page)
    assert f"as played **{rows[0]['score_ns']}–{rows[0]['score_ew']}**" in shown
    assert "**R19 · Undertrumping** With lower trumps only" in shown
    assert "This applies when a trump is owed" in shown
    assert "Legal was: ♠" in shown or "Legal was: ♥" in shown or "Legal was: ♦" in shown or "Legal was: ♣" in shown
    assert "trumped with" in shown
    assert any("Ruling to print" in button.label for button in page.get("download_button"))


def test_dutch_letters_for_dutch_readers(open_page: Any, sample_db: Path) -> None:
    with reading(sample_db) as store:
        row = next(row for row in store.findings() if row["code"] == "not_trumped" and row["card"][0] in "JQK")
    dutch = {"J": "B", "Q": "V", "K": "H"}[row["card"][0]]
    page = open_page("audit", sample_db, lang="nl", code=row["code"], game=row["game_id"])
    assert any(one.value.endswith(dutch) for one in page.caption)
    assert f"speelde {'♣♦♥♠'['CDHS'.index(row['card'][1])]}{dutch}" in words(page)


def test_a_review_is_kept_shown_and_taken_back(open_page: Any, db: Path) -> None:
    page = open_page("audit", db, lang="en", code="not_trumped")
    note_of_first(page).set_value("spoke **to** both <b>")
    page.button(key=next(button.key for button in page.button if button.label == "Mark as reviewed")).click().run()
    assert not page.exception
    (review,) = load_reviews(db).values()
    assert review.note == "spoke **to** both <b>"
    assert "spoke \\*\\*to\\*\\* both \\<b\\>" in words(page)
    assert "Take the review back" in [button.label for button in page.button]
    again = open_page("audit", db, lang="en", review="reviewed")
    assert found(again) == "**1 of 130 findings**"
    next(button for button in again.button if button.label == "Take the review back").click().run()
    assert load_reviews(db) == {}
    assert found(again) == "**0 of 130 findings**"


def test_two_people_who_review_the_same_finding_are_told(open_page: Any, db: Path) -> None:
    page = open_page("audit", db, lang="en", code="not_trumped")
    with reading(db) as store:
        row = next(row for row in store.findings() if row["code"] == "not_trumped")
    save_review(db, row, "I was first")
    note_of_first(page).set_value("mine")
    next(button for button in page.button if button.label == "Mark as reviewed").click().run()
    assert not page.exception
    assert "I was first" in page.error[0].value
    assert [review.note for review in load_reviews(db).values()] == ["I was first"]
    assert note_of_first(page).value == "mine"
    next(button for button in page.button if button.label == "Mark as reviewed").click().run()
    assert [review.note for review in load_reviews(db).values()] == ["mine"]


def test_a_review_of_a_finding_that_changed_is_told(open_page: Any, db: Path) -> None:
    with reading(db) as store:
        row = next(row for row in store.findings() if row["code"] == "not_trumped")
    save_review(db, row | {"message": "it was something else", "certainty": "depends_on_rule"}, "old note")
    save_review(db, row | {"deal_no": 99}, "gone note")
    page = open_page("audit", db, lang="en", review="outdated")
    assert found(page) == "**1 of 130 findings**"
    assert "it was: Depends on the rule, R17" in page.warning[0].value
    assert "gone note" in words(page)


def test_a_damaged_file_of_reviews_is_told(open_page: Any, db: Path) -> None:
    db.with_name("a.duckdb.reviews.json").write_text("{")
    page = open_page("audit", db, lang="en")
    assert not page.exception
    assert "nothing is done" in page.error[0].value


def mark_all(page: Any, which: str, note: str = "") -> None:
    page.radio(key="audit_which").set_value(which)
    page.text_area(key="audit_note").set_value(note)
    next(button for button in page.button if button.label == "Mark these as reviewed").click().run()
    assert not page.exception


def test_all_that_filters_show_are_reviewed_at_once_and_taken_back(open_page: Any, db: Path, tmp_path: Path) -> None:
    with reading(db) as store:
        rows = [row for row in store.findings() if row["code"] == "not_trumped"]
    before = save_review(db, rows[0], "looked at alone")
    page = open_page("audit", db, lang="en", code="not_trumped")
    mark_all(page, "all", "spoke <b>to</b> all")
    assert page.success[0].value == f"{len(rows) - 1} findings were marked as reviewed."
    found_notes = {place: review.note for place, review in load_reviews(db).items()}
    assert found_notes == {place_of(row): "spoke <b>to</b> all" for row in rows} | {before.place: "looked at alone"}
    assert "spoke \\<b\\>to" in words(page)
    ingest([write_log(tmp_path / "more.jsonl", *season())], db)
    again = open_page("audit", db, lang="en", review="reviewed")
    assert found(again).startswith(f"**{len(rows)} of ")
    next(button for button in again.button if button.label == f"Take these {len(rows) - 1} reviews back").click().run()
    assert not again.exception
    assert load_reviews(db) == {before.place: before}


def test_those_that_are_ticked_are_reviewed_at_once_from_any_page(open_page: Any, db: Path) -> None:
    page = open_page("audit", db, lang="en", certainty="violation")
    mark_all(page, "chosen")
    assert "No finding is chosen" in page.error[0].value
    boxes = [box for box in page.checkbox if box.label == "Choose"]
    assert len(boxes) == 10
    boxes[0].check().run()
    page.session_state["audit_page"] = 2
    page.run()
    [box for box in page.checkbox if box.label == "Choose"][3].check().run()
    assert found(page).endswith(" · 2 chosen")
    page.session_state["audit_page"] = 1
    page.run()
    assert [box.value for box in page.checkbox if box.label == "Choose"] == [True] + [False] * 9
    mark_all(page, "chosen", "these two")
    assert [review.note for review in load_reviews(db).values()] == ["these two"] * 2
    assert len([box for box in page.checkbox if box.label == "Choose"]) == 9  # the one that was reviewed has no box
    assert not any(box.value for box in page.checkbox if box.label == "Choose")


def test_a_choice_is_forgotten_with_the_filters_that_it_was_made_under(open_page: Any, db: Path) -> None:
    page = open_page("audit", db, lang="en")
    next(box for box in page.checkbox if box.label == "Choose").check().run()
    page.selectbox(key="audit_code").set_value("nat_mismatch").run()
    mark_all(page, "chosen", "not these")
    assert load_reviews(db) == {}


def test_nothing_is_reviewed_at_once_where_somebody_was_faster(open_page: Any, db: Path) -> None:
    page = open_page("audit", db, lang="en", code="not_trumped")
    with reading(db) as store:
        row = next(row for row in store.findings() if row["code"] == "not_trumped")
    save_review(db, row, "I was first")
    mark_all(page, "all", "mine")
    assert "somebody else reviewed 1 of these" in page.error[0].value.replace("\\", "")
    assert [review.note for review in load_reviews(db).values()] == ["I was first"]
    assert page.text_area(key="audit_note").value == "mine"
    mark_all(page, "all", "mine")
    assert {review.note for review in load_reviews(db).values()} == {"I was first", "mine"}


def test_choices_go_into_the_address(open_page: Any, sample_db: Path) -> None:
    page = open_page("audit", sample_db, lang="en")
    page.selectbox(key="audit_code").set_value("nat_mismatch").run()
    assert page.query_params["code"] in ("nat_mismatch", ["nat_mismatch"])
    page.text_input(key="audit_game").set_value("rotterdams").run()
    assert page.query_params["game"] in ("rotterdams", ["rotterdams"])
    next(button for button in page.button if button.label == "Show all").click().run()
    assert "code" not in page.query_params
    assert "game" not in page.query_params
    assert found(page) == "**130 of 130 findings**"


def test_another_choice_begins_with_its_first_findings(open_page: Any, sample_db: Path) -> None:
    page = open_page("audit", sample_db, lang="en")
    first = [one.value for one in page.caption]
    page.session_state["audit_page"] = 13
    page.run()
    assert not page.exception
    assert [one.value for one in page.caption] != first
    page.text_input(key="audit_game").set_value("rotterdams").run()
    assert not page.exception
    assert "audit_page" not in page.session_state or page.session_state["audit_page"] == 1
    page.session_state["audit_page"] = 99
    page.run()
    assert not page.exception
    assert len([one for one in page.caption if "rotterdams" in one.value]) >= 10


def test_hostile_names_are_text_and_their_deals_can_be_found(open_page: Any, hostile_db: Path) -> None:
    with reading(hostile_db) as store:
        rows = store.findings()
    assert rows
    for query in ({}, {"game": "<b>&amp;"}, {"player": "<script>alert(1)</script>"}, {"code": "<script>"}):
        page = open_page("audit", hostile_db, lang="en", **query)
        assert not page.exception
        assert "<b>" not in words(page)
        assert "<script>" not in words(page)
