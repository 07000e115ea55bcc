"""The logs page and uploads: kept safely, read by the pipeline, every record accounted for."""

import gzip
import io
import json
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from making import season, write_log

from dashboard.intake import Intake
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.publishing import writing
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.reject_lists import reject_counts, rejects_page
from pipeline.samples import sample_logs
from pipeline.uploads import Upload, keep_uploads, safe_name, uploads_folder


def upload(name: str, content: bytes) -> Upload:
    return Upload(name, io.BytesIO(content))


def lines(count: int) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in season()[:count])


def words(page: Any) -> str:
    kinds = ("markdown", "caption", "warning", "info", "error")
    return "\n".join(element.value for kind in kinds for element in page.get(kind))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("season.jsonl", ("season", ".jsonl")),
        ("../../etc/passwd", ("passwd", "")),
        ("C:\\logs\\a b.csv.gz", ("a_b", ".csv.gz")),
        ("..", ("log", "")),
        ("", ("log", "")),
        (".jsonl", ("log", ".jsonl")),
        ("a\0b\n.kjn", ("a_b", ".kjn")),
        ("\u202eénoël*?[x].JSONL", ("no_l_x", ".jsonl")),
        ("x" * 10_000 + ".csv", ("x" * 60, ".csv")),
        ("a." + "b" * 300, ("a_" + "b" * 58, "")),
        ("-rf", ("rf", "")),
    ],
)
def test_a_name_of_an_upload_becomes_a_safe_one(name: str, expected: tuple[str, str]) -> None:
    assert safe_name(name) == expected


def test_uploads_lie_beside_the_store_and_a_rebuild_reads_them_again(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    (path,) = keep_uploads(db, [upload("../../season.jsonl", lines(4))])
    assert path.parent == uploads_folder(db) == tmp_path / "a.duckdb.uploads"
    assert path.read_bytes() == lines(4)
    ingest([path], db)
    assert rebuild(db).read == [str(path)]
    again = keep_uploads(db, [upload("other name.jsonl", lines(4)), upload("more.jsonl", lines(5))])
    assert again[0] == path
    assert again[1] != path
    assert sorted(one.name for one in path.parent.iterdir()) == sorted(one.name for one in again)


def test_too_much_at_once_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "a.duckdb"
    with pytest.raises(UsageError, match="101 files at once"):
        keep_uploads(db, [upload("a", b"")] * 101)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", b"\n" * 5_000)
    import pyarrow as pa

    zstd = pa.Codec("zstd").compress(b"\n" * 5_000, asbytes=True)
    monkeypatch.setattr("pipeline.uploads.MOST_UNPACKED", 4_999)
    for content in (packed.getvalue(), gzip.compress(b"\n" * 5_000), zstd):
        with pytest.raises(UsageError, match="unpacks to more than"):
            keep_uploads(db, [upload("<b>bomb.zip", content)])
    monkeypatch.setattr("pipeline.uploads.LARGEST_UPLOAD", 10)
    with pytest.raises(UsageError, match="11 bytes at once"):
        keep_uploads(db, [upload("a", b"0123456789"), upload("b", b"x")])
    assert not uploads_folder(db).exists()
    for content in (b"PK\x03\x04 damaged", b"\x1f\x8b damaged", b"\x28\xb5\x2f\xfd damaged"):
        monkeypatch.setattr("pipeline.uploads.LARGEST_UPLOAD", 1_000)
        assert keep_uploads(db, [upload("damaged", content)])  # the ingest tells what is wrong with it


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    uploads_folder(db).write_text("a file in its place")
    with pytest.raises(UsageError, match="cannot keep uploads"):
        keep_uploads(db, [upload("a.jsonl", b"x")])


def test_rejects_come_by_reason_and_page(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest([sample_logs() / "jsonl" / "broken"], db)
    with reading(db) as store:
        counts, every = reject_counts(store), store.rejects()
        assert sum(counts.values()) == len(every)
        for reason, n in counts.items():
            assert rejects_page(store, reason, 1_000, 0) == [row for row in every if row["reason"] == reason]
            assert len(rejects_page(store, reason, 1_000, 0)) == n
        assert rejects_page(store, None, 3, 2) == every[2:5]


def test_the_first_upload_makes_the_store(open_page: Any, no_db: Path) -> None:
    page = open_page("logs", no_db, lang="en")
    page.file_uploader[0].set_value([("season.jsonl", lines(20), "text/plain"), ("bad.jsonl", b"{}\n<script>\n", "text/plain")])
    next(button for button in page.button if button.label == "Read").click().run(timeout=120)
    assert not page.exception
    shown = words(page)
    assert "2 file(s) read in" in shown
    assert "**22** records = **20** deals + **0** duplicates + **2** rejects." in shown
    ledger = page.table[0].value
    assert sorted(ledger["Records"]) == ["2", "20"]
    assert "A field is missing" in shown
    assert "<script>" in [one.value for one in page.code]
    assert "<script>" not in shown
    page.run()
    assert len(page.table[0].value) == 2


def test_pressing_without_a_file_says_what_to_do(open_page: Any, no_db: Path) -> None:
    page = open_page("logs", no_db, lang="en")
    next(button for button in page.button if button.label == "Read").click().run()
    assert "Choose one or more files first." in words(page)
    assert not no_db.exists()


def test_the_sample_season_is_offered_while_there_are_no_deals(open_page: Any, empty_db: Path, sample_db: Path) -> None:
    assert "Take the sample season" not in [one.label for one in open_page("logs", sample_db, lang="en").button]
    page = open_page("logs", empty_db, lang="en")
    next(button for button in page.button if button.label == "Take the sample season").click().run(timeout=120)
    assert not page.exception
    assert "**792** deals" in words(page)


def test_damaged_and_hostile_uploads_are_faults_shown_as_text(open_page: Any, no_db: Path) -> None:
    page = open_page("logs", no_db, lang="en")
    given = [
        ("<b>x</b>.zip", b"PK\x03\x04 damaged", "application/zip"),
        ("a.jsonl.gz", gzip.compress(lines(3))[:-20], "x/y"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0", "image/png"),
        ("h.jsonl", (sample_logs() / "jsonl" / "broken" / "hostile_names.jsonl").read_bytes(), "text/plain"),
    ]
    page.file_uploader[0].set_value(given)
    next(button for button in page.button if button.label == "Read").click().run(timeout=120)
    assert not page.exception
    assert "the archive is damaged" in words(page)
    assert "<b>" not in words(page)
    assert all(int(row["Records"]) >= 1 for row in page.table[0].value.to_dict("records"))


def test_an_ingest_elsewhere_is_waited_for(open_page: Any, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *season()[:2])], db)
    begun = threading.Event()

    def elsewhere() -> None:
        with writing(db):
            begun.set()
            time.sleep(4)

    other = threading.Thread(target=elsewhere)
    other.start()
    assert begun.wait(60)
    job = Intake(1)
    waiting = threading.Thread(target=job.run, args=([write_log(tmp_path / "c.jsonl", *season()[3:4])], db, None))
    waiting.start()
    deadline = time.monotonic() + 2
    while not job.told and time.monotonic() < deadline:
        time.sleep(0.02)
    assert job.told.startswith("waiting for the ingest of process")
    page = open_page("logs", db, lang="en")  # is shown meanwhile
    assert len(page.table[0].value) == 1
    page.file_uploader[0].set_value([("b.jsonl", lines(5), "text/plain")])
    next(button for button in page.button if button.label == "Read").click().run(timeout=120)
    other.join()
    waiting.join()
    assert not page.exception
    page.run()
    assert len(page.table[0].value) == 3
    assert job.failed is None


def test_which_rules_fit_a_file(open_page: Any, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    path = write_log(tmp_path / "a.jsonl", *season("rotterdams", games=3))
    ingest([path], db)
    page = open_page("logs", db, lang="en")
    page.selectbox(key="fit_file").set_value(str(path)).run(timeout=120)
    assert not page.exception
    assert "Looked at: **48** deals of **3** games." in words(page)
    presets = page.table[1].value.to_dict("records")
    assert "**rotterdams**" in [row["Rules"] for row in presets if row["Verdict"] == "fits best"]
    assert 'base = "' in page.code[-1].value
    path.unlink()
    page.run()
    assert "This file is there no more" in words(page)
