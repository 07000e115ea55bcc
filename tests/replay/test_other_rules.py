"""What the rules as set condemn but a single other rule would explain is a violation that names it (R54, R55)."""

from dataclasses import replace
from typing import Any

import oracle
import pytest
from dealing import clean_deal, deals_of

from replay import Deal, Finding, audit_deal, rules_in_force

SETTLED = "bga_rotterdams"
"""A preset without other readings."""


def by_rules(changes: dict[str, Any], count: int = 60) -> list[Deal]:
    """Deals played and written by other rules: their scores, nat and roem are right under those."""
    rules = oracle.with_overrides(SETTLED, changes)
    return [clean_deal(played, rules) for played in deals_of("other rules", count, rules)]


def findings(deals: list[Deal]) -> list[Finding]:
    return [finding for deal in deals for finding in audit_deal(deal, rules_in_force(SETTLED)).findings]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stuk", 0),
        ("nat_counts_roem", "no"),
        ("nat_rule", "none"),
        ("nat_transfers_roem", "own"),
        ("pit_declarer", 0),
        ("run3", 0),
    ],
)
def test_r54_a_mismatch_names_the_field_that_would_explain_it(field: str, value: Any) -> None:
    found = findings(by_rules({field: value}, 300))
    assert found
    for finding in found:
        assert finding.certainty == "violation"
        assert "It would fit if " in finding.message, finding.message
        assert finding.message.endswith(", which these rules do not say.")
    assert all(f" if {field} is {value}" in finding.message for finding in found)


def test_r54_what_no_single_rule_explains_names_none() -> None:
    for deal in by_rules({}):
        assert deal.score is not None
        wrong = replace(deal, score=(deal.score[0] + 3, deal.score[1]), totals=None)
        (finding,) = audit_deal(wrong, rules_in_force(SETTLED)).findings
        assert (finding.code, finding.certainty) == ("score_mismatch", "violation")
        assert "It would fit" not in finding.message


def test_r55_a_reading_of_the_rules_as_set_comes_first() -> None:
    rules = oracle.with_overrides("club_pitslag", {"nat_transfers_roem": "own"})
    deals = [clean_deal(played, rules) for played in deals_of("reading", 200, rules)]
    found = [finding for deal in deals for finding in audit_deal(deal, rules_in_force("club_pitslag")).findings]
    assert found
    assert {finding.certainty for finding in found} == {"depends_on_rule"}
    assert all("Fits if nat_transfers_roem is own." in finding.message for finding in found)


def test_r32_an_announcement_that_is_too_high_is_not_excused_by_rules_without_announcements() -> None:
    rules = "utrechts_lentemorgen"
    for played in deals_of("announced", 30, oracle.PRESETS[rules]):
        deal = clean_deal(played, oracle.PRESETS[rules])
        if deal.claims:
            high = replace(deal, claims=(deal.claims[0]._replace(points=500), *deal.claims[1:]))
            found = [f for f in audit_deal(high, rules_in_force(rules)).findings if f.code == "roem_overclaimed"]
            assert found
            assert all("It would fit" not in finding.message for finding in found)
