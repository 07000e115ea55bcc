"""Bytes put together from plain records: their canonical texts, and columns of texts."""

from typing import Any

import numpy as np

from pipeline.scan.fields import COUNT, HANDS, LENGTHS, NAMES, RULES
from pipeline.scan.syntax import BLANK, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE
from replay._compile import rule
from replay.cards import RANK_LETTERS, SUIT_LETTERS

RANK_SIGNS, SUIT_SIGNS = (np.frombuffer(letters.encode(), np.uint8) for letters in (RANK_LETTERS, SUIT_LETTERS))


def write_canonical(
    data: Any, places: Any, hands: Any, rules: Any, rule_names: Any, rule_lengths: Any, assumed: Any, out: Any, ends: Any
) -> int:
    """Write the canonical text of each row, one after the other, and where each ends; the bytes written.

    `assumed` says of each rules whether a record that does not name them is as if it had.
    """
    at = 0
    for row in range(len(places)):
        out[at] = OPEN_OBJECT
        at += 1
        is_first = True
        for field in range(COUNT):
            start, end = int(places[row, field, 0]), int(places[row, field, 1])
            named = field == RULES and start == end and assumed[rules[row]]
            if start == end and not named:
                continue
            if not is_first:
                out[at] = COMMA
                at += 1
            is_first = False
            at = put_name(out, at, NAMES[field], int(LENGTHS[field]))
            out[at] = COLON
            at += 1
            if named:
                at = put_name(out, at, rule_names[rules[row]], int(rule_lengths[rules[row]]))
            elif field == HANDS:
                at = put_hand_texts(out, at, hands[row])
            elif data[start] == OPEN_LIST:
                at = put_without_blanks(data, start, end, out, at)
            else:
                for place in range(end - start):
                    out[at + place] = data[start + place]
                at += end - start
        out[at] = CLOSE_OBJECT
        at += 1
        ends[row] = at
    return at


@rule
def put_name(out: Any, at: int, name: Any, length: int) -> int:
    """Write a name in quotes; the place after it."""
    out[at] = QUOTE
    for number in range(length):
        out[at + 1 + number] = name[number]
    out[at + 1 + length] = QUOTE
    return at + 2 + length


@rule
def put_without_blanks(data: Any, start: int, end: int, out: Any, at: int) -> int:
    """Write a value without the blanks between its parts; the place after it."""
    is_text = False
    for place in range(start, end):
        sign = data[place]
        if sign == QUOTE:
            is_text = not is_text
        if sign != BLANK or is_text:
            out[at] = sign
            at += 1
    return at


@rule
def put_hand_texts(out: Any, at: int, hands: Any) -> int:
    """Write four hands, each with its cards in order; the place after them."""
    out[at] = OPEN_LIST
    at += 1
    for seat in range(4):
        if seat:
            out[at] = COMMA
            at += 1
        out[at] = QUOTE
        at += 1
        held, card = int(hands[seat]), 0
        while held:
            if held & 1:
                out[at], out[at + 1], out[at + 2] = RANK_SIGNS[card & 7], SUIT_SIGNS[card >> 3], BLANK
                at += 3
            held, card = held >> 1, card + 1
        out[at - 1] = QUOTE  # in place of the last blank
    out[at] = CLOSE_LIST
    return at + 1


def gather_texts(data: Any, starts: Any, ends: Any, out: Any, offsets: Any) -> int:
    """Write the bytes from and to, one text after the other, and where each begins; the bytes written."""
    at = 0
    for row in range(len(starts)):
        offsets[row] = at
        for place in range(starts[row], ends[row]):
            out[at] = data[place]
            at += 1
    offsets[len(starts)] = at
    return at
