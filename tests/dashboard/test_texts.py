"""Every text has both languages, and is used; every text that code asks for is there."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import dashboard
from dashboard.texts import LANGUAGES, texts

FOLDER = Path(dashboard.__file__).parent
WHOLE = ("table.", "classes.", "sentences.", "words.", "paragraphs.", "messages.", "ruling.")
"""Sections that are read as a whole."""

ONLY_DUTCH = ("paragraphs.",)
"""Sections whose English stands elsewhere: in the rulebook."""


def asked() -> tuple[set[str], set[str]]:
    """Names of texts that code asks for, and the beginnings of names that it puts together."""
    names, prefixes = set(), set()
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[a-z_]+\.\w*", node.value):
                (prefixes if node.value.endswith(("_", ".")) else names).add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                prefixes.add(str(node.values[0].value))
    return names, {prefix for prefix in prefixes if "." in prefix}


@pytest.mark.parametrize("name", [name for name in texts() if not name.startswith(ONLY_DUTCH)])
def test_a_text_has_both_languages_with_the_same_values(name: str) -> None:
    found = texts()[name]
    assert set(found) == set(LANGUAGES)
    assert all(found.values())
    fields = [sorted({field for _, field, _, _ in Formatter().parse(found[code]) if field}) for code in LANGUAGES]
    assert fields[0] == fields[1]


def test_every_text_is_used() -> None:
    names, prefixes = asked()
    whole = tuple(WHOLE) + tuple(prefix for prefix in prefixes if not prefix.endswith("."))
    beginnings = tuple(prefix for prefix in prefixes if prefix.endswith("."))
    unused = [name for name in texts() if name not in names and not name.startswith(whole) and not name.startswith(beginnings)]
    assert unused == []


def test_every_text_that_is_asked_for_is_there() -> None:
    sections = {name.partition(".")[0] for name in texts()}
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in texts(), f"{file.name}:{node.lineno} {first.value}"
                elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
                    prefix = str(first.values[0].value)
                    assert prefix.partition(".")[0] in sections
                    assert any(name.startswith(prefix) for name in texts()), f"{file.name}:{node.lineno} {prefix}"
