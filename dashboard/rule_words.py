"""Rules in words: what a paragraph is about, and what a value of a field means."""

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


def in_short(number: str) -> str:
    """A paragraph in a line, with its number and title, as Markdown; only the number of one that there is not."""
    if number not in paragraphs():
        return f"**{number}**"
    return f"**{number} · {text(f'rules.title_{number}')}** {text(f'rules.short_{number}')}"


def full_text(number: str, of_language: str) -> str:
    """What a paragraph that there is says in full, as Markdown."""
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
    return " ".join(first.replace("`", "").split())
