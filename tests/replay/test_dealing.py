"""R6: a deck becomes four hands, in packets from the left of the dealer."""

import random

import pytest

from replay import rules_in_force
from replay.dealing import deal_out


def naive(deck: list[int], dealer: int, packets: list[int]) -> list[list[int]]:
    """The hands, packet by packet."""
    hands: list[list[int]] = [[], [], [], []]
    rest = list(deck)
    for size in packets:
        for step in range(1, 5):
            hands[(dealer + step) % 4] += rest[:size]
            rest = rest[size:]
    return hands


@pytest.mark.parametrize(("packets", "sizes"), [("3-2-3", [3, 2, 3]), ("4-4", [4, 4])])
@pytest.mark.parametrize("dealer", range(4))
def test_r6_the_cards_are_dealt_in_packets_clockwise_from_the_left_of_the_dealer(
    dealer: int, packets: str, sizes: list[int]
) -> None:
    rules = rules_in_force({"base": "amsterdams", "deal_packets": packets}).rules
    rng = random.Random(dealer)
    for _ in range(20):
        deck = rng.sample(range(32), 32)
        hands = [0, 0, 0, 0]
        deal_out(deck, dealer, rules, hands)
        assert [sum(1 << card for card in hand) for hand in naive(deck, dealer, sizes)] == hands
