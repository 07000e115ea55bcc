"""Speed of the kernel beside the plain-Python replayer and the naive oracle, on the same deals, in one run.

Run `python tests/bench/kernel.py` on a quiet machine; it prints a Markdown table with ratios and checks that the outputs agree.
"""

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import oracle

from pipeline.records import Record, read_record
from pipeline.simulate import League, write_season
from replay import Deals, Replayer, pack_deals, replay_deals, rules_in_force
from replay.cards import CARD_TEXTS, SUIT_LETTERS, cards_of
from replay.deals import Deal

KERNEL_DEALS = 1_000_000
PYTHON_DEALS = 2_000
RULES = "amsterdams"


def deals() -> list[Deal]:
    """Simulated deals with logged hands and seats, and a fault in some of them."""
    stream = io.BytesIO()
    league = League(PYTHON_DEALS // 16, 1, rules_in_force(RULES), shares={"not_followed": 0.02, "not_trumped": 0.02})
    write_season(league, stream)
    records = [read_record(json.loads(line)) for line in stream.getvalue().splitlines()]
    return [record.deal for record in records if isinstance(record, Record)]


def best_of(runs: int, work: Callable[[], Any]) -> float:
    """The shortest time of some runs."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def replay_step_by_step(some: list[Deal]) -> list[tuple[Any, ...]]:
    """Every deal through the replayer."""
    in_force = rules_in_force(RULES)
    results = []
    for deal in some:
        replayer = Replayer(deal, in_force.rules)
        codes = [step.code for step in replayer.steps()]
        results.append((codes, replayer.outcome.score, replayer.outcome.roem))
    return results


def replay_naively(some: list[Deal]) -> list[tuple[Any, ...]]:
    """Every deal through the oracle."""
    rules = oracle.PRESETS[RULES]
    results = []
    for deal in some:
        hands = [[CARD_TEXTS[card] for card in cards_of(hand)] for hand in deal.hands]
        plays = [CARD_TEXTS[card] for card in deal.plays]
        found = oracle.replay(plays, list(deal.seats), hands, SUIT_LETTERS[deal.trump or 0], rules, deal.declaring_team)
        results.append((found["codes"], tuple(found["score"] or ()), tuple(found["roem"])))
    return results


def main() -> None:
    """Measure and print."""
    some = deals()
    columns = pack_deals(some)
    times = -(-KERNEL_DEALS // len(some))
    many = Deals({name: np.concatenate([array] * times)[:KERNEL_DEALS] for name, array in columns.columns.items()})
    rules = rules_in_force(RULES).rules
    replay_deals(many, rules)  # compiles, or loads what was compiled
    kernel = len(many) / best_of(5, lambda: replay_deals(many, rules))
    replayer = len(some) / best_of(3, lambda: replay_step_by_step(some))
    naive = len(some) / best_of(3, lambda: replay_naively(some))
    found = replay_deals(many, rules).columns
    for row, (steps, slow) in enumerate(zip(replay_step_by_step(some), replay_naively(some), strict=True)):
        assert steps == slow, row
        assert (tuple(found["score"][row]), tuple(found["roem"][row])) == steps[1:], row
        assert [code is not None for code in steps[0]] == (found["faults"][row] != 0).tolist(), row
    print("| what | deals/s | kernel is |\n|---|---|---|")
    print(f"| kernel, one core, {len(many):,} deals, best of 5 | {kernel:,.0f} | |")
    print(f"| replayer, plain Python, {len(some):,} of the same deals | {replayer:,.0f} | {kernel / replayer:.0f} x as fast |")
    print(f"| naive oracle, the same {len(some):,} deals | {naive:,.0f} | {kernel / naive:.0f} x as fast |")
    print("\nOutputs equal.")


if __name__ == "__main__":
    main()
