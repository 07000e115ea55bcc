"""Where the broken files lie, and on which lines their records begin."""

from pathlib import Path

from broken_formats.sound_samples import ENDINGS, SAMPLES, folder
from make_broken_formats import broken_formats

FILES = dict(broken_formats())


def path_of(form: str, name: str) -> Path:
    """Where a broken file of a format lies."""
    return SAMPLES / folder(form) / f"{name}.{ENDINGS[form]}"


def line_of(form: str, name: str, number: int) -> int:
    """The line on which the record with that number begins."""
    lines = FILES[f"{folder(form)}/{name}.{ENDINGS[form]}"].splitlines()
    if number < 0:
        return len(lines)
    first = {"kjn": b"[Klaverjas", "events": b'{"event": "deal"'}.get(form)
    if first:
        return [at for at, line in enumerate(lines, 1) if line.startswith(first)][number - 1]
    return number + (form in ("csv", "klaverlive", "rounds_tsv"))


def record_line(form: str, name: str, line: int) -> int:
    """The line on which the record begins that a reject's line belongs to: kjn names the line of the tag."""
    if form != "kjn":
        return line
    lines = FILES[f"{folder(form)}/{name}.{ENDINGS[form]}"].splitlines()
    return max(at for at, text in enumerate(lines[:line], 1) if at == 1 or text.startswith(b"[Klaverjas"))
