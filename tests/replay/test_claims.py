"""R32, R33: announced roem: what counts, what is lost, and announcements that are wrong."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import oracle
import pytest
from dealing import deals_of, to_deal

from replay import Deal, Replayer, audit_deal, rules_in_force
from replay.cards import parse_card
from replay.deals import Claim, pack_deals
from replay.kernel import replay_deals
from replay.presets import RULESETS
from replay.roem import roem_award, trick_roem
from replay.suspects import suspects

CASES = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))["cases"]
AWARDS = [case for case in CASES if case["kind"] == "roem_award"]
ANNOUNCED = "kbn_amsterdams"


@pytest.mark.parametrize("case", AWARDS, ids=[case["id"] for case in AWARDS])
def test_r32_the_handed_cases_of_what_goes_on_the_sheet(case: dict[str, Any]) -> None:
    given, rules = case["input"], RULESETS[case["ruleset"]]
    points, _ = trick_roem([parse_card(card) for card in given["cards"]], "CDHS".index(given["trump"]), rules)
    assert case["expected"] == roem_award(points, given.get("claimed_by"), given["winner_team"], rules)


@pytest.mark.parametrize("claimant", ["any", "winners"])
@pytest.mark.parametrize("claim", ["auto", "announced"])
def test_r32_and_r33_every_award_agrees_with_the_oracle(claim: str, claimant: str) -> None:
    fields = {"roem_claim": claim, "roem_claimant": claimant}
    rules = rules_in_force({"base": "amsterdams", **fields}).rules
    for points in (0, 20, 40, 100):
        for claimed_by in (None, 0, 1):
            for winner in (0, 1):
                expected = oracle.roem_award(points, claimed_by, winner, oracle.with_overrides("amsterdams", fields))
                assert expected == roem_award(points, claimed_by, winner, rules)


def with_roem() -> list[tuple[Deal, int, int, int]]:
    """Deals with roem in a trick: the deal without claims, the trick from 0, its roem, its winner."""
    found = []
    for played in deals_of("announced", 60, oracle.PRESETS[ANNOUNCED]):
        deal = replace(to_deal(played), claims=())
        for number, trick in enumerate(Replayer(deal, RULESETS[ANNOUNCED]).tricks):
            if trick.lying:
                found.append((deal, number, trick.lying, trick.winner))
    return found


def told(deal: Deal, rules: Any = ANNOUNCED) -> list[tuple[str, str, int]]:
    """Findings as code, certainty and trick; the fast pass must notice the deal too, and the kernel count the same roem."""
    in_force = rules_in_force(rules)
    audit = audit_deal(deal, in_force)
    columns = pack_deals([deal])
    results = replay_deals(columns, in_force.rules)
    assert results.columns["roem"][0].tolist() == list(audit.outcome.roem)
    assert results.columns["score"][0].tolist() == list(audit.outcome.score or (-1, -1))
    assert suspects(columns, results, columns.columns["leader"])[0] or not audit.findings
    return [(finding.code, finding.certainty, finding.trick_no) for finding in audit.findings]


def test_r32_roem_that_nobody_announces_is_lost_and_only_worth_knowing() -> None:
    for deal, number, _, winner in with_roem():
        assert ("roem_unclaimed", "information", number + 1) in told(deal)
        assert Replayer(deal, RULESETS[ANNOUNCED]).outcome.roem == (0, 0)
        assert Replayer(deal, RULESETS["amsterdams"]).outcome.roem[winner % 2] > 0


def test_r32_roem_announced_while_its_trick_lies_there_counts_even_below_its_value() -> None:
    rng = random.Random("in time")
    for deal, number, lying, winner in with_roem():
        for points in (lying, 20):
            claim = Claim(4 * number + rng.randrange(1, 5), winner, points)
            announced = replace(deal, claims=(claim,))
            assert number + 1 not in {trick for _, _, trick in told(announced)}
            assert Replayer(announced, RULESETS[ANNOUNCED]).tricks[number].roem == lying


def test_r32_more_than_the_cards_hold_is_overclaimed_and_the_true_value_counts() -> None:
    for deal, number, lying, winner in with_roem():
        announced = replace(deal, claims=(Claim(4 * number + 4, winner, lying + 300),))
        assert ("roem_overclaimed", "violation", number + 1) in told(announced)
        assert Replayer(announced, RULESETS[ANNOUNCED]).tricks[number].roem == lying


def test_r32_an_announcement_in_a_later_trick_is_too_late() -> None:
    judged = 0
    for deal, number, lying, winner in with_roem():
        tricks = Replayer(deal, RULESETS[ANNOUNCED]).tricks
        if number < 7 and not tricks[number + 1].lying and [trick.lying for trick in tricks[: number + 1]].count(lying) == 1:
            judged += 1
            late = replace(deal, claims=(Claim(4 * number + 5, winner, lying),))
            assert ("roem_claimed_late", "violation", number + 2) in told(late)
            assert Replayer(late, RULESETS[ANNOUNCED]).tricks[number].roem == 0
    assert judged > 20


def test_r33_where_only_the_winners_may_announce_the_other_side_is_told_so() -> None:
    rules = {"base": ANNOUNCED, "roem_claimant": "winners"}
    for deal, number, lying, winner in with_roem():
        wrong = replace(deal, claims=(Claim(4 * number + 4, (winner + 1) % 4, lying),))
        assert ("roem_claimed_by_wrong_side", "violation", number + 1) in told(wrong, rules)
        assert Replayer(wrong, rules_in_force(rules)).tricks[number].roem == 0
        assert Replayer(wrong, RULESETS[ANNOUNCED]).tricks[number].roem == lying


def test_r32_where_roem_counts_by_itself_announcements_are_no_matter() -> None:
    for deal, number, lying, winner in with_roem():
        assert told(deal, "amsterdams") == []
        assert told(replace(deal, claims=(Claim(4 * number + 4, winner, lying + 50),)), "amsterdams") == []


def test_r32_without_claims_nobody_is_accused() -> None:
    for deal, *_ in with_roem():
        assert told(replace(deal, claims=None)) == []


def test_r32_each_late_announcement_is_for_another_trick() -> None:
    for deal, *_ in with_roem():
        tricks = Replayer(deal, RULESETS[ANNOUNCED]).tricks
        twenties = [number for number, trick in enumerate(tricks) if trick.lying == 20]
        empty = [number for number, trick in enumerate(tricks) if not trick.lying]
        later = [number for number in empty if len(twenties) > 1 and number > twenties[1]]
        if len(later) < 2:
            continue
        claims = tuple(Claim(4 * number + 4, 0, 20) for number in later[:2])
        findings = audit_deal(replace(deal, claims=claims), rules_in_force(ANNOUNCED)).findings
        late = [finding.message for finding in findings if finding.code == "roem_claimed_late"]
        assert [f"of trick {twenties[0] + 1} only" in late[0], f"of trick {twenties[1] + 1} only" in late[1]] == [True, True]
        return
    raise AssertionError("no such deal")


def test_r32_roem_credited_as_announced_though_too_low_is_told_without_blame() -> None:
    for deal, number, lying, winner in with_roem():
        if lying > 20:
            claims = (Claim(4 * number + 4, winner, 20),)
            credited = tuple(20 if at == number else None for at in range(8))
            found = audit_deal(replace(deal, claims=claims, roem=credited), rules_in_force(ANNOUNCED)).findings
            (here,) = [finding for finding in found if finding.trick_no == number + 1]
            assert (here.code, here.certainty) == ("roem_unclaimed", "information")
            return
    raise AssertionError("no such deal")
