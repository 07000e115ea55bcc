"""Rule sets for the terminal: the list, and fields side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from replay.presets import READINGS, RULESETS, preset_base
from replay.readings import RulesInForce
from replay.rulesets import FIELDS, format_value

if TYPE_CHECKING:
    from rich.table import Table


def preset_list() -> "Table":
    """Every rule set with what it changes in its base, and what its source leaves open."""
    from rich.table import Table

    table = Table(pad_edge=False, header_style="bold", show_lines=True)
    table.add_column("rules", no_wrap=True)
    table.add_column("based on", no_wrap=True)
    table.add_column("changes", overflow="fold")
    table.add_column("left open by its source", overflow="fold")
    for name in RULESETS:
        base, changed = preset_base(name)
        changes = ", ".join(f"{field} {value}" for field, value in changed.items()) if base else "the basis of all others"
        table.add_row(name, base, changes, _open(name))
    return table


def _open(name: str) -> str:
    return ", ".join(
        f"{field} ({' or '.join(str(format_value(field, value)) for value in values)})"
        for field, values in READINGS[name].items()
    )


def field_list() -> "Table":
    """Every field with its paragraph, what it decides and how its values are spelled."""
    from rich.table import Table

    table = Table(pad_edge=False, header_style="bold", title="What the fields mean", title_justify="left")
    for heading in ("", "field", "what it decides", "values"):
        table.add_column(heading, overflow="fold")
    for field, spec in FIELDS.items():
        table.add_row(spec.paragraph, field, spec.meaning, value_words(field))
    return table


def value_words(field: str) -> str:
    """What can be written for a field."""
    spec = FIELDS[field]
    if spec.choices:
        return ", ".join(spec.choices)
    if spec.kind == "ranks":
        return "ranks, such as AKQT"
    return f"0 to {spec.highest:,}" + (" or none" if spec.kind == "penalty" else "")


def side_by_side(columns: Sequence[tuple[str, RulesInForce]]) -> "Table":
    """Every field with its paragraph, its values and its value in each of the named rules; differing values stand out."""
    from rich.table import Table

    names = [name for name, _ in columns]
    rulesets = [in_force.rules for _, in_force in columns]
    table = Table(pad_edge=False, header_style="bold")
    for heading in ("", "field", "what it decides", *names):
        table.add_column(heading, overflow="fold")
    for field, spec in FIELDS.items():
        values = [str(format_value(field, getattr(rules, field))) for rules in rulesets]
        differ = len(set(values)) > 1
        cells = [
            f"{value} *" if any(field == name for name, _ in in_force.candidates[0][1]) else value
            for (_, in_force), value in zip(columns, values, strict=True)
        ]
        meaning = f"{spec.meaning}: {', '.join(spec.choices)}" if len(columns) == 1 and spec.choices else spec.meaning
        table.add_row(spec.paragraph, field, meaning, *cells, style="bold yellow" if differ else "")
    table.caption = "* the source can be read otherwise: klaverlog rules lists the other readings"
    return table
