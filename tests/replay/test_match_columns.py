"""Games by columns: every standing is that of `game_result`, and every game in which something is found is odd."""

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from replay._compile import compiled
from replay.deals import MISSING, VOIDS
from replay.match import GameDeal, audit_game, game_result
from replay.match_columns import GameColumns, Standings, _standings, game_standings, load
from replay.readings import RulesInForce, rules_in_force

RULES = (
    "amsterdams",
    "turnup_amsterdams",
    "gamepoint_amsterdams",
    {"base": "amsterdams", "rounds": 3, "deals": 2},
    {"base": "amsterdams", "deals": 0, "target": 300},
    {"base": "turnup_amsterdams", "deals": 4, "target": 300},
    {"base": "amsterdams", "deals": 4, "tiebreak_deals": 2},
    {"base": "amsterdams", "deals": 4, "redeal_dealer": "next"},
    {"base": "amsterdams", "deals": 0},
)
PAIRS = ("score", "ruled", "logged_score", "logged_totals")


def pair(value: tuple[int, int] | None) -> tuple[int, int]:
    return (MISSING, MISSING) if value is None else value


def columns(games: Sequence[Sequence[GameDeal]]) -> GameColumns:
    """Games as columns."""
    deals = [deal for game in games for deal in game]
    rule_sets: list[RulesInForce] = []
    for deal in deals:
        if deal.rules not in rule_sets:
            rule_sets.append(deal.rules)
    names = [[0 if name is None else hash(name) % 2**64 or 1 for name in deal.players] for deal in deals]
    score, ruled, logged, totals = (
        np.array([pair(getattr(deal, name)) for deal in deals], np.int64).reshape(-1, 2) for name in PAIRS
    )
    return GameColumns(
        np.cumsum([0, *(len(game) for game in games)]),
        np.array([deal.deal_no for deal in deals], np.int64),
        np.array(names, np.uint64).reshape(-1, 4),
        np.array([-1 if deal.dealer is None else deal.dealer for deal in deals], np.int8),
        np.array([0 if deal.void is None else 1 + VOIDS.index(deal.void) for deal in deals], np.int8),
        np.array([deal.is_complete for deal in deals], np.bool_),
        np.array([rule_sets.index(deal.rules) for deal in deals], np.int64),
        rule_sets,
        score,
        ruled,
        logged,
        totals,
    )


def sound(chance: random.Random, rules: Any, count: int) -> list[GameDeal]:
    """A game in which all is as it should be, but perhaps its length."""
    in_force = rules_in_force(rules)
    deals, totals, dealer = [], (0, 0), chance.randrange(4)
    for number in range(1, count + 1):
        ns = chance.choice([0, 62, 81, 100, 162])
        void = chance.choice([None, None, None, None, "passed_out", "misdeal"])
        score = None if void else (ns, 162 - ns)
        if score:
            totals = totals[0] + score[0], totals[1] + score[1]
        deals.append(GameDeal(number, ("A", "B", "C", None), dealer, void, void is None, in_force, score, None, score, totals))
        dealer = (dealer + (in_force.rules.redeal_dealer if void else 1)) % 4
    return deals


def changed(chance: random.Random, deal: GameDeal) -> GameDeal:
    """A deal with something else in one place."""
    odd: dict[str, Any] = chance.choice(
        [
            {"deal_no": deal.deal_no + 1},
            {"players": ("A", "B", "X", "D")},
            {"dealer": chance.choice([None, 0, 1, 2, 3])},
            {"void": chance.choice([None, *VOIDS])},
            {"is_complete": not deal.is_complete},
            {"rules": rules_in_force(chance.choice(RULES))},
            *({name: chance.choice([None, (0, 0), (81, 81), (100, 62), (262, 0)])} for name in PAIRS),
        ]
    )
    return replace(deal, **odd)


def agrees(games: Sequence[list[GameDeal]]) -> Standings:
    """Hold the columns against the games one by one."""
    standings = game_standings(columns(games))
    for number, game in enumerate(games):
        if not standings.odd[number]:
            assert list(audit_game(game)) == []
            assert standings.result(number) == game_result(game), game
    return standings


@pytest.mark.parametrize("seed", range(6))
def test_r46_to_r54_games_by_columns_are_those_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    games = []
    for _ in range(400):
        deals = sound(chance, chance.choice(RULES), chance.randint(1, 18))
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            at = chance.randrange(len(deals))
            deals[at] = changed(chance, deals[at])
        if chance.random() < 0.1:
            del deals[chance.randrange(len(deals))]
        games += [deals] if deals else []
    standings = agrees(games)
    found = sum(bool(list(audit_game(game))) for game in games)
    assert 100 < found <= standings.odd.sum() < len(games) - 20
    assert {int(over) for over in standings.over[~standings.odd]} >= {0, 1}


def test_sound_games_need_no_look() -> None:
    chance = random.Random(1)
    games = [sound(chance, {"base": "amsterdams", "deals": 0}, 12) for _ in range(50)]
    assert not agrees(games).odd.any()


def test_no_game_is_no_standing() -> None:
    assert len(game_standings(columns([])).odd) == 0


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_what_is_loaded_is_what_games_of_any_arrays_need() -> None:
    """Arrays that may not be written, or lie otherwise in memory, are of other types to numba, and compiled once more."""
    games = columns([sound(random.Random(1), {"base": "amsterdams", "deals": 0}, 12)])
    load()
    made = len(compiled(_standings).signatures)
    for array in (games.deal_no, games.names, games.score):
        array.flags.writeable = False
    assert len(game_standings(replace(games, ruled=np.asfortranarray(games.ruled))).odd) == 1
    assert len(compiled(_standings).signatures) == made
