"""R10-R13: all eight ways to choose trump against the oracle, and logged biddings that go wrong."""

import json
import random
from pathlib import Path
from typing import Any

import oracle
import pytest

from replay import Deal, audit_deal, rules_in_force
from replay.bidding import BiddingState, bidding_state
from replay.cards import SUIT_LETTERS, card_set, parse_card
from replay.deals import pack_deals
from replay.kernel import replay_deals
from replay.presets import RULESETS

CASES = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))["cases"]
BIDDING = [case for case in CASES if case["kind"] == "bidding"]
TURNED: tuple[tuple[str, ...], ...] = ((), ("5H",), ("5H", "3H", "6D", "2S"), ("2C", "3S"))


def as_oracle(state: BiddingState) -> dict[str, Any]:
    """A state as the oracle and the cases write it."""
    if state.redeal:
        return {"redeal": True}
    if state.is_done:
        trump = None if state.trump is None else SUIT_LETTERS[state.trump]
        return {"done": True, "declarer": state.declarer, "trump": trump, "leader": state.leader}
    return {"turn": state.seat, "calls": list(state.calls)}


def hand_sets(hands: list[list[str]] | None) -> list[int] | None:
    """The oracle's hands as card sets."""
    return None if hands is None else [card_set([parse_card(card) for card in hand]) for hand in hands]


@pytest.mark.parametrize("case", BIDDING, ids=[case["id"] for case in BIDDING])
def test_r10_to_r13_the_handed_bidding_cases(case: dict[str, Any]) -> None:
    given = case["input"]
    arguments = (given["dealer"], given["history"], RULESETS[case["ruleset"]], given.get("turned", ()))
    hands = hand_sets(given.get("hands"))
    if case["expected"] == {"error": True}:
        with pytest.raises(ValueError, match="call"):
            bidding_state(*arguments, hands)
    else:
        assert case["expected"] == as_oracle(bidding_state(*arguments, hands))


@pytest.mark.parametrize("turned", TURNED, ids=str)
@pytest.mark.parametrize("preset", RULESETS)
def test_r10_every_call_sequence_of_every_method_agrees_with_the_oracle(preset: str, turned: tuple[str, ...]) -> None:
    rules = oracle.PRESETS[preset]
    for dealer in range(4):
        for calls in oracle.every_bidding(dealer, rules, turned):
            expected = oracle.bidding_state(dealer, calls, rules, turned)
            assert expected == as_oracle(bidding_state(dealer, calls, RULESETS[preset], turned)), calls


@pytest.mark.parametrize("preset", RULESETS)
def test_r10_what_the_oracle_refuses_is_refused(preset: str) -> None:
    rules, rng = oracle.PRESETS[preset], random.Random(preset)
    refused = 0
    for _ in range(600):
        calls = [rng.choice(["pass", "pass", "play", *"CDHS"]) for _ in range(rng.randrange(1, 11))]
        dealer, turned = rng.randrange(4), rng.choice(TURNED)
        try:
            expected: dict[str, Any] | None = oracle.bidding_state(dealer, calls, rules, turned)
        except ValueError:
            expected = None
        if expected is None:
            refused += 1
            with pytest.raises(ValueError, match="call"):
                bidding_state(dealer, calls, RULESETS[preset], turned)
        else:
            assert expected == as_oracle(bidding_state(dealer, calls, RULESETS[preset], turned))
    assert refused > 100


def test_r11_a_suit_not_held_is_not_on_offer_unless_nothing_else_is() -> None:
    rng = random.Random("held")
    rules = oracle.with_overrides("turnup_amsterdams", {"must_hold_trump": "yes"})
    in_force = rules_in_force({"base": "turnup_amsterdams", "must_hold_trump": "yes"})
    for _ in range(300):
        deck = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]
        rng.shuffle(deck)
        hands = [deck[8 * seat : 8 * seat + 8] for seat in range(4)]
        calls = ["pass"] * rng.randrange(8)
        expected = oracle.bidding_state(1, calls, rules, ("4H",), hands)
        assert expected == as_oracle(bidding_state(1, calls, in_force.rules, ("4H",), hand_sets(hands)))


# ---------------------------------------------------------------- logged biddings

PLAYED = Deal(trump=2, declarer=2, declaring_team=0, dealer=0, leader=1)
"""Dealer north; east speaks first; south played hearts."""


def codes(deal: Deal, rules: Any = "amsterdams") -> list[tuple[str, str]]:
    """The findings of a deal, and whether the fast pass would have noticed."""
    in_force = rules_in_force(rules)
    found = [(finding.code, finding.certainty) for finding in audit_deal(deal, in_force).findings]
    odd = replay_deals(pack_deals([deal]), in_force.rules).columns["odd_bidding"][0]
    assert odd or not found, "the fast pass must notice whatever the second look finds"
    return found


def bid(*calls: str, **changes: Any) -> Deal:
    """A deal with logged calls."""
    values = {field: getattr(PLAYED, field) for field in ("trump", "declarer", "declaring_team", "dealer", "leader")}
    return Deal(**(values | {"bids": calls} | changes))


def test_r13_a_sound_bidding_and_one_that_is_not_logged_give_no_finding() -> None:
    assert codes(bid("pass", "H")) == []
    assert codes(bid("E:pass", "S:H")) == []
    assert codes(bid("pass", "H", dealer=None)) == []
    assert codes(bid("pass", "H", declarer=None)) == []
    assert codes(PLAYED) == []


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (bid("pass", "C"), "wrong_trump"),
        (bid("H"), "wrong_declarer"),
        (bid("pass", "pass", "H", declarer=None, declaring_team=0), "wrong_declarer"),
        (bid("pass", "W:H"), "call_out_of_turn"),
        (bid("pass", "play"), "illegal_call"),
        (bid("pass", "H", "pass"), "illegal_call"),
        (bid("pass", "pass"), "bidding_unfinished"),
        (bid("pass", "pass", "pass", "pass", "pass", "H"), "illegal_call"),
        (bid("pass", "H", turned=("5H",)), "turned_card_fault"),
        (bid("pass", "pass", "pass", "pass", void="passed_out"), "passed_out_impossible"),
        (bid("pass", "H", void="passed_out"), "passed_out_impossible"),
        (Deal(dealer=0, void="passed_out"), "passed_out_impossible"),
    ],
)
def test_r10_and_r13_a_wrong_bidding_is_one_violation(deal: Deal, code: str) -> None:
    assert codes(deal) == [(code, "violation")]


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (bid("pass", "play", turned=("5H", "3C")), "turned_card_fault"),
        (bid("pass", "play", turned=("5H", "5H")), "turned_card_fault"),
        (bid("pass", "H", turned=("5H",)), "illegal_call"),
        (bid("pass", "play", turned=("5C",)), "wrong_trump"),
    ],
)
def test_r10_turned_cards_are_audited_where_cards_are_turned(deal: Deal, code: str) -> None:
    assert codes(deal, "klaverlive_draaikaart") == [(code, "violation")]
    assert codes(bid("pass", "play", turned=("5H",)), "klaverlive_draaikaart") == []
    second = bid(*["pass"] * 5, "play", turned=("5D", "3D", "2H"))
    assert codes(second, "klaverlive_draaikaart") == []


def test_r10_a_deal_passed_out_where_it_may_be_is_no_fault() -> None:
    out = Deal(dealer=0, void="passed_out", bids=("pass",) * 8, turned=("5H", "3C"))
    assert codes(out, "klaverlive_draaikaart_schudden") == []
    assert codes(Deal(dealer=0, void="passed_out"), "klaverlive_draaikaart_schudden") == []
    early = Deal(dealer=0, void="passed_out", bids=("pass",) * 5, turned=("5H", "3C"))
    assert codes(early, "klaverlive_draaikaart_schudden") == [("bidding_unfinished", "violation")]


def test_r10_what_the_sources_leave_unsaid_is_nobodys_fault() -> None:
    ninth = bid(*["pass"] * 8, "S:play", turned=("5C", "3D", "2H"))
    assert {certainty for _, certainty in codes(ninth, "klaverlive_draaikaart")} == {"depends_on_rule"}
    repeated = bid(*["pass"] * 8, "play", turned=("5C", "3D", "2C"), declarer=1, declaring_team=1)
    assert codes(repeated, "klaverlive_draaikaart") == [("wrong_trump", "depends_on_rule")]
    dealer_takes_turned = bid(*["pass"] * 7, "H", turned=("5H",), declarer=0, declaring_team=0)
    assert codes(dealer_takes_turned, "turnup_amsterdams") == [("illegal_call", "depends_on_rule")]


def test_r55_without_rules_a_call_that_some_method_allows_is_no_violation() -> None:
    assert codes(bid("pass", "play", turned=("5H",)), None) == [
        ("turned_card_fault", "depends_on_rule"),
        ("illegal_call", "depends_on_rule"),
    ]
    assert codes(bid("pass", "H", "pass"), None) == [("illegal_call", "violation")]


def test_r11_the_hand_must_hold_the_suit_where_the_rules_say_so() -> None:
    clubs = card_set([parse_card(rank + "C") for rank in "789TJQKA"])
    hearts = card_set([parse_card(rank + "H") for rank in "789TJQKA"])
    first = bid("H", declarer=1, declaring_team=1, hands=(0, clubs, 0, 0))
    assert codes(first, "utrechts_lentemorgen") == [("illegal_call", "violation")]
    assert codes(bid("H", declarer=1, declaring_team=1, hands=(0, hearts, 0, 0)), "utrechts_lentemorgen") == []
    assert codes(bid("H", declarer=1, declaring_team=1), "utrechts_lentemorgen") == []
