"""The command `standings`."""

import json
from datetime import datetime
from pathlib import Path

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_option
from pipeline.cli.terminal import count, terminal
from pipeline.errors import UsageError

DAY = click.DateTime(["%Y-%m-%d"])


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="Only games of this site.")
@click.option("--since", type=DAY, metavar="DAY", help="Only games from this day on, as 2026-01-31.")
@click.option("--until", type=DAY, metavar="DAY", help="Only games up to this day, included.")
@click.option("--pairs", is_flag=True, help="Pairs instead of single players, over the deals they played together.")
@click.option("--output", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
def standings(db: Path, site: str | None, since: datetime | None, until: datetime | None, pairs: bool, output: str) -> None:
    """Print the table of a competition: games of a site in a period, by the recomputed scores with the logged ones beside."""
    from pipeline.queries import reading
    from pipeline.report import standings as report
    from pipeline.report.tables import as_csv

    if since and until and since > until:
        raise UsageError(f"--since {since:%Y-%m-%d} is after --until {until:%Y-%m-%d}")
    days = [None if day is None else f"{day:%Y-%m-%d}" for day in (since, until)]
    with reading(db) as store:
        if site is not None and site not in store.sites():
            raise UsageError(f"no site {site!r} in the database: one of {', '.join(repr(name) for name in store.sites())}")
        rows = store.standings(site, days[0], days[1], pairs=pairs)
        undated = 0 if days == [None, None] else store.undated_games(site)
    columns = report.columns(pairs=pairs)
    if output == "csv":
        click.echo(as_csv(columns, rows), nl=False)
        return
    if output == "json":
        click.echo(json.dumps([{name: row[name] for name in columns} for row in rows], ensure_ascii=False, indent=1))
        return
    terminal().print(report.as_table(rows, pairs=pairs))
    click.echo(f"{count(len(rows), 'pair' if pairs else 'player')}; seats without a person's name are left out.")
    if undated:
        click.echo(f"{count(undated, 'game')} without a date are left out.")
