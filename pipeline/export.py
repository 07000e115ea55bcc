"""Tables of the store and its records as files for other programs."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.convert import is_database, target_format
from pipeline.errors import UsageError
from pipeline.fitted import FOUND
from pipeline.people import People, people_file
from pipeline.queries import reading
from pipeline.records import Record
from pipeline.reviews import reviews_file

RECORDS = "records"
"""What is exported as a log, in any format that can be written."""
KINDS = {".csv": "csv, header true", ".parquet": "parquet, compression zstd", ".jsonl": "json", ".json": "json, array true"}


def export(db: Path, table: str, out: Path, people: People | None = None, target: str | None = None) -> int:
    """Write a table or view of the store, or its records as a log; how many rows.

    With `people` every name is replaced by its pseudonym; `target` names the format of records, else the suffix does.
    `out` appears whole or not at all. UsageError names the tables and suffixes there are.
    """
    if out.resolve() in (db.resolve(), people_file(db).resolve(), reviews_file(db).resolve()) or is_database(out):
        raise UsageError(f"{out} is a database or belongs to one: name another file")
    if not out.parent.is_dir():
        raise UsageError(f"cannot write {out}: no such folder")
    if target is not None and table != RECORDS:
        raise UsageError(f"a format is for {RECORDS}; {table} is written by the suffix of {out}")
    work = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        count = (
            _export_records(db, work, out, people, target) if table == RECORDS else _export_table(db, table, work, out, people)
        )
        os.replace(work, out)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from error
    finally:
        work.unlink(missing_ok=True)
    return count


def _export_table(db: Path, table: str, work: Path, out: Path, people: People | None) -> int:
    kind = KINDS.get(out.suffix.lower())
    if kind is None:
        raise UsageError(f"{out} has no suffix of a kind that can be written: one of {', '.join(KINDS)}")
    with reading(db) as store:
        store.use_fitted()
        tables = (*store.tables(), *FOUND)
        if table not in tables:
            raise UsageError(f"no table {table!r} in the database: one of {RECORDS}, {', '.join(tables)}")
        if people is not None and table in ("sources", "rejects", "aliases"):
            raise UsageError(f"{table} holds what logs say word for word: it cannot be exported with --anonymise")
        pseudonyms = None if people is None else {name: people.pseudonym(name) for name in store.player_names()}
        return store.copy_table(table, work, kind, pseudonyms)


def _export_records(db: Path, work: Path, out: Path, people: People | None, target: str | None) -> int:
    form = target_format(out, target)
    with reading(db) as store, work.open("wb") as stream:
        records = store.all_records()
        chosen = records if people is None else (people.anonymous(record) for record in records)
        counted = _Counted(chosen)
        if form.write is not None:
            form.write(counted, stream)
    return counted.count


class _Counted:
    """Records that are counted as they go by."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = records
        self.count = 0

    def __iter__(self) -> Iterator[Record]:
        for record in self._records:
            self.count += 1
            yield record
