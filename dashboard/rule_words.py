"""Rules in words: what a paragraph is about, and what a value of a field means."""

import json
import re
from collections.abc import Mapping
from typing import Any

from dashboard.letters import RANKS
from dashboard.texts import language, text, texts
from pipeline.report.rulebook import chapters, paragraphs
from replay.rulesets import FIELDS, format_value


def value_words(field: str, value: int) -> str:
    """What a value of a field means."""
    return spelled_words(field, str(format_value(field, value)), language())


def spelled_words(field: str, spelled: str, of_language: str) -> str:
    """What a value of a field, as rules spell it, means in a language."""
    key = f"rules.value_{field}_{spelled}"
    if key in texts():
        return texts()[key][of_language]
    if FIELDS[field].kind == "ranks":
        return " ".join(RANKS[of_language].get(rank, rank) for rank in spelled)
    return spelled


def named_rules(name: str, custom: str, of_language: str) -> str:
    """A preset with the fields that differ from it, which are JSON or empty, such as "amsterdams met vier boeren = 100"."""
    if not custom:
        return name
    changes = ", ".join(change_words(field, str(spelled), of_language) for field, spelled in json.loads(custom).items())
    return texts()["rules.named"][of_language].format(name=name, changes=changes)


def change_words(field: str, spelled: str, of_language: str) -> str:
    """A field with a value, as rules spell it, in words of a language."""
    return f"{texts()[f'words.field_{field}'][of_language]} = {spelled_words(field, spelled, of_language)}"


def rules_of(row: Mapping[str, Any]) -> str:
    """The rules a row was judged by, in the reader's language."""
    name = named_rules(row["rules"], row["custom"], language())
    return name if row["rules_known"] else text("rules.assumed", name=name)


def in_short(number: str) -> str:
    """A paragraph in a line, with its number and title, as Markdown; only the number of one that there is not."""
    if number not in paragraphs():
        return f"**{number}**"
    return f"**{number} · {text(f'rules.title_{number}')}** {text(f'rules.short_{number}')}"


def full_text(number: str, of_language: str) -> str:
    """What a paragraph says in full in a language, as Markdown; nothing for one that there is not."""
    if number not in paragraphs():
        return ""
    if of_language == "nl":
        return texts()[f"paragraphs.{number}"]["nl"].strip()
    return next(one.text for found in chapters().values() for one in found if one.number == number)


def rule_text(number: str, of_language: str) -> str:
    """What a paragraph says in full in a language, as plain text; nothing for one that there is not."""
    if number not in paragraphs():
        return ""
    if of_language == "en":
        return paragraphs()[number]
    first = full_text(number, of_language).partition("\n\n")[0]
    return " ".join(re.sub("`([^`]+)`", "‘\\1’", first).split())
