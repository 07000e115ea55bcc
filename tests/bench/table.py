"""The whole table of speeds in one run: kernel, ingest, queries, starts and local workers, beside plain references.

Run `python tests/bench/table.py` on a quiet machine; it prints Markdown with ratios. A million deals, five runs: half an hour.
"""

import argparse
import json
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import kernel as kernel_speed

from pipeline.queries import reading
from pipeline.records import Record, read_record
from pipeline.simulate import League, write_season
from replay import Replayer, rules_in_force

ROOT = Path(__file__).resolve().parents[2]
RULES = "amsterdams"
REFERENCE_DEALS = 2_000
SUMMARY = re.compile(r"in all +([\d.]+) s, ([\d,]+) records/s, at most ([\d,]+) MiB")


def klaverlog(*arguments: object) -> tuple[float, str]:
    """Seconds that a command takes, started afresh, and what it prints."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "pipeline.cli", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return time.perf_counter() - started, done.stdout


def reference(log: Path, folder: Path) -> float:
    """Seconds a deal of a plain program that reads, replays and keeps the first deals of a log."""
    in_force = rules_in_force(RULES)
    store = sqlite3.connect(folder / f"reference-{time.monotonic_ns()}.sqlite")
    store.execute("CREATE TABLE deals (game_id, deal_no, faults, score_ns, score_ew, record)")
    started = time.perf_counter()
    with log.open("rb") as lines:
        for _, line in zip(range(REFERENCE_DEALS), lines, strict=False):
            record = read_record(json.loads(line))
            if not isinstance(record, Record):
                raise AssertionError(record)
            replayer = Replayer(record.deal, in_force.rules)
            faults = sum(bool(step.code) for step in replayer.steps())
            row = (record.game_id, record.deal_no, faults, *(replayer.outcome.score or (None, None)), line.decode())
            store.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", row)
    store.commit()
    return (time.perf_counter() - started) / REFERENCE_DEALS


def ingest(log: Path, folder: Path, *how: str) -> tuple[float, int]:
    """Seconds and MiB of an ingest into a new database, by a cluster into a new lake."""
    db = folder / ("bench.lake" if "--cluster" in how else "bench.duckdb")
    shutil.rmtree(db, ignore_errors=True) if db.is_dir() else db.unlink(missing_ok=True)
    seconds, printed = klaverlog("ingest", log, "--db", db, "--profile", *how)
    found = SUMMARY.search(printed)
    if found is None:
        raise AssertionError(printed)
    return seconds, int(found[3].replace(",", ""))


def simulated(deals: int, folder: Path) -> Path:
    """A log of about so many deals."""
    path = folder / f"{deals}.jsonl"
    with path.open("wb") as stream:
        games = max(1, deals // 16)
        write_season(League(games, 1, rules_in_force(RULES), tables=max(4, games // 50)), stream)  # a year of a site
    return path


def as_other(log: Path, suffix: str) -> Path:
    """The same log as CSV or as Parquet, as the sites' own exports are."""
    out = log.with_suffix(suffix)
    klaverlog("convert", log, out)
    return out


def queries(db: Path) -> Iterator[tuple[str, float]]:
    """Seconds that questions of a page take over a whole store, each the median of five."""
    with reading(db) as store:
        middle = store.rows("SELECT site, game_id, deal_no FROM deals ORDER BY site, game_id, deal_no LIMIT 1 OFFSET ?", 1_000)
        asked = {
            "nat rate by trump": ("SELECT trump, avg(is_nat::INT), count(*) FROM deals GROUP BY trump",),
            "nat rate by player": ("SELECT player, sum(nat_did), sum(nat_chance) FROM seats GROUP BY player",),
            "roem by kind": ("SELECT sum(list_count(list_filter(trick_roem::INT[], lambda roem: roem > 0))) FROM deals",),
            "one deal": (
                "SELECT * FROM deals WHERE site = ? AND game_id = ? AND deal_no = ?",
                *middle[0].values(),
            ),
            "one deal's plays": (
                "SELECT * FROM plays WHERE site = ? AND game_id = ? AND deal_no = ? ORDER BY card_no",
                *middle[0].values(),
            ),
        }
        for name, question in asked.items():
            times = []
            for _ in range(5):
                started = time.perf_counter()
                store.rows(*question)
                times.append(time.perf_counter() - started)
            yield name, statistics.median(times)


def row(work: str, deals: int, seconds: float, plain: float, memory: int = 0) -> str:
    """A row of the table: how long it took, and how much faster than the reference."""
    held = str(memory) if memory else ""
    return f"| {work} | {deals:,} | {seconds:.2f} | {deals / seconds:,.0f} | {plain * deals / seconds:.1f} x | {held} |"


def medians(work: Callable[[], tuple[float, int]], runs: int) -> tuple[float, int]:
    """The median seconds and the highest memory of some runs."""
    measured = [work() for _ in range(runs)]
    return statistics.median(one[0] for one in measured), max(one[1] for one in measured)


def speed_of_work(logs: dict[int, Path], folder: Path, runs: int) -> None:
    """What an ingest costs, beside a plain program on the same deals in the same run."""
    largest, smallest = max(logs), min(logs)
    plain = statistics.median(reference(logs[largest], folder) for _ in range(runs))
    print("| work | deals | s | deals/s | beside the reference | MiB |\n|---|---:|---:|---:|---:|---:|")
    print(row("reference: json, step-by-step replay, sqlite", REFERENCE_DEALS, plain * REFERENCE_DEALS, plain))
    per_deal = {}
    for deals, log in logs.items():
        seconds, memory = medians(partial(ingest, log, folder), runs)
        per_deal[deals] = seconds / deals
        print(row("JSON Lines to DuckDB", deals, seconds, plain, memory), flush=True)
    again = statistics.median(klaverlog("ingest", logs[largest], "--db", folder / "bench.duckdb")[0] for _ in range(runs))
    print(row("the same again, unchanged", largest, again, plain))
    asked = list(queries(folder / "bench.duckdb"))
    one_deal = statistics.median(klaverlog("show", "game-0001", "3", "--db", folder / "bench.duckdb")[0] for _ in range(runs))
    for name, deals, suffix in (("Parquet", largest, ".parquet"), ("CSV", smallest, ".csv")):
        seconds, memory = medians(partial(ingest, as_other(logs[deals], suffix), folder), runs)
        print(row(f"{name} to DuckDB", deals, seconds, plain, memory), flush=True)
    workers = {}
    for count in ("1", "2"):
        os.environ["KLAVERLOG_WORKERS"] = count
        workers[count], _ = medians(partial(ingest, logs[largest], folder, "--cluster", "local"), runs)
        named = f"{count} local worker{'s' if count == '2' else ''}, into a lake"
        print(row(named, largest, workers[count], plain), flush=True)
    print(f"\nA deal of {largest:,} costs {per_deal[largest] / per_deal[smallest]:.2f} x a deal of {smallest:,}; "
          f"2 local workers are {workers['1'] / workers['2']:.2f} x as fast as 1.\n")  # fmt: skip
    print("| question | ms |\n|---|---:|")
    for name, seconds in asked:
        print(f"| {name}, {largest:,} deals | {seconds * 1e3:.1f} |")
    few = folder / "few.jsonl"
    few.write_bytes(b"".join(logs[smallest].read_bytes().splitlines(keepends=True)[:16]))
    started = {
        "`klaverlog --help`": statistics.median(klaverlog("--help")[0] for _ in range(runs)),
        "`show` of one deal": one_deal,
        "`ingest` of 16 deals": medians(partial(ingest, few, folder), runs)[0],
    }
    for name, seconds in started.items():
        print(f"| {name} | {seconds * 1e3:,.0f} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    kernel_speed.main()
    print()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs = {deals: simulated(deals, folder) for deals in (asked.deals // 10, asked.deals)}
        ingest(logs[asked.deals // 10], folder)  # compiles where nothing is compiled yet
        speed_of_work(logs, folder, asked.runs)


if __name__ == "__main__":
    main()
