"""Rows of Arrow columns as lines of JSON, side by side in memory, made by an in-memory DuckDB: no Python object a value."""

from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

DatabaseError = duckdb.Error
"""What is raised for texts that are not UTF-8."""


class JsonWriter:
    """Writes tables as JSON; it holds a database of its own."""

    def __init__(self) -> None:
        self._connection = duckdb.connect(config={"threads": 1})

    def texts(self, table: pa.Table) -> tuple[bytes, Any]:
        """The objects that the rows of a table make, side by side, and where each begins and the last ends.

        Texts that are not UTF-8 raise duckdb.Error.
        """
        columns = ", ".join(f'"{name}" := "{name}"' for name in table.column_names)
        made = self._connection.from_arrow(table).project(f"to_json(struct_pack({columns}))::VARCHAR AS line").to_arrow_table()
        texts = made["line"].combine_chunks()
        _, offsets, data = texts.buffers()
        bounds = np.frombuffer(offsets, np.int32, len(texts) + 1, 4 * texts.offset)
        return b"" if data is None else data.to_pybytes(), bounds.astype(np.int64)
