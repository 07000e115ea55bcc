"""Log files: which ones a path names, what lies in an archive, in which format it is, and the entries it holds."""

import glob
import gzip
import io
import lzma
import os
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar, cast

from pipeline.errors import UsageError
from pipeline.faults import Fault, shown
from pipeline.formats import Entry, Format, IsWorth, find_format, formats
from pipeline.lines import Lines, read_at_most

HEAD = 1 << 16
"""Bytes that a format is recognised by."""
PACKED = (".gz", ".zst", ".zip")
LARGEST_WHOLE = 1 << 30
"""Bytes of a member that is held whole, for a format that is read from its end."""
MOST_UNPACKED = 1 << 36
"""Bytes that a packed file may unpack to."""
MOST_MEMBERS = 100_000
LONGEST_MEMBER_NAME = 1000
_GZIP, _ZSTD, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"


@dataclass
class Found:
    """The log files that some paths name, and the files of folders that are no logs by their names."""

    files: list[Path]
    left_alone: list[Path]


def find_files(paths: Iterable[Path], *, may_be_empty: bool = False) -> Found:
    """The files that paths and patterns name, those of folders found by the suffixes of known formats, each once, in order.

    UsageError for a path that names none, unless `may_be_empty`: a folder that is followed may be filled later.
    """
    suffixes = known_suffixes()
    found: dict[Path, Path] = {}
    left: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() or file.is_symlink())
            logs = {file: None for file in inside if is_log_name(file, suffixes)}
            if not logs and not may_be_empty:
                raise UsageError(f"no log in the folder {path}: looked for {', '.join(sorted(suffixes))}, packed or not")
            found |= {file.resolve(): file for file in logs}
            left += [file for file in inside if file not in logs]
        elif path.exists() or path.is_symlink():
            if path.exists() and not path.is_file():
                raise UsageError(f"{path} is neither a file nor a folder")
            found[path.resolve()] = path
        else:
            matching = (
                [Path(name) for name in sorted(glob.glob(str(path), recursive=True))] if glob.has_magic(str(path)) else []
            )
            if not matching and not may_be_empty:
                raise UsageError(f"no such file or folder: {path}")
            inner = find_files(matching, may_be_empty=may_be_empty)
            found |= {file.resolve(): file for file in inner.files}
            left += inner.left_alone
    return Found(list(found.values()), left)


def known_suffixes() -> set[str]:
    """The suffixes of all formats."""
    return {suffix for known in formats().values() for suffix in known.suffixes}


def is_log_name(path: Path, suffixes: set[str]) -> bool:
    """Whether the name of a file says that it is a log, plain or packed; hidden files are none."""
    last = path.suffix.lower()
    if path.name.startswith("."):
        return False
    return last in suffixes or last == ".zip" or (last in PACKED and Path(path.stem).suffix.lower() in suffixes)


_BYTE = re.compile(r"\\x([0-9a-f]{2})")


def printable_path(path: Path) -> str:
    """The full path of a file as the ledger names it: bytes that are no text as \\xff, what looks like it as \\x5cxff."""
    raw = os.fsencode(path.resolve())
    text = raw.decode("utf-8", "backslashreplace")
    if _BYTE.search(text) is None:
        return text
    return raw.replace(b"\\", b"\\x5c").decode("utf-8", "backslashreplace")


def path_of(name: str) -> Path:
    """The file that the ledger names: the inverse of `printable_path`."""
    raw = re.sub(rb"\\x([0-9a-f]{2})", lambda match: bytes([int(match[1], 16)]), name.encode())
    return Path(os.fsdecode(raw))


def open_log(path: Path) -> io.BufferedReader:
    """A log file open for reading, with room to look at its beginning."""
    return cast(io.BufferedReader, path.open("rb", buffering=1 << 18))


def format_named(name: str | None) -> Format | None:
    """The format called `name`, None for none; UsageError names the choices."""
    if name is not None and name not in formats():
        raise UsageError(f"unknown format {name!r}: one of {', '.join(formats())}")
    return formats()[name] if name is not None else None


_E_co = TypeVar("_E_co", bound=Entry | Lines, covariant=True)


@dataclass(frozen=True)
class Member(Generic[_E_co]):
    """What lies in a log file: its name in an archive ("" for the file itself), its format if known, and its entries."""

    name: str
    format: Format | None
    entries: Iterator[_E_co]


def read_members(path: Path, file: BinaryIO, known: Format | None) -> Iterator[Member[Entry]]:
    """The members of an open file: itself, unpacked, or those of a zip archive; damage is an entry that says so.

    Each member has to be read before the next is asked for.
    """
    return cast(Iterator[Member[Entry]], _members(path, file, known, is_worth=None))


def read_raw_members(path: Path, file: BinaryIO, known: Format | None, is_worth: IsWorth) -> Iterator[Member[Entry | Lines]]:
    """The same, where records may come as lines of JSON, many at a time and not decoded, if that is worth it."""
    return _members(path, file, known, is_worth=is_worth)


def _members(path: Path, file: BinaryIO, known: Format | None, *, is_worth: IsWorth | None) -> Iterator[Member[Entry | Lines]]:
    head = file.read(4)
    file.seek(0)
    if not head.startswith(_ZIP):
        yield _member("", Path(path.stem) if path.suffix.lower() in PACKED else path, file, known, is_worth=is_worth)
        return
    try:
        with zipfile.ZipFile(file) as archive:
            # A Mac puts a second, empty shape of every file beside it.
            inside = [
                info
                for info in archive.infolist()
                if not info.filename.endswith("/") and "__MACOSX" not in info.filename.split("/")
            ]
            names = _member_names(inside[:MOST_MEMBERS])
            for info, name in zip(inside, names, strict=False):
                # A member without the ending of a log is still looked at: an archive is made for its contents.
                try:
                    with archive.open(info) as opened:
                        yield _member(name, Path(info.filename), cast(BinaryIO, opened), known, is_worth=is_worth)
                except _DAMAGE as error:
                    yield Member(name, None, iter([_damage(1, f"the member is damaged: {shown(str(error))}")]))
            if len(inside) > MOST_MEMBERS:
                yield Member("", None, iter([_damage(0, f"more than {MOST_MEMBERS} members in one archive")]))
    except _DAMAGE as error:
        yield Member("", None, iter([_damage(0, f"the archive is damaged: {shown(str(error))}")]))


def _member_names(members: Sequence[zipfile.ZipInfo]) -> list[str]:
    """A name for each member of an archive, all different and of a length that is kept."""
    names: dict[str, None] = {}
    copies: Counter[str] = Counter()
    for info in members:
        first = name = info.filename[: LONGEST_MEMBER_NAME - 20] or "(no name)"
        while name in names:
            copies[first] += 1
            name = f"{first} ({copies[first] + 1})"
        names[name] = None
    return list(names)


_DAMAGE = (EOFError, OSError, ValueError, IndexError, MemoryError, RuntimeError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
"""What the readers of packed files raise: damage, passwords, methods that are not known."""


def _damage(line: int, message: str) -> Entry:
    return Entry(line, Fault("", "bad_record", message[:300]), b"")


def _member(
    name: str, path: Path, stream: BinaryIO, known: Format | None, *, is_worth: IsWorth | None
) -> Member[Entry | Lines]:
    try:
        opened = _unpacked(stream)
        head = _peek(opened)
    except _DAMAGE as error:
        return Member(name, None, iter([_damage(1, f"the packed file is damaged: {error}")]))
    if head.startswith(_ZIP):
        return Member(name, None, iter([_damage(1, "an archive inside a packed file or an archive: unpack it first")]))
    chosen = known or _format_of(path, head)
    if chosen is not None:
        return Member(name, chosen, _guarded(chosen, opened, is_worth=is_worth))
    if not head.strip():
        return Member(name, None, iter(()))
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        fault = Fault("", "bad_record", "a text in UTF-16: save it as UTF-8")
        return Member(name, None, iter([Entry(1, fault, head[:2000])]))
    text = "a binary file" if b"\0" in head else f"not a log in a known format: {', '.join(formats())}"
    fault = Fault("", "bad_record", f"not a log: {text}" if b"\0" in head else text)
    return Member(name, None, iter([Entry(1, fault, head[:2000])]))


def _unpacked(stream: BinaryIO) -> io.BufferedReader:
    """The stream, unpacked if it is packed, in bounded memory."""
    buffered = io.BufferedReader(cast(io.RawIOBase, stream)) if not isinstance(stream, io.BufferedReader) else stream
    head = buffered.peek(4)[:4]
    if head.startswith(_GZIP):
        unpacked: BinaryIO = cast(BinaryIO, gzip.GzipFile(fileobj=buffered))
    elif head.startswith(_ZSTD):
        import pyarrow as pa

        unpacked = cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(buffered, "r"), "zstd"))
    else:
        return buffered
    return io.BufferedReader(_Bounded(unpacked, MOST_UNPACKED), 1 << 18)


class _Bounded(io.RawIOBase):
    """A stream of at most so many bytes; one more is an error."""

    def __init__(self, stream: BinaryIO, most: int) -> None:
        super().__init__()
        self._stream = stream
        self._left = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        # read1 gives what there is before a damaged place, read would lose it.
        data = getattr(self._stream, "read1", self._stream.read)(len(view))
        self._left -= len(data)
        if self._left < 0:
            raise OSError(f"it unpacks to more than {MOST_UNPACKED} bytes")
        view[: len(data)] = data
        return len(data)


def _peek(stream: io.BufferedReader) -> bytes:
    """The beginning of a stream, without reading on: as much of it as the buffer can hold."""
    return stream.peek(HEAD)[:HEAD]


def _format_of(path: Path, head: bytes) -> Format | None:
    """What the content looks like, else what the name says of a file that is text: one of our own formats."""
    suffix = path.suffix.lower()
    named = next((form for form in formats().values() if suffix in form.suffixes and form.write is not None), None)
    return find_format(head) or (None if b"\0" in head else named)


def _guarded(form: Format, stream: io.BufferedReader, *, is_worth: IsWorth | None) -> Iterator[Entry | Lines]:
    """The entries of a stream; where it is damaged, an entry says so and nothing more can be read."""
    line = 0
    try:
        whole: BinaryIO = stream
        if form.needs_seeking and not isinstance(stream.raw, io.FileIO):
            data = read_at_most(stream, LARGEST_WHOLE)
            if len(data) > LARGEST_WHOLE:
                yield _damage(1, f"more than {LARGEST_WHOLE} bytes in a file of this format")
                return
            whole = io.BytesIO(data)
        raw = None if is_worth is None or form.read_raw is None else form.read_raw(whole, is_worth)
        for entry in raw or form.read(whole):
            line = int(entry.numbers[-1]) if isinstance(entry, Lines) else entry.line
            yield entry
    except _DAMAGE as error:
        yield _damage(line + 1, f"the file is damaged after this place: {shown(str(error))}")


def moved(entries: Iterable[Entry | Lines], lines: int, offset: int) -> Iterator[Entry | Lines]:
    """Entries of the end of a file with their places in the whole file."""
    for entry in entries:
        if isinstance(entry, Lines):
            yield entry.moved(lines, offset)
            continue
        yield replace(entry, line=entry.line + lines, end=entry.end + offset if entry.end else 0)
