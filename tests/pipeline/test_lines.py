"""Lines of a file in bounded memory."""

import io
import random
import time

import pytest

import pipeline.lines
from pipeline.formats.jsonl import decoded
from pipeline.lines import LONGEST_LINE, Line, read_lines, read_many_lines


def lines(data: bytes) -> list[Line]:
    return list(read_lines(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n\r\n  \n", []),
        (b"a\nb\n", [(1, b"a", False), (2, b"b", False)]),
        (b"a\r\nb\r\n", [(1, b"a", False), (2, b"b", False)]),
        (b"\xef\xbb\xbfa\n\nb", [(1, b"a", False), (3, b"b", True)]),
    ],
)
def test_lines_are_numbered_without_their_ends_and_blank_ones_left_out(data: bytes, expected: list[object]) -> None:
    assert expected == [(line.number, line.text, line.is_open) for line in lines(data)]


@pytest.mark.parametrize("size", [LONGEST_LINE - 1, LONGEST_LINE, 262_144, 524_287])
def test_a_line_across_blocks_comes_whole(size: int) -> None:
    long = b"x" * size
    assert [long, b"y"] == [line.text for line in lines(long + b"\ny\n")]


@pytest.mark.parametrize("size", [LONGEST_LINE + 1, 3 * LONGEST_LINE, 100_000_000])
def test_a_line_too_long_is_cut_and_the_next_one_read(size: int) -> None:
    first, second = lines(b"z" * size + b"\nnext\n")
    assert (True, size) == (first.is_cut, first.length)
    assert len(first.text) < 10_000
    assert (second.number, second.text, second.is_cut) == (2, b"next", False)


LONGEST = 12


def as_pieces(data: bytes) -> list[tuple[int, bytes, int, bool]]:
    """Number, text, end and openness of every line, read many at a time."""
    found: list[tuple[int, bytes, int, bool]] = []
    for line in read_many_lines(io.BytesIO(data), decoded):
        if isinstance(line, Line):
            found.append((line.number, line.text[:LONGEST], line.end, line.is_open))
        else:
            found += [(int(line.numbers[at]), line.text(at), int(line.nexts[at]), False) for at in range(len(line))]
    return found


@pytest.mark.parametrize("block", [3, 4, 10, 1 << 20])
def test_lines_many_at_a_time_are_lines_one_by_one(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.lines, "_LARGE_BLOCK", block)
    monkeypatch.setattr(pipeline.lines, "LONGEST_LINE", LONGEST)
    chance = random.Random(block)
    for _ in range(500):
        parts = chance.choices(
            [b"a", b"{}", b"\r", b"\n", b"\r\n", b" ", b"x" * 15, b"\xef\xbb\xbf", b"\t"], k=chance.randint(0, 14)
        )
        data = b"".join(parts)
        one_by_one = [(line.number, line.text[:LONGEST], line.end, line.is_open) for line in read_lines(io.BytesIO(data))]
        assert as_pieces(data) == one_by_one, data


def test_a_line_that_ends_in_many_returns_takes_no_longer_than_its_length() -> None:
    data = b"\n" * 100_000 + b"x" + b"\r" * 500_000 + b"\n"
    started = time.perf_counter()
    assert as_pieces(data) == [(100_001, b"x", len(data), False)]
    assert time.perf_counter() - started < 5
