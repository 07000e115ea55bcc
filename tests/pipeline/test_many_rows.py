"""Rows of CSV and of Parquet that are read many at a time say what they say read one by one, whatever the file holds."""

import csv
import io
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from making import ODD_CHANGES, Values, season, sound

import pipeline.formats.csv_lines
import pipeline.formats.csvlog
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format
from pipeline.formats.csvlog import FORMAT as CSV
from pipeline.formats.csvlog import _cell
from pipeline.formats.parquet import FORMAT as PARQUET
from pipeline.formats.parquet import _schema
from pipeline.lines import Lines
from pipeline.records import read_record
from pipeline.scan import scan


def agrees(form: Format, data: bytes) -> tuple[int, int]:
    """Hold rows read many at a time against the same read one by one; how many there are, and how many were scanned."""
    alone = form.read(io.BytesIO(data))
    rows = made = 0
    assert form.read_raw is not None
    for some in form.read_raw(io.BytesIO(data), lambda lines: lines > 0):
        if isinstance(some, Entry):
            assert some == next(alone)
            rows += 1
            continue
        found = scan(some, None)
        for at in range(len(some)):
            expected = next(alone)
            assert (int(some.numbers[at]), some.entry(at)) == (expected.line, expected)
            if found is not None and at in found.at:
                assert isinstance(expected.values, dict), expected
                assert read_record(json.loads(found.lines.text(at))) == read_record(expected.values)
                made += 1
        rows += len(some)
    assert next(alone, None) is None
    return rows, made


def csv_of(records: list[Values], names: tuple[str, ...] = FIELD_NAMES, **dialect: Any) -> bytes:
    """The records as a file of CSV."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, **{"lineterminator": "\r\n"} | dialect)
    writer.writerow(names)
    for record in records:
        writer.writerow([_cell(name, record.get(name)) for name in names])
    return text.getvalue().encode()


def test_what_we_write_is_read_many_at_a_time() -> None:
    records = season(games=8)
    rows, made = agrees(CSV, csv_of(records))
    assert rows == len(records)
    assert made > 0.9 * len(records)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n", "\n\n", "\n   \n", "\n,,,\n"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_forms_of_csv(delimiter: str, end: str, quoting: int) -> None:
    data = csv_of(season(), delimiter=delimiter, lineterminator=end, quoting=quoting)
    _, made = agrees(CSV, b"\xef\xbb\xbfsep=" + delimiter.encode() + b"\r\n" + data)
    assert made > 10


ODD: list[Values] = [
    *ODD_CHANGES,
    {"rules": "null"},
    {"rules": "nobody's"},
    {"players": ["two\nlines", "b", "c\r\nd", "e"]},
    {"players": ["a", "b", "c"]},
    {"game_id": 'ends with "'},
    {"game_id": "a,b;c\td"},
    {"game_id": ""},
    {"game_id": "  "},
    {"site": ""},
    {"site": "null"},
    {"site": "x" * 250},
    {"declarer": "NS"},
    {"played_at": "01-02-2026 10:00"},
    {"nat": "TRUE"},
    {"points": ["1", 2]},
    {"score": [1, 2, 3]},
    {"verzaakt": "NS"},
    {"verzaakt": "none"},
    {"roem": [None] * 8},
    {"bids": []},
    {"bids": "pass pass H"},
    {"deal_no": 0},
    {"deal_no": "7"},
]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.formats.csv_lines, "_BLOCK", 3_000)
    monkeypatch.setattr(pipeline.formats.csvlog, "SLOWLY", 3)


@pytest.mark.usefixtures("small_blocks")
def test_odd_records_are_read_as_they_would_be_alone() -> None:
    records = season(games=4)
    changed = [record | odd for record, odd in zip(records, ODD, strict=False)]
    rows, made = agrees(CSV, csv_of([*changed, *records]))
    assert rows == len(changed) + len(records)
    assert made > len(records) / 2


@pytest.mark.parametrize(
    "cell",
    ['5,"trump":"C"', '5}{"a":1', '"N","dealer":"S"', "[1,2],[3,4]", '[1,"x"', "TRUE", "WAAR", "NaN", "{", "{}", "[", "]", '"',
     "007", "1.0", " 5", "5 ", "1e3", "-1", "null", "true", "nul", "[[1]]", "\\u0041", '"\\u0041"', "a\tb", "\x00", "é", "C"],
)  # fmt: skip
def test_a_cell_says_nothing_but_its_own_value(cell: str) -> None:
    rows = [_cell(name, sound().get(name)) for name in FIELD_NAMES]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(FIELD_NAMES)
    for at in range(len(rows)):
        for value in (cell, f"{cell}{rows[at]}", f"{rows[at]}{cell}"):
            writer.writerow([*rows[:at], value, *rows[at + 1 :]])
    agrees(CSV, text.getvalue().encode())


@pytest.mark.parametrize("header", [["game_id"], ["unknown"], [""], ["site", "site"], ["GAME_ID"]])
def test_columns_that_are_no_fields_or_stand_there_twice(header: list[str]) -> None:
    lines = csv_of(season()).decode().splitlines()
    more = [",".join(header)] + [",".join("x" if at % 3 else "" for _ in header) for at in range(len(lines) - 1)]
    data = "\n".join(f"{line},{also}" for line, also in zip(lines, more, strict=True))
    agrees(CSV, data.encode() + b"\n")


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("seed", range(30))
def test_bytes_changed_at_random_make_no_other_rows(seed: int) -> None:
    """Quotes and line ends put in or taken out where they change what a row is, over the borders of blocks too."""
    chance = random.Random(seed)
    data = bytearray(csv_of(season(games=4), lineterminator="\n" if seed % 2 else "\r\n"))
    signs = [b'"', b'""', b",", b"\n", b"\r", b"\r\n", b"[", b"]", b"\xff", b"\xc3\xab", b"\0", b" ", b"", b"5", b'","', b'\n"']
    begin = data.index(b"\n") + 1
    for _ in range(chance.choice([1, 5, 60])):
        at = chance.randrange(begin, len(data))
        data[at : at + chance.randint(0, 2)] = chance.choice(signs)
    agrees(CSV, bytes(data))


@pytest.mark.usefixtures("small_blocks")
def test_rows_of_several_lines_among_many_of_one() -> None:
    records = [
        record | ({"game_id": "a\n\nb", "site": '"\r\n"\n'} if at % 17 == 5 else {})
        for at, record in enumerate(season(games=10))
    ]
    rows, made = agrees(CSV, csv_of(records))
    assert rows == len(records)
    assert made > len(records) / 2


def test_a_line_that_is_too_long_is_read_as_alone() -> None:
    lines = csv_of(season()).splitlines(keepends=True)
    long = b"x" * 2_500_000
    agrees(CSV, b"".join([*lines[:5], long + b"\n", *lines[5:9], b'"' + long + b'"\n', *lines[9:], long]))


class Damaged(io.BytesIO):
    """A stream that cannot be read after some bytes."""

    def read(self, size: int | None = -1) -> bytes:
        left = 20_000 - self.tell()
        if left <= 0:
            raise OSError("damaged")
        return super().read(left if size is None or size < 0 else min(size, left))

    read1 = read


def test_what_lies_before_a_damaged_place_is_read() -> None:
    data = csv_of(season(games=8))
    assert CSV.read_raw is not None

    def lines_read(entries: Iterator[Entry | Lines]) -> list[int]:
        numbers: list[int] = []

        def read_all() -> None:
            for some in entries:
                numbers.extend(some.numbers.tolist() if isinstance(some, Lines) else [some.line])

        with pytest.raises(OSError, match="damaged"):
            read_all()
        return numbers

    together = lines_read(CSV.read_raw(cast(BinaryIO, Damaged(data)), lambda lines: True))
    assert together == lines_read(CSV.read(cast(BinaryIO, Damaged(data))))
    assert len(together) > 20


def parquet_of(table: pa.Table) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream, row_group_size=40)
    return stream.getvalue()


def table_of(records: list[Values]) -> pa.Table:
    rows = [
        record | ({"rules": json.dumps(record["rules"])} if isinstance(record.get("rules"), dict) else {}) for record in records
    ]
    return pa.Table.from_pylist(rows, schema=_schema())


def test_parquet_with_odd_records() -> None:
    records = season(games=4)
    fitting = [
        odd for odd in ODD if not {"nat", "deal_no"} & odd.keys() and odd not in ({"points": ["1", 2]}, {"bids": "pass pass H"})
    ]
    changed = [record | odd for record, odd in zip(records, fitting, strict=False)]
    long = records[0] | {"bids": ["pass"] * 5_000}
    rows, made = agrees(PARQUET, parquet_of(table_of([*changed, long, *records])))
    assert rows == len(changed) + 1 + len(records)
    assert made > len(records)


def as_moments(kind: pa.DataType, step: timedelta = timedelta()) -> pa.Table:
    """A table whose moments are of a type for moments."""
    table = table_of(season())
    begun = datetime(2026, 1, 1, 10, tzinfo=UTC if kind.tz else None)
    moments = [begun + timedelta(seconds=at) + step for at in range(table.num_rows)]
    return table.set_column(table.column_names.index("played_at"), "played_at", pa.array(moments, kind))


def cast_columns(kinds: dict[str, pa.DataType]) -> pa.Table:
    table = table_of(season())
    for name, kind in kinds.items():
        table = table.set_column(table.column_names.index(name), name, table[name].cast(kind))
    return table


@pytest.mark.parametrize(
    ("table", "are_read_so"),
    [
        (lambda: as_moments(pa.timestamp("us")), True),
        (lambda: as_moments(pa.timestamp("ms", "UTC")), True),
        (lambda: as_moments(pa.timestamp("us", "Europe/Amsterdam")), True),
        (lambda: as_moments(pa.timestamp("us"), timedelta(microseconds=5)), False),
        (lambda: cast_columns({"site": pa.large_string(), "game_id": pa.string_view()}), True),
        (lambda: cast_columns({"site": pa.dictionary(pa.int32(), pa.string())}), True),
        (lambda: cast_columns({"points": pa.large_list(pa.int16()), "deal_no": pa.uint8()}), True),
        (lambda: cast_columns({"score": pa.list_(pa.int64(), 2), "players": pa.list_(pa.large_string())}), True),
        (lambda: cast_columns({"deal_no": pa.float64()}), False),
        (lambda: cast_columns({"points": pa.list_(pa.float64())}), False),
        (lambda: cast_columns({"deal_no": pa.string()}), False),
        (lambda: cast_columns({"site": pa.binary()}), False),
    ],
)  # fmt: skip
def test_parquet_in_types_of_other_programs(table: Any, are_read_so: bool) -> None:
    rows, made = agrees(PARQUET, parquet_of(table()))
    assert rows == len(season())
    assert (made > 0.9 * rows) == are_read_so


def test_parquet_without_rows_or_columns_that_are_fields() -> None:
    assert agrees(PARQUET, parquet_of(table_of([]))) == (0, 0)
    assert agrees(PARQUET, parquet_of(pa.table({"x": [1, 2]}))) == agrees(PARQUET, parquet_of(pa.table({"y": ["a", None]})))
    assert agrees(PARQUET, parquet_of(pa.table({"game_id": ["a", None], "bots": ["N", None]})))[1] == 0


def test_texts_of_parquet_that_are_not_utf_8(tmp_path: Path) -> None:
    table = table_of(season()[:3])
    spoiled = parquet_of(table.set_column(table.column_names.index("site"), "site", pa.array(["a", "b\u00eb", "c"])))
    at = spoiled.index("b\u00eb".encode())
    assert agrees(PARQUET, spoiled[: at + 1] + b"\xeb\x20" + spoiled[at + 3 :])[0] == 3
