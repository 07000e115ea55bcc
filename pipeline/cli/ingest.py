"""The commands that fill the store: `ingest`, with the accounts of what was read, and `rebuild`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.main import main
from pipeline.cli.options import NamedPath, db_flag, db_option, named_rules, rules_option
from pipeline.cli.terminal import Progress, count
from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.ingest import Summary

MANY_REJECTS = 10
"""Rejects that `ingest` prints; `rejects` prints all."""
MANY_FILES = 5


@main.command()
@db_option
@rules_option
@click.option("--format", "format_name", metavar="NAME", help="Read the files as this format, whatever they look like.")
@click.option("--retry", is_flag=True, help="Also read files again that had rejects; without PATH, all of them.")
@click.option("--watch", "watching", is_flag=True, help="Go on reading whenever a file changes, until interrupted.")
@click.option("--cluster", metavar="ADDRESS", help="Read by the workers of a Dask cluster, or local ones with: local.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if any record was rejected.")
@click.option("--profile", is_flag=True, help="Tell where the time went, deals a second and peak memory.")
@click.argument("paths", nargs=-1, type=NamedPath())
def ingest(
    db: Path,
    rules_name: str | None,
    format_name: str | None,
    retry: bool,
    watching: bool,
    cluster: str | None,
    strict: bool,
    profile: bool,
    paths: Sequence[Path],
) -> None:
    """Read log files, folders, patterns or - (standard input) into the database, plain or packed (.gz .zst .zip)."""
    if not paths and not retry:
        raise UsageError("nothing to read: name log files, folders, patterns or - for standard input")
    if watching and cluster is not None:
        raise UsageError("--watch reads what little was added here: it takes no --cluster")
    if watching and (retry or not paths):
        raise UsageError("--watch follows the files and folders that are named, and takes no --retry")
    try:
        if watching:
            follow(paths, db, rules_name, format_name)
            return
        summary = run_ingest(paths, db, rules_name, format_name, retry=retry, cluster=cluster)
    except KeyboardInterrupt:
        click.echo("\ninterrupted: the database is as it was last published; the same command goes on from there", err=True)
        sys.exit(130)
    if profile:
        print_profile(summary)
    click.echo(f"Next: klaverlog audit{db_flag(db)}")
    if strict and (summary.rejects or summary.old_rejects or summary.new_conflicts):
        sys.exit(1)


def run_ingest(
    paths: Sequence[Path],
    db: Path,
    rules_name: str | None,
    format_name: str | None,
    *,
    retry: bool = False,
    cluster: str | None = None,
) -> "Summary":
    """Ingest with progress on stderr, and print the accounts."""
    from pipeline.ingest import ingest as take_in

    total = sum(path.stat().st_size for path in paths if path.is_file())
    with Progress(total) as progress:
        named = named_rules(rules_name)
        summary = take_in(paths, db, named, format_name, progress.report, progress.tell, retry=retry, cluster=cluster)
    print_accounts(summary, db)
    return summary


def follow(paths: Sequence[Path], db: Path, rules_name: str | None, format_name: str | None) -> None:
    """Ingest now and after every change, a line each."""
    from datetime import datetime

    from pipeline.ingest import ingest as take_in
    from pipeline.watch import watch

    rules = named_rules(rules_name)
    click.echo(f"watching {', '.join(map(str, paths))} until interrupted", err=True)

    def tell(text: str) -> None:
        click.echo(text, err=True)

    for summary in watch(paths, lambda: take_in(paths, db, rules, format_name, tell=tell, may_be_empty=True)):
        if summary.read:
            files = count(len(summary.read), "file")
            now = datetime.now().astimezone()
            read = f"{files} read, {count(summary.added, 'record')}, {count(summary.rejects, 'reject')} in them"
            click.echo(f"{now:%H:%M:%S} {read} ({summary.seconds:.1f} s)")


@main.command()
@db_option
def rebuild(db: Path) -> None:
    """Read every file of the database again and judge all deals anew, after a new version or a fix."""
    from pipeline.queries import reading
    from pipeline.rebuild import rebuild as derive

    result = derive(db, lambda text: click.echo(text, err=True))
    click.echo(f"{count(len(result.read), 'file')} read again")
    if result.kept:
        click.echo(f"{count(len(result.kept), 'file')} gone: their records were kept and judged again")
    with reading(db, with_views=False) as store:
        totals = store.totals()
    click.echo(f"In {db}: {count(totals['deals'], 'deal')} in {count(totals['games'], 'game')}, {findings_text(totals)}")


def print_accounts(summary: "Summary", db: Path) -> None:
    """What an ingest did, with the first rejects and what the store holds now."""
    from pipeline.report.texts import safe

    if summary.unchanged:
        rejected = f", with {count(summary.old_rejects, 'reject')}" if summary.old_rejects else ""
        click.echo(f"{count(len(summary.unchanged), 'file')} unchanged since the last ingest{rejected}")
    if summary.left_alone:
        names = ", ".join(safe(Path(name).name, 40) for name in summary.left_alone[:MANY_FILES])
        more = " …" if len(summary.left_alone) > MANY_FILES else ""
        click.echo(f"{count(len(summary.left_alone), 'file')} left alone, no logs by their names: {names}{more}")
    for line in (*summary.unreadable, *(f"{name}: gone" for name in summary.gone)):
        click.echo(f"  not read again, what was read before stays: {safe(line, 200)}")
    if summary.read:
        grown = f" ({summary.added:,} of them new)" if summary.added < summary.records else ""
        click.echo(
            f"{count(len(summary.read), 'file')} read in {summary.seconds:.1f} s: {count(summary.records, 'record')}{grown} = "
            f"{count(summary.deals, 'deal')} + {count(summary.duplicates, 'duplicate')} + {count(summary.rejects, 'reject')}"
        )
    for note in summary.notes[:MANY_FILES]:
        click.echo(f"  {safe(Path(note).name, 120)}")
    if summary.new_conflicts:
        conflicts = count(summary.new_conflicts, "record")
        click.echo(f"{conflicts} of other files now contradict what was read: klaverlog rejects{db_flag(db)}")
    print_store(summary, db)


def print_profile(summary: "Summary") -> None:
    """Where the time of an ingest went."""
    from pipeline.stages import STAGES, peak_memory

    measured = sum(summary.stages.seconds.values())
    for name, seconds in summary.stages.seconds.items():
        share = seconds / measured if measured else 0.0
        click.echo(f"  {name:<8}{seconds:8.2f} s {share:5.0%}  {STAGES[name]}")
    rate = summary.added / summary.seconds if summary.seconds else 0.0
    memory = peak_memory() / 2**20
    click.echo(f"  {'in all':<8}{summary.seconds:8.2f} s, {rate:,.0f} records/s, at most {memory:,.0f} MiB of memory")


def print_store(summary: "Summary", db: Path) -> None:
    """The first rejects of the files read, and what the store holds."""
    from pipeline.database import is_there
    from pipeline.queries import reading
    from pipeline.report.texts import safe

    if not is_there(db):
        return
    with reading(db, with_views=False) as store:
        if summary.rejects:
            rejects = [row for row in store.rejects() if row["path"] in set(summary.read)]
            for row in rejects[:MANY_REJECTS]:
                click.echo(f"  rejected {place_of(row, 80)} {row['reason']}: {safe(row['message'], 120)}")
            if len(rejects) > MANY_REJECTS:
                click.echo(f"  and {len(rejects) - MANY_REJECTS} more: klaverlog rejects{db_flag(db)}")
        totals = store.totals()
    if summary.unread_fields:
        names = ", ".join(f"{safe(name)} ({count(number, 'record')})" for name, number in summary.unread_fields.most_common(5))
        click.echo(f"Fields that are not read, perhaps misspelt: {names}")
    if totals["rules_assumed"]:
        click.echo(f"{count(totals['rules_assumed'], 'deal')} without rules: amsterdams is assumed, or name them with --rules")
    click.echo(f"In {db}: {count(totals['deals'], 'deal')} in {count(totals['games'], 'game')}, {findings_text(totals)}")


def place_of(row: dict[str, Any], longest: int) -> str:
    """File, member, line and field of a reject."""
    from pipeline.report.texts import safe

    member = f"!{row['member']}" if row["member"] else ""
    field = f" {row['field']}" if row["field"] else ""
    return safe(f"{Path(row['path']).name}{member}:{row['line']}{field}", longest)


def findings_text(totals: dict[str, Any]) -> str:
    """Findings by certainty."""
    parts = [count(totals["violations"], "violation"), f"{totals['depends_on_rule']} depending on the rule"]
    return ", ".join([*parts, *([f"{totals['information']} for information"] if totals["information"] else [])])
