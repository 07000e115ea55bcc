"""Bytes put together from plain records: their canonical texts, and columns of texts."""

from typing import Any

import numpy as np

from pipeline.scan.fields import COUNT, HANDS, LENGTHS, NAMES, RULES
from pipeline.scan.syntax import BACKSLASH, BLANK, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE
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
                at = put_bytes(data, start, end, out, at)
        out[at] = CLOSE_OBJECT
        at += 1
        ends[row] = at
    return at


@rule
def put_name(out: Any, at: int, name: Any, length: int) -> int:
    """Write a name in quotes; the place after it."""
    out[at] = QUOTE
    at = put_bytes(name, 0, length, out, at + 1)
    out[at] = QUOTE
    return at + 1


@rule
def put_bytes(data: Any, start: int, end: int, out: Any, at: int) -> int:
    """Write the bytes from `start` to `end` as they are; the place after them."""
    # Without a sign no place is looked at for being one from the end, and many bytes are copied at a time.
    begun, to = np.uint64(start), np.uint64(at)
    for place in range(np.uint64(end - start)):
        out[to + place] = data[begun + place]
    return at + end - start


@rule
def put_plain_text(data: Any, start: int, end: int, out: Any, at: int) -> bool:
    """Write the bytes from `start` to `end` as they are; whether JSON would write them so."""
    odd = False
    begun, to = np.uint64(start), np.uint64(at)  # as in `put_bytes`
    for place in range(np.uint64(end - start)):
        sign = data[begun + place]
        odd |= (sign < BLANK) | (sign == QUOTE) | (sign == BACKSLASH)
        out[to + place] = sign
    return not odd


@rule
def put_without_blanks(data: Any, start: int, end: int, out: Any, at: int) -> int:
    """Write a value without the blanks between its parts; the place after it."""
    is_text = False
    for place in range(start, end):
        sign = data[np.uint64(place)]
        is_text ^= sign == QUOTE
        out[np.uint64(at)] = sign  # a blank is written over by the next: faster than a branch that is guessed wrong
        at += 1 if is_text or sign != BLANK else 0
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
        held = int(hands[seat])
        for card in range(32):
            # Every card is written, and one that is not held is written over: there is room for three bytes more.
            to = np.uint64(at)
            out[to], out[to + np.uint64(1)], out[to + np.uint64(2)] = RANK_SIGNS[card & 7], SUIT_SIGNS[card >> 3], BLANK
            at += 3 if held >> card & 1 else 0
        out[at - 1] = QUOTE  # in place of the last blank
    out[at] = CLOSE_LIST
    return at + 1


def gather_texts(data: Any, starts: Any, ends: Any, out: Any, offsets: Any) -> int:
    """Write the bytes from and to, one text after the other, and where each begins; the bytes written."""
    at = 0
    for row in range(len(starts)):
        offsets[row] = at
        at = put_bytes(data, int(starts[row]), int(ends[row]), out, at)
    offsets[len(starts)] = at
    return at
