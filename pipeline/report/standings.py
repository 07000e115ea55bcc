"""The table of a competition: by the recomputed scores, with the logged ones beside."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.report.texts import safe

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS = (
    *("place", "site", "player", "partner", "games", "won", "drawn", "lost", "logged_won", "deals", "scored"),
    *("score", "score_against", "logged_score", "logged_score_against", "correction", "logged_place"),
)
"""The columns of csv and json; `partner` only for pairs."""


def columns(*, pairs: bool) -> tuple[str, ...]:
    """The columns of the table of players or of pairs."""
    return tuple(name for name in COLUMNS if pairs or name != "partner")


def as_table(rows: Sequence[Mapping[str, Any]], *, pairs: bool) -> "Table":
    """A table for the terminal; what the log says otherwise stands out."""
    from rich.table import Table
    from rich.text import Text

    several_sites = len({row["site"] for row in rows}) > 1
    table = Table(pad_edge=False, header_style="bold")
    if any(row["won"] + row["drawn"] + row["lost"] < row["games"] for row in rows):
        table.caption = (
            "neither won nor lost: games unfinished, with deals missing or broken off, or not played whole on one side"
        )
    table.add_column("", justify="right")
    table.add_column("pair" if pairs else "player", overflow="fold")
    if several_sites:
        table.add_column("site", overflow="fold")
    for name in ("games", "won", "drawn", "lost", "deals", "score", "against", "a deal", "logged", "logged place"):
        table.add_column(name, justify="right")
    for row in rows:
        who = f"{safe(row['player'])} and {safe(row['partner'])}" if pairs else safe(row["player"])
        results = [str(row["won"]), str(row["drawn"]), str(row["lost"])]
        if row["logged_won"] != row["won"]:
            results[0] += f" (logged {row['logged_won']})"
        logged = "" if row["logged_score"] is None else f"{row['logged_score']:,}"
        moved = str(row["logged_place"]) if row["logged_place"] != row["place"] else ""
        table.add_row(
            str(row["place"]),
            Text(who),
            *([Text(safe(row["site"]))] if several_sites else []),
            f"{row['games']:,}",
            *results,
            f"{row['deals']:,}",
            f"{row['score']:,}",
            f"{row['score_against']:,}",
            f"{row['score'] / row['scored']:.1f}" if row["scored"] else "",
            Text(logged, "yellow" if row["correction"] else ""),
            Text(moved, "bold yellow"),
        )
    return table
