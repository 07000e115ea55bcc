"""Lines of a file in bounded memory."""

import io

import pytest

from pipeline.lines import LONGEST_LINE, Line, read_lines


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
