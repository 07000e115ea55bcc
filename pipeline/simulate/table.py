"""Deals played at a simulated table, in one loop that calls the rules and the bots; compiled for many deals."""

from typing import Any

import numpy as np

from pipeline.simulate.bots import choose_card, choose_suit, count_bits, nth_bit
from replay._compile import compiled, rule, rules_record
from replay.bidding import END, MAY_PASS, first_leader, names_suit, offer, speaker, suits_on_offer
from replay.cards import DECK, CardSet
from replay.dealing import deal_out
from replay.kernel import room
from replay.legal import CARD_NOT_HELD, NOT_UNDERTRUMPED, OUT_OF_TURN, answer_fault, answers
from replay.rulesets import RuleSet
from replay.tricks import strength

FEW_DEALS = 1_000
DRAWS = 44
"""Random numbers a deal: 9 calls, 32 cards, and where a fault is planted."""

COLUMNS = {
    "game": ("i4", ()),
    "dealer": ("i1", ()),
    "declarer": ("i1", ()),
    "trump": ("i1", ()),
    "calls": ("i1", (9,)),
    "hands": ("i8", (4,)),
    "plays": ("i1", (32,)),
    "seats": ("i1", (32,)),
    "fault_at": ("i1", ()),
}
"""What a table gives for each deal; -1 where there is nothing. A call is 0 pass, 1 play, 2-5 a suit; `fault_at` the card
index of a planted illegal card."""


def play_deals(
    rules: RuleSet, decks: Any, turned: Any, draws: Any, skills: Any, first_dealers: Any, faults: Any
) -> dict[str, Any]:
    """Games of `rules.deals` deals each, bid and played; passed-out deals take a row of their own.

    `decks` (n, 32), `turned` (n, 3) suits, `draws` (n, DRAWS) random numbers and `faults` (n,) wanted faults are used up a
    row a deal; `skills` (games, 4) and `first_dealers` (games,) are the tables. ValueError when n is too small.
    """
    columns = {name: np.full((len(decks), *shape), -1, dtype) for name, (dtype, shape) in COLUMNS.items()}
    arrays = [np.ascontiguousarray(array, np.int64) for array in (decks, turned, draws, skills, first_dealers, faults)]
    loop, given = (compiled(_play), rules_record(rules)) if len(decks) > FEW_DEALS else (_play, rules)
    used = loop(given, *arrays, *columns.values())
    if used < 0:
        raise ValueError(f"{len(decks)} deals are too few for {len(skills)} games")
    return {name: array[:used] for name, array in columns.items()}


def _play(
    rules: RuleSet,
    decks: Any,
    turned: Any,
    draws: Any,
    skills: Any,
    first_dealers: Any,
    faults: Any,
    game_out: Any,
    dealer_out: Any,
    declarer_out: Any,
    trump_out: Any,
    calls_out: Any,
    hands_out: Any,
    plays_out: Any,
    seats_out: Any,
    fault_at_out: Any,
) -> int:
    hands, order = room(4), room(4)
    trick, call_row = room(4), room(9)
    plays, seats = room(32), room(32)
    row = 0
    for game in range(len(skills)):
        dealer = int(first_dealers[game])
        played = 0
        while played < rules.deals:
            if row >= len(decks):
                return -1
            deal_out(decks[row], dealer, rules, hands)
            for seat in range(4):
                hands_out[row, seat] = hands[seat]
            game_out[row], dealer_out[row] = game, dealer
            for number in range(9):
                call_row[number] = -1
            declarer, trump = bid(rules, dealer, hands, turned[row], draws[row], skills[game], call_row)
            for number in range(9):
                calls_out[row, number] = call_row[number]
            if declarer >= 0:
                declarer_out[row], trump_out[row] = declarer, trump
                leader = first_leader(dealer, declarer, rules)
                fault_at_out[row] = play_out(
                    rules,
                    trump,
                    declarer,
                    leader,
                    hands,
                    skills[game],
                    draws[row],
                    int(faults[row]),
                    order,
                    trick,
                    plays,
                    seats,
                )
                for index in range(32):
                    plays_out[row, index], seats_out[row, index] = plays[index], seats[index]
                played += 1
            if declarer >= 0 or rules.redeal_dealer == 1:
                dealer = (dealer + 1) & 3
            row += 1
    return row


@rule
def bid(rules: RuleSet, dealer: int, hands: Any, turned: Any, draws: Any, skills: Any, calls: Any) -> tuple[int, int]:
    """The declarer and the trump suit, -1 and -1 when the deal is passed out; the calls made go to `calls` (R10)."""
    for number in range(9):
        on_offer = offer(number, rules)
        if on_offer == END:
            break
        seat = speaker(number, dealer, rules)
        suits = suits_on_offer(on_offer, int(turned[0]), int(turned[1]), int(turned[2]))
        if rules.must_hold_trump:
            suits = held_among(suits, int(hands[seat]))
        suit = choose_suit(int(hands[seat]), suits, on_offer & MAY_PASS != 0, int(skills[seat]), int(draws[number]))
        if suit >= 0:
            calls[number] = 2 + suit if names_suit(on_offer) else 1
            return seat, suit
        calls[number] = 0
    return -1, -1


@rule
def held_among(suits: int, hand: CardSet) -> int:
    """The suits that a hand holds a card of, all of them if it holds none (R11)."""
    held = 0
    for suit in range(4):
        if suits >> suit & 1 and hand >> (8 * suit) & 0xFF:
            held |= 1 << suit
    return held if held else suits


@rule
def play_out(
    rules: RuleSet,
    trump: int,
    declarer: int,
    leader: int,
    hands: Any,
    skills: Any,
    draws: Any,
    fault: int,
    order: Any,
    trick: Any,
    plays: Any,
    seats: Any,
) -> int:
    """Play 32 cards; the index of the illegal card of kind `fault` (0 = none wanted), -1 if none came about."""
    # Chances for the rarer kinds come seldom: there the first one is taken.
    planted, earliest = -1, int(draws[41] % (20 if fault < NOT_UNDERTRUMPED else 2))
    if fault == OUT_OF_TURN:
        earliest = 4 + int(draws[41] % 24)
    seen = 0
    for number in range(8):
        for place in range(4):
            order[place] = (leader + place) & 3
        if fault == OUT_OF_TURN and earliest >> 2 == number:
            place = 1 + (earliest & 1)
            order[place], order[place + 1] = order[place + 1], order[place]
            planted = 4 * number + place
        winner, best = 0, 0
        for place in range(4):
            index, seat = 4 * number + place, int(order[place])
            hand, draw = int(hands[seat]), int(draws[9 + index])
            led = int(trick[0]) >> 3 if place else -1
            partner_wins = place > 0 and winner == (seat ^ 2)
            card = -1
            if planted < 0 and index >= earliest:
                card = plant(rules, fault, hands, seat, place, led, best, partner_wins, trump, draw)
                planted = index if card >= 0 else -1
            if card < 0:
                legal = answers(hand, led, best, partner_wins, trump, rules) if place else hand
                unseen = DECK ^ seen ^ hand
                declares, skill = seat & 1 == declarer & 1, int(skills[seat])
                card = choose_card(hand, legal, trick, place, best, partner_wins, unseen, declares, trump, skill, draw, rules)
            hands[seat] &= DECK ^ (1 << card)
            seen |= 1 << card
            trick[place], plays[index], seats[index] = card, card, seat
            if place == 0 or strength(card, led, trump) > strength(best, led, trump):
                winner, best = seat, card
        leader = winner
    return planted


@rule
def plant(
    rules: RuleSet,
    fault: int,
    hands: Any,
    seat: int,
    place: int,
    led: int,
    best: int,
    partner_wins: bool,
    trump: int,
    draw: int,
) -> int:
    """An illegal card of the kind `fault` that the seat can play now, -1 if there is none.

    For a card not held the card is taken from the next hand, which gets one in exchange.
    """
    hand = int(hands[seat])
    if fault == CARD_NOT_HELD:
        other = (seat + 1) & 3
        taken = nth_bit(int(hands[other]), draw % count_bits(int(hands[other])) if hands[other] else 0)
        given = nth_bit(hand, draw // 8 % count_bits(hand))
        if taken < 0:
            return -1
        hands[other] = int(hands[other]) & (DECK ^ (1 << taken)) | 1 << given
        hands[seat] = hand & (DECK ^ (1 << given)) | 1 << taken
        return taken
    if place == 0 or fault <= OUT_OF_TURN:
        return -1
    fitting = 0
    for card in range(32):
        if hand >> card & 1 and answer_fault(card, hand, led, best, partner_wins, trump, rules) == fault:
            fitting |= 1 << card
    return nth_bit(fitting, draw % count_bits(fitting)) if fitting else -1
