"""The canonical log: JSON Lines, one record a line, with the field names of the contract."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from pipeline.fields import Fault
from pipeline.formats import Entry, Format
from pipeline.lines import LONGEST_LINE, Line, read_lines

_decode = msgspec.json.Decoder().decode


def sniff(head: bytes) -> bool:
    """Whether any line of the beginning could be a JSON object."""
    return any(line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{") for line in head.split(b"\n"))


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each line that is not blank."""
    for line in read_lines(stream):
        yield Entry(line.number, _values(line), line.text)


def _values(line: Line) -> dict[str, Any] | Fault:
    if line.is_cut:
        return Fault("", "bad_record", f"a line of {line.length} bytes, at most {LONGEST_LINE} are read")
    try:
        values = _decode(line.text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        values = _decode_slowly(line)
    if isinstance(values, dict | Fault):
        return values
    return Fault("", "bad_record", "not a JSON object")


def _decode_slowly(line: Line) -> Any:
    """What msgspec refuses: numbers of any size can still name the field they stand in, the rest is no record."""
    try:
        return json.loads(line.text.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Fault("", "bad_record", f"not UTF-8: byte {error.start + 1} of the line")
    except RecursionError:
        return Fault("", "bad_record", "not JSON that can be read: nested too deeply")
    except ValueError as error:
        half = "a half-written last line, read again when the file has grown: " if line.is_open else ""
        return Fault("", "bad_record", f"{half}not JSON: {error}"[:300])


FORMAT = Format("jsonl", "canonical JSON Lines, one record a line", (".jsonl", ".ndjson"), sniff, read)
