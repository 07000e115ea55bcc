"""Which rules log files were played by: the deals of the files, game by game, to `replay.fit`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.formats import Entry, Format
from pipeline.logs import find_files, format_named, open_log, read_members
from pipeline.records import Record, read_record
from replay.deals import Deal
from replay.fit import Fit, fit_rules

ENOUGH_DEALS = 1_000
"""Deals that are looked at unless more are asked for: what they do not tell, more of them seldom do."""


@dataclass(frozen=True, slots=True)
class FittedLog:
    """What was looked at, and what it says of its rules; `more` is whether the files hold deals beyond those looked at."""

    fit: Fit
    games: int
    rejects: int
    more: bool


def fit_logs(paths: Sequence[Path], format_name: str | None = None, most: int = ENOUGH_DEALS) -> FittedLog:
    """Weigh the rules by the first `most` deals of log files and folders; UsageError where there is no deal in them."""
    known = format_named(format_name)
    games: dict[tuple[str, str], dict[int, Deal]] = {}
    deals = rejects = 0
    for entry in _entries(find_files(paths).files, known):
        read = read_record(entry.values) if isinstance(entry.values, dict) else None
        if not isinstance(read, Record):
            rejects += 1
            continue
        site, game_id, deal_no = read.key
        game = games.setdefault((site, game_id), {})
        if deal_no in game:
            continue
        if deals == most:
            return _fitted(games, rejects, more=True)
        game[deal_no] = read.deal
        deals += 1
    if not deals:
        names = ", ".join(str(path) for path in paths)
        raise UsageError(f"no deal can be read in {names}: klaverlog ingest tells what is wrong with the records")
    return _fitted(games, rejects, more=False)


def _entries(files: Sequence[Path], known: Format | None) -> Iterator[Entry]:
    for path in files:
        with open_log(path) as file:
            for member in read_members(path, file, known):
                yield from member.entries


def _fitted(games: dict[tuple[str, str], dict[int, Deal]], rejects: int, *, more: bool) -> FittedLog:
    fit = fit_rules([sorted(game.items()) for game in games.values()])
    return FittedLog(fit, len(games), rejects, more)
