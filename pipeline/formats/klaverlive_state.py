"""The state of a table of klaver.live: one player's view of a deal under way, as JSON."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import NotSoError, content_id, expect, numbered_card, numbered_trump
from pipeline.lines import as_text, read_at_most

LARGEST = 50_000_000
_COMPASS = {"noord": "N", "oost": "E", "zuid": "S", "west": "W"}


def sniff(head: bytes) -> bool:
    """Whether it is an object, or a list of objects, with the names of the state."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") and b'"TroefKleur"' in head and b'"History"' in head


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each state: the file is one, a list of them, or one a line."""
    for number, (state, text, note) in enumerate(read_objects(stream), 1):
        if isinstance(state, Fault):
            yield Entry(number, state, text, note=note)
            continue
        try:
            yield Entry(number, _values(expect(state, dict, "")), text, note=note)
        except NotSoError as error:
            yield Entry(number, error.fault, text, note=note)
        except RecursionError:
            yield Entry(number, Fault("", "bad_record", "nested too deeply"), text, note=note)


def read_objects(stream: BinaryIO) -> Iterator[tuple[Any, bytes, str]]:
    """The values of a JSON file: those of a list, one value, or several one after the other; each with its text and a note.

    What stands before a damaged place is read; after it, values that begin a line of their own.
    """
    data = read_at_most(stream, LARGEST)
    if len(data) > LARGEST:
        yield Fault("", "bad_record", f"more than {LARGEST} bytes in one JSON file of this format"), data[:200], ""
        return
    text, note = as_text(data.removeprefix(b"\xef\xbb\xbf"))
    at = _next_value(text, 0)
    pieces = _of_list(text, at + 1) if text[at : at + 1] == "[" else _one_after_the_other(text, at)
    for value, piece in pieces:
        yield value, piece[:300].encode("utf-8", "replace"), note


def _of_list(text: str, at: int) -> Iterator[tuple[Any, str]]:
    at = _next_value(text, at)
    while at < len(text) and text[at] != "]":
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield _not_json(error), text[at : at + 300]
            return
        yield value, text[at : min(end, at + 300)]
        at = _next_value(text, end)


def _one_after_the_other(text: str, at: int) -> Iterator[tuple[Any, str]]:
    """Values that begin a line of their own; each is read apart, so that one that is damaged costs only itself."""
    while at < len(text):
        found = text.find("\n{", at + 1)
        end = len(text) if found < 0 else found + 1
        piece = text[at:end]
        try:
            yield _DECODER.decode(piece.strip(_BETWEEN)), piece
        except (ValueError, RecursionError) as error:
            yield _not_json(error), piece
        at = _next_value(text, end)


def _not_json(error: ValueError | RecursionError) -> Fault:
    why = "nested too deeply" if isinstance(error, RecursionError) else f"not JSON: {error}"[:300]
    return Fault("", "bad_record", why)


_DECODER = json.JSONDecoder()
_BETWEEN = " \t\r\n,"


def _next_value(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BETWEEN:
        at += 1
    return at


def _values(state: dict[str, Any]) -> dict[str, Any]:
    trump = numbered_trump(state.get("TroefKleur"))
    tricks = [_cards(expect(trick, dict, "plays").get("Cards")) for trick in expect(state.get("History") or [], list, "plays")]
    if any(len(trick) != 4 for trick in tricks):
        raise NotSoError("plays", "a trick of the history has not four cards", "wrong_card_count")
    played = [card for trick in (*tricks, _cards(state.get("Center") or [])) for card in trick]
    if not played:
        raise NotSoError("plays", "no card has been played", "missing_field")
    side = state.get("TeamGaat")
    if isinstance(side, bool) or not isinstance(side, int) or side not in (0, 1):
        raise NotSoError("declarer", f"{shown(side)} is not a side, 0 or 1", "unknown_seat")
    first = tricks[0] if tricks else played
    return {
        "site": "klaver.live",
        # Nothing names the deal: its first trick does, so that a later state of it is the same deal.
        "game_id": content_id("state", trump, side, first),
        "deal_no": 1,
        "players": [None] * 4,
        "declarer": ("NS", "EW")[side],
        "trump": trump,
        "leader": played[0][0],
        "plays": " ".join(card for _, card in played),
        "seats": "".join(seat for seat, _ in played),
    }


def _cards(entries: Any) -> list[tuple[str, str]]:
    cards = []
    for entry in expect(entries, list, "plays"):
        compass = str(expect(entry, dict, "plays").get("Compas", "")).lower()
        if compass not in _COMPASS:
            raise NotSoError("seats", f"{shown(entry.get('Compas'))} is not Noord, Oost, Zuid or West", "unknown_seat")
        cards.append((_COMPASS[compass], numbered_card(entry.get("Card"), "plays")))
    return cards


FORMAT = Format(
    "klaverlive_state",
    "the state of a table of klaver.live",
    (".json",),
    sniff,
    read,
    "the cards so far with who played them, trump and the declaring side; no hands, no dealer, no names, no score",
    '{"History": [{"First": 2, "Cards": [{"Compas": "Noord", "Card": "k7"}, …]}, …], "TroefKleur": "ruiten", …}',
)
