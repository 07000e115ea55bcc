"""Paragraphs of the rulebook as text."""

import functools
import re
from importlib import resources


@functools.cache
def paragraphs() -> dict[str, str]:
    """Every paragraph of RULES.md by its number, such as "R16", without its heading and marks."""
    text = (resources.files("replay") / "RULES.md").read_text("utf-8")
    found = re.findall(r"^\*\*(R\d+)(?: \([^)]*\))?\.\*\* (.*?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return {number: " ".join(body.replace("`", "").replace("**", "").split()) for number, body in found}
