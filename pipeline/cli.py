"""The command line: arguments to calls, calls to text. Heavy libraries are imported by the command that needs them."""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pipeline import __version__
from pipeline.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from pipeline.ingest import Summary
    from pipeline.records import Record
    from replay.readings import RulesInForce

F = TypeVar("F", bound=Callable[..., Any])
CERTAINTY_COUNTS = (("violations", "violation"), ("depends_on_rule", "depends_on_rule"), ("information", "information"))
DEMO_DB = Path("klaverlog-demo.duckdb")
MANY_REJECTS = 10
"""Rejects that `ingest` prints; `rejects` prints all."""


class Commands(click.Group):
    """The group of commands; wrong use of any ends as one line and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from replay.rulesets import RulesError

        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without card symbols still gets the rest
        try:
            return super().invoke(ctx)
        except (UsageError, RulesError) as error:
            raise click.UsageError(" ".join(str(error).split())) from error
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f" {error.filename}" if error.filename else ""
            raise click.UsageError(f"cannot go on{place}: {error.strerror or error}") from error


def db_option(command: F) -> F:
    """The option --db."""
    return click.option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=True),
        default=Path("klaverlog.duckdb"),
        show_default=True,
        help="The database file.",
    )(command)


def rules_option(command: F) -> F:
    """The option --rules."""
    return click.option("--rules", "rules_name", metavar="NAME|FILE", help="Rules for records that name none.")(command)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="klaverlog")
def main() -> None:
    """Replay Klaverjas logs: find revokes and wrong scores, and keep the results in DuckDB."""


@main.command()
@db_option
@rules_option
@click.option("--format", "format_name", metavar="NAME", help="Read the files as this format, whatever they look like.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if any record was rejected.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def ingest(db: Path, rules_name: str | None, format_name: str | None, strict: bool, paths: Sequence[Path]) -> None:
    """Read log files and folders into the database."""
    summary = run_ingest(paths, db, rules_name, format_name)
    click.echo(f"Next: klaverlog audit{db_flag(db)}")
    if strict and (summary.rejects or summary.old_rejects or summary.new_conflicts):
        sys.exit(1)


def run_ingest(paths: Sequence[Path], db: Path, rules_name: str | None, format_name: str | None) -> "Summary":
    """Ingest with progress on stderr, and print the accounts."""
    from pipeline.ingest import ingest as take_in

    total = sum(path.stat().st_size for path in paths if path.is_file())
    with Progress(total) as progress:
        summary = take_in(paths, db, named_rules(rules_name), format_name, progress.report, progress.tell)
    print_accounts(summary, db)
    return summary


def print_accounts(summary: "Summary", db: Path) -> None:
    """What an ingest did, with the first rejects and what the store holds now."""
    from pipeline.queries import reading
    from pipeline.report.texts import safe

    if summary.unchanged:
        rejected = f", with {count(summary.old_rejects, 'reject')}" if summary.old_rejects else ""
        click.echo(f"{count(len(summary.unchanged), 'file')} unchanged since the last ingest{rejected}")
    if summary.read:
        click.echo(
            f"{count(len(summary.read), 'file')} read in {summary.seconds:.1f} s: {count(summary.records, 'record')} = "
            f"{count(summary.deals, 'deal')} + {count(summary.duplicates, 'duplicate')} + {count(summary.rejects, 'reject')}"
        )
    if summary.new_conflicts:
        conflicts = count(summary.new_conflicts, "record")
        click.echo(f"{conflicts} of other files now contradict what was read: klaverlog rejects{db_flag(db)}")
    with reading(db) as store:
        if summary.rejects:
            rejects = [row for row in store.rejects() if row["path"] in set(summary.read)]
            for row in rejects[:MANY_REJECTS]:
                field = f" {row['field']}" if row["field"] else ""
                where = f"{Path(row['path']).name}:{row['line']}{field}"
                click.echo(f"  rejected {safe(where, 80)} {row['reason']}: {safe(row['message'], 120)}")
            if len(rejects) > MANY_REJECTS:
                click.echo(f"  and {len(rejects) - MANY_REJECTS} more: klaverlog rejects{db_flag(db)}")
        totals = store.totals()
    if summary.unread_fields:
        names = ", ".join(f"{safe(name)} ({count(number, 'record')})" for name, number in summary.unread_fields.most_common(5))
        click.echo(f"Fields that are not read, perhaps misspelt: {names}")
    if totals["rules_assumed"]:
        click.echo(f"{count(totals['rules_assumed'], 'deal')} without rules: amsterdams is assumed, or name them with --rules")
    click.echo(f"In {db}: {count(totals['deals'], 'deal')} in {count(totals['games'], 'game')}, {findings_text(totals)}")


def findings_text(totals: dict[str, Any]) -> str:
    """Findings by certainty."""
    parts = [count(totals["violations"], "violation"), f"{totals['depends_on_rule']} depending on the rule"]
    return ", ".join([*parts, *([f"{totals['information']} for information"] if totals["information"] else [])])


@main.command()
@db_option
@click.option("--game", metavar="GAME", help="Only this game.")
@click.option(
    "--certainty",
    type=click.Choice(["violation", "depends_on_rule", "information"]),
    multiple=True,
    help="Only findings of this certainty; may be given more than once.",
)
@click.option("--output", type=click.Choice(["table", "csv", "json", "html"]), default="table", show_default=True)
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything was found.")
def audit(db: Path, game: str | None, certainty: tuple[str, ...], output: str, strict: bool) -> None:
    """Print what is wrong: illegal cards with what was legal, wrong scores, and the paragraph.

    csv puts an apostrophe before texts that a spreadsheet would run as a formula; json holds everything exactly as logged.
    """
    from pipeline.queries import reading
    from pipeline.report import audit as report

    with reading(db) as store:
        if game is not None:
            known_game(store, game)
        totals, rows, rejected = store.totals(), store.findings(certainty, game), len(store.rejects())
    if output == "table":
        console = terminal()
        if rows:
            for part in report.for_terminal(rows, console.width):
                console.print(part)
        only = " (of those asked for)" if game is not None or certainty else ""
        found = {name: sum(row["certainty"] == kind for row in rows) for name, kind in CERTAINTY_COUNTS}
        click.echo(f"{count(len(rows), 'finding')}{only} in {count(totals['deals'], 'deal')}: {findings_text(found)}")
        if rejected:
            click.echo(f"{count(rejected, 'record')} rejected or in conflict: klaverlog rejects{db_flag(db)}")
    elif output == "csv":
        click.echo(report.as_csv(rows), nl=False)
    else:
        click.echo(report.as_json(rows, totals) if output == "json" else report.as_html(rows, totals), nl=output == "json")
    if strict and rows:
        sys.exit(1)


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="The site, where several have a game of that name.")
@click.argument("game")
@click.argument("deal", type=click.IntRange(1))
def show(db: Path, site: str | None, game: str, deal: int) -> None:
    """Print deal number DEAL of GAME trick by trick."""
    from pipeline.report.deal import deal_view

    console = terminal()
    for part in deal_view(stored_record(db, site, game, deal)):
        console.print(part)


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="The site, where several have a game of that name.")
@click.argument("game")
@click.argument("deal", type=click.IntRange(1))
def ruling(db: Path, site: str | None, game: str, deal: int) -> None:
    """Print a page (html) on the revoke in deal number DEAL of GAME: the trick, the hands, the paragraph, the score."""
    from pipeline.report.ruling import ruling_page

    click.echo(ruling_page(stored_record(db, site, game, deal)), nl=False)


@main.command()
@db_option
def rejects(db: Path) -> None:
    """Print every record that is no deal, with its place and the reason."""
    from pipeline.queries import reading
    from pipeline.report.texts import safe

    with reading(db) as store:
        rows = store.rejects()
    for row in rows:
        field = f" {row['field']}" if row["field"] else ""
        click.echo(f"{safe(row['path'], 300)}:{row['line']}{field} {row['reason']}: {safe(row['message'], 1000)}")
        click.echo(f"    {safe(row['text'], 200)}")
    click.echo(count(len(rows), "reject"))


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def rules(names: Sequence[str]) -> None:
    """List the rule sets, or show the fields of one or several side by side; NAME may be a TOML file of your own."""
    from pipeline.report.rules import preset_list, side_by_side

    columns = [(name, rules) for name in names if (rules := named_rules(name)) is not None]
    terminal().print(side_by_side(columns) if names else preset_list())


@main.command()
@click.option("--games", default=40, show_default=True, type=click.IntRange(1, 1_000_000), help="Number of games.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The same seed gives the same log.")
@rules_option
@click.option("--skill", default="club", show_default=True, metavar="NAME", help="random, beginner, club or mixed.")
@click.option("--partners", type=click.Choice(["fixed", "changing"]), default="fixed", show_default=True)
@click.option("--fault", "faults", multiple=True, metavar="KIND=SHARE", help="Plant a kind of fault in a share of the deals.")
@click.option("--faults", "all_faults", default=0.0, metavar="SHARE", help="Plant every kind of fault, each in this share.")
@click.option("--planted", type=click.Path(path_type=Path, dir_okay=False), help="Write what was planted to this file.")
@click.option("--site", default="simulated", show_default=True)
@click.option("--prefix", default="game", show_default=True, help="What the games' names begin with.")
@click.option("--overwrite", is_flag=True, help="Replace OUT and the planted file if they exist.")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def simulate(
    games: int,
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
        league = League(games, seed, in_force, skill, partners == "changing", site, prefix, shares)  # type: ignore[arg-type]
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


@main.command()
@click.option("--db", type=click.Path(path_type=Path), default=DEMO_DB, show_default=True)
def demo(db: Path) -> None:
    """Ingest the sample season and audit it: the whole job on logs that come along."""
    from pipeline.queries import reading
    from pipeline.report import audit as report

    started = time.monotonic()
    logs = sample_logs()
    if db.exists():
        from pipeline.database import check_database

        check_database(db)
        if db.name != DEMO_DB.name:
            raise UsageError(f"{db} exists already: the demo starts a new database, name one that does not exist")
        db.unlink()
    click.echo("The sample season of a made-up club (simulated, with planted faults) is read and played again.")
    run_ingest([logs], db, None, None)
    with reading(db) as store:
        totals, rows = store.totals(), store.findings(["violation"])
    kinds: dict[str, dict[str, Any]] = {}
    for row in rows:
        kinds.setdefault(row["code"], row)
    click.echo("\nOne finding of each kind:")
    console = terminal()
    for part in report.for_terminal(list(kinds.values()), console.width):
        console.print(part)
    first = next(row for row in rows if row["card_no"] is not None)
    click.echo(f"{count(totals['violations'], 'violation')} found, {time.monotonic() - started:.1f} s in all. Now try:")
    click.echo(f"  klaverlog audit --db {db}")
    click.echo(f"  klaverlog show {first['game_id']} {first['deal_no']} --db {db}")


def sample_logs() -> Path:
    """The folder of sample logs, in a checkout or in an installed package."""
    here = Path(__file__).resolve().parent
    folders = (here / "sample_logs", here.parent / "sample_logs")
    return next(folder for folder in folders if folder.is_dir())


# What commands share ------------------------------------------------------------------------------------------------


def named_rules(name: str | None) -> "RulesInForce | None":
    """The rules that --rules names: a preset, or a TOML file with a base and fields."""
    from replay.readings import rules_in_force
    from replay.rulesets import RulesError

    if name is None:
        return None
    if not name.endswith(".toml"):
        return rules_in_force(name)
    import tomllib

    try:
        return rules_in_force(tomllib.loads(Path(name).read_text("utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, RulesError):
            raise UsageError(f"{name}: {error}") from error
        raise UsageError(f"cannot read the rules {name}: {getattr(error, 'strerror', None) or error}") from error


def stored_record(db: Path, site: str | None, game: str, deal: int) -> "Record":
    """The record of one deal of the store; UsageError with the choices if there is none, or several."""
    from pipeline.queries import reading

    with reading(db) as store:
        known_game(store, game)
        records = [record for record in store.find_deals(game, deal) if site in (None, record.site or "")]
        if not records and site is not None and store.find_deals(game, deal):
            sites = ", ".join(record.site or '""' for record in store.find_deals(game, deal))
            raise UsageError(f"no site {site!r} has game {game!r}: choose one of {sites}")
        if not records:
            numbers = ", ".join(map(str, store.deal_numbers(game)[:100]))
            raise UsageError(f"no deal {deal} in game {game!r}: it has {numbers}")
    if len(records) > 1:
        sites = ", ".join(record.site or '""' for record in records)
        raise UsageError(f"several sites have game {game!r}: choose with --site one of {sites}")
    return records[0]


def known_game(store: Any, game: str) -> None:
    """UsageError, with the nearest names, for a game that the store does not have."""
    if not store.deal_numbers(game):
        nearest = ", ".join(store.similar_games(game))
        raise UsageError(f"no game {game!r} in the database" + (f"; the nearest names are {nearest}" if nearest else ""))


def db_flag(db: Path) -> str:
    """The flag that names a database other than the default."""
    return "" if db == Path("klaverlog.duckdb") else f" --db {db}"


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


if __name__ == "__main__":
    main()
