"""Reviews of findings: kept beside the store whatever happens to it, known to be outdated, and told by the audit."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from making import season, write_log

from pipeline.backup import backup
from pipeline.cli import main
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
    MOST_REVIEWS,
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
from pipeline.rows import Row
from pipeline.samples import sample_season

NAME = "Zebedeus Onvergetelijk"


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def db(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A store whose first game has three findings: two trick winners and a score are logged wrong."""
    records = season(games=2)
    for record in records[:16]:
        record["players"] = [NAME, "Bas", "Carla", "Dirk"]
    for number in (0, 1):
        winners = records[number]["winners"]
        records[number]["winners"] = ("N" if winners[0] != "N" else "E") + winners[1:]
    records[2]["score"] = [1, 2]
    path = tmp_path / getattr(request, "param", "store.duckdb")
    ingest([write_log(tmp_path / "a.jsonl", *records)], path)
    return path


@pytest.fixture
def plain_db(tmp_path: Path) -> Path:
    records = season(games=2)
    records[2]["score"] = [1, 2]
    records[3]["score"] = [1, 2]
    path = tmp_path / "store.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *records)], path)
    return path


def findings(db: Path) -> list[Row]:
    with reading(db) as store:
        return store.findings()


def states(db: Path) -> list[str]:
    return [row["review"] for row in with_reviews(findings(db), load_reviews(db))]


@pytest.mark.parametrize("db", ["store.duckdb", "store.lake"], indirect=True)
def test_a_review_survives_an_ingest_and_a_rebuild(db: Path, tmp_path: Path) -> None:
    save_review(db, findings(db)[1], "seen with both <b>sides</b>")
    assert states(db) == ["open", "reviewed", "open"]
    others = [record | {"game_id": f"other-{record['game_id']}"} for record in season()[:16]]
    ingest([write_log(tmp_path / "b.jsonl", *others)], db)
    rebuild(db)
    assert states(db) == ["open", "reviewed", "open"]
    (review,) = load_reviews(db).values()
    assert review.note == "seen with both <b>sides</b>"
    assert review.place.code == "winner_mismatch"


def test_a_review_of_a_finding_that_changed_is_outdated(db: Path, tmp_path: Path) -> None:
    save_review(db, findings(db)[2], "0-162 it is")
    records = season(games=2)
    records[2]["score"] = [3, 4]
    (tmp_path / "a.jsonl").unlink()
    write_log(tmp_path / "a.jsonl", *records)
    ingest([tmp_path / "a.jsonl"], db)
    assert states(db) == ["outdated"]
    with reading(db) as store:
        assert finding_counts(store, Wanted(), load_reviews(db)) == {("violation", "outdated"): 1}
    old = load_reviews(db)[place_of(findings(db)[0])]
    save_review(db, findings(db)[0], "still so", instead_of=old)
    assert states(db) == ["reviewed"]


def test_a_review_whose_finding_is_gone_is_kept_and_told(db: Path, tmp_path: Path) -> None:
    save_review(db, findings(db)[2], "to be corrected")
    write_log(tmp_path / "a.jsonl", *season(games=2))
    ingest([tmp_path / "a.jsonl"], db)
    assert findings(db) == []
    with reading(db) as store:
        gone = without_finding(store, load_reviews(db))
    assert [(row["deal_no"], row["code"]) for row in gone] == [(3, "score_mismatch")]


def test_lists_of_findings_equal_a_recount_in_python(db: Path) -> None:
    rows = findings(db)
    save_review(db, rows[0], "")
    save_review(db, rows[2], "x")
    reviews = load_reviews(db)
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
        Wanted(player=NAME),
    ]
    with reading(db) as store:
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


def test_several_are_reviewed_at_once_and_stay_so_after_an_ingest(db: Path, tmp_path: Path) -> None:
    made = save_reviews(db, findings(db), "the same for all")
    ingest([write_log(tmp_path / "b.jsonl", *({**one, "site": "elsewhere"} for one in season()))], db)
    assert load_reviews(db) == made
    rows = findings(db)
    assert {row["review"] for row in with_reviews(rows, made)} == {"reviewed"}
    assert [(batch.note, batch.number) for batch in batches(made)] == [("the same for all", len(rows))]


def test_of_several_none_is_reviewed_where_somebody_was_faster(db: Path) -> None:
    first, *others = findings(db)
    before = save_review(db, first, "I was first")
    with pytest.raises(UsageError, match="reviewed 1 of these 3 findings meanwhile: nothing is done"):
        save_reviews(db, [*others, first], "all")
    assert load_reviews(db) == {before.place: before}
    with pytest.raises(UsageError, match="at most 2,000"):
        save_reviews(db, others, "x" * (LONGEST_NOTE + 1))


def test_a_batch_is_taken_back_but_for_what_was_changed_since(db: Path) -> None:
    rows = findings(db)
    alone = save_review(db, rows[0], "alone")
    made = save_reviews(db, rows[1:], "all")
    changed = save_review(db, rows[1], "all", instead_of=made[place_of(rows[1])])
    assert batches(load_reviews(db)) == []  # one that is left of a batch is taken back like any other
    save_review(db, rows[1], "", instead_of=changed)
    remove_review(db, load_reviews(db)[place_of(rows[1])])
    remove_review(db, made[place_of(rows[2])])
    again = save_reviews(db, rows[1:], "again")
    (batch,) = batches(load_reviews(db))
    assert remove_batch(db, batch) == len(again) == 2
    assert load_reviews(db) == {alone.place: alone}
    assert remove_batch(db, batch) == 0


def test_there_is_an_end_to_reviews_made_at_once(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.reviews.MOST_REVIEWS", 2)
    with pytest.raises(UsageError, match="there are 0 reviews already, and no room for 3 more"):
        save_reviews(db, findings(db), "")
    assert load_reviews(db) == {}


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


def test_a_forgotten_name_leaves_the_notes_too_and_stays_out(db: Path) -> None:
    review = save_review(db, findings(db)[0], f"spoke to {NAME}, who agrees")
    result = run("forget", NAME, "--db", db)
    assert "and 1 note on findings" in result.stdout
    assert b"Zebedeus" not in reviews_file(db).read_bytes()
    changed = load_reviews(db)[review.place]
    assert changed.note.startswith("spoke to player-")
    save_review(db, findings(db)[1], f"{NAME} again [and more...]")
    assert b"Zebedeus" not in reviews_file(db).read_bytes()
    assert states(db)[:2] == ["reviewed", "reviewed"]


def test_a_name_that_only_a_note_holds_can_be_forgotten(db: Path) -> None:
    save_review(db, findings(db)[0], "told by Quirijn")
    assert forget(db, "Quirijn").notes == 1
    assert b"Quirijn" not in reviews_file(db).read_bytes()


def test_the_audit_tells_reviews_in_all_its_forms(db: Path) -> None:
    rows = findings(db)
    save_review(db, rows[0], "=cmd() <script> &")
    save_review(db, rows[1], "")
    printed = run("audit", "--db", db, "--output", "csv").stdout
    assert [(row["review"], row["review_note"]) for row in csv.DictReader(io.StringIO(printed))] == [
        ("reviewed", "'=cmd() <script> &"),
        ("reviewed", ""),
        ("open", ""),
    ]
    values = json.loads(run("audit", "--db", db, "--output", "json").stdout)
    assert values["findings"][0]["review_note"] == "=cmd() <script> &"
    page = run("audit", "--db", db, "--output", "html").stdout
    assert "reviewed: =cmd() &lt;script&gt; &amp;" in page
    assert "reviewed: =cmd() <script> &" in run("audit", "--db", db).stdout
    hidden = run("audit", "--db", db, "--output", "json", "--anonymise").stdout
    assert "script" not in hidden


def test_a_backup_holds_the_reviews(plain_db: Path, tmp_path: Path) -> None:
    save_review(plain_db, findings(plain_db)[0], "kept")
    backup(plain_db, tmp_path / "copy.duckdb")
    assert load_reviews(tmp_path / "copy.duckdb") == load_reviews(plain_db)
    result = run("export", "deals", reviews_file(plain_db), "--db", plain_db)
    assert "belongs to one" in result.stderr


def test_a_review_knows_its_finding(plain_db: Path) -> None:
    row = findings(plain_db)[0]
    review = save_review(plain_db, row, "n")
    assert review == Review(place_of(row), digest(row), "violation", row["paragraph"], "n", review.reviewed_at)
    for name in ("certainty", "message", "legal_cards", "card"):
        assert digest(row | {name: "other"}) != digest(row)
