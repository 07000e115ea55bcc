"""Speed and memory of an ingest beside a plain reference (json, step-by-step replay, sqlite), on the same deals, in one run.

Run `python tests/bench/ingest.py --deals 1000000` on a quiet machine; it prints a Markdown table with ratios.
"""

import argparse
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

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


def ingest(log: Path, folder: Path) -> tuple[float, int]:
    """Seconds and MiB of an ingest into a new database."""
    db = folder / "bench.duckdb"
    db.unlink(missing_ok=True)
    seconds, printed = klaverlog("ingest", log, "--db", db, "--profile")
    found = SUMMARY.search(printed)
    if found is None:
        raise AssertionError(printed)
    return seconds, int(found[3].replace(",", ""))


def simulated(deals: int, folder: Path) -> Path:
    """A log of about so many deals."""
    path = folder / f"{deals}.jsonl"
    with path.open("wb") as stream:
        write_season(League(max(1, deals // 16), 1, rules_in_force(RULES)), stream)
    return path


def row(work: str, deals: int, seconds: Sequence[float], memory: int, plain: float) -> str:
    """A row of the table: medians, and how much faster than the reference."""
    middle = statistics.median(seconds)
    return f"| {work} | {deals:,} | {middle:.2f} | {deals / middle:,.0f} | {plain * deals / middle:.1f} x | {memory} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    print("| work | deals | s | deals/s | beside the reference | MiB |\n|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs = {deals: simulated(deals, folder) for deals in (asked.deals // 10, asked.deals)}
        plain = statistics.median(reference(logs[asked.deals], folder) for _ in range(asked.runs))
        ingest(logs[asked.deals // 10], folder)  # compiles where nothing is compiled yet
        print(f"| reference: json, step-by-step replay, sqlite | {REFERENCE_DEALS:,} | {plain * REFERENCE_DEALS:.2f} "
              f"| {1 / plain:,.0f} | 1 x | |")  # fmt: skip
        for deals, log in logs.items():
            measured = [ingest(log, folder) for _ in range(asked.runs)]
            print(row("ingest of JSON Lines", deals, [one[0] for one in measured], max(one[1] for one in measured), plain))
        again = [klaverlog("ingest", logs[asked.deals], "--db", folder / "bench.duckdb")[0] for _ in range(asked.runs)]
        print(row("ingest of the same again", asked.deals, again, 0, plain))


if __name__ == "__main__":
    main()
