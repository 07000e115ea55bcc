"""Generated decisions and whole deals: the oracle, the replayer, and the kernel as Python and compiled all agree."""

import random
from collections.abc import Iterator
from dataclasses import replace

import oracle
import pytest
from comparing import by_columns, by_oracle, by_steps, differences
from dealing import (
    DECK,
    Played,
    broken_off,
    card_set,
    expected_replay,
    ints,
    play_combinations,
    play_deal,
    ruleset,
    suit,
    texts,
    to_deal,
)
from hostile import hostile_deal

from replay import RULESETS, Deal, Replayer, RuleSet, legal_cards, pack_deals, parse_card, why_illegal

COMBINATIONS = play_combinations()
CHUNKS = 10
"""The whole run looks at its deals in so many parts."""

# ---------------------------------------------------------------- decisions


def check_decisions(combination: str, wanted: int) -> None:
    """Random deals with illegal cards planted, until so many answers to a lead are judged alike by both."""
    rules, rng = COMBINATIONS[combination], random.Random(f"decisions {combination}")
    program, judged = ruleset(rules), 0
    while judged < wanted:
        played = play_deal(rng, rules, planted=0.1)
        left = [set(hand) for hand in played.hands]
        for index, (card, seat) in enumerate(zip(played.plays, played.seats, strict=True)):
            trick = played.plays[index - index % 4 : index]
            check_decision(sorted(left[seat]), trick, played.trump, rules, program)
            judged += 1 if trick else 0
            left[seat].remove(card)


def check_decision(hand: list[str], trick: tuple[str, ...], trump: str, rules: oracle.Rules, program: RuleSet) -> None:
    """One hand and trick: the legal cards, and the code of every card of the hand and of one that is not in it."""
    expected = oracle.legal_cards(hand, trick, trump, rules)
    held, lying = card_set(hand), ints(trick)
    assert expected == texts(legal_cards(held, lying, suit(trump), program)), f"{hand} on {trick}, trump {trump}"
    missing = next(card for card in DECK if card not in hand)
    for card in [*hand, missing]:
        expected_code = oracle.why_illegal(card, hand, trick, trump, rules)
        code = why_illegal(parse_card(card), held, lying, suit(trump), program)
        assert expected_code == code, f"{card} from {hand} on {trick}, trump {trump}"


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_r14_to_r22_three_thousand_generated_decisions(combination: str) -> None:
    check_decisions(combination, 3_000)


@pytest.mark.whole
@pytest.mark.parametrize("combination", COMBINATIONS)
def test_r14_to_r22_a_hundred_thousand_generated_decisions(combination: str) -> None:
    check_decisions(combination, 100_000)


# ---------------------------------------------------------------- whole deals


def generated(seed: str, count: int) -> Iterator[tuple[str, list[Played]]]:
    """So many deals with illegal cards planted, each under a random preset, grouped by preset."""
    rng = random.Random(seed)
    grouped: dict[str, list[Played]] = {preset: [] for preset in oracle.PRESETS}
    for _ in range(count):
        preset = rng.choice(list(oracle.PRESETS))
        grouped[preset].append(play_deal(rng, oracle.PRESETS[preset], planted=rng.choice([0.0, 0.05, 0.3])))
    return ((preset, deals) for preset, deals in grouped.items() if deals)


def check_steps(played: Played, rules: oracle.Rules, program: RuleSet) -> None:
    """What the replayer shows beside each card: the hand before it, the legal cards and who is winning after it."""
    left = [set(hand) for hand in played.hands]
    for index, step in enumerate(Replayer(to_deal(played), program).steps()):
        card, seat, start = played.plays[index], played.seats[index], index - index % 4
        lying = played.plays[start : index + 1]
        winning = played.seats[start + oracle.trick_winner(lying, played.trump)]
        expected = (left[seat], oracle.legal_cards(sorted(left[seat]), lying[:-1], played.trump, rules), winning)
        assert expected == (texts(step.hand), texts(step.legal), step.winning), f"card {index + 1} of {played}"
        assert (index + 1, index // 4 + 1, parse_card(card), seat) == (step.card_no, step.trick_no, step.card, step.seat)
        left[seat].remove(card)


def check_whole_deals(seed: str, count: int) -> None:
    """Deals whole and broken off, hands and seats logged: oracle, replayer and both kernels give the same columns."""
    rng = random.Random(f"broken off {seed}")
    for preset, deals in generated(seed, count):
        rules, program = oracle.PRESETS[preset], RULESETS[preset]
        both = [*deals, *(broken_off(played, rng.randrange(1, 32)) for played in deals)]
        records = [to_deal(played) for played in both]
        packed = pack_deals(records)
        plain, machine = by_columns(packed, program, compiled=False), by_columns(packed, program, compiled=True)
        for number, played in enumerate(both):
            expected = by_oracle(played, rules)
            check_steps(played, rules, program)
            assert differences(expected, plain[number]) == {}, f"{preset}, as Python: {played}"
            assert differences(expected, machine[number]) == {}, f"{preset}, compiled: {played}"
            assert differences(expected, by_steps(records[number], program)) == {}, f"{preset}, card by card: {played}"


def test_r14_to_r41_generated_deals_with_illegal_cards_come_out_the_same_by_every_way() -> None:
    check_whole_deals("deals", 600)


@pytest.mark.whole
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r14_to_r41_twenty_thousand_generated_deals_come_out_the_same_by_every_way(chunk: int) -> None:
    check_whole_deals(f"deals {chunk}", 20_000 // CHUNKS)


# ---------------------------------------------------------------- the same deals with less told


def codes(deal: Deal, rules: RuleSet) -> list[str | None]:
    """The codes of a deal's cards."""
    return [step.code for step in Replayer(deal, rules).steps()]


def check_deals_of_which_less_is_told(seed: str, count: int) -> None:
    """R50-R52: whole deals show their own hands; a deal broken off accuses nobody without cause."""
    rng = random.Random(f"less {seed}")
    for preset, deals in generated(seed, count):
        program = RULESETS[preset]
        for played in deals:
            expected = [code or None for code in expected_replay(played, oracle.PRESETS[preset])["codes"]]
            for hands, seats in ((True, False), (False, True), (False, False)):
                assert expected == codes(to_deal(played, with_hands=hands, with_seats=seats), program), f"{preset}: {played}"
            short = broken_off(played, rng.randrange(1, 32))
            known = expected[: len(short.plays)]
            assert known == codes(to_deal(short, with_seats=False), program), f"{preset}: {short}"
            seen = tuple(card_set(hand) if rng.random() < 0.5 else 0 for hand in short.hands)
            nothing = to_deal(short, with_hands=False, with_seats=False)
            for told in (nothing, to_deal(short, with_hands=False), replace(nothing, hands=seen)):
                judged = codes(told, program)
                accused = [(expected, actual) for expected, actual in zip(known, judged, strict=True) if actual]
                assert all(certain for certain, _ in accused), f"{preset}: {accused} in {short}"


def test_r50_to_r52_deals_of_which_less_is_told_accuse_nobody_of_what_he_did_not_do() -> None:
    check_deals_of_which_less_is_told("less", 400)


@pytest.mark.whole
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r50_to_r52_ten_thousand_deals_of_which_less_is_told(chunk: int) -> None:
    check_deals_of_which_less_is_told(f"less {chunk}", 10_000 // CHUNKS)


# ---------------------------------------------------------------- records in which anything may be wrong


def check_hostile_records(seed: str, count: int) -> None:
    """R50-R53: seats, hands, leader and winners may say anything; every way makes the same of it."""
    rng = random.Random(f"hostile {seed}")
    for preset, deals in generated(seed, count):
        program = RULESETS[preset]
        records = [hostile_deal(rng, played) for played in deals]
        packed = pack_deals(records)
        plain, machine = by_columns(packed, program, compiled=False), by_columns(packed, program, compiled=True)
        for number, record in enumerate(records):
            assert differences(plain[number], machine[number]) == {}, f"{preset}, compiled: {record}"
            assert differences(by_steps(record, program), plain[number]) == {}, f"{preset}, card by card: {record}"


def test_r50_to_r53_records_in_which_anything_is_wrong_come_out_the_same_by_every_way() -> None:
    check_hostile_records("hostile", 600)


@pytest.mark.whole
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r50_to_r53_twenty_thousand_records_in_which_anything_is_wrong(chunk: int) -> None:
    check_hostile_records(f"hostile {chunk}", 20_000 // CHUNKS)
