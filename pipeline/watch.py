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

    UsageError for a path that does not exist at the start; a file that goes later is read again when it comes back.
    """
    from watchfiles import watch as changes

    for path in paths:
        if not path.exists():
            raise UsageError(f"no such file or folder to watch: {path}")
    # As they are named now: a file that is rotated away comes back under its name.
    folders = {path.resolve() if path.is_dir() else path.resolve().parent for path in paths}
    files = {path.resolve() for path in paths if path.is_file()}
    within = {path.resolve() for path in paths if path.is_dir()}
    suffixes = known_suffixes()
    yield take_in()
    is_first = True
    for changed in changes(
        *folders, step=50, debounce=QUIET_MS, stop_event=stop, raise_interrupt=True, yield_on_timeout=True, rust_timeout=1000
    ):
        touched = {Path(name) for _, name in changed}
        # Once more when the watcher has begun: what was written during the first reading was seen by neither.
        if is_first or any(_concerns(path, files, within, suffixes) for path in touched):
            yield take_in()
        is_first = False


def _concerns(path: Path, files: set[Path], folders: set[Path], suffixes: set[str]) -> bool:
    if path.resolve() in files:
        return True
    return any(folder in path.resolve().parents for folder in folders) and is_log_name(path, suffixes)
