"""Log files: which ones a path names, in which format they are, and the entries they hold."""

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.fields import Fault
from pipeline.formats import Entry, Format, find_format, formats

HEAD = 1 << 16
"""Bytes that a format is recognised by."""


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files that paths name, those of folders found by the suffixes of known formats, each once and in order."""
    suffixes = {suffix for known in formats().values() for suffix in known.suffixes}
    found: dict[Path, Path] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in suffixes and file.is_file())
            if not inside:
                raise UsageError(f"no log in the folder {path}: looked for {', '.join(sorted(suffixes))}")
            found |= {file.resolve(): file for file in inside}
        elif path.exists():
            if not path.is_file():
                raise UsageError(f"{path} is neither a file nor a folder")
            found[path.resolve()] = path
        else:
            raise UsageError(f"no such file or folder: {path}")
    return list(found.values())


def printable_path(path: Path) -> str:
    """The full path of a file as the ledger names it, bytes that are no text shown as such."""
    return os.fsencode(path.resolve()).decode("utf-8", "backslashreplace")


def format_named(name: str | None) -> Format | None:
    """The format called `name`, None for none; UsageError names the choices."""
    if name is not None and name not in formats():
        raise UsageError(f"unknown format {name!r}: one of {', '.join(formats())}")
    return formats()[name] if name is not None else None


def read_entries(path: Path, file: io.BufferedReader, known: Format | None) -> tuple[Format | None, Iterator[Entry]]:
    """The format of an open log and its entries; a file that is no log is one entry that says so."""
    head = file.read(HEAD)
    file.seek(0)
    chosen = known or _format_of(path, head)
    if chosen is not None:
        return chosen, chosen.read(file)
    if not head.strip():
        return None, iter(())
    if b"\0" in head:
        fault = Fault("", "bad_record", "not a log: a binary file")
    else:
        fault = Fault("", "bad_record", f"not a log in a known format: {', '.join(formats())}")
    return None, iter([Entry(1, fault, head[:200])])


def _format_of(path: Path, head: bytes) -> Format | None:
    """What the content looks like, else what the name says of a file that is text."""
    suffix = path.suffix.lower()
    named = next((form for form in formats().values() if suffix in form.suffixes), None)
    return find_format(head) or (None if b"\0" in head else named)
