"""Turn order: whose turn each card was, and how well a seating fits the turns, leaders and winners of a log (R14, R50, R53).

Arguments are as in replay.seating.
"""

from collections.abc import MutableSequence, Sequence

from replay._compile import rule
from replay.cards import Seat


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
def seat_by_turn(
    count: int,
    leader: Seat,
    by_log: bool,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    seats: MutableSequence[Seat],
) -> None:
    """Give out the cards clockwise from the leader, each trick led by the winner: `by_log` as logged, or computed (R50)."""
    first = leader
    for trick in range((count + 3) >> 2):
        for index in range(min(4, count - 4 * trick)):
            seats[4 * trick + index] = (first + index) & 3
        if wins[trick] >= 0:
            first = (first + wins[trick]) & 3
            if by_log and logged_winners[trick] >= 0:
                first = logged_winners[trick]


@rule
def seating_key(count: int, seats: Sequence[Seat]) -> int:
    """A number that tells two seatings of the same tricks apart: who led each of them."""
    key = 0
    for trick in range((count + 3) >> 2):
        key = 4 * key + seats[4 * trick]
    return key


@rule
def misfits(
    count: int,
    logged_leader: Seat,
    leader_by_rule: Seat,
    logged_winners: Sequence[Seat],
    wins: Sequence[int],
    seats: Sequence[Seat],
) -> int:
    """How much of a log speaks against who played what: leaders, tricks out of turn, tricks won by another than logged."""
    result = 0
    if logged_leader >= 0 and logged_leader != seats[0]:
        result += 1
    if leader_by_rule >= 0 and leader_by_rule != seats[0]:
        result += 1
    for trick in range((count + 3) >> 2):
        if out_of_turn(trick, count, logged_winners, wins, seats) >= 0:
            result += 1
        if wins[trick] >= 0 and logged_winners[trick] >= 0 and seats[4 * trick + wins[trick]] != logged_winners[trick]:
            result += 1
    return result
