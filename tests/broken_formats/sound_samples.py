"""The sound logs that broken ones are made from, the names put into them, and where the broken ones lie."""

import csv
import json
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs"
Values = dict[str, Any]

ENDINGS = {
    "jsonl": "jsonl",
    "csv": "csv",
    "parquet": "parquet",
    "kjn": "kjn",
    "events": "jsonl",
    "short": "kjs",
    "klaverlive": "csv",
    "klaverlive_state": "json",
    "henk": "json",
    "rounds_tsv": "tsv",
}
OWN = ("jsonl", "csv", "parquet", "kjn", "events")
"""Formats that say every field of the record."""
LATIN_NAMES = ["Zo\u00eb", "Andr\u00e9", "Fran\u00e7ois", "J\u00f6rg"]
HOSTILE_NAMES = [
    ["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\u202eneerG", "=1+1"],
    ["A" * 10_000, "B", "C", "D"],
    ["\x1b[31mred", "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f0cf", 'a\nb\\"];{}%', "\u00e9" * 200],
]


def folder(form: str) -> str:
    """Where the logs of a format are, below sample_logs."""
    return "jsonl/faults" if form == "jsonl" else f"{form}/broken"


def sound_deals(count: int = 4) -> list[Values]:
    """The first deals of the first game of the samples, with the speaker named in every call.

    In some of them a missing call was planted: those have no bidding here.
    """
    lines = (SAMPLES / "csv" / "two_games.csv").read_text("utf-8").splitlines()
    deals = []
    for row in csv.DictReader(lines[: count + 1]):
        texts = ("game_id", "site", "played_at", "rules", "declarer", "trump", "dealer", "leader", "plays", "seats", "winners")
        deal = {name: cell if name in texts else json.loads(cell) for name, cell in row.items() if cell}
        first = "NESW".index(deal["dealer"]) + 1
        calls = [f"{'NESW'[(first + at) % 4]}:{call}" for at, call in enumerate(deal.pop("bids"))]
        deals.append(deal | ({"bids": calls} if calls else {}))
    return deals
