"""The commands on formats: `formats` and `convert`."""

import sys
from pathlib import Path

import click

from pipeline.cli.main import main
from pipeline.cli.options import NamedPath, db_option
from pipeline.cli.terminal import count, terminal


@main.command()
def formats() -> None:
    """List the formats of logs that can be read and written, with what each can say and an example."""
    from pipeline.report.formats import format_list

    terminal().print(format_list())


@main.command()
@click.option("--format", "source_format", metavar="NAME", help="Read IN as this format, whatever it looks like.")
@click.option("--to", "target", metavar="NAME", help="Write this format; else the suffix of OUT says which.")
@click.option("--anonymise", is_flag=True, help="Replace names by pseudonyms, those of the database --db.")
@db_option
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything was lost or could not be read.")
@click.argument("source", metavar="IN", type=NamedPath())
@click.argument("out", metavar="OUT", type=NamedPath(shown=True, dir_okay=False))
def convert(
    source_format: str | None, target: str | None, anonymise: bool, db: Path, strict: bool, source: Path, out: Path
) -> None:
    """Write the deals of a log as another format, and say what that format cannot hold."""
    from pipeline.convert import convert as write
    from pipeline.people import people_for_pseudonyms
    from pipeline.report.texts import safe

    change = people_for_pseudonyms(db).anonymous if anonymise else None
    done = write(source, out, source_format, target, change)
    click.echo(f"{count(done.written, 'record')} written to {out}")
    for name, number in done.lost.most_common():
        click.echo(f"  lost: {name} in {count(number, 'record')}")
    for reason, number in done.refused.most_common():
        click.echo(f"  not written: {count(number, 'record')}: {reason}")
    for where, line, message in done.rejected:
        click.echo(f"  not read: {safe(f'{where}:{line}', 80)} {safe(message, 200)}")
    if done.rejects > len(done.rejected):
        click.echo(f"  and {done.rejects - len(done.rejected)} more that could not be read")
    if strict and (done.lost or done.refused or done.rejects):
        sys.exit(1)
