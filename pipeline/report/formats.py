"""The formats of logs for the terminal."""

from typing import TYPE_CHECKING

from pipeline.formats import formats

if TYPE_CHECKING:
    from rich.table import Table


def format_list() -> "Table":
    """Every format: how its files are called, whether it can be written, what it can say, and an example."""
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False, header_style="bold", show_lines=True)
    table.add_column("format", no_wrap=True)
    table.add_column("files")
    table.add_column("written")
    table.add_column("what it is, what it can say, an example", overflow="fold")
    for form in formats().values():
        example = Text(form.example, style="dim")
        words = Text("\n").join([Text(form.title, style="bold"), Text(form.can_say), example])
        table.add_row(form.name, " ".join(form.suffixes), "yes" if form.write is not None else "", words)
    table.caption = "recognised by content; plain or packed as .gz, .zst or .zip"
    return table
