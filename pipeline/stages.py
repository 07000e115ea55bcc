"""Where the time of an ingest goes, by stage."""

import contextlib
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STAGES = {
    "look": "which files are new or changed",
    "read": "bytes, lines and notation into plain values",
    "check": "fields, and what names the content",
    "judge": "which record of a deal counts",
    "replay": "legality, roem and scores",
    "wait": "for rows being inserted beside the reading",
    "insert": "rows into the work file",
    "publish": "games, accounts, checkpoint and rename",
}
"""The stages in their order, and what belongs to each."""


class Stages:
    """Seconds of each stage; a stage inside another counts only once, as the inner one."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.besides = dict.fromkeys(STAGES, 0.0)
        """Seconds spent in a second thread, while the stages went on."""
        self._running: list[str] = []
        self._since = 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what is done inside as the stage `name`."""
        self._settle()
        self._running.append(name)
        try:
            yield
        finally:
            self._settle()
            self._running.pop()

    @contextmanager
    def beside(self, name: str) -> Iterator[None]:
        """Time what is done inside, in a second thread, as the stage `name` beside the others."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.besides[name] += time.perf_counter() - started

    def _settle(self) -> None:
        now = time.perf_counter()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now


def peak_memory() -> int:
    """The most bytes that this process has held at a time."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        # What getrusage says begins with what the program held that started this one.
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
