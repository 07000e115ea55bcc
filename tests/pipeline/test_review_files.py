"""The file of reviews: bounded, and told and left as it is when damaged."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import run
from stores import findings

from pipeline.backup import backup
from pipeline.errors import UsageError
from pipeline.reviews import (
    LONGEST_NOTE,
    MOST_REVIEWS,
    load_reviews,
    reviews_file,
    save_review,
    save_reviews,
)


def test_there_is_an_end_to_reviews_made_at_once(found_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.reviews.MOST_REVIEWS", 2)
    with pytest.raises(UsageError, match="there are 0 reviews already, and no room for 3 more"):
        save_reviews(found_db, findings(found_db), "")
    assert load_reviews(found_db) == {}


def test_notes_are_bounded_and_any_text(plain_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = findings(plain_db)
    with pytest.raises(UsageError, match="2,001 characters: at most 2,000"):
        save_review(plain_db, rows[0], "x" * (LONGEST_NOTE + 1))
    review = save_review(plain_db, rows[0], " \ud800'; DROP TABLE deals; \0 é ")
    assert load_reviews(plain_db)[review.place].note == "?'; DROP TABLE deals; \0 é"
    monkeypatch.setattr("pipeline.reviews.MOST_REVIEWS", 1)
    with pytest.raises(UsageError, match="no room for 1 more"):
        save_review(plain_db, rows[1], "one too many")
    save_review(plain_db, rows[0], "this one may change", instead_of=review)
    assert MOST_REVIEWS == 50_000


@pytest.mark.parametrize("text", ["{", "[]", '{"reviews": [{"place": 1}]}', '{"reviews": [{}]}', "\xff", "[" * 100_000])
def test_a_damaged_file_is_told_and_left_as_it_is(plain_db: Path, text: str) -> None:
    reviews_file(plain_db).write_text(text, "latin-1")
    for work in (lambda: load_reviews(plain_db), lambda: save_review(plain_db, findings(plain_db)[0], "")):
        with pytest.raises(UsageError, match="so nothing is done"):
            work()
    assert reviews_file(plain_db).read_text("latin-1") == text
    assert run("audit", "--db", plain_db).exit_code == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda one: one["place"].__setitem__(3, 300), "no finding can stand at"),
        (lambda one: one.update(reviewed_at="**yesterday**"), "Invalid isoformat"),
        (lambda one: one.update(note=1), "a review holds texts"),
    ],
)
def test_values_that_no_review_has_are_damage(plain_db: Path, change: Any, message: str) -> None:
    save_review(plain_db, findings(plain_db)[0], "")
    values = json.loads(reviews_file(plain_db).read_text("utf-8"))
    change(values["reviews"][0])
    reviews_file(plain_db).write_text(json.dumps(values), "utf-8")
    with pytest.raises(UsageError, match=message):
        load_reviews(plain_db)


def test_a_backup_holds_the_reviews(plain_db: Path, tmp_path: Path) -> None:
    save_review(plain_db, findings(plain_db)[0], "kept")
    backup(plain_db, tmp_path / "copy.duckdb")
    assert load_reviews(tmp_path / "copy.duckdb") == load_reviews(plain_db)
    result = run("export", "deals", reviews_file(plain_db), "--db", plain_db)
    assert "belongs to one" in result.stderr
