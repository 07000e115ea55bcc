"""How simulated players bid and play: three skills, each a plain function over ints that the table's kernel calls."""

from collections.abc import Sequence

from replay._compile import rule
from replay.cards import ACE, JACK, NINE, SUIT_SET, TEN, Card, CardSet, Suit
from replay.legal import higher_trumps
from replay.roem import roem_of
from replay.rulesets import RuleSet
from replay.tricks import card_points, packed, strength

SKILLS = ("random", "beginner", "club")
RANDOM, BEGINNER, CLUB = range(3)

# What a card in hand is worth to somebody who thinks of making its suit trump, and of a side suit, by natural rank.
_TRUMP_WORTH = packed((7, 7, 24, 11, 32, 8, 9, 15))
_SIDE_WORTH = packed((0, 0, 0, 3, 0, 0, 1, 13))
CLUB_BIDS, BEGINNER_BIDS = 84, 76
"""Worth from which a player takes a suit of his own will."""


@rule
def suit_worth(hand: CardSet, trump: Suit) -> int:
    """How good a hand is with `trump` as trumps, about 0-160."""
    worth, trumps = 0, 0
    for card in range(32):
        if hand >> card & 1:
            if card >> 3 == trump:
                worth += _TRUMP_WORTH >> (8 * (card & 7)) & 0xFF
                trumps += 1
            else:
                worth += _SIDE_WORTH >> (8 * (card & 7)) & 0xFF
    if hand >> (8 * trump + JACK) & 1 == 0 and hand >> (8 * trump + NINE) & 1 == 0:
        worth -= 12
    return worth - 25 if trumps < 3 else worth


@rule
def choose_suit(hand: CardSet, suits: int, may_pass: bool, skill: int, draw: int) -> Suit:
    """The suit among the bits `suits` that a player makes trump, -1 to pass. `draw` is a random number from 0."""
    if skill == RANDOM:
        if may_pass and draw % 5:
            return -1
        return nth_bit(suits, draw // 5 % count_bits(suits))
    best, best_worth = -1, -1000
    for suit in range(4):
        if suits >> suit & 1:
            worth = suit_worth(hand, suit)
            worth += draw % 41 - 20 if skill == BEGINNER else draw % 25 - 12  # nobody judges a hand alike twice
            if worth > best_worth:
                best, best_worth = suit, worth
    needed = CLUB_BIDS if skill == CLUB else BEGINNER_BIDS
    if suits & (suits - 1) == 0:
        needed -= 22  # on a turned suit nobody has a better one to choose
    if may_pass and best_worth < needed:
        return -1
    return best


@rule
def choose_card(
    hand: CardSet,
    legal: CardSet,
    trick: Sequence[Card],
    lying: int,
    best: Card,
    partner_wins: bool,
    unseen: CardSet,
    is_declaring: bool,
    trump: Suit,
    skill: int,
    draw: int,
    rules: RuleSet,
) -> Card:
    """The card a player takes from `legal`; `trick` holds the `lying` cards played, `unseen` those in other hands."""
    if skill == RANDOM or legal & (legal - 1) == 0:
        return nth_bit(legal, draw % count_bits(legal))
    if skill == BEGINNER:
        return beginners_card(legal, trick, lying, best, trump, draw)
    chosen, chosen_value = -1, -1_000_000
    for card in range(32):
        if legal >> card & 1:
            if lying == 0:
                value = value_of_lead(card, hand, unseen, is_declaring, trump)
            else:
                value = value_of_answer(card, trick, lying, best, partner_wins, unseen, trump, rules)
            if value > chosen_value:
                chosen, chosen_value = card, value
    return chosen


@rule
def beginners_card(legal: CardSet, trick: Sequence[Card], lying: int, best: Card, trump: Suit, draw: int) -> Card:
    """The highest card if it wins as things stand, else the one worth least: no thought for the partner."""
    if lying == 0:
        return nth_bit(legal, draw % count_bits(legal))
    led = trick[0] >> 3
    highest, cheapest = -1, -1
    for card in range(32):
        if legal >> card & 1:
            if highest < 0 or strength(card, led, trump) > strength(highest, led, trump):
                highest = card
            if cheapest < 0 or card_points(card, trump) < card_points(cheapest, trump):
                cheapest = card
    return highest if strength(highest, led, trump) > strength(best, led, trump) else cheapest


@rule
def value_of_lead(card: Card, hand: CardSet, unseen: CardSet, is_declaring: bool, trump: Suit) -> int:
    """How good it is to lead `card`: draw trumps when declaring, cash what nobody beats, else a small card."""
    points = card_points(card, trump)
    others_trumps = unseen & (SUIT_SET << (8 * trump))
    master = beaten_by(card, unseen, trump) == 0
    if card >> 3 == trump:
        if others_trumps == 0:
            return -40 - points
        if is_declaring:
            return 60 + points if master else 15 - points
        return -10 - points
    if master:
        return 45 + points - (12 if others_trumps else 0)
    alone = hand & (SUIT_SET << (8 * (card >> 3))) == 1 << card
    return (6 if alone and others_trumps and not is_declaring else 0) - 2 * points


@rule
def value_of_answer(
    card: Card, trick: Sequence[Card], lying: int, best: Card, partner_wins: bool, unseen: CardSet, trump: Suit, rules: RuleSet
) -> int:
    """How good it is to answer with `card`: what lies there times the chance to get it, less what the card is good for."""
    led = trick[0] >> 3
    wins = strength(card, led, trump) > strength(best, led, trump)
    ours = wins or partner_wins
    top = card if wins else best
    chance = 100 if ours else 0  # percent, for the last to play
    if lying < 3:
        safe = beaten_by(top, unseen, trump) == 0 and (top >> 3 == trump or unseen & (SUIT_SET << (8 * trump)) == 0)
        our_chance, their_chance = 72 - 8 * (3 - lying), 28 + 6 * (3 - lying)
        if safe:
            our_chance, their_chance = 96, 4
        chance = our_chance if ours else their_chance
    worth, table = card_points(card, trump), 1 << card
    for index in range(lying):
        worth += card_points(trick[index], trump)
        table |= 1 << trick[index]
    if lying == 3:
        roem, _ = roem_of(table, trump, rules)
        worth += roem
    elif near_roem(table, card):
        worth += 8
    return worth * (2 * chance - 100) - 100 * keeping(card, trump)


@rule
def keeping(card: Card, trump: Suit) -> int:
    """What a card is still good for, beyond its points."""
    rank = card & 7
    if card >> 3 == trump:
        return 14 if rank == JACK else 10 if rank == NINE else 6
    return 4 if rank == ACE else 2 if rank == TEN else 0


@rule
def near_roem(table: CardSet, card: Card) -> bool:
    """Whether a card beside `card` in its suit lies on the table already."""
    rank = card & 7
    below = rank > 0 and table >> (card - 1) & 1
    above = rank < 7 and table >> (card + 1) & 1
    return bool(below or above)


@rule
def beaten_by(card: Card, unseen: CardSet, trump: Suit) -> CardSet:
    """The unseen cards of its own suit that beat `card`."""
    if card >> 3 == trump:
        return unseen & higher_trumps(card, trump)
    higher, led = 0, card >> 3
    for rank in range(8):
        other = 8 * led + rank
        if unseen >> other & 1 and strength(other, led, trump) > strength(card, led, trump):
            higher |= 1 << other
    return higher


@rule
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def nth_bit(bits: int, number: int) -> int:
    """The position of set bit `number`, from 0; -1 if there are fewer."""
    for position in range(32):
        if bits >> position & 1:
            if number == 0:
                return position
            number -= 1
    return -1
