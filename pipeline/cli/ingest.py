"""The command `ingest`, and the accounts of what was read."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_flag, db_option, named_rules, rules_option
from pipeline.cli.terminal import Progress, count

if TYPE_CHECKING:
    from pipeline.ingest import Summary

MANY_REJECTS = 10
"""Rejects that `ingest` prints; `rejects` prints all."""


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
