"""Seats and sums of everybody that are kept beside a store are those that its deals make, for as long as they are."""

import io
import json
import shutil
from pathlib import Path

import polars as pl
import pytest
from making import write_log
from polars.testing import assert_frame_equal

from pipeline.ingest import ingest
from pipeline.people import Alias, load_people, save_people, with_alias
from pipeline.publishing import writing
from pipeline.queries import reading
from pipeline.refit import refit
from pipeline.simulate import League, write_season
from pipeline.statistics import Selection, catalog
from pipeline.statistics.population import added_up_anew

FEW = ("play", "nat", "pit", "roem", "roem_kinds", "games_won", "cash_ace", "points_adjusted", "partner_lift", "league_size")
"""Of every grain, and of every way to be counted."""


def write_deals(path: Path, seed: int, games: int = 30) -> Path:
    stream = io.BytesIO()
    write_season(
        League(
            games, seed, changing_partners=True, skill="mixed", prefix=f"g{seed}-", shares={"not_followed": 0.05, "score": 0.02}
        ),
        stream,
    )
    records = [json.loads(line) for line in stream.getvalue().splitlines()]
    for values in records:
        values["site"] = "club" if values["game_id"][-1] in "13579" else "online"
    return write_log(path, *records)


def join(db: Path, name: str, person: str, site: str | None) -> None:
    save_people(db, with_alias(load_people(db), Alias(name, person, site)))
    with writing(db):
        pass


def people(db: Path) -> list[str]:
    with reading(db) as store:
        return store.people_names()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two stores of the same deals, one of them with its seats and sums kept."""
    folder = tmp_path_factory.mktemp("kept")
    stores = folder / "kept.duckdb", folder / "plain.duckdb"
    write_deals(folder / "a.jsonl", 3)
    for db, kept_from in zip(stores, (1, 10_000), strict=True):
        ingest([folder / "a.jsonl"], db)
        join(db, "Els", "Jannie", None)
        join(db, "Kees", "Cornelis", "club")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pipeline.refit.KEPT_FROM", kept_from)
            refit(db)
    return stores


def frames(db: Path, selection: Selection, *names: str) -> tuple[bool, pl.DataFrame]:
    with reading(db) as store:
        frame = store.statistics(names, selection)
        return store.has_seats, frame


def test_statistics_are_the_same_from_kept_seats_and_from_deals(both: tuple[Path, Path]) -> None:
    kept, plain = both
    known = people(kept)
    assert {"Jannie", "Cornelis", "Kees"} < set(known)
    assert "Els" not in known
    for selection in (
        Selection(player="Cornelis"),
        Selection(opponents=(known[1],), role="declarer", site="online"),
        Selection(violations=False, since="2026-01-02"),
    ):
        names = () if selection.player else FEW
        (is_kept, ours), (is_plain, theirs) = frames(kept, selection, *names), frames(plain, selection, *names)
        assert (is_kept, is_plain) == (True, False)
        assert_frame_equal(ours, theirs, rel_tol=1e-12, abs_tol=1e-9)


def test_kept_sums_are_those_of_everybody(both: tuple[Path, Path]) -> None:
    kept, _ = both
    with reading(kept) as store:
        store.use_fitted()
        frame = pl.DataFrame(store.columns("SELECT * FROM population"))
        assert_frame_equal(frame, added_up_anew(store, list(catalog().values()), Selection()))
        assert set(frame["statistic"]) == set(catalog())
        values = store.statistics([], Selection()).select("statistic", "class", "n", "numerator", "denominator")
    told = frame.filter(pl.col("n") > 0)
    shown = values.filter(pl.col("n") > 0)
    assert_frame_equal(told.sort("statistic", "class"), shown.sort("statistic", "class"), rel_tol=1e-12, abs_tol=1e-8)


def test_groups_are_the_same_from_kept_seats(both: tuple[Path, Path]) -> None:
    found = []
    for db in both:
        with reading(db) as store:
            found.append(
                [
                    store.grouped(name, Selection(), by)
                    for name in ("nat", "team_nat", "roem")
                    for by in ("player", "pair", "trump")
                ]
            )
    for ours, theirs in zip(*found, strict=True):
        assert_frame_equal(ours, theirs, rel_tol=1e-12)


@pytest.mark.parametrize("change", ["deals", "alias", "program"])
def test_what_was_kept_of_other_deals_is_not_read(
    change: str, both: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(both[0].parent, tmp_path / "copy")
    kept, plain = folder / both[0].name, folder / both[1].name
    assert frames(kept, Selection(player="Jannie"), "nat")[0]
    for db in (kept, plain):
        if change == "deals":
            ingest([write_deals(tmp_path / "b.jsonl", 4, 2)], db)
        elif change == "alias":
            join(db, "Ria", "Maria", None)
    if change == "program":
        monkeypatch.setattr("pipeline.fitted._made_of", lambda: "another")
    (is_kept, ours), (_, theirs) = (frames(db, Selection(player="Jannie"), *FEW) for db in (kept, plain))
    assert not is_kept
    assert_frame_equal(ours, theirs)


def test_a_small_store_keeps_neither(tmp_path: Path) -> None:
    ingest([write_deals(tmp_path / "a.jsonl", 3, 3)], tmp_path / "a.duckdb")
    refit(tmp_path / "a.duckdb")
    is_kept, frame = frames(tmp_path / "a.duckdb", Selection(role="declarer"))
    assert not is_kept
    assert frame["population_n"].sum() > 0


def test_strength_can_be_read_while_seats_and_sums_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "a.duckdb"
    ingest([write_deals(tmp_path / "a.jsonl", 3, 6)], db)
    monkeypatch.setattr("pipeline.refit.KEPT_FROM", 1)
    seen = []

    def tell(stage: str) -> None:
        if stage in ("seats of every deal", "statistics of everybody"):
            with reading(db) as store:
                seen.append((store.about_fitted().get("seen") == store.seen(), store.has_seats, store.leaderboard(1).height))

    refit(db, tell)
    with reading(db) as store:
        store.use_fitted()
        assert seen == [(True, False, store.leaderboard(1).height)] * 2
        assert store.has_seats
    assert seen[0][2] > 4
    assert [path.name for path in tmp_path.iterdir() if ".part" in path.name] == []
