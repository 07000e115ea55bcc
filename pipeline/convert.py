"""A log from one format into another, with an account of what the target cannot hold."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import UsageError
from pipeline.faults import Fault
from pipeline.formats import CannotWriteError, Entry, Format, formats
from pipeline.logs import find_files, format_named, open_log, read_members
from pipeline.records import Record, read_record


@dataclass
class Converted:
    """What a conversion did: records written, the fields that were lost and in how many, and records that were not written."""

    written: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Why the target cannot say a record at all, and how many."""
    rejected: list[tuple[str, int, str]] = field(default_factory=list)
    """Records that could not be read: file or member, line, what is wrong."""
    rejects: int = 0


MOST_REJECTS = 20
"""Rejects of a conversion that are told one by one."""


def target_format(out: Path, name: str | None) -> Format:
    """The format to write: the named one, else by the suffix of the file; UsageError names those that can be written."""
    writable = [form.name for form in formats().values() if form.write is not None]
    if name is not None:
        form = format_named(name)
        if form is None or form.write is None:
            raise UsageError(f"{name} cannot be written: one of {', '.join(writable)}")
        return form
    for form in formats().values():
        if form.write is not None and out.suffix.lower() in form.suffixes:
            return form
    suffixes = ", ".join(sorted({suffix for one in writable for suffix in formats()[one].suffixes}))
    raise UsageError(f"{out} has no suffix of a format that can be written ({suffixes}): name one with --to")


def convert(
    source: Path,
    out: Path,
    source_format: str | None = None,
    target: str | None = None,
    change: Callable[[Record], Record] | None = None,
) -> Converted:
    """Write the records of a log file or folder as another format; `change` is done to each before it is written.

    With a `change` the messages on records that cannot be read hold nothing of the log: they are meant to hide names.

    `out` appears whole or not at all. UsageError for formats and paths that cannot be used.
    """
    form = target_format(out, target)
    known = format_named(source_format)
    files = find_files([source]).files
    if out.exists() and any(out.resolve() == file.resolve() for file in files):
        raise UsageError(f"{out} is the log itself: name another file")
    if is_database(out):
        raise UsageError(f"{out} is a database: name another file")
    result = Converted()
    work = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        with work.open("wb") as stream:
            _write(form, _records(files, known, form, result, change), stream)
        os.replace(work, out)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from error
    finally:
        work.unlink(missing_ok=True)
    return result


def is_database(path: Path) -> bool:
    """Whether a file is a DuckDB database, which no export may replace."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def _write(form: Format, records: Iterator[Record], stream: BinaryIO) -> None:
    if form.write is None:
        raise UsageError(f"{form.name} cannot be written")
    form.write(records, stream)


def _records(
    files: list[Path], known: Format | None, form: Format, result: Converted, change: Callable[[Record], Record] | None
) -> Iterator[Record]:
    for path in files:
        with open_log(path) as file:
            for member in read_members(path, file, known):
                where = f"{path.name}!{member.name}" if member.name else path.name
                for entry in member.entries:
                    record = _record(entry, where, result, is_discreet=change is not None)
                    if record is not None:
                        record = change(record) if change is not None else record
                        try:
                            result.lost.update(form.holds(record))
                        except CannotWriteError as error:
                            result.refused[str(error)] += 1
                            continue
                        result.written += 1
                        yield record


def _record(entry: Entry, where: str, result: Converted, *, is_discreet: bool) -> Record | None:
    read = entry.values if isinstance(entry.values, Fault) else read_record(entry.values)
    if isinstance(read, Record):
        return read
    faults = [read] if isinstance(read, Fault) else read
    result.rejects += 1
    if len(result.rejected) < MOST_REJECTS:
        texts = [fault.reason if is_discreet else fault.message for fault in faults]
        message = "; ".join(
            f"{fault.field}: {text}" if fault.field else text for fault, text in zip(faults, texts, strict=True)
        )
        result.rejected.append((where, entry.line_of(faults[0].field), message))
    return None
