"""From which hand on somebody plays, found again where it is known."""

import numpy as np
import pytest

from pipeline.statistics.threshold import threshold

TENTHS = np.arange(1, 11)


def curve(half: float, slope: float) -> np.ndarray:
    """The share of hands of each tenth that is played, where one half is reached with this share of weaker hands."""
    return 1 / (1 + np.exp(-slope * ((TENTHS - 0.5) / 10 - half)))


@pytest.mark.parametrize("half", [0.35, 0.6, 0.85])
def test_the_threshold_of_a_known_curve_is_found_and_its_interval_holds_it_as_often_as_it_says(half: float) -> None:
    rng = np.random.default_rng(6)
    held, found = 0, []
    for _ in range(200):
        calls = rng.multinomial(400, np.full(10, 0.1))
        told = threshold(TENTHS, calls, rng.binomial(calls, curve(half, 12)))
        assert told is not None
        assert told.n == 400
        held += told.low <= 1 - half <= told.high
        found.append(told.share)
    assert np.mean(found) == pytest.approx(1 - half, abs=0.01)
    assert 182 <= held <= 199  # of 200, 95 %


def test_who_never_plays_or_always_or_without_looking_has_none() -> None:
    calls = np.full(10, 50)
    assert threshold(TENTHS, calls, np.zeros(10)) is None
    assert threshold(TENTHS, calls, calls) is None
    assert threshold(TENTHS, calls, np.full(10, 20)) is None
    assert threshold(TENTHS, calls, np.arange(10)[::-1]) is None
    assert threshold(TENTHS, np.zeros(10), np.zeros(10)) is None
    assert threshold([], [], []) is None


def test_who_plays_on_certain_hands_only_has_a_finite_interval() -> None:
    told = threshold(TENTHS, np.full(10, 40), np.where(TENTHS > 8, 40, 0))
    assert told is not None
    assert told.share == pytest.approx(0.2, abs=0.03)
    assert 0 < told.low < told.share < told.high < 0.5
