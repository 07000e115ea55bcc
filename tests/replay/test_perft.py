"""How many ways a few cards can legally be played to the end: one number that every rule of play has a part in.

The counts in tests/data/perft.txt are the oracle's. `python tests/replay/test_perft.py --write` writes the cases anew.
"""

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: the shared modules lie one folder up, the packages two
    sys.path[:0] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]

import oracle
import pytest
from dealing import DECK, PLAY_FIELDS, SEATS, card_set, ints, suit, texts

from replay import RULESETS, legal_cards, trick_winner

CASES_FILE = Path(__file__).resolve().parent.parent / "data" / "perft.txt"
CASES_EACH = 4
HEADING = f"""\
# preset; trump; leader; the cards of {" ".join(SEATS)}; ways to play them legally to the end, counted by tests/oracle
"""

Hands = tuple[tuple[str, ...], ...]
Legal = Callable[[tuple[str, ...], tuple[str, ...]], set[str]]
Wins = Callable[[tuple[str, ...]], int]


class Case(NamedTuple):
    """A line of the file."""

    preset: str
    trump: str
    leader: int
    hands: Hands
    number: int


def line_of(case: Case) -> str:
    """A case as it stands in the file."""
    hands = " | ".join(" ".join(hand) for hand in case.hands)
    return f"{case.preset}; {case.trump}; {SEATS[case.leader]}; {hands}; {case.number}"


def read_cases() -> Iterator[Case]:
    """The cases of the file."""
    if not CASES_FILE.exists():
        return
    for line in CASES_FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            preset, trump, leader, hands, count = line.split("; ")
            dealt = tuple(tuple(hand.split()) for hand in hands.split(" | "))
            yield Case(preset, trump, SEATS.index(leader), dealt, int(count))


# ---------------------------------------------------------------- counting


def ways(hands: Hands, seat: int, trick: tuple[str, ...], legal: Legal, wins: Wins) -> int:
    """In how many ways the hands can be played on, `seat` being next to play to the trick."""
    if len(trick) == 4:
        return ways(hands, (seat + wins(trick)) % 4, (), legal, wins)
    if not hands[seat]:
        return 1
    return sum(split(hands, seat, trick, legal, wins).values())


def split(hands: Hands, seat: int, trick: tuple[str, ...], legal: Legal, wins: Wins) -> dict[str, int]:
    """The ways for each card that may be played next."""
    found = {}
    for card in sorted(legal(hands[seat], trick)):
        left = tuple(tuple(held for held in hand if held != card) for hand in hands)
        found[card] = ways(left, (seat + 1) % 4, (*trick, card), legal, wins)
    return found


def split_by_oracle(case: Case) -> dict[str, int]:
    """The ways for each first card, by the oracle."""
    rules = oracle.PRESETS[case.preset]

    def legal(hand: tuple[str, ...], trick: tuple[str, ...]) -> set[str]:
        return oracle.legal_cards(hand, trick, case.trump, rules)

    return split(case.hands, case.leader, (), legal, partial(oracle.trick_winner, trump=case.trump))


def split_by_replay(case: Case) -> dict[str, int]:
    """The ways for each first card, by the rules under test."""
    rules, trump = RULESETS[case.preset], suit(case.trump)

    def legal(hand: tuple[str, ...], trick: tuple[str, ...]) -> set[str]:
        return texts(legal_cards(card_set(hand), ints(trick), trump, rules))

    def wins(trick: tuple[str, ...]) -> int:
        return trick_winner(ints(trick), trump)

    return split(case.hands, case.leader, (), legal, wins)


# ---------------------------------------------------------------- tests


def parametrized() -> list[object]:
    """The cases with short names."""
    return [pytest.param(case, id=f"{number}-{case.preset}") for number, case in enumerate(read_cases(), 1)]


@pytest.mark.parametrize("case", parametrized())
def test_r14_to_r23_there_are_so_many_ways_to_play_on(case: Case) -> None:
    actual = split_by_replay(case)
    if case.number != sum(actual.values()):
        divide = split_by_oracle(case)
        rows = [f"{card}: expected {divide.get(card, 0)}, got {actual.get(card, 0)}" for card in sorted(divide | actual)]
        pytest.fail("\n".join([f"expected {case.number} ways, got {sum(actual.values())}", line_of(case), *rows]))


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r14_to_r23_the_oracle_counts_the_ways_in_the_file(preset: str) -> None:
    for case in (case for case in read_cases() if case.preset == preset):
        assert case.number == sum(split_by_oracle(case).values()), line_of(case)


@pytest.mark.parametrize("preset", RULESETS)
def test_r55_each_preset_has_cases_of_its_own_with_two_and_three_cards(preset: str) -> None:
    cases = [case for case in read_cases() if case.preset == preset]
    assert len(cases) >= 3
    assert {len(hand) for case in cases for hand in case.hands} == {2, 3}
    for case in cases:
        assert len({card for hand in case.hands for card in hand}) == 4 * len(case.hands[0])


def test_r55_no_case_is_about_a_preset_that_does_not_exist() -> None:
    assert {case.preset for case in read_cases()} == set(RULESETS)


# ---------------------------------------------------------------- writing


def counts_elsewhere(case: Case) -> set[int]:
    """What other rules of play count for the same cards."""
    others = {tuple(rules[field] for field in PLAY_FIELDS): preset for preset, rules in oracle.PRESETS.items()}
    return {sum(split_by_oracle(case._replace(preset=preset)).values()) for preset in others.values()}


def write() -> None:
    """Cases rich in trumps, each with a count that at least three different rules of play disagree about."""
    lines = []
    for preset in oracle.PRESETS:
        rng, found = random.Random(f"perft {preset}"), 0
        while found < CASES_EACH:
            size, trump = 2 if found == 0 else 3, rng.choice("CDHS")
            plain = rng.sample([card for card in DECK if card[1] != trump], 8)
            cards = rng.sample([*plain, *(card for card in DECK if card[1] == trump)], 4 * size)
            hands = tuple(tuple(sorted(cards[size * seat : size * seat + size])) for seat in range(4))
            case = Case(preset, trump, rng.randrange(4), hands, 0)
            if len(counts_elsewhere(case)) >= size:
                lines.append(line_of(case._replace(number=sum(split_by_oracle(case).values()))))
                found += 1
    CASES_FILE.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
