"""What a store holds, to compare two of them."""

from pathlib import Path

from pipeline.database import TABLES
from pipeline.queries import Reader, reading


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
