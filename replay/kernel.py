"""Replay deals by columns: one loop that only calls the rules; compiled for many deals, plain Python for a few."""

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from replay._compile import compiled, is_compiled, rule, rules_record
from replay.bidding import first_leader, is_odd_bidding
from replay.cards import DECK, Card, CardSet, Seat, Suit
from replay.deals import Deals
from replay.legal import CARD_NOT_HELD, OUT_OF_TURN, answer_fault, lead_fault
from replay.results import Results, empty_results
from replay.roem import add_hand_roem, counted_roem, roem_of
from replay.rulesets import SCOPE_HAND, RuleSet
from replay.scoring import written
from replay.seating import ONE_NOT_HELD, SEATS_DOUBTFUL, SEATS_UNKNOWN, is_foreign, seat_plays
from replay.tricks import LAST_TRICK_POINTS, card_points, strength
from replay.turns import keeps_turns, out_of_turn

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW_DEALS = 3_000
"""Up to this many deals run as plain Python when no machine code lies in the cache: compiling would take longer."""


def has_to_compile(deals: int) -> bool:
    """Whether so many deals at once wait for the rules to be compiled first: 10 to 20 seconds, once for these sources."""
    return deals > FEW_DEALS and not is_compiled(_replay_columns)


def replay_deals(deals: Deals, rules: RuleSet) -> Results:
    """Every deal of `deals` played again under `rules`, as columns in the same order.

    Faults in a deal are data in the result; nothing is raised for them.
    """
    columns = empty_results(len(deals))
    run = _replay_columns
    given = deals.columns
    passed: Any = rules
    if len(deals) > FEW_DEALS or (len(deals) > 100 and is_compiled(_replay_columns)):
        run = compiled(_replay_columns)
        passed = rules_record(rules)
    else:
        # numpy's small ints overflow in plain Python: 1 << int8(9) is 0.
        given = {name: array.astype(np.int64) for name, array in given.items()}
    run(
        passed,
        given["trump"],
        given["declarer"],
        given["declaring_team"],
        given["dealer"],
        given["leader"],
        given["count"],
        given["plays"],
        given["seats"],
        given["hands"],
        given["winners"],
        given["claimed"],
        given["void"],
        given["calls"],
        given["speakers"],
        given["call_count"],
        given["turned"],
        *columns.values(),
    )
    return Results(columns)


def _replay_columns(
    rules: RuleSet,
    trump: "NDArray[Any]",
    declarer: "NDArray[Any]",
    declaring_team: "NDArray[Any]",
    dealer: "NDArray[Any]",
    leader: "NDArray[Any]",
    count: "NDArray[Any]",
    plays: "NDArray[Any]",
    logged_seats: "NDArray[Any]",
    logged_hands: "NDArray[Any]",
    logged_winners: "NDArray[Any]",
    claimed: "NDArray[Any]",
    void: "NDArray[Any]",
    calls: "NDArray[Any]",
    speakers: "NDArray[Any]",
    call_count: "NDArray[Any]",
    turned: "NDArray[Any]",
    seats_out: "NDArray[Any]",
    hands_out: "NDArray[Any]",
    faults_out: "NDArray[Any]",
    winners_out: "NDArray[Any]",
    points_out: "NDArray[Any]",
    roem_out: "NDArray[Any]",
    kinds_out: "NDArray[Any]",
    team_points: "NDArray[Any]",
    team_roem: "NDArray[Any]",
    team_tricks: "NDArray[Any]",
    nat_out: "NDArray[Any]",
    pit_out: "NDArray[Any]",
    score_out: "NDArray[Any]",
    odd_bidding: "NDArray[Any]",
    oddities: "NDArray[Any]",
) -> None:
    # Work space of one deal; copying in and out is cheaper than a view of every row.
    cards, said_seats, seats, faults = room(32), room(32), room(32), room(32)
    winning, trick_of = room(32), room(32)
    said_hands, hands, played = room(4), room(4), room(4)
    said_winners, wins, points, roem, kinds = room(8), room(8), room(8), room(8), room(8)
    said_calls, said_speakers, said_turned = room(calls.shape[1]), room(calls.shape[1]), room(5)
    for deal in range(len(trump)):
        suit, total = int(trump[deal]), int(count[deal])
        dealt_by, declared_by, us = int(dealer[deal]), int(declarer[deal]), int(declaring_team[deal])
        for seat in range(4):
            said_hands[seat] = logged_hands[deal, seat]
        if call_count[deal] >= 0 or void[deal] == 1 or turned[deal, 4] > 0:
            for number in range(len(said_calls)):
                said_calls[number], said_speakers[number] = calls[deal, number], speakers[deal, number]
            for at in range(5):
                said_turned[at] = turned[deal, at]
            odd_bidding[deal] = is_odd_bidding(
                rules,
                dealt_by,
                declared_by,
                us,
                suit,
                int(void[deal]),
                said_calls,
                said_speakers,
                int(call_count[deal]),
                said_turned,
                said_hands,
            )
        if total == 0 or suit < 0:
            continue
        for index in range(32):
            cards[index] = plays[deal, index]
            said_seats[index] = logged_seats[deal, index]
        for trick in range(8):
            said_winners[trick] = logged_winners[deal, trick]
        by_rule = first_leader(dealt_by, declared_by, rules)
        look_at_tricks(cards, total, suit, rules, winning, wins, points, roem, kinds)
        odd = seat_plays(
            cards, total, said_seats, said_hands, int(leader[deal]), by_rule, said_winners, wins, seats, hands, played
        )
        oddities[deal] = odd
        if odd & SEATS_UNKNOWN:
            continue
        for seat in range(4):
            hands_out[deal, seat] = hands[seat]
        if rules.roem_scope == SCOPE_HAND:
            look_in_hands(cards, total, hands, suit, rules, trick_of, roem, kinds)
        judge_plays(cards, total, suit, seats, said_hands, said_winners, winning, wins, hands, odd, rules, faults)
        for index in range(total):
            seats_out[deal, index] = seats[index]
            faults_out[deal, index] = faults[index]
        sum_points, sum_roem, sum_tricks = 0, 0, 0  # of team 0
        all_points, all_roem = 0, 0
        for trick in range(total >> 2):
            winner = seats[4 * trick + wins[trick]]
            counted = counted_roem(roem[trick], int(claimed[deal, trick]), winner & 1, rules)
            winners_out[deal, trick] = winner
            points_out[deal, trick], roem_out[deal, trick] = points[trick], counted
            kinds_out[deal, trick] = kinds[trick]
            all_points, all_roem = all_points + points[trick], all_roem + counted
            if winner & 1 == 0:
                sum_points, sum_roem = sum_points + points[trick], sum_roem + counted
                sum_tricks += 1
        team_points[deal, 0], team_points[deal, 1] = sum_points, all_points - sum_points
        team_roem[deal, 0], team_roem[deal, 1] = sum_roem, all_roem - sum_roem
        team_tricks[deal, 0], team_tricks[deal, 1] = sum_tricks, (total >> 2) - sum_tricks
        if total == 32:
            pit_out[deal] = 1 if sum_tricks == 8 or sum_tricks == 0 else 0
            if us >= 0 and odd & SEATS_DOUBTFUL == 0:
                nat, mine, theirs = written(
                    int(team_points[deal, us]),
                    int(team_roem[deal, us]),
                    int(team_tricks[deal, us]),
                    int(team_points[deal, 1 - us]),
                    int(team_roem[deal, 1 - us]),
                    rules,
                )
                nat_out[deal] = 1 if nat else 0
                score_out[deal, us], score_out[deal, 1 - us] = mine, theirs


@rule
def room(size: int) -> Any:
    """Space for `size` ints."""
    return np.zeros(size, np.int64)


@rule
def look_at_tricks(
    plays: Sequence[Card],
    count: int,
    trump: Suit,
    rules: RuleSet,
    winning: MutableSequence[int],
    wins: MutableSequence[int],
    points: MutableSequence[int],
    roem: MutableSequence[int],
    kinds: MutableSequence[int],
) -> None:
    """Fill in, for each complete trick, the index of the winning card, its points and its roem; -1 in `wins` for others.

    `winning` becomes, for each card, the index of the card that wins its trick once it lies there.
    """
    led, worth, lying, win, highest = 0, 0, 0, 0, 0
    for trick in range(8):
        wins[trick] = -1
    for index in range(count):
        card, place, trick = plays[index], index & 3, index >> 2
        if place == 0:
            led, worth, lying, win = card >> 3, 0, 0, 0
            highest = strength(card, led, trump)
        else:
            height = strength(card, led, trump)
            win = place if height > highest else win
            highest = max(height, highest)
        winning[index] = win
        worth += card_points(card, trump)
        lying |= 1 << card
        if place == 3:
            wins[trick], points[trick] = win, worth
            roem[trick], kinds[trick] = roem_of(lying, trump, rules)
    if count == 32:
        points[7] += LAST_TRICK_POINTS


@rule
def look_in_hands(
    plays: Sequence[Card],
    count: int,
    hands: Sequence[CardSet],
    trump: Suit,
    rules: RuleSet,
    trick_of: MutableSequence[int],
    roem: MutableSequence[int],
    kinds: MutableSequence[int],
) -> None:
    """Replace each complete trick's roem by that of the hands, for rules whose roem is in the hand (R25)."""
    complete = count >> 2
    for trick in range(complete):
        roem[trick], kinds[trick] = 0, 0
    for card in range(32):
        trick_of[card] = -1
    for index in range(4 * complete):
        trick_of[plays[index]] = index >> 2
    for seat in range(4):
        add_hand_roem(hands[seat], trick_of, trump, rules, roem, kinds)


@rule
def judge_plays(
    plays: Sequence[Card],
    count: int,
    trump: Suit,
    seats: Sequence[Seat],
    logged_hands: Sequence[CardSet],
    logged_winners: Sequence[Seat],
    winning: Sequence[int],
    wins: Sequence[int],
    held: MutableSequence[CardSet],
    odd: int,
    rules: RuleSet,
    faults: MutableSequence[int],
) -> None:
    """Fill `faults` with the rule that each card broke, if any; `held` are the certain hands and are emptied (R14-R22)."""
    not_held_seen = False
    turn = -1
    in_turn = keeps_turns(count, logged_winners, wins, seats)
    for index in range(count):
        card, seat, place = plays[index], seats[index], index & 3
        start = index - place
        if place == 0 and not in_turn:
            turn = out_of_turn(index >> 2, count, logged_winners, wins, seats)
        fault = 0
        if turn >= 0:
            fault = OUT_OF_TURN if place == turn else 0
        elif odd & ONE_NOT_HELD and is_foreign(card, logged_hands[seat]):
            fault = 0 if not_held_seen else CARD_NOT_HELD
            not_held_seen = True
        elif place == 0:
            fault = lead_fault(card, held[seat])
        else:
            win = winning[index - 1]
            led, best = plays[start] >> 3, plays[start + win]
            fault = answer_fault(card, held[seat], led, best, win == place - 2, trump, rules)
        faults[index] = fault
        held[seat] &= DECK ^ (1 << card)
