"""The tags of the notation of KJN.md, and what each says of a deal."""

import re
from collections.abc import Callable
from typing import Any

from pipeline.faults import shown
from pipeline.formats.foreign import NotSoError
from pipeline.formats.kjn_export import SEATS
from replay.rulesets import FIELDS

_ESCAPE = re.compile(r"\\u\(([0-9A-Fa-f]{1,6})\)|\\(.)", re.DOTALL)
VERSION = "1"


def unquoted(text: str) -> str:
    """The text of a tag or comment without its escapes."""

    def plain(match: re.Match[str]) -> str:
        if match[1]:
            number = int(match[1], 16)
            if number > 0x10FFFF:
                raise NotSoError("", f"no character has the number {match[1]}")
            return chr(number)
        return {"n": "\n", "t": "\t"}.get(match[2], match[2])

    return _ESCAPE.sub(plain, text)


Reader = Callable[[dict[str, Any], str], None]


def _into(field: str, read: Callable[[str], Any] = str) -> Reader:
    def take(values: dict[str, Any], text: str) -> None:
        values[field] = read(text)

    return take


def _into_list(field: str, at: int) -> Reader:
    def take(values: dict[str, Any], text: str) -> None:
        values.setdefault(field, [None] * 4)[at] = text

    return take


def _number(text: str) -> Any:
    bare = text.strip()
    return int(bare) if re.fullmatch(r"[+-]?\d{1,18}", bare) else text


def _numbers(text: str) -> list[Any]:
    return [None if word == "-" else _number(word) for word in re.split(r"[\s,]+", text.strip(), maxsplit=100) if word]


def _words(text: str) -> list[str]:
    return [] if text.strip() == "-" else text.split(maxsplit=100)


def _flag(text: str) -> Any:
    return {"yes": True, "no": False, "true": True, "false": False, "ja": True, "nee": False}.get(text.strip().lower(), text)


def _rules(text: str) -> Any:
    base, *changes = text.split(maxsplit=60)
    if not changes:
        return base
    pairs = [change.partition("=") for change in changes]
    return {"base": base, **{field: _rule_value(field, value) for field, _, value in pairs}}


def _rule_value(field: str, text: str) -> Any:
    is_number = field in FIELDS and FIELDS[field].kind in ("points", "penalty")
    return _number(text) if is_number else text


def _claims(text: str) -> list[Any]:
    claims: list[Any] = []
    for word in _words(text):
        parts = word.split(":")
        if len(parts) != 3:
            raise NotSoError("claims", f"{shown(word)} is not an announcement such as 7:N:20")
        claims.append({"card_no": _number(parts[0]), "seat": parts[1], "points": _number(parts[2])})
    return claims


def _version(values: dict[str, Any], text: str) -> None:
    if text.strip() != VERSION:
        raise NotSoError("", f"version {shown(text)} of the notation; this program reads version {VERSION}")


TAGS: dict[str, Reader] = {
    "klaverjas": _version,
    "site": _into("site"),
    "game": _into("game_id"),
    "deal": _into("deal_no", _number),
    "date": _into("played_at"),
    "board": _into("board"),
    "rules": _into("rules", lambda text: _rules(text) if text.strip() else None),
    **{seat.lower(): _into_list("players", at) for at, seat in enumerate(SEATS)},
    "bots": _into("bots"),
    "dealer": _into("dealer"),
    "leader": _into("leader"),
    "declarer": _into("declarer"),
    "trump": _into("trump"),
    "turned": _into("turned", _words),
    "bids": _into("bids", _words),
    "deck": _into("deck"),
    **{f"{seat.lower()}hand": _into_list("hands", at) for at, seat in enumerate(SEATS)},
    "seats": _into("seats"),
    "winners": _into("winners"),
    "roem": _into("roem", _numbers),
    "claims": _into("claims", _claims),
    **{name.lower(): _into(field, _numbers) for name, field in (("Points", "points"), ("RoemPoints", "roem_points"))},
    "score": _into("score", _numbers),
    "totals": _into("totals", _numbers),
    "nat": _into("nat", _flag),
    "pit": _into("pit", _flag),
    "preventsillegal": _into("prevents_illegal", _flag),
    "verzaakt": _into("verzaakt"),
    "void": _into("void"),
    "thinkms": _into("think_ms", _numbers),
}


FIELD_OF = {
    **{name: name for name in TAGS},
    "game": "game_id",
    "deal": "deal_no",
    "date": "played_at",
    "roempoints": "roem_points",
    "thinkms": "think_ms",
    **{seat.lower(): "players" for seat in SEATS},
    **{f"{seat.lower()}hand": "hands" for seat in SEATS},
    "preventsillegal": "prevents_illegal",
}
"""Which field a tag tells of."""
