"""How the commands write: numbers with nouns, the width of the terminal, progress on stderr."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def terminal() -> "Console":
    """Where results go: wide enough to read when it is no terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal or "COLUMNS" in os.environ else Console(highlight=False, width=140)


class Progress:
    """A bar on stderr for work that takes longer than a second."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.started = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def report(self, name: str, done: int) -> None:
        """Show that `done` bytes of all were read, the last of them of the file `name`."""
        if self.bar is None and time.monotonic() - self.started > 1 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            self.bar = Bar(console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("reading", total=self.total or None)
        if self.bar is not None:
            self.bar.update(self.task, completed=done, description=Path(name).name[:40])

    def tell(self, message: str) -> None:
        """Say something on stderr."""
        click.echo(message, err=True)
