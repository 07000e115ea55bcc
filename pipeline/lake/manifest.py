"""The manifest of a lake: which of its files count. It is replaced whole, so readers see the one or the other state."""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.errors import UsageError

MANIFEST = "manifest.json"
SUFFIX = ".lake"
"""The ending of a folder that is made as a lake when nothing is there yet."""

TABLES = frozenset(
    (
        *("deals", "findings", "sources", "rejects", "matches", "files", "rulesets", "meta", "aliases"),
        *("past_deals", "past_games", "past_paths", "past_conflicts"),
    )
)
OURS = re.compile(r"(\w+)/(?:of_site=[\w.-]+/month=[^/*?\[\]{}\0]+/)?g(\d{6,})(?:_[0-9a-z]+)?\.parquet", re.ASCII)
"""Names of files of a lake, from its folder: table, perhaps site and month, generation."""


@dataclass(frozen=True)
class Manifest:
    """What a lake holds: the schema, a number that grows, its files by table, and the files of the state before."""

    schema_version: int
    generation: int = 0
    parts: dict[str, list[str]] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)

    @property
    def files(self) -> list[str]:
        return [name for names in self.parts.values() for name in names]


def is_lake(path: Path) -> bool:
    """Whether a lake lies at a path, or is to be made there."""
    return (path / MANIFEST).is_file() or (path.suffix == SUFFIX and not path.is_file())


def is_empty(folder: Path) -> bool:
    """Whether a folder is no lake yet: nothing is in it but what a first change left that was broken off."""
    return all(is_ours(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def is_ours(name: Path) -> bool:
    """Whether a file of this name in a lake is one that we write there."""
    found = OURS.fullmatch(name.as_posix())
    return (found is not None and found[1] in TABLES) or bool(re.fullmatch(rf"\.{MANIFEST}\.\d+\.part", str(name)))


def check_place(folder: Path) -> None:
    """UsageError for a folder that cannot be a lake: it holds other things, or its name is a pattern to DuckDB."""
    if any(sign in str(folder) for sign in "*?[]{}"):
        raise UsageError(f"{folder} cannot be a lake: its name holds one of * ? [ ] {{ }}")
    if folder.is_dir() and not (folder / MANIFEST).exists() and not is_empty(folder):
        raise UsageError(f"{folder} cannot be a lake: it is not empty and has no {MANIFEST}")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a lake; UsageError for one that cannot be read or names files outside of it."""
    try:
        values = json.loads((folder / MANIFEST).read_text("utf-8"))
        manifest = Manifest(
            int(values["schema_version"]), int(values["generation"]), _names(values["parts"]), list(values["before"])
        )
    except FileNotFoundError as error:
        raise UsageError(f"{folder} is no lake: it has no {MANIFEST}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise UsageError(f"{folder / MANIFEST} cannot be read: {error}") from error
    for table, names in (*manifest.parts.items(), *((None, [name]) for name in manifest.before)):
        for name in names:
            found = OURS.fullmatch(name) if isinstance(name, str) else None
            if found is None or found[1] not in TABLES or table not in (None, found[1]):
                raise UsageError(f"{folder / MANIFEST} names a file that is none of a lake: {name!r}")
    if not manifest.parts.get("meta"):
        raise UsageError(f"{folder / MANIFEST} is not whole: it names no file of the table meta")
    return manifest


def _names(parts: Any) -> dict[str, list[str]]:
    if not all(isinstance(names, list) for names in parts.values()):
        raise ValueError("parts are lists of names")
    return {str(table): list(names) for table, names in parts.items()}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Publish a state of a lake, whose files are all there."""
    values = {
        "schema_version": manifest.schema_version,
        "generation": manifest.generation,
        "parts": dict(manifest.parts),
        "before": manifest.before,
    }
    work = folder / f".{MANIFEST}.{os.getpid()}.part"
    work.write_text(json.dumps(values, indent=1), "utf-8")
    os.replace(work, folder / MANIFEST)


def generation_of(name: str) -> int:
    """The generation that a file of a lake belongs to."""
    found = OURS.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no name of a file of a lake")
    return int(found[2])


def sweep(folder: Path, kept: set[str]) -> None:
    """Remove files of ours that are not kept: of states that are past, and of a change that was broken off."""
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder)
        if path.is_file() and is_ours(name) and name.as_posix() not in kept:
            path.unlink()
        elif path.is_dir() and _is_our_folder(name) and not any(path.iterdir()):
            path.rmdir()


def _is_our_folder(name: Path) -> bool:
    """Whether a folder of this name in a lake is one that we make there."""
    table, *inside = name.parts
    by = ("of_site=", "month=")
    return table in TABLES and len(inside) <= len(by) and all(map(str.startswith, inside, by))
