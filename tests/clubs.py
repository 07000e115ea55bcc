"""Seasons of clubs whose partners change, as records and as deals that were read from a store."""

import io
import json
from pathlib import Path
from typing import Any

from making import Values, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import League, write_season
from pipeline.strength.deals import Deals, read_deals
from replay.readings import rules_in_force


def club_season(games: int = 60, rules: Any = "amsterdams", seed: int = 11) -> list[Values]:
    """A season of players who all know the game as well."""
    return _season(League(games, seed, rules_in_force(rules), changing_partners=True))


def mixed_season(games: int, seed: int = 3, prefix: str = "game", skill: str = "mixed") -> list[Values]:
    """A season of beginners and experts."""
    return _season(League(games, seed, skill=skill, changing_partners=True, prefix=prefix))


def _season(league: League) -> list[Values]:
    stream = io.BytesIO()
    write_season(league, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def deals_of(folder: Path, *records: Values) -> Deals:
    """The deals of records, as a store in a folder gives them back."""
    ingest([write_log(folder / "a.jsonl", *records)], folder / "a.duckdb")
    with reading(folder / "a.duckdb") as reader:
        return read_deals(reader)
