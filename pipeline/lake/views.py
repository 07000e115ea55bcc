"""What a lake holds as views with the names and types of the store's tables.

Files of a later generation add rows, and say of which deals, games and rejects the rows of earlier ones count no more.
"""

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

import duckdb

from pipeline.lake.manifest import generation_of, read_manifest

KEYS = {
    "past_deals": ("site", "game_id", "deal_no"),
    "past_games": ("site", "game_id"),
    "past_paths": ("path",),
    "past_conflicts": ("path", "member", "line"),
}
"""Tables of a lake only: what rows of earlier generations count no more, and by which columns."""
HIDDEN_BY = {
    "deals": ("past_deals",),
    "findings": ("past_deals",),
    "sources": ("past_deals", "past_paths"),
    "matches": ("past_games",),
    "rejects": ("past_paths", "past_conflicts"),
}
Parts = Mapping[str, Sequence[str]]
Columns = dict[str, list[tuple[str, str]]]


def open_lake(connection: duckdb.DuckDBPyConnection, folder: Path, *, with_views: bool = True) -> None:
    """Make views of a lake's tables, and the store's own views on them, which take longer than all else."""
    parts = read_manifest(folder).parts
    for table, columns in make_tables(connection).items():
        if parts.get(table):
            connection.execute(f'DROP TABLE "{table}"').fetchall()
            connection.execute(f'CREATE VIEW "{table}" AS {visible(folder, parts, table, columns)}').fetchall()
    for text in _sql("views") if with_views else ():
        connection.execute(text).fetchall()


def load_lake(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fill a new database with what a lake holds."""
    parts = read_manifest(folder).parts
    for table, columns in make_tables(connection).items():
        if parts.get(table):
            connection.execute(f'INSERT INTO "{table}" BY NAME {visible(folder, parts, table, columns)}').fetchall()


def make_views(connection: duckdb.DuckDBPyConnection, schema: str, folder: Path, parts: Parts, columns: Columns) -> None:
    """Make a schema with views of some tables of a lake, with one column more: `generation`."""
    connection.execute(f"CREATE SCHEMA {schema}").fetchall()
    for table, typed in columns.items():
        if parts.get(table):
            chosen = visible(folder, parts, table, [*typed, ("generation", "BIGINT")])
        else:
            nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in [*typed, ("generation", "BIGINT")])
            chosen = f"SELECT {nothing} WHERE false"
        connection.execute(f'CREATE VIEW {schema}."{table}" AS {chosen}').fetchall()


def visible(folder: Path, parts: Parts, table: str, columns: Sequence[tuple[str, str]]) -> str:
    """The query for the rows of a table that count. The names of files are ours, and a view takes no parameters."""
    typed = ", ".join(f'held."{name}"::{kind} AS "{name}"' for name, kind in columns)
    hidden = [
        f"NOT EXISTS (SELECT 1 FROM ({_all_rows(folder, parts[past])}) past WHERE past.generation > held.generation AND "
        + " AND ".join(f"past.{name} = held.{name}" for name in KEYS[past])
        + (" AND held.reason = 'conflicting_deal')" if past == "past_conflicts" else ")")
        for past in HIDDEN_BY.get(table, ())
        if parts.get(past)
    ]
    where = f" WHERE {' AND '.join(hidden)}" if hidden else ""
    return f"SELECT {typed} FROM ({_all_rows(folder, parts[table])}) held{where}"


def _all_rows(folder: Path, names: Sequence[str]) -> str:
    """All rows of some files, with the generation of each."""
    by_generation: dict[int, list[str]] = {}
    for name in names:
        by_generation.setdefault(generation_of(name), []).append(literal(folder.resolve() / name))
    return " UNION ALL BY NAME ".join(
        f"SELECT *, {generation} AS generation FROM "
        f"read_parquet([{', '.join(files)}], hive_partitioning = false, union_by_name = true)"
        for generation, files in sorted(by_generation.items())
    )


def make_tables(connection: duckdb.DuckDBPyConnection) -> Columns:
    """Make the store's tables, without comments, which a lake does not hold; their columns and types."""
    for text in _sql("schema", but="comments"):
        connection.execute(text).fetchall()
    rows = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main' "
        "ORDER BY table_name, column_index"
    ).fetchall()
    tables: Columns = {}
    for table, column, kind in rows:
        tables.setdefault(table, []).append((column, kind))
    return tables


def _sql(folder: str, but: str = "/") -> list[str]:
    files = sorted((resources.files("pipeline") / "sql" / folder).iterdir(), key=lambda file: file.name)
    return [file.read_text("utf-8") for file in files if file.name.endswith(".sql") and but not in file.name]


def literal(path: str | Path) -> str:
    """A path as a text in SQL."""
    return "'" + str(path).replace("'", "''") + "'"
