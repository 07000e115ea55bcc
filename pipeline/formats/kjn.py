"""The portable notation of KJN.md: tags, then a trick a line; lenient to read, one form to write."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import NotSoError, content_id
from pipeline.formats.kjn_export import REVOKE, lost, write
from pipeline.formats.kjn_tags import FIELD_OF, TAGS, unquoted
from pipeline.lines import Line, as_text, read_lines

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_ITEM = re.compile(
    r"\{(?P<comment>(?:[^}\\]|\\.)*)\}|(?P<end>\*)|(?P<card>[^\s{}*^;%]+)?(?P<revoke>\^)|(?P<bare>[^\s{}*^;%]+)|(?P<remark>[;%][^\n]*)",
    re.DOTALL,
)
_BRACE_OR_REMARK = re.compile(r"\\.|[{}]|[;%]")
MOST_LINES = 400
"""Lines of one deal that are read: more are no deal."""


def sniff(head: bytes) -> bool:
    """Whether the first line that is no remark is a tag of a deal."""
    for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        bare = line.strip()
        if bare and not bare.startswith((b"%", b";")):
            match = _TAG.match(bare.decode("utf-8", "replace"))
            return match is not None and match[1].lower() in TAGS
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
        field = FIELD_OF.get(match[1].lower(), "") if match else "plays"
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
            if name in TAGS:
                TAGS[name](values, unquoted(quoted))
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
            raise NotSoError("", f'{shown(line[at:])} is not a tag such as [Trump "H"]')
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
            raise NotSoError("plays", f"{shown(text[at:])} is neither a card nor a comment in braces")
        at = match.end()
        if card := match["card"] or match["bare"]:
            if is_over:
                raise NotSoError("plays", f"{shown(card)} stands after the * that says that the deal was broken off")
            plays.append(card)
        if match["comment"] is not None:
            comments.append({"card_no": len(plays), "text": unquoted(match["comment"])})
        if match["revoke"]:
            comments.append({"card_no": len(plays), "text": REVOKE})
        is_over = is_over or match["end"] is not None
    if plays or "void" not in values:
        values["plays"] = " ".join(plays)
    if comments:
        values["comments"] = comments


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
