"""Luck of simulated deals: fair, sharp, adding up, and unknown where it cannot be known."""

import io
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from making import Values, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import make_current, refit
from pipeline.simulate import League, write_season
from pipeline.strength.beforehand import known_beforehand
from pipeline.strength.calling import NAMES as CALL_NAMES
from pipeline.strength.calling import call_features, chances, fit_calls
from pipeline.strength.deals import Deals, read_deals
from pipeline.strength.evaluate import evaluate
from pipeline.strength.fit import luck_of, rows_of
from pipeline.strength.hands import NAMES, WIDTH, role_features, values_of_calls, values_of_roles
from pipeline.strength.luck import BEFORE_FEATURES, Luck, by_position
from pipeline.strength.rating import teams_of
from pipeline.strength.ridge import FOLDS, Linear, Moments, folds_of
from pipeline.strength.same_deals import compare, sharpened
from replay.cards import parse_cards
from replay.readings import rules_in_force
from replay.rulesets import BIDDING_METHODS


def season(games: int = 60, rules: Any = "amsterdams", seed: int = 11) -> list[Values]:
    stream = io.BytesIO()
    write_season(League(games, seed, rules_in_force(rules), changing_partners=True), stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def deals_of(folder: Path, *records: Values) -> Deals:
    ingest([write_log(folder / "a.jsonl", *records)], folder / "a.duckdb")
    with reading(folder / "a.duckdb") as reader:
        return read_deals(reader)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Deals, Luck]:
    deals = deals_of(tmp_path_factory.mktemp("luck"), *season(150))
    return deals, luck_of(deals)


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
    records = season(4)
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
    luck = luck_of(deals_of(tmp_path, *season(1)[:count]))
    assert np.isfinite(luck.before).all()
    assert np.isfinite(luck.called).all()
    assert ((luck.nat >= 0) & (luck.nat <= 1)).all()


@pytest.mark.parametrize("method", BIDDING_METHODS)
def test_luck_by_every_way_of_bidding(method: str, tmp_path: Path) -> None:
    rules = {"base": "amsterdams", "bidding": method}
    luck = luck_of(deals_of(tmp_path, *season(25, rules)))
    assert luck.explained > 0.15
    assert luck.explained_called > 0.3


HANDS = ["JS 9S AS TH KD 7C 8C 9C", "KS QS 7S AH KH QH 8D 9D", "TS 8S JH 9H 8H TC QC AC", "7H 7D TD JD QD AD JC KC"]


def suits_of(hands: list[str]) -> Any:
    sets = [sum(1 << card for card in parse_cards(hand)) for hand in hands]
    return np.array(sets, "<u4").view(np.uint8).reshape(1, 4, 4)


def test_features_of_a_hand_are_those_counted_by_hand() -> None:
    found = dict(zip(NAMES, role_features(suits_of(HANDS), np.array([3]), np.array([0]))[0], strict=True))
    told = {name: value for name, value in found.items() if value and name.startswith("declarer")}
    assert told == {
        "declarer: trump jack": 1,
        "declarer: trump nine": 1,
        "declarer: trump ace": 1,
        "declarer: trump length": 3,
        "declarer: trump jack and nine": 1,
        "declarer: side ten": 1,
        "declarer: side king": 1,
        "declarer: side single": 2,  # ten of hearts, king of diamonds
        "declarer: side bare ten": 1,
        "declarer: side three in a row": 1,  # 7 8 9 of clubs
    }
    assert found["lho: trump stuk"] == 1
    assert found["lho: side void"] == 1  # clubs
    assert found["lho: side three in a row"] == 1  # ace, king and queen of hearts
    assert found["partner: side void"] == 1  # diamonds
    assert found["rho: trump none"] == 1


def test_looked_up_values_are_those_of_the_features() -> None:
    rng = np.random.default_rng(1)
    decks = rng.permuted(np.tile(np.arange(32), (40, 1)), axis=1).reshape(40, 4, 8)
    suits = (1 << decks.astype(np.uint64)).sum(axis=2).astype("<u4").view(np.uint8).reshape(40, 4, 4)
    weights = rng.normal(size=4 * WIDTH)
    calls = values_of_calls(suits, weights)
    alone = values_of_calls(suits, weights[:WIDTH])
    for declarer in range(4):
        for trump in range(4):
            trumps, declarers = np.full(40, trump), np.full(40, declarer)
            features = role_features(suits, trumps, declarers)
            assert values_of_roles(suits, trumps, declarers, weights) == pytest.approx(features @ weights)
            assert calls[:, declarer, trump] == pytest.approx(features @ weights)
            assert alone[:, declarer, trump] == pytest.approx(features[:, :WIDTH] @ weights[:WIDTH])


def test_a_ridge_is_that_of_plain_algebra() -> None:
    rng = np.random.default_rng(2)
    features, games = rng.normal(3, 2, (500, 6)), np.arange(500)
    results = features @ np.arange(6) + 40 + rng.normal(0, 1, 500)
    moments, fold = Moments(6), folds_of(games)
    for part in np.split(np.arange(500), 7 * np.arange(1, 70)):
        moments.add(features[part], results[part], fold[part])
    known = Linear(np.ones(6), 0.0)
    model = moments.fit(known, 50.0, without=(3,))
    kept = fold != 3
    centred = features[kept] - features[kept].mean(axis=0)
    pull = np.diag(50.0 * features[kept].var(axis=0))
    right = centred.T @ (results[kept] - results[kept].mean()) + pull @ np.ones(6)
    assert model.weights == pytest.approx(np.linalg.solve(centred.T @ centred + pull, right))
    left = features[~kept] @ model.weights + model.constant
    assert moments.error(model, 3) == pytest.approx(((results[~kept] - left) ** 2).sum())
    strong = moments.fit(known, 1e12)
    assert strong.weights == pytest.approx(np.ones(6), abs=1e-3)
    assert moments.best(known).weights == pytest.approx(np.arange(6), abs=0.1)


def test_calls_are_found_again_from_calls_drawn_by_their_chances() -> None:
    rng = np.random.default_rng(3)
    worth, turned = rng.normal(0, 60, (6_000, 4, 4)), np.full(6_000, -1)
    truth = np.zeros(len(CALL_NAMES))
    truth[[0, 6, 7]] = 2.0, 1.5, 0.5
    chance = chances(worth, turned, truth).reshape(-1, 16)
    assert chance.sum(axis=1) == pytest.approx(np.ones(6_000))
    drawn = (chance.cumsum(axis=1) > rng.random((6_000, 1))).argmax(axis=1)
    found = fit_calls(worth, turned, drawn, np.zeros(len(CALL_NAMES)))
    assert chances(worth, turned, found).reshape(-1, 16) == pytest.approx(chance, abs=0.12)
    assert len(call_features(worth[:1], turned[:1])) == len(CALL_NAMES) == len(found)
    assert fit_calls(worth[:0], turned[:0], drawn[:0], truth) is truth


def test_what_is_known_beforehand_fits_the_models() -> None:
    known = known_beforehand()
    assert len(known.called.weights) == 4 * WIDTH
    assert len(known.own.weights) == WIDTH
    assert len(known.before.weights) == BEFORE_FEATURES
    assert set(known.calls) == set(BIDDING_METHODS)
    assert {len(weights) for weights in known.calls.values()} == {len(CALL_NAMES)}


def test_positions_begin_with_the_first_speaker(tmp_path: Path) -> None:
    deals = deals_of(tmp_path, *season(1, {"base": "amsterdams", "bidding": "pass_dealer_first_forced"})[:1], *season(1)[1:2])
    _, first = by_position(deals, np.arange(2))
    by = {deals.methods[deals.bidding[row]]: (int(first[row]), int(deals.dealer[row])) for row in range(2)}
    assert by["pass_dealer_first_forced"][0] == by["pass_dealer_first_forced"][1]
    assert by["pass_first_forced"][0] == (by["pass_first_forced"][1] + 1) % 4


@cache
def at_three_tables() -> tuple[Values, ...]:
    """One deal at three tables: as it was, turned by a seat, and turned by two seats with other names."""
    first = season(1)[0]
    records = []
    for number, places in enumerate((0, 1, 2)):
        record = turned_by(first, places)
        record |= {"game_id": f"table {number}", "board": "daily"}
        record["players"] = [f"{name} {number}" for name in record["players"]]
        records.append(record)
    return tuple(records)


def turned_by(values: Values, places: int) -> Values:
    """A record with everything moved round the table."""
    letters = "NESW"
    seat = {letter: letters[(at + places) % 4] for at, letter in enumerate(letters)}
    moved = dict(values)
    for name in ("dealer", "declarer", "leader"):
        moved[name] = seat[values[name]]
    for name in ("seats", "winners"):
        moved[name] = "".join(seat[letter] for letter in values[name])
    for name in ("hands", "players"):
        moved[name] = [values[name][(at - places) % 4] for at in range(4)]
    for name in ("points", "roem_points", "score", "totals"):
        moved[name] = values[name][::-1] if places % 2 else values[name]
    return moved


def test_the_same_cards_are_found_however_they_sit(tmp_path: Path) -> None:
    deals = deals_of(tmp_path, *at_three_tables(), *season(1, seed=99)[1:3])
    compared = compare(deals)
    assert sorted(compared.tables.tolist()) == [1, 1, 3, 3, 3]
    same = compared.tables == 3
    turn = np.where(deals.dealer % 2 == 0, 1, -1)
    assert len(set((turn * deals.result)[same].tolist())) == 1
    assert compared.others[same] == pytest.approx(deals.result[same])
    assert compared.matchpoints[same].tolist() == [0.5, 0.5, 0.5]
    assert np.isnan(compared.others[~same]).all()


def test_other_tables_are_compared_with_the_rest(tmp_path: Path) -> None:
    records = [dict(one) for one in at_three_tables()]
    best = records[0]
    ingest([write_log(tmp_path / "a.jsonl", *records, *season(1, seed=99)[1:2])], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as reader:
        found = reader.other_tables(best["site"], "table 1", 1)
        alone = reader.other_tables(best["site"], "game-0001", 2)
    assert found["game_id"].to_list() == ["table 1", "table 0", "table 2"]
    assert found["is_asked"].to_list() == [True, False, False]
    assert found["matchpoints"].to_list() == [0.5, 0.5, 0.5]
    assert found["mean_difference"].to_list() == [0, 0, 0]
    assert found["first_card"].n_unique() == 1
    assert alone["matchpoints"].to_list() == [None]


def test_what_other_tables_made_draws_luck_towards_it_but_a_deals_own_result_does_not(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    compared = compare(deals)
    twice = np.arange(len(deals)) // 2  # as if every deal had been played twice
    pretended = compared.__class__(
        np.full(len(deals), 2),
        np.where(np.arange(len(deals)) % 2, np.roll(deals.result, 1), np.roll(deals.result, -1)),
        compared.matchpoints,
        twice,
    )
    before = sharpened(deals, luck.before, pretended)
    changed = deals.result.copy()
    changed[0] += 500
    other = sharpened(replace(deals, result=changed), luck.before, pretended)
    assert other[0] == pytest.approx(before[0], abs=2)  # only through what all tables together tell
    assert abs(other[1] - before[1]) > 5
    assert sharpened(deals, luck.before, compared) is luck.before


def test_tables_are_compared_as_by_hand(played: tuple[Deals, Luck]) -> None:
    deals = replace_some(played[0])
    compared = compare(deals)
    keys = [
        (int(deals.rules[row]), deals.suits[row, (deals.dealer[row] + np.arange(4)) % 4].tobytes()) for row in range(len(deals))
    ]
    for row in range(60):
        others = [at for at in range(len(deals)) if at != row and keys[at] == keys[row]]
        assert compared.tables[row] == len(others) + 1
        if others:
            turn = [1 if deals.dealer[at] % 2 == deals.dealer[row] % 2 else -1 for at in others]
            results = deals.result[others] * turn
            mine = deals.result[row]
            assert compared.others[row] == pytest.approx(results.mean())
            assert compared.matchpoints[row] == pytest.approx(((mine > results) + (mine == results) / 2).mean())
    assert (compared.tables[:60] > 1).sum() >= 40


def replace_some(deals: Deals) -> Deals:
    """Deals of which the first sixty are copies of ten, turned round the table, with their own results, some by other rules."""
    suits, dealer, rules = deals.suits.copy(), deals.dealer.copy(), deals.rules.copy()
    for row in range(60):
        places = row // 10
        suits[row] = np.roll(deals.suits[row % 10], places, axis=0)
        dealer[row] = (deals.dealer[row % 10] + places) % 4
    rules[50:60] += 1
    return replace(deals, suits=suits, dealer=dealer, rules=rules)


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
    ruled = [values | {"site": "rich"} for values in season(60, {"base": "amsterdams", "stuk": 100}, seed=5)]
    deals = deals_of(tmp_path, *season(60, seed=6), *ruled)
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
    deals = deals_of(tmp_path, *strong_and_weak(120))
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


def strong_and_weak(games: int) -> list[Values]:
    stream = io.BytesIO()
    write_season(League(games, 8, skill="mixed", changing_partners=True), stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_luck_is_looked_for_again_only_where_something_changed(tmp_path: Path) -> None:
    db, told = tmp_path / "a.duckdb", list[str]()
    ingest([write_log(tmp_path / "a.jsonl", *season(2))], db)
    make_current(db, told.append)
    assert told
    told.clear()
    make_current(db, told.append)
    assert told == []
    ingest([write_log(tmp_path / "b.jsonl", season(3)[-1] | {"game_id": "new"})], db)
    make_current(db, told.append)
    assert told
    with reading(db) as reader:
        assert reader.about_fitted()["deals"] == str(len(season(2)) + 1)
