"""Deals as columns, and when the kernel is compiled: what goes in comes out as it was (R1, R8, R12, R50)."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
from comparing import by_columns, by_steps, differences
from dealing import clean_deal, deals_of, ruleset, to_deal

import replay
from replay import RULESETS, Deal, Deals, Replayer, kernel, pack_deals, replay_deals
from replay._compile import cache_folder, is_compiled
from replay.deals import DEAL_COLUMNS, MISSING, REVOKE_RULINGS
from replay.evidence import Evidence

RULES = oracle.PRESETS["amsterdams"]
PLAYED = deals_of("columns", 20, RULES)
AMSTERDAMS = RULESETS["amsterdams"]


def test_r1_everything_logged_of_a_deal_stands_in_the_columns() -> None:
    deals = [
        clean_deal(played, RULES, totals=(number, 500), verzaakt=REVOKE_RULINGS[number % 7])
        for number, played in enumerate(PLAYED)
    ]
    columns = pack_deals(deals).columns
    for row, deal in enumerate(deals):
        for name in ("trump", "declarer", "declaring_team", "dealer", "leader", "nat", "pit"):
            assert getattr(deal, name) == columns[name][row]
        for name in ("plays", "seats", "hands", "winners", "roem", "points", "roem_points", "score", "totals"):
            assert list(getattr(deal, name)) == columns[name][row].tolist()
        assert deal.verzaakt == REVOKE_RULINGS[columns["verzaakt"][row]]
        assert columns["count"][row] == 32


def test_r54_what_is_not_logged_is_marked_so_and_is_not_zero() -> None:
    columns = pack_deals(
        [Deal(), replace(to_deal(PLAYED[0], with_hands=False, with_seats=False), winners=(-1, 2), roem=(None, 0))]
    ).columns
    for name, spec in DEAL_COLUMNS.items():
        assert np.all(columns[name][0] == spec.missing)
    assert columns["winners"][1].tolist() == [-1, 2, -1, -1, -1, -1, -1, -1]
    assert columns["roem"][1].tolist() == [MISSING, 0, *[MISSING] * 6]
    assert np.all(columns["seats"][1] == -1)


def test_r1_columns_that_are_not_those_of_deals_are_an_error_that_names_them() -> None:
    columns = pack_deals([to_deal(PLAYED[0])]).columns
    with pytest.raises(ValueError, match="extra"):
        Deals({**columns, "extra": columns["trump"]})
    for wrong in (columns["score"].astype("i8"), columns["score"][:, :1], columns["score"][:0]):
        with pytest.raises(ValueError, match="column score"):
            Deals({**columns, "score": wrong})


def test_r8_the_status_of_a_deal() -> None:
    deal = to_deal(PLAYED[0])
    assert [deal.status, replace(deal, plays=deal.plays[:31]).status, Deal().status] == ["complete", "incomplete", "incomplete"]
    assert [Deal(void=void).status for void in ("passed_out", "misdeal", "abandoned")] == ["passed_out", "void", "void"]


@pytest.mark.parametrize("compiled", [False, True])
def test_r8_a_void_deal_and_one_without_cards_come_to_nothing_beside_others(compiled: bool) -> None:
    deals = [to_deal(PLAYED[0]), replace(to_deal(PLAYED[1]), void="misdeal"), Deal(), to_deal(PLAYED[2])]
    rows = by_columns(pack_deals(deals), AMSTERDAMS, compiled=compiled)
    assert differences(by_steps(deals[0], AMSTERDAMS), rows[0]) == {}
    assert differences(by_steps(deals[3], AMSTERDAMS), rows[3]) == {}
    assert rows[1] == rows[2]
    assert (rows[1]["seats"], rows[1]["points"], rows[1]["score"], rows[1]["is_pit"]) == ([-1] * 32, [0, 0], [-1, -1], -1)


@pytest.mark.parametrize("compiled", [False, True])
def test_r12_the_first_leader_is_left_of_the_dealer_or_the_declarer(compiled: bool) -> None:
    for leads, rules in {"left_of_dealer": AMSTERDAMS, "declarer": ruleset({**RULES, "first_lead": "declarer"})}.items():
        deals = [replace(to_deal(played, with_hands=False, with_seats=False), leader=None) for played in PLAYED]
        rows = by_columns(pack_deals(deals), rules, compiled=compiled)
        for played, deal, row in zip(PLAYED, deals, rows, strict=True):
            expected = played.declarer if leads == "declarer" else (played.dealer + 1) % 4
            assert expected == row["seats"][0] == Replayer(deal, rules).seats[0]


def test_r34_without_a_declaring_side_there_are_points_but_no_nat_and_no_score() -> None:
    deal = replace(to_deal(PLAYED[0]), declarer=None, declaring_team=None)
    (row,) = by_columns(pack_deals([deal]), AMSTERDAMS, compiled=False)
    assert differences(by_steps(deal, AMSTERDAMS), row) == {}
    assert (row["is_nat"], row["score"], sum(row["points"])) == (-1, [-1, -1], 162)
    with pytest.raises(ValueError, match="declaring side"):
        _ = Evidence(Replayer(deal, AMSTERDAMS), AMSTERDAMS).scores


def test_r17_cards_without_a_trump_suit_cannot_be_replayed() -> None:
    with pytest.raises(ValueError, match="trump"):
        Replayer(replace(to_deal(PLAYED[0]), trump=None), AMSTERDAMS)
    assert list(Replayer(Deal(), AMSTERDAMS).steps()) == []


def test_r50_the_replayer_says_how_it_knows_who_played() -> None:
    by_seats, by_turns = (
        Replayer(to_deal(PLAYED[0]), AMSTERDAMS),
        Replayer(to_deal(PLAYED[0], with_hands=False, with_seats=False), AMSTERDAMS),
    )
    assert (by_seats.seats_are_logged, by_seats.seats_are_inferred) == (True, False)
    assert (by_turns.seats_are_logged, by_turns.seats_are_inferred) == (False, True)
    assert [by_seats.place_of(card) for card in by_seats.deal.plays[::4]] == list(range(1, 9))
    assert Replayer(replace(to_deal(PLAYED[0]), plays=()), AMSTERDAMS).place_of(0) == 0


@pytest.mark.parametrize(
    ("count", "cached", "expected"),
    [
        (100, True, "Python"),
        (101, True, "compiled"),
        (101, False, "Python"),
        (3_000, False, "Python"),
        (3_001, False, "compiled"),
    ],
)
def test_r1_many_deals_are_compiled_and_few_only_if_that_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, count: int, cached: bool, expected: str
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(kernel, "is_compiled", lambda _: cached)
    monkeypatch.setattr(kernel, "compiled", lambda _: lambda *_: ran.append("compiled"))
    monkeypatch.setattr(kernel, "_replay_columns", lambda *_: ran.append("Python"))
    results = replay_deals(pack_deals([Deal()] * count), AMSTERDAMS)
    assert (ran, len(results)) == ([expected], count)


def test_r1_the_machine_code_of_other_sources_is_never_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KLAVERLOG_CACHE", str(tmp_path))
    assert tmp_path / "klaverlog" == cache_folder(kernel._replay_columns).parent
    assert not is_compiled(kernel._replay_columns)
    cache_folder(kernel._replay_columns).mkdir(parents=True)
    (cache_folder(kernel._replay_columns) / "kernel._replay_columns-83.py311.1.nbc").touch()
    assert is_compiled(kernel._replay_columns)


def test_r1_the_rules_load_no_heavy_library() -> None:
    heavy: Any = "sorted({'numpy', 'numba', 'duckdb', 'pyarrow', 'streamlit'} & set(sys.modules))"
    code = f"import sys, replay; replay.audit_deal(replay.Deal(), replay.rules_in_force(None)); print({heavy})"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"


OFFERED = (
    "parse_card parse_cards format_card format_cards RULESETS legal_cards why_illegal trick_winner trick_points trick_roem "
    "hand_roem deal_score roem_award penalty_score bidding_state match_state replay_deals Replayer"
)


@pytest.mark.parametrize("name", OFFERED.split())
def test_r1_the_library_offers_what_others_were_told_of(name: str) -> None:
    assert name in replay.__all__
    assert getattr(replay, name) is not None
