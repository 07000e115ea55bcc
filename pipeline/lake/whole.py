"""A lake written whole: all that a database holds, as one generation of files."""

from pathlib import Path

import duckdb

from pipeline.lake.manifest import MANIFEST, Manifest, read_manifest, sweep, write_manifest
from pipeline.lake.views import literal

SAFE = "[^A-Za-z0-9.-]"
"""What is replaced in the name of a site to name a folder; the file itself holds the site as it is."""

UNKNOWN = "unknown"
"""The folder of deals without a site or a date."""


def write_lake(connection: duckdb.DuckDBPyConnection, folder: Path, schema_version: int, *, keep: bool = True) -> None:
    """Make a lake hold what a database holds; until the manifest is replaced it is as it was.

    Without `keep` the files of the state before go at once.
    """
    folder.mkdir(exist_ok=True)
    old = read_manifest(folder) if (folder / MANIFEST).exists() else Manifest(schema_version)
    sweep(folder, {*old.files, *old.before})
    generation = old.generation + 1
    tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT temporary ORDER BY table_name").fetchall()
    parts = {table: write_table(connection, folder, table, generation) for (table,) in tables}
    sweep(folder, {*old.files, *(name for names in parts.values() for name in names)})
    write_manifest(folder, Manifest(schema_version, generation, parts, old.files))
    if not keep:
        sweep(folder, {name for names in parts.values() for name in names})


def write_table(connection: duckdb.DuckDBPyConnection, folder: Path, table: str, generation: int) -> list[str]:
    """Write a table's rows as files; their names in the lake."""
    if not connection.execute(f'SELECT count(*) FROM "{table}"').fetchall()[0][0]:
        return []
    name = f"g{generation:06}"
    target = folder / table
    target.mkdir(exist_ok=True)
    if table == "deals":
        chosen = (
            f"SELECT *, coalesce(nullif(regexp_replace(site[:40], '{SAFE}', '_', 'g'), ''), '{UNKNOWN}') AS of_site, "
            f"coalesce(strftime(played_at, '%Y-%m'), '{UNKNOWN}') AS month FROM deals "
            "ORDER BY of_site, month, site, game_id, deal_no"
        )
        how = f", PARTITION_BY (of_site, month), FILENAME_PATTERN '{name}_{{i}}', OVERWRITE_OR_IGNORE"
        connection.execute(f"COPY ({chosen}) TO {literal(target)} (FORMAT parquet, COMPRESSION zstd{how})").fetchall()
    else:
        path = target / f"{name}.parquet"
        connection.execute(
            f'COPY (SELECT * FROM "{table}" ORDER BY ALL) TO {literal(path)} (FORMAT parquet, COMPRESSION zstd)'
        ).fetchall()
    return sorted(path.relative_to(folder).as_posix() for path in target.rglob(f"{name}*.parquet"))
