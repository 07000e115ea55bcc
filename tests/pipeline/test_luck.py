"""Luck of simulated deals: fair, sharp, adding up, and unknown where it cannot be known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from clubs import club_season, deals_of, mixed_season
from making import write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import make_current, refit
from pipeline.strength.deals import Deals
from pipeline.strength.evaluate import evaluate
from pipeline.strength.fit import luck_of, rows_of
from pipeline.strength.luck import Luck
from pipeline.strength.rating import teams_of
from pipeline.strength.ridge import FOLDS, folds_of
from replay.rulesets import BIDDING_METHODS


def test_luck_explains_what_it_should_and_is_fair(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    assert 0.28 < luck.explained < 0.42  # the hands alone
    assert 0.45 < luck.explained_called < 0.6  # trump and declarer too
    left = deals.result - luck.before
    # Fair: what is left is nothing on average, and does not follow the luck that was taken out.
    assert abs(left.mean()) < 3 * left.std() / np.sqrt(len(left))
    assert abs(np.corrcoef(left, luck.before)[0, 1]) < 0.06
    assert luck.before.std() > 50


def test_the_chance_of_nat_is_calibrated(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    for low, high in ((0, 0.1), (0.1, 0.5), (0.5, 1)):
        chosen = (luck.nat >= low) & (luck.nat < high)
        expected, n = luck.nat[chosen].mean(), chosen.sum()
        assert n > 100
        assert abs(deals.is_nat[chosen].mean() - expected) < 4 * np.sqrt(expected * (1 - expected) / n)


def test_no_deal_is_judged_by_a_model_that_saw_its_game(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    # With the results of one fold turned round, the luck of that fold stays as it was, and that of the others does not.
    fold = folds_of(deals.game)
    turned = replace(deals, result=np.where(fold == 2, -deals.result, deals.result))
    other = luck_of(turned)
    assert np.abs(other.before - luck.before)[fold != 2].mean() > 1
    assert other.before[fold == 2] == pytest.approx(luck.before[fold == 2], abs=1e-6)


def test_folds_keep_games_whole_and_are_even() -> None:
    fold = folds_of(np.arange(10_000))
    assert set(fold) == set(range(FOLDS))
    assert np.bincount(fold).min() > 1_900
    assert folds_of(np.array([7, 7, 8]))[0] == folds_of(np.array([7]))[0]


def test_parts_of_every_result_add_up_to_it(tmp_path: Path) -> None:
    records = club_season(4)
    records[3].pop("hands")  # known from the plays
    records[5]["declarer"] = "NS" if records[5]["declarer"] in "NS" else "EW"
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)
    refit(db)
    with reading(db) as reader:
        reader.use_fitted()
        rows = reader.rows("SELECT * FROM luck ORDER BY site, game_id, deal_no")
    assert len(rows) == len(records)
    assert [row["luck_ns"] is None for row in rows] == [at == 5 for at in range(len(rows))]
    for row in rows:
        if row["luck_ns"] is not None:
            assert row["luck_ns"] + row["bidding_ns"] + row["play_ns"] == row["result_ns"]
            assert row["luck_ns"] + row["adjusted_ns"] == row["result_ns"]
            assert 0 <= row["nat_expected"] <= 1


def test_a_store_without_a_deal_has_no_luck(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl")], tmp_path / "a.duckdb", may_be_empty=True)
    refit(tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as reader:
        assert reader.about_fitted()["deals"] == "0"
        assert reader.leaderboard().is_empty()


@pytest.mark.parametrize("count", [1, 2])
def test_one_deal_has_luck_by_what_is_known_beforehand(count: int, tmp_path: Path) -> None:
    luck = luck_of(deals_of(tmp_path, *club_season(1)[:count]))
    assert np.isfinite(luck.before).all()
    assert np.isfinite(luck.called).all()
    assert ((luck.nat >= 0) & (luck.nat <= 1)).all()


@pytest.mark.parametrize("method", BIDDING_METHODS)
def test_luck_by_every_way_of_bidding(method: str, tmp_path: Path) -> None:
    rules = {"base": "amsterdams", "bidding": method}
    luck = luck_of(deals_of(tmp_path, *club_season(25, rules)))
    assert luck.explained > 0.15
    assert luck.explained_called > 0.3


def test_promise_is_that_of_each_seats_own_hand(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    rows = np.arange(len(deals))
    # Declarers promise most of the four, nearly always in the suit they took; trumps make a hand promise more.
    assert (luck.promise.argmax(axis=1) == deals.declarer).mean() > 0.4
    free = luck.promise[rows, deals.declarer] > np.quantile(luck.promise, 0.95)
    assert (luck.best_suit[rows, deals.declarer] == deals.trump)[free].mean() > 0.9
    for seat in range(4):
        jacks = (deals.suits[rows, seat][rows, luck.best_suit[:, seat]] >> 4 & 1).astype(bool)
        assert luck.promise[jacks, seat].mean() > luck.promise[~jacks, seat].mean() + 30


def test_rules_that_pay_more_are_no_luck_of_play(tmp_path: Path) -> None:
    ruled = [values | {"site": "rich"} for values in club_season(60, {"base": "amsterdams", "stuk": 100}, seed=5)]
    deals = deals_of(tmp_path, *club_season(60, seed=6), *ruled)
    luck = luck_of(deals)
    declared = np.where(deals.declarer % 2 == 0, 1, -1)
    off = declared * (deals.result - luck.called)
    for rules in (0, 1):
        chosen = off[deals.rules == rules]
        assert abs(chosen.mean()) < 3.5 * chosen.std() / np.sqrt(len(chosen))


def test_deals_without_hands_count_less_and_games_that_changed_hands_are_not_rated(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    is_adjusted = np.arange(len(deals)) % 2 == 0
    points = np.where(is_adjusted, deals.result - luck.before, deals.result)
    every = np.ones(len(deals), bool)
    rows = rows_of(deals, points, is_adjusted, every)
    assert rows.weight.sum() < rows.deals.sum() == len(deals)
    assert rows.weight.sum() == pytest.approx(len(deals) / 2 * (1 + points[is_adjusted].var() / points[~is_adjusted].var()))
    seats = deals.seats.copy()
    seats[16 * 3 + 5] = (seats[16 * 3 + 5] + 1) % len(deals.players)
    is_over = deals.games.is_over.copy()
    is_over[7] = False
    teams = teams_of(replace(deals, seats=seats, games=replace(deals.games, is_over=is_over)))
    assert set(range(150)) - set(teams.game.tolist()) == {3, 7}
    assert teams.seats.tolist() == [deals.seats[16 * game].tolist() for game in teams.game]


def test_later_games_are_predicted_from_earlier_ones_alone(tmp_path: Path) -> None:
    deals = deals_of(tmp_path, *mixed_season(seed=8, games=120))
    every = np.ones(len(deals), bool)
    found = evaluate(deals, deals.result, ~every, every)
    assert found is not None
    by = {one.method: one for one in found.methods}
    assert (found.earlier, found.later) == (84, 36)
    assert by["nothing"].log_loss == pytest.approx(np.log(2))
    assert by["plus-minus"].log_loss < 0.68
    assert by["plus-minus"].gain > 0
    # Were the later games the other way about, what was learnt from the earlier ones would mislead.
    late = deals.game >= 84
    turned = evaluate(
        replace(
            deals,
            result=np.where(late, -deals.result, deals.result),
            games=replace(deals.games, won_by=np.where(np.arange(120) >= 84, -1, 1) * deals.games.won_by),
        ),
        np.where(late, -deals.result, deals.result),
        ~every,
        every,
    )
    assert turned is not None
    assert {one.method: one for one in turned.methods}["plus-minus"].log_loss > 0.72
    assert not turned.tells_apart


def test_luck_is_looked_for_again_only_where_something_changed(tmp_path: Path) -> None:
    db, told = tmp_path / "a.duckdb", list[str]()
    ingest([write_log(tmp_path / "a.jsonl", *club_season(2))], db)
    make_current(db, told.append)
    assert told
    told.clear()
    make_current(db, told.append)
    assert told == []
    ingest([write_log(tmp_path / "b.jsonl", club_season(3)[-1] | {"game_id": "new"})], db)
    make_current(db, told.append)
    assert told
    with reading(db) as reader:
        assert reader.about_fitted()["deals"] == str(len(club_season(2)) + 1)
