"""Changes to the values of a record or a document before it is written: hostile ones and odd ones."""

import contextlib
import json
import random
import re
from collections.abc import Callable
from typing import Any

from bench.fuzzing.hostile_values import TEXTS, json_value, nested
from bench.fuzzing.sample_records import Values

from pipeline.fields import FIELD_NAMES
from replay.cards import CARD_TEXTS
from replay.presets import RULESETS
from replay.rulesets import FIELDS


class Raw(str):
    """Text that stands in JSON as it is."""

    __slots__ = ()


def dump(value: Any) -> str:
    """JSON of a value in which Raw texts stand as they are."""
    raws: list[str] = []

    def marked(node: Any) -> Any:
        if isinstance(node, Raw):
            raws.append(node)
            return f"@@raw{len(raws) - 1}@@"
        if isinstance(node, dict):
            return {name: marked(inside) for name, inside in node.items()}
        return [marked(inside) for inside in node] if isinstance(node, list) else node

    text = json.dumps(marked(value), ensure_ascii=False)
    return re.sub(r'"@@raw(\d+)@@"', lambda match: raws[int(match[1])], text) if raws else text


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        found.append((value, key))
        _places(one, found)
    return found


def disturb(rng: random.Random, value: Any) -> None:
    """Change, drop, double or exchange a value somewhere inside `value`."""
    places = _places(value, [])
    if not places:
        return
    # Top levels are few among many cards: choose them more often.
    box, key = rng.choice(places if rng.random() < 0.5 else places[: 1 + len(places) // 10])
    how = rng.random()
    if how < 0.04:
        box[key] = Raw(nested(rng))
    elif how < 0.55:
        box[key] = Raw(json_value(rng))
    elif how < 0.7:
        del box[key]
    elif how < 0.8:
        other, at = rng.choice(places)
        with contextlib.suppress(KeyError, IndexError):
            box[key] = json.loads(json.dumps(other[at]))  # a copy: no value may hold itself
    elif isinstance(box, list):
        box[key:key] = [box[key]] * rng.choice([1, 1, 2, 40])
    elif isinstance(box[key], str):
        box[key] = rng.choice([box[key] * 2, box[key][:-1], box[key].lower(), box[key] + rng.choice(TEXTS), rng.choice(TEXTS)])
    else:
        box[rng.choice([*FIELD_NAMES, "²", "\ud800"])] = box[key]


def odd_values(rng: random.Random, values: Values) -> Values:
    """Values of a record, most of them possible, that no sound log holds."""
    plays = str(values.get("plays") or "").split()
    cards = rng.choice([len(plays), 0, 1, 4, rng.randrange(33)])
    plays = plays[:cards]
    numbers: Callable[[], Any] = lambda: rng.choice([None, 0, 20, -5, 10**9, rng.randrange(200)])  # noqa: E731
    seats: Callable[[int], str] = lambda count: "".join(rng.choices("NESW", k=count))  # noqa: E731
    choices: dict[str, Callable[[], Any]] = {
        "plays": lambda: " ".join(plays),
        "seats": lambda: seats(rng.choice([0, len(plays)])),
        "winners": lambda: seats(rng.choice([0, len(plays) // 4, 8])),
        "roem": lambda: [numbers() for _ in range(rng.choice([0, len(plays) // 4, 8]))],
        "void": lambda: rng.choice([None, "passed_out", "misdeal", "abandoned"]),
        "trump": lambda: rng.choice([None, "C", "H", "harten", "nt"]),
        "declarer": lambda: rng.choice([None, "N", "W", "NS", "EW", "noord"]),
        "dealer": lambda: rng.choice([None, "N", "O"]),
        "leader": lambda: rng.choice([None, "S", "zuid"]),
        "hands": lambda: rng.choice([None, [None] * 4, [*values.get("hands", [None] * 4)[1:], None]]),
        "deck": lambda: " ".join(rng.sample(CARD_TEXTS, 32)),
        "bids": lambda: rng.choice([[], "", "pass pass", ["N:pass", "play", "E:H"] * rng.randrange(12)]),
        "turned": lambda: rng.choice([[], "2C 3H", ["TS"] * rng.randrange(9)]),
        "claims": lambda: [{"card_no": rng.randrange(1, 33), "seat": rng.choice("NESW"), "points": 20}] * rng.randrange(5),
        "comments": lambda: [{"card_no": rng.randrange(33), "text": rng.choice(TEXTS[:60])} for _ in range(rng.randrange(4))],
        "think_ms": lambda: [rng.choice([None, 0, 10**9]) for _ in range(rng.randrange(33))],
        "players": lambda: [rng.choice([None, "", " ", "\u202e", "A"]) for _ in range(4)],
        "site": lambda: rng.choice([None, "", " ", "\n", "x" * 200]),
        "game_id": lambda: rng.choice(["1", "\t x", "null", "\x7f", "x" * 200]),
        "deal_no": lambda: rng.choice([1, 10**6, 7, "7"]),
        "played_at": lambda: rng.choice(
            ["2026-01-01", "0001-01-01T00:00Z", "9999-12-31T23:59:59.999999", "2026-01-01T01+01:00"]
        ),
        "bots": lambda: rng.choice(["", "WN", "NESW", "NN"]),
        "rules": lambda: odd_rules(rng),
        **dict.fromkeys(("points", "roem_points", "score", "totals"), lambda: [numbers() or 0, numbers() or 0]),
        **dict.fromkeys(("nat", "pit", "prevents_illegal"), lambda: rng.choice([None, True, False, 1])),
        "verzaakt": lambda: rng.choice([None, "none", "N", "EW", "geen"]),
    }
    changed = dict(values)
    names = rng.sample(list(choices), rng.choice([1, 2, 4, 8]))
    if "plays" in names:
        names += ["seats", "winners", "roem"]
    for name in names:
        changed[name] = choices[name]()
    return {name: value for name, value in changed.items() if value is not None}


def odd_rules(rng: random.Random) -> Any:
    """Rules that are possible, with some fields changed."""
    fields: Values = {"base": rng.choice(list(RULESETS))}
    for name in rng.sample(list(FIELDS), rng.randrange(4)):
        spec = FIELDS[name]
        fields[name] = (
            rng.choice(spec.choices) if spec.choices else "AK" if spec.kind == "ranks" else rng.choice([0, spec.highest])
        )
    return rng.choice([fields, fields, fields["base"], None])
