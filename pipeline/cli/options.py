"""Options that several commands have, and what they name."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.records import Record
    from replay.readings import RulesInForce

F = TypeVar("F", bound=Callable[..., Any])


class NamedPath(click.Path):
    """A path that is named: not empty, which would be the present folder, and text where it is `shown` to others."""

    def __init__(self, *, shown: bool = False, dir_okay: bool = True) -> None:
        super().__init__(path_type=Path, dir_okay=dir_okay)
        self.shown = shown

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; wrong use is told in one line."""
        if str(value) == "":
            self.fail("an empty name; the present folder is .", param, ctx)
        if self.shown and not _is_text(str(value)):
            self.fail(f"{os.fsencode(str(value)).decode('utf-8', 'backslashreplace')!r} is not a name in UTF-8", param, ctx)
        return super().convert(value, param, ctx)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def db_option(command: F) -> F:
    """The option --db."""
    return click.option(
        "--db",
        type=NamedPath(shown=True),
        default=Path("klaverlog.duckdb"),
        show_default=True,
        help="The database file.",
    )(command)


def rules_option(command: F) -> F:
    """The option --rules."""
    return click.option("--rules", "rules_name", metavar="NAME|FILE", help="Rules for records that name none.")(command)


def named_rules(name: str | None) -> "RulesInForce | None":
    """The rules that --rules names: a preset, or a TOML file with a base and fields."""
    from replay.readings import rules_in_force
    from replay.rulesets import RulesError

    if name is None:
        return None
    if not name.lower().endswith(".toml"):
        return rules_in_force(name)
    import tomllib

    try:
        return rules_in_force(tomllib.loads(Path(name).read_text("utf-8-sig")))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, RulesError):
            raise UsageError(f"{name}: {error}") from error
        raise UsageError(f"cannot read the rules {name}: {getattr(error, 'strerror', None) or error}") from error


def anonymise_option(command: F) -> F:
    """The option --anonymise."""
    return click.option("--anonymise", is_flag=True, help="Replace names by pseudonyms, always the same for a name.")(command)


def stored_record(db: Path, site: str | None, game: str, deal: int, *, anonymise: bool = False) -> "Record":
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
    if anonymise:
        from pipeline.people import people_for_pseudonyms

        return people_for_pseudonyms(db).anonymous(records[0])
    return records[0]


def known_game(store: Any, game: str) -> None:
    """UsageError, with the nearest names, for a game that the store does not have."""
    if not store.deal_numbers(game):
        nearest = ", ".join(store.similar_games(game))
        raise UsageError(f"no game {game!r} in the database" + (f"; the nearest names are {nearest}" if nearest else ""))


def db_flag(db: Path) -> str:
    """The flag that names a database other than the default."""
    return "" if db == Path("klaverlog.duckdb") else f" --db {db}"
