"""Complete sets of small positions: every trick's winner, points and roem, and every short hand on every short trick.

The positions are those of the oracle, which may remember its answers but is never helped to find them. A normal run
takes every 23rd position of the legal cards, `-m whole` takes them all. `python tests/replay/test_exhaustive.py --write` writes
tests/data/digests.txt anew.
"""

import functools
import hashlib
import itertools
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: the shared modules lie one folder up, the packages two
    sys.path[:0] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]

import oracle
import pytest
from dealing import DECK, PLAY_FIELDS, Frozen, card_set, ints, play_combinations, ruleset, suit, texts

from replay import (
    RULESETS,
    RuleSet,
    legal_cards,
    parse_card,
    rules_in_force,
    trick_points,
    trick_roem,
    trick_winner,
    why_illegal,
)
from replay.rulesets import format_value

DATA = Path(__file__).resolve().parent.parent / "data"
QUAD_FIELDS = ("quad_ranks", "four_jacks", "quad_points")
COMBINATIONS = play_combinations()
EVERY = 23
"""A normal run takes one position in so many; it shares no factor with the sizes of the set, so that all shapes occur."""

DIGESTS_FILE = DATA / "digests.txt"
DIGESTS = dict(line.split(": ") for line in DIGESTS_FILE.read_text(encoding="utf-8").splitlines())
"""What the tables below came to when they were last looked at: a changed one means changed rules."""


def digest(lines: Iterable[str]) -> str:
    """A short name for a long table."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- R23: two cards


def two_card_tricks() -> Iterator[tuple[str, str, str]]:
    """Every led card, other card and trump suit."""
    for led, other in itertools.permutations(DECK, 2):
        for trump in "CDHS":
            yield led, other, trump


def winners() -> list[str]:
    """For every two cards and trump suit which of them wins."""
    return [f"{led} {other} {trump} {trick_winner(ints([led, other]), suit(trump))}" for led, other, trump in two_card_tricks()]


def test_r23_which_of_two_cards_wins_for_every_pair_and_trump_suit() -> None:
    expected = [f"{led} {other} {trump} {oracle.trick_winner([led, other], trump)}" for led, other, trump in two_card_tricks()]
    assert expected == winners()
    assert digest(winners()) == DIGESTS["winners"]


# ---------------------------------------------------------------- R2-R4, R23-R31: four cards


def quad_rules() -> dict[str, str]:
    """One preset for each different way to pay four alike."""
    found: dict[tuple[oracle.Value, ...], str] = {}
    for preset, rules in oracle.PRESETS.items():
        found.setdefault(tuple(rules[field] for field in QUAD_FIELDS), preset)
    return {"-".join(str(value) for value in values): preset for values, preset in found.items()}


@pytest.fixture(scope="module")
def _remembered_runs() -> Iterator[None]:
    """The runs of four cards hang on neither trump nor rules: the oracle finds them once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oracle.roem, "runs_of", functools.cache(oracle.runs_of))
        yield


@pytest.mark.usefixtures("_remembered_runs")
@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("preset", quad_rules().values(), ids=quad_rules())
def test_r26_to_r31_roem_of_all_35960_sets_of_four_cards(preset: str, trump: str) -> None:
    expected_rules, rules = oracle.PRESETS[preset], RULESETS[preset]
    count = 0
    for cards in itertools.combinations(DECK, 4):
        points, kinds = oracle.trick_roem(cards, trump, expected_rules)
        actual, names = trick_roem(ints(cards), suit(trump), rules)
        assert (points, kinds) == (actual, sorted(names)), f"{cards}, trump {trump}"
        count += 1
    assert count == 35_960


@pytest.mark.parametrize("trump", "CDHS")
def test_r2_to_r4_and_r24_points_of_every_pair_of_cards(trump: str) -> None:
    for cards in itertools.combinations(DECK, 2):
        for is_last in (False, True):
            expected = oracle.trick_points(cards, trump, is_last)
            assert expected == trick_points(ints(cards), suit(trump), is_last)


def test_r4_the_cards_of_a_deal_are_worth_152_and_the_last_trick_10_more() -> None:
    for trump in range(4):
        assert trick_points(range(32), trump, False) == 152
        assert trick_points(range(32), trump, True) == 162


# ---------------------------------------------------------------- R15-R22: short hands on short tricks


class Position(NamedTuple):
    """A hand to play to a trick, with `trump`."""

    hand: tuple[str, ...]
    trick: tuple[str, ...]
    trump: str


def fourteen_cards(trump: str) -> list[str]:
    """The eight trumps, and 7, 9 and A of two plain suits."""
    plain = [other for other in "CDHS" if other != trump][:2]
    return [card for card in DECK if card[1] == trump or (card[1] in plain and card[0] in "79A")]


def positions(trump: str) -> Iterator[Position]:
    """Every hand of one to three cards on every trick of none to three cards, out of the fourteen."""
    cards = fourteen_cards(trump)
    for length in range(4):
        for trick in itertools.permutations(cards, length):
            rest = [card for card in cards if card not in trick]
            for size in (1, 2, 3):
                for hand in itertools.combinations(rest, size):
                    yield Position(hand, trick, trump)


@functools.cache
def slice_of(trump: str) -> list[Position]:
    """The positions that a normal run looks at, other ones for each trump suit."""
    return list(itertools.islice(positions(trump), "CDHS".index(trump), None, EVERY))


def trump_for(combination: str) -> str:
    """The trump suit a combination is tried with: all four have their turn."""
    return "CDHS"[list(COMBINATIONS).index(combination) % 4]


def judged(position: Position, expected_rules: Frozen, rules: RuleSet) -> str:
    """The position as a line of a table, after the oracle and the program agree on its legal cards and codes."""
    hand, trick, trump = position
    held, lying, trump_suit = card_set(hand), ints(trick), suit(trump)
    expected = oracle.legal_cards(hand, trick, trump, expected_rules)
    actual = texts(legal_cards(held, lying, trump_suit, rules))
    assert expected == actual, f"legal cards of {position}"
    for card in hand:
        expected_code = None if card in expected else oracle.why_illegal(card, hand, trick, trump, expected_rules)
        code = why_illegal(parse_card(card), held, lying, trump_suit, rules)
        assert expected_code == code, f"{card} of {position}"
    return f"{' '.join(trick)} < {' '.join(hand)}: {' '.join(sorted(actual))}"


def judged_slice(combination: str) -> list[str]:
    """The table of a normal run."""
    rules, program = COMBINATIONS[combination], ruleset(COMBINATIONS[combination])
    return [judged(position, rules, program) for position in slice_of(trump_for(combination))]


def test_r14_there_are_564487_short_positions_for_each_trump_suit() -> None:
    tricks = {0: 1, 1: 14, 2: 14 * 13, 3: 14 * 13 * 12}
    expected = sum(count * math.comb(14 - length, size) for length, count in tricks.items() for size in (1, 2, 3))
    assert expected == sum(1 for _ in positions("C")) == 564_487


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_r15_to_r22_legal_cards_and_codes_of_a_slice_of_all_short_positions(combination: str) -> None:
    assert digest(judged_slice(combination)) == DIGESTS[combination]


@pytest.mark.whole
@pytest.mark.parametrize("combination", COMBINATIONS)
def test_r15_to_r22_legal_cards_and_codes_of_all_short_positions(combination: str) -> None:
    rules, program = COMBINATIONS[combination], ruleset(COMBINATIONS[combination])
    for position in positions(trump_for(combination)):
        judged(position, rules, program)


def test_r15_to_r22_the_combinations_are_those_of_all_presets_and_their_readings() -> None:
    readings = {
        tuple(format_value(field, getattr(rules, field)) for field in PLAY_FIELDS)
        for preset in RULESETS
        for rules in rules_in_force(preset).readings(PLAY_FIELDS)
    }
    spares_partner = {("yes", "forbidden", "forbidden", "not_partner"), ("no", "compulsory", "forbidden", "not_partner")}
    assert {"-".join(str(value) for value in values) for values in readings | spares_partner} == set(COMBINATIONS)
    assert {"winners", *COMBINATIONS} == set(DIGESTS)


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    tables = {"winners": winners(), **{combination: judged_slice(combination) for combination in COMBINATIONS}}
    DIGESTS_FILE.write_text("".join(f"{name}: {digest(table)}\n" for name, table in tables.items()), encoding="utf-8")
