"""Work done in a second thread, in order, while the first goes on: few pieces wait, so memory stays bounded."""

import queue
import threading
from collections.abc import Callable

WAITING = 1
"""Pieces of work that may wait; giving one more waits for room."""
Work = Callable[[], None]


class InTurn:
    """Does what it is given at once, where another thread would only take turns with this one."""

    def do(self, work: Work) -> None:
        """Do it."""
        work()

    def wait(self) -> None:
        """Nothing is ever waiting."""

    def close(self) -> None:
        """Nothing is ever waiting."""


class Beside:
    """A second thread that does what it is given, one piece after the other; it starts with the first."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Work | None] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None
        self._failed: BaseException | None = None

    def do(self, work: Work) -> None:
        """Give it something to do. What went wrong with earlier work is raised here, or by `wait`."""
        self._raise()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        self._waiting.put(work)

    def wait(self) -> None:
        """Wait until everything is done."""
        if self._thread is not None:
            self._waiting.join()
        self._raise()

    def close(self) -> None:
        """Wait for the piece of work at hand, leave the others undone and stop."""
        if self._thread is None:
            return
        self._failed = self._failed or RuntimeError("given work after the end")
        self._waiting.put(None)
        self._thread.join()
        self._thread = None

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            try:
                if self._failed is None:
                    work()
            except BaseException as error:  # handed to the first thread, whatever it is
                self._failed = error
            finally:
                self._waiting.task_done()
        self._waiting.task_done()

    def _raise(self) -> None:
        if self._failed is not None:
            raise self._failed
