"""An ingest that goes on beside the page, so that whoever leaves the page does not break it off."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline.errors import UsageError
from pipeline.ingest import Summary, ingest
from replay.readings import RulesInForce

KEY = "intake"
EVERY = 0.2
"""Seconds between two looks at how far it is."""


@dataclass
class Intake:
    """An ingest under way or done: how far it is, what it says, and its summary or what went wrong."""

    total: int
    done: int = 0
    told: str = ""
    summary: Summary | None = None
    failed: str | None = None
    thread: threading.Thread | None = field(default=None, repr=False)

    def run(self, paths: Sequence[Path], db: Path, rules: RulesInForce | None) -> None:
        """Read the files; what goes wrong is kept as words."""

        def report(name: str, done: int) -> None:
            del name
            self.done, self.told = done, ""

        def tell(message: str) -> None:
            self.told = message

        try:
            self.summary = ingest(paths, db, rules, progress=report, tell=tell)
        except UsageError as error:
            self.failed = str(error)
        except Exception as error:  # a thread's exception would be lost, and the page would say nothing
            self.failed = f"{type(error).__name__}: {error}"
            raise


def start(paths: Sequence[Path], db: Path, rules: RulesInForce | None = None) -> None:
    """Begin to read files into the store."""
    job = Intake(sum(path.stat().st_size for path in paths))
    job.thread = threading.Thread(target=job.run, args=(paths, db, rules), daemon=False)
    st.session_state[KEY] = job
    job.thread.start()


def show(summary: Callable[[Summary], None]) -> None:
    """Draw how far an ingest of this visit is until it is done, then its summary, or what went wrong."""
    job: Intake | None = st.session_state.get(KEY)
    if job is None or job.thread is None:
        return
    if job.thread.is_alive():
        bar = st.progress(0.0, text("logs.reading"))
        while job.thread.is_alive():
            share = min(1.0, job.done / job.total) if job.total else 0.0
            bar.progress(share, _words(job))
            time.sleep(EVERY)
        st.rerun()
    if job.failed is not None:
        st.error(plain(explained(job.failed), 1_000), icon=":material/error:")
    elif job.summary is not None:
        summary(job.summary)


def _words(job: Intake) -> str:
    """What is going on: another ingest is waited for, machine code is compiled, or files are read."""
    return text("logs.waiting", what=plain(explained(job.told), 300)) if job.told else text("logs.reading")
