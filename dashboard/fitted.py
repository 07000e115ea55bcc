"""Which rules a log was played by, in words."""

import streamlit as st

from dashboard import address, figures
from dashboard.rule_words import value_words
from dashboard.texts import text
from pipeline.fitting import FittedLog
from pipeline.report.fit import MANY_PRESETS, as_toml
from replay.fit import FieldFit
from replay.rulesets import FIELDS


def show(fitted: FittedLog) -> None:
    """The presets ranked, what speaks for and against each field's values, and the rules as a file."""
    fit = fitted.fit
    st.markdown(text("logs.looked_at", deals=figures.number(fit.deals), games=figures.number(fitted.games)))
    if fitted.rejects:
        st.caption(text("logs.fit_rejects", n=figures.number(fitted.rejects)))
    if fit.unexplained:
        st.caption(text("logs.unexplained", n=figures.number(fit.unexplained)))
    shown = [preset for at, preset in enumerate(fit.presets) if preset.fits or at < MANY_PRESETS]
    alike = sum(preset.fits for preset in fit.presets)
    if alike > 1:
        st.caption(text("logs.alike", n=alike))
    figures.table(
        {
            text("logs.preset"): [f"**{preset.name}**" if preset.fits else preset.name for preset in shown],
            text("logs.deals_against"): [figures.number(preset.against) for preset in shown],
            text("logs.verdict"): [text("logs.fits_best") if preset.fits else "" for preset in shown],
        },
        "fit-presets",
    )
    _fields(fit.fields)
    st.markdown(text("logs.as_file"))
    st.code(as_toml(fit), language="toml", wrap_lines=True)


def _fields(fields: tuple[FieldFit, ...] | list[FieldFit]) -> None:
    if not fields:
        return
    with st.expander(text("logs.fields", n=len(fields)), icon=":material/rule:"):
        figures.table(
            {
                text("rules.paragraph"): [_paragraph(told) for told in fields],
                text("rules.decides"): [text(f"rules.field_{told.field}") for told in fields],
                text("logs.played_by"): [verdict(told) for told in fields],
                text("logs.for"): [figures.number(_counts(told)[0]) for told in fields],
                text("logs.against"): [figures.number(_counts(told)[1]) for told in fields],
                text("logs.chances"): [figures.number(told.chances) for told in fields],
            },
            "fit-fields",
        )


def _paragraph(told: FieldFit) -> str:
    number = FIELDS[told.field].paragraph
    return f"[{number}]({address.rules_address(number)})"


def _counts(told: FieldFit) -> tuple[int, int]:
    """Deals that only the first fitting value explains, and those that speak against it."""
    at = told.values.index(told.fitting[0])
    return told.speak_for[at], told.against[at]


def verdict(told: FieldFit) -> str:
    """The value, or that several fit; or what is likely and what is only not excluded."""
    fitting, likely = ([value_words(told.field, value) for value in some] for some in (told.fitting, told.likely))
    if told.is_certain:
        return f"**{fitting[0]}**"
    if told.value is None:
        return text("logs.cannot_tell", values=", ".join(fitting))
    return text("logs.likely", value=likely[0], others=", ".join(value for value in fitting if value not in likely))
