"""The kernel: plain records among lines, their fields as rows of columns."""

from typing import Any

import numpy as np

from pipeline.scan.fields import (
    BIDS,
    BOARD,
    COUNT,
    DEAL_NO,
    DEALER,
    DECLARER,
    GAME_ID,
    HANDS,
    LEADER,
    NAT,
    PIT,
    PLAYED_AT,
    PLAYERS,
    PLAYS,
    POINTS,
    PREVENTS_ILLEGAL,
    ROEM,
    ROEM_POINTS,
    RULES,
    SCORE,
    SEATS,
    SITE,
    TOTALS,
    TRUMP,
    VERZAAKT,
    WINNERS,
    find_fields,
)
from pipeline.scan.syntax import BLANK, QUOTE, is_word, whole_number
from pipeline.scan.values import (
    REFUSED,
    SUITS,
    flag_in,
    letter_in,
    moment_in,
    put_calls,
    put_hands,
    put_numbers,
    put_players,
    put_plays,
    put_seats,
    side_in,
    text_length,
)
from pipeline.scan.values import SEATS as SEAT_TABLE
from replay._compile import rule
from replay.kernel import room

HIGHEST_DEAL_NO = 1_000_000
NO_RULING = np.frombuffer(b'"none"', np.uint8)


def scan_lines(
    data: Any,
    starts: Any,
    ends: Any,
    rule_names: Any,
    rule_lengths: Any,
    default_rules: int,
    taken: Any,
    places: Any,
    players: Any,
    deal_no: Any,
    moments: Any,
    rules: Any,
    prevents: Any,
    trump: Any,
    declarer: Any,
    team: Any,
    dealer: Any,
    leader: Any,
    plays: Any,
    seats: Any,
    hands: Any,
    calls: Any,
    speakers: Any,
    call_count: Any,
    winners: Any,
    roem: Any,
    points: Any,
    roem_points: Any,
    score: Any,
    totals: Any,
    nat: Any,
    pit: Any,
    verzaakt: Any,
) -> int:
    """Write the plain records among some lines as rows, in their order, and into `taken` which lines they are; their number.

    A row is written in full or written over, so nothing of a line that is refused is left in one.
    """
    some, order = room(8), room(COUNT + 1)
    row = 0
    for line in range(len(starts)):
        start, end = int(starts[line]), int(ends[line])
        where = places[row]
        if not find_fields(data, start, end, where, order):
            continue
        number, after = whole_number(data, int(where[DEAL_NO, 0]), int(where[DEAL_NO, 1]))
        if after != where[DEAL_NO, 1] or not 1 <= number <= HIGHEST_DEAL_NO or where[DEAL_NO, 1] == 0:
            continue
        if not is_name(data, int(where[GAME_ID, 0]), int(where[GAME_ID, 1])):
            continue
        if not may_be_text(data, where, SITE) or not may_be_text(data, where, BOARD):
            continue
        deal_no[row] = number
        by = default_rules
        if where[RULES, 1] > 0:
            by = rules_in(data, int(where[RULES, 0]), int(where[RULES, 1]), rule_names, rule_lengths)
        moment = moment_in(data, int(where[PLAYED_AT, 0]), int(where[PLAYED_AT, 1]))
        stop = flag_in(data, int(where[PREVENTS_ILLEGAL, 0]), int(where[PREVENTS_ILLEGAL, 1]))
        if by < 0 or moment == REFUSED or stop == REFUSED:
            continue
        rules[row], moments[row], prevents[row] = by, moment, stop
        if not put_players(data, int(where[PLAYERS, 0]), int(where[PLAYERS, 1]), players[row]):
            continue
        suit = letter_in(data, int(where[TRUMP, 0]), int(where[TRUMP, 1]), SUITS)
        seat, side = side_in(data, int(where[DECLARER, 0]), int(where[DECLARER, 1]))
        dealt_by = letter_in(data, int(where[DEALER, 0]), int(where[DEALER, 1]), SEAT_TABLE)
        led_by = letter_in(data, int(where[LEADER, 0]), int(where[LEADER, 1]), SEAT_TABLE)
        if suit < 0 or side < 0 or dealt_by == REFUSED or led_by == REFUSED or (dealt_by < 0 and led_by < 0):
            continue
        trump[row], declarer[row], team[row], dealer[row], leader[row] = suit, seat, side, dealt_by, led_by
        if not put_plays(data, int(where[PLAYS, 0]), int(where[PLAYS, 1]), plays[row]):
            continue
        if not put_hands(data, int(where[HANDS, 0]), int(where[HANDS, 1]), hands[row], some):
            continue
        if not put_seats(data, int(where[SEATS, 0]), int(where[SEATS, 1]), seats[row]):
            continue
        if not put_seats(data, int(where[WINNERS, 0]), int(where[WINNERS, 1]), winners[row]):
            continue
        if not put_numbers(data, int(where[ROEM, 0]), int(where[ROEM, 1]), roem[row]):
            continue
        if not put_numbers(data, int(where[POINTS, 0]), int(where[POINTS, 1]), points[row]):
            continue
        if not put_numbers(data, int(where[ROEM_POINTS, 0]), int(where[ROEM_POINTS, 1]), roem_points[row]):
            continue
        if not put_numbers(data, int(where[SCORE, 0]), int(where[SCORE, 1]), score[row]):
            continue
        if not put_numbers(data, int(where[TOTALS, 0]), int(where[TOTALS, 1]), totals[row]):
            continue
        count = put_calls(data, int(where[BIDS, 0]), int(where[BIDS, 1]), calls[row], speakers[row])
        was_nat = flag_in(data, int(where[NAT, 0]), int(where[NAT, 1]))
        was_pit = flag_in(data, int(where[PIT, 0]), int(where[PIT, 1]))
        ruling = ruling_in(data, int(where[VERZAAKT, 0]), int(where[VERZAAKT, 1]))
        if count == REFUSED or was_nat == REFUSED or was_pit == REFUSED or ruling == REFUSED:
            continue
        call_count[row], nat[row], pit[row], verzaakt[row] = count, was_nat, was_pit, ruling
        taken[row] = line
        row += 1
    return row


@rule
def is_name(data: Any, start: int, end: int) -> bool:
    """Whether a string is a name of something: not empty, and more than blanks."""
    if start == end or data[start] != QUOTE or text_length(start, end) < 0:
        return False
    for at in range(start + 1, end - 1):
        if data[at] != BLANK:
            return True
    return False


@rule
def may_be_text(data: Any, where: Any, field: int) -> bool:
    """Whether a field is not there, or a text."""
    start, end = int(where[field, 0]), int(where[field, 1])
    return start == end or (data[start] == QUOTE and text_length(start, end) > 0)


@rule
def rules_in(data: Any, start: int, end: int, names: Any, lengths: Any) -> int:
    """The number of the rules that a string names, REFUSED if it names none of those given."""
    if data[start] != QUOTE:
        return REFUSED
    for number in range(len(names)):
        if lengths[number] == end - start - 2 and is_word(data, start + 1, end - 1, names[number, : lengths[number]]):
            return number
    return REFUSED


@rule
def ruling_in(data: Any, start: int, end: int) -> int:
    """The index in REVOKE_RULINGS, -1 where none is logged, REFUSED for anything else."""
    if start == end:
        return -1
    if end - start == 6:
        return 0 if is_word(data, start, end, NO_RULING) else REFUSED
    seat, team = side_in(data, start, end)
    if team < 0:
        return REFUSED
    return 1 + seat if seat >= 0 else 5 + team
