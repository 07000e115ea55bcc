"""Rules in words: what a paragraph is about, and what a value of a field means."""

from dashboard.texts import text, texts
from pipeline.report.rulebook import paragraphs
from replay.rulesets import format_value


def value_words(field: str, value: int) -> str:
    """What a value of a field means."""
    spelled = str(format_value(field, value))
    key = f"rules.value_{field}_{spelled}"
    return text(key) if key in texts() else spelled


def in_short(number: str) -> str:
    """A paragraph in a line, with its number and title, as Markdown; only the number of one that there is not."""
    if number not in paragraphs():
        return f"**{number}**"
    return f"**{number} · {text(f'rules.title_{number}')}** {text(f'rules.short_{number}')}"
