"""A lake: the store as a folder of Parquet files, by site and month, with a manifest that says which of them count.

A manifest is replaced whole, so readers see the one or the other state. Files of the state before are kept until the
next change: somebody may still be reading them.
"""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import duckdb

from pipeline.errors import UsageError

MANIFEST = "manifest.json"
SUFFIX = ".lake"
"""The ending of a folder that is made as a lake when nothing is there yet."""
SAFE = "[^A-Za-z0-9.-]"
"""What is replaced in the name of a site to name a folder; the file itself holds the site as it is."""

_OURS = re.compile(r"g\d{6,}(_\d+)?\.parquet")


@dataclass(frozen=True)
class Manifest:
    """What a lake holds: the schema, a number that grows, its files by table, and the files of the state before."""

    schema_version: int
    generation: int = 0
    parts: dict[str, list[str]] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)

    @property
    def files(self) -> list[str]:
        return [name for names in self.parts.values() for name in names]


def is_lake(path: Path) -> bool:
    """Whether a lake lies at a path, or is to be made there."""
    return (path / MANIFEST).is_file() or (path.suffix == SUFFIX and not path.is_file())


def check_place(folder: Path) -> None:
    """UsageError for a folder that cannot be a lake: it holds other things, or its name is a pattern to DuckDB."""
    if any(sign in str(folder) for sign in "*?[]{}"):
        raise UsageError(f"{folder} cannot be a lake: its name holds one of * ? [ ] {{ }}")
    if folder.is_dir() and not (folder / MANIFEST).exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} cannot be a lake: it is not empty and has no {MANIFEST}")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a lake; UsageError for one that cannot be read or names files outside of it."""
    try:
        values = json.loads((folder / MANIFEST).read_text("utf-8"))
        manifest = Manifest(
            int(values["schema_version"]), int(values["generation"]), _names(values["parts"]), list(values["before"])
        )
    except FileNotFoundError as error:
        raise UsageError(f"{folder} is no lake: it has no {MANIFEST}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{folder / MANIFEST} cannot be read: {error}") from error
    for name in (*manifest.files, *manifest.before):
        if not isinstance(name, str) or not (folder / name).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{folder / MANIFEST} names a file outside of the lake: {name!r}")
    return manifest


def _names(parts: Any) -> dict[str, list[str]]:
    return {str(table): list(names) for table, names in parts.items()}


def open_lake(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Make views of a lake's files with the names and types of the store's tables, and the store's own views on them."""
    manifest = read_manifest(folder)
    for table, columns in _make_tables(connection).items():
        files = _paths(folder, manifest.parts.get(table, []))
        if files:
            connection.execute(f'DROP TABLE "{table}"').fetchall()
            typed = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind in columns)
            # A view takes no parameters, and the names of files are ours.
            connection.execute(f'CREATE VIEW "{table}" AS SELECT {typed} FROM {_parquet(files)}').fetchall()
    for text in _sql("views"):
        connection.execute(text).fetchall()


def load_lake(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fill a new database with what a lake holds."""
    manifest = read_manifest(folder)
    for table in _make_tables(connection):
        files = _paths(folder, manifest.parts.get(table, []))
        if files:
            connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM {_parquet(files)}').fetchall()


def write_lake(connection: duckdb.DuckDBPyConnection, folder: Path, schema_version: int, *, keep: bool = True) -> None:
    """Make a lake hold what a database holds; until the manifest is replaced it is as it was.

    Without `keep` the files of the state before go at once.
    """
    folder.mkdir(exist_ok=True)
    old = read_manifest(folder) if (folder / MANIFEST).exists() else Manifest(schema_version)
    _sweep(folder, {*old.files, *old.before})
    generation = old.generation + 1
    tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT temporary ORDER BY table_name").fetchall()
    parts = {table: _write_table(connection, folder, table, generation) for (table,) in tables}
    _sweep(folder, {*old.files, *(name for names in parts.values() for name in names)})
    manifest = {"schema_version": schema_version, "generation": generation, "parts": parts, "before": old.files}
    work = folder / f".{MANIFEST}.{os.getpid()}.part"
    work.write_text(json.dumps(manifest, indent=1), "utf-8")
    os.replace(work, folder / MANIFEST)
    if not keep:
        _sweep(folder, {name for names in parts.values() for name in names})


def _write_table(connection: duckdb.DuckDBPyConnection, folder: Path, table: str, generation: int) -> list[str]:
    """Write a table's rows as files; their names in the lake."""
    if not connection.execute(f'SELECT count(*) FROM "{table}"').fetchall()[0][0]:
        return []
    name = f"g{generation:06}"
    target = folder / table
    target.mkdir(exist_ok=True)
    if table == "deals":
        chosen = (
            f"SELECT *, coalesce(nullif(regexp_replace(site[:40], '{SAFE}', '_', 'g'), ''), 'unknown') AS of_site, "
            "coalesce(strftime(played_at, '%Y-%m'), 'unknown') AS month FROM deals "
            "ORDER BY of_site, month, site, game_id, deal_no"
        )
        how = f", PARTITION_BY (of_site, month), FILENAME_PATTERN '{name}_{{i}}', OVERWRITE_OR_IGNORE"
        connection.execute(f"COPY ({chosen}) TO {_literal(target)} (FORMAT parquet, COMPRESSION zstd{how})").fetchall()
    else:
        path = target / f"{name}.parquet"
        connection.execute(
            f'COPY (SELECT * FROM "{table}" ORDER BY ALL) TO {_literal(path)} (FORMAT parquet, COMPRESSION zstd)'
        ).fetchall()
    return sorted(str(path.relative_to(folder)) for path in target.rglob(f"{name}*.parquet"))


def _sweep(folder: Path, kept: set[str]) -> None:
    """Remove files of ours that are not kept: of states that are past, and of a change that was broken off."""
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder)
        if path.is_file() and _OURS.fullmatch(path.name) and len(name.parts) > 1 and str(name) not in kept:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _make_tables(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[str, str]]]:
    """Make the store's tables; their columns and types."""
    for text in _sql("schema"):
        connection.execute(text).fetchall()
    rows = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main' "
        "ORDER BY table_name, column_index"
    ).fetchall()
    tables: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in rows:
        tables.setdefault(table, []).append((column, kind))
    return tables


def _sql(folder: str) -> list[str]:
    files = (resources.files("pipeline") / "sql" / folder).iterdir()
    return [file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name) if file.name.endswith(".sql")]


def _paths(folder: Path, names: Sequence[str]) -> list[str]:
    return [str(folder.resolve() / name) for name in names]


def _parquet(files: Sequence[str]) -> str:
    return f"read_parquet([{', '.join(_literal(file) for file in files)}], hive_partitioning = false, union_by_name = true)"


def _literal(path: str | Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
