"""Rule sets for the terminal: the list, and fields side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from replay.presets import READINGS, RULESETS, find_preset, preset_base
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


def side_by_side(names: Sequence[str]) -> "Table":
    """Every field with its paragraph and its value in each of the rule sets; differing values stand out.

    RulesError names an unknown rule set and the choices.
    """
    from rich.table import Table

    rulesets = [find_preset(name) for name in names]
    table = Table(pad_edge=False, header_style="bold")
    for heading in ("", "field", "what it decides", *names):
        table.add_column(heading, overflow="fold")
    for field, spec in FIELDS.items():
        values = [str(format_value(field, getattr(rules, field))) for rules in rulesets]
        differ = len(set(values)) > 1
        cells = [f"{value} *" if field in READINGS[name] else value for name, value in zip(names, values, strict=True)]
        table.add_row(spec.paragraph, field, spec.meaning, *cells, style="bold yellow" if differ else "")
    table.caption = "* the source can be read otherwise: klaverlog rules lists the other readings"
    return table
