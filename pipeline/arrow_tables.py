"""Rows that Arrow holds into the tables of the store, by two threads if need be."""

from collections.abc import Mapping

import duckdb
import pyarrow as pa

from pipeline.game_tables import GameTables
from replay.cards import SEAT_LETTERS


class ArrowTables(GameTables):
    """The part of the store that takes rows of Arrow."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        super().__init__(connection)
        self._column_names: dict[str, list[str]] = {}
        self._other: duckdb.DuckDBPyConnection | None = None
        """A second connection, for rows that are written while the first is at work in another thread."""

    def add_deals(self, deals: pa.Table, findings: pa.Table) -> None:
        """Write rows of two tables."""
        self._insert(self._connection, {"deals": deals, "findings": findings})

    def add_sources(self, sources: pa.Table) -> None:
        """Write rows of `sources`, which may be done while another thread is in `add_deals`; `join` has to follow.

        The first time nothing else may be going on.
        """
        if self._other is None:
            ((name,),) = self._run("SELECT current_database()")
            self._other = self._connection.cursor()
            self._other.execute(f'USE "{name}"').fetchall()
            self._other.begin()
        self._insert(self._other, {"sources": sources})

    def join(self) -> None:
        """Let everything see what `add_sources` has written."""
        if self._other is not None:
            # A transaction sees what was committed before it began.
            self._other.commit()
            self._connection.commit()
            self._connection.begin()
            self.close()

    def close(self) -> None:
        """Let go of what `add_sources` has written and `join` has not: the file is free only then."""
        if self._other is not None:
            self._other.close()
            self._other = None

    def _insert(self, connection: duckdb.DuckDBPyConnection, rows: Mapping[str, pa.Table]) -> None:
        for table, some in rows.items():
            if some.num_rows:
                insert(connection, table, some.select(self._columns(connection, table)))

    def _columns(self, connection: duckdb.DuckDBPyConnection, table: str) -> list[str]:
        """The columns of a table in their order."""
        if table not in self._column_names:
            rows = connection.execute(
                "SELECT column_name FROM duckdb_columns() WHERE schema_name = 'main' AND table_name = ? ORDER BY column_index",
                [table],
            ).fetchall()
            self._column_names[table] = [name for (name,) in rows]
        return self._column_names[table]


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
