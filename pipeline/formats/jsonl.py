"""The canonical log: JSON Lines, one record a line, with the field names of the contract."""

import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import msgspec

from pipeline.faults import Fault
from pipeline.formats import Entry, Format, IsWorth
from pipeline.formats.klaverlive_state import read_objects
from pipeline.lines import Line, Lines, as_text, read_lines, read_many_lines

if TYPE_CHECKING:
    from pipeline.records import Record

_decode = msgspec.json.Decoder().decode


def sniff(head: bytes) -> bool:
    """Whether any line of the beginning could be a whole JSON object; a brace alone begins one that is spread over lines."""
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return is_one_list(head) or any(line.startswith(b"{") and len(line.strip()) > 1 for line in lines)


def is_one_list(head: bytes) -> bool:
    """Whether it is a list of objects with the names of records, as other programs write all of a log at once."""
    return re.match(rb"\s*\[\s*\{", head.removeprefix(b"\xef\xbb\xbf")) is not None and b'"game_id"' in head


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each line that is not blank, or for each object of a list."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream), 1 << 18)
    from_start = _is_at_start(stream)
    if from_start and is_one_list(buffered.peek(4096)[:4096]):
        for number, (values, text, note) in enumerate(read_objects(buffered), 1):
            fault = Fault("", "bad_record", "not a JSON object")
            yield Entry(number, values if isinstance(values, dict | Fault) else fault, text, note=note)
        return
    for line in read_lines(buffered, from_start=from_start):
        values, note = decode_line(line)
        yield Entry(line.number, values, line.text, 0 if line.is_open else line.end, note)


def _is_at_start(stream: BinaryIO) -> bool:
    """Whether a stream is read from its beginning and not read on."""
    return not stream.seekable() or stream.tell() == 0


def read_raw(stream: BinaryIO, is_worth: IsWorth) -> Iterator[Entry | Lines]:
    """The entries of `read`, whole lines many at a time and not decoded: `decoded` makes an entry of one."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream), 1 << 18)
    from_start = _is_at_start(stream)
    if from_start and is_one_list(buffered.peek(4096)[:4096]):
        yield from read(buffered)
        return
    for line in read_many_lines(buffered, decoded, from_start=from_start):
        if isinstance(line, Lines):
            yield line
        else:
            values, note = decode_line(line)
            yield Entry(line.number, values, line.text, 0 if line.is_open else line.end, note)


def decoded(lines: Lines, at: int) -> Entry:
    """The entry of one of some lines."""
    text, number, end = lines.text(at), int(lines.numbers[at]), int(lines.nexts[at])
    values, note = decode_line(Line(number, text, len(text), is_open=False, end=end))
    return Entry(number, values, text, end, note)


def decode_line(line: Line) -> tuple[dict[str, Any] | Fault, str]:
    """The object that a line holds, or what is wrong with it, and a note."""
    if line.is_cut:
        return line.too_long, ""
    note = ""
    try:
        values = _decode(line.text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        values, note = _decode_slowly(line)
    if isinstance(values, dict | Fault):
        return values, note
    return Fault("", "bad_record", "not a JSON object"), note


def _decode_slowly(line: Line) -> tuple[Any, str]:
    """What msgspec refuses: numbers of any size can still name the field they stand in, old text its names."""
    text, note = as_text(line.text)
    try:
        return json.loads(text), note
    except RecursionError:
        return Fault("", "bad_record", "not JSON that can be read: nested too deeply"), note
    except ValueError as error:
        half = "a half-written last line, read again when the file has grown: " if line.is_open else ""
        return Fault("", "bad_record", f"{half}not JSON: {error}"[:300]), note


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """A line for each record."""
    from pipeline.records import record_values

    for record in records:
        stream.write(json.dumps(record_values(record), ensure_ascii=False).encode() + b"\n")


FORMAT = Format(
    "jsonl",
    "canonical JSON Lines, one record a line",
    (".jsonl", ".ndjson"),
    sniff,
    read,
    "everything",
    '{"game_id": "friday-12", "deal_no": 7, "players": ["Anneke", "Corrie", "Bram", "Dirk"], "dealer": "S", …}',
    write,
    grows=True,
    read_raw=read_raw,
)
