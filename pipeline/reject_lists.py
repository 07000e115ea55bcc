"""Rejects a page at a time, and how many there are of each reason."""

from pipeline.queries import Reader
from pipeline.rows import Row


def reject_counts(reader: Reader) -> dict[str, int]:
    """How many records were rejected for each reason, the most frequent first."""
    rows = reader.rows("SELECT reason, count(*) AS n FROM rejects GROUP BY reason ORDER BY n DESC, reason")
    return {row["reason"]: row["n"] for row in rows}


def rejects_page(reader: Reader, reason: str | None, most: int, after: int) -> list[Row]:
    """Rejects of a reason, or of all, by place."""
    return reader.rows(
        "SELECT * FROM rejects WHERE ? IS NULL OR reason = ? ORDER BY path, member, line LIMIT ? OFFSET ?",
        *(reason, reason, most, after),
    )
