"""Who played each card of a log, and which cards each seat is known to have held (R50-R53).

`plays` are 32 entries, -1 after the last card; `hands` are four card sets, 0 = not logged; `leads` is the index within
each trick of the card that won it, so the seat that leads next, -1 for a trick that is not complete. All arguments are
mutable sequences of ints so that the same code runs on lists and, compiled, on arrays.
"""

from collections.abc import MutableSequence, Sequence

from replay._compile import rule
from replay.cards import DECK, Card, CardSet, Seat
from replay.turns import keeps_turns, misfits, out_of_turn, seat_by_turn, seating_key

BY_SEATS, BY_HANDS, BY_TURNS = 1, 2, 4
"""How the seats were found: logged, by who holds the card, by turn order."""
HANDS_MISMATCH, ONE_NOT_HELD, SEATS_DOUBTFUL, SEATS_UNKNOWN = 8, 16, 32, 64
"""What was odd: hands that are not those of the plays; a single card not held; seats that another part of the log speaks
against as strongly as for them; nothing that tells who played what, so that the deal cannot be replayed."""


@rule
def seat_plays(
    plays: Sequence[Card],
    count: int,
    logged_seats: Sequence[Seat],
    logged_hands: Sequence[CardSet],
    logged_leader: Seat,
    leader_by_rule: Seat,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    seats: MutableSequence[Seat],
    hands: MutableSequence[CardSet],
    played: MutableSequence[CardSet],
) -> int:
    """Fill `seats` (32) and `hands` (4, the cards each seat certainly held) and return the bits of how and what was odd (R50).

    A hand that the log does not show, or shows wrongly, holds what the seat plays in this deal. `played` (4) is work space.
    """
    copy_hands(logged_hands, hands)
    all_hands = hands[0] != 0 and hands[1] != 0 and hands[2] != 0 and hands[3] != 0
    if logged_seats[0] >= 0:
        copy_seats(count, logged_seats, seats)
        if all_hands and not keeps_turns(count, logged_winners, wins, seats):
            # Seats out of turn, while the hands say that everybody played in turn: a letter is wrong, nobody is to blame.
            if seat_by_holder(plays, count, hands, seats) and keeps_turns(count, logged_winners, wins, seats):
                return BY_HANDS | HANDS_MISMATCH
            copy_seats(count, logged_seats, seats)
        odd = certain_hands(plays, count, logged_winners, wins, seats, hands, True, played)
        return BY_SEATS | odd
    if all_hands and seat_by_holder(plays, count, hands, seats):
        by_hand = misfits(count, logged_leader, leader_by_rule, logged_winners, wins, seats)
        if by_hand == 0:
            return BY_HANDS
        by_turn = seat_by_best_turn(plays, count, logged_leader, leader_by_rule, logged_winners, wins, hands, seats)
        turns = misfits(count, logged_leader, leader_by_rule, logged_winners, wins, seats)
        same_hands = by_turn >= 0 and by_hand > 1 and shows_same_hands(plays, count, seats, hands)
        if (
            by_turn < 0
            or turns >= by_hand
            or not (same_hands or winners_speak_for(count, logged_winners, wins, plays, hands, seats))
        ):
            seat_by_holder(plays, count, hands, seats)
            leader = logged_leader if logged_leader >= 0 else leader_by_rule
            return BY_HANDS | (SEATS_DOUBTFUL if by_hand_is_doubtful(count, leader, logged_winners, wins, seats) else 0)
    found = seat_by_best_turn(plays, count, logged_leader, leader_by_rule, logged_winners, wins, hands, seats)
    if found < 0:
        return SEATS_UNKNOWN
    same_hands = all_hands and shows_same_hands(plays, count, seats, hands)
    odd = certain_hands(plays, count, logged_winners, wins, seats, hands, False, played)
    if odd & HANDS_MISMATCH and not same_hands:
        found = SEATS_DOUBTFUL
    return BY_TURNS | odd | found


@rule
def copy_seats(count: int, logged: Sequence[Seat], seats: MutableSequence[Seat]) -> None:
    """Copy the logged seats of the cards played."""
    for index in range(count):
        seats[index] = logged[index]


@rule
def copy_hands(logged: Sequence[CardSet], hands: MutableSequence[CardSet]) -> None:
    """Copy the logged hands, the fourth following from three (R50)."""
    unknown, missing, seen = 0, 0, 0
    for seat in range(4):
        hands[seat] = logged[seat]
        seen |= logged[seat]
        if logged[seat] == 0:
            unknown, missing = unknown + 1, seat
    if unknown == 1:
        hands[missing] = DECK ^ seen


@rule
def seat_by_holder(plays: Sequence[Card], count: int, hands: Sequence[CardSet], seats: MutableSequence[Seat]) -> bool:
    """Give each card to the hand that holds it; False when a hand plays twice in a trick (R50, R51)."""
    in_trick = 0
    for index in range(count):
        if index & 3 == 0:
            in_trick = 0
        seat = 0
        while seat < 3 and hands[seat] >> plays[index] & 1 == 0:
            seat += 1
        if in_trick >> seat & 1:
            return False
        in_trick |= 1 << seat
        seats[index] = seat
    return True


@rule
def seat_by_best_turn(
    plays: Sequence[Card],
    count: int,
    logged_leader: Seat,
    leader_by_rule: Seat,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    hands: Sequence[CardSet],
    seats: MutableSequence[Seat],
) -> int:
    """Seat the cards by turn order as it fits the log best; -1 if nobody is known to lead, SEATS_DOUBTFUL if it is a toss-up.

    The turn order starts with the logged leader or the one of the rules, or else as the first logged winner tells, and goes
    on by the logged or by the computed winners. What fits is judged by the leaders, the winners and the hands that are known.
    """
    by_winner = -1
    if wins[0] >= 0 and logged_winners[0] >= 0:
        by_winner = (logged_winners[0] - wins[0]) & 3
    best, best_misfits, rivals = -1, 1000, 0
    chosen_first, chosen_by_log = -1, True
    for way in range(6):
        first = logged_leader if way >> 1 == 0 else leader_by_rule if way >> 1 == 1 else by_winner
        if first < 0 or (way >> 1 == 2 and (logged_leader >= 0 or leader_by_rule >= 0)):
            continue
        if way >> 1 == 1 and first == logged_leader:
            continue
        seat_by_turn(count, first, way & 1 == 0, logged_winners, wins, seats)
        wrong = misfits(count, logged_leader, leader_by_rule, logged_winners, wins, seats) + strangers(
            plays, count, seats, hands
        )
        key = seating_key(count, seats)
        if wrong < best_misfits:
            best, best_misfits, rivals = key, wrong, 0
            chosen_first, chosen_by_log = first, way & 1 == 0
        elif wrong == best_misfits and key != best:
            rivals += 1
    if chosen_first < 0:
        return -1
    seat_by_turn(count, chosen_first, chosen_by_log, logged_winners, wins, seats)
    return SEATS_DOUBTFUL if rivals else 0


@rule
def strangers(plays: Sequence[Card], count: int, seats: Sequence[Seat], hands: Sequence[CardSet]) -> int:
    """How many cards are played by a seat whose logged hand lacks them."""
    result = 0
    for index in range(count):
        if is_foreign(plays[index], hands[seats[index]]):
            result += 1
    return result


@rule
def winners_speak_for(
    count: int,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    plays: Sequence[Card],
    hands: Sequence[CardSet],
    seats: Sequence[Seat],
) -> bool:
    """Whether more logged winners fit these seats than fit the seats that hold the winning cards."""
    for_seats, for_hands = 0, 0
    for trick in range(count >> 2):
        logged = logged_winners[trick]
        if logged >= 0:
            for_seats += 1 if seats[4 * trick + wins[trick]] == logged else 0
            for_hands += 1 if hands[logged] >> plays[4 * trick + wins[trick]] & 1 else 0
    return for_seats > for_hands


@rule
def by_hand_is_doubtful(
    count: int, leader: Seat, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat]
) -> bool:
    """Whether seats found by who holds the card have a logged winner against them, or out of turn none that bears them out."""
    due = leader if leader >= 0 else seats[0]
    for trick in range((count + 3) >> 2):
        start, win = 4 * trick, wins[trick]
        logged = logged_winners[trick]
        if win >= 0 and logged >= 0 and seats[start + win] != logged:
            return True
        if out_of_turn(trick, count, logged_winners, wins, seats) >= 0:
            if win < 0 or logged < 0 or logged == (due + win) & 3:
                return True  # in turn, the same seat wins
        elif trick == 0 and seats[0] != due and win >= 0 and logged == (due + win) & 3:
            return True
        if win >= 0:
            due = seats[start + win]
    return False


@rule
def shows_same_hands(plays: Sequence[Card], count: int, seats: Sequence[Seat], hands: Sequence[CardSet]) -> bool:
    """Whether the cards that each seat plays all lie in one logged hand, a different one for each seat."""
    owners = 0
    for seat in range(4):
        owner = -1
        for index in range(count):
            if seats[index] == seat:
                holder = 0
                while holder < 3 and hands[holder] >> plays[index] & 1 == 0:
                    holder += 1
                if owner >= 0 and holder != owner:
                    return False
                owner = holder
        if owner >= 0:
            if owners >> owner & 1:
                return False
            owners |= 1 << owner
    return True


@rule
def certain_hands(
    plays: Sequence[Card],
    count: int,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    seats: Sequence[Seat],
    hands: MutableSequence[CardSet],
    logged_seats: bool,
    played: MutableSequence[CardSet],
) -> int:
    """Make `hands` the cards that each seat certainly held, and say how they disagree with the plays (R51, R52).

    Where the seats are logged, one card that is not in the hand of its seat is a card not held: of the hands concerned (two,
    for the card was in another's) only the cards that log and plays agree on stay certain. Anything more is one mismatch, and
    the hands are those of the plays. Cards of a trick out of turn prove nothing of a hand that is not logged. `played` is
    work space.
    """
    displaced, multiple, strange = 0, False, 0
    for seat in range(4):
        played[seat] = 0
    for index in range(count):
        played[seats[index]] |= 1 << plays[index]
    for seat in range(4):
        if hands[seat]:
            foreign = played[seat] & (DECK ^ hands[seat])
            strange |= foreign
            displaced += 1 if foreign else 0
            multiple = multiple or (foreign & (foreign - 1)) != 0
    mismatch = displaced > 0 and (multiple or displaced > 2 or not logged_seats)
    in_turn = not logged_seats or keeps_turns(count, logged_winners, wins, seats)
    for seat in range(4):
        concerned = hands[seat] != 0 and ((played[seat] & (DECK ^ hands[seat])) | (hands[seat] & strange)) != 0
        if hands[seat] == 0 or (concerned and mismatch):
            hands[seat] = played[seat] if in_turn else played_in_turn(plays, count, logged_winners, wins, seats, seat)
        elif concerned:
            hands[seat] &= played[seat]
    if mismatch:
        return HANDS_MISMATCH
    return ONE_NOT_HELD if displaced else 0


@rule
def played_in_turn(
    plays: Sequence[Card], count: int, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat], seat: Seat
) -> CardSet:
    """The cards that a seat plays in tricks without a card out of turn."""
    cards = 0
    for trick in range((count + 3) >> 2):
        if out_of_turn(trick, count, logged_winners, wins, seats) < 0:
            for index in range(4 * trick, min(4 * trick + 4, count)):
                if seats[index] == seat:
                    cards |= 1 << plays[index]
    return cards


@rule
def is_foreign(card: Card, logged_hand: CardSet) -> bool:
    """Whether a logged hand lacks `card`; an unknown hand lacks nothing (R51)."""
    return logged_hand != 0 and logged_hand >> card & 1 == 0
