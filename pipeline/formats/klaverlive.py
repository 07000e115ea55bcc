"""The dump of klaver.live's rounds: seven tricks by seat, points without roem; the eighth trick follows from the hands."""

import csv
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, BinaryIO

from pipeline.faults import Fault
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import SEATS, NotSoError, Table, content_id, expect, numbered_card, numbered_trump, seat_number
from pipeline.lines import Line, as_text, read_lines

NAMES = (
    *("ID", "TableKey", "TableDbID", "ScoreDbID", "RoundNr", "Cards", "Rounds"),
    *("Scores", "FirstPlayer", "Gaat", "Troef", "Voorkom", "TimeStamp", "Settings"),
)
_NEEDED = {"Rounds", "FirstPlayer", "Gaat", "Troef"}


def sniff(head: bytes) -> bool:
    """Whether the first line holds the names of the dump."""
    first = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0]
    return {b"TableKey", b"Rounds", b"Gaat", b"Troef"} <= set(first.replace(b'"', b"").rstrip(b"\r").split(b";"))


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each round."""
    names: list[str] = []
    for line in read_lines(stream):
        if line.is_cut:
            yield Entry(line.number, line.too_long, line.text)
            continue
        text, note = as_text(line.text)
        try:
            cells = next(csv.reader([text], delimiter=";"), [])
        except csv.Error as error:
            yield Entry(line.number, Fault("", "bad_record", f"not CSV: {error}"), line.text)
            continue
        if not names:
            names = cells
            continue
        row = dict(zip(names, cells, strict=False))
        yield Entry(line.number, _values_or_fault(names, cells, line), line.text, note=note or _unread(row))


def _unread(row: Mapping[str, str]) -> str:
    """A note on what stands in a row and cannot be read, though the deal can."""
    if row.get("TimeStamp", "").strip() and _moment(row["TimeStamp"]) is None:
        return "a time that cannot be read"
    if row.get("RoundNr", "").strip() and _round_number(row["RoundNr"]) is None:
        return "a round number that cannot be read"
    return ""


def _values_or_fault(names: list[str], cells: list[str], line: Line) -> dict[str, Any] | Fault:
    if len(cells) != len(names):
        half = "a half-written last line, read again when the file has grown: " if line.is_open else ""
        return Fault("", "bad_record", f"{half}{len(cells)} cells under {len(names)} names")
    try:
        return _values(dict(zip(names, cells, strict=True)))
    except NotSoError as error:
        return error.fault
    except RecursionError:
        return Fault("", "bad_record", "nested too deeply")


def _json(row: Mapping[str, str], name: str, field: str) -> Any:
    cell = row.get(name, "")
    try:
        return json.loads(cell) if cell.strip() else None
    except ValueError as error:
        raise NotSoError(field, f"{name} is not JSON: {error}") from None


def _number(row: Mapping[str, str], name: str, field: str) -> int:
    try:
        return int(row[name])
    except ValueError:
        raise NotSoError(field, f"{name} is {row[name]!r}, not a whole number") from None


def _values(row: Mapping[str, str]) -> dict[str, Any]:
    if missing := _NEEDED - row.keys():
        raise NotSoError("", f"columns are missing: {', '.join(sorted(missing))}")
    trump = numbered_trump(row["Troef"])
    leader, declarer = (seat_number(_number(row, name, field), field) for name, field in _SEAT_CELLS)
    hands = _hands(_json(row, "Cards", "hands"))
    table = _tricks(_json(row, "Rounds", "plays"), Table(leader, trump), hands)
    values: dict[str, Any] = {
        "site": "klaver.live",
        **_place(row, table),
        "played_at": _moment(row.get("TimeStamp", "")),
        "players": [None] * 4,
        "declarer": SEATS[declarer],
        "trump": trump,
        "leader": SEATS[leader],
        "hands": [" ".join(hand) if hand else None for hand in hands] if any(hands) else None,
        "plays": " ".join(table.plays),
        "seats": table.seats or None,
        "prevents_illegal": {"1": True, "true": True, "0": False, "false": False}.get(row.get("Voorkom", "").strip().lower()),
    }
    scores = _json(row, "Scores", "score")
    return values | (_results(expect(scores, dict, "score")) if scores is not None else {})


_SEAT_CELLS = (("FirstPlayer", "leader"), ("Gaat", "declarer"))


def _place(row: Mapping[str, str], table: Table) -> dict[str, Any]:
    """Table and round name the deal; a dump without them names it by its content."""
    key = "-".join(part for part in (row.get("TableKey", ""), row.get("TableDbID", "")) if part)
    number = _round_number(row.get("RoundNr", ""))
    if key and number is not None:
        return {"game_id": key, "deal_no": number}
    return {"game_id": content_id("klaverlive", table.trump, table.plays, table.seats), "deal_no": 1}


def _round_number(text: str) -> int | None:
    number = text.strip()
    return int(number) if number.isascii() and number.isdecimal() and 0 < len(number) < 7 and int(number) > 0 else None


def _moment(text: str) -> str | None:
    """The time of a round; the dump does not say its zone, so it is taken as the site's own clock."""
    try:
        return datetime.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return None


def _hands(cards: Any) -> list[list[str]]:
    """Four hands by seat, empty ones where the dump has none."""
    if not cards:
        return [[], [], [], []]
    hands = [str(expect(hand or "", str, "hands")).split(maxsplit=40) for hand in expect(cards, list, "hands", 4)]
    return [[numbered_card(card, "hands") for card in hand] for hand in hands]


def _tricks(rounds: Any, table: Table, hands: list[list[str]]) -> Table:
    """The tricks in order of play, the eighth from the cards left; a trick without four cards is where play stopped."""
    tricks = [] if rounds is None else expect(rounds, list, "plays")
    if len(tricks) > 8:
        raise NotSoError("plays", f"{len(tricks)} tricks, at most 8 are played", "wrong_card_count")
    for trick in tricks:
        cards = expect(trick, dict, "plays").get("Cards") or []
        if len(expect(cards, list, "plays")) != 4 or not all(cards):
            return table
        table.lay([numbered_card(card, "plays") for card in cards])
    if len(tricks) == 7:
        left = [[card for card in hand if card not in table.plays] for hand in hands]
        if all(len(cards) == 1 for cards in left):
            table.lay([cards[0] for cards in left])
    return table


def _results(scores: Mapping[str, Any]) -> dict[str, Any]:
    """Points after nat and pit but without roem; on a nat the roem columns hold what was transferred."""
    flags = {name: [bool(scores.get(f"{side}{name}")) for side in ("We", "They")] for name in ("Nat", "Pit", "Verzaakt")}
    written = [scores.get("We"), scores.get("They")]
    roem = [scores.get("WeRoem"), scores.get("TheyRoem")]
    known = [value for value in (*written, *roem) if isinstance(value, int) and not isinstance(value, bool)]
    ruled = flags["Verzaakt"]
    values: dict[str, Any] = {"nat": any(flags["Nat"]), "pit": any(flags["Pit"])}
    values["verzaakt"] = None if all(ruled) else "NS" if ruled[0] else "EW" if ruled[1] else "none"
    if any(ruled):
        values |= {"nat": None, "pit": None}  # a deal that was stopped or ruled on says nothing of them
    if len(known) == 4:
        points, extra = known[:2], known[2:]
        values["score"] = [points[0] + extra[0], points[1] + extra[1]]
        if not any(flags["Nat"]) and not any(ruled):
            values["roem_points"] = extra
            if not any(flags["Pit"]):
                values["points"] = points
    return values


FORMAT = Format(
    "klaverlive",
    "the database dump of klaver.live",
    (".csv",),
    sniff,
    read,
    "hands, cards by seat, declarer, trump, score, nat, pit, revoke rulings; no dealer, no names, no rules; seven tricks, the "
    "eighth follows from the hands; points and roem as made are not told of a nat",
    "ID;TableKey;TableDbID;…;Cards;Rounds;Scores;FirstPlayer;Gaat;Troef;Voorkom;TimeStamp;Settings",
)
