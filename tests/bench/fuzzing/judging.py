"""Judges what a reader does with one input: exceptions, time and memory; failing inputs are kept."""

import re
import resource
import signal
import time
import traceback
import tracemalloc
from pathlib import Path
from typing import Any

from bench.fuzzing.figures import Figures
from bench.fuzzing.sample_records import ROOT

SLOW, SLOW_PER_RECORD, SLOW_PER_ENTRY = 1.0, 0.003, 0.0001
"""Seconds that an input may take, and more for each record in it, which is audited here too, and for each entry."""
HANG = 30.0
"""Seconds after which an input is broken off."""
ROOM, ROOM_PER_BYTE = 50 << 20, 100
"""Bytes of memory that an input may take: so many, and so many for each of its bytes."""
KEPT = 5
"""Failing inputs that are kept of each kind."""


class HangError(BaseException):
    """An input that takes too long; no reader may catch it."""


def too_long(signum: int, frame: Any) -> None:
    """Break the input off: the handler of the alarm."""
    raise HangError


def place_of(error: BaseException) -> str:
    """The innermost line of our own program that an exception came through."""
    ours = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith((str(ROOT / "pipeline"), str(ROOT / "replay")))
    ]
    if not ours:
        return "outside"
    where = ours[-1] if not isinstance(error, HangError) else ours[0]
    return f"{Path(where.filename).relative_to(ROOT)}:{where.lineno} {where.name}"


class Judge:
    """Keeps what is judged of one format, and the inputs that fail."""

    def __init__(self, figures: Figures, seed: int, folder: Path, patience: float) -> None:
        self.figures = figures
        self.seed = seed
        self.folder = folder
        self.patience = patience
        self.resident = 0
        """Most memory that the process had so far, in KiB."""

    def watch(self, number: int, data: bytes, what: str, *, is_measured: bool = False, limit: float = SLOW) -> "Watch":
        """What watches over an input in a `with` statement."""
        return Watch(self, number, data, what, is_measured=is_measured, limit=limit)

    def fail(self, kind: str, number: int, data: bytes, what: str, text: str) -> None:
        """Note a failure and keep its input."""
        self.figures.failures[kind] += 1
        if self.figures.failures[kind] > KEPT:
            return
        self.figures.examples.setdefault(kind, f"input {number}, {what}: {text.strip().splitlines()[-1][:300]}")
        stem = re.sub(r"[^A-Za-z0-9_.]+", "-", f"{self.figures.format}-{self.seed}-{number}-{kind}")[:120]
        (self.folder / f"{stem}.bin").write_bytes(data)
        (self.folder / f"{stem}.txt").write_text(f"{kind}\n{what}\n{text}", "utf-8", "backslashreplace")


class Watch:
    """Watches over one input: exceptions, time and memory."""

    def __init__(self, judge: Judge, number: int, data: bytes, what: str, *, is_measured: bool, limit: float) -> None:
        self.judge, self.number, self.data, self.what = judge, number, data, what
        self.is_measured, self.limit = is_measured, limit
        self.has_failed = False
        self.records, self.entries = judge.figures.records, judge.figures.entries

    def __enter__(self) -> "Watch":
        signal.setitimer(signal.ITIMER_REAL, HANG * self.limit / SLOW)
        if self.is_measured:
            tracemalloc.start()
        self.started = time.perf_counter()
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        took = time.perf_counter() - self.started
        signal.setitimer(signal.ITIMER_REAL, 0)
        judge, figures = self.judge, self.judge.figures
        peak = 0
        if self.is_measured:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            figures.peak = max(figures.peak, peak)
        if isinstance(error, KeyboardInterrupt | SystemExit):
            return False
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        grown, judge.resident = (resident - judge.resident) * 1024, max(resident, judge.resident)
        room = ROOM + ROOM_PER_BYTE * len(self.data)
        if error is not None:
            self.has_failed = True
            shown = "".join(traceback.format_exception(error, limit=-40))
            kind_of = f"{type(error).__name__} at {place_of(error)}"
            if isinstance(error, AssertionError):
                kind_of += f" ({re.sub('[0-9]+', '', str(error)).partition(':')[0].strip()[:80]})"
            judge.fail(kind_of, self.number, self.data, self.what, shown)
        is_one = self.limit == SLOW
        if is_one and not self.is_measured:
            figures.slowest = max(figures.slowest, took)
        due = self.limit * judge.patience + SLOW_PER_RECORD * (figures.records - self.records)
        due += SLOW_PER_ENTRY * (figures.entries - self.entries)
        if took > due * (10 if self.is_measured else 1):
            judge.fail("slow", self.number, self.data, self.what, f"{took:.2f} s for {len(self.data)} bytes")
        if is_one and max(peak, grown) > room:
            judge.fail(
                "memory", self.number, self.data, self.what, f"peak {peak}, resident +{grown} for {len(self.data)} bytes"
            )
        return True
