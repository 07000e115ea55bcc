"""Folders and files followed while they grow: an ingest after each change."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event

from pipeline.errors import UsageError
from pipeline.ingest import Summary
from pipeline.logs import is_log_name, known_suffixes

QUIET_MS = 400
"""Milliseconds without a change before an ingest, so that a file that is being written is read once."""


def watch(paths: Sequence[Path], take_in: Callable[[], Summary], stop: Event | None = None) -> Iterator[Summary]:
    """What an ingest did, at the start and after each change of a log among `paths`, until `stop` is set.

    UsageError for a path that does not exist.
    """
    from watchfiles import watch as changes

    for path in paths:
        if not path.exists():
            raise UsageError(f"no such file or folder to watch: {path}")
    yield take_in()
    folders = {path if path.is_dir() else path.resolve().parent for path in paths}
    files = {path.resolve() for path in paths if path.is_file()}
    suffixes = known_suffixes()
    for changed in changes(*folders, step=50, debounce=QUIET_MS, stop_event=stop, raise_interrupt=True):
        touched = {Path(name) for _, name in changed}
        if any(_concerns(path, paths, files, suffixes) for path in touched):
            yield take_in()


def _concerns(path: Path, paths: Sequence[Path], files: set[Path], suffixes: set[str]) -> bool:
    if path.resolve() in files:
        return True
    in_folder = any(one.is_dir() and one.resolve() in path.resolve().parents for one in paths)
    return in_folder and is_log_name(path, suffixes)
