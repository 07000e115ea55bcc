"""Logs that somebody hands in: kept in a folder beside the store, under names of ours, and read like any other file.

The ledger names the files there, and a rebuild reads them again.
"""

import gzip
import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from pipeline.errors import UsageError
from pipeline.report.texts import safe

MOST_FILES = 100
LARGEST_UPLOAD = 256 << 20
"""Bytes of all files that are handed in at once."""
MOST_UNPACKED = 4 << 30
"""Bytes that a packed file may unpack to: more than any season has."""
_LONGEST_STEM = 60
_PIECE = 1 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_GZIP, _ZSTD, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"


class Upload(NamedTuple):
    """A file as it was handed in: the name that its owner gives it, which is no path of ours, and its bytes."""

    name: str
    content: BinaryIO


def uploads_folder(db: Path) -> Path:
    """The folder beside a store that uploads are kept in, whatever link leads to the store."""
    db = db.resolve()
    return db.with_name(f"{db.name}.uploads")


def keep_uploads(db: Path, uploads: Sequence[Upload]) -> list[Path]:
    """Keep files that were handed in; where they lie. The same content handed in again is the same file.

    UsageError for too many or too large ones, for one that unpacks to too much, and for a folder that cannot be written.
    """
    if len(uploads) > MOST_FILES:
        raise UsageError(f"{len(uploads):,} files at once: at most {MOST_FILES}, or one archive of them")
    sizes = [upload.content.seek(0, os.SEEK_END) for upload in uploads]
    if sum(sizes) > LARGEST_UPLOAD:
        raise UsageError(f"{sum(sizes):,} bytes at once: at most {LARGEST_UPLOAD:,}; pack them, or use klaverlog ingest")
    for upload in uploads:
        _check_unpacked(upload)
    folder = uploads_folder(db)
    try:
        folder.mkdir(exist_ok=True)
        return [_kept(folder, upload) for upload in uploads]
    except OSError as error:
        raise UsageError(f"cannot keep uploads in {folder}: {error.strerror or error}") from error


def _kept(folder: Path, upload: Upload) -> Path:
    upload.content.seek(0)
    hashed = hashlib.sha256()
    while piece := upload.content.read(_PIECE):
        hashed.update(piece)
    digest = hashed.hexdigest()[:16]
    before = next((path for path in sorted(folder.glob(f"*-{digest}*")) if not path.name.startswith(".")), None)
    if before is not None:
        return before
    stem, suffixes = safe_name(upload.name)
    path = folder / f"{stem}-{digest}{suffixes}"
    work = folder / f".{path.name}.{os.getpid()}.part"
    upload.content.seek(0)
    try:
        with work.open("wb") as out:
            while piece := upload.content.read(_PIECE):
                out.write(piece)
        os.replace(work, path)
    finally:
        work.unlink(missing_ok=True)
    return path


def safe_name(name: str) -> tuple[str, str]:
    """Stem and endings that may be given to a file for a name that may be anything: letters and figures, no path."""
    last = re.split(r"[/\\]", name)[-1]
    parts = [_UNSAFE.sub("_", part) for part in last.split(".")]
    endings = parts[1:][-2:] if all(len(part) <= 8 and part.strip("_") for part in parts[1:][-2:]) else []
    stem = "_".join(parts[: len(parts) - len(endings)]).strip("_")[:_LONGEST_STEM]
    return stem or "log", "".join(f".{part.lower()}" for part in endings)


def _check_unpacked(upload: Upload) -> None:
    """UsageError for a packed file that unpacks to too much; one that is damaged is for the ingest to tell."""
    upload.content.seek(0)
    head = upload.content.read(4)
    upload.content.seek(0)
    try:
        if head.startswith(_ZIP):
            with zipfile.ZipFile(upload.content) as archive:
                # A member is read no further than to the size that it states.
                total = sum(info.file_size for info in archive.infolist())
        elif head.startswith((_GZIP, _ZSTD)):
            total = _length(_unpacked(upload.content, head))
        else:
            return
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error):
        return
    if total > MOST_UNPACKED:
        raise UsageError(f"{safe(upload.name)} unpacks to more than {MOST_UNPACKED:,} bytes: it is not read")


def _unpacked(content: BinaryIO, head: bytes) -> BinaryIO:
    if head.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=content))
    import pyarrow as pa

    return cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(_KeptOpen(content), "r"), "zstd"))


class _KeptOpen:
    """A stream for somebody who would close it."""

    def __init__(self, content: BinaryIO) -> None:
        self.read, self.seek, self.tell = content.read, content.seek, content.tell
        self.closed = False

    def close(self) -> None:
        self.closed = True


def _length(stream: BinaryIO) -> int:
    total = 0
    while total <= MOST_UNPACKED and (piece := stream.read(_PIECE)):
        total += len(piece)
    return total
