"""What a store holds, to compare two of them."""

from pathlib import Path

from pipeline.queries import reading


def everything(db: Path) -> dict[str, list[str]]:
    """All rows of a store, less clocks."""
    with reading(db) as store:
        tables = [name for name in store.tables() if name not in ("meta",)]
        return {
            name: sorted(
                str({key: value for key, value in row.items() if key not in ("seconds", "ingested_at")})
                for row in store.rows(f'SELECT * FROM "{name}"')
            )
            for name in tables
        }
