"""What the tests of the pipeline share: stores and logs, and luck of one season found once."""

import shutil
from pathlib import Path

import pytest
from clubs import club_season, deals_of
from commands import run
from lakes import fill
from making import REVIEWED, revoke, season, sound, write_log

from pipeline.ingest import ingest
from pipeline.strength.deals import Deals
from pipeline.strength.fit import luck_of
from pipeline.strength.luck import Luck


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where a store is to be."""
    return tmp_path / "store.duckdb"


@pytest.fixture(scope="session")
def season_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of some games without a fault, which no test changes."""
    folder = tmp_path_factory.mktemp("statistics")
    ingest([write_log(folder / "a.jsonl", *season(games=6))], folder / "a.duckdb")
    return folder / "a.duckdb"


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Deals, Luck]:
    """The deals of a long season, and what of them was luck."""
    deals = deals_of(tmp_path_factory.mktemp("luck"), *club_season(150))
    return deals, luck_of(deals)


HOSTILE = ["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\x1b[31m\u202eneerG", "=1+1"]


@pytest.fixture
def faulty_db(tmp_path: Path) -> Path:
    """A store with a revoke, hostile names, a wrong score, and a line that is no record."""
    records = season()
    hostile = sound(1, players=HOSTILE, score=[1, 2])
    log = write_log(tmp_path / "a.jsonl", revoke(), hostile, *records[2:], b"not json")
    path = tmp_path / "a.duckdb"
    assert run("ingest", log, "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A database and a lake that no test changes."""
    return fill(tmp_path_factory.mktemp("filled"))


@pytest.fixture
def stores(filled: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """A database and a lake with the same logs, to change; the logs are elsewhere."""
    database, lake = filled
    shutil.copy2(database, tmp_path)
    shutil.copytree(lake, tmp_path / lake.name)
    return tmp_path / database.name, tmp_path / lake.name


@pytest.fixture
def found_db(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A store whose first game has three findings: two trick winners and a score are logged wrong."""
    records = season(games=2)
    for record in records[:16]:
        record["players"] = [REVIEWED, "Bas", "Carla", "Dirk"]
    for number in (0, 1):
        winners = records[number]["winners"]
        records[number]["winners"] = ("N" if winners[0] != "N" else "E") + winners[1:]
    records[2]["score"] = [1, 2]
    path = tmp_path / getattr(request, "param", "store.duckdb")
    ingest([write_log(tmp_path / "a.jsonl", *records)], path)
    return path


@pytest.fixture
def plain_db(tmp_path: Path) -> Path:
    """A store with two findings: scores that are logged wrong."""
    records = season(games=2)
    records[2]["score"] = [1, 2]
    records[3]["score"] = [1, 2]
    path = tmp_path / "store.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *records)], path)
    return path
