"""Parquet files that can be read, with columns of types and values that no log has."""

import contextlib
import io
import json
import random
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from bench.fuzzing.hostile_values import json_value, nested

from pipeline.fields import FIELD_NAMES

_INVALID = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")])
_COLUMNS: tuple[Callable[[random.Random], Any], ...] = (
    lambda rng: pa.array([rng.choice([-1, 0, 2**63 - 1, None])], pa.int64()),
    lambda rng: pa.array([rng.choice([0, 2**64 - 1])], pa.uint64()),
    lambda rng: pa.array([rng.choice([1.0, float("nan"), float("inf"), -0.0])]),
    lambda rng: pa.array([True]),
    lambda rng: pa.array([rng.choice([b"", b"\xff", b"N"])], pa.binary()),
    lambda rng: pa.array([b"\xff\0"], pa.binary(2)),
    lambda rng: _INVALID,
    lambda rng: pa.array([rng.choice(["x", "\0", "N", "", "x" * 5000])], pa.large_string()),
    lambda rng: pa.array(["N"]).dictionary_encode(),
    lambda rng: pa.nulls(1),
    lambda rng: pa.array([rng.choice([-(10**6), 0, 2**31 - 1])], pa.int32()).cast(pa.date32()),
    lambda rng: pa.array([rng.choice([0, 10**15, -(10**15)])], pa.int64()).cast(pa.timestamp("ms")),
    lambda rng: pa.array([rng.choice([0, 1, 10**18 + 1, -(2**62)])], pa.int64()).cast(pa.timestamp("ns")),
    lambda rng: pa.array([rng.choice([0, 2**62])], pa.int64()).cast(
        pa.timestamp("us", rng.choice(["UTC", "Europe/Amsterdam", "+01:00", "+99:99", "Nowhere/Else", "x", "\u00e9"]))
    ),
    lambda rng: pa.array([rng.choice([0, 86399999999999, 2**60])], pa.int64()).cast(pa.time64("ns"), safe=False),
    lambda rng: pa.array([rng.choice([1, 2**62])], pa.int64()).cast(pa.duration("ns")),
    lambda rng: pa.array([Decimal("1.50")], pa.decimal128(38, 10)),
    lambda rng: pa.array([Decimal(10**60)], pa.decimal256(76, 0)),
    lambda rng: pa.array([rng.choice([0.5, 1.0])], pa.float16()),
    lambda rng: pa.array([[]], pa.list_(pa.null())),
    lambda rng: pa.array([[rng.choice([[["N"]], [None], []])]]),
    lambda rng: pa.array([rng.choice([["N", "E", "S", "W"], [None] * 4, ["7C"] * 500, []])], pa.list_(pa.string())),
    lambda rng: pa.array([[1, 2]], pa.list_(pa.int8(), 2)),
    lambda rng: pa.array([[1.0, 2.0]]),
    lambda rng: pa.array([[b"\xff", b"N", None, b""]]),
    lambda rng: pa.array([{"a": 1, "seat": "N", "card_no": 1, "points": None}]),
    lambda rng: pa.array([[{"card_no": 1, "seat": b"\xff", "points": 2**40, "text": "x"}]]),
    lambda rng: pa.array(
        [{"base": "amsterdams", "run3": 20, "\ud83d": None}] if rng.random() < 0 else [{"base": "amsterdams"}]
    ),
    lambda rng: pa.array([[("a", 1), ("a", 2)]], pa.map_(pa.string(), pa.int64())),
    lambda rng: pa.array([[(b"\xff", [1])]], pa.map_(pa.binary(), pa.list_(pa.int64()))),
    lambda rng: pa.array([[[("seat", "N")]]], pa.list_(pa.map_(pa.string(), pa.string()))),
    lambda rng: pa.array([json.dumps({"base": "amsterdams", "run3": 20})]),
    lambda rng: pa.array([nested(rng)]),
    lambda rng: pa.array(["{" + json_value(rng).encode("utf-8", "replace").decode()]),
    lambda rng: pa.array([_deep(rng.choice([3, 30]))]),
)


def _deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def odd_parquet(rng: random.Random, records: Sequence[Any], whole: Sequence[bytes]) -> bytes:
    """A Parquet file that can be read, with odd columns among those of a record."""
    values = next((record for record in records if isinstance(record, dict)), {})
    held = pq.read_table(pa.BufferReader(rng.choice(whole)), use_threads=False, pre_buffer=False).slice(0, 1)
    columns: list[tuple[str, Any]] = []
    for name in held.column_names:
        column = held.column(name)
        if name in values and rng.random() < 0.3:
            with contextlib.suppress(pa.ArrowException, ValueError, TypeError, OverflowError):
                column = pa.array([values[name]]) if rng.random() < 0.5 else pa.array([values[name]], column.type)
        columns.append((name, column))
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at = rng.randrange(len(columns))
        columns[at] = (columns[at][0], rng.choice(_COLUMNS)(rng))
    if rng.random() < 0.3:
        for _ in range(rng.choice([1, 3, 20])):
            columns.pop(rng.randrange(len(columns)))
    if rng.random() < 0.15:
        columns.append((rng.choice([*FIELD_NAMES, "", "a.b", "plays.list", "²"]), rng.choice(_COLUMNS)(rng)))
    if rng.random() < 0.1:
        rng.shuffle(columns)
    names, arrays = [name for name, _ in columns], [array for _, array in columns]
    table = pa.Table.from_arrays(arrays, names=names)
    if rng.random() < 0.2:
        table = rng.choice([table.slice(0, 0), pa.concat_tables([table] * 3)])
    for keep in (True, False):
        stream = io.BytesIO()
        try:
            pq.write_table(
                table,
                stream,
                compression=rng.choice(["none", "none", "snappy", "zstd", "gzip"]),
                store_schema=keep and rng.random() < 0.7,
                version=rng.choice(["1.0", "2.6"]),
                use_dictionary=rng.random() < 0.5,
                row_group_size=rng.choice([1, 1000]),
                write_page_checksum=rng.random() < 0.2,
                data_page_version=rng.choice(["1.0", "2.0"]),
            )
        except (pa.ArrowException, ValueError, TypeError, OverflowError):
            # Not every type can be written: strange ones go.
            table = table.select([at for at, kind in enumerate(table.schema.types) if pa.types.is_string(kind)])
            continue
        return stream.getvalue()
    return rng.choice(whole)
