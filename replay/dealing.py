"""How a deck becomes four hands (R6)."""

from collections.abc import MutableSequence, Sequence

from replay._compile import rule
from replay.cards import Card, CardSet, Seat
from replay.rulesets import RuleSet

PACKETS_4_4 = 1


@rule
def packet_size(packet: int, rules: RuleSet) -> int:
    """The number of cards in packet 0, 1 or 2 of a hand (R6)."""
    if rules.deal_packets == PACKETS_4_4:
        return 4 if packet < 2 else 0
    return 2 if packet == 1 else 3


@rule
def deal_out(deck: Sequence[Card], dealer: Seat, rules: RuleSet, hands: MutableSequence[CardSet]) -> None:
    """Give out the 32 cards of `deck` in packets, clockwise from the left of the dealer, into `hands` (R6)."""
    for seat in range(4):
        hands[seat] = 0
    at = 0
    for packet in range(3):
        for step in range(4):
            for _ in range(packet_size(packet, rules)):
                hands[(dealer + 1 + step) & 3] |= 1 << deck[at]
                at += 1
