"""The values of a plain record's fields over bytes: cards, seats, numbers, calls and moments into rows of columns.

Each says whether it is written as `read_record` would write it; a place without a value is "not logged".
"""

from typing import Any

import numpy as np

from pipeline.scan.syntax import (
    BLANK,
    COLON,
    FALSE,
    MINUS,
    NULL,
    OPEN_LIST,
    QUOTE,
    TRUE,
    ZERO,
    is_word,
    next_part,
    skip_blanks,
    string_end,
    whole_number,
)
from replay._compile import rule
from replay.cards import RANK_LETTERS, SEAT_LETTERS, SUIT_LETTERS
from replay.deals import MISSING, MOST_CALLS

REFUSED = -2
LETTER_T = ord("T")
LONGEST_TEXT = 200
"""Bytes of a name or a board; the fields allow as many characters, so none that is longer."""
WHOLE_DECK = 0xFFFFFFFF
PLAY = np.frombuffer(b'"play"', np.uint8)
PASS = np.frombuffer(b'"pass"', np.uint8)
DAYS = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.int64)


def _table(letters: str) -> Any:
    table = np.full(256, REFUSED, np.int8)
    for number, letter in enumerate(letters):
        table[ord(letter)] = number
    return table


RANKS, SUITS, SEATS = _table(RANK_LETTERS), _table(SUIT_LETTERS), _table(SEAT_LETTERS)


@rule
def letter_in(data: Any, start: int, end: int, table: Any) -> int:
    """The number of a letter, -1 where nothing is logged, REFUSED for anything else."""
    if start == end:
        return -1
    if end - start != 3 or data[start] != QUOTE:
        return REFUSED
    return int(table[data[start + 1]])


@rule
def side_in(data: Any, start: int, end: int) -> tuple[int, int]:
    """The seat and the team of a declarer; a seat of -1 where only the side is known, a team of -1 for anything else."""
    if end - start == 3:
        seat = letter_in(data, start, end, SEATS)
        return seat, (-1 if seat < 0 else seat % 2)
    if end - start == 4 and data[start] == QUOTE:
        first, second = int(SEATS[data[start + 1]]), int(SEATS[data[start + 2]])
        if (first, second) == (0, 2):
            return -1, 0
        if (first, second) == (1, 3):
            return -1, 1
    return REFUSED, -1


@rule
def flag_in(data: Any, start: int, end: int) -> int:
    """1 and 0 for true and false, -1 where nothing is logged, REFUSED for anything else."""
    if start == end:
        return -1
    if is_word(data, start, end, TRUE):
        return 1
    return 0 if is_word(data, start, end, FALSE) else REFUSED


@rule
def cards_in(data: Any, start: int, count: int, row: Any) -> int:
    """The set of `count` cards, from the sign after the quote, written into `row` too; -1 if they are not all cards."""
    found = 0
    for number in range(count):
        at = start + 3 * number
        rank, suit = int(RANKS[data[at]]), int(SUITS[data[at + 1]])
        if rank < 0 or suit < 0 or (number < count - 1 and data[at + 2] != BLANK):
            return -1
        row[number] = 8 * suit + rank
        found |= 1 << (8 * suit + rank)
    return found


@rule
def put_plays(data: Any, start: int, end: int, row: Any) -> bool:
    """Write the 32 cards of a complete deal into a row."""
    return end - start == 97 and data[start] == QUOTE and cards_in(data, start + 1, 32, row) == WHOLE_DECK


@rule
def put_hands(data: Any, start: int, end: int, row: Any, room: Any) -> bool:
    """Write four hands of eight cards, a whole deck, as sets into a row."""
    for seat in range(4):
        row[seat] = 0
    if start == end:
        return True
    if data[start] != OPEN_LIST:
        return False
    at, together = skip_blanks(data, start + 1, end), 0
    for seat in range(4):
        if at + 25 > end or data[at] != QUOTE or data[at + 24] != QUOTE:
            return False
        hand = cards_in(data, at + 1, 8, room)
        if hand < 0:
            return False
        row[seat] = hand
        together |= hand
        at = next_part(data, at + 25, end, seat == 3)
        if at < 0:
            return False
    return together == WHOLE_DECK and at == end


@rule
def put_seats(data: Any, start: int, end: int, row: Any) -> bool:
    """Write the letters of seats, one for each place of the row, as numbers."""
    if start == end:
        for at in range(len(row)):
            row[at] = -1
        return True
    if end - start != len(row) + 2 or data[start] != QUOTE:
        return False
    for at in range(len(row)):
        seat = int(SEATS[data[start + 1 + at]])
        if seat < 0:
            return False
        row[at] = seat
    return True


@rule
def put_numbers(data: Any, start: int, end: int, row: Any) -> bool:
    """Write a list of as many whole numbers as the row has places."""
    if start == end:
        for number in range(len(row)):
            row[number] = MISSING
        return True
    if data[start] != OPEN_LIST:
        return False
    at = skip_blanks(data, start + 1, end)
    for number in range(len(row)):
        value, at = whole_number(data, at, end)
        if at < 0:
            return False
        row[number] = value
        at = next_part(data, at, end, number == len(row) - 1)
        if at < 0:
            return False
    return at == end


@rule
def text_length(start: int, end: int) -> int:
    """The bytes of a string without its quotes; REFUSED for an empty or a long one."""
    return end - start - 2 if 2 < end - start <= LONGEST_TEXT + 2 else REFUSED


@rule
def put_players(data: Any, start: int, end: int, row: Any) -> bool:
    """Write where four names lie, from and to; two equal places for somebody unknown."""
    if start == end or data[start] != OPEN_LIST:
        return False
    at = skip_blanks(data, start + 1, end)
    for seat in range(4):
        row[seat, 0], row[seat, 1] = 0, 0
        if at < end and data[at] == QUOTE:
            close = string_end(data, at + 1, end)
            if close < 0 or text_length(at, close + 1) < 0:
                return False
            row[seat, 0], row[seat, 1] = at + 1, close
            at = close + 1
        elif is_word(data, at, min(at + 4, end), NULL):
            at += 4
        else:
            return False
        at = next_part(data, at, end, seat == 3)
        if at < 0:
            return False
    return at == end


@rule
def put_calls(data: Any, start: int, end: int, calls: Any, speakers: Any) -> int:
    """Write the calls of a bidding and who is named for each; their number, -1 where none is logged, REFUSED for others."""
    for number in range(MOST_CALLS):
        calls[number], speakers[number] = -1, -1
    if start == end:
        return -1
    if data[start] != OPEN_LIST:
        return REFUSED
    at, count = skip_blanks(data, start + 1, end), 0
    if at + 1 == end:  # only the closing bracket is left
        return 0
    while at < end:
        close = string_end(data, at + 1, end) if data[at] == QUOTE else -1
        if close < 0 or count == MOST_CALLS:
            return REFUSED
        begun = at
        if close - at > 3 and data[at + 2] == COLON:
            speakers[count] = SEATS[data[at + 1]]
            begun = at + 2  # the colon stands where the quote of a call without speaker does
            if speakers[count] < 0:
                return REFUSED
        calls[count] = call_in(data, begun, close + 1)
        if calls[count] < 0:
            return REFUSED
        count += 1
        at = skip_blanks(data, close + 1, end)
        if at + 1 == end:
            return count
        at = next_part(data, at, end, False)
        if at < 0:
            return REFUSED
    return REFUSED


@rule
def call_in(data: Any, start: int, end: int) -> int:
    """The index in CALLS of a word between one sign before it and a quote after it; -1 if it is no call."""
    if end - start == 3:
        suit = int(SUITS[data[start + 1]])
        return -1 if suit < 0 else 2 + suit
    if is_word(data, start + 1, end, PASS[1:]):
        return 0
    return 1 if is_word(data, start + 1, end, PLAY[1:]) else -1


@rule
def digits_in(data: Any, at: int, count: int) -> int:
    """The number that `count` digits make, -1 if they are not all digits."""
    value = 0
    for place in range(at, at + count):
        digit = int(data[place]) - ZERO
        if digit < 0 or digit > 9:
            return -1
        value = 10 * value + digit
    return value


@rule
def moment_in(data: Any, start: int, end: int) -> int:
    """Microseconds since 1970 of a moment written "2026-01-08T19:38:00"; REFUSED for another, MISSING where none is logged."""
    if start == end:
        return MISSING
    if end - start != 21 or data[start] != QUOTE:
        return REFUSED
    at = start + 1
    year, month, day = digits_in(data, at, 4), digits_in(data, at + 5, 2), digits_in(data, at + 8, 2)
    hour, minute, second = digits_in(data, at + 11, 2), digits_in(data, at + 14, 2), digits_in(data, at + 17, 2)
    dashes = data[at + 4] == MINUS and data[at + 7] == MINUS
    if not dashes or data[at + 10] != LETTER_T or data[at + 13] != COLON or data[at + 16] != COLON:
        return REFUSED
    if year < 1970 or not 1 <= month <= 12 or day < 1 or not 0 <= hour < 24 or not 0 <= minute < 60 or not 0 <= second < 60:
        return REFUSED
    leap = 1 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 0
    if day > DAYS[month - 1] + (leap if month == 2 else 0):
        return REFUSED
    # Days since 1970 by the calendar: years, leap days before this year, days before this month.
    before = year - 1
    days = 365 * (year - 1970) + (before // 4 - before // 100 + before // 400) - 477
    for earlier in range(month - 1):
        days += int(DAYS[earlier])
    if month > 2:
        days += leap
    return (((days + day - 1) * 24 + hour) * 60 + minute) * 60_000_000 + second * 1_000_000
