"""A plain event log: JSON Lines as a server writes them while it goes, games interleaved; a record is one assembled deal."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.fields import FIELD_NAMES
from pipeline.formats import Entry, Format
from pipeline.formats.jsonl import decode_line
from pipeline.lines import read_lines

if TYPE_CHECKING:
    from pipeline.records import Record

MOST_EVENTS = 500
"""Events of one deal that are read: more are no deal."""
_OF_RESULT = ("points", "roem_points", "score", "totals", "nat", "pit", "verzaakt")


def sniff(head: bytes) -> bool:
    """Whether any line of the beginning is an event."""
    return any(line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{") and b'"event"' in line for line in head.split(b"\n"))


@dataclass
class _Deal:
    """A deal under way: its values so far, and where it began."""

    line: int
    text: bytes
    values: dict[str, Any]
    plays: list[Any] = field(default_factory=list)
    seats: list[Any] = field(default_factory=list)
    tricks: list[dict[str, Any]] = field(default_factory=list)
    taken_over: list[str] = field(default_factory=list)
    events: int = 0
    note: str = ""

    def entry(self) -> Entry:
        """The record that the events make."""
        if self.events > MOST_EVENTS:
            return Entry(self.line, Fault("", "bad_record", f"{self.events} events in one deal"), self.text)
        values = self.values
        if self.plays:
            values.setdefault("plays", " ".join(card if isinstance(card, str) else shown(card) for card in self.plays))
            if all(isinstance(seat, str) for seat in self.seats):
                values.setdefault("seats", self.seats)
        elif values.get("void") is None:
            values.setdefault("plays", "")
        winners = [trick.get("winner") for trick in self.tricks]
        if winners and all(winner is not None for winner in winners):
            values.setdefault("winners", winners)
        roem = [trick.get("roem") for trick in self.tricks]
        if any(amount is not None for amount in roem):
            values.setdefault("roem", roem)
        if self.taken_over:
            given = values.get("bots")
            seats = [*(given if isinstance(given, str | list) else ()), *self.taken_over]
            values["bots"] = list(dict.fromkeys(seats))
        return Entry(self.line, values, self.text, note=self.note)


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each deal when the next of its game begins or the log ends, and one for each line that is no event."""
    under_way: dict[Any, _Deal] = {}
    for line in read_lines(stream):
        event, note = decode_line(line)
        if isinstance(event, Fault):
            yield Entry(line.number, event, line.text, note=note)
            continue
        kind, game = event.get("event"), event.get("game_id")
        if not isinstance(game, str):
            yield Entry(line.number, Fault("game_id", "missing_field", "an event without its game"), line.text)
            continue
        if kind == "deal":
            if game in under_way:
                yield under_way.pop(game).entry()
            given = {name: value for name, value in event.items() if name != "event"}
            under_way[game] = _Deal(line.number, line.text[:300], given, note=note)
            continue
        deal = under_way.get(game)
        take = _EVENTS.get(kind) if isinstance(kind, str) else None
        if take is None:
            message = f"{shown(kind)} is not an event: deal, {', '.join(_EVENTS)}"
            yield Entry(line.number, Fault("event", "bad_record", message), line.text)
        elif deal is None:
            yield Entry(line.number, Fault("game_id", "bad_record", f"no deal of game {shown(game)} has begun"), line.text)
        else:
            deal.events += 1
            deal.note = deal.note or note
            if deal.events <= MOST_EVENTS:
                take(deal, event)
    for deal in under_way.values():
        yield deal.entry()


def _bid(deal: _Deal, event: dict[str, Any]) -> None:
    calls = deal.values.setdefault("bids", [])
    if isinstance(calls, list):
        call, seat = event.get("call"), event.get("seat")
        calls.append(f"{seat}:{call}" if isinstance(call, str) and isinstance(seat, str) else call)


def _play(deal: _Deal, event: dict[str, Any]) -> None:
    deal.plays.append(event.get("card"))
    deal.seats.append(event.get("seat"))


def _claim(deal: _Deal, event: dict[str, Any]) -> None:
    claims = deal.values.setdefault("claims", [])
    if isinstance(claims, list):
        card_no = event.get("card_no", len(deal.plays))
        claims.append({"card_no": card_no, "seat": event.get("seat"), "points": event.get("points")})


def _trick(deal: _Deal, event: dict[str, Any]) -> None:
    deal.tricks.append(event)


def _score(deal: _Deal, event: dict[str, Any]) -> None:
    deal.values |= {name: event[name] for name in _OF_RESULT if name in event}


def _void(deal: _Deal, event: dict[str, Any]) -> None:
    deal.values["void"] = event.get("why")


def _takeover(deal: _Deal, event: dict[str, Any]) -> None:
    seat = event.get("seat")
    if event.get("bot") is True and isinstance(seat, str):
        deal.taken_over.append(seat)


_EVENTS: dict[str, Callable[[_Deal, dict[str, Any]], None]] = {
    "bid": _bid,
    "play": _play,
    "claim": _claim,
    "trick": _trick,
    "score": _score,
    "void": _void,
    "takeover": _takeover,
}


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """The events of each record; what has no event of its own stands with the deal."""
    from pipeline.records import record_values

    for record in records:
        for event in _events_of(record_values(record)):
            stream.write(json.dumps(event, ensure_ascii=False).encode() + b"\n")


def _events_of(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    game = {"game_id": values["game_id"]}
    plays, seats = values.get("plays", "").split(), values.get("seats", "")
    bids = values.get("bids") or []
    told = {"plays", "seats"} if seats and len(seats) == len(plays) else set()
    told |= set(_OF_RESULT) | ({"bids"} if bids and all(":" in call for call in bids) else set())
    yield {"event": "deal", **{name: values[name] for name in FIELD_NAMES if name in values and name not in told}}
    if "bids" in told:
        for call in bids:
            yield {"event": "bid", **game, "seat": call[0], "call": call[2:]}
    if "plays" in told:
        for seat, card in zip(seats, plays, strict=True):
            yield {"event": "play", **game, "seat": seat, "card": card}
    result = {name: values[name] for name in _OF_RESULT if name in values}
    if result:
        yield {"event": "score", **game, **result}


FORMAT = Format(
    "events",
    "a plain event log, JSON Lines with interleaved games",
    (),  # its files are called as those of JSON Lines
    sniff,
    read,
    "everything; what has no event of its own stands with the deal",
    '{"event": "deal", "game_id": "friday-12", "deal_no": 7, …}\n{"event": "play", "game_id": "friday-12", "seat": "N", …}',
    write,
)
