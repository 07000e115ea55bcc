"""Canonical lines of complete deals read many at a time, into columns: what most of a large log is made of.

A scanner over bytes, compiled, without a Python object a deal. It takes only lines that it reads exactly as `read_record`
would; every other line is left to that one. So it knows nothing of faults, and tests hold the two against each other.
"""

import hashlib
import itertools
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pipeline.lines import Lines
from pipeline.scan import fields
from pipeline.scan.canonical import gather_texts, write_canonical
from pipeline.scan.fields import rows_of
from pipeline.scan.lines import scan_lines
from replay._compile import compiled, is_compiled
from replay.deals import DEAL_COLUMNS, Deals
from replay.presets import RULESETS
from replay.readings import RulesInForce, rules_in_force

FEW_LINES = 3_000
"""Up to this many lines are not worth compiling the scanner for."""
_SCANNED = (
    *("trump", "declarer", "declaring_team", "dealer", "leader", "plays", "seats", "hands", "calls", "speakers"),
    *("call_count", "winners", "roem", "points", "roem_points", "score", "totals", "nat", "pit", "verzaakt"),
)


@dataclass(frozen=True)
class Scanned:
    """Plain records, in the order of their lines, as columns; `at` says which of the lines each is."""

    lines: Lines
    at: Any
    deals: Deals
    places: Any
    """Where the value of each field lies (records, fields, from and to)."""
    players: Any
    """Where the four names lie (records, seats, from and to); from = to for somebody unknown."""
    deal_no: Any
    moments: Any
    """Microseconds since 1970, MISSING where none is logged."""
    prevents: Any
    rules: Any
    """Numbers of `named_rules`."""
    rules_known: Any
    """Whether the rules of each are named or given, not assumed."""
    content: Any
    """The content hash of each (records, 16 bytes)."""

    def __len__(self) -> int:
        return len(self.at)

    def rules_of(self, row: int) -> RulesInForce | None:
        """The rules that a record was given because it names none; None where it names some, or none were given."""
        named = self.places[row, fields.RULES, 1] > 0
        return None if named or not self.rules_known[row] else named_rules()[self.rules[row]]

    def texts(self, field: str) -> tuple[Any, Any]:
        """The bytes of a field of texts, and where each begins (one more than records); nothing where none is logged."""
        where = self.places[:, fields.FIELDS.index(field)]
        quotes = where[:, 1] > where[:, 0]
        return self._gathered(where[:, 0] + quotes, where[:, 1] - quotes)

    def names(self, seat: int) -> tuple[Any, Any]:
        """The same for the names of the players at a seat."""
        return self._gathered(self.players[:, seat, 0], self.players[:, seat, 1])

    def _gathered(self, starts: Any, ends: Any) -> tuple[Any, Any]:
        out = np.empty(int((ends - starts).sum()), np.uint8)
        offsets = np.empty(len(starts) + 1, np.int32)
        data = np.frombuffer(self.lines.data, np.uint8)
        compiled(gather_texts)(data, np.ascontiguousarray(starts), np.ascontiguousarray(ends), out, offsets)
        return out, offsets


def is_worth_scanning(lines: int) -> bool:
    """Whether so many lines are read faster by the scanner, which may have to be compiled or loaded first."""
    return lines > FEW_LINES or (lines > 100 and is_compiled(scan_lines))


def has_to_compile_scanner(lines: int) -> bool:
    """Whether so many lines wait for the scanner to be compiled first."""
    return lines > FEW_LINES and not is_compiled(scan_lines)


@cache
def named_rules() -> list[RulesInForce]:
    """The rules that a plain record can name."""
    return [rules_in_force(name) for name in RULESETS]


@cache
def _names_of_rules() -> tuple[Any, Any]:
    return rows_of(tuple(RULESETS), max(map(len, RULESETS)))


def scan(lines: Lines, default_rules: RulesInForce | None) -> Scanned | None:
    """Those of some lines that are plain records, None if none is or if rules that have no name were given."""
    given = default_rules or rules_in_force(None)
    if given.custom or not len(lines):
        return None
    lines = lines.written()
    default = list(RULESETS).index(given.name)
    data = np.frombuffer(lines.data, np.uint8)
    count = len(lines)
    names, lengths = _names_of_rules()
    columns = {name: np.empty((count, *DEAL_COLUMNS[name].shape), DEAL_COLUMNS[name].dtype) for name in _SCANNED}
    taken, places = np.empty(count, np.int64), np.empty((count, fields.COUNT, 2), np.int32)
    players, deal_no = np.empty((count, 4, 2), np.int32), np.empty(count, np.uint32)
    moments, rules = np.empty(count, np.int64), np.empty(count, np.int8)
    prevents = np.empty(count, np.int8)
    own = (taken, places, players, deal_no, moments, rules, prevents)
    found = compiled(scan_lines)(data, lines.starts, lines.ends, names, lengths, default, *own, *columns.values())
    rows: Any = slice(0, found)
    if not lines.data.isascii():
        rows = np.array([row for row in range(found) if _is_text(lines, places[row], int(taken[row]))], np.int64)
    if not len(taken[rows]):
        return None
    columns = {name: array[rows] for name, array in columns.items()}
    content = _contents(data, places[rows], columns["hands"], rules[rows], _assumed(given))
    deals = _deals(columns)
    known = given.known | (places[rows, fields.RULES, 1] > 0)
    return Scanned(
        lines,
        taken[rows],
        deals,
        places[rows],
        players[rows],
        deal_no[rows],
        moments[rows],
        prevents[rows],
        rules[rows],
        known,
        content,
    )


def _is_text(lines: Lines, places: Any, at: int) -> bool:
    """Whether a line is UTF-8, and its game has more than blanks of any kind for a name."""
    text = lines.text(at)
    if text.isascii():
        return True
    start, end = places[fields.GAME_ID]
    try:
        text.decode()
        return lines.data[start + 1 : end - 1].decode().strip() != ""
    except UnicodeDecodeError:
        return False


def _assumed(given: RulesInForce) -> Any:
    """For each of the named rules whether a record that names none is as if it had named them."""
    return np.array([given.known and one.name == given.name for one in named_rules()], np.bool_)


def _deals(columns: dict[str, Any]) -> Deals:
    """All columns of a replay."""
    count = len(columns["trump"])
    whole = {
        name: columns[name] if name in columns else np.full((count, *spec.shape), spec.missing, dtype=spec.dtype)
        for name, spec in DEAL_COLUMNS.items()
    }
    whole["count"][:] = 32
    return Deals(whole)


def _contents(data: Any, places: Any, hands: Any, rules: Any, assumed: Any) -> Any:
    """The content hash of each record: of its canonical text, as `content_hash` has it."""
    names, lengths = _names_of_rules()
    # A canonical text has no more than the values of the line, the names of all fields and the rules.
    more = sum(len(name) + 4 for name in fields.FIELDS) + int(lengths.max()) + 4
    longest = int((places[:, :, 1] - places[:, :, 0]).sum()) + len(places) * more
    out, stops = np.empty(longest, np.uint8), np.empty(len(places), np.int64)
    compiled(write_canonical)(data, places, hands, rules, names, lengths, assumed, out, stops)
    text, digest = memoryview(out.data), hashlib.sha256
    bounds = [0, *stops.tolist()]
    hashes = [digest(text[start:stop]).digest() for start, stop in itertools.pairwise(bounds)]
    return np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, 32)[:, :16]
