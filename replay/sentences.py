"""Parts of the sentences in findings."""

from collections.abc import Sequence


def pair(values: tuple[int, int]) -> str:
    """Two sides' numbers as people write them, north-south first."""
    return f"{values[0]}-{values[1]}"


def beyond_the_rules(changes: Sequence[str]) -> str:
    """A sentence on single changes of the rules that would clear a fault; "" without any."""
    return f" It would fit if {' or if '.join(changes)}, which these rules do not say." if changes else ""
