"""Damaged and hostile logs of every format through its reader: nothing may leave it but entries, in bounded time and memory.

Run `python tests/bench/fuzz.py --inputs 200000 --format csv --seed 1`; it prints a row of a Markdown table for each format and
keeps the bytes of every input that fails. An input follows from seed, format, number and the samples: `--start` repeats it.
"""

import argparse
import contextlib
import csv
import faulthandler
import gzip
import io
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import tracemalloc
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pipeline.faults import Fault
from pipeline.fields import FIELD_NAMES
from pipeline.formats import CannotWriteError, Entry, Format, formats, short
from pipeline.ingest import ingest
from pipeline.logs import read_members
from pipeline.queries import reading
from pipeline.records import Record, canonical_text, read_record, record_values
from replay.audit import audit_deal
from replay.cards import CARD_TEXTS
from replay.presets import RULESETS
from replay.rulesets import FIELDS

SLOW, SLOW_PER_RECORD, SLOW_PER_ENTRY = 1.0, 0.003, 0.0001
"""Seconds that an input may take, and more for each record in it, which is audited here too, and for each entry."""
STACK = 1000
"""Calls inside one another that a reader has room for, whoever runs this: so the depth at which it fails is the same."""
HANG = 30.0
"""Seconds after which an input is broken off."""
ROOM, ROOM_PER_BYTE = 50 << 20, 100
"""Bytes of memory that an input may take: so many, and so many for each of its bytes."""
MEMORY_SHARE, MEMBER_SHARE, AUDIT_SHARE, PACKED_SHARE = 0.003, 0.15, 0.2, 0.6
KEPT = 5
"""Failing inputs that are kept of each kind."""
INGEST_EVERY, INGEST_FILES = 5_000, 50
ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_logs"
Values = dict[str, Any]


class HangError(BaseException):
    """An input that takes too long; no reader may catch it."""


# Hostile values -----------------------------------------------------------------------------------------------------


def _nested(rng: random.Random) -> str:
    depth = rng.choice([3, 50, 900, 5000, *(rng.randrange(STACK - 25, STACK) for _ in range(4))])
    opening, closing, inside = rng.choice([("[", "]", ""), ('{"a":', "}", "1"), ("[[", "]]", "0"), ("[1,", "]", '"N"')])
    depth //= 1 + (opening == "[[")
    return opening * depth + inside + closing * depth


def _long(rng: random.Random) -> str:
    size = rng.choice([201, 2001, 5000, 50_000])
    return rng.choice(['"' + "x" * size + '"', "[" + "0," * size + "0]", '["' + '","'.join(["N"] * (size // 5)) + '"]'])


_JSON = (
    *("null", "true", "false", "0", "1", "2", "3", "4", "-1", "-0", "-0.0", "0.0", "1.0", "2.5", "1e5", "1e999", "-1e999"),
    *("NaN", "Infinity", "-Infinity", "1E400", "01", str(2**31), str(2**53 + 1), str(2**63), str(2**64), str(2**200)),
    *("-" + str(2**200), "9" * 4300, "-" + "9" * 4300, "9" * 4301, "9" * 6000, "1" * 400, '""', '" "', "[]", "{}", "[null]"),
    *("[[]]", "[{}]", '[""]', '{"": ""}', r'"\ud800"', r'"\udfff\ud800"', r'"\u0000"', r'"a\u0000b"', '"²"', '"٣"', '"１"'),
    *('"-0"', '"1e999"', '"NaN"', '"pass"', '"N"', '"NS"', '"none"', '"7C"', '"10h"', '"HB"', '"noord"', '"pas"', '"ſ"', '"ß"'),
    *('"[1]"', '"{}"', '"null"', '"2026-01-01T00:00:00+23:59"', '"0001-01-01T00:00:00+01:00"', '"9999-12-31T23:59:59-01:00"'),
    *('"2026-W01-1"', '"20260101T000000Z"', '"\u2028"', '"\u202e"', '"😀"', r'"\""', r'"\\"', '"\'"', '"é"', '"İ"', '"ŉ"'),
    *('["N", "E", "S", "W"]', "[1, 2, 3, 4]", "[0, 0]", "[1.0, 2.0]", '["a", "b"]', "[true, false]", "[null, null]"),
    *('{"base": "amsterdams"}', '{"base": []}', '{"base": "amsterdams", "run3": 1e400}', '{"run3": true, "run3": 20}'),
    *('{"base": "rotterdams", "penalty_points": "none"}', '{"quad_ranks": "AAK"}', '{"\\ud800": 1}', '{"base": null}'),
    *('{"card_no": 1, "seat": "N", "points": 20}', '{"card_no": 33, "text": ""}', '{"Cards": {}}', '[{"Cards": [0, 0, 0, 0]}]'),
)
_TEXTS = (
    *(
        "",
        " ",
        "\0",
        "\0" * 50,
        '"',
        "'",
        "`",
        "[",
        "]",
        "{",
        "}",
        "[" * 5000,
        "{" * 5000,
        '{"a":' * 5000,
        "]" * 50,
        "(" * 3000,
    ),
    *("²", "٣", "１２", "½", "Ⅷ", "1e999", "NaN", "inf", "-0", "+1", "1_000", "0x10", str(2**200), "9" * 4301, "9" * 6000),
    *("\ud800", "\\ud800", "\\u(D800)", "\\u(110000)", "\\u(FFFFFF)", "\\u()", "\\", "\\\\", '\\"', "\r", "\r\n", "\n", "\n\n"),
    *(
        "\t",
        "\v",
        "\x1c",
        "\x85",
        "\u2028",
        "\ufeff",
        "\u202e",
        "😀",
        "é",
        "ſ",
        "ß",
        "İ",
        ",",
        ";",
        ":",
        "=",
        "-",
        "^",
        "*",
        "%",
    ),
    *("/", "#", "()", "{}", "[]", '""', '"""', '"a\nb"', "<b>", "'; DROP TABLE deals; --", "%s%n", "\x1b[31m", "null", "None"),
    *(
        "event",
        "base",
        "base=",
        "base=amsterdams run3=1",
        "amsterdams run3=",
        "1:N:20",
        "1:2:3:4",
        "N:",
        ":",
        "10h",
        "HB",
        "pas",
    ),
    *('[Game "', '[A "b"] ', '{"event": "deal", "game_id": "x"}', '{"event": "play"}', "kj1", "PAR1", "PK\x03\x04", "x" * 3000),
    *('x","', '"a', '{"a":[', "{x", "[{", "}{", "],["),
)
_BYTES = (
    *(
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"\x80" * 20,
        b"\x1f\x8b\x08",
        b"\x81\x9d",
    ),
    *(
        b"(\xb5/\xfd",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"PAR1",
        b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        b"\xff\xff\xff\x7f",
        b"\r\r",
        b"\x1a",
    ),
)


def json_value(rng: random.Random) -> str:
    """A hostile value as JSON, or as what only looks like it."""
    kind = rng.random()
    return _nested(rng) if kind < 0.1 else _long(rng) if kind < 0.13 else rng.choice(_JSON)


def token(rng: random.Random) -> bytes:
    """Hostile bytes."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(_TEXTS).encode("utf-8", "surrogatepass")
    return json_value(rng).encode("utf-8", "surrogatepass") if kind < 0.85 else rng.choice(_BYTES)


# Damage to bytes ----------------------------------------------------------------------------------------------------

_VALUE = re.compile(rb'"[^"\n]{0,300}"|-?\d+|\[[^\[\]\n]{0,300}\]|\{[^{}\n]{0,300}\}|[A-Za-z]+')


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice([0, 1, 1, 2, 4, 16, 64, 300, 2000]))


def damaged(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """`data` with one kind of damage."""
    start, end = _span(rng, data)
    how = rng.randrange(14)
    if how == 0 and data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if how == 1 and data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if how == 2:
        return data[:start] + data[end:]
    if how == 3:
        return data[:start]
    if how == 4:
        return data[:end] + data[start:end] * rng.choice([1, 1, 2, 9]) + data[end:]
    if how == 5:
        other = rng.choice(others)
        at, to = _span(rng, other)
        return data[:start] + other[at:to] + data[end:]
    if how == 6:
        return data[:start] + rng.choice(others)[_span(rng, data)[0] :]
    if how in (7, 8):
        return data[:start] + token(rng) + data[start:]
    if how == 9:
        return data[:start] + token(rng) + data[end:]
    if how == 10:
        lines = data.split(b"\n")
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
        return rng.choice([b"\n", b"\n", b"\n", b"\r\n", b"\r"]).join(lines)
    if how == 11 and rng.random() < 0.03:
        pieces = (data[start : start + 60], data[start:].split(b"\n")[0][:60] + b"\n", token(rng)[:60] + b"\n")
        piece = rng.choice(pieces) or b"x"
        return data[:start] + piece * (rng.choice([30_000, 30_000, 300_000]) // len(piece)) + data[start:]
    return _with_value(rng, data)


def _with_value(rng: random.Random, data: bytes) -> bytes:
    """`data` with a hostile value in the place of one of its own, or with two of its own exchanged."""
    places = [match.span() for match in _VALUE.finditer(data)]
    if not places:
        return data + token(rng)
    start, end = rng.choice(places)
    if rng.random() < 0.3:
        at, to = rng.choice(places)
        return data[:start] + data[at:to] + data[end:]
    return data[:start] + token(rng) + data[end:]


# Damage to values ---------------------------------------------------------------------------------------------------


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
        box[key] = Raw(_nested(rng))
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
        box[key] = rng.choice(
            [box[key] * 2, box[key][:-1], box[key].lower(), box[key] + rng.choice(_TEXTS), rng.choice(_TEXTS)]
        )
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
        "comments": lambda: [{"card_no": rng.randrange(33), "text": rng.choice(_TEXTS[:60])} for _ in range(rng.randrange(4))],
        "think_ms": lambda: [rng.choice([None, 0, 10**9]) for _ in range(rng.randrange(33))],
        "players": lambda: [rng.choice([None, "", " ", "\u202e", "A"]) for _ in range(4)],
        "site": lambda: rng.choice([None, "", " ", "\n", "x" * 200]),
        "game_id": lambda: rng.choice(["1", "\t x", "null", "\x7f", "x" * 200]),
        "deal_no": lambda: rng.choice([1, 10**6, 7, "7"]),
        "played_at": lambda: rng.choice(
            ["2026-01-01", "0001-01-01T00:00Z", "9999-12-31T23:59:59.999999", "2026-01-01T01+01:00"]
        ),
        "bots": lambda: rng.choice(["", "WN", "NESW", "NN"]),
        "rules": lambda: _odd_rules(rng),
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


def _odd_rules(rng: random.Random) -> Any:
    fields: Values = {"base": rng.choice(list(RULESETS))}
    for name in rng.sample(list(FIELDS), rng.randrange(4)):
        spec = FIELDS[name]
        fields[name] = (
            rng.choice(spec.choices) if spec.choices else "AK" if spec.kind == "ranks" else rng.choice([0, spec.highest])
        )
    return rng.choice([fields, fields, fields["base"], None])


# Inputs of each format ----------------------------------------------------------------------------------------------


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


class Inputs:
    """What one format is fed: small sound files, and changes to them."""

    def __init__(self, form: Format) -> None:
        self.form = form
        self.values = some_records()
        self.records = [record for record in map(read_record, self.values) if isinstance(record, Record)]
        self.seeds = self._seeds()
        self.others = [*self.seeds, *(path.read_bytes()[:4000] for path in sorted(SAMPLES.glob("*/*.*")))]
        self._by_value: dict[str, Callable[[random.Random], bytes]] = {
            "jsonl": self._json_lines,
            "events": self._events,
            "csv": self._csv,
            "kjn": self._kjn,
            "short": self._short,
            "parquet": self._parquet,
            "henk": self._json,
            "klaverlive_state": self._json,
            "klaverlive": self._klaverlive,
            "rounds_tsv": self._rounds,
        }

    def _seeds(self) -> list[bytes]:
        name, folder = self.form.name, SAMPLES / self.form.name
        (path,) = (
            [path for path in folder.iterdir() if path.is_file()] if name != "jsonl" else [folder / "season_amsterdams.jsonl"]
        )
        data = path.read_bytes()
        if self.form.write is not None:
            return [
                written for at in range(len(self.records)) if (written := self._written(self.records[at : at + 1 + at % 2]))
            ]
        if name == "henk":
            return [json.dumps(deal).encode() for deal in json.loads(data)] + [
                json.dumps(json.loads(data)[:2], indent=1).encode()
            ]
        if name == "klaverlive_state":
            line = json.dumps(json.loads(data)).encode()
            return [data, line, b"[" + line + b",\n" + line + b"]", line + b"\n" + line + b"\n"]
        header, *lines = data.splitlines(keepends=True)
        return [header + line for line in lines] + [header + b"".join(lines[:2])]

    def _written(self, records: Sequence[Record]) -> bytes:
        stream = io.BytesIO()
        try:
            self.form.write(records, stream)  # type: ignore[misc]
        except CannotWriteError:
            return b""
        return stream.getvalue()

    def make(self, rng: random.Random) -> bytes:
        """An input."""
        share = 0.5 if self.form.name in ("parquet", "short") else 0.45
        data = self._by_value[self.form.name](rng) if rng.random() < share else rng.choice(self.seeds)
        if rng.random() < 0.75:
            for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
                data = damaged(rng, data, self.others)
        return data

    def _disturbed(self, rng: random.Random) -> list[Any]:
        """One or two records, some with odd values, some with hostile ones."""
        records: list[Any] = []
        for _ in range(rng.choice([1, 1, 2])):
            values = rng.choice(self.values)
            if rng.random() < 0.6:
                values = odd_values(rng, values)
            records.append(json.loads(json.dumps(values)))
        if rng.random() < 0.6:
            for _ in range(rng.choice([1, 1, 2, 3])):
                disturb(rng, records)
        return records

    def _json_lines(self, rng: random.Random) -> bytes:
        return "".join(f"{dump(record)}\n" for record in self._disturbed(rng)).encode("utf-8", "surrogatepass")

    def _events(self, rng: random.Random) -> bytes:
        events = [json.loads(line) for line in rng.choice(self.seeds).splitlines()]
        if rng.random() < 0.5:
            events[0] = {"event": "deal", **odd_values(rng, {k: v for k, v in events[0].items() if k != "event"})}
        game = events[0].get("game_id")
        for _ in range(rng.choice([0, 1, 2, 4])):
            kind = rng.choice(["bid", "play", "claim", "trick", "score", "void", "takeover", "deal", "odd"])
            said = {
                "seat": rng.choice(["N", "E", 1, None, Raw(json_value(rng))]),
                **dict.fromkeys(
                    rng.sample(["card", "call", "why", "winner", "roem", "card_no", "points", "bids", "claims"], 3), "H"
                ),
                **({"bot": True, "points": Raw(json_value(rng)), "call": Raw(json_value(rng))} if rng.random() < 0.5 else {}),
            }
            events.insert(rng.randrange(len(events) + 1), {"event": kind, "game_id": game, **said})
        for _ in range(rng.choice([0, 1, 2])):
            disturb(rng, events)
        return "".join(f"{dump(event)}\n" for event in events).encode("utf-8", "surrogatepass")

    def _json(self, rng: random.Random) -> bytes:
        document = [json.loads(rng.choice(self.seeds[:-1]))]
        for _ in range(rng.choice([1, 1, 2, 3])):
            disturb(rng, document)
        return dump(document[0] if document and rng.random() < 0.7 else document).encode("utf-8", "surrogatepass")

    def _csv(self, rng: random.Random) -> bytes:
        names = list(FIELD_NAMES)
        if rng.random() < 0.2:
            names[rng.randrange(len(names))] = rng.choice([*FIELD_NAMES, *_TEXTS[:60]])
        plain = ("game_id", "site", "played_at", "board", "bots", "declarer", "trump", "dealer", "leader", "plays", "seats")
        rows = [names]
        for values in self._disturbed(rng):
            if isinstance(values, dict):
                cells = [values.get(name) for name in FIELD_NAMES]
                rows.append(
                    [
                        "" if c is None else c if isinstance(c, str) and n in plain else dump(c)
                        for n, c in zip(names, cells, strict=True)
                    ]
                )
        if rng.random() < 0.3 and len(rows) > 1:
            row = rng.choice(rows)
            row[rng.randrange(len(row))] = rng.choice([*_TEXTS, json_value(rng)])
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=rng.choice(",,,;\t"), lineterminator=rng.choice(["\r\n", "\n"] * 20 + ["\r"]))
        with contextlib.suppress(csv.Error):
            writer.writerows(rows)
        return text.getvalue().encode("utf-8", "surrogatepass")

    def _kjn(self, rng: random.Random) -> bytes:
        record = read_record(odd_values(rng, rng.choice(self.values)))
        data = self._written([record]) if isinstance(record, Record) else rng.choice(self.seeds)
        lines = data.decode().split("\n")
        for _ in range(rng.choice([0, 1, 1, 2, 4])):
            at = rng.randrange(len(lines))
            name = lines[at][1:].partition(" ")[0] if lines[at].startswith("[") else "Game"
            text = rng.choice([*_TEXTS, json_value(rng)])
            lines[at] = rng.choice([f'[{name} "{text}"]', f"{lines[at]} {text}", f"{{{text}}}", f"{lines[at]}^ {{{text}"])
        if rng.random() < 0.01:
            lines[0] = lines[0] * rng.choice([300, 3000, 30_000])
        return "\n".join(lines).encode("utf-8", "surrogatepass")

    def _short(self, rng: random.Random) -> bytes:
        """Words whose checksum fits, with other numbers and other rules in them."""
        words = []
        for _ in range(rng.choice([1, 2, 3])):
            record = read_record(odd_values(rng, rng.choice(self.values)))
            word = self._written([record]) if isinstance(record, Record) and rng.random() < 0.4 else b""
            words.append(word or short_word(rng) + b"\n")
        return b"".join(words)

    def _klaverlive(self, rng: random.Random) -> bytes:
        rows = [line.split(";") for line in rng.choice(self.seeds).decode().splitlines()]
        cells: list[Any] = rows[1]
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.randrange(len(cells))
            if cells[at].startswith(("[", "{")) and rng.random() < 0.8:
                with contextlib.suppress(ValueError, RecursionError):
                    held = [json.loads(cells[at])]
                    disturb(rng, held)
                    cells[at] = dump(held[0]) if held else ""
            else:
                cells[at] = rng.choice([*_TEXTS, json_value(rng), "3", "4", "2"])
        return "\n".join(";".join(row) for row in rows).encode("utf-8", "surrogatepass")

    def _rounds(self, rng: random.Random) -> bytes:
        rows = [line.split("\t") for line in rng.choice(self.seeds).decode().splitlines()]
        for _ in range(rng.choice([1, 1, 2, 3])):
            row = rng.choice(rows[1:] or rows)
            at = rng.randrange(len(row))
            row[at] = rng.choice(
                [*_TEXTS, json_value(rng), rng.choice(row), row[at].lower(), row[at][:-1], "", "9" * 4300, "NAT"]
            )
        return "\n".join("\t".join(row) for row in rows).encode("utf-8", "surrogatepass")

    def _parquet(self, rng: random.Random) -> bytes:
        return odd_parquet(rng, self._disturbed(rng), self.seeds)


def short_word(rng: random.Random) -> bytes:
    """A short deal of any numbers, its checksum right."""
    custom = b""
    if rng.random() < 0.6:
        custom = rng.choice([json_value(rng), dump(_odd_rules(rng)), dump({"run3": Raw(json_value(rng))})]).encode()[:1500]
    number = 0
    highest = (rng.choice([256, 25]), 4, 8, 6, 33, 2, *range(32, 0, -1))
    for limit, base in zip(highest, (256, 4, 8, 6, 33, 2, *range(32, 0, -1)), strict=True):
        number = number * base + rng.randrange(limit)
    body = (number if rng.random() < 0.9 else rng.getrandbits(144)).to_bytes(18, "big")
    check = zlib.crc32(body + custom).to_bytes(4, "big")[:2]
    encode = short.base64.urlsafe_b64encode
    word = short.PREFIX.encode() + encode(body + check).rstrip(b"=")
    return word + (b"." + encode(custom).rstrip(b"=") if custom else b"")


# Parquet ------------------------------------------------------------------------------------------------------------

_INVALID = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")])
_COLUMNS: tuple[Callable[[random.Random], Any], ...] = (
    lambda rng: pa.array([rng.choice([-1, 0, 2**63 - 1, None])], pa.int64()),
    lambda rng: pa.array([rng.choice([0, 2**64 - 1])], pa.uint64()),
    lambda rng: pa.array([rng.choice([1.0, float("nan"), float("inf"), -0.0])]),
    lambda rng: pa.array([True]),
    lambda rng: pa.array([rng.choice([b"", b"\xff", b"N"])], pa.binary()),
    lambda rng: pa.array([b"\xff\0"], pa.binary(2)),
    lambda rng: _INVALID,
    lambda rng: pa.array([rng.choice(["x", "\0", "N", "", "x" * 5000])], pa.large_string()),
    lambda rng: pa.array(["N"]).dictionary_encode(),
    lambda rng: pa.nulls(1),
    lambda rng: pa.array([rng.choice([-(10**6), 0, 2**31 - 1])], pa.int32()).cast(pa.date32()),
    lambda rng: pa.array([rng.choice([0, 10**15, -(10**15)])], pa.int64()).cast(pa.timestamp("ms")),
    lambda rng: pa.array([rng.choice([0, 1, 10**18 + 1, -(2**62)])], pa.int64()).cast(pa.timestamp("ns")),
    lambda rng: pa.array([rng.choice([0, 2**62])], pa.int64()).cast(
        pa.timestamp("us", rng.choice(["UTC", "Europe/Amsterdam", "+01:00", "+99:99", "Nowhere/Else", "x", "\u00e9"]))
    ),
    lambda rng: pa.array([rng.choice([0, 86399999999999, 2**60])], pa.int64()).cast(pa.time64("ns"), safe=False),
    lambda rng: pa.array([rng.choice([1, 2**62])], pa.int64()).cast(pa.duration("ns")),
    lambda rng: pa.array([Decimal("1.50")], pa.decimal128(38, 10)),
    lambda rng: pa.array([Decimal(10**60)], pa.decimal256(76, 0)),
    lambda rng: pa.array([rng.choice([0.5, 1.0])], pa.float16()),
    lambda rng: pa.array([[]], pa.list_(pa.null())),
    lambda rng: pa.array([[rng.choice([[["N"]], [None], []])]]),
    lambda rng: pa.array([rng.choice([["N", "E", "S", "W"], [None] * 4, ["7C"] * 500, []])], pa.list_(pa.string())),
    lambda rng: pa.array([[1, 2]], pa.list_(pa.int8(), 2)),
    lambda rng: pa.array([[1.0, 2.0]]),
    lambda rng: pa.array([[b"\xff", b"N", None, b""]]),
    lambda rng: pa.array([{"a": 1, "seat": "N", "card_no": 1, "points": None}]),
    lambda rng: pa.array([[{"card_no": 1, "seat": b"\xff", "points": 2**40, "text": "x"}]]),
    lambda rng: pa.array(
        [{"base": "amsterdams", "run3": 20, "\ud83d": None}] if rng.random() < 0 else [{"base": "amsterdams"}]
    ),
    lambda rng: pa.array([[("a", 1), ("a", 2)]], pa.map_(pa.string(), pa.int64())),
    lambda rng: pa.array([[(b"\xff", [1])]], pa.map_(pa.binary(), pa.list_(pa.int64()))),
    lambda rng: pa.array([[[("seat", "N")]]], pa.list_(pa.map_(pa.string(), pa.string()))),
    lambda rng: pa.array([json.dumps({"base": "amsterdams", "run3": 20})]),
    lambda rng: pa.array([_nested(rng)]),
    lambda rng: pa.array(["{" + json_value(rng).encode("utf-8", "replace").decode()]),
    lambda rng: pa.array([_deep(rng.choice([3, 30]))]),
)


def _deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def odd_parquet(rng: random.Random, records: Sequence[Any], whole: Sequence[bytes]) -> bytes:
    """A Parquet file that can be read, with odd columns among those of a record."""
    values = next((record for record in records if isinstance(record, dict)), {})
    held = pq.read_table(io.BytesIO(rng.choice(whole))).slice(0, 1)
    columns: list[tuple[str, Any]] = []
    for name in held.column_names:
        column = held.column(name)
        if name in values and rng.random() < 0.3:
            with contextlib.suppress(pa.ArrowException, ValueError, TypeError, OverflowError):
                column = pa.array([values[name]]) if rng.random() < 0.5 else pa.array([values[name]], column.type)
        columns.append((name, column))
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at = rng.randrange(len(columns))
        columns[at] = (columns[at][0], rng.choice(_COLUMNS)(rng))
    if rng.random() < 0.3:
        for _ in range(rng.choice([1, 3, 20])):
            columns.pop(rng.randrange(len(columns)))
    if rng.random() < 0.15:
        columns.append((rng.choice([*FIELD_NAMES, "", "a.b", "plays.list", "²"]), rng.choice(_COLUMNS)(rng)))
    if rng.random() < 0.1:
        rng.shuffle(columns)
    names, arrays = [name for name, _ in columns], [array for _, array in columns]
    table = pa.Table.from_arrays(arrays, names=names)
    if rng.random() < 0.2:
        table = rng.choice([table.slice(0, 0), pa.concat_tables([table] * 3)])
    for keep in (True, False):
        stream = io.BytesIO()
        try:
            pq.write_table(
                table,
                stream,
                compression=rng.choice(["none", "none", "snappy", "zstd", "gzip"]),
                store_schema=keep and rng.random() < 0.7,
                version=rng.choice(["1.0", "2.6"]),
                use_dictionary=rng.random() < 0.5,
                row_group_size=rng.choice([1, 1000]),
                write_page_checksum=rng.random() < 0.2,
                data_page_version=rng.choice(["1.0", "2.0"]),
            )
        except (pa.ArrowException, ValueError, TypeError, OverflowError):
            # Not every type can be written: strange ones go.
            table = table.select([at for at, kind in enumerate(table.schema.types) if pa.types.is_string(kind)])
            continue
        return stream.getvalue()
    return rng.choice(whole)


# Packing ------------------------------------------------------------------------------------------------------------


def packed(rng: random.Random, data: bytes, suffix: str) -> tuple[str, bytes]:
    """A file name and `data` in a packed file of it, some damaged."""
    kind = rng.choice([".gz", ".gz", ".zst", ".zip", ".zip"])
    if kind == ".gz":
        whole = gzip.compress(data, 1, mtime=0) * rng.choice([1, 1, 1, 2])
    elif kind == ".zst":
        whole = pa.compress(data, "zstd", asbytes=True) * rng.choice([1, 1, 1, 2])
    else:
        stream = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
            warnings.simplefilter("ignore")  # two members of one name
            for name in rng.sample(
                [f"a{suffix}", "b/", "c.txt", f"a{suffix}", f"é²{suffix}", f"d{suffix}.gz"], rng.choice([1, 1, 2, 4])
            ):
                how = rng.choice(
                    [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
                )
                archive.writestr(zipfile.ZipInfo(name), gzip.compress(data, 1) if name.endswith(".gz") else data, how)
        whole = stream.getvalue()
    if rng.random() < 0.6:
        for _ in range(rng.choice([1, 1, 2, 4])):
            at = rng.randrange(len(whole))
            if rng.random() < 0.5:  # where the tables are
                at = rng.choice([rng.randrange(min(60, len(whole))), len(whole) - 1 - rng.randrange(min(160, len(whole)))])
            how = rng.random()
            if how < 0.7:
                whole = (
                    whole[:at] + bytes([rng.choice([rng.randrange(256), whole[at] ^ 1 << rng.randrange(8)])]) + whole[at + 1 :]
                )
            elif how < 0.8:
                whole = whole[:at] or whole[:1]
            else:
                whole = damaged(rng, whole, [data]) or b"PK\x03\x04"
    return f"a{rng.choice([suffix, ''])}{kind}", whole


# The run ------------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What a run over one format came to."""

    format: str
    inputs: int = 0
    entries: int = 0
    records: int = 0
    rejects: int = 0
    by_members: int = 0
    ingested: int = 0
    audits: int = 0
    slowest: float = 0.0
    peak: int = 0
    """Highest peak that tracemalloc saw for one input of the share that is measured."""
    failures: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """For each kind of failure, the input that showed it first and what was raised."""
    seconds: float = 0.0

    def row(self) -> str:
        """A row of the table."""
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return (
            f"| {self.format} | {self.inputs:,} | {self.entries:,} | {self.records:,} | {self.rejects:,} | {self.by_members:,} "
            f"| {self.ingested:,} | {self.audits:,} | {self.failures.total():,} ({len(self.failures)} kinds) "
            f"| {self.slowest * 1000:,.0f} | {self.peak / 2**20:,.1f} | {resident:,.0f} | {self.seconds:,.0f} |"
        )


HEADER = (
    "| format | inputs | entries | records | rejects | through read_members | files ingested | audits | failures | slowest ms "
    "| peak MiB | process MiB | s |\n|---|" + "---:|" * 12
)


def _place_of(error: BaseException) -> str:
    """The innermost line of our own program that an exception came through."""
    ours = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith((str(ROOT / "pipeline"), str(ROOT / "replay")))
    ]
    if not ours:
        return "outside"
    where = ours[-1] if not isinstance(error, HangError) else ours[0]
    return f"{Path(where.filename).relative_to(ROOT)}:{where.lineno} {where.name}"


_DEEP = re.compile(rb'(?:\[(?:1,)?|\{"a":){300}')


class Run:
    """Feeds one format."""

    def __init__(
        self, form: Format, seed: int, failures: Path, *, ingest_every: int = INGEST_EVERY, patience: float = 1.0
    ) -> None:
        self.form = form
        self.seed = seed
        self.folder = failures
        self.inputs = Inputs(form)
        self.figures = Figures(form.name)
        self.ingest_every = ingest_every
        self.patience = patience
        self.waiting: list[tuple[str, bytes]] = []
        self.resident = 0
        self.broken_ingests = 0

    def run(self, count: int, start: int = 0, seconds: float = 1e9) -> Figures:
        """Feed inputs from number `start` on, as many as asked for or as fit in the time."""
        begun = time.monotonic()
        before, limit = signal.signal(signal.SIGALRM, _too_long), sys.getrecursionlimit()
        sys.setrecursionlimit(len(list(traceback.walk_stack(None))) + STACK)
        progress = os.open(self.folder / f"{self.form.name}.at", os.O_CREAT | os.O_WRONLY)
        try:
            self._warm_up()
            for number in range(start, start + count):
                os.pwrite(progress, f"{number:<12}".encode(), 0)  # tells the input that ends the whole process
                self._one(number)
                if time.monotonic() - begun > seconds:
                    break
            if self.waiting:
                self._ingest(start + count)
        finally:
            os.close(progress)
            signal.signal(signal.SIGALRM, before)
            sys.setrecursionlimit(limit)
        self.figures.seconds += time.monotonic() - begun
        return self.figures

    def input(self, number: int) -> tuple[random.Random, bytes]:
        """An input and what else is chosen for it."""
        rng = random.Random(f"{self.seed} {self.form.name} {number}")
        return rng, self.inputs.make(rng)

    def _warm_up(self) -> None:
        for data in self.inputs.seeds:
            self._read(data, random.Random(1), is_audited=True)
            for known in (self.form, None):
                self._members("a.gz", gzip.compress(data), known)
        self.figures.entries = self.figures.records = self.figures.rejects = self.figures.audits = self.figures.by_members = 0
        self.resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def _one(self, number: int) -> None:
        rng, data = self.input(number)
        self.figures.inputs += 1
        failed = self.figures.failures.total()
        is_measured = rng.random() < MEMORY_SHARE
        is_audited = rng.random() < AUDIT_SHARE
        with self._judged(number, data, "read", is_measured=is_measured):
            self._read(data, rng, is_audited=is_audited)
        # What is too deep to read depends on who reads: the ledger may rightly count such a file otherwise.
        is_sound = self.figures.failures.total() == failed and not _DEEP.search(data)
        suffix = next(iter(self.form.suffixes), ".jsonl")
        share = 0.6 * INGEST_FILES / self.ingest_every
        if rng.random() < MEMBER_SHARE:
            name, file = (f"a{suffix}", data) if rng.random() > PACKED_SHARE else packed(rng, data, suffix)
            known = rng.choice([None, self.form])
            with self._judged(number, file, f"read_members known={known and known.name} {name}", is_measured=is_measured):
                self._members(name, file, known)
            is_sound = is_sound and self.figures.failures.total() == failed
            if is_sound and file is not data and rng.random() < 10 * share:
                self._wait(name, file)
        if is_sound and rng.random() < share:
            self._wait(f"a{suffix}", data)
        if len(self.waiting) >= INGEST_FILES:
            self._ingest(number)

    def _wait(self, name: str, data: bytes) -> None:
        if len(self.waiting) < INGEST_FILES and (
            name.endswith(tuple(self.form.suffixes or (".jsonl",))) or len(self.waiting) % 2
        ):
            self.waiting.append((f"{len(self.waiting):02}{name}", data))

    def _read(self, data: bytes, rng: random.Random, *, is_audited: bool) -> None:
        last = 0
        for entry in self.form.read(io.BytesIO(data)):
            assert entry.line >= 1, entry.line
            assert entry.end == 0 or last < entry.end <= len(data), (last, entry.end)
            last = entry.end
            self._entry(entry, is_audited=is_audited)

    def _entry(self, entry: Entry, *, is_audited: bool) -> None:
        self.figures.entries += 1
        if isinstance(entry.values, Fault):
            _check_fault(entry.values)
            self.figures.rejects += 1
            return
        assert isinstance(entry.values, dict), type(entry.values)
        record = read_record(entry.values)
        if not isinstance(record, Record):
            assert record, "rejected without a fault"
            for fault in record:
                _check_fault(fault)
            self.figures.rejects += 1
            return
        self.figures.records += 1
        again = read_record(record_values(record))
        if again != record:
            raise RoundTripError(_difference(record, again))
        if is_audited:
            stored = read_record(json.loads(canonical_text(record)))  # as the store keeps it
            assert stored == record, "canonical_text reads back otherwise"
            audit_deal(record.deal, record.rules)
            self.figures.audits += 1

    def _members(self, name: str, data: bytes, known: Format | None) -> int:
        """How many entries a file has."""
        count = 0
        for member in read_members(Path(name), io.BufferedReader(io.BytesIO(data), 1 << 18), known):  # type: ignore[arg-type]
            for entry in member.entries:
                count += 1
                if not isinstance(entry.values, Fault):
                    read_record(entry.values)
        self.figures.by_members += 1
        return count

    def _ingest(self, number: int) -> None:
        """A folder of changed files into a store, in two parts, so that records of the second meet those of the first."""
        files, self.waiting = self.waiting, []
        known = random.Random(number).choice([None, self.form])
        with tempfile.TemporaryDirectory(prefix="klaverlog-fuzz-") as name:
            folder = Path(name)
            with self._judged(number, b"", f"ingest of {len(files)} files", limit=30 * SLOW) as judged:
                self._ingest_all(folder, files, known)
            self.broken_ingests += judged.has_failed
            if judged.has_failed and self.broken_ingests <= 2:  # each file alone takes a while
                for at, (file, data) in enumerate(files):
                    with self._judged(number, data, f"ingest alone {file}", limit=30 * SLOW):
                        self._ingest_all(folder / str(at), [(file, data)], known)

    def _ingest_all(self, folder: Path, files: Sequence[tuple[str, bytes]], known: Format | None) -> None:
        logs, db = folder / "logs", folder / "store.duckdb"
        logs.mkdir(parents=True)
        expected: dict[str, int] = {}
        for some in (files[: len(files) // 2], files[len(files) // 2 :]):
            if not some:
                continue
            for name, data in some:
                (logs / name).write_bytes(data)
                if name.endswith((".zip", ".gz", ".zst")) and not _is_found(name):
                    continue
                expected[str((logs / name).resolve())] = self._count(name, data, known)
            if expected:
                ingest([logs], db, format_name=None if known is None else known.name)
        if not db.exists():
            return
        held: Counter[str] = Counter()
        with reading(db) as store:
            rows = store.ledger()
        named = Counter((row["path"], row["member"]) for row in rows)
        for row in rows:
            sums, twice = row["deals"] + row["duplicates"] + row["rejects"], named[row["path"], row["member"]] > 1
            why = "in members of one name" if twice else "in the ledger"
            assert sums == row["records"], f"{why}: {row['path']}: {sums} of {row['records']} records are accounted for"
            held[row["path"]] += row["records"]
        for path, count in expected.items():
            assert held[path] == count, f"entries lost: {path}: {count} entries were read, the ledger says {held[path]}"
        self.figures.ingested += len(expected)

    def _count(self, name: str, data: bytes, known: Format | None) -> int:
        done = self.figures.by_members
        count = self._members(name, data, known)
        self.figures.by_members = done
        return count

    def _judged(self, number: int, data: bytes, what: str, *, is_measured: bool = False, limit: float = SLOW) -> "_Judged":
        return _Judged(self, number, data, what, is_measured=is_measured, limit=limit)

    def fail(self, kind: str, number: int, data: bytes, what: str, text: str) -> None:
        """Note a failure and keep its input."""
        self.figures.failures[kind] += 1
        if self.figures.failures[kind] > KEPT:
            return
        self.figures.examples.setdefault(kind, f"input {number}, {what}: {text.strip().splitlines()[-1][:300]}")
        stem = re.sub(r"[^A-Za-z0-9_.]+", "-", f"{self.form.name}-{self.seed}-{number}-{kind}")[:120]
        (self.folder / f"{stem}.bin").write_bytes(data)
        (self.folder / f"{stem}.txt").write_text(f"{kind}\n{what}\n{text}", "utf-8", "backslashreplace")


class RoundTripError(AssertionError):
    """A record that does not read back as itself."""


def _difference(record: Record, again: Record | list[Fault]) -> str:
    if isinstance(again, Record):
        values, others = record_values(record), record_values(again)
        names = [name for name in FIELD_NAMES if values.get(name) != others.get(name)]
        return f"differs in {', '.join(names)}: {record_values(record)} reads back as {again}"[:3000]
    return f"not read back in {', '.join(fault.field for fault in again)}: {again[0].message}: {record_values(record)}"[:3000]


def _is_found(name: str) -> bool:
    from pipeline.logs import is_log_name, known_suffixes

    return is_log_name(Path(name), known_suffixes())


def _check_fault(fault: Fault) -> None:
    assert isinstance(fault, Fault)
    assert fault.message
    fault.message[:2000].encode()  # the store keeps it as text
    fault.field.encode()


class _Judged:
    """Watches over one input: exceptions, time and memory."""

    def __init__(self, run: Run, number: int, data: bytes, what: str, *, is_measured: bool, limit: float) -> None:
        self.run, self.number, self.data, self.what = run, number, data, what
        self.is_measured, self.limit = is_measured, limit
        self.has_failed = False
        self.records, self.entries = run.figures.records, run.figures.entries

    def __enter__(self) -> "_Judged":
        signal.setitimer(signal.ITIMER_REAL, HANG * self.limit / SLOW)
        if self.is_measured:
            tracemalloc.start()
        self.started = time.perf_counter()
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        took = time.perf_counter() - self.started
        signal.setitimer(signal.ITIMER_REAL, 0)
        run, figures = self.run, self.run.figures
        peak = 0
        if self.is_measured:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            figures.peak = max(figures.peak, peak)
        if isinstance(error, KeyboardInterrupt | SystemExit):
            return False
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        grown, run.resident = (resident - run.resident) * 1024, max(resident, run.resident)
        room = ROOM + ROOM_PER_BYTE * len(self.data)
        if error is not None:
            self.has_failed = True
            shown = "".join(traceback.format_exception(error, limit=-40))
            kind_of = f"{type(error).__name__} at {_place_of(error)}"
            if isinstance(error, AssertionError):
                kind_of += f" ({re.sub('[0-9]+', '', str(error)).partition(':')[0].strip()[:80]})"
            run.fail(kind_of, self.number, self.data, self.what, shown)
        is_one = self.limit == SLOW
        if is_one and not self.is_measured:
            figures.slowest = max(figures.slowest, took)
        due = self.limit * run.patience + SLOW_PER_RECORD * (figures.records - self.records)
        due += SLOW_PER_ENTRY * (figures.entries - self.entries)
        if took > due * (10 if self.is_measured else 1):
            run.fail("slow", self.number, self.data, self.what, f"{took:.2f} s for {len(self.data)} bytes")
        if is_one and max(peak, grown) > room:
            run.fail("memory", self.number, self.data, self.what, f"peak {peak}, resident +{grown} for {len(self.data)} bytes")
        return True


def _too_long(signum: int, frame: Any) -> None:
    raise HangError


def fuzz(name: str, inputs: int, seed: int, failures: Path, *, start: int = 0, seconds: float = 1e9, **how: Any) -> Figures:
    """Feed a format so many inputs; `how` goes to the Run."""
    failures.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return Run(formats()[name], seed, failures, **how).run(inputs, start, seconds)


def chosen(name: str) -> Iterator[str]:
    """The formats that a name stands for."""
    yield from formats() if name == "all" else [name]


def main() -> None:
    """Feed and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--format", default="all", choices=["all", *formats()])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first input")
    parser.add_argument("--seconds", type=float, default=1e9, help="time for each format")
    parser.add_argument("--failures", type=Path, default=Path(tempfile.gettempdir()) / "klaverlog-fuzz")
    asked = parser.parse_args()
    faulthandler.enable()
    print(HEADER)
    for name in chosen(asked.format):
        figures = fuzz(name, asked.inputs, asked.seed, asked.failures, start=asked.start, seconds=asked.seconds)
        print(figures.row(), flush=True)
        for kind, count in figures.failures.most_common():
            print(f"  {name}: {count} x {kind}: {figures.examples[kind]}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
