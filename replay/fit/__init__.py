"""Which rules a log was played by: for every field the values that fit, and the presets ranked.

Each field is weighed with the others at their best. A value is ruled out when another explains the log SETTLED times
better; a field of which several values stand is one that the log cannot tell.
"""

from replay.fit.search import FieldFit, Fit, PresetFit, fit_rules

__all__ = ["FieldFit", "Fit", "PresetFit", "fit_rules"]
