"""Who played each card of a log, and which cards each seat is known to have held (R50-R53).

`plays` are 32 entries, -1 after the last card; `hands` are four card sets, 0 = not logged; `leads` is the index within
each trick of the card that won it, so the seat that leads next, -1 for a trick that is not complete. All arguments are
mutable sequences of ints so that the same code runs on lists and, compiled, on arrays.
"""

from collections.abc import MutableSequence, Sequence

from replay._compile import rule
from replay.cards import DECK, Card, CardSet, Seat

BY_SEATS, BY_HANDS, BY_TURNS = 1, 2, 4
"""How the seats were found: logged, by who holds the card, by turn order."""
HANDS_MISMATCH, ONE_NOT_HELD, WINNERS_DISPUTED, SEATS_UNKNOWN = 8, 16, 32, 64
"""What was odd: hands that are not those of the plays; single cards not held; seats found by turn order or from the hands
while a logged winner speaks against them; nothing that tells who played what, so the deal cannot be replayed."""


@rule
def seat_plays(
    plays: Sequence[Card],
    count: int,
    logged_seats: Sequence[Seat],
    logged_hands: Sequence[CardSet],
    leader: Seat,
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
    if logged_seats[0] >= 0:
        for index in range(count):
            seats[index] = logged_seats[index]
        return BY_SEATS | certain_hands(plays, count, seats, hands, True, played)
    if hands[0] and hands[1] and hands[2] and hands[3]:
        found = seat_by_holder(plays, count, hands, seats)
        if found and not fits_turns_better(plays, count, leader, logged_winners, wins, seats, hands):
            return BY_HANDS | contradicts_winners(count, logged_winners, wins, seats)
    if leader < 0 and wins[0] >= 0 and logged_winners[0] >= 0:
        leader = (logged_winners[0] - wins[0]) & 3
    if leader < 0:
        return SEATS_UNKNOWN
    disputed = seat_by_turn(count, leader, logged_winners, wins, seats)
    return BY_TURNS | disputed | certain_hands(plays, count, seats, hands, False, played)


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
def seat_by_turn(
    count: int, leader: Seat, logged_winners: Sequence[Seat], wins: Sequence[int], seats: MutableSequence[Seat]
) -> int:
    """Give out the cards clockwise from the leader, each trick led by the winner, as logged or else computed (R50).

    Returns WINNERS_DISPUTED when a logged winner that led on is not the winner of the cards, else 0.
    """
    first = leader
    disputed = 0
    for trick in range((count + 3) >> 2):
        for index in range(min(4, count - 4 * trick)):
            seats[4 * trick + index] = (first + index) & 3
        if wins[trick] < 0:
            break
        computed = (first + wins[trick]) & 3
        first = computed
        if logged_winners[trick] >= 0:
            first = logged_winners[trick]
            if first != computed and count > 4 * trick + 4:
                disputed = WINNERS_DISPUTED
    return disputed


@rule
def fits_turns_better(
    plays: Sequence[Card],
    count: int,
    leader: Seat,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    seats: MutableSequence[Seat],
    hands: Sequence[CardSet],
) -> bool:
    """Whether the logged hands stand at the wrong seats: turn order fits better and shows the same four hands (R51)."""
    by_hand = misfits(count, logged_winners, wins, seats)
    if by_hand < 2 or leader < 0:
        return False
    held = (seats[0], seats[1], seats[2], seats[3])
    seat_by_turn(count, leader, logged_winners, wins, seats)
    better = misfits(count, logged_winners, wins, seats) < by_hand and shows_same_hands(plays, count, seats, hands)
    if not better:
        seat_by_holder(plays, count, hands, seats)
    return better and (seats[0], seats[1], seats[2], seats[3]) != held


@rule
def contradicts_winners(count: int, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat]) -> int:
    """WINNERS_DISPUTED when a trick is won by another seat than logged, else 0: then the hands or the winner is wrong."""
    for trick in range(count >> 2):
        if logged_winners[trick] >= 0 and seats[4 * trick + wins[trick]] != logged_winners[trick]:
            return WINNERS_DISPUTED
    return 0


@rule
def misfits(count: int, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat]) -> int:
    """How many tricks are out of turn plus how many are won by another seat than logged, given who played what."""
    result = 0
    for trick in range((count + 3) >> 2):
        if out_of_turn(trick, count, logged_winners, wins, seats) >= 0:
            result += 1
        if wins[trick] >= 0 and logged_winners[trick] >= 0 and seats[4 * trick + wins[trick]] != logged_winners[trick]:
            result += 1
    return result


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
    seats: Sequence[Seat],
    hands: MutableSequence[CardSet],
    logged_seats: bool,
    played: MutableSequence[CardSet],
) -> int:
    """Make `hands` the cards that each seat certainly held, and say how they disagree with the plays (R51, R52).

    `played` becomes the cards that each seat plays.

    One card a seat that its logged hand lacks is a card not held, if the seats are logged: of the hands concerned only
    the cards that log and plays agree on stay certain. Anything more is one mismatch: the hands are those of the plays.
    """
    for seat in range(4):
        played[seat] = 0
    for index in range(count):
        played[seats[index]] |= 1 << plays[index]
    strange = 0
    displaced = False
    multiple = False
    for seat in range(4):
        if hands[seat]:
            foreign = played[seat] & (DECK ^ hands[seat])
            strange |= foreign
            displaced = displaced or foreign != 0
            multiple = multiple or (foreign & (foreign - 1)) != 0
    mismatch = displaced and (multiple or not logged_seats)
    for seat in range(4):
        concerned = hands[seat] != 0 and ((played[seat] & (DECK ^ hands[seat])) | (hands[seat] & strange)) != 0
        if hands[seat] == 0 or (concerned and mismatch):
            hands[seat] = played[seat]
        elif concerned:
            hands[seat] &= played[seat]
    if mismatch:
        return HANDS_MISMATCH
    return ONE_NOT_HELD if displaced else 0


@rule
def out_of_turn(trick: int, count: int, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat]) -> int:
    """The index in trick `trick` of the first card played out of turn, -1 if none (R53).

    A trick is led by the winner of the one before, the computed or the logged one; the first lead is judged apart (R12).
    """
    start = 4 * trick
    if trick > 0:
        previous = trick - 1
        leads = seats[start] == seats[4 * previous + wins[previous]]
        if not leads and seats[start] != logged_winners[previous]:
            return 0
    for index in range(1, min(4, count - start)):
        if seats[start + index] != (seats[start] + index) & 3:
            return index
    return -1


@rule
def keeps_turns(count: int, logged_winners: Sequence[Seat], wins: Sequence[int], seats: Sequence[Seat]) -> bool:
    """Whether no card at all was played out of turn: `out_of_turn` of every trick in one fast pass (R53)."""
    wrong = 0
    for index in range(count):
        start = index - (index & 3)
        wrong |= (seats[index] - seats[start] - index) & 3
    for trick in range(1, (count + 3) >> 2):
        seat, before = seats[4 * trick], 4 * trick - 4
        if seat != seats[before + wins[trick - 1]] and seat != logged_winners[trick - 1]:
            return False
    return wrong == 0


@rule
def is_foreign(card: Card, logged_hand: CardSet) -> bool:
    """Whether a logged hand lacks `card`; an unknown hand lacks nothing (R51)."""
    return logged_hand != 0 and logged_hand >> card & 1 == 0
