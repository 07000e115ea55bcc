"""How much what is seen speaks for rules: chances, mistakes, and what no rules explain."""

import math

import pytest

from replay.fit.weigh import MISTAKE, Observation, weigh

STRICT, FREE = 0, 1
CHOICE = ({"duty"}, {"duty", "freedom"})


def test_a_freedom_never_used_speaks_against_it_the_more_the_more_chances_there_were() -> None:
    odds = []
    for chances in (1, 5, 30, 90, 400):
        weights = weigh([Observation(at, "duty", CHOICE) for at in range(chances)], 2)
        odds.append(weights.likelihood[STRICT] - weights.likelihood[FREE])
        assert weights.speak_for == weights.against == (0, 0)
        assert weights.chances == chances
        assert (len(weights.likely) == 1) == (chances > 60)
        assert set(weights.fitting) == {STRICT, FREE}  # unused is not forbidden
    assert odds == sorted(odds)
    # An integral over log odds, by hand for one chance: the mean share is a half.
    assert odds[0] == pytest.approx(math.log(1 - MISTAKE) - math.log((1 - MISTAKE) / 2), abs=1e-9)


def test_a_freedom_used_once_in_many_chances_leaves_it_open() -> None:
    seen = [Observation(at, "freedom" if at == 0 else "duty", CHOICE) for at in range(50)]
    assert set(weigh(seen, 2).fitting) == {STRICT, FREE}


def test_a_freedom_often_used_rules_the_duty_out() -> None:
    seen = [Observation(at, "freedom" if at % 3 == 0 else "duty", CHOICE) for at in range(30)]
    weights = weigh(seen, 2)
    assert weights.fitting == (FREE,)
    assert weights.against == (10, 0)
    assert weights.speak_for == (0, 10)


def test_a_few_mistakes_among_many_do_not_rule_the_duty_out() -> None:
    seen = [Observation(at, "freedom" if at < 2 else "duty", CHOICE) for at in range(400)]
    assert weigh(seen, 2).likely == (STRICT,)


def test_values_that_say_different_things_are_settled_by_a_single_deal_unless_it_is_a_mistake() -> None:
    one = weigh([Observation(0, 100, ({100}, {200}))], 2)
    assert one.fitting == (0,)
    assert one.likelihood == pytest.approx((math.log(1 - MISTAKE), math.log(MISTAKE)))
    both = weigh([Observation(0, 100, ({100}, {200})), Observation(1, 200, ({100}, {200}))], 2)
    assert set(both.fitting) == {0, 1}
    assert both.speak_for == both.against == (1, 1)


def test_what_nobody_allows_or_all_allow_alike_says_nothing() -> None:
    nothing = weigh([Observation(0, 7, ({1}, {2})), Observation(1, 1, ({1}, {1})), Observation(2, 1, ({1, 2}, {2, 1}))], 2)
    assert nothing.likelihood == (0, 0)
    assert nothing.chances == 0
    assert nothing.unexplained == 1


def test_an_outcome_that_only_some_can_have_counts_even_when_it_is_the_only_one() -> None:
    assert weigh([Observation(0, True, ({True}, set()))], 2).fitting == (0,)


def test_a_choice_that_anybody_would_make_now_and_then_is_held_against_those_who_leave_it_open() -> None:
    seen = [Observation(at, "duty", CHOICE, counts_unused=True) for at in range(100)]
    weights = weigh(seen, 2)
    assert weights.fitting == (STRICT,)
    assert weights.against == (0, 100)


def test_one_deal_counts_once_however_much_it_shows() -> None:
    weights = weigh([Observation(0, "freedom", CHOICE)] * 5, 2)
    assert weights.speak_for == (0, 1)
    assert weights.chances == 5
