"""A lake is a store like any other: the same rows, the same commands, and never half of a change."""

import random
import tempfile
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from lakes import fill
from making import season, write_log
from polars.testing import assert_frame_equal
from stores import everything, views

import pipeline.backup
import pipeline.lake.whole
from pipeline.backup import backup, compact
from pipeline.cli import main
from pipeline.database import TABLES
from pipeline.errors import UsageError
from pipeline.forgetting import forget
from pipeline.ingest import ingest
from pipeline.lake import read_manifest
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.statistics import Selection


def test_a_lake_holds_what_a_database_holds(stores: tuple[Path, Path]) -> None:
    database, lake = stores
    assert everything(lake) == everything(database)
    with reading(lake) as one, reading(database) as other:
        assert one.tables() == other.tables()
        kinds = "SELECT column_name, column_type FROM (DESCRIBE deals)"
        assert one.rows(kinds) == other.rows(kinds)
        assert {row["table_name"] for row in other.rows("SELECT table_name FROM duckdb_tables()")} == TABLES
    assert views(lake) == views(database)


def test_statistics_of_a_lake_are_those_of_a_database(filled: tuple[Path, Path]) -> None:
    frames = []
    for db in filled:
        with reading(db) as store:
            player = store.people_names()[0]
            frames.append(
                store.statistics(["roem", "forced_play", "signal", "games_won"], Selection(player=player, site="simulated"))
            )
    assert frames[0]["n"].sum() > 20
    assert_frame_equal(*frames)


def test_what_does_not_fit_in_memory_goes_beside_a_lake(filled: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    _, lake = filled
    asked = "SELECT current_setting('temp_directory') AS place"
    with reading(lake) as store:
        assert store.rows(asked)[0]["place"] == str(lake.with_name(f".{lake.name}.tmp"))
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with reading(lake) as store:
        assert Path(store.rows(asked)[0]["place"]).parent == Path(tempfile.gettempdir())


def test_its_deals_lie_by_site_and_month_and_any_program_reads_them(stores: tuple[Path, Path]) -> None:
    _, lake = stores
    folders = {path.parent.relative_to(lake).as_posix() for path in lake.glob("deals/**/*.parquet")}
    assert "deals/of_site=unknown/month=unknown" in folders
    assert any(folder.startswith("deals/of_site=simulated/month=20") for folder in folders)
    found = duckdb.sql(f"SELECT count(*) FROM read_parquet('{lake}/deals/**/*.parquet')").fetchall()
    with reading(lake) as store:
        assert found[0][0] == store.totals()["deals"]


def test_changes_to_a_lake_are_those_to_a_database(tmp_path: Path) -> None:
    stores = fill(tmp_path)
    records = season(games=3)
    changed = [record | {"site": "later"} for record in records[:5]]
    write_log(tmp_path / "a.jsonl", *records[:20], *changed)
    for db in stores:
        ingest([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], db)
        rebuild(db)
    assert everything(stores[1]) == everything(stores[0])
    assert views(stores[1]) == views(stores[0])
    again = ingest([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], stores[1])
    assert len(again.unchanged) == 2


def test_a_forgotten_name_is_in_no_file_of_a_lake(stores: tuple[Path, Path]) -> None:
    _, lake = stores
    name = season()[0]["players"][0]
    with reading(lake) as store:
        assert store.mentions(name)
    ingest([], lake, retry=True)
    forget(lake, name)
    for path in lake.rglob("*.parquet"):
        rows = duckdb.sql(f"SELECT * FROM read_parquet('{path}')").fetchall()
        assert name not in str(rows), path


def test_a_reader_goes_on_while_the_lake_changes(stores: tuple[Path, Path], tmp_path: Path) -> None:
    _, lake = stores
    more = write_log(tmp_path / "more.jsonl", *(record | {"site": "more"} for record in season()))
    with reading(lake) as store:
        deals = store.totals()["deals"]
        ingest([more], lake)
        assert store.totals()["deals"] == deals
    with reading(lake) as store:
        assert store.totals()["deals"] > deals


def test_compact_leaves_one_state_and_changes_no_row(stores: tuple[Path, Path], tmp_path: Path) -> None:
    for db in stores:
        ingest([write_log(tmp_path / f"{db.suffix}.jsonl", *(record | {"site": "more"} for record in season()))], db)
        rows = everything(db)
        before, after = compact(db)
        assert after <= before
        assert everything(db) == rows
    manifest = read_manifest(stores[1])
    assert {str(path.relative_to(stores[1])) for path in stores[1].rglob("*.parquet")} == set(manifest.files)
    result = CliRunner().invoke(main, ["compact", "--db", str(stores[1])])
    assert result.exit_code == 0
    assert "bytes before" in result.output
    result = CliRunner().invoke(main, ["compact", "--db", str(tmp_path / "none.lake")])
    assert (result.exit_code, "nothing to write afresh" in result.output) == (2, True)


def test_a_backup_of_a_lake_is_a_lake(stores: tuple[Path, Path], tmp_path: Path) -> None:
    database, lake = stores
    backup(lake, tmp_path / "copy.lake")
    assert everything(tmp_path / "copy.lake") == everything(lake)
    for wrong in ((lake, tmp_path / "copy.duckdb"), (database, tmp_path / "other.lake"), (lake, tmp_path / "copy.lake")):
        with pytest.raises(UsageError):
            backup(*wrong)


def test_a_lake_filled_in_any_order_is_the_same(tmp_path: Path) -> None:
    chance = random.Random(5)
    records = season(games=4)
    records += records[:9]
    chance.shuffle(records)
    files = [write_log(tmp_path / f"{at}.jsonl", *records[at : at + 9]) for at in range(0, len(records), 9)]
    for number in range(0, len(files), 3):
        ingest(files[number : number + 3], tmp_path / "a.lake")
    ingest(files, tmp_path / "a.duckdb")
    assert everything(tmp_path / "a.lake") == everything(tmp_path / "a.duckdb")


def test_what_people_keep_in_a_lake_stays_there(stores: tuple[Path, Path], tmp_path: Path) -> None:
    _, lake = stores
    inside = lake / "old" / "deals" / "of_site=x" / "month=y"
    inside.mkdir(parents=True)
    (inside / "g000001.parquet").write_bytes(b"mine")
    (lake / "notes").mkdir()
    (lake / "deals" / "notes").mkdir()
    compact(lake)
    ingest([write_log(tmp_path / "more.jsonl", *season())], lake)
    assert (inside / "g000001.parquet").read_bytes() == b"mine"
    assert (lake / "notes").is_dir()
    assert (lake / "deals" / "notes").is_dir()
    with pytest.raises(UsageError, match="in the lake itself"):
        backup(lake, lake / "keep.lake")


def test_a_backup_is_of_one_state_whatever_happens_meanwhile(
    stores: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lake = stores
    before = everything(lake)
    more = write_log(tmp_path / "more.jsonl", *(record | {"site": "more"} for record in season()))
    whole = pipeline.backup.shutil.copyfile
    changed: list[bool] = []

    def copyfile(source: Path, target: Path) -> object:
        if not changed:
            changed.append(True)
            ingest([more], lake)
        return whole(source, target)

    monkeypatch.setattr(pipeline.backup.shutil, "copyfile", copyfile)
    backup(lake, tmp_path / "copy.lake")
    assert everything(tmp_path / "copy.lake") == before


def test_forgetting_reaches_every_name_and_every_folder_of_a_store(stores: tuple[Path, Path], tmp_path: Path) -> None:
    _, lake = stores
    name = season()[0]["players"][0]
    (tmp_path / "link.lake").symlink_to(lake)
    left = tmp_path / ".a.lake.parts" / "0123"
    left.mkdir(parents=True)
    (left / "deals.parquet").write_text(name)
    (tmp_path / ".a.lake.12345.part").mkdir()
    forget(tmp_path / "link.lake", name)
    assert not left.exists()
    ingest([write_log(tmp_path / "again.jsonl", *season(games=3))], lake)
    with reading(lake) as store:
        assert not store.mentions(name)
