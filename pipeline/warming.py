"""Machine code loaded while the files are looked at: it takes a second, which a large log need not wait for."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from pipeline.lines import lines_of
from pipeline.scan import has_to_compile_scanner, is_worth_scanning, scan
from replay.cards import CARD_TEXTS
from replay.deals import Deals
from replay.kernel import has_to_compile, replay_deals
from replay.readings import rules_in_force

LARGE = 2 << 20
"""Bytes from which on files are most likely read by machine code."""
ENOUGH = 101
"""Deals that are replayed by machine code where it lies in the cache."""
MANY = 10_000
"""Deals for which it is compiled."""


@contextlib.contextmanager
def warm(paths: Sequence[Path], get_ready: Callable[[], None] | None = None) -> Iterator[None]:
    """Get ready beside what is done inside, by loading machine code if no other way is given.

    Only where the files are large, and the code has been compiled before.
    """
    size = sum(path.stat().st_size for path in paths if path.is_file())
    if size < LARGE or not is_worth_scanning(ENOUGH) or has_to_compile(size):
        yield
        return
    with beside(get_ready or load):
        yield


@contextlib.contextmanager
def beside(do: Callable[[], None]) -> Iterator[None]:
    """Do something in another thread beside what is done inside."""
    doing = threading.Thread(target=do, daemon=True)
    doing.start()
    try:
        yield
    finally:
        doing.join()


def compile_missing() -> None:
    """Compile what lies in no cache yet, so that processes that start now need not each do so."""
    if has_to_compile(MANY) or has_to_compile_scanner(MANY):
        load(MANY)


def load(deals: int = ENOUGH) -> None:
    """Load machine code as for so many deals: a deal is scanned and replayed, that often."""
    line = b'{"game_id":"-","deal_no":1,"players":[null,null,null,null],"declarer":"N","trump":"C","dealer":"W","plays":"'
    line += " ".join(CARD_TEXTS).encode() + b'"}'
    scanned = scan(lines_of(line, [0, len(line)]), None)
    if scanned is not None:
        columns = {name: np.repeat(array, deals, axis=0) for name, array in scanned.deals.columns.items()}
        scanned.texts("game_id")
        replay_deals(Deals(columns), rules_in_force(None).rules)
