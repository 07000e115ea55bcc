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

    from pipeline.statistics import Selection
    from pipeline.statistics.catalog import Statistic


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
@click.option("--deals", is_flag=True, help="Print the deals that one statistic counts, those where most was done first.")
@click.option("--class", "of_class", metavar="CLASS", default="", help="With --deals: of this class, as the table names it.")
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
    deals: bool,
    of_class: str,
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
    if of_class and not deals:
        raise UsageError("--class is about the list of --deals")
    if deals:
        _print_deals(db, list(statistics.values()), selection, of_class, output)
        return
    from pipeline.queries import reading
    from pipeline.refit import age_of_fit
    from replay.choices import has_to_compile

    with reading(db) as store:
        if any(one.looks_at_plays for one in statistics.values()) and has_to_compile(store.deal_count()):
            click.echo("compiling the rules, once for this version: about a quarter of a minute", err=True)
        frame = store.statistics(list(statistics), selection)
        if any(one.needs_fitted for one in statistics.values()) and (old := age_of_fit(store)):
            click.echo(old, err=True)
    if output != "table":
        _write(frame, output)
        return
    terminal().print(report.as_table(frame.to_dicts(), statistics, with_population=selection.of_everybody() != selection))
    bare = "" if bots else "; seats without a person's name are left out (--bots counts them)"
    click.echo(f"{count(len(statistics), 'statistic')}{bare}. ? is provisional; fewer than 20 chances show no value.")


def _print_deals(db: Path, statistics: "list[Statistic]", selection: "Selection", of_class: str, output: str) -> None:
    """The deals behind a value."""
    import polars as pl

    from pipeline.queries import reading
    from pipeline.report import statistics as report
    from pipeline.statistics.grouped import MOST_DEALS, is_grouped

    if len(statistics) != 1:
        raise UsageError(f"--deals lists the deals of one statistic, not of {len(statistics)}: klaverlog stats NAME --deals")
    (one,) = statistics
    if not is_grouped(one):
        raise UsageError(f"{one.name} counts whole games or days, not deals")
    with reading(db) as store:
        classes = [row["class"] for row in store.statistics([one.name], selection).to_dicts() if row["n"]]
        if classes and of_class not in classes:
            named = ", ".join(repr(name) for name in classes)
            raise UsageError(f"{one.name} has no class {of_class!r} here: choose one of {named} with --class")
        rows = store.deals_behind(one.name, selection, "everybody", {"everybody": True}, of_class) if classes else []
    if output != "table":
        _write(pl.DataFrame(rows, report.DEAL_COLUMNS, orient="row"), output)
        return
    terminal().print(report.deals_table(rows))
    most = f", the first {MOST_DEALS}" if len(rows) == MOST_DEALS else ""
    click.echo(f"{count(len(rows), 'deal')}{most}. klaverlog show GAME DEAL steps through one.")


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
