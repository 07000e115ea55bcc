"""The ledger for the terminal: what became of the records of every file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.report.texts import safe

if TYPE_CHECKING:
    from rich.table import Table


def as_table(rows: Sequence[Mapping[str, Any]]) -> "Table":
    """A row a file, or a member of an archive; deals, duplicates and rejects add up to its records."""
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False, header_style="bold")
    table.add_column("file", overflow="fold")
    table.add_column("format")
    for name in ("records", "deals", "duplicates", "rejects", "findings", "seconds"):
        table.add_column(name, justify="right")
    table.add_column("version")
    table.add_column("read at, UTC")
    table.add_column("notes", overflow="fold")
    for row in rows:
        name = Path(row["path"]).name + (f"!{row['member']}" if row["member"] else "")
        counts = [f"{row[column]:,}" for column in ("records", "deals", "duplicates", "rejects", "findings")]
        counts[3] = counts[3] if row["rejects"] == 0 else f"[bold red]{counts[3]}[/]"
        when = f"{row['ingested_at']:%Y-%m-%d %H:%M}"
        notes = Text(safe(row["notes"], 200))
        table.add_row(Text(safe(name, 120)), row["format"], *counts, f"{row['seconds']:.1f}", row["version"], when, notes)
    return table
