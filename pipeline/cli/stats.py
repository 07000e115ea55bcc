"""The command `stats`."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_option
from pipeline.cli.standings import DAY
from pipeline.cli.terminal import count, terminal
from pipeline.errors import UsageError

if TYPE_CHECKING:
    import polars as pl


@main.command()
@db_option
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--player", metavar="PLAYER", help="Only this player; else everybody.")
@click.option("--partner", metavar="PLAYER", help="Only deals with this partner.")
@click.option("--opponent", "opponents", metavar="PLAYER", multiple=True, help="Only deals against; may be given twice.")
@click.option("--site", metavar="SITE", help="Only games of this site.")
@click.option("--rules", metavar="NAME", help="Only deals by this rule set.")
@click.option("--since", type=DAY, metavar="DAY", help="Only games from this day on, as 2026-01-31.")
@click.option("--until", type=DAY, metavar="DAY", help="Only games up to this day, included.")
@click.option("--role", type=click.Choice(["declarer", "partner", "lho", "rho"]), help="lho sits at the declarer's left hand.")
@click.option("--seat", type=click.Choice(list("NESW")), help="Only deals in this seat.")
@click.option("--trump", type=click.Choice(list("CDHS")), help="Only deals with these trumps.")
@click.option("--bots", is_flag=True, help="Count seats of computers, and those without a person's name, too.")
@click.option("--without-violations", is_flag=True, help="Leave out deals with a violation.")
@click.option("--explain", is_flag=True, help="Print what the statistics mean, and their SQL.")
@click.option("--list", "listed", is_flag=True, help="Print the names of all statistics.")
@click.option("--output", type=click.Choice(["table", "csv", "json", "parquet"]), default="table", show_default=True)
def stats(
    db: Path,
    names: tuple[str, ...],
    player: str | None,
    partner: str | None,
    opponents: tuple[str, ...],
    site: str | None,
    rules: str | None,
    since: datetime | None,
    until: datetime | None,
    role: str | None,
    seat: str | None,
    trump: str | None,
    bots: bool,
    without_violations: bool,
    explain: bool,
    listed: bool,
    output: str,
) -> None:
    """Print statistics, all or those NAMEd, of a player or of everybody: chances, value, interval, and the value of everybody.

    A value of fewer than 20 chances is not shown in the table, one of fewer than 100 is marked "?". csv, json and parquet
    hold all of them with their state.
    """
    from pipeline.report import statistics as report
    from pipeline.statistics import Selection, named_statistics

    statistics = {one.name: one for one in named_statistics(names)}
    if listed:
        for one in statistics.values():
            click.echo(f"{one.name:<20} {one.name_en} · {one.name_nl}")
        return
    if output == "parquet" and sys.stdout.isatty():
        raise UsageError("parquet is no text: send it to a file with > FILE")
    days = [None if day is None else f"{day:%Y-%m-%d}" for day in (since, until)]
    selection = Selection(
        player=player,
        partner=partner,
        opponents=opponents,
        site=site,
        rules=rules,
        since=days[0],
        until=days[1],
        role=role,
        seat=seat,
        trump=trump,
        bots=bots,
        violations=not without_violations,
    )
    if explain:
        click.echo("\n\n".join(report.explained(one, selection) for one in statistics.values()))
        return
    from pipeline.queries import reading
    from pipeline.refit import age_of_fit

    with reading(db) as store:
        frame = store.statistics(list(statistics), selection)
        if any(one.needs_luck for one in statistics.values()) and (old := age_of_fit(store)):
            click.echo(old, err=True)
    if output != "table":
        _write(frame, output)
        return
    terminal().print(report.as_table(frame.to_dicts(), statistics, with_population=selection.of_everybody() != selection))
    bare = "" if bots else "; seats without a person's name are left out (--bots counts them)"
    click.echo(f"{count(len(statistics), 'statistic')}{bare}. ? is provisional; fewer than 20 chances show no value.")


def _write(frame: "pl.DataFrame", output: str) -> None:
    """The frame for programs, to the standard output."""
    from pipeline.report import statistics as report
    from pipeline.report.tables import as_csv

    rows = frame.to_dicts()
    if output == "parquet":
        import io

        import pyarrow as pa
        from pyarrow import parquet

        stream = io.BytesIO()
        parquet.write_table(pa.table(frame), stream)
        sys.stdout.buffer.write(stream.getvalue())
    elif output == "csv":
        click.echo(as_csv(frame.columns, rows), nl=False)
    else:
        click.echo(report.as_json(rows))
