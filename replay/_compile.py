"""The only file that imports numba, and only when something is compiled.

Rules are plain Python functions marked with `rule`; `compiled` turns a kernel that calls them into machine code. A rule
must stay within what both worlds do alike: ints and bools, tuples of ints, `DECK ^ x` rather than `~x`, no enum flags.
"""

import atexit
import functools
import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

_one_at_a_time = threading.Lock()
_rules: list[Callable[..., Any]] = []


def rule(function: _F) -> _F:
    """`function` itself, noted as one that compiled kernels may call."""
    _rules.append(function)
    return function


@functools.cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel` as machine code that releases the GIL; the result is cached on disk, keyed by a digest of the sources."""
    import numba
    from numba.extending import register_jitable

    with _one_at_a_time:
        for function in _rules:
            register_jitable(function)
        _rules.clear()
        numba.config.CACHE_DIR = str(cache_folder(kernel))  # type: ignore[attr-defined]  # set at run time
        result: Callable[..., Any] = numba.njit(cache=True, nogil=True)(kernel)
    return result


def rules_record(rules: Any) -> Any:
    """A RuleSet as a numpy record: compiled code gets a pointer to it where it would copy a tuple at every call."""
    import numpy

    return numpy.array([rules], dtype=[(name, "i8") for name in rules._fields]).view(numpy.recarray)[0]


def is_compiled(kernel: Callable[..., Any]) -> bool:
    """Whether machine code of `kernel`, from these very sources, lies in the cache, so that compiling costs nothing."""
    folder = cache_folder(kernel)
    return folder.is_dir() and any(folder.rglob(f"*{kernel.__name__}*.nbc"))


def cache_folder(kernel: Callable[..., Any]) -> Path:
    """The user's cache folder for machine code of the package that a kernel is in.

    numba looks only at the file that holds the kernel, so a changed rule in another file would go unnoticed: the digest
    of every source that can be part of a kernel names the folder.
    """
    return user_cache() / f"numba-{_source_digest(kernel.__module__.rpartition('.')[0])}"


def user_cache() -> Path:
    """The user's cache folder of klaverlog, which need not be there."""
    base = os.environ.get("KLAVERLOG_CACHE") or os.environ.get("XDG_CACHE_HOME") or _home_cache()
    return Path(base) / "klaverlog"


@functools.cache
def _home_cache() -> str:
    """The cache folder of somebody who names none; a folder that lasts as long as this process for one without a home.

    It has to be nobody else's: what lies in it is run.
    """
    try:
        return str(Path.home() / ".cache")
    except RuntimeError:
        folder = tempfile.mkdtemp(prefix="klaverlog-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder


@functools.cache
def _source_digest(package: str) -> str:
    """A digest of the sources of a package and of the rules, which every kernel may call."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for folder in sorted({"replay", package.replace(".", "/")}):
        for path in sorted((root / folder).glob("*.py")):
            # numba's own index also holds the place and time of the file: another copy of these sources has its own folder.
            stamp = f"{path}\0{path.stat().st_mtime_ns}\0".encode("utf-8", "surrogateescape")
            digest.update(stamp + path.read_bytes())
    return digest.hexdigest()[:16]
