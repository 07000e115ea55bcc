"""The rounds of a Kotlin engine: tab-separated, cards by seat with the leader in parentheses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import NotSoError, content_id
from pipeline.lines import as_text, read_lines

_SEATS = ("West", "North", "East", "South")
_SUITS = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}
_NEEDED = {*_SEATS, "Lead", "Contract", "Trump", "trick1", "trick8"}
_CARD = re.compile(r"(\()?(10|[7-9TJQKA])([CDHS])\)?")
RULES = {"base": "klaverlive_rotterdams", "pit_defender": 0}


def sniff(head: bytes) -> bool:
    """Whether the first line holds the names of the rounds."""
    first = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].rstrip(b"\r")
    return {name.encode() for name in _NEEDED} <= set(first.split(b"\t"))


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each round."""
    names: list[str] = []
    for line in read_lines(stream):
        if line.is_cut:
            yield Entry(line.number, line.too_long, line.text)
            continue
        text, note = as_text(line.text)
        cells = text.split("\t")
        if not names:
            names = cells
            continue
        values: dict[str, Any] | Fault
        if len(cells) != len(names):
            half = "a half-written last line, read again when the file has grown: " if line.is_open else ""
            values = Fault("", "bad_record", f"{half}{len(cells)} cells under {len(names)} names")
        else:
            try:
                values = _values(dict(zip(names, cells, strict=True)))
            except NotSoError as error:
                values = error.fault
        yield Entry(line.number, values, line.text, note=note)


def _values(row: Mapping[str, str]) -> dict[str, Any]:
    if missing := _NEEDED - row.keys():
        raise NotSoError("", f"columns are missing: {', '.join(sorted(missing))}")
    trump = _SUITS.get(row["Trump"])
    if trump is None:
        raise NotSoError("trump", f"{shown(row['Trump'])} is not one of {', '.join(_SUITS)}")
    leader, declarer = (_seat(row[name], field) for name, field in (("Lead", "leader"), ("Contract", "declarer")))
    plays, seats = [], ""
    for number in range(1, 9):
        cards, first = _trick(row.get(f"trick{number}", ""))
        if not cards:
            break
        for place in range(4):
            at = (first + place) % 4
            plays.append(cards[at])
            seats += _SEATS[at][0]
    hands = [_hand(row[name]) for name in ("North", "East", "South", "West")]
    return {
        "site": "mschijf",
        "game_id": content_id("round", leader, declarer, trump, plays, seats),
        "deal_no": 1,
        "rules": RULES,
        "players": [None] * 4,
        "declarer": declarer,
        "trump": trump,
        "leader": leader,
        "hands": hands if any(hands) else None,
        "plays": " ".join(plays),
        "seats": seats or None,
        **_results(row),
    }


def _seat(cell: str, field: str) -> str:
    if cell.capitalize() not in _SEATS:
        raise NotSoError(field, f"{shown(cell)} is not NORTH, EAST, SOUTH or WEST", "unknown_seat")
    return cell[0].upper()


def _hand(cell: str) -> str | None:
    return " ".join(_card(word) for word in cell.strip(" []").split(",") if word.strip()) or None


def _card(word: str) -> str:
    match = _CARD.fullmatch(word.strip())
    if match is None:
        raise NotSoError("plays", f"{shown(word)} is not a card such as 10S", "unknown_card")
    return match[2].replace("10", "T") + match[3]


def _trick(cell: str) -> tuple[list[str], int]:
    """The cards of West, North, East and South, and which of them led."""
    words = cell.split(maxsplit=10)
    if not words:
        return [], 0
    first = [at for at, word in enumerate(words) if word.startswith("(")]
    if len(words) != 4 or len(first) != 1:
        raise NotSoError("plays", f"{shown(cell)} is not a trick: four cards, the first one played in parentheses")
    return [_card(word) for word in words], first[0]


def _results(row: Mapping[str, str]) -> dict[str, Any]:
    """Final points: nat is applied, and on a nat the roem is what was transferred."""
    try:
        points = [int(row[name]) for name in ("NS-points", "EW-points")]
        roem = [int(row[name]) for name in ("NS-roem", "EW-roem")]
    except (KeyError, ValueError):
        return {}
    kind = row.get("type", "")
    values: dict[str, Any] = {"score": [points[0] + roem[0], points[1] + roem[1]]}
    if kind in ("REGULAR", "NAT", "PIT"):
        values |= {"nat": kind == "NAT", "pit": kind == "PIT"}
    if kind == "REGULAR":
        values |= {"points": points, "roem_points": roem}
    return values


FORMAT = Format(
    "rounds_tsv",
    "the rounds of a Kotlin engine, tab-separated",
    (".tsv",),
    sniff,
    read,
    "hands, cards with who played them, declarer, trump, score, nat, pit; no dealer, no game, no names; points and roem as "
    "made only of a deal without nat or pit",
    "Seed\\tWest\\tNorth\\tEast\\tSouth\\tLead\\tContract\\tTrump\\ttrick1\\t…\\ttype",
)
