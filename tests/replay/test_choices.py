"""What else might have been played, against the oracle and in deals that can be read (R14-R31)."""

from typing import Any

import numpy as np
import oracle
import pytest
from dealing import Played, broken_off, card_set, deals_of, ints, ruleset, suit, texts

import replay.choices
from replay.choices import CHOICE_COLUMNS, OPEN, OURS, THEIRS, look_at_choices

NAMES = ("amsterdams", "rotterdams", "turnup_amsterdams", "turnup_literal", "kbn_amsterdams")


def look(deals: list[Played], rules: oracle.Rules) -> dict[str, Any]:
    plays = np.full((len(deals), 32), -1)
    seats = np.zeros((len(deals), 32), np.int64)
    for row, deal in enumerate(deals):
        plays[row, : len(deal.plays)] = ints(deal.plays)
        seats[row, : len(deal.plays)] = deal.seats
    hands = np.array([[card_set(hand) for hand in deal.hands] for deal in deals], np.int64).reshape(-1, 4)
    return look_at_choices(np.array([suit(deal.trump) for deal in deals]), plays, seats, hands, ruleset(rules))


def at(found: dict[str, Any], index: int, *names: str) -> list[int]:
    return [int(found[name][0, index]) for name in names]


@pytest.mark.parametrize("name", NAMES)
def test_r14_every_card_before_the_first_illegal_one_is_judged_as_the_oracle_does(name: str) -> None:
    rules = oracle.PRESETS[name]
    deals = [broken_off(deal, 32 - row % 5) for row, deal in enumerate(deals_of(f"choices {name}", 40, rules, planted=0.01))]
    found = look(deals, rules)
    stopped = 0
    for row, deal in enumerate(deals):
        left = [list(hand) for hand in deal.hands]
        codes = oracle.replay(deal.plays, deal.seats, deal.hands, deal.trump, rules, None)["codes"]
        judged = next((number for number, code in enumerate(codes) if code), len(codes))
        stopped += judged < len(codes)
        assert np.count_nonzero(found["held"][row]) == judged
        assert not any(found[column][row, judged:].any() for column in CHOICE_COLUMNS)
        for number in range(judged):
            seat, card, trick = deal.seats[number], deal.plays[number], deal.plays[number - number % 4 : number]
            legal = oracle.legal_cards(left[seat], trick, deal.trump, rules)
            assert texts(int(found["held"][row, number])) == set(left[seat])
            assert texts(int(found["legal"][row, number])) == legal
            assert texts(int(found["unseen"][row, number])) == {
                other for hand in deal.hands for other in hand if other not in deal.plays[:number] and other not in left[seat]
            }
            worth = [oracle.trick_points([other], deal.trump, False) for other in legal]
            assert (found["least_points"][row, number], found["most_points"][row, number]) == (min(worth), max(worth))
            left[seat].remove(card)
    assert 0 < stopped < len(deals)


@pytest.mark.parametrize("name", ["amsterdams", "turnup_literal"])
def test_r26_roem_that_a_card_makes_is_that_of_the_trick_with_it_less_that_without(name: str) -> None:
    rules = oracle.PRESETS[name]
    deals = deals_of("roem of choices", 60, rules)
    found = look(deals, rules)
    for row, deal in enumerate(deals):
        for number in range(32):
            start = number - number % 4
            trick, before = list(deal.plays[start : start + 4]), list(deal.plays[start:number])
            adds, gives, wins = {}, {}, {}
            for other in texts(int(found["legal"][row, number])):
                changed = [*before, other, *trick[len(before) + 1 :]]
                rest = [card for card in changed if card != other]
                wins[other] = (oracle.trick_winner(changed, deal.trump) - number) % 2 == 0
                adds[other] = more([*before, other], before, deal.trump, rules) if before else 0
                gives[other] = 0 if wins[other] or not before else more(changed, rest, deal.trump, rules)
            card = deal.plays[number]
            most = max((adds[other] for other in adds if wins[other]), default=0)
            names = ("adds", "least_adds", "most_adds", "gives", "least_gives", "most_gives")
            assert [int(found[column][row, number]) for column in names] == [
                *(adds[card], min(adds.values()), most),
                *(gives[card], min(gives.values()), max(gives.values())),
            ]
    assert bool(found["gives"].any()) is (name == "amsterdams")


def more(cards: list[str], fewer: list[str], trump: str, rules: oracle.Rules) -> int:
    if rules["roem_scope"] == "hand":
        return 0  # it does not lie in the trick
    return oracle.trick_roem(cards, trump, rules)[0] - oracle.trick_roem(fewer, trump, rules)[0]


HANDS = tuple(
    tuple(hand.split())
    for hand in (
        "9S AH 7H 8C 9C JC QC KC",
        "AS JH QH TH KD QD AC TC",
        "8S JS KS 8H 9H 7D TD AD",
        "7S TS QS KH 8D 9D JD 7C",
    )
)


def laid(text: str, seats: str, hands: tuple[tuple[str, ...], ...] = HANDS) -> dict[str, Any]:
    """Cards of the hands above by amsterdams with hearts as trumps."""
    plays = tuple(text.split())
    return look([Played("H", 3, 1, hands, plays, tuple("NESW".index(seat) for seat in seats))], oracle.PRESETS["amsterdams"])


def test_r23_a_trick_is_certain_where_nothing_that_is_unseen_takes_it() -> None:
    found = laid(
        "9S AS 8S TS JH 8H KH AH AC 9H 7C 8C AD 8D 7H QD KC TC 7D 9D KD TD JD 9C", "NESW" + "ESWN" * 2 + "SWNENESWESWN"
    )
    sure = found["sure"][0].tolist()
    assert sure[:4] == [OPEN, OPEN, THEIRS, OURS]  # a lead; east takes it; south cannot and west is behind; west is last
    assert sure[4:8] == [OPEN, THEIRS, OURS, THEIRS]  # no trump beats the jack
    assert sure[8:12] == [OPEN, OPEN, THEIRS, OURS]  # south ruffs the ace, north is last
    assert sure[13:15] == [OPEN, OPEN]  # west and north have not seen all trumps
    assert sure[21] == OPEN  # south may take the king with the ten


def test_r14_nothing_counts_from_a_card_out_of_turn_on() -> None:
    assert np.count_nonzero(laid("9S AS 8S TS JH 8H", "NESWES")["held"]) == 6
    assert np.count_nonzero(laid("9S AS 8S TS 8H JH", "NESWSE")["held"]) == 4
    assert np.count_nonzero(laid("9S AS TS 8S", "NEWS")["held"]) == 2


@pytest.mark.parametrize(
    "hands",
    [
        ((), *HANDS[1:]),  # one is not known
        (HANDS[0][:7], *HANDS[1:]),  # a card is nowhere
        ((*HANDS[0][:7], "AS"), *HANDS[1:]),  # one is twice there
        ((*HANDS[0], "JS"), HANDS[1], tuple(card for card in HANDS[2] if card != "JS"), HANDS[3]),  # nine and seven
        (HANDS[1], HANDS[0], *HANDS[2:]),  # not those who played
    ],
)
def test_r51_nothing_counts_in_a_deal_whose_hands_are_not_those_of_its_plays(hands: tuple[tuple[str, ...], ...]) -> None:
    assert not any(column.any() for column in laid("9S AS 8S TS", "NESW", hands).values())


def test_no_deals_have_no_choices() -> None:
    assert all(len(column) == 0 for column in look([], oracle.PRESETS["amsterdams"]).values())


def test_machine_code_says_what_plain_python_says(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = oracle.PRESETS["rotterdams"]
    deals = deals_of("compiled choices", 60, rules, planted=0.01)
    monkeypatch.setattr(replay.choices, "is_compiled", lambda kernel: False)
    plain = look(deals, rules)
    monkeypatch.setattr(replay.choices, "FEW_DEALS", 10)
    for name, column in look(deals, rules).items():
        assert (column == plain[name]).all(), name
