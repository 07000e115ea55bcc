"""Reviews of findings: kept beside the store whatever happens to it, known to be outdated, and told by the audit."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import run
from making import REVIEWED, season, write_log
from stores import findings

from pipeline.errors import UsageError
from pipeline.finding_lists import (
    Wanted,
    codes_found,
    finding_counts,
    findings_of_deal,
    findings_that_fit,
    players_found,
    without_finding,
)
from pipeline.forgetting import forget
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.reviews import (
    LONGEST_NOTE,
    Review,
    batches,
    digest,
    load_reviews,
    place_of,
    remove_batch,
    remove_review,
    reviews_file,
    save_review,
    save_reviews,
    with_reviews,
)
from pipeline.samples import sample_season


def states(db: Path) -> list[str]:
    return [row["review"] for row in with_reviews(findings(db), load_reviews(db))]


@pytest.mark.parametrize("found_db", ["store.duckdb", "store.lake"], indirect=True)
def test_a_review_survives_an_ingest_and_a_rebuild(found_db: Path, tmp_path: Path) -> None:
    save_review(found_db, findings(found_db)[1], "seen with both <b>sides</b>")
    assert states(found_db) == ["open", "reviewed", "open"]
    others = [record | {"game_id": f"other-{record['game_id']}"} for record in season()[:16]]
    ingest([write_log(tmp_path / "b.jsonl", *others)], found_db)
    rebuild(found_db)
    assert states(found_db) == ["open", "reviewed", "open"]
    (review,) = load_reviews(found_db).values()
    assert review.note == "seen with both <b>sides</b>"
    assert review.place.code == "winner_mismatch"


def test_a_review_of_a_finding_that_changed_is_outdated(found_db: Path, tmp_path: Path) -> None:
    save_review(found_db, findings(found_db)[2], "0-162 it is")
    records = season(games=2)
    records[2]["score"] = [3, 4]
    (tmp_path / "a.jsonl").unlink()
    write_log(tmp_path / "a.jsonl", *records)
    ingest([tmp_path / "a.jsonl"], found_db)
    assert states(found_db) == ["outdated"]
    with reading(found_db) as store:
        assert finding_counts(store, Wanted(), load_reviews(found_db)) == {("violation", "outdated"): 1}
    old = load_reviews(found_db)[place_of(findings(found_db)[0])]
    save_review(found_db, findings(found_db)[0], "still so", instead_of=old)
    assert states(found_db) == ["reviewed"]


def test_a_review_whose_finding_is_gone_is_kept_and_told(found_db: Path, tmp_path: Path) -> None:
    save_review(found_db, findings(found_db)[2], "to be corrected")
    write_log(tmp_path / "a.jsonl", *season(games=2))
    ingest([tmp_path / "a.jsonl"], found_db)
    assert findings(found_db) == []
    with reading(found_db) as store:
        gone = without_finding(store, load_reviews(found_db))
    assert [(row["deal_no"], row["code"]) for row in gone] == [(3, "score_mismatch")]


def test_lists_of_findings_equal_a_recount_in_python(found_db: Path) -> None:
    rows = findings(found_db)
    save_review(found_db, rows[0], "")
    save_review(found_db, rows[2], "x")
    reviews = load_reviews(found_db)
    known = with_reviews(rows, reviews)
    choices = [
        Wanted(),
        Wanted(certainties=("violation",)),
        Wanted(certainties=("information",)),
        Wanted(code="winner_mismatch"),
        Wanted(game=rows[0]["game_id"].upper()),
        Wanted(game="%"),
        Wanted(review="open"),
        Wanted(code="winner_mismatch", review="reviewed"),
        Wanted(player=REVIEWED),
    ]
    with reading(found_db) as store:
        for wanted in choices:
            expected = [
                row
                for row in known
                if (not wanted.certainties or row["certainty"] in wanted.certainties)
                and wanted.code in (None, row["code"])
                and wanted.player in (None, row["player"])
                and wanted.game.lower() in row["game_id"].lower()
            ]
            fitting = [row for row in expected if wanted.review in (None, row["review"])]
            found = findings_that_fit(store, wanted, reviews)
            assert [(place_of(row), row["review"]) for row in found] == [(place_of(row), row["review"]) for row in fitting]
            assert findings_that_fit(store, wanted, reviews, 1, 1) == found[1:2]
            assert sum(finding_counts(store, wanted, reviews).values()) == len(expected)
        assert codes_found(store) == {"winner_mismatch": 2, "score_mismatch": 1}
        assert players_found(store) == sorted({row["player"] for row in rows if row["player"] is not None})
        assert [place_of(row) for row in findings_of_deal(store, *place_of(rows[0])[:3])] == [place_of(rows[0])]


def test_a_person_of_an_alias_is_found_by_either_name(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest(sample_season(), db)
    name = next(row["player"] for row in findings(db) if row["player"])
    assert run("alias", name, "Somebody Else", "--db", db).exit_code == 0
    with reading(db) as store:
        assert name not in players_found(store)
        found = findings_that_fit(store, Wanted(player="Somebody Else"), {})
    assert found
    assert {row["player"] for row in found} == {name}


def test_two_people_at_once_lose_nothing(plain_db: Path) -> None:
    rows = findings(plain_db) * 8
    many = [row | {"card_no": number + 1} for number, row in enumerate(rows)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda row: save_review(plain_db, row, "n"), many))
    assert len(load_reviews(plain_db)) == len(many)


def test_whoever_did_not_see_the_others_review_is_told(plain_db: Path) -> None:
    row = findings(plain_db)[0]
    first = save_review(plain_db, row, "mine")
    with pytest.raises(UsageError, match="somebody else reviewed this finding meanwhile and noted: 'mine'"):
        save_review(plain_db, row, "yours")
    second = save_review(plain_db, row, "ours", instead_of=first)
    with pytest.raises(UsageError, match="'ours'"):
        remove_review(plain_db, first)
    remove_review(plain_db, second)
    with pytest.raises(UsageError, match="took this review back"):
        save_review(plain_db, row, "again", instead_of=second)
    assert load_reviews(plain_db) == {}


def test_several_are_reviewed_at_once_and_stay_so_after_an_ingest(found_db: Path, tmp_path: Path) -> None:
    made = save_reviews(found_db, findings(found_db), "the same for all")
    ingest([write_log(tmp_path / "b.jsonl", *({**one, "site": "elsewhere"} for one in season()))], found_db)
    assert load_reviews(found_db) == made
    rows = findings(found_db)
    assert {row["review"] for row in with_reviews(rows, made)} == {"reviewed"}
    assert [(batch.note, batch.number) for batch in batches(made)] == [("the same for all", len(rows))]


def test_of_several_none_is_reviewed_where_somebody_was_faster(found_db: Path) -> None:
    first, *others = findings(found_db)
    before = save_review(found_db, first, "I was first")
    with pytest.raises(UsageError, match="reviewed 1 of these 3 findings meanwhile: nothing is done"):
        save_reviews(found_db, [*others, first], "all")
    assert load_reviews(found_db) == {before.place: before}
    with pytest.raises(UsageError, match="at most 2,000"):
        save_reviews(found_db, others, "x" * (LONGEST_NOTE + 1))


def test_a_batch_is_taken_back_but_for_what_was_changed_since(found_db: Path) -> None:
    rows = findings(found_db)
    alone = save_review(found_db, rows[0], "alone")
    made = save_reviews(found_db, rows[1:], "all")
    changed = save_review(found_db, rows[1], "all", instead_of=made[place_of(rows[1])])
    assert batches(load_reviews(found_db)) == []  # one that is left of a batch is taken back like any other
    save_review(found_db, rows[1], "", instead_of=changed)
    remove_review(found_db, load_reviews(found_db)[place_of(rows[1])])
    remove_review(found_db, made[place_of(rows[2])])
    again = save_reviews(found_db, rows[1:], "again")
    (batch,) = batches(load_reviews(found_db))
    assert remove_batch(found_db, batch) == len(again) == 2
    assert load_reviews(found_db) == {alone.place: alone}
    assert remove_batch(found_db, batch) == 0


def test_a_forgotten_name_leaves_the_notes_too_and_stays_out(found_db: Path) -> None:
    review = save_review(found_db, findings(found_db)[0], f"spoke to {REVIEWED}, who agrees")
    result = run("forget", REVIEWED, "--db", found_db)
    assert "and 1 note on findings" in result.stdout
    assert b"Zebedeus" not in reviews_file(found_db).read_bytes()
    changed = load_reviews(found_db)[review.place]
    assert changed.note.startswith("spoke to player-")
    save_review(found_db, findings(found_db)[1], f"{REVIEWED} again [and more...]")
    assert b"Zebedeus" not in reviews_file(found_db).read_bytes()
    assert states(found_db)[:2] == ["reviewed", "reviewed"]


def test_a_name_that_only_a_note_holds_can_be_forgotten(found_db: Path) -> None:
    save_review(found_db, findings(found_db)[0], "told by Quirijn")
    assert forget(found_db, "Quirijn").notes == 1
    assert b"Quirijn" not in reviews_file(found_db).read_bytes()


def test_the_audit_tells_reviews_in_all_its_forms(found_db: Path) -> None:
    rows = findings(found_db)
    save_review(found_db, rows[0], "=cmd() <script> &")
    save_review(found_db, rows[1], "")
    printed = run("audit", "--db", found_db, "--output", "csv").stdout
    assert [(row["review"], row["review_note"]) for row in csv.DictReader(io.StringIO(printed))] == [
        ("reviewed", "'=cmd() <script> &"),
        ("reviewed", ""),
        ("open", ""),
    ]
    values = json.loads(run("audit", "--db", found_db, "--output", "json").stdout)
    assert values["findings"][0]["review_note"] == "=cmd() <script> &"
    page = run("audit", "--db", found_db, "--output", "html").stdout
    assert "reviewed: =cmd() &lt;script&gt; &amp;" in page
    assert "reviewed: =cmd() <script> &" in run("audit", "--db", found_db).stdout
    hidden = run("audit", "--db", found_db, "--output", "json", "--anonymise").stdout
    assert "script" not in hidden


def test_a_review_knows_its_finding(plain_db: Path) -> None:
    row = findings(plain_db)[0]
    review = save_review(plain_db, row, "n")
    assert review == Review(place_of(row), digest(row), "violation", row["paragraph"], "n", review.reviewed_at)
    for name in ("certainty", "message", "legal_cards", "card"):
        assert digest(row | {name: "other"}) != digest(row)
