"""A folder that is watched: logs that grow, rotate away, and folders that are replaced."""

import contextlib
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from making import lines, season, write_log
from stores import accounts

from pipeline.ingest import Summary, ingest
from pipeline.watch import watch


@contextlib.contextmanager
def followed(paths: list[Path], db: Path) -> Iterator[Callable[[int], None]]:
    """A watch in a thread of its own; what is given waits until the store has so many deals."""
    stop, seen = threading.Event(), list[Summary]()

    def follow() -> None:
        for summary in watch(paths, lambda: ingest(paths, db, may_be_empty=True), stop):
            seen.append(summary)

    follower = threading.Thread(target=follow)
    follower.start()

    def wait_for(deals: int) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if db.exists() and sum(count[1] for count in accounts(db).values()) == deals:
                return
            time.sleep(0.05)
        raise AssertionError(f"{deals} deals never came: {seen}")

    try:
        yield wait_for
        assert follower.is_alive()
    finally:
        stop.set()
        follower.join(30)
    assert not follower.is_alive()


def test_a_watched_folder_is_read_whenever_a_log_changes(tmp_path: Path, db: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    with followed([folder], db) as wait_for:
        time.sleep(0.5)  # an empty folder is watched too
        log = write_log(folder / "a.jsonl", season()[0])
        wait_for(1)
        with log.open("ab") as file:
            file.write(lines(*season()[1:4]))
        wait_for(4)
        write_log(folder / "b.jsonl", *season()[4:6])
        wait_for(6)


def test_a_watched_file_may_be_rotated_away(tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", season()[0])
    with followed([log], db) as wait_for:
        wait_for(1)
        log.rename(tmp_path / "a.1")
        time.sleep(1.5)
        wait_for(1)
        write_log(log, *season()[:3])
        wait_for(3)


def test_a_watched_folder_may_be_replaced_by_another(tmp_path: Path, db: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    write_log(folder / "a.jsonl", season()[0])
    with followed([folder], db) as wait_for:
        wait_for(1)
        time.sleep(1.5)
        shutil.rmtree(folder)
        time.sleep(0.5)
        folder.mkdir()
        time.sleep(1.5)
        write_log(folder / "b.jsonl", season()[1])
        wait_for(2)
