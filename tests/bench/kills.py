"""kill -9 at random moments of an ingest: alone, with a reader, and with a second writer; prints what was damaged or lost.

`python tests/bench/kills.py --kills 100 --seed 1`
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
FILES, DEALS = 12, 384


def start(*arguments: object) -> "subprocess.Popen[bytes]":
    """A command of ours."""
    command = [sys.executable, "-m", "pipeline.cli", *map(str, arguments)]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=ROOT, stdout=silent, stderr=silent)


def write_logs(folder: Path) -> list[Path]:
    """Simulated games, spread over files."""
    from making import season, write_log

    records = season(games=DEALS // 16)
    return [write_log(folder / f"{number}.jsonl", *records[number::FILES]) for number in range(FILES)]


def trouble(db: Path, least: int) -> str:
    """What is wrong with a store that must hold at least some deals, none of them twice; empty if nothing is."""
    from pipeline.queries import reading

    try:
        with reading(db) as store:
            unsettled = [row for row in store.ledger() if row["records"] != row["deals"] + row["duplicates"] + row["rejects"]]
            doubled = store.rows("SELECT site, game_id, deal_no FROM deals GROUP BY ALL HAVING count(*) > 1")
            deals = store.totals()["deals"]
    except Exception as error:  # whatever it is, the store is damaged
        return f"damaged: {error}"
    if unsettled or doubled:
        return f"{len(unsettled)} accounts do not add up, {len(doubled)} deals doubled"
    return f"{deals} deals, at least {least} were there" if deals < least else ""


def one_kill(kind: str, rng: random.Random, folder: Path) -> list[str]:
    """Kill one ingest and look at the store at once and after the next run."""
    from pipeline.ingest import ingest
    from pipeline.queries import reading

    files, db = write_logs(folder), folder / "store.duckdb"
    ingest(files[:4], db)
    first = start("ingest", *files[4:8], "--db", db)
    second = start("ingest", *files[8:], "--db", db) if kind == "second writer" else None
    until, reads = time.monotonic() + rng.uniform(0.2, 2.4), 0
    while time.monotonic() < until and first.poll() is None:
        if kind == "reader":
            with reading(db) as store:
                reads += store.totals()["deals"]
        time.sleep(0.01)
    first.kill()
    first.wait()
    found = [trouble(db, DEALS // 3)]
    if second is not None:
        second.wait()
    ingest(files, db)
    found.append(trouble(db, DEALS))
    left = [path.name for path in folder.glob(".*.part*")]
    return [text for text in (*found, f"left over: {left}" if left else "") if text]


def main() -> None:
    """Kill, look, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    print("| kind | kills | damaged, lost or doubled |\n|---|---|---|")
    for kind, share in (("alone", 0.34), ("reader", 0.33), ("second writer", 0.33)):
        kills, found = round(options.kills * share), list[str]()
        for _ in range(kills):
            with tempfile.TemporaryDirectory() as folder:
                found += one_kill(kind, rng, Path(folder))
        print(f"| {kind} | {kills} | {len(found)} {'; '.join(found[:5])} |", flush=True)


if __name__ == "__main__":
    main()
