"""The sample logs that inputs begin from."""

import contextlib
import json
from pathlib import Path
from typing import Any

from replay.cards import CARD_TEXTS

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "sample_logs"
Values = dict[str, Any]


def some_records() -> list[Values]:
    """Records of samples with every field, two of each file and some more."""
    found = []
    for path in sorted((SAMPLES / "jsonl").rglob("*.jsonl")):
        for line in path.read_bytes().splitlines()[:3]:
            with contextlib.suppress(ValueError, RecursionError):
                values = json.loads(line)
                if isinstance(values, dict) and len(line) < 5_000:
                    found.append(values)
    found[0] |= {
        "deck": " ".join(CARD_TEXTS),
        "claims": [{"card_no": 4, "seat": "N", "points": 20}],
        "comments": [{"card_no": 3, "text": "well }played"}, {"card_no": 5, "text": "^"}],
        "think_ms": [5] * 32,
        "bots": "N",
        "board": "b",
        "verzaakt": "none",
        "prevents_illegal": False,
    }
    return found
