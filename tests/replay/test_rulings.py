"""R42-R45: what the site ruled on a revoke, against what was played."""

from dataclasses import replace
from typing import Any

import oracle
import pytest
from dealing import deals_of, to_deal

from replay import audit_deal, rules_in_force
from replay.deals import Deal
from replay.findings import REVOKES
from replay.presets import RULESETS
from replay.scoring import penalty_score

PENALTY = "club_pitslag"
CLEAN = [to_deal(played) for played in deals_of("rulings", 30, oracle.PRESETS[PENALTY])]


def with_one_revoke() -> list[tuple[Deal, int]]:
    """Deals in which one side provably revoked, and that side."""
    found = []
    for played in deals_of("one revoke", 200, oracle.PRESETS[PENALTY], planted=0.05):
        audit = audit_deal(to_deal(played), rules_in_force(PENALTY))
        if audit.offender is not None:
            found.append((to_deal(played), audit.offender))
    assert len(found) > 40
    return found


REVOKED = with_one_revoke()


def about(deal: Deal, rules: Any = PENALTY) -> list[tuple[str, str]]:
    """The findings that are not of cards."""
    findings = audit_deal(deal, rules_in_force(rules)).findings
    return [(finding.code, finding.certainty) for finding in findings if finding.code not in REVOKES]


def test_r42_a_ruling_against_the_side_that_revoked_is_right() -> None:
    for deal, side in REVOKED:
        assert about(replace(deal, verzaakt=("NS", "EW")[side])) == []
        assert about(replace(deal, verzaakt="NESW"[side])) == []


def test_r42_a_ruling_against_players_who_broke_no_rule_is_false() -> None:
    for deal in CLEAN:
        assert about(replace(deal, verzaakt="EW")) == [("false_verzaak_ruling", "violation")]
        unseen = replace(deal, verzaakt="N", hands=(0, 0, 0, 0))
        assert about(unseen) == [("false_verzaak_ruling", "violation")]


def test_r42_a_deal_broken_off_without_hands_may_hide_the_revoke() -> None:
    for deal in CLEAN:
        short = replace(deal, plays=deal.plays[:14], seats=deal.seats[:14], hands=(0, 0, 0, 0), verzaakt="NS")
        assert about(short) == []


def test_r55_a_ruling_that_other_rules_bear_out_depends_on_the_rule() -> None:
    for played in deals_of("allowed here", 40, oracle.PRESETS["rotterdams"], planted=0.0):
        deal = replace(to_deal(played), verzaakt="NS")
        certainties = {certainty for code, certainty in about(deal, None) if code == "false_verzaak_ruling"}
        assert certainties <= {"violation", "depends_on_rule"}


def test_r42_a_revoke_that_the_site_looked_for_and_did_not_find_is_missed() -> None:
    for deal, _ in REVOKED:
        assert about(replace(deal, verzaakt="none")) == [("missed_verzaak", "violation")]
        assert about(deal) == []
    for deal in CLEAN:
        assert about(replace(deal, verzaakt="none")) == []


def test_r43_after_a_ruling_the_score_is_compared_with_the_penalty() -> None:
    rules = RULESETS[PENALTY]
    for deal, side in REVOKED:
        outcome = audit_deal(deal, rules_in_force(PENALTY)).outcome
        ruled = replace(deal, verzaakt=("NS", "EW")[side], nat=not outcome.is_nat)
        assert about(replace(ruled, score=penalty_score(side, outcome.roem, rules))) == []
        assert about(replace(ruled, score=(1, 2))) == [("score_mismatch", "violation")]
        assert about(replace(ruled, score=(1, 2)), "amsterdams") == [], "these rules state no penalty"


def test_r43_the_ruling_says_whether_there_is_a_penalty() -> None:
    for deal, _ in REVOKED:
        assert audit_deal(deal, rules_in_force(PENALTY)).ruling == "penalty"
        assert audit_deal(deal, rules_in_force("amsterdams")).ruling == "no_penalty"
    for deal in CLEAN:
        assert audit_deal(deal, rules_in_force(PENALTY)).ruling is None


@pytest.mark.parametrize("preset", ["amsterdams", "klaverlive_amsterdams", PENALTY])
def test_r42_the_finding_says_what_the_other_common_rules_hold(preset: str) -> None:
    said = 0
    for played in deals_of("other rules", 60, oracle.PRESETS[preset], planted=0.08):
        for finding in audit_deal(to_deal(played), rules_in_force(preset)).findings:
            if finding.code in ("not_trumped", "undertrumped", "not_overtrumped"):
                said += 1
                assert "Rotterdams rules" in finding.message
                assert "Amsterdams rules" not in finding.message
    assert said > 5
