"""How sure a finding is: what some reading of the rules allows is never called a violation (R31, R32, R38, R39, R55)."""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import oracle
import pytest
from dealing import Played, clean_deal, deals_of, expected_replay, play_deal, to_deal
from transcript import keeping, spread_hands, strong_hands

from replay import Deal, Finding, audit_deal, legal_cards, rules_in_force
from replay.findings import DEPENDS_ON_RULE, VIOLATION

CANDIDATES = [preset for preset in oracle.PRESETS if preset != "turnup_literal"]
ANNOUNCED = [preset for preset, rules in oracle.PRESETS.items() if rules["roem_claim"] == "announced"]
UNKNOWN = (0, 0, 0, 0)
Override = str | dict[str, Any] | None


def found(deal: Deal, rules: Override) -> list[Finding]:
    """The findings of a deal under named rules, or under none."""
    return list(audit_deal(deal, rules_in_force(rules)).findings)


def summary(deal: Deal, rules: Override) -> list[tuple[str, str]]:
    """The codes and certainties of a deal's findings."""
    return [(finding.code, finding.certainty) for finding in found(deal, rules)]


# ---------------------------------------------------------------- sites that read their rules in another way


def site_rules(rng: random.Random, preset: str) -> dict[str, oracle.Value]:
    """A preset as a site may read it: each unsettled field with one of its values."""
    unsettled = oracle.UNSETTLED[preset]
    return {field: rng.choice([value, *unsettled.get(field, [])]) for field, value in oracle.PRESETS[preset].items()}


def site_record(rng: random.Random, played: Played, rules: oracle.Rules) -> Deal:
    """What such a site logs: where roem must be announced some of it is not, and a pit that pays nothing may go unsaid."""
    known, us = expected_replay(played, rules), played.declarer % 2
    called = [amount if rules["roem_claim"] == "auto" or rng.random() < 0.6 else 0 for amount in known["trick_roem"]]
    roem = oracle.by_team(known["winners"], called)
    score, nat, pit = oracle.deal_score(us, known["points"], roem, known["tricks"], rules)
    pays = rules["pit_declarer"] if known["tricks"][us] == 8 else rules["pit_defender"]
    said: dict[str, Any] = {"roem": tuple(called), "roem_points": tuple(roem), "score": tuple(score), "nat": nat}
    said["pit"] = pit and (bool(pays) or rng.random() < 0.5)
    return clean_deal(played, rules, **{name: value for name, value in said.items() if rng.random() < 0.9})


def telling_less(rng: random.Random, deal: Deal) -> Deal:
    """The record with hands or seats left out."""
    told = replace(deal, hands=UNKNOWN) if rng.random() < 0.3 else deal
    return replace(told, seats=()) if rng.random() < 0.3 else told


def site_deal(rng: random.Random, rules: oracle.Rules) -> Played:
    """A deal of any kind, played by the site's rules."""
    trump, side = rng.choice("CDHS"), rng.randrange(2)
    deal = partial(play_deal, rng, rules, trump=trump)
    strong, alike = partial(strong_hands, rng, trump, (side, side + 2)), rng.choice("7899TJJJQKA")
    kinds = [deal, partial(deal, hands=strong()), partial(deal, hands=spread_hands(rng, alike), choose=partial(keeping, alike))]
    return rng.choice(kinds)()


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r55_a_site_that_keeps_to_some_reading_of_its_rules_is_never_accused(preset: str) -> None:
    rng = random.Random(f"readings {preset}")
    for _ in range(60):
        rules = site_rules(rng, preset)
        deal = telling_less(rng, site_record(rng, site_deal(rng, rules), rules))
        assert VIOLATION not in {finding.certainty for finding in found(deal, preset)}, (rules, deal, found(deal, preset))


@pytest.mark.parametrize("preset", CANDIDATES)
def test_r55_where_no_rules_are_named_no_site_that_keeps_to_some_preset_is_accused(preset: str) -> None:
    rng = random.Random(f"unknown {preset}")
    for _ in range(40):
        rules = site_rules(rng, preset)
        deal = telling_less(rng, site_record(rng, site_deal(rng, rules), rules))
        assert VIOLATION not in {finding.certainty for finding in found(deal, None)}, (rules, deal, found(deal, None))


def test_r55_a_card_is_a_violation_just_when_no_reading_allows_it() -> None:
    judged = {VIOLATION: 0, DEPENDS_ON_RULE: 0}
    for preset in ("turnup_amsterdams", "gamepoint_amsterdams", "klaverlive_amsterdams", None):
        readings = rules_in_force(preset).readings(("partner_exempt", "undertrump", "undertrump_partner", "overtrump_on_lead"))
        for played in deals_of("cards", 60, oracle.PRESETS[preset or "amsterdams"], planted=0.3):
            deal = to_deal(played)
            held = list(deal.hands)
            codes = {finding.card_no: finding.certainty for finding in found(deal, preset)}
            for index, (card, seat) in enumerate(zip(deal.plays, deal.seats, strict=True)):
                trick = deal.plays[index - index % 4 : index]
                allowed = [rules for rules in readings if legal_cards(held[seat], trick, deal.trump or 0, rules) >> card & 1]
                if index + 1 in codes:
                    assert (DEPENDS_ON_RULE if allowed else VIOLATION) == codes[index + 1]
                    judged[codes[index + 1]] += 1
                else:
                    assert readings[0] in allowed
                held[seat] &= ~(1 << card)
    assert min(judged.values()) > 10


# ---------------------------------------------------------------- R31, R32: roem


@pytest.mark.parametrize("preset", ANNOUNCED)
def test_r32_roem_that_may_not_have_been_announced_is_no_violation_but_roem_that_is_not_there_is(preset: str) -> None:
    rules = {**oracle.PRESETS[preset], "roem_scope": "trick"}
    settled = {"base": preset, "roem_scope": "trick", "four_jacks": rules["four_jacks"]}
    missing = 0
    for played in deals_of("announced", 40, rules):
        known = expected_replay(played, rules)
        trick = next((number for number, amount in enumerate(known["trick_roem"]) if amount), None)
        if trick is None:
            continue
        missing += 1
        less = tuple(0 if number == trick else amount for number, amount in enumerate(known["trick_roem"]))
        more = tuple(amount + 20 if number == trick else amount for number, amount in enumerate(known["trick_roem"]))
        auto = {**settled, "roem_claim": "auto"}
        assert summary(clean_deal(played, rules, roem=less), settled) == [("roem_unclaimed", DEPENDS_ON_RULE)]
        assert summary(clean_deal(played, rules, roem=less), auto) == [("roem_unclaimed", VIOLATION)]
        assert summary(clean_deal(played, rules, roem=more), settled) == [("roem_overclaimed", VIOLATION)]
    assert missing > 10


def four_jacks() -> Played:
    """A deal with four jacks in a trick."""
    rng, rules = random.Random("four jacks"), oracle.PRESETS["bga_rotterdams"]
    while True:
        played = play_deal(rng, rules, hands=spread_hands(rng, "J"), choose=partial(keeping, "J"))
        if 200 in expected_replay(played, rules)["trick_roem"]:
            return played


def test_r31_a_hundred_for_four_jacks_depends_on_the_rules_unless_they_are_settled() -> None:
    played, hundred = four_jacks(), {**oracle.PRESETS["bga_rotterdams"], "four_jacks": 100}
    deal = clean_deal(played, hundred)
    only_roem = replace(deal, points=None, roem_points=None, score=None, nat=None, pit=None)
    assert summary(only_roem, None) == [("roem_unclaimed", DEPENDS_ON_RULE)]
    assert summary(only_roem, "kbn_amsterdams")[-1:] == [("roem_unclaimed", DEPENDS_ON_RULE)]
    assert summary(only_roem, "bga_rotterdams") == [("roem_unclaimed", VIOLATION)]
    assert summary(deal, {"base": "bga_rotterdams", "four_jacks": 100}) == []
    assert {certainty for _, certainty in summary(deal, None)} == {DEPENDS_ON_RULE}


# ---------------------------------------------------------------- R38, R39: pit


def pit_by(us: bool) -> Played:
    """A deal in which the declaring side, or the defenders, take all eight tricks."""
    rng, rules = random.Random("pit"), oracle.PRESETS["bga_rotterdams"]
    while True:
        trump, side = rng.choice("CDHS"), rng.randrange(2)
        played = play_deal(rng, rules, hands=strong_hands(rng, trump, (side, side + 2)), trump=trump)
        taken = expected_replay(played, rules)["tricks"]
        if taken[played.declarer % 2] == (8 if us else 0):
            return played


@pytest.mark.parametrize("us", [True, False], ids=["declarer", "defenders"])
def test_r38_and_r39_a_pit_that_is_paid_and_not_logged_or_logged_and_not_there_is_one_finding(us: bool) -> None:
    rules, played = oracle.PRESETS["bga_rotterdams"], pit_by(us)
    for changed in (
        {"pit": False},
        {"pit": False, "score": clean_deal(played, {**rules, "pit_declarer": 0, "pit_defender": 0}).score},
    ):
        assert summary(clean_deal(played, rules, **changed), "bga_rotterdams") == [("pit_mismatch", VIOLATION)]
    ordinary = deals_of("no pit", 1, rules)[0]
    assert summary(clean_deal(ordinary, rules, pit=True), "bga_rotterdams") == [("pit_mismatch", VIOLATION)]


def test_r39_a_pit_by_the_defenders_that_is_not_paid_depends_on_the_reading() -> None:
    played = pit_by(False)
    unpaid = clean_deal(played, {**oracle.PRESETS["rotterdams"], "pit_defender": 0})
    assert summary(unpaid, "rotterdams") == [("score_mismatch", DEPENDS_ON_RULE)]
    assert summary(replace(unpaid, pit=False), "rotterdams") == [("pit_mismatch", DEPENDS_ON_RULE)]
    assert summary(unpaid, {"base": "rotterdams", "pit_defender": 100}) == [("score_mismatch", VIOLATION)]
    assert summary(replace(unpaid, pit=False), {"base": "rotterdams", "pit_defender": 0}) == []


@pytest.mark.parametrize("us", [True, False], ids=["declarer", "defenders"])
def test_r38_a_log_that_counts_the_pit_among_the_roem_is_not_over_claiming(us: bool) -> None:
    rules, played = oracle.PRESETS["bga_rotterdams"], pit_by(us)
    winner = expected_replay(played, rules)["winners"][0] % 2
    roem = expected_replay(played, rules)["roem"]
    roem[winner] += 100
    assert summary(clean_deal(played, rules, roem_points=tuple(roem)), "bga_rotterdams") == []
    roem[winner] -= 20
    assert summary(clean_deal(played, rules, roem_points=tuple(roem)), "bga_rotterdams") == [("roem_overclaimed", VIOLATION)]
