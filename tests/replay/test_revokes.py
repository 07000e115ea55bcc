"""Revokes and what they cost: the ruled score, and sites that refuse illegal cards (R42-R45, R54-R56)."""

from dataclasses import replace

import oracle
import pytest
from dealing import Played, clean_deal, deals_of, expected_replay, to_deal

from replay import Deal, Finding, audit_deal, rules_in_force
from replay.findings import DEPENDS_ON_RULE, REVOKES, VIOLATION

PENALTIES = [preset for preset, rules in oracle.PRESETS.items() if rules["penalty_points"] != "none"]


def found(deal: Deal, rules: str | None) -> list[Finding]:
    """The findings of a deal under named rules, or under none."""
    return list(audit_deal(deal, rules_in_force(rules)).findings)


def summary(deal: Deal, rules: str | None) -> list[tuple[str, str]]:
    """The codes and certainties of a deal's findings."""
    return [(finding.code, finding.certainty) for finding in found(deal, rules)]


def about_the_record(deal: Deal, rules: str | None) -> set[tuple[str, str]]:
    """The codes and certainties of the findings that are about no card."""
    return {(finding.code, finding.certainty) for finding in found(deal, rules) if finding.card is None}


def revoked(preset: str, sides: set[int]) -> list[Played]:
    """Deals in which just these sides revoked for certain."""
    deals = deals_of(f"revoked {preset}", 300, oracle.PRESETS[preset], planted=0.06)
    return [
        played
        for played in deals
        if sides == {finding.seat % 2 for finding in revokes(played, preset) if finding.seat is not None}
    ]


def revokes(played: Played, preset: str) -> list[Finding]:
    """The findings of a deal whose whole record is clean, all of them revokes that no reading allows."""
    findings = found(clean_deal(played, oracle.PRESETS[preset]), preset)
    assert {finding.code for finding in findings} <= set(REVOKES)
    return [finding for finding in findings if finding.certainty == VIOLATION]


@pytest.mark.parametrize("preset", PENALTIES)
@pytest.mark.parametrize("side", [0, 1])
def test_r43_to_r45_the_ruled_score_after_a_revoke_is_no_fault_and_neither_is_the_score_as_played(
    preset: str, side: int
) -> None:
    rules, deals = oracle.PRESETS[preset], revoked(preset, {side})
    assert len(deals) > 10
    for played in deals:
        deal = clean_deal(played, rules)
        audit = audit_deal(deal, rules_in_force(preset))
        expected = oracle.penalty_score(side, expected_replay(played, rules)["roem"], rules)
        assert expected == list(audit.ruled or ())
        assert (side, False) == (audit.offender, audit.both_revoked)
        assert summary(replace(deal, score=audit.ruled), preset) == summary(deal, preset)
        wrong = replace(deal, score=(expected[0] + 2, expected[1] + 2))
        assert summary(wrong, preset)[-1][0] == "score_mismatch"


@pytest.mark.parametrize("preset", ["klaverlive_amsterdams", "amsterdams"])
def test_r42_nothing_is_ruled_where_both_sides_revoked_or_none_or_the_rules_state_no_penalty(preset: str) -> None:
    for sides in ({0, 1}, set(), {0}):
        for played in revoked(preset, sides)[:20]:
            audit = audit_deal(to_deal(played), rules_in_force(preset))
            assert (sides == {0, 1}) == audit.both_revoked
            assert (next(iter(sides)) if len(sides) == 1 else None) == audit.offender
            assert (audit.ruled is None) == (len(sides) != 1 or preset == "amsterdams")


def test_r56_an_illegal_card_where_the_site_refuses_them_speaks_against_the_site() -> None:
    for played in deals_of("let through", 40, oracle.PRESETS["turnup_amsterdams"], planted=0.2):
        plain, site = (
            found(to_deal(played), "turnup_amsterdams"),
            found(to_deal(played, prevents_illegal=True), "turnup_amsterdams"),
        )
        assert [(finding.card_no, finding.certainty) for finding in plain] == [
            (finding.card_no, finding.certainty) for finding in site
        ]
        assert {(finding.code, finding.paragraph) for finding in site} <= {("site_let_illegal_through", "R56")}
        assert audit_deal(to_deal(played, prevents_illegal=True), rules_in_force("turnup_amsterdams")).offender is None


@pytest.mark.parametrize("preset", [preset for preset in PENALTIES if preset != "club_pitslag"])
def test_r45_a_penalty_without_roem_is_another_reading_of_the_same_source(preset: str) -> None:
    rules, judged = oracle.PRESETS[preset], 0
    for played in revoked(preset, {0}):
        if sum(expected_replay(played, rules)["roem"]):
            judged += 1
            without = clean_deal(played, rules, score=(0, 262))
            assert {("score_mismatch", DEPENDS_ON_RULE)} == about_the_record(without, preset)
    assert judged > 10


def test_r43_and_r55_where_no_rules_are_named_the_penalty_of_some_preset_is_no_violation() -> None:
    for preset in ("klaverlive_amsterdams", "club_pitslag"):
        rules = oracle.PRESETS[preset]
        for played in revoked(preset, {0})[:20]:
            ruled = oracle.penalty_score(0, expected_replay(played, rules)["roem"], rules)
            certainties = {
                certainty for _, certainty in about_the_record(clean_deal(played, rules, score=tuple(ruled or ())), None)
            }
            assert certainties <= {DEPENDS_ON_RULE}


def test_r54_the_penalty_for_a_revoke_under_the_rules_as_set_is_no_violation_though_a_reading_allows_the_card() -> None:
    preset, judged = "klaverlive_amsterdams", 0
    rules = oracle.PRESETS[preset]
    for played in deals_of("allowed by a reading", 100, {**rules, "overtrump_on_lead": "never"}):
        findings = found(to_deal(played), preset)
        if len(findings) == 1:
            judged += 1
            ruled = oracle.penalty_score((findings[0].seat or 0) % 2, expected_replay(played, rules)["roem"], rules)
            deal = clean_deal(played, rules, score=tuple(ruled or ()))
            assert {DEPENDS_ON_RULE} == {certainty for _, certainty in summary(deal, preset)}
    assert judged > 10
