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

OURS = re.compile(r"g(\d{6,})(_[0-9a-z]+)?\.parquet")


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
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    return all(OURS.fullmatch(path.name) and path.parent != folder for path in files)


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
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{folder / MANIFEST} cannot be read: {error}") from error
    for name in (*manifest.files, *manifest.before):
        if not isinstance(name, str) or not (folder / name).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{folder / MANIFEST} names a file outside of the lake: {name!r}")
    return manifest


def _names(parts: Any) -> dict[str, list[str]]:
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
    found = OURS.fullmatch(Path(name).name)
    if found is None:
        raise UsageError(f"{name!r} in a {MANIFEST} is no name of a file of a lake")
    return int(found[1])


def sweep(folder: Path, kept: set[str]) -> None:
    """Remove files of ours that are not kept: of states that are past, and of a change that was broken off."""
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder)
        if path.is_file() and OURS.fullmatch(path.name) and len(name.parts) > 1 and str(name) not in kept:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
