"""Which rules a log was played by, for the terminal and for programs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pipeline.fitting import FittedLog
from replay.fit import FieldFit, Fit
from replay.presets import RULESETS
from replay.rulesets import FIELDS, format_value

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

MANY_PRESETS = 8
"""Presets that are listed, unless more of them fit."""


def for_terminal(fitted: FittedLog) -> Iterator["RenderableType"]:
    """The fields with what speaks for and against each value, the presets ranked, and the rules to go on with."""
    from rich.text import Text

    fit = fitted.fit
    looked_at = f"{fit.deals:,} deals of {fitted.games:,} games"
    if fitted.more:
        looked_at = f"The first {looked_at}; --deals looks at more"
    if fitted.rejects:
        looked_at += f"; {fitted.rejects:,} records could not be read"
    yield Text(f"{looked_at}.")
    if fit.unexplained:
        yield Text(f"In {fit.unexplained:,} of them something does not fit the rules found: faults, or rules not known here.")
    yield Text("")
    yield _fields_table(fit)
    hidden = [field for field in FIELDS if field not in {told.field for told in fit.fields}]
    yield Text(f"Nothing in these deals shows: {', '.join(hidden)}.\n", style="dim")
    yield _presets_table(fit)
    yield Text("The rules to go on with, as a file for --rules:", style="bold")


def _fields_table(fit: Fit) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False, header_style="bold")
    table.caption = "for, against: deals that only some values explain; chances: cards, calls or results where it could show"
    table.add_column("")
    table.add_column("field")
    table.add_column("played by", overflow="fold")
    table.add_column("for", justify="right")
    table.add_column("against", justify="right")
    table.add_column("ruled out (for, against)", overflow="fold")
    table.add_column("chances", justify="right")
    for told in fit.fields:
        spoken = {value: (good, bad) for value, good, bad in zip(told.values, told.speak_for, told.against, strict=True)}
        good, bad = spoken[told.fitting[0]]
        others = [value for value in told.values if value not in told.fitting]
        ruled_out = ", ".join(f"{format_value(told.field, value)} ({spoken[value][0]}, {spoken[value][1]})" for value in others)
        style = "" if told.is_certain else "yellow"
        table.add_row(
            FIELDS[told.field].paragraph,
            told.field,
            Text(verdict(told), style),
            str(good),
            str(bad),
            ruled_out,
            f"{told.chances:,}",
        )
    return table


def verdict(told: FieldFit) -> str:
    """The value, or that several fit; or what is likely and what is only not excluded."""
    fitting, likely = ([str(format_value(told.field, value)) for value in some] for some in (told.fitting, told.likely))
    if told.is_certain:
        return fitting[0]
    if told.value is None:
        return f"cannot tell: {' or '.join(fitting)}"
    return f"most likely {likely[0]}; not excluded: {' or '.join(value for value in fitting if value not in likely)}"


def _presets_table(fit: Fit) -> "Table":
    from rich.table import Table

    table = Table(pad_edge=False, header_style="bold")
    table.add_column("preset")
    table.add_column("deals against", justify="right")
    table.add_column("")
    shown = [preset for at, preset in enumerate(fit.presets) if preset.fits or at < MANY_PRESETS]
    for preset in shown:
        words = "explains the log best" if preset.fits else ""
        table.add_row(preset.name, f"{preset.against:,}", words, style="bold" if preset.fits else "")
    alike = sum(preset.fits for preset in fit.presets)
    if alike > 1:
        table.caption = f"this log cannot tell the first {alike} apart"
    return table


def changes(fit: Fit) -> dict[str, str | int]:
    """The fields in which the likeliest rules differ from the nearest preset, as spelled."""
    nearest = RULESETS[fit.nearest]
    return {
        field: format_value(field, getattr(fit.rules, field))
        for field in FIELDS
        if getattr(fit.rules, field) != getattr(nearest, field)
    }


def as_toml(fit: Fit) -> str:
    """The likeliest rules as a file for --rules."""
    lines = [f'base = "{fit.nearest}"']
    lines += [
        f'{field} = "{value}"' if isinstance(value, str) else f"{field} = {value}" for field, value in changes(fit).items()
    ]
    lines += [
        f"# {told.field}: {format_value(told.field, getattr(fit.rules, told.field))} is taken; {verdict(told)}"
        for told in fit.fields
        if not told.is_certain
    ]
    return "\n".join(lines)


def as_values(fitted: FittedLog) -> dict[str, Any]:
    """The same as plain values for JSON."""
    fit = fitted.fit
    return {
        "deals": fit.deals,
        "games": fitted.games,
        "rejects": fitted.rejects,
        "more": fitted.more,
        "unexplained": fit.unexplained,
        "fields": [
            {
                "field": told.field,
                "paragraph": FIELDS[told.field].paragraph,
                "value": None if told.value is None else format_value(told.field, told.value),
                "certain": told.is_certain,
                "chances": told.chances,
                "values": [
                    {"value": format_value(told.field, value), "fits": value in told.fitting, "for": good, "against": bad}
                    for value, good, bad in zip(told.values, told.speak_for, told.against, strict=True)
                ],
            }
            for told in fit.fields
        ],
        "presets": [{"preset": preset.name, "fits": preset.fits, "against": preset.against} for preset in fit.presets],
        "rules": {"base": fit.nearest, **changes(fit)},
    }
