"""What was found of luck and strength is kept beside a store: whole, current, without forgotten names, or found again."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from clubs import mixed_season
from commands import ran
from making import write_log

import pipeline.strength.fit
from pipeline.fitted import fitted_path
from pipeline.forgetting import forget
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import refit


def test_a_run_that_was_killed_leaves_no_names_and_a_store_that_changed_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, name = tmp_path / "a.duckdb", mixed_season(3)[0]["players"][0]
    ingest([write_log(tmp_path / "a.jsonl", *mixed_season(3))], db)
    refit(db)
    left = fitted_path(db).with_name(f".{fitted_path(db).name}.part")
    left.write_bytes(fitted_path(db).read_bytes())
    fit = pipeline.strength.fit.fit_strength
    calls = []

    def meanwhile(*given: Any, **options: Any) -> Any:
        found = fit(*given, **options)
        if not calls:
            forget(db, name)
        calls.append(found)
        return found

    monkeypatch.setattr("pipeline.strength.fit.fit_strength", meanwhile)
    refit(db)
    assert len(calls) == 2
    assert not left.exists()
    assert all(name.encode() not in path.read_bytes() for path in tmp_path.glob("*.models*"))


@pytest.mark.parametrize("cut", ["half", "a table", "a column", "a note"])
def test_what_was_found_and_then_damaged_is_found_again(cut: str, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *mixed_season(2))], db)
    refit(db)
    path = fitted_path(db)
    if cut == "half":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        change = {
            "a table": "DROP TABLE pairs",
            "a column": "ALTER TABLE luck DROP tables",
            "a note": "DELETE FROM about WHERE name = 'seen'",
        }
        with duckdb.connect(str(path)) as connection:
            connection.execute(change[cut]).fetchall()
    assert "luck has not been looked for yet" in ran("stats", "points_adjusted", "--db", db).stderr
    assert "32 deals" in ran("players", "--db", db).stdout
    with reading(db) as store:
        assert store.about_fitted()["deals"] == "32"


def test_a_forgotten_name_is_not_kept_by_what_was_found(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *mixed_season(3))], db)
    refit(db)
    name = mixed_season(3)[0]["players"][0]
    forget(db, name)
    assert not fitted_path(db).exists()
    refit(db)
    assert name.encode() not in fitted_path(db).read_bytes()


@pytest.mark.parametrize("damage", ["empty", "no database", "other version", "a folder"])
def test_a_damaged_file_of_what_was_found_is_as_none(damage: str, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *mixed_season(2))], db)
    path = fitted_path(db)
    if damage == "empty":
        path.touch()
    elif damage == "no database":
        path.write_bytes(b"nothing of the kind" * 1000)
    elif damage == "a folder":
        path.mkdir()
    else:
        with duckdb.connect(str(path)) as connection:
            connection.execute("CREATE TABLE about AS SELECT 'version' AS name, '999' AS value").fetchall()
    with reading(db) as store:
        assert store.about_fitted() == {}
    if damage == "a folder":
        assert "cannot write" in ran("players", "--db", db, code=2).stderr
    else:
        assert "32 deals" in ran("players", "--db", db).stdout
