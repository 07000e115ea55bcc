"""Each fault of a record alone gives exactly one finding, and a clean record gives none (R54-R56)."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import oracle
import pytest
from dealing import Played, broken_off, clean_deal, clean_record, deals_of, expected_replay, to_deal

from replay import CODES, Deal, Finding, audit_deal, rules_in_force
from replay.findings import CERTAINTIES, VIOLATION

SETTLED = "bga_rotterdams"
"""A preset without unsettled readings: what is wrong under it is wrong."""
RULES = oracle.PRESETS[SETTLED]
DEALS = deals_of("audit", 60, RULES)
UNKNOWN = (0, 0, 0, 0)
Pair = tuple[int, int]


def found(deal: Deal, rules: str | dict[str, Any] | None = SETTLED) -> list[Finding]:
    """The findings of a deal under named rules, each of them well formed."""
    findings = list(audit_deal(deal, rules_in_force(rules)).findings)
    for finding in findings:
        assert finding.code in CODES
        assert finding.certainty in CERTAINTIES
        assert finding.message.endswith(".")
    return findings


def only(deal: Deal, code: str, certainty: str, rules: str | dict[str, Any] | None = SETTLED) -> Finding:
    """The one finding of a deal, which is this one."""
    findings = found(deal, rules)
    assert [(code, certainty)] == [(finding.code, finding.certainty) for finding in findings], [f.message for f in findings]
    return findings[0]


def moved(pair: Pair, by: int) -> Pair:
    """Two sides' numbers with some of the first's at the other's."""
    return pair[0] - by, pair[1] + by


def changed(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


def score_of(played: Played, rules: oracle.Rules, points: Pair, roem: Pair, tricks: Any) -> Pair:
    """What a site writes that believes these points, roem and tricks."""
    score, _, _ = oracle.deal_score(played.declarer % 2, points, roem, tricks, rules)
    return score[0], score[1]


# ---------------------------------------------------------------- clean records


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r54_a_clean_record_gives_no_finding_however_much_of_it_is_told(preset: str) -> None:
    rules = oracle.PRESETS[preset]
    for played in deals_of("clean", 40, rules):
        deal = clean_deal(played, rules)
        for told in (deal, replace(deal, seats=()), replace(deal, hands=UNKNOWN), replace(deal, hands=UNKNOWN, seats=())):
            assert found(told, preset) == []
            assert found(replace(told, prevents_illegal=True, verzaakt="none"), preset) == []


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r52_a_clean_record_broken_off_gives_no_finding(preset: str) -> None:
    rules, rng = oracle.PRESETS[preset], random.Random("broken off")
    for played in deals_of("clean", 20, rules):
        short = broken_off(played, rng.randrange(1, 32))
        known = expected_replay(short, rules)
        told = to_deal(short, winners=tuple(known["winners"]), roem=tuple(known["trick_roem"]))
        assert found(told, preset) == []
        assert found(replace(told, seats=()), preset) == []
        if rules["roem_scope"] == "trick":
            assert found(replace(told, hands=UNKNOWN), preset) == []


def test_r25_and_r52_a_run_of_a_hand_not_seen_may_be_longer_than_what_a_deal_broken_off_shows_of_it() -> None:
    preset, rng = "turnup_literal", random.Random("longer")
    rules = oracle.PRESETS[preset]
    for played in deals_of("longer", 300, rules):
        short = broken_off(played, rng.randrange(16, 32))
        known = expected_replay(short, rules)
        told = to_deal(short, with_hands=False, winners=tuple(known["winners"]), roem=tuple(known["trick_roem"]))
        assert VIOLATION not in {finding.certainty for finding in found(told, preset)}, found(told, preset)


def test_r54_what_a_log_does_not_state_is_unknown_and_no_fault() -> None:
    for played in DEALS:
        clean = clean_record(played, RULES)
        for name in clean:
            told = to_deal(played, **{field: value for field, value in clean.items() if field != name})
            assert found(told) == []
        assert found(to_deal(played, declarer=None, declaring_team=None, **clean)) == []


def test_r8_the_cards_and_scores_of_a_void_deal_are_not_judged() -> None:
    for played in deals_of("void", 5, RULES, planted=0.3):
        assert found(clean_deal(played, RULES, score=(1, 2), void="misdeal")) == []


# ---------------------------------------------------------------- one fault, one finding


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_r23_a_wrong_winner_is_one_finding_at_its_trick(offset: int) -> None:
    for number, played in enumerate(DEALS):
        winners, trick = clean_record(played, RULES)["winners"], number % 8
        wrong = changed(winners, trick, (winners[trick] + offset) % 4)
        finding = only(clean_deal(played, RULES, winners=wrong), "winner_mismatch", VIOLATION)
        assert trick + 1 == finding.trick_no


def test_r54_a_wrong_winner_whom_the_site_paid_too_is_still_one_finding() -> None:
    for number, played in enumerate(DEALS):
        record, trick = expected_replay(played, RULES), number % 8
        winners = changed(tuple(record["winners"]), trick, (record["winners"][trick] + 1) % 4)
        points, roem, tricks = (
            tuple(oracle.by_team(winners, amounts)) for amounts in (record["trick_points"], record["trick_roem"], [1] * 8)
        )
        score, nat, pit = oracle.deal_score(played.declarer % 2, points, roem, tricks, RULES)
        paid: dict[str, Any] = {"points": points, "roem_points": roem, "score": tuple(score), "nat": nat, "pit": pit}
        only(clean_deal(played, RULES, winners=winners, **paid), "winner_mismatch", VIOLATION)


def test_r26_to_r31_roem_that_the_cards_do_not_hold_is_one_finding_at_its_trick() -> None:
    for number, played in enumerate(DEALS):
        roem, trick = clean_record(played, RULES)["roem"], number % 8
        wrong = clean_deal(played, RULES, roem=changed(roem, trick, roem[trick] + 20))
        assert trick + 1 == only(wrong, "roem_overclaimed", VIOLATION).trick_no


def with_roem() -> Iterator[tuple[Played, dict[str, Any], int]]:
    """Deals that hold roem, their clean record, and a trick with roem from 0."""
    for played in DEALS:
        record = clean_record(played, RULES)
        if any(record["roem"]):
            yield played, record, next(trick for trick, amount in enumerate(record["roem"]) if amount)


def test_r32_roem_that_was_not_credited_is_one_finding_at_its_trick() -> None:
    for played, record, trick in with_roem():
        wrong = clean_deal(played, RULES, roem=changed(record["roem"], trick, 0))
        assert trick + 1 == only(wrong, "roem_unclaimed", VIOLATION).trick_no


def test_r54_a_site_that_credits_wrong_roem_and_adds_it_up_is_reported_once() -> None:
    for (played, record, trick), extra in ((case, extra) for case in with_roem() for extra in (20, None)):
        wrong = changed(record["roem"], trick, record["roem"][trick] + extra if extra else 0)
        roem = tuple(oracle.by_team(record["winners"], wrong))
        score, nat, pit = oracle.deal_score(played.declarer % 2, record["points"], roem, tricks_of(record), RULES)
        added: dict[str, Any] = {"roem_points": roem, "score": tuple(score), "nat": nat, "pit": pit}
        code = "roem_overclaimed" if extra else "roem_unclaimed"
        assert trick + 1 == only(clean_deal(played, RULES, roem=wrong, **added), code, VIOLATION).trick_no


def tricks_of(record: dict[str, Any]) -> list[int]:
    """The tricks of the sides."""
    return oracle.by_team(record["winners"], [1] * 8)


@pytest.mark.parametrize("by", [10, -4])
def test_r24_wrong_card_points_are_one_finding(by: int) -> None:
    for played in DEALS:
        only(clean_deal(played, RULES, points=moved(clean_record(played, RULES)["points"], by)), "points_mismatch", VIOLATION)


def test_r54_wrong_card_points_that_the_site_scored_too_are_still_one_finding() -> None:
    for played in DEALS:
        record = clean_record(played, RULES)
        points = moved(record["points"], 6 if record["points"][0] > 6 else -6)
        if 8 in tricks_of(record):
            continue
        score, nat, _ = oracle.deal_score(played.declarer % 2, points, record["roem_points"], tricks_of(record), RULES)
        only(clean_deal(played, RULES, points=points, score=tuple(score), nat=nat), "points_mismatch", VIOLATION)


def test_r26_roem_of_a_side_that_is_too_high_is_one_finding() -> None:
    for played in DEALS:
        ns, ew = clean_record(played, RULES)["roem_points"]
        only(clean_deal(played, RULES, roem_points=(ns + 20, ew)), "roem_overclaimed", VIOLATION)
        only(clean_deal(played, RULES, roem_points=(ns, ew + 50)), "roem_overclaimed", VIOLATION)


def test_r32_roem_of_a_side_that_is_too_low_is_one_finding() -> None:
    for played, record, _ in with_roem():
        wrong = changed(record["roem_points"], record["roem_points"].index(max(record["roem_points"])), 0)
        only(clean_deal(played, RULES, roem_points=wrong), "roem_unclaimed", VIOLATION)


def test_r35_a_wrong_nat_is_one_finding_also_when_the_site_scored_by_it() -> None:
    for played in DEALS:
        record, us = clean_record(played, RULES), played.declarer % 2
        only(clean_deal(played, RULES, nat=not record["nat"]), "nat_mismatch", VIOLATION)
        kept = tuple(points + roem for points, roem in zip(record["points"], record["roem_points"], strict=True))
        lost = (0, 162 + sum(record["roem_points"])) if us == 0 else (162 + sum(record["roem_points"]), 0)
        if 8 not in tricks_of(record):
            by_it = kept if record["nat"] else lost
            only(clean_deal(played, RULES, nat=not record["nat"], score=by_it), "nat_mismatch", VIOLATION)


def test_r34_a_wrong_score_is_one_finding() -> None:
    for played in DEALS:
        ns, ew = clean_record(played, RULES)["score"]
        for score in ((ns + 10, ew), (ns, ew + 100), (ew + 1, ns + 1), moved((ns, ew), 2)):
            only(clean_deal(played, RULES, score=score), "score_mismatch", VIOLATION)
