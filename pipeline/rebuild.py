"""The store derived anew after a fix of a parser or a rule: from the files where they still are, else from what was kept."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from pipeline import __version__
from pipeline.database import is_there
from pipeline.errors import UsageError
from pipeline.file_reader import FileReader
from pipeline.formats import formats
from pipeline.games import judge_games
from pipeline.intake import CHUNK, StoreIntake, judge_deals
from pipeline.jobs import Asked, plan
from pipeline.key_tables import games_table
from pipeline.logs import path_of
from pipeline.people import People, load_people
from pipeline.publishing import writing
from pipeline.rows import Row
from pipeline.rules_given import rules_of
from pipeline.store import Store


@dataclass
class Rebuilt:
    """What a rebuild did: files read again, and files that are gone, whose kept records were judged again."""

    read: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def rebuild(db: Path, tell: Callable[[str], None] = lambda message: None) -> Rebuilt:
    """Read every file of the ledger again and judge all deals anew; a store of an older schema is brought up to date.

    A file that is gone keeps its records: they are judged by the rules of this version, and its rejects stay. UsageError
    for a database that is not there.
    """
    if not is_there(db):
        raise UsageError(f"no database {db}: there is nothing to rebuild")
    result = Rebuilt()
    with writing(db, tell) as store, contextlib.closing(StoreIntake(store, tell=tell)) as intake:
        people = load_people(db)
        rows: dict[str, list[Row]] = {}
        for row in store.ledger():
            rows.setdefault(row["path"], []).append(row)
        for name, held in rows.items():
            path = path_of(name)
            if path.is_file():
                _read_again(intake, path, held, people)
                result.read.append(name)
            else:
                result.kept.append(name)
        games = intake.finish()
        judge_games(store, pa.concat_tables([games, games_table(_judge_again(store, result.kept))]))
    return result


def _read_again(intake: StoreIntake, path: Path, rows: Sequence[Row], people: People) -> None:
    """Read a file again in the way it was read before."""
    given = rows[0]["rules_given"]
    # Not again as what it turned out not to be.
    form = rows[0]["format"] if len(rows) == 1 and rows[0]["rejects"] < rows[0]["records"] else "unknown"
    (job,) = plan([path], rows, Asked(given, again=True)).todo
    FileReader(intake, job, given, rules_of(given), people).read(formats().get(form), lambda done: None)


def _judge_again(store: Store, paths: Sequence[str]) -> list[tuple[str, str]]:
    """Judge the kept records of files that are gone; their games."""
    keys = store.all_keys(paths)
    for first in range(0, len(keys), CHUNK):
        judge_deals(store, keys[first : first + CHUNK])
    store.note_version(paths, __version__)
    return sorted({(site, game_id) for site, game_id, _ in keys})
