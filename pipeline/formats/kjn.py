"""The portable notation of KJN.md: tags, then a trick a line; lenient to read, one form to write."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from pipeline.faults import Fault
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import NotSoError, content_id
from pipeline.formats.kjn_export import REVOKE, SEATS, lost, write
from pipeline.lines import Line, as_text, read_lines
from replay.rulesets import FIELDS

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_ITEM = re.compile(
    r"\{(?P<comment>(?:[^}\\]|\\.)*)\}|(?P<end>\*)|(?P<card>[^\s{}*^;%]+)?(?P<revoke>\^)|(?P<bare>[^\s{}*^;%]+)|(?P<remark>[;%][^\n]*)",
    re.DOTALL,
)
_BRACE_OR_REMARK = re.compile(r"\\.|[{}]|[;%]")
VERSION = "1"
_ESCAPE = re.compile(r"\\u\(([0-9A-Fa-f]{1,6})\)|\\(.)", re.DOTALL)
MOST_LINES = 400
"""Lines of one deal that are read: more are no deal."""


def sniff(head: bytes) -> bool:
    """Whether the first line that is no remark is a tag of a deal."""
    for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        bare = line.strip()
        if bare and not bare.startswith((b"%", b";")):
            match = _TAG.match(bare.decode("utf-8", "replace"))
            return match is not None and match[1].lower() in _READERS
    return False


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each deal, its line that of its first tag."""
    lines: list[tuple[Line, str]] = []
    seen: set[str] = set()
    has_cards = is_apart = in_comment = False
    before, note = 0, ""
    for line in _lines(stream):
        text, odd = as_text(line.text)
        bare = text.strip()
        is_apart = is_apart or line.number > before + 1 or not bare
        before = line.number
        in_comment = in_comment and not is_apart  # a comment that nobody closed takes no other deal with it
        if not bare or (bare.startswith((";", "%")) and not in_comment):
            continue
        if in_comment:
            in_comment = _ends_in_comment(bare, is_inside=True)
            if len(lines) <= MOST_LINES:
                lines.append((line, f"\n{bare}"))  # no tag, whatever it begins with
            note = note or odd
            continue
        match = _TAG.match(bare) if bare.startswith("[") else None
        name = match[1].lower() if match else ""
        if lines and name and (has_cards or name in seen or is_apart):
            yield _entry(lines, note)
            lines, seen, has_cards, note = [], set(), False, ""
        is_apart = False
        note = note or odd
        if len(lines) <= MOST_LINES:
            lines.append((line, bare))
        seen |= {name} - {""}
        if not bare.startswith("["):
            has_cards = True
            in_comment = _ends_in_comment(bare, is_inside=False)
    if lines:
        yield _entry(lines, note)


def _lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines that are not blank, and blank ones between lone CRs, by which old Macintoshes ended lines."""
    for line in read_lines(stream):
        if b"\r" not in line.text or line.is_cut:
            yield line
            continue
        for piece in line.text.split(b"\r"):
            yield replace(line, text=piece, length=len(piece))


def _ends_in_comment(text: str, *, is_inside: bool) -> bool:
    """Whether a line of play leaves a comment open."""
    at = 0
    while match := _BRACE_OR_REMARK.search(text, at):
        at = match.end()
        if match[0] in ("{", "}"):
            is_inside = match[0] == "{"
        elif match[0] in ";%" and not is_inside:
            return False
    return is_inside


def _entry(lines: list[tuple[Line, str]], note: str) -> Entry:
    text = b"\n".join(line.text[:2000] for line, _ in lines[:40])
    first = lines[0][0]
    cut = next((line for line, _ in lines if line.is_cut), None)
    if cut is not None:
        return Entry(first.number, cut.too_long, text, note=note)
    if len(lines) > MOST_LINES:
        return Entry(first.number, Fault("", "bad_record", f"more than {MOST_LINES} lines in one deal"), text, note=note)
    try:
        return Entry(first.number, _values([bare for _, bare in lines]), text, note=note, places=_places(lines))
    except NotSoError as error:
        return Entry(first.number, error.fault, text, note=note, places=_places(lines))


def _places(lines: list[tuple[Line, str]]) -> dict[str, int]:
    """The line of each field's tag, and of the first card."""
    places: dict[str, int] = {}
    for line, bare in lines:
        match = _TAG.match(bare)
        field = _FIELD_OF.get(match[1].lower(), "") if match else "plays"
        places.setdefault(field, line.number)
    return places


def _values(lines: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {"players": [None] * 4}
    play: list[str] = []
    for bare in lines:
        if not bare.startswith("["):
            play.append(bare)
            continue
        for name, quoted in _tags(bare):
            if name in _READERS:
                _READERS[name](values, _unquoted(quoted))
            else:
                values[f"tag {name}"] = quoted  # somebody else's: left alone, and counted as such
    _read_play("".join(text if text.startswith("\n") else f"\n{text}" for text in play), values)
    if values.get("game_id") is None:
        values["game_id"] = content_id("kjn", {name: value for name, value in values.items() if name != "comments"})
    values.setdefault("deal_no", 1)
    return values


def _tags(line: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(line):
        match = _TAG.match(line, at)
        if match is None:
            raise NotSoError("", f'{line[at : at + 60]!r} is not a tag such as [Trump "H"]')
        yield match[1].lower(), match[2]
        at = match.end()
        while at < len(line) and line[at].isspace():
            at += 1
        if line[at : at + 1] in (";", "%"):
            return


def _read_play(text: str, values: dict[str, Any]) -> None:
    """Cards, comments and marks; `;` and `%` begin a remark that lasts to the end of its line."""
    plays: list[str] = []
    comments: list[dict[str, Any]] = []
    at = 0
    is_over = False
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _ITEM.match(text, at)
        if match is None:
            raise NotSoError("plays", f"{text[at : at + 60]!r} is neither a card nor a comment in braces")
        at = match.end()
        if card := match["card"] or match["bare"]:
            if is_over:
                raise NotSoError("plays", f"{card[:20]!r} stands after the * that says that the deal was broken off")
            plays.append(card)
        if match["comment"] is not None:
            comments.append({"card_no": len(plays), "text": _unquoted(match["comment"])})
        if match["revoke"]:
            comments.append({"card_no": len(plays), "text": REVOKE})
        is_over = is_over or match["end"] is not None
    if plays or "void" not in values:
        values["plays"] = " ".join(plays)
    if comments:
        values["comments"] = comments


# Text of tags and comments -------------------------------------------------------------------------------------------


def _unquoted(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        if match[1]:
            number = int(match[1], 16)
            if number > 0x10FFFF:
                raise NotSoError("", f"no character has the number {match[1]}")
            return chr(number)
        return {"n": "\n", "t": "\t"}.get(match[2], match[2])

    return _ESCAPE.sub(plain, text)


# Tags -----------------------------------------------------------------------------------------------------------------

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
            raise NotSoError("claims", f"{word[:40]!r} is not an announcement such as 7:N:20")
        claims.append({"card_no": _number(parts[0]), "seat": parts[1], "points": _number(parts[2])})
    return claims


def _version(values: dict[str, Any], text: str) -> None:
    if text.strip() != VERSION:
        raise NotSoError("", f"version {text[:20]!r} of the notation; this program reads version {VERSION}")


_READERS: dict[str, Reader] = {
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


_FIELD_OF = {
    **{name: name for name in _READERS},
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

FORMAT = Format(
    "kjn",
    "the portable notation, tags and a trick a line",
    (".kjn",),
    sniff,
    read,
    "everything; its grammar is in pipeline/formats/KJN.md",
    '[Game "friday-12"]\n[Deal "7"]\n[North "Anneke"]\n…\nQC JC 7C TC {the jack at once}\n7D 9D TD QD',
    write,
    lost,
)
