"""The formats of logs, one file each behind one contract; a format knows its notation, no rules and no SQL.

A new format is one module with a `FORMAT`, one line in FORMATS, a sample under sample_logs/ and a test case.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from pipeline.fields import Fault


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a file: its line (from 1), the plain values of the contract's fields or a fault, and its text."""

    line: int
    values: dict[str, Any] | Fault
    text: bytes


@dataclass(frozen=True, slots=True)
class Format:
    """How a log format is recognised and read."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    """Whether the beginning of a file (up to 64 KiB) looks like this format."""
    read: Callable[[BinaryIO], Iterator[Entry]]


def formats() -> dict[str, Format]:
    """All formats by name, in the order in which they are tried on a file."""
    from pipeline.formats import jsonl

    return {known.name: known for known in (jsonl.FORMAT,)}


def find_format(head: bytes) -> Format | None:
    """The format that the beginning of a file looks like, None if it looks like none."""
    return next((known for known in formats().values() if known.sniff(head)), None)
