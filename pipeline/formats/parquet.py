"""Parquet with the field names of the contract as columns: lists as lists, rules as a name or JSON."""

import io
import json
import os
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from pipeline.faults import Fault, shown
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format, IsWorth
from pipeline.lines import Lines, as_text, rows_of
from pipeline.scan.fields import FIELDS

if TYPE_CHECKING:
    import pyarrow as pa

    from pipeline.records import Record

BATCH = 2_000
LARGE_BATCH = 10_000
BATCHES_IN_A_GROUP = 10
"""What lies together in a file: readers take longer for many small parts."""


def sniff(head: bytes) -> bool:
    """Whether it begins as Parquet does."""
    return head.startswith(b"PAR1")


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each row; the line is the number of the row."""
    number = 0
    for batch in _batches(stream, BATCH):
        if isinstance(batch, Fault):
            yield Entry(number + 1, batch, b"")
            return
        if (yield from _entries(batch, number)):
            return
        number += batch.num_rows


def read_raw(stream: BinaryIO, is_worth: IsWorth) -> Iterator[Entry | Lines]:
    """The entries of `read`, where columns are of the types that we write as lines of JSON, many rows at a time."""
    number = 0
    for batch in _batches(stream, LARGE_BATCH):
        if isinstance(batch, Fault):
            yield Entry(number + 1, batch, b"")
            return
        lines = _as_lines(batch, number) if is_worth(batch.num_rows) else None
        if lines is not None:
            yield lines
        elif (yield from _entries(batch, number)):
            return
        number += batch.num_rows


def _batches(stream: BinaryIO, size: int) -> "Iterator[pa.RecordBatch | Fault]":
    """The rows of a file so many at a time, and what is wrong with it at the end."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Nothing in the background: what a thread still reads of a damaged file when it is given up ends the whole process.
        raw = getattr(stream, "raw", None)
        source = pa.OSFile(os.fsdecode(raw.name)) if isinstance(raw, io.FileIO) else pa.BufferReader(stream.read())
        file = pq.ParquetFile(source, pre_buffer=False)
        columns = [name for name in file.schema_arrow.names if name in FIELD_NAMES]
        yield from file.iter_batches(size, columns=columns, use_threads=False)
    except _damage() as error:
        yield _unreadable(error)


def _damage() -> tuple[type[Exception], ...]:
    """What damaged files make the library raise: almost anything; whatever it is, the rest of the file cannot be read."""
    import pyarrow as pa

    return (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError, MemoryError, SystemError)


def _unreadable(error: Exception) -> Fault:
    return Fault("", "bad_record", f"not Parquet that can be read: {shown(str(error))}")


def _entries(batch: "pa.RecordBatch", number: int) -> Generator[Entry, None, bool]:
    """The entries of the rows after `number`; whether they end with a fault, after which nothing can be read."""
    at = number
    try:
        for row, note in _rows(batch):
            at += 1
            values = {name: _plain(name, value) for name, value in row.items() if value is not None}
            yield Entry(at, values, b"", note=note)
    except _damage() as error:
        yield Entry(at + 1, _unreadable(error), b"")
        return True
    return False


def _as_lines(batch: "pa.RecordBatch", number: int) -> Lines | None:
    """The rows after `number` as lines of JSON, None where a column is of another type than we write.

    A row that says something the scanner knows nothing of becomes an empty line, which it leaves alone.
    """
    import pyarrow.compute as pc

    from pipeline.scan.columns import lines_of_columns

    kinds = {field.name: field.type for field in _schema()}
    try:
        columns = {name: _as_written(batch.column(name), kinds[name]) for name in batch.schema.names if name in FIELDS}
    except _damage():
        return None
    if not columns or None in columns.values():
        return None

    def write() -> tuple[bytearray, Any, Any]:
        data, starts, ends = lines_of_columns(columns)
        for name in batch.schema.names:
            if name not in FIELDS:
                says_more = pc.is_valid(batch.column(name)).to_numpy(zero_copy_only=False)
                ends[says_more] = starts[says_more]
        return data, starts, ends

    return rows_of(np.arange(number + 1, number + 1 + batch.num_rows), partial(_entry, batch, number), write)


def _entry(batch: "pa.RecordBatch", number: int, lines: Lines, at: int) -> Entry:
    return next(_entries(batch.slice(at, 1), number + at))


def _as_written(column: "pa.Array", written: "pa.DataType") -> "pa.Array | None":
    """A column in the type that we write, None if its own does not say the same in another width or form."""
    from pyarrow import types

    kind = column.type
    if types.is_dictionary(kind):
        return _as_written(column.dictionary_decode(), written)
    if types.is_timestamp(kind) and types.is_string(written):
        return _as_text_of_moments(column)
    return column.cast(written) if _says_the_same(kind, written) else None


def _as_text_of_moments(column: "pa.Array") -> "pa.Array":
    """Moments of whole seconds as texts; any other is an error."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.strftime(column.cast(pa.timestamp("s")), "%Y-%m-%dT%H:%M:%S")


def _says_the_same(kind: "pa.DataType", written: "pa.DataType") -> bool:
    from pyarrow import types

    if types.is_list(written):
        is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
        return is_list and _says_the_same(kind.value_type, written.value_type)
    if types.is_integer(written):
        return bool(types.is_integer(kind))
    if types.is_boolean(written):
        return bool(types.is_boolean(kind))
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _rows(batch: "pa.RecordBatch") -> Iterator[tuple[dict[str, Any], str]]:
    """The rows of a batch, each with a note where its texts are not UTF-8."""
    try:
        rows = batch.to_pylist()
    except UnicodeDecodeError:
        columns = [column.cast(_as_bytes(column.type)) for column in batch.columns]
        for at in range(batch.num_rows):
            heard: list[str] = []
            row = {name: _decoded(column[at].as_py(), heard) for name, column in zip(batch.schema.names, columns, strict=True)}
            yield row, next((note for note in heard if note), "")
        return
    yield from ((row, "") for row in rows)


def _as_bytes(kind: "pa.DataType") -> "pa.DataType":
    """A type with bytes in place of texts."""
    import pyarrow as pa

    if pa.types.is_string(kind):
        return pa.binary()
    if pa.types.is_list(kind) and pa.types.is_string(kind.value_type):
        return pa.list_(pa.binary())
    return kind


def _decoded(value: Any, heard: list[str]) -> Any:
    if isinstance(value, bytes):
        text, note = as_text(value)
        heard.append(note)
        return text
    return [_decoded(part, heard) for part in value] if isinstance(value, list) else value


def _plain(name: str, value: Any) -> Any:
    if name == "rules" and isinstance(value, str) and value.startswith("{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value.isoformat() if hasattr(value, "isoformat") else value


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """A row for each record, all fields as columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetWriter(stream, _schema(), compression="zstd") as writer:
        tables = _tables(records)
        while some := list(islice(tables, BATCHES_IN_A_GROUP)):
            writer.write_table(pa.concat_tables(some))


def _tables(records: "Iterable[Record]") -> "Iterator[pa.Table]":
    """The records as rows, so many at a time."""
    import pyarrow as pa

    from pipeline.records import record_values

    schema = _schema()
    waiting = iter(records)
    while some := list(islice(waiting, BATCH)):
        rows = []
        for record in some:
            values = record_values(record)
            if isinstance(values.get("rules"), dict):
                values["rules"] = json.dumps(values["rules"])
            rows.append(values)
        yield pa.Table.from_pylist(rows, schema=schema)


def _schema() -> "pa.Schema":
    import pyarrow as pa

    texts, numbers = pa.list_(pa.string()), pa.list_(pa.int64())
    claim = pa.struct([("card_no", pa.uint8()), ("seat", pa.string()), ("points", pa.int64())])
    comment = pa.struct([("card_no", pa.uint8()), ("text", pa.string())])
    kinds = {
        **dict.fromkeys(("players", "bids", "turned", "hands"), texts),
        **dict.fromkeys(("roem", "points", "roem_points", "score", "totals", "think_ms"), numbers),
        **dict.fromkeys(("nat", "pit", "prevents_illegal"), pa.bool_()),
        "deal_no": pa.int64(),
        "claims": pa.list_(claim),
        "comments": pa.list_(comment),
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in FIELD_NAMES])


FORMAT = Format(
    "parquet",
    "Parquet with a column for each field",
    (".parquet", ".pq"),
    sniff,
    read,
    "everything; rules are a name or JSON in a text",
    "(binary)",
    write,
    read_raw=read_raw,
    needs_seeking=True,
)
