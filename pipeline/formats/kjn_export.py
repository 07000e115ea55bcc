"""The one form in which KJN.md writes a deal: the same deal, the same bytes."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from pipeline.records import Record

SEATS = ("North", "East", "South", "West")
REVOKE = "^"
"""The comment that is written as a mark behind its card."""


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """A block for each record, an empty line between them: the same deal, the same bytes."""
    from pipeline.records import record_values

    for number, record in enumerate(records):
        text = "".join(f"{line}\n" for line in _lines(record_values(record)))
        stream.write(f"\n{text}".encode() if number else text.encode())


def lost(record: "Record") -> list[str]:
    """A comment after a card that was not played loses its place."""
    return ["comments"] if any(comment.card_no > len(record.deal.plays) for comment in record.comments) else []


def _lines(values: dict[str, Any]) -> Iterator[str]:
    yield '[Klaverjas "1"]'
    for name, text in _written(values):
        if text is not None:
            yield f'[{name} "{_quoted(text)}"]'
    yield from _play_lines(values)


def _written(values: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The tags in the order of KJN.md."""
    for name, field in (("Site", "site"), ("Game", "game_id"), ("Deal", "deal_no"), ("Date", "played_at"), ("Board", "board")):
        yield name, None if field not in values else str(values[field])
    rules = values.get("rules")
    if isinstance(rules, dict):
        rules = " ".join([rules["base"], *(f"{field}={value}" for field, value in rules.items() if field != "base")])
    yield "Rules", rules
    yield from zip(SEATS, values["players"], strict=True)
    for name in ("Bots", "Dealer", "Leader", "Declarer", "Trump"):
        yield name, values.get(name.lower())
    for name, field in (("Turned", "turned"), ("Bids", "bids")):
        yield name, None if field not in values else " ".join(values[field]) or "-"
    yield "Deck", values.get("deck")
    yield from zip((f"{seat}Hand" for seat in SEATS), values.get("hands", [None] * 4), strict=True)
    yield "Seats", values.get("seats")
    yield "Winners", values.get("winners")
    yield "Roem", _number_text(values.get("roem"))
    claims = values.get("claims")
    yield "Claims", None if claims is None else " ".join(f"{c['card_no']}:{c['seat']}:{c['points']}" for c in claims) or "-"
    for name, field in (("Points", "points"), ("RoemPoints", "roem_points"), ("Score", "score"), ("Totals", "totals")):
        yield name, _number_text(values.get(field))
    for name in ("Nat", "Pit"):
        yield name, _flag_text(values.get(name.lower()))
    yield "Verzaakt", values.get("verzaakt")
    yield "Void", values.get("void")
    yield "PreventsIllegal", _flag_text(values.get("prevents_illegal"))
    yield "ThinkMs", _number_text(values.get("think_ms"))


def _flag_text(flag: bool | None) -> str | None:
    return None if flag is None else "yes" if flag else "no"


def _number_text(numbers: list[int | None] | None) -> str | None:
    return None if numbers is None else " ".join("-" if number is None else str(number) for number in numbers)


def _play_lines(values: dict[str, Any]) -> Iterator[str]:
    """A trick a line, comments after their card; `*` where the play was broken off."""
    remarks: dict[int, list[str]] = {}
    for comment in values.get("comments", ()):
        remarks.setdefault(comment["card_no"], []).append(comment["text"])
    if 0 in remarks:
        yield " ".join(f"{{{_quoted(text, '}')}}}" for text in remarks.pop(0))
    if "plays" not in values:
        return
    plays = values["plays"].split()
    last = {number: remarks.pop(number) for number in [number for number in remarks if number > len(plays)]}
    for start in range(0, len(plays), 4):
        items = []
        for number, card in enumerate(plays[start : start + 4], start + 1):
            texts = remarks.get(number, [])
            is_marked = texts[:1] == [REVOKE]
            items.append(card + REVOKE if is_marked else card)
            items += [f"{{{_quoted(text, '}')}}}" for text in texts[is_marked:]]
        if start + 4 >= len(plays) and len(plays) < 32:
            items.append("*")
        yield " ".join(items)
    if not plays:
        yield "*"
    for texts in last.values():
        yield " ".join(f"{{{_quoted(text, '}')}}}" for text in texts)


def _quoted(text: str, closing: str = '"') -> str:
    return "".join(_escaped(character, closing) for character in text)


def _escaped(character: str, closing: str) -> str:
    if character in (closing, "\\"):
        return f"\\{character}"
    if character == "\n":
        return "\\n"
    return character if character.isprintable() else f"\\u({ord(character):X})"
