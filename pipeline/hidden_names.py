"""Names found again in free text by nothing but their keyed hashes, however the text escapes them."""

import re
from collections.abc import Callable, Iterable

from pipeline.fields import LONGEST_NAME

_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\([\"\\/nrt])")
_CUT = re.compile(r"([\[{\"']).*?\.\.\.", re.DOTALL)
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


def plain(text: str) -> str:
    """A text with the escapes of JSON, of Windows-1252 bytes and of UTF-16 taken back, as far as it has any."""
    if "\\" not in text:
        return text
    once = _ESCAPED.sub(_character, text)
    pairs = once.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return pairs.replace("\0", "")


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    if match[2]:
        return bytes([int(match[2], 16)]).decode("cp1252", "replace")
    return _SHORT.get(match[3], match[3])


def replace_hidden(text: str, lengths: Iterable[int], known: Callable[[str], str]) -> str:
    """The text with what `known` answers put in place of every name in it; `lengths` are those of the names.

    A name is found where it stands as words of its own, in the text as it is or in its plain form, which is given then.
    """
    wanted = sorted({length for length in lengths if length <= LONGEST_NAME}, reverse=True)
    readings = dict.fromkeys((text, plain(text)))
    for reading in readings:
        changed = _replaced(reading, wanted, known)
        if changed != reading:
            return changed
    return text


def _replaced(text: str, lengths: list[int], known: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    while at < len(text):
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
    """The text with a name that is known replaced, also its beginning where the text was cut in it."""
    for reading in dict.fromkeys((text, plain(text))):
        if name in reading:
            return replace_name(reading.replace(name, other), name, other) if name not in other else reading
        begun = next((length for length in range(len(name) - 1, 3, -1) if reading.endswith(name[:length])), 0)
        if begun:
            return reading[:-begun] + other
    return text
