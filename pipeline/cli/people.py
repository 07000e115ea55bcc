"""The commands on persons: `forget` and `alias`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_option
from pipeline.cli.terminal import count
from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.queries import Reader


@main.command()
@db_option
@click.option("--unseen", is_flag=True, help="Also a name that the database does not hold: it is kept out from now on.")
@click.argument("player")
def forget(db: Path, unseen: bool, player: str) -> None:
    """Take PLAYER's name out of the database for good: the deals stay, and the name does not come back with a later ingest."""
    from pipeline.forgetting import forget as take_out
    from pipeline.report.texts import safe
    from pipeline.uploads import uploads_folder

    done = take_out(db, player, unseen=unseen)
    rejects = f", and {count(done.rejects, 'reject')}" if done.rejects else ""
    notes = f", and {count(done.notes, 'note')} on findings" if done.notes else ""
    click.echo(f"forgotten: {count(done.deals, 'deal')}{rejects}{notes} now say {done.pseudonym}")
    for other in done.joined:
        click.echo(f"{safe(other)} was joined with this name by an alias, and stays: forget it too if it is the same person")
    click.echo("Logs, exports and backups that hold the name are not changed: remove it there too.")
    if uploads_folder(db).exists():
        click.echo(f"Logs that were uploaded lie in {uploads_folder(db)}.")


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="Only on this site.")
@click.option("--undo", is_flag=True, help="Let NAME stand for itself again.")
@click.argument("name", required=False)
@click.argument("person", required=False)
def alias(db: Path, site: str | None, undo: bool, name: str | None, person: str | None) -> None:
    """Let NAME count as PERSON in statistics and standings, deals staying as they are; without arguments, list such names."""
    from pipeline.fitted import remove_fitted
    from pipeline.people import Alias, load_people, save_people, with_alias, without_alias
    from pipeline.publishing import writing
    from pipeline.queries import reading
    from pipeline.report.texts import safe

    people = load_people(db)
    if name is None:
        for one in people.aliases:
            where = "" if one.site is None else f" on {safe(one.site)}"
            click.echo(f"{safe(one.name)}{where} is {safe(one.person)}")
        click.echo(count(len(people.aliases), "alias") if len(people.aliases) == 1 else f"{len(people.aliases)} aliases")
        return
    from pipeline.database import is_there

    if not is_there(db):
        raise UsageError(f"no database {db}: ingest a log first (klaverlog ingest PATH), or name one with --db")
    if undo:
        changed = without_alias(people, name, site)
    elif person is None:
        raise UsageError(f"whose name is {name!r}? klaverlog alias NAME PERSON, or --undo to take an alias back")
    else:
        changed = with_alias(people, Alias(name, person, site))
        with reading(db) as store:
            check_alias(store, name, person, site)
    save_people(db, changed)
    with writing(db):
        pass  # every publication takes the aliases over
    remove_fitted(db)  # it holds the names as they were joined
    click.echo(f"{name!r} stands for itself again" if undo else f"{name!r} counts as {person!r}")


def check_alias(store: "Reader", name: str, person: str, site: str | None) -> None:
    """UsageError for a site or name that the store does not have, and for two names that play at one table."""
    sites = store.sites()
    if site is not None and site not in sites:
        raise UsageError(f"no site {site!r} in the database: one of {', '.join(map(repr, sites)) or 'none'}")
    if not store.has_player(name, site):
        nearest = ", ".join(repr(other) for other in store.similar_players(name))
        raise UsageError(f"no player {name!r} in the database" + (f"; the nearest names are {nearest}" if nearest else ""))
    if together := store.deal_of_both(name, person):
        raise UsageError(f"{name!r} and {person!r} sit at one table in {together}: they are two persons")
