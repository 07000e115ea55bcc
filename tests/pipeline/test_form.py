"""Form: how good somebody is of late, and how sure that is."""

import numpy as np
import pytest
from leagues import dense, drawn_league, everybody, rows_of

from pipeline.strength import plus_minus
from pipeline.strength.course import ages, course, form
from pipeline.strength.plus_minus import SPREADS, System, fit_worth
from pipeline.strength.rows import SIDES, gather


def test_ages_count_the_deals_that_the_four_played_after() -> None:
    rows = rows_of([[0, 1, 2, 3], [0, 1, 2, 4], [0, 5, 6, 7]], [0, 0, 0], deals=10)
    # Of the first game's four, one played twenty deals after it, two ten, one none.
    assert ages(rows).tolist() == [(20 + 10 + 10 + 0) / 4, (10 + 0 + 0 + 0) / 4, 0]


def test_form_follows_a_player_who_improved() -> None:
    rng = np.random.default_rng(8)
    game = np.repeat(np.arange(1200), 16)
    seats = np.array([rng.permutation(6)[:4] for _ in range(1200)])[game]
    better = np.where(game >= 600, 20, -20)
    points = rng.normal(0, 80, len(game)) + better * ((seats == 0) * SIDES).sum(axis=1)
    rows = gather(game, seats, points, np.ones(len(game)), 6)
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    now, error = form(rows, worth, everybody(rows))
    assert abs(worth.value[0]) < 5
    assert now[0] > 10
    assert error[0] > worth.error[0]


def test_form_over_time_ends_with_the_form_of_today() -> None:
    rows = drawn_league(np.random.default_rng(9), players=12, games=120).rows
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    at, forms, played = course(rows, worth, everybody(rows))
    now, error = form(rows, worth, everybody(rows))
    assert at[-1] == 119
    assert len(at) == 24
    assert forms.value[-1].tolist() == now.tolist()
    assert forms.error[-1].tolist() == error.tolist()
    assert (forms.error[0] > forms.error[-1]).all()
    assert played[-1].sum() == 4 * rows.deals.sum()
    assert played[0].sum() == 4 * 16 * (at[0] + 1)
    recent = rows.reweighted(0.5 ** (ages(rows) / 2_000))
    middle, kept = np.eye(12) - 1 / 12, np.flatnonzero(worth.chances >= 0.01)
    inverses = [np.linalg.inv(dense(recent)[0] + pull * np.eye(12)) for pull in worth.pulls[kept]]
    parts = [
        worth.noise**2 * np.diag(middle @ inverse @ middle) + (middle @ inverse @ dense(recent)[1] - now) ** 2
        for inverse in inverses
    ]
    assert error == pytest.approx(np.sqrt(worth.chances[kept] @ parts / worth.chances[kept].sum()), rel=1e-4)


@pytest.mark.parametrize("fixed", [True, False], ids=["fixed partners", "any partners"])
def test_form_is_no_surer_where_it_is_not_found_exactly(fixed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(12)
    game = np.repeat(np.arange(300), 16)
    tables = [rng.permutation(4)[[0, 1, 0, 1]] + [0, 0, 4, 4] if fixed else rng.permutation(8)[:4] for _ in range(300)]
    rows = gather(game, np.array(tables)[game], rng.normal(0, 80, len(game)), np.ones(len(game)), 8)
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    exact = form(rows, worth, everybody(rows))[1]
    monkeypatch.setattr("pipeline.strength.course.EXACT_PLAYERS", 0)
    quick = form(rows, worth, everybody(rows))[1]
    assert (quick > 0.98 * exact).all()
    assert (quick < 1.5 * exact).all()


def test_the_error_weighs_every_pull_and_how_far_they_differ() -> None:
    rows = drawn_league(np.random.default_rng(10), players=10, games=40).rows
    worth = fit_worth(rows, everybody(rows), everybody(rows))
    system = System(rows.design(), rows.weight, rows.points)
    chance = plus_minus._chances_of_spreads(system, rows.fold, noise := system.noise(rows.fold))
    kept = np.flatnonzero(chance >= 0.01)
    middle = np.eye(10) - 1 / 10
    inverses = [np.linalg.inv(dense(rows)[0] + np.eye(10) * (noise / spread) ** 2) for spread in SPREADS]
    values = np.array([middle @ inverse @ dense(rows)[1] for inverse in inverses])
    left = (rows.weight * rows.points**2).sum() - dense(rows)[1] @ np.linalg.solve(
        dense(rows)[0] + worth.pull * np.eye(10), dense(rows)[1]
    )
    variances = left / len(rows) * np.array([np.diag(middle @ inverse @ middle) for inverse in inverses])
    value = chance @ values
    within = chance[kept] @ variances[kept] / chance[kept].sum()
    assert worth.value == pytest.approx(value, abs=1e-5)
    assert worth.error == pytest.approx(np.sqrt(within + chance @ (values - value) ** 2), rel=1e-4)


def test_the_form_of_somebody_alone_is_as_unsure_as_his_worth() -> None:
    drawn = list(np.random.default_rng(11).normal(15, 20, 60))
    rows = rows_of([[0, 2, 3, 4], [1, 2, 3, 4]] * 30, drawn, players=5)  # two who only met the same three without a name
    person = np.array([True, True, False, False, False])
    worth = fit_worth(rows, person, person)
    (alone,) = np.flatnonzero(np.bincount(worth.component)[worth.component] == 1)
    value, error = form(rows, worth, person)
    assert (value[alone], error[alone]) == (0, worth.error[alone])
    assert error[alone] > 3


def test_form_is_no_surer_than_worth_of_the_same_deals() -> None:
    for seed in range(5):
        rows = drawn_league(np.random.default_rng(seed), players=8, games=3).rows
        worth = fit_worth(rows, everybody(rows), everybody(rows))
        assert form(rows, worth, everybody(rows))[1] == pytest.approx(worth.error, rel=0.03)
