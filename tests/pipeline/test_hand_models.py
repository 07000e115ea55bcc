"""What hands are worth and which calls they make: features counted by hand, and models held against plain algebra."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clubs import club_season, deals_of

from pipeline.strength.beforehand import known_beforehand
from pipeline.strength.calling import NAMES as CALL_NAMES
from pipeline.strength.calling import call_features, chances, fit_calls
from pipeline.strength.hands import NAMES, WIDTH, role_features, values_of_calls, values_of_roles
from pipeline.strength.luck import BEFORE_FEATURES, by_position
from pipeline.strength.ridge import Linear, Moments, folds_of
from replay.cards import parse_cards
from replay.rulesets import BIDDING_METHODS

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
    deals = deals_of(
        tmp_path, *club_season(1, {"base": "amsterdams", "bidding": "pass_dealer_first_forced"})[:1], *club_season(1)[1:2]
    )
    _, first = by_position(deals, np.arange(2))
    by = {deals.methods[deals.bidding[row]]: (int(first[row]), int(deals.dealer[row])) for row in range(2)}
    assert by["pass_dealer_first_forced"][0] == by["pass_dealer_first_forced"][1]
    assert by["pass_first_forced"][0] == (by["pass_first_forced"][1] + 1) % 4
