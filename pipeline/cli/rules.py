"""The command `rules`."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from pipeline.cli.main import main
from pipeline.cli.options import NamedPath, named_rules
from pipeline.cli.terminal import terminal
from pipeline.errors import UsageError


@main.command()
@click.option("--fit", "logs", type=NamedPath(), multiple=True, help="Tell which rules this LOG was played by.")
@click.option("--deals", default=1_000, show_default=True, type=click.IntRange(1), help="With --fit: deals to look at.")
@click.option("--format", "format_name", metavar="NAME", help="With --fit: read the log as this format.")
@click.option("--output", type=click.Choice(["table", "json"]), default="table", show_default=True, help="With --fit.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
def rules(logs: Sequence[Path], deals: int, format_name: str | None, output: str, names: Sequence[str]) -> None:
    """List the rule sets and what their fields mean, or show one or several side by side; NAME may be a TOML file of your own.

    With --fit: what the plays, calls, roem and scores of a log say of the rules, whatever rules it names itself.
    """
    if logs:
        if names:
            raise UsageError(f"--fit tells the rules of a log and takes no names of rules: {' '.join(names)}")
        print_fit(logs, deals, format_name, output)
        return
    from pipeline.report.rules import field_list, preset_list, side_by_side

    console = terminal()
    if names:
        console.print(side_by_side([(name, rules) for name in names if (rules := named_rules(name)) is not None]))
    else:
        console.print(preset_list())
        console.print(field_list())


def print_fit(logs: Sequence[Path], deals: int, format_name: str | None, output: str) -> None:
    """Which rules the logs were played by."""
    from pipeline.fitting import fit_logs
    from pipeline.report import fit as report

    fitted = fit_logs(logs, format_name, deals)
    if output == "json":
        click.echo(json.dumps(report.as_values(fitted), indent=1))
        return
    console = terminal()
    for part in report.for_terminal(fitted):
        console.print(part)
    click.echo(report.as_toml(fitted.fit))  # not through the console: it would break lines
