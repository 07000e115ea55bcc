"""Faults of log data: what is wrong, where, and how to say it."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a field of a record: the field, a reason of the design's list, and a sentence."""

    field: str
    reason: str
    message: str


class FieldError(Exception):
    """A value that its field cannot have; becomes a fault of the record, with a reason of the design's list."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def shown(value: object) -> str:
    """A value as it may stand in a message: escaped, and cut."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=str)
    except (RecursionError, ValueError):
        return "a value nested too deeply or too large to show"
    return text if len(text) <= 80 else f"{text[:77]}..."
