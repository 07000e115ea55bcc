"""The commands `players` and `player`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_option
from pipeline.cli.terminal import count, terminal
from pipeline.errors import UsageError

if TYPE_CHECKING:
    import polars as pl

OUTPUT = click.Choice(["table", "csv", "json"])


def _tell(message: str) -> None:
    click.echo(message, err=True)


def _refit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--refit", is_flag=True, help="Find luck and strength anew."),
        click.option(
            "--unfinished/--finished",
            "unfinished",
            default=None,
            help="Count games that were not played to their end too; kept until the other is asked for.  [default: finished]",
        ),
    ):
        command = option(command)
    return command


def _write(frame: "pl.DataFrame", output: str) -> None:
    import json

    from pipeline.report.tables import as_csv

    rows = frame.to_dicts()
    if output == "csv":
        click.echo(as_csv(frame.columns, rows), nl=False)
    else:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False, default=str))


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="Only players of this site.")
@click.option("--least", type=click.IntRange(min=1), default=20, show_default=True, help="Only players with so many deals.")
@_refit_options
@click.option("--evaluate", is_flag=True, help="Say how well later games follow from earlier ones instead.")
@click.option("--output", type=OUTPUT, default="table", show_default=True)
def players(db: Path, site: str | None, least: int, refit: bool, unfinished: bool | None, evaluate: bool, output: str) -> None:
    """Print who is strong: points a deal for his side, luck of the cards taken out, by the lower end of the interval.

    0 is the average of those he can be compared with. ? marks values of fewer than 100 deals. Computers are counted with
    but not listed.
    """
    from pipeline.queries import reading
    from pipeline.refit import make_current
    from pipeline.report import players as report

    if evaluate:
        if site is not None or refit:
            raise UsageError("--evaluate is about all players and keeps nothing: it takes no --site and no --refit")
        _evaluate(db, unfinished=unfinished, output=output)
        return
    with reading(db) as store:
        if site is not None and site not in (sites := store.sites()):
            raise UsageError(f"no site {site!r} in the database: one of {', '.join(map(repr, sites)) or 'none'}")
    make_current(db, _tell, unfinished=unfinished, anew=refit)
    with reading(db) as store:
        frame, about = store.leaderboard(least, site), store.about_fitted()
    if output != "table":
        _write(frame, output)
        return
    rows = frame.to_dicts()
    for table in report.leaderboard(rows, many_sites=frame["person_site"].n_unique() > 1):
        terminal().print(table)
    for line in _notes(rows, about, least):
        click.echo(line)


def _notes(rows: list[dict[str, Any]], about: dict[str, str], least: int) -> list[str]:
    """What has to be known to read the leaderboard."""
    counted, deals = int(about["counted"]), int(about["deals"])
    of_games = "all games" if about["unfinished"] == "True" else "finished games"
    lines = [f"{count(len(rows), 'player')} with {count(least, 'deal')} or more, from {counted:,} deals of {of_games}."]
    if counted < deals:
        lines.append(f"{deals - counted:,} deals of unfinished games are left out (--unfinished counts them).")
    if rows and not any(row["low"] > 0 or row["high"] < 0 for row in rows):
        lines.append(
            "Nobody stands out: every interval holds 0. klaverlog players --evaluate says whether these games can tell."
        )
    if any((row["partner_share"] or 0) > 0.9 for row in rows):
        lines.append("Who nearly always has the same partner cannot well be told from him.")
    if len({row["league"] for row in rows}) > 1:
        lines.append("Players of different leagues never met, not even through others, and are not compared.")
    return lines


def _evaluate(db: Path, *, unfinished: bool | None, output: str) -> None:
    from pipeline.refit import evaluated
    from pipeline.report import players as report

    found = evaluated(db, _tell, unfinished=unfinished)
    if found is None:
        click.echo("Fewer than ten games: too few to predict any from others.", err=output != "table")
    if output != "table":
        from dataclasses import asdict, fields

        import polars as pl

        from pipeline.strength.evaluate import Predicted

        rows = [asdict(one) for one in found.methods] if found else []
        names = [field.name for field in fields(Predicted)]
        _write(pl.DataFrame(rows, names if not rows else None).fill_nan(None), output)
    if found is None or output != "table":
        return
    terminal().print(report.evaluation(found))
    click.echo(report.verdict(found))


@main.command()
@db_option
@click.argument("name")
@click.option("--site", metavar="SITE", help="The player of that name on this site.")
@_refit_options
@click.option("--output", type=OUTPUT, default="table", show_default=True)
def player(db: Path, name: str, site: str | None, refit: bool, unfinished: bool | None, output: str) -> None:
    """Print the profile of the player NAME: strength, luck and skill by role, partners and opponents.

    json holds all of it with form and rating over time; csv holds the parts of his results by role.
    """
    from pipeline.queries import reading
    from pipeline.refit import make_current
    from pipeline.statistics import Selection
    from pipeline.statistics.choices import check_choices

    with reading(db) as store:
        check_choices(store, Selection(player=name, site=site))
    make_current(db, _tell, unfinished=unfinished, anew=refit)
    with reading(db) as store:
        parts = store.profile(name, site)
    if parts["strength"].is_empty() and not parts["luck"]["deals"].sum():
        raise UsageError(f"{name[:60]!r} is no person: the name of a computer or of a seat, or one without a complete deal")
    if output == "csv":
        _write(parts["luck"], "csv")
    elif output == "json":
        import json

        click.echo(
            json.dumps({key: frame.to_dicts() for key, frame in parts.items()}, ensure_ascii=False, indent=1, default=str)
        )
    else:
        _print_profile(name, parts)


def _print_profile(name: str, parts: "dict[str, pl.DataFrame]") -> None:
    from pipeline.report import players as report
    from pipeline.report.texts import safe

    rows = parts["strength"].to_dicts()
    if rows and rows[0]["state"] == "hidden":
        click.echo(
            f"{safe(name)}: {count(rows[0]['deals'], 'deal')} in finished games, too few to say how strong; 20 are needed."
        )
    elif rows:
        for table in report.leaderboard(rows, many_sites=False):
            terminal().print(table)
        click.echo(f"Place {rows[0]['place']} of {rows[0]['ranked']} with 20 deals or more in league {rows[0]['league']}.")
    click.echo("What follows is of all deals whose luck is known, of unfinished games too.")
    terminal().print(report.luck(parts["luck"].to_dicts()))
    if words := report.calling(parts["threshold"].to_dicts()):
        click.echo(words)
    for key, who in (("partners", "partner"), ("opponents", "opponent")):
        if len(parts[key]):
            terminal().print(report.others(parts[key].to_dicts(), who))
