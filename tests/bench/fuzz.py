"""Damaged and hostile logs of every format through its reader: nothing may leave it but entries, in bounded time and memory.

Run `python tests/bench/fuzz.py --inputs 200000 --format csv --seed 1`; it prints a row of a Markdown table for each format and
keeps the bytes of every input that fails. An input follows from seed, format, number and the samples: `--start` repeats it.
"""

import argparse
import faulthandler
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.fuzzing.figures import HEADER, Figures
from bench.fuzzing.format_run import Run

from pipeline.formats import formats


def fuzz(name: str, inputs: int, seed: int, failures: Path, *, start: int = 0, seconds: float = 1e9, **how: Any) -> Figures:
    """Feed a format so many inputs; `how` goes to the Run."""
    failures.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return Run(formats()[name], seed, failures, **how).run(inputs, start, seconds)


def chosen(name: str) -> Iterator[str]:
    """The formats that a name stands for."""
    yield from formats() if name == "all" else [name]


def main() -> None:
    """Feed and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--format", default="all", choices=["all", *formats()])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first input")
    parser.add_argument("--seconds", type=float, default=1e9, help="time for each format")
    parser.add_argument("--failures", type=Path, default=Path(tempfile.gettempdir()) / "klaverlog-fuzz")
    asked = parser.parse_args()
    faulthandler.enable()
    print(HEADER)
    for name in chosen(asked.format):
        figures = fuzz(name, asked.inputs, asked.seed, asked.failures, start=asked.start, seconds=asked.seconds)
        print(figures.row(), flush=True)
        for kind, count in figures.failures.most_common():
            print(f"  {name}: {count} x {kind}: {figures.examples[kind]}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
