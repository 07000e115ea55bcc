"""The group of commands, and what is said when one is used wrongly."""

import sys
from typing import Any

import click

from pipeline import __version__
from pipeline.errors import UsageError


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


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="klaverlog")
def main() -> None:
    """Replay Klaverjas logs: find revokes and wrong scores, and keep the results in DuckDB."""
