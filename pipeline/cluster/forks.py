"""Workers of a local cluster as copies of one process that is ready to work, started while files are still looked at."""

import contextlib
import multiprocessing
import os
import sys
from collections.abc import Iterator
from multiprocessing import forkserver

LOCAL = "local"


def get_ready(address: str) -> None:
    """Begin with what a local cluster takes longest for; one that is elsewhere, or cannot be started, is left alone.

    The process that is copied starts before Dask is imported here: it takes about as long as that.
    """
    if address == LOCAL and _can_fork():
        forkserver.set_forkserver_preload(["distributed", "pipeline.cluster.ready"])
        with _same_modules():
            forkserver.ensure_running()
        with contextlib.suppress(ImportError):
            import distributed  # noqa: F401 - for `forking`


@contextlib.contextmanager
def forking() -> Iterator[None]:
    """Let workers that are started inside be copies of that process, where the system has such."""
    if not _can_fork():
        yield
        return
    get_ready(LOCAL)
    import dask

    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        yield


def _can_fork() -> bool:
    """Whether a process with numpy and Arrow in it can be copied: not safely on a Mac, where nothing forks by itself."""
    return sys.platform == "linux" and "forkserver" in multiprocessing.get_all_start_methods()


@contextlib.contextmanager
def _same_modules() -> Iterator[None]:
    """Let a process that is started inside find the modules that this one finds, and none in the folder one works in."""
    places = os.pathsep.join(os.path.abspath(place) for place in sys.path if os.pathsep not in place)
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYTHONSAFEPATH")}
    os.environ.update(PYTHONPATH=places, PYTHONSAFEPATH="1")
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
