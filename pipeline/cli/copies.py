"""The commands that copy the store or parts of it, or write it afresh: `export`, `backup` and `compact`."""

from pathlib import Path

import click

from pipeline.cli.main import main
from pipeline.cli.options import NamedPath, db_option
from pipeline.cli.terminal import count


@main.command()
@db_option
@click.option("--anonymise", is_flag=True, help="Replace names by pseudonyms, always the same for the same name.")
@click.option("--to", "target", metavar="NAME", help="Write records in this format; else the suffix of OUT says which.")
@click.argument("table")
@click.argument("out", type=NamedPath(shown=True, dir_okay=False))
def export(db: Path, anonymise: bool, target: str | None, table: str, out: Path) -> None:
    """Write a TABLE or view of the database to OUT (.csv .parquet .jsonl .json), or `records` as a log of any format."""
    from pipeline.export import export as write
    from pipeline.people import people_for_pseudonyms

    rows = write(db, table, out, people_for_pseudonyms(db) if anonymise else None, target)
    click.echo(f"{count(rows, 'row')} of {table} written to {out}")


@main.command()
@db_option
@click.argument("out", type=NamedPath(shown=True))
def backup(db: Path, out: Path) -> None:
    """Copy the database, and the aliases and forgotten names beside it, to OUT; use it again with --db OUT."""
    from pipeline.backup import backup as copy

    click.echo(f"{copy(db, out):,} bytes written to {out}")


@main.command()
@db_option
def compact(db: Path) -> None:
    """Write the database or lake afresh: without the room of what was deleted, the small files of a lake together."""
    from pipeline.backup import compact as write

    before, after = write(db)
    click.echo(f"{db}: {before:,} bytes before, {after:,} now")
