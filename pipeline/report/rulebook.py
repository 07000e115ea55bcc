"""Paragraphs of the rulebook as text."""

import functools
import re
from importlib import resources
from typing import NamedTuple


class Paragraph(NamedTuple):
    """A paragraph of the rulebook: its number, the fields of rule sets that it defines, and its text as Markdown."""

    number: str
    fields: tuple[str, ...]
    text: str


@functools.cache
def chapters() -> dict[int, list[Paragraph]]:
    """The paragraphs of RULES.md, whole with their lists, by the number of their chapter."""
    text = (resources.files("replay") / "RULES.md").read_text("utf-8")
    found: dict[int, list[Paragraph]] = {}
    for chapter in re.findall(r"^## (\d+) .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        body = re.search(rf"^## {chapter} .*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        parts = re.findall(
            r"^\*\*(R\d+)(?: \(([^)]*)\))?\.\*\* (.*?)(?=^\*\*R\d|\Z)", body[1] if body else "", re.MULTILINE | re.DOTALL
        )
        found[int(chapter)] = [
            Paragraph(number, tuple(re.findall(r"`(\w+)`", fields)), words.strip()) for number, fields, words in parts
        ]
    return found


@functools.cache
def paragraphs() -> dict[str, str]:
    """Every paragraph of RULES.md by its number, such as "R16", without its heading and marks."""
    text = (resources.files("replay") / "RULES.md").read_text("utf-8")
    found = re.findall(r"^\*\*(R\d+)(?: \([^)]*\))?\.\*\* (.*?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return {number: " ".join(body.replace("`", "").replace("**", "").split()) for number, body in found}
