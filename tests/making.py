"""Records to test with: a sound deal as a log would write it, and changes to it."""

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.simulate import League, write_season

Values = dict[str, Any]
REVIEWED = "Zebedeus Onvergetelijk"
"""A name like no other, whose findings are reviewed."""


@cache
def _season(rules: str, seed: int, games: int) -> tuple[str, ...]:
    from replay import rules_in_force

    stream = io.BytesIO()
    write_season(League(games, seed, rules_in_force(rules)), stream)
    return tuple(stream.getvalue().decode().splitlines())


def season(rules: str = "amsterdams", seed: int = 3, games: int = 2) -> list[Values]:
    """The records of some simulated games without any fault."""
    return [json.loads(line) for line in _season(rules, seed, games)]


def sound(number: int = 0, **changes: Any) -> Values:
    """A sound record with fields replaced; "absent" takes a field out."""
    values = season()[number] | changes
    return {name: value for name, value in values.items() if value != "absent"}


def write_log(path: Path, *records: Values | bytes) -> Path:
    """A JSON Lines file of the records; bytes are written as they are."""
    lines = [record if isinstance(record, bytes) else json.dumps(record, ensure_ascii=False).encode() for record in records]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def lines(*records: Any) -> bytes:
    """The bytes of a JSON Lines file of the records."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def revoke() -> dict[str, object]:
    """A record in which the first player to answer a lead plays another suit though the led one is held."""
    values = sound()
    plays, seats = values["plays"].split(), values["seats"]
    led = plays[0][1]
    follows = any(plays[at][1] == led for at in range(4, 32) if seats[at] == seats[1])
    assert follows
    assert plays[1][1] == led
    later = next(at for at in range(4, 32) if seats[at] == seats[1] and plays[at][1] not in (led, values["trump"]))
    plays[1], plays[later] = plays[later], plays[1]
    return values | {"plays": " ".join(plays)}


ODD_CHANGES: list[Values] = [
    {"bots": "EW"},
    {"void": "abandoned"},
    {"think_ms": [100] * 32},
    {"comments": [{"card_no": 3, "text": "oh"}]},
    {"rules": {"base": "amsterdams", "four_jacks": 100}},
    {"players": ['a "quoted" name', "back\\slash", "Zoë", None]},
    {"game_id": "line\nbreak"},
    {"declarer": "X"},
    {"plays": "7C"},
    {"claims": []},
    {"played_at": "2026-01-01"},
]
"""What makes a record one that is not read with many others at a time, or none."""
