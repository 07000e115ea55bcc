"""The command `demo`."""

import time
from pathlib import Path
from typing import Any

import click

from pipeline.cli.ingest import run_ingest
from pipeline.cli.main import main
from pipeline.cli.options import NamedPath
from pipeline.cli.terminal import count, terminal
from pipeline.errors import UsageError
from pipeline.samples import sample_logs, sample_season

__all__ = ["demo", "sample_logs"]
DEMO_DB = Path("klaverlog-demo.duckdb")


@main.command()
@click.option("--db", type=NamedPath(shown=True), default=DEMO_DB, show_default=True)
def demo(db: Path) -> None:
    """Ingest the sample season and audit it: the whole job on logs that come along."""
    from pipeline.database import check_database, is_there
    from pipeline.queries import reading
    from pipeline.report import audit as report
    from pipeline.reviews import load_reviews, with_reviews

    started = time.monotonic()
    if is_there(db):
        check_database(db)
        if db.name != DEMO_DB.name:
            raise UsageError(f"{db} exists already: the demo starts a new database, name one that does not exist")
        db.unlink()
    click.echo("The sample season of a made-up club (simulated, with planted faults) is read and played again.")
    run_ingest(sample_season(), db, None, None)
    with reading(db) as store:
        totals, rows = store.totals(), with_reviews(store.findings(["violation"]), load_reviews(db))
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
