"""Intervals: against tables, drawn samples and the bootstrap."""

import numpy as np
import pytest

from pipeline.statistics import catalog
from pipeline.statistics.intervals import MANY_GAMES, around_mean, over_games, over_groups, wilson


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(0, 20, 0.0, 0.161), (1, 20, 0.009, 0.236), (20, 20, 0.839, 1.0), (25, 100, 0.175, 0.343), (125, 500, 0.214, 0.290)],
)
def test_wilson_is_what_the_tables_say(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=0.0006)


def test_intervals_that_share_the_confidence_are_wider() -> None:
    assert wilson(25, 100, 4)[0] < wilson(25, 100)[0] < 0.25 < wilson(25, 100)[1] < wilson(25, 100, 4)[1]


def test_the_interval_of_a_mean_of_known_spread_is_that_of_the_normal_distribution() -> None:
    assert around_mean(1.0, 100, 2.0) == pytest.approx((1 - 0.392, 1 + 0.392), abs=0.0001)


def test_the_spreads_that_are_known_are_those_of_all_ways_to_deal() -> None:
    """Of cards drawn without putting back the variance is n p (1 - p) (N - n) / (N - 1), times that of what they count."""
    ace_drawn = 8 * (4 / 32) * (28 / 32) * (24 / 31)
    worth = [11, 10, 6.5, 4, 3.5, 3, 0, 0]
    spread = sum(one * one for one in worth) / 8 - (sum(worth) / 8) ** 2
    assert catalog()["high_cards"].sd == pytest.approx(ace_drawn**0.5, abs=0.001)
    assert catalog()["card_luck"].sd == pytest.approx((16 * spread * 16 / 31) ** 0.5, abs=0.005)


@pytest.mark.parametrize("games", [3, 12, 60])
def test_the_interval_of_a_mean_holds_the_truth_nineteen_times_in_twenty(games: int) -> None:
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(300):
        deals = rng.integers(8, 17, games).astype(float)
        sums = deals * (10 + rng.normal(0, 20, games)) + rng.normal(0, 100, games)
        low, high = over_games(sums, deals) or (0.0, 0.0)
        held += low <= 10 <= high
    assert 0.90 <= held / 300 <= 0.995


def test_the_interval_of_many_games_is_that_of_the_bootstrap() -> None:
    rng = np.random.default_rng(8)
    deals = rng.integers(8, 17, MANY_GAMES).astype(float)
    sums = deals * rng.normal(10, 20, MANY_GAMES)
    by_formula, drawn = over_games(sums, deals), over_games(sums[1:], deals[1:])
    assert by_formula is not None
    assert drawn is not None
    assert by_formula == pytest.approx(drawn, abs=0.15)
    assert drawn == over_games(sums[1:], deals[1:])  # the same each time


def test_one_game_has_no_interval() -> None:
    assert over_games(np.array([30.0]), np.array([16.0])) is None


def test_groups_have_the_intervals_that_each_has_alone() -> None:
    rng = np.random.default_rng(9)
    sizes = [5, 1, MANY_GAMES, 5, *rng.integers(1, 9, 300).tolist()]
    deals = rng.integers(8, 17, sum(sizes)).astype(float)
    sums = deals * rng.normal(10, 20, sum(sizes))
    low, high = over_groups(sums, deals, sizes)
    ends = np.cumsum([0, *sizes])
    for at, size in enumerate(sizes):
        alone = over_games(sums[ends[at] : ends[at + 1]], deals[ends[at] : ends[at + 1]])
        assert (low[at], high[at]) == alone if size > 1 else np.isnan([low[at], high[at]]).all()
