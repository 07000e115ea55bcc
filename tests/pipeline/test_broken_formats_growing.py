"""The same game in two files, and logs that grow while they are read, in every format: nothing is lost or doubled."""

from pathlib import Path

import pytest
from broken_formats.expectations import CASES
from broken_formats.record_places import path_of
from broken_formats.sound_samples import ENDINGS

import pipeline.file_reader
from pipeline.ingest import ingest
from pipeline.queries import reading


def contents(db: Path) -> dict[str, list[str]]:
    """Everything the store says, without clocks."""
    columns = {"deals": "*", "findings": "*", "rejects": "*", "sources": "*"}
    columns["files"] = "path, format, sha256, bytes, records, deals, duplicates, rejects, notes"
    with reading(db) as store:
        return {table: sorted(map(str, store.rows(f"SELECT {names} FROM {table}"))) for table, names in columns.items()}


def accounts_add_up(db: Path) -> None:
    with reading(db) as store:
        for row in store.ledger():
            assert row["records"] == row["deals"] + row["duplicates"] + row["rejects"], row
        assert store.totals()["deals"] == sum(row["deals"] for row in store.ledger())


@pytest.fixture(scope="module")
def two_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store for each order in which the two files of a game came in, of all formats."""
    place = tmp_path_factory.mktemp("two_files")
    halves = [[path_of(form, name) for form in CASES] for name in ("two_files_a", "two_files_b")]
    for name, order in (("one", halves), ("other", halves[::-1])):
        for paths in order:
            ingest(paths, place / f"{name}.duckdb")
    return place / "one.duckdb", place / "other.duckdb"


@pytest.mark.parametrize("form", CASES)
def test_the_same_game_in_two_files_is_stored_once(form: str, two_files: tuple[Path, Path]) -> None:
    accounts_add_up(two_files[0])
    paths = [str(path_of(form, name).resolve()) for name in ("two_files_a", "two_files_b")]
    count = CASES[form]["two_files_a"].deals
    with reading(two_files[0]) as store:
        rows = [row for row in store.ledger() if row["path"] in paths]
        assert [sum(row[name] for row in rows) for name in ("deals", "duplicates", "rejects")] == [count, count, 0]
        keys = store.rows("SELECT DISTINCT site, game_id, deal_no FROM sources WHERE path IN (?, ?)", *paths)
        assert len(keys) == count


def test_the_order_of_two_files_does_not_matter(two_files: tuple[Path, Path]) -> None:
    one, other = map(contents, two_files)
    assert one == other


PARTS = (0, 0.3, 0.62, 0.85, 1)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store that read the growing log of each format again and again, and one that read it once it was whole."""
    place = tmp_path_factory.mktemp("grown")
    whole = {place / f"{form}.{ENDINGS[form]}": path_of(form, "grows").read_bytes() for form in CASES}
    for part in PARTS:
        for path, data in whole.items():
            path.write_bytes(data[: round(len(data) * part)])
        ingest(list(whole), place / "grown.duckdb")
        accounts_add_up(place / "grown.duckdb")
    ingest(list(whole), place / "whole.duckdb")
    return place / "grown.duckdb", place / "whole.duckdb"


@pytest.mark.parametrize("form", CASES)
def test_a_log_read_while_it_was_half_written_is_whole_when_it_has_grown(form: str, grown: tuple[Path, Path]) -> None:
    with reading(grown[0]) as store:
        (row,) = [row for row in store.ledger() if Path(row["path"]).stem == form]
    case = CASES[form]["grows"]
    assert (row["format"], row["deals"], row["duplicates"], row["rejects"]) == (form, case.deals, case.duplicates, 0)


def test_nothing_else_is_left_of_the_times_when_the_logs_were_shorter(grown: tuple[Path, Path]) -> None:
    first, second = map(contents, grown)
    assert first == second


def test_nothing_is_lost_or_doubled_of_logs_that_grow_while_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline.file_reader, "CHUNK", 1)
    whole = {tmp_path / f"{form}.{ENDINGS[form]}": path_of(form, "grows").read_bytes() for form in CASES}
    for path, data in whole.items():
        path.write_bytes(data[: round(len(data) * 0.62)])

    def grow(name: str, done: int) -> None:
        path, size = Path(name), Path(name).stat().st_size
        with path.open("ab") as stream:
            stream.write(whole[path][size:])

    ingest(list(whole), tmp_path / "a.duckdb", progress=grow)
    assert {path: path.read_bytes() for path in whole} == whole
    accounts_add_up(tmp_path / "a.duckdb")
    ingest(list(whole), tmp_path / "a.duckdb")
    ingest(list(whole), tmp_path / "fresh.duckdb")
    first, second = (contents(tmp_path / f"{name}.duckdb") for name in ("a", "fresh"))
    assert first == second
