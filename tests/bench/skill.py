"""Does strength measure skill? Figures from leagues whose truth is known.

`python tests/bench/skill.py [--leagues N] [--seasons N]` draws synthetic leagues, for the coverage of intervals and for
what luck adjustment saves, and simulates leagues of bots of three strengths with mixed partners, for order and prediction.
The same numbers give the same figures. It prints Markdown.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from leagues import drawn_league

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import League, write_season
from pipeline.strength.deals import Deals, read_deals
from pipeline.strength.evaluate import METHODS, evaluate
from pipeline.strength.fit import adjusted_points, connecting, finished, luck_of, rows_of
from pipeline.strength.plus_minus import Worth, fit_worth
from pipeline.strength.same_deals import compare

SIZES = ((24, 60), (24, 150), (30, 300), (40, 800))
"""Players and games of synthetic leagues."""
SPREADS = (3.0, 6.0, 10.0, 15.0)
GAMES = (60, 150, 400)
"""Games of simulated leagues."""


def covered(worth: Worth, truth: Any) -> float:
    return float(((worth.low <= truth) & (truth <= worth.high)).mean())


def synthetic(leagues: int) -> None:
    """Coverage and false alarms."""
    rng = np.random.default_rng(2026)
    print(
        "| players, games | leagues | truth in the interval | correlation with it | with luck | equal ones called different |"
    )
    print("|---|---|---|---|---|---|")
    everywhere, alarms = [], []
    for players, games in SIZES:
        covers, order, raw_order, called = [], [], [], []
        for number in range(leagues // len(SIZES)):
            league = drawn_league(rng, players, games, spread=SPREADS[number % len(SPREADS)])
            every = np.ones(players, bool)
            worth, raw = fit_worth(league.rows, every, every), fit_worth(league.raw, every, every)
            covers.append(covered(worth, league.truth))
            order.append(np.corrcoef(worth.value, league.truth)[0, 1])
            raw_order.append(np.corrcoef(raw.value, league.truth)[0, 1])
            equal = drawn_league(rng, players, games, spread=0.0)
            found = fit_worth(equal.rows, every, every)
            called.append(((found.low > 0) | (found.high < 0)).mean())
        everywhere += covers
        alarms += called
        cells = [f"{np.mean(covers):.1%}", f"{np.mean(order):.2f}", f"{np.mean(raw_order):.2f}", f"{np.mean(called):.2%}"]
        print(f"| {players}, {games} | {len(covers)} | {' | '.join(cells)} |")
    error = 1.96 * np.std(everywhere) / np.sqrt(len(everywhere))
    print(f"\nIn all {len(everywhere)} leagues {np.mean(everywhere):.1%} (± {error:.1%}), of equal {np.mean(alarms):.2%}.\n")


def season(games: int, seed: int, skill: str) -> Deals:
    with tempfile.TemporaryDirectory() as folder:
        log, db = Path(folder) / "season.jsonl", Path(folder) / "season.duckdb"
        with log.open("wb") as stream:
            write_season(League(games, seed, skill=skill, changing_partners=True), stream)
        ingest([log], db)
        with reading(db) as reader:
            return read_deals(reader)


def saved(deals: Deals) -> tuple[float, float]:
    """The variance of deals without luck against that with it, and of what players are worth (squared standard errors)."""
    luck = luck_of(deals)
    points, is_adjusted = adjusted_points(deals, luck, compare(deals))
    every = np.ones(len(deals), bool)
    raw = rows_of(deals, deals.result, ~every, every)
    rows = rows_of(deals, points, is_adjusted, every)
    persons, connects = deals.players.is_person, connecting(deals)
    noise = [fit_worth(one, persons, connects).noise for one in (raw, rows)]
    return float(points.var() / deals.result.var()), (noise[1] / noise[0]) ** 2


def simulated(seasons: int) -> None:
    """What luck adjustment saves, and how later games are predicted."""
    found = [saved(season(400, 100 + number, "club")) for number in range(max(seasons // 4, 3))]
    by_deals, by_games = np.mean(found, axis=0)
    print(f"Deals needed for the same precision, {len(found)} seasons of 6,400 deals of club bots, as a share of raw:")
    print(f"{by_deals:.3f} by the variance of deals, {by_games:.3f} by that of games.\n")
    print(f"| games | seasons | {' | '.join(f'log-loss, {name}' for name in METHODS)} |")
    print("|---|---|" + "---|" * len(METHODS))
    rmse: dict[str, list[float]] = {name: [] for name in METHODS}
    for games in GAMES:
        losses: list[Sequence[float]] = []
        for number in range(seasons):
            deals = season(games, 1_000 * games + number, "mixed")
            luck = luck_of(deals)
            points, is_adjusted = adjusted_points(deals, luck, compare(deals))
            result = evaluate(deals, points, is_adjusted, finished(deals))
            assert result is not None
            losses.append([one.log_loss for one in result.methods])
            for one in result.methods:
                rmse[one.method].append(one.rmse)
        print(f"| {games} | {seasons} | {' | '.join(f'{value:.4f}' for value in np.mean(losses, axis=0))} |")
    print("\n| rmse a deal | " + " | ".join(METHODS) + " |\n|---|" + "---|" * len(METHODS))
    print("| all seasons | " + " | ".join(f"{np.mean(rmse[name]):.2f}" for name in METHODS) + " |")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=200, help="synthetic leagues")
    parser.add_argument("--seasons", type=int, default=12, help="simulated seasons of each length")
    given = parser.parse_args()
    synthetic(given.leagues)
    simulated(given.seasons)


if __name__ == "__main__":
    main()
