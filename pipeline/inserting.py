"""Rows that Arrow holds into a table of DuckDB."""

import duckdb
import pyarrow as pa

from replay.cards import SEAT_LETTERS


def insert(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Insert rows that have the columns of the table, in its order.

    Rows of seats come with their numbers. DuckDB would look up the letter of each in a table of hashes, which takes longer
    than anything else about a deal, and it knows no other way from Arrow into an ENUM; a list of the letters has one.
    """
    columns, asked = [], []
    for name, column in zip(rows.column_names, rows.columns, strict=True):
        if not _is_seats(column.type):
            columns.append(column)
            asked.append(f'"{name}"')
            continue
        width = column.type.list_size
        columns.append(pa.chunked_array([_numbers(chunk, width) for chunk in column.chunks], pa.list_(pa.int8(), width)))
        asked.append(f'list_transform("{name}"::TINYINT[], lambda number: ({_LETTERS}::seat[])[number + 1])::seat[{width:d}]')
    # A registered table would be held until the transaction ends, and with it all that was ever inserted.
    given = connection.from_arrow(pa.table(columns, names=rows.column_names))
    given.project(", ".join(asked)).insert_into(table)


_LETTERS = [*SEAT_LETTERS]


def _is_seats(kind: pa.DataType) -> bool:
    return bool(pa.types.is_fixed_size_list(kind) and pa.types.is_dictionary(kind.value_type))


def _numbers(seats: pa.FixedSizeListArray, width: int) -> pa.FixedSizeListArray:
    """Rows of seats, none of them NULL, as rows of their numbers from 0."""
    return pa.FixedSizeListArray.from_arrays(seats.flatten().indices, width)
