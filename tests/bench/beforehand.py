"""Make pipeline/strength/beforehand.json: what luck adjustment knows of hands before a store has told it anything.

`python tests/bench/beforehand.py [--games N]` simulates club bots by every way of bidding and fits the models of
pipeline.strength.luck to them. The same games give the same file.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import pipeline.strength
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate.season import League, write_season
from pipeline.strength.beforehand import Beforehand, nothing_known
from pipeline.strength.deals import Deals, read_deals
from pipeline.strength.hands import WIDTH
from pipeline.strength.luck import BEFORE_FEATURES, find_models, usable_rows, value_moments
from pipeline.strength.ridge import folds_of
from replay.readings import rules_in_force
from replay.rulesets import BIDDING_METHODS


def simulated(games: int) -> Deals:
    """Deals of club bots with changing partners, so many games by each way of bidding."""
    with tempfile.TemporaryDirectory() as folder:
        logs = Path(folder)
        for number, method in enumerate(BIDDING_METHODS):
            rules = rules_in_force({"base": "amsterdams", "bidding": method})
            league = League(games, seed=number + 1, rules=rules, changing_partners=True, prefix=method)
            with (logs / f"{method}.jsonl").open("wb") as stream:
                write_season(league, stream)
        ingest(sorted(logs.iterdir()), logs / "all.duckdb")
        with reading(logs / "all.duckdb") as reader:
            return read_deals(reader)


def beforehand(deals: Deals) -> Beforehand:
    """The models of all these deals."""
    nothing = nothing_known(4 * WIDTH, WIDTH, BEFORE_FEATURES)
    rows, fold = usable_rows(deals), folds_of(deals.game)
    called, own = value_moments(deals, rows, fold)
    models = find_models(deals, rows, fold, called.best(nothing.called), own.best(nothing.own), nothing)
    calls: dict[str, Any] = dict(zip(deals.methods, models.calls, strict=True))
    return Beforehand(models.called, models.own, calls, models.before)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_500, help="games by each way of bidding")
    found = beforehand(simulated(parser.parse_args().games))
    out = Path(next(iter(pipeline.strength.__path__))) / "beforehand.json"
    out.write_text(found.as_json() + "\n", "utf-8")
    print(f"{out}: {sum(np.count_nonzero(weights) for weights in found.calls.values())} weights of calls")


if __name__ == "__main__":
    main()
