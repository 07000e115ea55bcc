"""What else might have been played: for every card of many deals the legal cards, and what they would have done.

A card counts while everything before it in the deal was in turn and legal: after a fault nobody's choice is what it was.
"""

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from replay._compile import compiled, is_compiled, rule, rules_record
from replay.cards import DECK, SUIT_SET, Card, CardSet, Seat, Suit
from replay.deals import Column
from replay.legal import answers, higher_trumps
from replay.roem import roem_of
from replay.rulesets import SCOPE_HAND, RuleSet
from replay.tricks import PLAIN_STRENGTH, at_rank, card_points, packed, strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW_DEALS = 1_000
"""Up to this many deals run as plain Python when no machine code lies in the cache: compiling would take longer."""

# By natural rank: the ranks that beat it in a suit that is no trump, as 8-bit sets.
_PLAIN_ABOVE = packed(
    tuple(sum(1 << other for other in range(8) if PLAIN_STRENGTH[other] > PLAIN_STRENGTH[rank]) for rank in range(8))
)

OPEN, OURS, THEIRS = range(3)
"""Whose a trick is for certain as the player sees it: nobody's yet, his partner's, or the opponents' whatever he plays."""

CHOICE_COLUMNS: dict[str, Column] = {
    "held": Column("i8", (32,), 0, "the hand before the card was played; 0 for a card that does not count"),
    "legal": Column("i8", (32,), 0, "the cards of it that might be played (R15-R22)"),
    "unseen": Column("i8", (32,), 0, "the cards that the player has neither held nor seen fall"),
    "sure": Column("i1", (32,), 0, "OPEN, OURS or THEIRS"),
    "points": Column("i1", (32,), 0, "card points of the card"),
    "least_points": Column("i1", (32,), 0, "the least that a legal card has"),
    "most_points": Column("i1", (32,), 0, "the most that a legal card has"),
    "adds": Column("i2", (32,), 0, "roem that the card completed when it was laid"),
    "least_adds": Column("i2", (32,), 0, "the least that a legal card would have completed"),
    "most_adds": Column("i2", (32,), 0, "the most, of legal cards with which the own side wins the trick as the others played"),
    "gives": Column("i2", (32,), 0, "roem that the card makes in a complete trick of the opponents; a lead gives nothing"),
    "least_gives": Column("i2", (32,), 0, "the least that a legal card would have, as the others played"),
    "most_gives": Column("i2", (32,), 0, "the most that a legal card would have"),
}
"""What there is for each card, in order of play."""


def look_at_choices(
    trump: "NDArray[Any]", plays: "NDArray[Any]", seats: "NDArray[Any]", hands: "NDArray[Any]", rules: RuleSet
) -> "dict[str, NDArray[Any]]":
    """The columns of CHOICE_COLUMNS for deals under `rules`: `trump` (n), `plays` (n, 32; -1 after the last), `seats` (n, 32)
    and the four whole `hands` (n, 4) as card sets.

    Nothing counts in a deal whose hands are not the whole deck, or lack a card that their seat played.
    """
    columns = {name: np.full((len(trump), *spec.shape), spec.missing, spec.dtype) for name, spec in CHOICE_COLUMNS.items()}
    given = [np.ascontiguousarray(array, np.int64) for array in (trump, plays, seats, hands)]
    run: Any = _look
    passed: Any = rules
    sizes = (32, 32, 4, 32, len(WEIGHED))
    space: list[Any] = [[0] * size for size in sizes]  # lists are faster than arrays in plain Python
    if len(trump) > FEW_DEALS or (len(trump) > 50 and is_compiled(_look)):
        run, passed = compiled(_look), rules_record(rules)
        space = [np.zeros(size, np.int64) for size in sizes]
    run(passed, *given, *space, *columns.values())
    return columns


WEIGHED = list(CHOICE_COLUMNS)[4:]
"""What `weigh` finds of a card, in its order."""


def _look(
    rules: RuleSet,
    trump: "NDArray[Any]",
    plays: "NDArray[Any]",
    seats: "NDArray[Any]",
    hands: "NDArray[Any]",
    cards: MutableSequence[Card],
    by: MutableSequence[Seat],
    held: MutableSequence[CardSet],
    dealt: MutableSequence[Card],
    found: MutableSequence[int],
    held_out: "NDArray[Any]",
    legal_out: "NDArray[Any]",
    unseen_out: "NDArray[Any]",
    sure_out: "NDArray[Any]",
    points: "NDArray[Any]",
    least_points: "NDArray[Any]",
    most_points: "NDArray[Any]",
    adds: "NDArray[Any]",
    least_adds: "NDArray[Any]",
    most_adds: "NDArray[Any]",
    gives: "NDArray[Any]",
    least_gives: "NDArray[Any]",
    most_gives: "NDArray[Any]",
) -> None:
    for deal in range(len(trump)):
        suit, count = int(trump[deal]), 0
        for seat in range(4):
            held[seat] = int(hands[deal, seat])
        while count < 32 and plays[deal, count] >= 0:
            cards[count], by[count] = int(plays[deal, count]), int(seats[deal, count])
            count += 1
        if not are_whole(held, cards, by, count):
            continue
        list_hands(held, dealt)
        seen, leader, best, win, highest = 0, by[0], -1, 0, 0
        for index in range(count):
            card, seat, place = cards[index], by[index], index & 3
            hand, led = held[seat], cards[index - place] >> 3
            if seat != (leader + place) & 3:
                break
            partner_wins = place > 1 and win == place - 2
            legal = answers(hand, led, best, partner_wins, suit, rules) if place else hand
            if legal >> card & 1 == 0:
                break
            unseen = DECK ^ seen ^ hand
            held_out[deal, index], legal_out[deal, index], unseen_out[deal, index] = hand, legal, unseen
            if place:
                sure_out[deal, index] = certainty(legal, place, partner_wins, best, unseen, suit)
            weigh(cards, index, count, legal, dealt, 8 * seat, suit, rules, found)
            points[deal, index], least_points[deal, index], most_points[deal, index] = found[0], found[1], found[2]
            adds[deal, index], least_adds[deal, index], most_adds[deal, index] = found[3], found[4], found[5]
            gives[deal, index], least_gives[deal, index], most_gives[deal, index] = found[6], found[7], found[8]
            seen |= 1 << card
            held[seat] = hand & (DECK ^ (1 << card))
            height = strength(card, led, suit)
            if place == 0 or height > highest:
                best, win, highest = card, place, height
            if place == 3:
                leader = (leader + win) & 3


@rule
def are_whole(hands: Sequence[CardSet], plays: Sequence[Card], seats: Sequence[Seat], count: int) -> bool:
    """Whether four hands are the deck, eight cards each, and every card played lies in the hand of its seat."""
    lying = 0
    for seat in range(4):
        if lying & hands[seat]:
            return False
        lying |= hands[seat]
    for index in range(count):
        if hands[seats[index]] >> plays[index] & 1 == 0:
            return False
    return lying == DECK and all_of_eight(hands)


@rule
def all_of_eight(hands: Sequence[CardSet]) -> bool:
    """Whether each hand has eight cards."""
    for seat in range(4):
        cards, many = hands[seat], 0
        while cards:
            cards &= cards - 1
            many += 1
        if many != 8:
            return False
    return True


@rule
def list_hands(hands: Sequence[CardSet], dealt: MutableSequence[Card]) -> None:
    """Fill `dealt` with the cards of each hand, eight a seat: to look at eight is faster than to look at the deck."""
    for seat in range(4):
        at = 8 * seat
        for card in range(32):
            if hands[seat] >> card & 1:
                dealt[at] = card
                at += 1


@rule
def certainty(legal: CardSet, place: int, partner_wins: bool, best: Card, unseen: CardSet, trump: Suit) -> int:
    """OURS where the partner's card cannot be beaten any more, THEIRS where the opponents' cannot, by what the player has seen.

    After the last player nobody comes. The third has only an opponent behind him, so what opponents win at his turn, and he
    cannot beat, they keep; the second has his partner behind him too.
    """
    above = cards_above(best, trump)
    if partner_wins:
        return OURS if place == 3 or unseen & above == 0 else OPEN
    if legal & above or (place == 1 and unseen & above):
        return OPEN
    return THEIRS


@rule
def cards_above(best: Card, trump: Suit) -> CardSet:
    """The cards that would take a trick from `best`, which is winning it (R23)."""
    suit = best >> 3
    if suit == trump:
        return higher_trumps(best, trump)
    return at_rank(_PLAIN_ABOVE, best) << (8 * suit) | SUIT_SET << (8 * trump)


@rule
def weigh(
    cards: Sequence[Card],
    index: int,
    count: int,
    legal: CardSet,
    dealt: Sequence[Card],
    first: int,
    trump: Suit,
    rules: RuleSet,
    found: MutableSequence[int],
) -> None:
    """Fill `found` with WEIGHED for the card at `index`; `dealt` holds the hand of its player from `first` on."""
    card, place = cards[index], index & 3
    start = index - place
    led, whole = cards[start] >> 3, start + 4 <= count
    counts = place > 0 and rules.roem_scope != SCOPE_HAND
    before, rest, highest, is_ours = 0, 0, 0, False
    for at in range(4 if whole else place):
        if at != place:
            other = cards[start + at]
            rest |= 1 << other
            before = rest if at < place else before
            height = strength(other, led, trump)
            if height > highest:
                highest, is_ours = height, (at ^ place) & 1 == 0
    lying, _ = roem_of(before, trump, rules)
    others, _ = roem_of(rest, trump, rules)
    found[0], found[3], found[6] = card_points(card, trump), 0, 0
    found[1], found[2], found[4], found[5], found[7], found[8] = 99, 0, 9999, 0, 9999, 0
    for at in range(first, first + 8):
        other = dealt[at]
        if legal >> other & 1 == 0:
            continue
        worth = card_points(other, trump)
        found[1], found[2] = min(found[1], worth), max(found[2], worth)
        added, given, ours = 0, 0, False
        if counts:
            with_it, _ = roem_of(before | 1 << other, trump, rules)
            added = max(with_it - lying, 0)
            ours = whole and (is_ours or strength(other, led, trump) > highest)
            if whole and not ours:
                with_it, _ = roem_of(rest | 1 << other, trump, rules)
                given = max(with_it - others, 0)
        found[4], found[7], found[8] = min(found[4], added), min(found[7], given), max(found[8], given)
        if ours:
            found[5] = max(found[5], added)
        if other == card:
            found[3], found[6] = added, given
