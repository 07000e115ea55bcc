"""Which rules a log was played by: every field that its deals can tell apart is named right, with faults in it too."""

import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import replay.kernel
from pipeline.records import Record, read_record
from pipeline.simulate import FAULTS, League, write_season
from replay.deals import Deal, Deals, pack_deals
from replay.fit import Fit, fit_rules
from replay.kernel import replay_deals
from replay.presets import COMPARISON_ONLY, RULESETS, usual_values
from replay.readings import PLAY_FIELDS, rules_in_force
from replay.rulesets import FIELDS, RuleSet, format_value, parse_value


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel runs as machine code: the tests below replay each log dozens of times."""
    monkeypatch.setattr(replay.kernel, "FEW_DEALS", -1)


DEALS = 200
ASKED = (
    *PLAY_FIELDS,
    *("bidding", "quad_points", "four_jacks", "quad_ranks"),
    *("nat_rule", "nat_counts_roem", "nat_transfers_roem", "pit_declarer", "pit_defender"),
)
Games = list[list[tuple[int, Deal]]]


def simulated(rules: Any, share: float, seed: int, skill: str = "club") -> Games:
    """The deals of a league of about DEALS deals, of which about a share has a fault."""
    in_force = rules_in_force(rules)
    stream = io.BytesIO()
    shares = dict.fromkeys(FAULTS, share / len(FAULTS)) if share else {}
    write_season(League(-(-DEALS // in_force.rules.deals), seed, in_force, skill, shares=shares), stream)
    games: dict[str, dict[int, Deal]] = {}
    for line in stream.getvalue().splitlines():
        record = read_record(json.loads(line))
        assert isinstance(record, Record)
        games.setdefault(record.game_id, {})[record.deal_no] = record.deal
    return [sorted(game.items()) for game in games.values()]


def fitted(preset: str, share: float) -> tuple[Deals, Fit]:
    games = simulated(preset, share, seed=31)
    return pack_deals([deal for game in games for _, deal in game]), fit_rules(games)


def at_odds(deals: Deals, rules: RuleSet) -> set[int]:
    """The deals whose log the kernel contradicts under some rules."""
    given, found = deals.columns, replay_deals(deals, rules).columns
    wrong = (found["faults"] != 0).any(axis=1) | ((given["call_count"] >= 0) & (found["odd_bidding"] != 0))
    for logged, computed in (("roem", "trick_roem"), ("nat", "is_nat"), ("score", "score")):
        different = (given[logged] >= 0) & (found[computed] >= 0) & (given[logged] != found[computed])
        wrong |= different if different.ndim == 1 else different.any(axis=1)
    return {int(row) for row in np.flatnonzero(wrong)}


def no_field_is_named_wrongly(fit: Fit, preset: str) -> None:
    true = RULESETS[preset]
    for told in fit.fields:
        assert getattr(true, told.field) in told.likely, told
        assert set(told.likely) <= set(told.fitting)
    if preset not in COMPARISON_ONLY:
        assert preset in [one.name for one in fit.presets if one.fits]
    told = {one.field for one in fit.fields}
    assert {*PLAY_FIELDS[:2], "overtrump_on_lead", "bidding", "nat_rule", "run3", "run4", "stuk"} <= told


@pytest.mark.parametrize("preset", RULESETS)
def test_of_a_clean_log_no_field_is_named_wrongly_and_every_value_that_deals_contradict_is_ruled_out(preset: str) -> None:
    deals, fit = fitted(preset, 0.0)
    no_field_is_named_wrongly(fit, preset)
    true = RULESETS[preset]
    assert not at_odds(deals, true)
    told = {one.field: one for one in fit.fields}
    contradicted = 0
    for field in ASKED:
        for value in usual_values(field):
            # One card against a value may be a mistake; one score, in a log where all others fit, is none.
            enough = 4 if field in PLAY_FIELDS else 1
            if len(at_odds(deals, true._replace(**{field: value}))) >= enough:
                assert value not in told[field].likely, (field, value)
                contradicted += 1
    assert contradicted >= 8


@pytest.mark.parametrize("preset", RULESETS)
def test_of_a_faulty_log_no_field_is_named_wrongly_and_every_value_that_many_contradict_is_ruled_out(preset: str) -> None:
    deals, fit = fitted(preset, 0.05)
    no_field_is_named_wrongly(fit, preset)
    true = RULESETS[preset]
    faulty = at_odds(deals, true)
    told = {one.field: one for one in fit.fields}
    for field in ASKED:
        for value in usual_values(field):
            if len(at_odds(deals, true._replace(**{field: value})) - faulty) > 6:
                assert value not in told[field].likely, (field, value)


@pytest.mark.parametrize("skill", ["beginner", "random"])
@pytest.mark.parametrize("preset", ["amsterdams", "rotterdams", "turnup_amsterdams", "turnup_verplicht_ondertroeven"])
def test_players_who_never_use_a_freedom_prove_nothing(preset: str, skill: str) -> None:
    fit = fit_rules(simulated(preset, 0.05, 3, skill))
    for told in fit.fields:
        assert getattr(RULESETS[preset], told.field) in told.fitting, told
    assert preset in [one.name for one in fit.presets if one.fits]
    exempt = next(told for told in fit.fields if told.field == "partner_exempt")
    if skill == "beginner" and preset == "amsterdams":
        assert not exempt.is_certain  # they trump whenever they can


def test_a_pit_and_a_slot_that_only_show_as_a_sum_are_not_told_apart() -> None:
    fit = fit_rules(simulated({"base": "amsterdams", "slot_bonus": 50}, 0.0, 31) * 2)
    told = {one.field: one for one in fit.fields}
    assert {100, 150} <= set(told["pit_declarer"].fitting)
    assert 50 in told["slot_bonus"].fitting


def test_deals_that_no_rules_explain_are_counted() -> None:
    games = [
        [(number, replace(deal, roem=tuple(700 for _ in deal.roem))) for number, deal in game]
        for game in simulated("amsterdams", 0.0, 31)
    ]
    fit = fit_rules(games)
    assert fit.unexplained >= DEALS
    assert all(preset.against >= DEALS for preset in fit.presets)


def test_amounts_that_no_rules_can_have_are_not_named() -> None:
    games = [
        [(number, replace(deal, roem=tuple(-amount if amount else 0 for amount in deal.roem))) for number, deal in game]
        for game in simulated("amsterdams", 0.0, 31)
    ]
    rules = fit_rules(games).rules
    for field, spec in FIELDS.items():
        value = getattr(rules, field)
        assert parse_value(field, format_value(field, value)) == value, spec


def test_a_clubs_own_rules_are_found_though_no_preset_has_them() -> None:
    own = {"base": "rotterdams", "stuk": 30, "pit_declarer": 130, "nat_counts_roem": "no", "overtrump_on_lead": "not_partner"}
    fit = fit_rules(simulated(own, 0.0, seed=8))
    true = rules_in_force(own).rules
    for told in fit.fields:
        assert getattr(true, told.field) in told.fitting, told
    named = {told.field: told.value for told in fit.fields}
    assert named["stuk"] == 30
    assert named["pit_declarer"] == 130
    assert named["nat_counts_roem"] == 0
    assert (fit.rules.stuk, fit.rules.pit_declarer, fit.rules.partner_exempt) == (30, 130, true.partner_exempt)


def only(games: Games, field: str) -> Games:
    """The games with nothing logged but what was played, and one field."""
    kept = ("trump", "declarer", "declaring_team", "dealer", "plays", "void", field)
    return [[(number, Deal(**{name: getattr(deal, name) for name in kept})) for number, deal in game] for game in games]


def test_scores_alone_tell_roem_nat_and_pit() -> None:
    fit = fit_rules(only(simulated("amsterdams", 0.0, seed=31), "score"))
    true = RULESETS["amsterdams"]
    named = {told.field: told.value for told in fit.fields}
    for field in ("run3", "stuk", "nat_rule", "nat_counts_roem", "nat_transfers_roem"):
        assert named[field] == getattr(true, field)
    assert all(getattr(true, told.field) in told.fitting for told in fit.fields)


def test_a_log_without_results_tells_nothing_of_scoring() -> None:
    told = {one.field for one in fit_rules(only(simulated("turnup_slot", 0.0, seed=31), "seats")).fields}
    assert "partner_exempt" in told
    assert not told & {"run3", "stuk", "nat_rule", "pit_declarer", "slot_bonus"}


def test_the_rules_that_a_log_names_itself_play_no_part_and_an_empty_log_tells_nothing() -> None:
    fit = fit_rules([])
    assert fit.fields == ()
    assert fit.deals == 0
    assert all(one.fits for one in fit.presets)
