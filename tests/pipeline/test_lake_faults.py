"""Lakes that are none, damaged, or broken off in the middle of a change."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from making import season, write_log
from stores import everything

import pipeline.backup
import pipeline.lake.whole
from pipeline.backup import compact
from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.lake import MANIFEST, read_manifest
from pipeline.queries import reading


def test_a_change_that_is_broken_off_leaves_the_lake_as_it_was(
    stores: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lake = stores
    before, files = everything(lake), set(lake.rglob("*.parquet"))
    more = write_log(tmp_path / "more.jsonl", *(record | {"site": "more"} for record in season()))
    whole = pipeline.lake.whole.write_table
    for count in (1, 4, 8):  # before the deals, between, and before the last table
        calls = iter(range(100))

        def stops(*arguments: object, count: int = count, calls: object = calls) -> list[str]:
            if next(calls) == count:  # type: ignore[call-overload]
                raise OSError(28, "No space left on device")
            return whole(*arguments)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(pipeline.lake.whole, "write_table", stops)
            with pytest.raises(UsageError, match="No space left"):
                ingest([more], lake)
        assert everything(lake) == before
    ingest([more], lake)
    left = {path for path in lake.rglob("*.parquet") if "g000002" in path.name}
    assert left
    manifest = read_manifest(lake)
    assert {str(path.relative_to(lake)) for path in lake.rglob("*.parquet")} == {*manifest.files, *manifest.before}
    assert files == {lake / name for name in manifest.before}


def test_a_first_change_that_is_broken_off_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, lake = write_log(tmp_path / "a.jsonl", *season()), tmp_path / "a.lake"
    with monkeypatch.context() as patch:
        patch.setattr(pipeline.lake.whole, "write_manifest", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
        with pytest.raises(UsageError, match="No space left"):
            ingest([log], lake)
    assert list(lake.rglob("*.parquet"))
    with pytest.raises(UsageError, match="no database"), reading(lake):
        pass
    ingest([log], lake)
    ingest([log], tmp_path / "a.duckdb")
    assert everything(lake) == everything(tmp_path / "a.duckdb")


def test_what_is_no_lake_is_refused_and_left_alone(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", *season())
    full = tmp_path / "photos.lake"
    (full / "deals").mkdir(parents=True)
    kept = [full / "deals" / "g000001.parquet", full / "holiday.jpg"]
    for path in kept:
        path.write_bytes(b"mine")
    with pytest.raises(UsageError, match=r"no lake|not empty"):
        ingest([log], full)
    with pytest.raises(UsageError, match="no lake"), reading(full):
        pass
    with pytest.raises(UsageError, match="holds one of"):
        ingest([log], tmp_path / "a*.lake")
    assert all(path.read_bytes() == b"mine" for path in kept)
    empty = tmp_path / "empty.lake"
    empty.mkdir()
    ingest([log], empty)
    (empty / "readme.txt").write_text("of mine")
    compact(empty)
    assert (empty / "readme.txt").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"schema_version": 99},
        {"schema_version": 1},
        {"parts": {"deals": ["../../secret.parquet"]}},
        {"parts": {"deals": ["/etc/passwd"]}},
        {"parts": 3},
        {"generation": "x"},
        {"schema_version": float("inf")},
        {"parts": {}},
        {"parts": {"deals": "meta", "meta": ["meta/g000001.parquet"]}},
        {"parts": {"deals": [""], "meta": ["meta/g000001.parquet"]}},
        {"parts": {"deals": ["deals/*/*/g000001.parquet"], "meta": ["meta/g000001.parquet"]}},
        {"parts": {"deals": ["sources/g000001.parquet"], "meta": ["meta/g000001.parquet"]}},
        {"before": ["deals/a\0b/g000001.parquet"]},
    ],
)
def test_a_manifest_that_cannot_be_trusted_is_one_line(change: dict[str, object], stores: tuple[Path, Path]) -> None:
    path = stores[1] / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    result = CliRunner().invoke(main, ["audit", "--db", str(stores[1])])
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("damage", [None, b"", b"PAR1", b"x" * 2000])
@pytest.mark.parametrize("table", ["deals", "sources", "meta"])
def test_a_part_that_is_damaged_is_one_line(damage: bytes | None, table: str, stores: tuple[Path, Path]) -> None:
    _, lake = stores
    path = next((lake / table).rglob("*.parquet"))
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage)
    for command in ("audit", "compact"):
        result = CliRunner().invoke(main, [command, "--db", str(lake)])
        assert result.exit_code == 2, (command, result.output, result.exception)
        assert len(result.output.splitlines()) == 1
