"""Names found again in free text by nothing but their keyed hashes, however the text escapes them."""

import re
from collections.abc import Callable, Iterable

from pipeline.fields import LONGEST_NAME

_ESCAPED = re.compile(
    r"\\u\((?P<kjn>[0-9A-Fa-f]{1,6})\)|\\u(?P<short>[0-9A-Fa-f]{4})|\\U(?P<long>[0-9A-Fa-f]{8})"
    r"|\\x(?P<byte>[0-9A-Fa-f]{2})|\\(?P<letter>[\\\"/nrt}{])"
)
_CUT = re.compile(r"([\[{\"']).*?\.\.\.", re.DOTALL)
_PSEUDONYM = re.compile(r"\bplayer-[a-z2-7]{8}\b")
"""What `People.pseudonym` gives: a name that is part of it is none."""
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


def readings(text: str) -> list[str]:
    """What a text may stand for: itself, and without the escapes of JSON, kjn, CSV, of bytes and of UTF-16."""
    found = [text, text.replace('""', '"')]
    if "\\" in text:
        for encoding in ("cp1252", "latin-1"):
            bare = _plain(text, encoding)
            found += [bare, bare.replace('""', '"')]
    return list(dict.fromkeys(found))


def _plain(text: str, encoding: str) -> str:
    once = _ESCAPED.sub(lambda match: _character(match, encoding), text)
    pairs = once.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return pairs.replace("\0", "")


def _character(match: re.Match[str], encoding: str) -> str:
    if number := match["kjn"] or match["short"] or match["long"]:
        return chr(min(int(number, 16), 0x10FFFF))
    if match["byte"]:
        return bytes([int(match["byte"], 16)]).decode(encoding, "replace")
    return _SHORT.get(match["letter"], match["letter"])


def replace_hidden(text: str, lengths: Iterable[int], known: Callable[[str], str]) -> str:
    """The text with what `known` answers put in place of every name in it; `lengths` are those of the names.

    A name is found where it stands as words of its own, in one of the readings of the text, which is given then.
    """
    wanted = sorted({length for length in lengths if length <= LONGEST_NAME}, reverse=True)
    for reading in readings(text):
        changed = _replaced(reading, wanted, known)
        if changed != reading:
            return changed
    return text


def _replaced(text: str, lengths: list[int], known: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    while at < len(text):
        if pseudonym := _PSEUDONYM.match(text, at):
            parts.append(pseudonym[0])
            at = pseudonym.end()
            continue
        name = next(
            (part for length in lengths if _is_apart(text, at, at + length) and known(part := text[at : at + length]) != part),
            "",
        )
        parts.append(known(name) if name else text[at])
        at += len(name) or 1
    return "".join(parts)


def _is_apart(text: str, start: int, end: int) -> bool:
    """Whether what stands between the places begins and ends where words do."""
    if end > len(text):
        return False
    inside_before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    return not inside_before and not (end < len(text) and text[end].isalnum() and text[end - 1].isalnum())


def without_cut_values(message: str) -> str:
    """A message whose cut values, which may hold the beginning of a name, are left out."""
    return _CUT.sub(r"\1...", message)


def replace_name(text: str, name: str, other: str) -> str:
    """The text with a name that is known replaced where it stands as words of its own, and its beginning where it was cut."""
    for reading in readings(text):
        changed = _replaced(reading, [len(name)], lambda part: other if part == name else part)
        if changed != reading:
            return changed
        begun = next((length for length in range(len(name) - 1, 3, -1) if reading.endswith(name[:length])), 0)
        if begun:
            return reading[:-begun] + other
    return text


def mentions(text: str, name: str) -> bool:
    """Whether a name stands in any reading of a text."""
    return any(name in reading for reading in readings(text))
