"""Parquet with the field names of the contract as columns: lists as lists, rules as a name or JSON."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format
from pipeline.lines import as_text

if TYPE_CHECKING:
    import pyarrow as pa

    from pipeline.records import Record

BATCH = 2_000


def sniff(head: bytes) -> bool:
    """Whether it begins as Parquet does."""
    return head.startswith(b"PAR1")


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each row; the line is the number of the row."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = 0
    try:
        # Nothing in the background: what a thread still reads of a damaged file when it is given up ends the whole process.
        file = pq.ParquetFile(pa.BufferReader(stream.read()), pre_buffer=False)
        columns = [name for name in file.schema_arrow.names if name in FIELD_NAMES]
        for batch in file.iter_batches(BATCH, columns=columns, use_threads=False):
            for row, note in _rows(batch):
                number += 1
                values = {name: _plain(name, value) for name, value in row.items() if value is not None}
                yield Entry(number, values, b"", note=note)
    # Damaged files make the library raise almost anything; whatever it is, the rest of the file cannot be read.
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError, MemoryError, SystemError) as error:
        yield Entry(number + 1, Fault("", "bad_record", f"not Parquet that can be read: {shown(str(error))}"), b"")


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

    from pipeline.records import record_values

    schema = _schema()
    waiting = iter(records)
    with pq.ParquetWriter(stream, schema, compression="zstd") as writer:
        while some := list(islice(waiting, BATCH)):
            rows = []
            for record in some:
                values = record_values(record)
                if isinstance(values.get("rules"), dict):
                    values["rules"] = json.dumps(values["rules"])
                rows.append(values)
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


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
    needs_seeking=True,
)
