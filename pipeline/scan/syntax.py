"""JSON as most programs write it, over bytes: compiled, and so strict that what it refuses is left to a real parser."""

from typing import Any

import numpy as np

from replay._compile import rule

BLANK, QUOTE, COMMA, MINUS, ZERO, COLON = (ord(sign) for sign in ' ",-0:')
OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, BACKSLASH = (ord(sign) for sign in "[]{}\\")
NULL = np.frombuffer(b"null", np.uint8)
TRUE = np.frombuffer(b"true", np.uint8)
FALSE = np.frombuffer(b"false", np.uint8)
HIGHEST = 1_000_000_000
"""The highest number that is read; the test holds it against the fields' own."""
MOST_DIGITS = 10


@rule
def skip_blanks(data: Any, at: int, end: int) -> int:
    """The first place from `at` that is no blank, at most `end`."""
    while at < end and data[at] == BLANK:
        at += 1
    return at


@rule
def string_end(data: Any, at: int, end: int) -> int:
    """The closing quote of a string whose first sign is at `at`; -1 for one with escapes or control signs, or without end."""
    while at < end:
        sign = data[at]
        if sign == QUOTE:
            return at
        if sign == BACKSLASH or sign < BLANK:
            return -1
        at += 1
    return -1


@rule
def value_end(data: Any, at: int, end: int) -> int:
    """The place after a value that begins at `at`: a string, a list without lists, a word or a number; -1 for others.

    What stands in a list, and whether a word is one, is for those to say who read the field.
    """
    if at >= end:
        return -1
    if data[at] == QUOTE:
        close = string_end(data, at + 1, end)
        return -1 if close < 0 else close + 1
    if data[at] != OPEN_LIST:
        begun = at
        while at < end and data[at] != COMMA and data[at] != CLOSE_OBJECT and data[at] > BLANK:
            at += 1
        return -1 if at == begun else at
    at += 1
    while at < end:
        sign = data[at]
        if sign == QUOTE:
            at = string_end(data, at + 1, end)
            if at < 0:
                return -1
        elif sign == CLOSE_LIST:
            return at + 1
        elif sign in (OPEN_LIST, OPEN_OBJECT) or sign < BLANK:
            return -1
        at += 1
    return -1


@rule
def is_word(data: Any, start: int, end: int, word: Any) -> bool:
    """Whether the bytes from `start` to `end` are those of `word`."""
    if end - start != len(word):
        return False
    for at in range(len(word)):
        if data[start + at] != word[at]:
            return False
    return True


@rule
def whole_number(data: Any, at: int, end: int) -> tuple[int, int]:
    """A whole number and the place after it; -1 for the place where none stands, or one written or sized otherwise."""
    negative = at < end and data[at] == MINUS
    if negative:
        at += 1
    begun, value = at, 0
    while at < end and ZERO <= data[at] <= ZERO + 9 and at - begun <= MOST_DIGITS:
        value = value * 10 + int(data[at]) - ZERO
        at += 1
    digits = at - begun
    leads_with_zero = digits > 0 and data[begun] == ZERO and (digits > 1 or negative)
    if digits == 0 or digits > MOST_DIGITS or leads_with_zero or value > HIGHEST:
        return 0, -1
    return (-value if negative else value), at


@rule
def next_part(data: Any, at: int, end: int, is_last: bool) -> int:
    """After a part of a list that ends at `at`: the place of the next, or after the list if it is the last; -1 if neither."""
    at = skip_blanks(data, at, end)
    if at >= end or data[at] != (CLOSE_LIST if is_last else COMMA):
        return -1
    return skip_blanks(data, at + 1, end)
