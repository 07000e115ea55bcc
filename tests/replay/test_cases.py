"""Every worked case of the rules text and every position that some public engine gets wrong."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dealing import card_set, ints, suit, texts

from replay import (
    RULESETS,
    Deal,
    Replayer,
    RuleSet,
    deal_score,
    format_card,
    hand_roem,
    legal_cards,
    pack_deals,
    parse_card,
    penalty_score,
    replay_deals,
    trick_points,
    trick_roem,
    trick_winner,
    why_illegal,
)
from replay.rulesets import format_value, with_values

DATA = Path(__file__).resolve().parent.parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))["cases"]

ELSEWHERE = {"bidding": "test_bidding.py", "roem_award": "test_claims.py", "match": "test_match.py"}
"""Kinds of cases that other files here go through."""

ROEM_FIELD = {"run3": "run3", "run4": "run4", "stuk": "stuk"}


def rows(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a data file with their line numbers."""
    with (DATA / name).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            yield number, json.loads(line)


def rules_of(case: dict[str, Any]) -> RuleSet:
    """The preset of a case with its overrides."""
    return with_values(RULESETS[case["ruleset"]], case.get("overrides", {}))


def cards_of_trick(trick: list[list[Any]]) -> tuple[int, ...]:
    """The cards of (seat, card) pairs."""
    return ints(card for _, card in trick)


def case_legal_cards(given: dict[str, Any], rules: RuleSet) -> Any:
    """R15-R22: the legal cards."""
    hand, trick = card_set(given["hand"]), cards_of_trick(given["trick"])
    return texts(legal_cards(hand, trick, suit(given["trump"]), rules))


def case_play_check(given: dict[str, Any], rules: RuleSet) -> Any:
    """R14-R22: one card judged."""
    hand, trick = card_set(given["hand"]), cards_of_trick(given["trick"])
    code = why_illegal(parse_card(given["card"]), hand, trick, suit(given["trump"]), rules)
    return {"legal": code is None, "codes": [code] if code else []}


def case_trick_winner(given: dict[str, Any], rules: RuleSet) -> Any:
    """R23: the seat that wins."""
    return given["trick"][trick_winner(cards_of_trick(given["trick"]), suit(given["trump"]))][0]


def case_trick_points(given: dict[str, Any], rules: RuleSet) -> Any:
    """R2-R4, R24: what the cards are worth."""
    return trick_points(ints(given["cards"]), suit(given["trump"]), given["last"])


def case_trick_roem(given: dict[str, Any], rules: RuleSet) -> Any:
    """R25-R31: roem with its parts."""
    total, kinds = trick_roem(ints(given["cards"]), suit(given["trump"]), rules)
    parts = {kind: getattr(rules, ROEM_FIELD[kind]) if kind in ROEM_FIELD else total for kind in kinds}
    return {"total": total, "parts": parts}


def case_hand_roem(given: dict[str, Any], rules: RuleSet) -> Any:
    """R25: roem looked for in the hands."""
    hands = [card_set(hand) for hand in given["hands"]]
    tricks = [[(seat, parse_card(card)) for seat, card in trick] for trick in given["tricks"]]
    return list(hand_roem(hands, tricks, suit(given["trump"]), rules))


def status_of(us: int, tricks: list[int], is_nat: bool, is_pit: bool, rules: RuleSet) -> str:
    """R38, R39: the word of the cases for what was paid."""
    if is_nat:
        return "tegenpit" if is_pit and rules.pit_defender else "nat"
    return "pit" if is_pit and tricks[us] == 8 and rules.pit_declarer else "made"


def case_deal_score(given: dict[str, Any], rules: RuleSet) -> Any:
    """R34-R41: what is written for a deal."""
    us, tricks = given["declarer_team"], given["tricks"]
    try:
        score, is_nat, is_pit = deal_score(us, given["points"], given["roem"], tricks, rules)
    except ValueError:
        return {"error": True}
    assert (8 in tricks) == is_pit
    return {"final": list(score), "status": status_of(us, tricks, is_nat, is_pit, rules)}


def case_verzaak(given: dict[str, Any], rules: RuleSet) -> Any:
    """R43-R45: what is written after a claimed revoke."""
    score = penalty_score(given["offender_team"], given["roem"], rules)
    return None if score is None else list(score)


def case_full_deal(given: dict[str, Any], rules: RuleSet) -> Any:
    """R14-R42: a whole deal with its seats and hands."""
    deal = Deal(
        trump=suit(given["trump"]),
        declarer=given["declarer"],
        declaring_team=given["declarer"] % 2,
        leader=given["leader"],
        plays=cards_of_trick(given["plays"]),
        seats=tuple(seat for seat, _ in given["plays"]),
        hands=tuple(card_set(hand) for hand in given["hands"]),
    )
    replayer = Replayer(deal, rules)
    outcome = replayer.outcome
    assert outcome.score is not None
    assert outcome.is_nat is not None
    assert outcome.is_pit is not None
    return {
        "winners": [trick.winner for trick in replayer.tricks],
        "points": list(outcome.points),
        "roem": list(outcome.roem),
        "final": list(outcome.score),
        "status": status_of(given["declarer"] % 2, list(outcome.tricks), outcome.is_nat, outcome.is_pit, rules),
        "findings": [
            [step.trick_no - 1, step.seat, format_card(step.card), step.code] for step in replayer.steps() if step.code
        ],
    }


ANSWERS: dict[str, Callable[[dict[str, Any], RuleSet], Any]] = {
    "legal_cards": case_legal_cards,
    "play_check": case_play_check,
    "trick_winner": case_trick_winner,
    "trick_points": case_trick_points,
    "trick_roem": case_trick_roem,
    "hand_roem": case_hand_roem,
    "deal_score": case_deal_score,
    "verzaak": case_verzaak,
    "full_deal": case_full_deal,
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] in ANSWERS])
def test_r14_to_r45_each_worked_case_of_the_rules_text_comes_out_as_it_says(case: dict[str, Any]) -> None:
    expected = set(case["expected"]) if case["kind"] == "legal_cards" else case["expected"]
    actual = ANSWERS[case["kind"]](case["input"], rules_of(case))
    if case["kind"] == "full_deal":
        actual = {name: actual[name] for name in expected}
    assert expected == actual, f"{case['why']} ({case['source']})"


def test_r10_to_r49_every_kind_of_case_is_answered_or_named_as_coming() -> None:
    assert {case["kind"] for case in CASES} == set(ANSWERS) | set(ELSEWHERE)
    assert not set(ANSWERS) & set(ELSEWHERE)
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_r15_to_r22_legal_cards_in_every_position_that_a_public_engine_gets_wrong() -> None:
    wrong = []
    for line, row in rows("legal_cards.jsonl"):
        legal = legal_cards(card_set(row["hand"]), ints(row["trick"]), suit(row["trump"]), rules_of(row))
        if set(row["legal"]) != texts(legal):
            wrong.append(f"line {line}: expected {sorted(row['legal'])}, got {sorted(texts(legal))}")
    assert not wrong, "\n".join(wrong[:20])


def test_r23_to_r31_every_trick_that_a_public_engine_gets_wrong() -> None:
    wrong = []
    for line, row in rows("tricks.jsonl"):
        cards, trump = ints(row["cards"]), suit(row["trump"])
        expected = (row["winner"], row["points"], row["roem"])
        roem, _ = trick_roem(cards, trump, rules_of(row))
        actual = (trick_winner(cards, trump), trick_points(cards, trump, False), roem)
        if expected != actual:
            wrong.append(f"line {line}: expected {expected}, got {actual}")
    assert not wrong, "\n".join(wrong[:20])


def deal_of_row(row: dict[str, Any]) -> Deal:
    """The deal of a row, of which only leader and plays are told."""
    return Deal(
        trump=suit(row["trump"]),
        declarer=row["declarer"],
        declaring_team=row["declarer"] % 2,
        leader=row["leader"],
        plays=ints(row["plays"]),
    )


def test_r23_to_r41_every_deal_that_a_public_engine_gets_wrong_card_by_card() -> None:
    wrong = []
    for line, row in rows("deals.jsonl"):
        outcome = Replayer(deal_of_row(row), rules_of(row)).outcome
        expected = (row["score"], row["points"], row["roem"], row["tricks"], row["nat"])
        pairs = (list(pair or ()) for pair in (outcome.score, outcome.points, outcome.roem, outcome.tricks))
        actual = (*pairs, outcome.is_nat)
        if expected != actual:
            wrong.append(f"line {line}: expected {expected}, got {actual}")
    assert not wrong, "\n".join(wrong[:20])


def test_r23_to_r41_every_deal_that_a_public_engine_gets_wrong_by_columns() -> None:
    by_rules: dict[RuleSet, list[tuple[int, dict[str, Any]]]] = {}
    for line, row in rows("deals.jsonl"):
        by_rules.setdefault(rules_of(row), []).append((line, row))
    wrong = []
    for rules, group in by_rules.items():
        columns = replay_deals(pack_deals([deal_of_row(row) for _, row in group]), rules).columns
        for index, (line, row) in enumerate(group):
            expected = [row["score"], row["points"], row["roem"], row["tricks"], int(row["nat"])]
            actual = [columns[name][index].tolist() for name in ("score", "points", "roem", "tricks", "is_nat")]
            if expected != actual:
                wrong.append(f"line {line}: expected {expected}, got {actual}")
    assert not wrong, "\n".join(wrong[:20])


def test_r55_overrides_of_a_case_replace_just_those_fields() -> None:
    for case in (case for case in CASES if case.get("overrides")):
        changed = {
            field: format_value(field, getattr(rules_of(case), field))
            for field in RuleSet._fields
            if getattr(rules_of(case), field) != getattr(RULESETS[case["ruleset"]], field)
        }
        assert changed.items() <= case["overrides"].items()
