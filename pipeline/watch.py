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
    for path in paths:
        if not path.exists():
            raise UsageError(f"no such file or folder to watch: {path}")
    # As they are named now: a file that is rotated away comes back under its name.
    folders = {path.resolve() if path.is_dir() else path.resolve().parent for path in paths}
    files = {path.resolve() for path in paths if path.is_file()}
    within = {path.resolve() for path in paths if path.is_dir()}
    suffixes = known_suffixes()
    yield take_in()
    stop = stop or Event()
    while not stop.is_set():
        yield from _until_replaced(folders, take_in, lambda path: _concerns(path, files, within, suffixes), stop)


def _until_replaced(
    folders: set[Path], take_in: Callable[[], Summary], concerns: Callable[[Path], bool], stop: Event
) -> Iterator[Summary]:
    """What an ingest did after each change, until a folder is not the one any more that is followed."""
    from watchfiles import watch as changes

    while any(_identity(folder) is None for folder in folders):
        if stop.wait(0.5):
            return
    followed = {folder: _identity(folder) for folder in folders}
    is_first = True
    for changed in changes(
        *folders, step=50, debounce=QUIET_MS, stop_event=stop, raise_interrupt=True, yield_on_timeout=True, rust_timeout=1000
    ):
        # Once more when the watcher has begun: what was written during the first reading was seen by neither.
        if is_first or any(concerns(Path(name)) for _, name in changed):
            yield take_in()
        is_first = False
        if any(_identity(folder) != followed[folder] for folder in folders):
            return


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another that takes its place; None if there is none."""
    try:
        stat = folder.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _concerns(path: Path, files: set[Path], folders: set[Path], suffixes: set[str]) -> bool:
    if path.resolve() in files:
        return True
    return any(folder in path.resolve().parents for folder in folders) and is_log_name(path, suffixes)
