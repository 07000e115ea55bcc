"""The command `simulate`."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from pipeline.cli.main import main
from pipeline.cli.options import NamedPath, named_rules, rules_option
from pipeline.cli.terminal import count
from pipeline.errors import UsageError


@main.command()
@click.option("--games", default=40, show_default=True, type=click.IntRange(1, 1_000_000), help="Number of games.")
@click.option(
    "--tables", default=4, show_default=True, type=click.IntRange(1, 1_000_000), help="Games of an evening, one a week."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The same seed gives the same log.")
@rules_option
@click.option("--skill", default="club", show_default=True, metavar="NAME", help="random, beginner, club or mixed.")
@click.option("--partners", type=click.Choice(["fixed", "changing"]), default="fixed", show_default=True)
@click.option("--fault", "faults", multiple=True, metavar="KIND=SHARE", help="Plant a kind of fault in a share of the deals.")
@click.option("--faults", "all_faults", default=0.0, metavar="SHARE", help="Plant every kind of fault, each in this share.")
@click.option("--planted", type=NamedPath(shown=True, dir_okay=False), help="Write what was planted to this file.")
@click.option("--site", default="simulated", show_default=True)
@click.option("--prefix", default="game", show_default=True, help="What the games' names begin with.")
@click.option("--overwrite", is_flag=True, help="Replace OUT and the planted file if they exist.")
@click.argument("out", type=NamedPath(shown=True, dir_okay=False))
def simulate(
    games: int,
    tables: int,
    seed: int,
    rules_name: str | None,
    skill: str,
    partners: str,
    faults: Sequence[str],
    all_faults: float,
    planted: Path | None,
    site: str,
    prefix: str,
    overwrite: bool,
    out: Path,
) -> None:
    """Write a log of simulated games to OUT, with faults planted on demand."""
    from dataclasses import asdict

    from pipeline.simulate import FAULTS, League, write_season

    if planted is not None and planted.resolve() == out.resolve():
        raise UsageError(f"--planted {planted} is the log itself: name another file")
    if not overwrite and (existing := next((path for path in (out, planted) if path is not None and path.exists()), None)):
        raise UsageError(f"{existing} exists already: name another file, or give --overwrite")
    shares = dict.fromkeys(FAULTS, all_faults) if all_faults else {}
    shares |= dict(fault_share(text) for text in faults)
    in_force = named_rules(rules_name or "amsterdams")
    try:
        league = League(games, seed, in_force, skill, partners == "changing", site, prefix, shares, tables)  # type: ignore[arg-type]
    except ValueError as error:
        raise UsageError(str(error)) from error
    try:
        with out.open("wb") as stream:
            notes = write_season(league, stream)
        if planted is not None:
            planted.write_text("".join(json.dumps(asdict(note)) + "\n" for note in notes), "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from error
    click.echo(f"{count(games, 'game')} written to {out}, {count(len(notes), 'fault')} planted")


def fault_share(text: str) -> tuple[str, float]:
    """A fault and its share from "KIND=SHARE"."""
    kind, _, share = text.partition("=")
    try:
        return kind, float(share)
    except ValueError:
        raise UsageError(f"--fault {text!r} is not KIND=SHARE with a share from 0 to 1, such as not_followed=0.01") from None
