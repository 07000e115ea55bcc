"""Rows of statistics made ready for charts: labels, and words for what is seen when a mark is pointed at."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dashboard import figures
from dashboard.texts import text
from pipeline.report.texts import safe
from pipeline.statistics import Statistic

Mark = dict[str, Any]


def marks(one: Statistic, rows: Sequence[Mapping[str, Any]], label: Callable[[Mapping[str, Any]], str]) -> list[Mark]:
    """The rows that have a value to show, each with `at` (its place in `rows`), `label`, `sure` and words for the tooltip."""
    names = [safe(label(row)) for row in rows]
    often = {name for name, times in Counter(names).items() if times > 1}
    return [
        {
            "at": at,
            # Two sites may each have a Jan.
            "label": f"{names[at]} ({safe(row.get('of_site', ''), 20)})" if names[at] in often else names[at],
            "value": row["value"],
            "low": row["low"],
            "high": row["high"],
            "n": row["n"],
            "sure": text("charts.shown" if row["state"] == "shown" else "charts.provisional"),
            "value_words": figures.value(one, row),
            "interval_words": figures.interval(one, row) or "–",
            "counted": counted(one, row),
        }
        for at, row in enumerate(rows)
        if row["state"] != "hidden"
    ]


def counted(one: Statistic, row: Mapping[str, Any]) -> str:
    """Numerator and denominator in figures, such as "12 / 58"."""
    decimals = 0 if float(row["numerator"]).is_integer() else 1
    return f"{figures.number(row['numerator'], decimals)} / {figures.number(row['denominator'])}" + (
        f" × {figures.number(one.per)}" if one.per > 1 else ""
    )
