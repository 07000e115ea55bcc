"""Generated decisions and whole deals: the oracle, the replayer, and the kernel as Python and compiled all agree."""

import random
from collections.abc import Iterator
from typing import Any

import oracle
import pytest
from dealing import (
    DECK,
    Played,
    broken_off,
    card_set,
    differences,
    expected_replay,
    ints,
    play_combinations,
    play_deal,
    ruleset,
    suit,
    texts,
    to_deal,
)

from replay import RULESETS, Deal, Deals, Replayer, RuleSet, kernel, legal_cards, pack_deals, parse_card, why_illegal
from replay.legal import PLAY_CODES
from replay.results import RESULT_COLUMNS
from replay.roem import KIND_NAMES
from replay.seating import BY_SEATS

COMBINATIONS = play_combinations()
CHUNKS = 10
"""The whole run looks at its deals in so many parts."""

Row = dict[str, Any]


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


def by_columns(deals: Deals, rules: RuleSet, *, compiled: bool) -> list[Row]:
    """The results of the kernel as rows, run as plain Python or as machine code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "FEW_DEALS", -1 if compiled else 10**9)
        patch.setattr(kernel, "is_compiled", lambda: False)
        columns = kernel.replay_deals(deals, rules).columns
    assert list(RESULT_COLUMNS) == list(columns)
    return [{name: array[row].tolist() for name, array in columns.items()} for row in range(len(deals))]


def padded(values: list[Any], length: int, filler: int) -> list[Any]:
    """A row of a column that has room for more."""
    return [*values, *[filler] * (length - len(values))]


def fault(code: str | None) -> int:
    """A code as the kernel writes it."""
    return 0 if code is None else 1 + PLAY_CODES.index(code)


def kind_bits(names: list[str] | tuple[str, ...]) -> int:
    """Kinds of roem as the kernel writes them."""
    return sum(1 << KIND_NAMES.index(name) for name in names)


def by_oracle(played: Played, rules: oracle.Rules) -> Row:
    """What the oracle expects in every column, the hands and seats being logged."""
    found = expected_replay(played, rules)
    return {
        "seats": padded(list(played.seats), 32, -1),
        "hands": [card_set(hand) for hand in played.hands],
        "faults": padded([fault(code) for code in found["codes"]], 32, 0),
        "winners": padded(found["winners"], 8, -1),
        "trick_points": padded(found["trick_points"], 8, -1),
        "trick_roem": padded(found["trick_roem"], 8, -1),
        "trick_roem_kinds": padded([kind_bits(kinds) for kinds in found["trick_kinds"]], 8, -1),
        "points": found["points"],
        "roem": found["roem"],
        "tricks": found["tricks"],
        "is_nat": -1 if found["is_nat"] is None else int(found["is_nat"]),
        "is_pit": -1 if found["is_pit"] is None else int(found["is_pit"]),
        "score": found["score"] or [-1, -1],
        "oddities": BY_SEATS,
    }


def by_steps(deal: Deal, rules: RuleSet) -> Row:
    """What the replayer says, card by card, in the form of the columns."""
    replayer = Replayer(deal, rules)
    steps, outcome = list(replayer.steps()), replayer.outcome
    whole = [step for step in steps if step.trick_winner is not None]
    assert [step.card_no for step in steps] == list(range(1, len(deal.plays) + 1))
    assert not steps or (steps[-1].points, steps[-1].roem) == (outcome.points, outcome.roem)
    return {
        "seats": padded([step.seat for step in steps], 32, -1),
        "hands": replayer.hands,
        "faults": padded([fault(step.code) for step in steps], 32, 0),
        "winners": padded([step.trick_winner for step in whole], 8, -1),
        "trick_points": padded([step.trick_points for step in whole], 8, -1),
        "trick_roem": padded([step.trick_roem for step in whole], 8, -1),
        "trick_roem_kinds": padded([kind_bits(step.roem_kinds) for step in whole], 8, -1),
        "points": list(outcome.points),
        "roem": list(outcome.roem),
        "tricks": list(outcome.tricks),
        "is_nat": -1 if outcome.is_nat is None else int(outcome.is_nat),
        "is_pit": -1 if outcome.is_pit is None else int(outcome.is_pit),
        "score": list(outcome.score or (-1, -1)),
        "oddities": replayer.oddities,
    }


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
                assert expected == codes(to_deal(played, hands=hands, seats=seats), program), f"{preset}: {played}"
            short = broken_off(played, rng.randrange(1, 32))
            known = expected[: len(short.plays)]
            assert known == codes(to_deal(short, seats=False), program), f"{preset}: {short}"
            seen = tuple(card_set(hand) if rng.random() < 0.5 else 0 for hand in short.hands)
            for told in (to_deal(short, hands=False), to_deal(short, hands=False, seats=False), to_deal(short, hands=seen)):
                judged = codes(told, program)
                accused = [(expected, actual) for expected, actual in zip(known, judged, strict=True) if actual]
                assert all(certain for certain, _ in accused), f"{preset}: {accused} in {short}"


def test_r50_to_r52_deals_of_which_less_is_told_accuse_nobody_of_what_he_did_not_do() -> None:
    check_deals_of_which_less_is_told("less", 400)


@pytest.mark.whole
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r50_to_r52_ten_thousand_deals_of_which_less_is_told(chunk: int) -> None:
    check_deals_of_which_less_is_told(f"less {chunk}", 10_000 // CHUNKS)
