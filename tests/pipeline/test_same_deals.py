"""The same cards at several tables: found, compared as by hand, and used for luck."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from clubs import club_season, deals_of
from making import Values, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.strength.deals import Deals
from pipeline.strength.luck import Luck
from pipeline.strength.same_deals import compare, sharpened


@cache
def at_three_tables() -> tuple[Values, ...]:
    """One deal at three tables: as it was, turned by a seat, and turned by two seats with other names."""
    first = club_season(1)[0]
    records = []
    for number, places in enumerate((0, 1, 2)):
        record = turned_by(first, places)
        record |= {"game_id": f"table {number}", "board": "daily"}
        record["players"] = [f"{name} {number}" for name in record["players"]]
        records.append(record)
    return tuple(records)


def turned_by(values: Values, places: int) -> Values:
    """A record with everything moved round the table."""
    letters = "NESW"
    seat = {letter: letters[(at + places) % 4] for at, letter in enumerate(letters)}
    moved = dict(values)
    for name in ("dealer", "declarer", "leader"):
        moved[name] = seat[values[name]]
    for name in ("seats", "winners"):
        moved[name] = "".join(seat[letter] for letter in values[name])
    for name in ("hands", "players"):
        moved[name] = [values[name][(at - places) % 4] for at in range(4)]
    for name in ("points", "roem_points", "score", "totals"):
        moved[name] = values[name][::-1] if places % 2 else values[name]
    return moved


def test_the_same_cards_are_found_however_they_sit(tmp_path: Path) -> None:
    deals = deals_of(tmp_path, *at_three_tables(), *club_season(1, seed=99)[1:3])
    compared = compare(deals)
    assert sorted(compared.tables.tolist()) == [1, 1, 3, 3, 3]
    same = compared.tables == 3
    turn = np.where(deals.dealer % 2 == 0, 1, -1)
    assert len(set((turn * deals.result)[same].tolist())) == 1
    assert compared.others[same] == pytest.approx(deals.result[same])
    assert compared.matchpoints[same].tolist() == [0.5, 0.5, 0.5]
    assert np.isnan(compared.others[~same]).all()


def test_other_tables_are_compared_with_the_rest(tmp_path: Path) -> None:
    records = [dict(one) for one in at_three_tables()]
    best = records[0]
    ingest([write_log(tmp_path / "a.jsonl", *records, *club_season(1, seed=99)[1:2])], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as reader:
        found = reader.other_tables(best["site"], "table 1", 1)
        alone = reader.other_tables(best["site"], "game-0001", 2)
    assert found["game_id"].to_list() == ["table 1", "table 0", "table 2"]
    assert found["is_asked"].to_list() == [True, False, False]
    assert found["matchpoints"].to_list() == [0.5, 0.5, 0.5]
    assert found["mean_difference"].to_list() == [0, 0, 0]
    assert found["first_card"].n_unique() == 1
    assert alone["matchpoints"].to_list() == [None]


def test_what_other_tables_made_draws_luck_towards_it_but_a_deals_own_result_does_not(played: tuple[Deals, Luck]) -> None:
    deals, luck = played
    compared = compare(deals)
    twice = np.arange(len(deals)) // 2  # as if every deal had been played twice
    pretended = compared.__class__(
        np.full(len(deals), 2),
        np.where(np.arange(len(deals)) % 2, np.roll(deals.result, 1), np.roll(deals.result, -1)),
        compared.matchpoints,
        twice,
    )
    before = sharpened(deals, luck.before, pretended)
    changed = deals.result.copy()
    changed[0] += 500
    other = sharpened(replace(deals, result=changed), luck.before, pretended)
    assert other[0] == pytest.approx(before[0], abs=2)  # only through what all tables together tell
    assert abs(other[1] - before[1]) > 5
    assert sharpened(deals, luck.before, compared) is luck.before


def test_tables_are_compared_as_by_hand(played: tuple[Deals, Luck]) -> None:
    deals = replace_some(played[0])
    compared = compare(deals)
    keys = [
        (int(deals.rules[row]), deals.suits[row, (deals.dealer[row] + np.arange(4)) % 4].tobytes()) for row in range(len(deals))
    ]
    for row in range(60):
        others = [at for at in range(len(deals)) if at != row and keys[at] == keys[row]]
        assert compared.tables[row] == len(others) + 1
        if others:
            turn = [1 if deals.dealer[at] % 2 == deals.dealer[row] % 2 else -1 for at in others]
            results = deals.result[others] * turn
            mine = deals.result[row]
            assert compared.others[row] == pytest.approx(results.mean())
            assert compared.matchpoints[row] == pytest.approx(((mine > results) + (mine == results) / 2).mean())
    assert (compared.tables[:60] > 1).sum() >= 40


def replace_some(deals: Deals) -> Deals:
    """Deals of which the first sixty are copies of ten, turned round the table, with their own results, some by other rules."""
    suits, dealer, rules = deals.suits.copy(), deals.dealer.copy(), deals.rules.copy()
    for row in range(60):
        places = row // 10
        suits[row] = np.roll(deals.suits[row % 10], places, axis=0)
        dealer[row] = (deals.dealer[row % 10] + places) % 4
    rules[50:60] += 1
    return replace(deals, suits=suits, dealer=dealer, rules=rules)
