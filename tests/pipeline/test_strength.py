"""Strength against plain dense algebra, on leagues whose truth is known, and where there is next to nothing to go by."""

from typing import Any

import numpy as np
import pytest
from leagues import dense, drawn_league, everybody, rows_of

from pipeline.strength.course import form
from pipeline.strength.evaluate import agreement, raw_average
from pipeline.strength.pairs import fit_pairs
from pipeline.strength.plus_minus import SPREADS, Centre, System, components, fit_worth
from pipeline.strength.rating import Teams, rate
from pipeline.strength.rows import gather


def test_deals_of_the_same_four_in_one_game_are_one_row() -> None:
    game = np.array([0, 0, 0, 1, 0])
    seats = np.array([[0, 1, 2, 3], [0, 1, 2, 3], [4, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]])
    rows = gather(game, seats, np.array([10.0, 20, 5, 7, 60]), np.array([1, 1, 1, 1, 0.5]), 5)
    assert rows.game.tolist() == [0, 0, 1]
    assert rows.seats.tolist() == [[0, 1, 2, 3], [4, 1, 2, 3], [0, 1, 2, 3]]
    assert rows.deals.tolist() == [3, 1, 1]
    assert rows.weight.tolist() == [2.5, 1, 1]
    assert rows.points.tolist() == [pytest.approx((10 + 20 + 30) / 2.5), 5, 7]


def test_the_solution_and_its_variances_are_those_of_dense_algebra() -> None:
    league = drawn_league(np.random.default_rng(1), players=12, games=60)
    rows = league.rows
    system = System(rows.design(), rows.weight, rows.points)
    normal, right = dense(rows)
    inverse = np.linalg.inv(normal + 150 * np.eye(12))
    assert system.solve(150.0) == pytest.approx(inverse @ right, abs=1e-6)
    assert system.variances(150.0, 100.0) == pytest.approx(100.0**2 * np.diag(inverse))
    middle = np.eye(12) - 1 / 12
    centre = Centre(np.zeros(12, int), everybody(rows))
    assert system.variances(150.0, 100.0, centre) == pytest.approx(100.0**2 * np.diag(middle @ inverse @ middle))


def test_the_averages_of_two_leagues_are_apart_also_in_the_variances() -> None:
    rows = rows_of([[0, 1, 2, 3], [4, 5, 6, 7], [0, 2, 1, 3], [4, 6, 5, 7]], [10, 30, -5, 4])
    component = components(rows, everybody(rows))
    assert component.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    system = System(rows.design(), rows.weight, rows.points)
    inverse = np.linalg.inv(dense(rows)[0] + 50 * np.eye(8))
    middle = np.eye(8) - np.kron(np.eye(2), np.full((4, 4), 1 / 4))
    counts = everybody(rows)
    assert system.variances(50.0, 1.0, Centre(component, counts)) == pytest.approx(np.diag(middle @ inverse @ middle.T))
    counts[[0, 4]] = False  # two who do not make up the average
    middle = np.eye(8) - np.kron(np.eye(2), np.tile([0, 1 / 3, 1 / 3, 1 / 3], (4, 1)))
    assert system.variances(50.0, 1.0, Centre(component, counts)) == pytest.approx(np.diag(middle @ inverse @ middle.T))


def test_many_players_have_nearly_the_same_errors_as_if_solved_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = drawn_league(np.random.default_rng(2), players=60, games=400).rows
    system = System(rows.design(), rows.weight, rows.points)
    exact = system.variances(100.0, 100.0)
    monkeypatch.setattr("pipeline.strength.plus_minus.MOST_SOLVED", 40)
    assert system.variances(100.0, 100.0) == pytest.approx(exact, rel=0.1)


def test_intervals_cover_the_truth_and_order_is_recovered() -> None:
    rng = np.random.default_rng(3)
    covered, order = [], []
    for _ in range(12):
        league = drawn_league(rng, players=30, games=400)
        worth = fit_worth(league.rows, everybody(league.rows), everybody(league.rows))
        covered.append(((worth.low <= league.truth) & (league.truth <= worth.high)).mean())
        order.append(np.corrcoef(worth.value, league.truth)[0, 1])
    assert 0.9 < np.mean(covered) < 0.985  # 200 leagues, with closer bounds, in tests/bench/skill.py
    assert np.mean(order) > 0.75


def test_equal_players_are_not_called_different() -> None:
    rng = np.random.default_rng(4)
    called = []
    for _ in range(8):
        league = drawn_league(rng, players=30, games=300, spread=0.0)
        worth = fit_worth(league.rows, everybody(league.rows), everybody(league.rows))
        called.append(((worth.low > 0) | (worth.high < 0)).mean())
    assert np.mean(called) <= 0.05


def test_worth_is_exact_and_repeatable() -> None:
    rows = drawn_league(np.random.default_rng(5), players=10, games=50).rows
    first, second = (fit_worth(rows, everybody(rows), everybody(rows)) for _ in range(2))
    assert first.value.tolist() == second.value.tolist()
    assert first.error.tolist() == second.error.tolist()
    assert SPREADS.min() <= first.spread <= SPREADS.max()


def test_partners_who_always_play_together_are_worth_the_same_and_neither_is_sure() -> None:
    rng = np.random.default_rng(6)
    seats = [[0, 2, 1, 3], [0, 4, 1, 5], [2, 4, 3, 5]] * 30
    rows = rows_of(seats, list(rng.normal(20, 10, 90)))
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    assert worth.value[0] == pytest.approx(worth.value[1], abs=1e-6)
    assert worth.error.min() > 1


@pytest.mark.parametrize("games", [0, 1, 2])
def test_next_to_no_games_say_next_to_nothing(games: int) -> None:
    rows = (
        rows_of([[0, 1, 2, 3]] * games, [500.0] * games, players=4)
        if games
        else rows_of([[0, 1, 2, 3]], [1.0]).chosen(np.zeros(1, bool))
    )
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    assert np.isfinite(worth.value).all()
    assert np.isfinite(worth.error).all()
    assert ((worth.low <= 0) & (worth.high >= 0)).all() or games == 2
    assert len(fit_pairs(rows, worth).deals) == 0
    now, error = form(rows, worth, everybody(rows))
    assert np.isfinite(now).all()
    assert np.isfinite(error).all()


def test_nobody_in_particular_joins_no_leagues() -> None:
    rows = rows_of([[0, 1, 2, 8], [3, 4, 5, 8]], [1, 2], players=9)
    connects = everybody(rows)
    connects[8] = False
    component = components(rows, connects)
    assert component[0] == component[1] == component[2]
    assert component[3] == component[4] == component[5]
    assert component[0] != component[3]
    assert component[8] in (component[0], component[3])


def test_a_pair_that_is_better_than_both_is_found() -> None:
    rng = np.random.default_rng(7)
    game = np.repeat(np.arange(900), 16)
    seats = np.array([rng.permutation(8)[:4] for _ in range(900)])[game]
    together = [np.isin(seats[:, side], (0, 1)).all(axis=1) for side in ([0, 2], [1, 3])]
    points = rng.normal(0, 100, len(game)) + 30 * together[0] - 30 * together[1]
    rows = gather(game, seats, points, np.ones(len(game)), 8)
    pairs = fit_pairs(rows, fit_worth(rows, everybody(rows), everybody(rows)))
    best = int(np.argmax(pairs.value))
    assert pairs.players[best].tolist() == [0, 1]
    assert pairs.low[best] > 0
    assert pairs.is_told_apart.all()
    fixed = rows_of([[0, 2, 1, 3], [0, 2, 4, 3]] * 20, [1.0, 2.0] * 20)  # 2 and 3 have no other partners
    found = fit_pairs(fixed, fit_worth(fixed, everybody(fixed), everybody(fixed)))
    told = {tuple(pair): bool(apart) for pair, apart in zip(found.players.tolist(), found.is_told_apart, strict=True)}
    assert told == {(0, 1): False, (0, 4): False, (2, 3): False}
    assert pairs.deals[best] == sum(one.sum() for one in together)


def test_somebody_alone_among_computers_is_measured_against_them() -> None:
    rng = np.random.default_rng(11)
    rows = rows_of([[0, 1, 2, 3]] * 60, list(rng.normal(15, 20, 60)), players=5)
    person = np.array([True, False, False, False, False])
    worth = fit_worth(rows, person, everybody(rows))
    assert worth.error.min() > 1
    assert worth.value[0] == pytest.approx(worth.value[2])
    assert worth.error[4] > worth.error[0]  # who never played


def test_ratings_are_those_of_openskill_game_by_game() -> None:
    from openskill.models import PlackettLuce

    teams = Teams(np.array([0, 1, 3]), np.array([[0, 1, 2, 3], [0, 2, 1, 3], [3, 1, 0, 2]]), np.array([1.0, -1.0, 0.0]))
    found = rate(teams, 5, 4)
    model: Any = PlackettLuce()
    players = [model.rating() for _ in range(5)]
    for seats, ranks in zip(teams.seats.tolist(), ([1, 2], [2, 1], [1, 1]), strict=True):
        north, east, south, west = seats
        new = model.rate([[players[north], players[south]], [players[east], players[west]]], ranks=ranks)
        (players[north], players[south]), (players[east], players[west]) = new
    assert found.mu.tolist() == [one.mu for one in players]
    assert found.sigma.tolist() == [one.sigma for one in players]
    assert found.games.tolist() == [3, 3, 3, 3, 0]
    assert found.skipped == 1
    assert found.at.tolist() == [0, 1, 3]
    assert found.course.value[-1].tolist() == found.mu.tolist()
    assert found.course.error[-1].tolist() == found.sigma.tolist()


def test_a_computer_on_both_sides_learns_nothing() -> None:
    found = rate(Teams(np.array([0]), np.array([[0, 1, 2, 1]]), np.array([1.0])), 3, 1)
    assert found.mu[0] > 25 > found.mu[1]
    both = rate(Teams(np.array([0]), np.array([[0, 1, 1, 2]]), np.array([1.0])), 3, 1)
    assert both.mu[1] == 25
    assert both.mu[0] > 25 > both.mu[2]


def test_the_raw_average_halves_what_the_side_made() -> None:
    rows = rows_of([[0, 1, 2, 3], [0, 2, 1, 3]], [10, 30], deals=2)
    assert raw_average(rows).tolist() == [10, 5, -5, -10]


def test_agreement_of_halves() -> None:
    one = np.array([1.0, 2, 3, 4])
    assert agreement(one, one) == pytest.approx(1)
    assert agreement(one, -one) == pytest.approx(-1)
    half = np.array([2.0, 1, 4, 3])
    assert agreement(one, half) == pytest.approx(2 * 0.6 / 1.6)
    assert np.isnan(agreement(one[:2], one[:2]))
    assert np.isnan(agreement(one, np.zeros(4)))
