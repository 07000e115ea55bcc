"""The commands that look at what was found: `audit`, `show`, `ruling`, `rejects` and `files`."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pipeline.cli.ingest import findings_text
from pipeline.cli.main import main
from pipeline.cli.options import anonymise_option, db_flag, db_option, known_game, stored_record
from pipeline.cli.terminal import count, terminal

CERTAINTY_COUNTS = (("violations", "violation"), ("depends_on_rule", "depends_on_rule"), ("information", "information"))


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
@anonymise_option
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything was found.")
def audit(db: Path, game: str | None, certainty: tuple[str, ...], output: str, anonymise: bool, strict: bool) -> None:
    """Print what is wrong: illegal cards with what was legal, wrong scores, and the paragraph.

    csv puts an apostrophe before texts that a spreadsheet would run as a formula; json holds everything exactly as logged.
    """
    from pipeline.people import people_for_pseudonyms
    from pipeline.queries import reading
    from pipeline.report import audit as report
    from pipeline.reviews import load_reviews, with_reviews

    with reading(db) as store:
        if game is not None:
            known_game(store, game)
        totals, findings, rejected = store.totals(), store.findings(certainty, game), len(store.rejects())
    rows = with_reviews(findings, load_reviews(db))
    if anonymise:
        people = people_for_pseudonyms(db)
        rows = [
            row | {"player": None if row["player"] is None else people.pseudonym(row["player"]), "review_note": ""}
            for row in rows
        ]
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
@anonymise_option
def show(db: Path, site: str | None, game: str, deal: int, anonymise: bool) -> None:
    """Print deal number DEAL of GAME trick by trick."""
    from pipeline.report.deal import deal_view

    console = terminal()
    for part in deal_view(stored_record(db, site, game, deal, anonymise=anonymise)):
        console.print(part)


@main.command()
@db_option
@click.option("--site", metavar="SITE", help="The site, where several have a game of that name.")
@click.argument("game")
@click.argument("deal", type=click.IntRange(1))
@anonymise_option
def ruling(db: Path, site: str | None, game: str, deal: int, anonymise: bool) -> None:
    """Print a page (html) on the revoke in deal number DEAL of GAME: the trick, the hands, the paragraph, the score."""
    from pipeline.report.ruling import ruling_page

    click.echo(ruling_page(stored_record(db, site, game, deal, anonymise=anonymise)), nl=False)


OUTPUT = click.option("--output", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
REJECTS = ("path", "member", "line", "field", "reason", "message", "text")
FILES = (
    *("path", "member", "format", "records", "deals", "duplicates", "rejects", "findings"),
    *("seconds", "version", "ingested_at", "bytes", "sha256", "notes"),
)


@main.command()
@db_option
@OUTPUT
def rejects(db: Path, output: str) -> None:
    """Print every record that is no deal, with its place and the reason."""
    from pipeline.queries import reading
    from pipeline.report.texts import safe

    with reading(db) as store:
        rows = store.rejects()
    if output != "table":
        print_rows(rows, REJECTS, output)
        return
    for row in rows:
        member = f"!{safe(row['member'], 200)}" if row["member"] else ""
        field = f" {row['field']}" if row["field"] else ""
        place = f"{safe(row['path'], 300)}{member}:{row['line']}{field}"
        click.echo(f"{place} {row['reason']}: {safe(row['message'], 1000)}")
        click.echo(f"    {safe(row['text'], 200)}")
    click.echo(count(len(rows), "reject"))


@main.command()
@db_option
@OUTPUT
def files(db: Path, output: str) -> None:
    """Print the ledger: every file that was read, with what became of its records."""
    from pipeline.queries import reading
    from pipeline.report.files import as_table

    with reading(db) as store:
        rows = store.ledger()
    if output != "table":
        print_rows(rows, FILES, output)
        return
    terminal().print(as_table(rows))
    click.echo(count(len(rows), "file"))


def print_rows(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], output: str) -> None:
    """Rows for programs, as csv or json."""
    import json

    from pipeline.report.tables import as_csv

    if output == "csv":
        click.echo(as_csv(columns, rows), nl=False)
    else:
        plain = [{name: row[name] for name in columns} for row in rows]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=1, default=str))
