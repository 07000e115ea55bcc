"""Records to test with: a sound deal as a log would write it, and changes to it."""

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.simulate import League, write_season

Values = dict[str, Any]


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
