"""What a store holds, to compare two of them."""

from pathlib import Path
from typing import Any

from pipeline.database import TABLES
from pipeline.queries import Reader, reading
from pipeline.rows import Row


def everything(db: Path) -> dict[str, list[str]]:
    """All rows of a store's tables, less clocks. What its views say follows from these."""
    with reading(db, with_views=False) as store:
        return {name: _rows(store, name) for name in sorted(TABLES - {"meta"})}


def views(db: Path) -> dict[str, list[str]]:
    """All rows of a store's views, of which there are some."""
    with reading(db) as store:
        names = set(store.tables()) - TABLES
        assert {"seats", "plays", "tricks", "games", "rounds", "players", "evenings", "pair_evenings"} <= names
        return {name: _rows(store, name) for name in sorted(names)}


def _rows(store: Reader, name: str) -> list[str]:
    return sorted(
        str({key: value for key, value in row.items() if key not in ("seconds", "ingested_at")})
        for row in store.rows(f'SELECT * FROM "{name}"')
    )


def accounts(db: Path) -> dict[str, tuple[int, int, int, int]]:
    """Records, deals, duplicates and rejects of every file, by its name; they add up."""
    with reading(db) as store:
        rows = store.ledger()
    for row in rows:
        assert row["records"] == row["deals"] + row["duplicates"] + row["rejects"]
    return {Path(row["path"]).name: tuple(row[n] for n in ("records", "deals", "duplicates", "rejects")) for row in rows}


def query(db: Path, sql: str, *parameters: object) -> list[dict[str, Any]]:
    """The rows of a query."""
    with reading(db) as store:
        return store.rows(sql, *parameters)


def findings(found_db: Path) -> list[Row]:
    """All findings of a store."""
    with reading(found_db) as store:
        return store.findings()
