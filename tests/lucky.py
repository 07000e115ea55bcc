"""Luck of deals made up for tests, so that a statistic of it can be counted without fitting anything."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

from pipeline.fitted import VERSION, fitted_path
from pipeline.sql_files import sql_files

Key = tuple[str, str, int]
Person = tuple[str, str]
"""Site and name."""


@dataclass(frozen=True)
class Luck:
    """A row of the table `luck`; all numbers are sums of halves, so that adding them up in any order is exact."""

    result: int
    luck: float | None
    bidding: float | None
    play: float | None
    adjusted: float | None
    nat: float | None
    tenths: tuple[int, int, int, int] | None
    best: str | None
    others: float | None
    matchpoints: float | None


def made_up(key: Key) -> Luck:
    """Luck that depends on nothing but the deal's name; of some deals it is not known."""
    number = zlib.crc32(repr(key).encode())
    parts = [number >> shift & 63 for shift in (0, 5, 10, 15, 20, 25)]
    result = 3 * parts[0] - 90
    if number % 7 == 0:
        return Luck(result, *(None,) * 9)
    luck, bidding = parts[1] / 2 - 16, parts[2] / 4 - 8
    tenths = (parts[3] % 10 + 1, parts[4] % 10 + 1, parts[5] % 10 + 1, parts[0] % 10 + 1)
    best = "".join("CDHS"[part % 4] for part in parts[:4])
    others, matchpoints = (parts[5] / 2, parts[4] % 9 / 8) if number % 3 == 0 else (None, None)
    return Luck(
        *(result, luck, bidding, result - luck - bidding, result - luck + 0.5, parts[3] / 64, tenths, best, others, matchpoints)
    )


def made_up_league(site: str, name: str) -> int:
    """How many players somebody can be compared with."""
    return 3 + zlib.crc32(repr((site, name)).encode()) % 40


def made_up_synergy(site: str, names: frozenset[str]) -> float | None:
    """What a pair is worth beyond both, in 64ths; of some pairs it is not known."""
    number = zlib.crc32(repr((site, *sorted(names))).encode())
    return None if number % 4 == 0 else (number >> 4 & 255) / 64 - 2


def write_luck(
    db: Path,
    deals: Mapping[Key, Luck],
    leagues: Mapping[Person, int] | None = None,
    synergies: Mapping[tuple[str, frozenset[str]], float] | None = None,
) -> None:
    """Put luck beside a store, as if it had been found; how many each person is compared with, and what pairs are worth."""
    with duckdb.connect(str(fitted_path(db))) as connection:
        for text in sql_files("fitted").values():
            connection.execute(text).fetchall()
        about = {"version": str(VERSION), "seen": "", "fitted_at": "", "unfinished": "False", "deals": "0", "counted": "0"}
        for note in about.items():
            connection.execute("INSERT INTO about VALUES (?, ?)", list(note)).fetchall()
        for key, one in deals.items():
            row = [*key, one.result, one.luck, one.bidding, one.play, one.adjusted, one.nat, None]
            row += [one.tenths and list(one.tenths), one.best, 1 if one.others is None else 2, one.others, one.matchpoints]
            connection.execute(f"INSERT INTO luck VALUES ({', '.join('?' * len(row))})", row).fetchall()
        strength = "INSERT INTO strength VALUES (?, ?, 'person', [], 1, 1, 0, 1, -2, 2, 0, 1, 1, ?, NULL, NULL, 25, 8, 1)"
        for (site, name), many in (leagues or {}).items():
            connection.execute(strength, [site, name, many]).fetchall()
        for (site, names), value in (synergies or {}).items():
            pair = [site, min(names), site, max(names), value, value - 1, value + 0.5]
            connection.execute("INSERT INTO pairs VALUES (?, ?, ?, ?, 30, ?, 1, ?, ?, false)", pair).fetchall()
