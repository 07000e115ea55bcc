"""Changes to the bytes of a file, whatever its format is."""

import random
import re
from collections.abc import Sequence

from bench.fuzzing.hostile_values import token

_VALUE = re.compile(rb'"[^"\n]{0,300}"|-?\d+|\[[^\[\]\n]{0,300}\]|\{[^{}\n]{0,300}\}|[A-Za-z]+')


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice([0, 1, 1, 2, 4, 16, 64, 300, 2000]))


def damaged(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """`data` with one kind of damage."""
    start, end = _span(rng, data)
    how = rng.randrange(14)
    if how == 0 and data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if how == 1 and data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if how == 2:
        return data[:start] + data[end:]
    if how == 3:
        return data[:start]
    if how == 4:
        return data[:end] + data[start:end] * rng.choice([1, 1, 2, 9]) + data[end:]
    if how == 5:
        other = rng.choice(others)
        at, to = _span(rng, other)
        return data[:start] + other[at:to] + data[end:]
    if how == 6:
        return data[:start] + rng.choice(others)[_span(rng, data)[0] :]
    if how in (7, 8):
        return data[:start] + token(rng) + data[start:]
    if how == 9:
        return data[:start] + token(rng) + data[end:]
    if how == 10:
        lines = data.split(b"\n")
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
        return rng.choice([b"\n", b"\n", b"\n", b"\r\n", b"\r"]).join(lines)
    if how == 11 and rng.random() < 0.03:
        pieces = (data[start : start + 60], data[start:].split(b"\n")[0][:60] + b"\n", token(rng)[:60] + b"\n")
        piece = rng.choice(pieces) or b"x"
        return data[:start] + piece * (rng.choice([30_000, 30_000, 300_000]) // len(piece)) + data[start:]
    return _with_value(rng, data)


def _with_value(rng: random.Random, data: bytes) -> bytes:
    """`data` with a hostile value in the place of one of its own, or with two of its own exchanged."""
    places = [match.span() for match in _VALUE.finditer(data)]
    if not places:
        return data + token(rng)
    start, end = rng.choice(places)
    if rng.random() < 0.3:
        at, to = rng.choice(places)
        return data[:start] + data[at:to] + data[end:]
    return data[:start] + token(rng) + data[end:]
