"""What the rules as set condemn but a single other rule would explain is a violation that names it (R54, R55)."""

from dataclasses import replace
from typing import Any

import oracle
import pytest
from dealing import clean_deal, deals_of

from replay import Deal, Finding, Replayer, audit_deal, rules_in_force
from replay.record_check import RecordCheck

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


def test_r12_a_first_lead_by_the_other_rule_is_named() -> None:
    for played in deals_of("lead", 20, oracle.PRESETS[SETTLED]):
        deal = clean_deal(played, oracle.PRESETS[SETTLED])
        first = deal.seats[0]
        led = replace(deal, dealer=(first + 1) % 4, declarer=first, declaring_team=first % 2, score=None, nat=None, pit=None)
        (finding,) = audit_deal(led, rules_in_force(SETTLED)).findings
        assert finding.code == "wrong_first_leader"
        assert finding.message.endswith("It would fit if first_lead is declarer, which these rules do not say.")


def test_r10_a_bidding_by_another_method_names_it() -> None:
    deal = clean_deal(deals_of("bid", 1, oracle.PRESETS[SETTLED])[0], oracle.PRESETS[SETTLED])
    assert deal.dealer is not None
    assert deal.declarer is not None
    passes = (deal.declarer - deal.dealer - 1) % 4
    bid = replace(deal, bids=(*["pass"] * passes, "CDHS"[deal.trump or 0]))
    found = [f for f in audit_deal(bid, rules_in_force(SETTLED)).findings if f.code == "illegal_call"]
    assert bool(found) == (passes > 0)
    if passes:
        assert "bidding is pass_first_forced" in found[0].message


def test_r6_a_deck_dealt_in_other_packets_names_them() -> None:
    from replay.dealing import deal_out

    deal = clean_deal(deals_of("deck", 1, oracle.PRESETS[SETTLED])[0], oracle.PRESETS[SETTLED])
    fours = rules_in_force({"base": SETTLED, "deal_packets": "4-4"})
    deck = list(range(32))
    for shift in range(500):
        order = tuple(deck[(7 * at + shift) % 32] for at in range(32))
        hands = [0] * 4
        deal_out(order, deal.dealer or 0, fours.rules, hands)
        dealt = replace(deal, hands=tuple(hands), deck=order, plays=(), seats=(), void="abandoned", dealer=deal.dealer or 0)
        if tuple(hands) != deal.hands:
            break
    checker = RecordCheck(Replayer(deal, rules_in_force(SETTLED)), rules_in_force(SETTLED), None, set(), set())
    checker.deal = dealt
    assert checker.other_packets() == ["deal_packets is 4-4"]


def test_r42_a_ruling_on_an_illegal_card_that_the_site_let_through_is_not_false() -> None:
    rules = oracle.PRESETS["club_pitslag"]
    ruled = 0
    for played in deals_of("let through", 60, rules, planted=0.05):
        deal = clean_deal(played, rules)
        audit = audit_deal(deal, rules_in_force("club_pitslag"))
        if audit.offender is not None:
            let_through = replace(
                deal, prevents_illegal=True, verzaakt=("NS", "EW")[audit.offender], score=audit.ruled, nat=None
            )
            found = [f.code for f in audit_deal(let_through, rules_in_force("club_pitslag")).findings]
            assert "site_let_illegal_through" in found
            assert "false_verzaak_ruling" not in found
            unseen = replace(deal, prevents_illegal=True, verzaakt="none")
            told = [f.code for f in audit_deal(unseen, rules_in_force("club_pitslag")).findings]
            assert "site_let_illegal_through" in told
            assert "missed_verzaak" not in told  # it speaks against the site, and no player is blamed
            ruled += 1
    assert ruled > 5
