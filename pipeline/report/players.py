"""Players for people: the leaderboard, a profile, and how well strength predicts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.report.statistics import STYLES
from pipeline.report.texts import safe
from pipeline.strength.plus_minus import Z

if TYPE_CHECKING:
    from rich.table import Table

    from pipeline.strength.evaluate import Evaluation


def _points(value: float | None) -> str:
    return "" if value is None else f"{round(value, 1) + 0.0:+.1f}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{_points(low)} to {_points(high)}"


def _marked(text: str, state: str) -> str:
    return "" if state == "hidden" else f"{text} ?" if state == "provisional" and text else text


def _table(columns: Iterable[tuple[str, str]], title: str | None = None) -> "Table":
    from rich.table import Table

    table = Table(pad_edge=False, header_style="bold", title=title, title_justify="left", title_style="bold")
    for name, side in columns:
        table.add_column(name, justify="right" if side == "right" else "left", overflow="fold")
    return table


def leaderboard(rows: Sequence[Mapping[str, Any]], *, many_sites: bool) -> "list[Table]":
    """A table for each league: those of two leagues never met and cannot be compared."""
    from rich.text import Text

    leagues: dict[int, list[Mapping[str, Any]]] = {}
    for row in rows:
        leagues.setdefault(row["league"], []).append(row)
    tables = []
    for number, players in leagues.items():
        title = f"League {number}" if len(leagues) > 1 else None
        columns = [("", "right"), *([("site", "left")] if many_sites else []), ("player", "left")]
        table = _table(
            [*columns, *((name, "right") for name in ("deals", "points a deal", "95 %", "form", "rating", "2σ"))], title
        )
        for row in players:
            is_told = row["state"] != "hidden"
            cells = [
                f"{row['deals']:,}",
                _marked(_points(row["value"]), row["state"]),
                _interval(row["low"], row["high"]) if is_told else "",
                f"{_points(row['form'])} ± {Z * row['form_error']:.1f}" if is_told else "",
                f"{row['mu']:.1f}" if row["rated_games"] else "",
                f"± {2 * row['sigma']:.1f}" if row["rated_games"] else "",
            ]
            name = [*([safe(row["person_site"]) or "several"] if many_sites else []), safe(row["player"])]
            table.add_row(str(row["place"] or ""), *map(Text, name), *(Text(cell, STYLES[row["state"]]) for cell in cells))
        tables.append(table)
    return tables


ROLE_WORDS = {
    "": "all",
    "declarer": "declarer",
    "partner": "declarer's partner",
    "lho": "left of declarer",
    "rho": "right of declarer",
}


def luck(rows: Sequence[Mapping[str, Any]]) -> "Table":
    """What a player's points a deal consist of, by role."""
    table = _table(
        [("role", "left"), *((name, "right") for name in ("deals", "result", "luck", "bidding", "play", "less luck", "95 %"))],
        "Points a deal: the result is luck of the cards, bidding and play together",
    )
    for row in rows:
        parts = [_marked(_points(row[part]), row["state"]) for part in ("result", "luck", "bidding", "play", "adjusted")]
        interval = _interval(row["adjusted_low"], row["adjusted_high"]) if row["state"] != "hidden" else ""
        table.add_row(ROLE_WORDS[row["role"]], f"{row['deals']:,}", *parts, interval)
    return table


def others(rows: Sequence[Mapping[str, Any]], who: str, most: int = 10) -> "Table":
    """Points a deal less luck with or against others."""
    from rich.text import Text

    has_pairs = "synergy" in (rows[0] if rows else {})
    pair = (
        [(name, "right") for name in ("less with others", "95 % of it", "pair beyond both", "95 % of that")]
        if has_pairs
        else []
    )
    table = _table([(who, "left"), ("deals", "right"), ("less luck", "right"), ("95 %", "right"), *pair])
    names = [row["player"] for row in rows]
    twice = {name for name in names if names.count(name) > 1}
    for row in rows[:most]:
        cells = [f"{row['deals']:,}", _marked(_points(row["adjusted"]), row["state"])]
        cells.append(_interval(row["adjusted_low"], row["adjusted_high"]) if row["state"] != "hidden" else "")
        if has_pairs:
            is_told = row["state"] != "hidden"
            cells += [_points(row["lift"]), _interval(row["lift_low"], row["lift_high"])] if is_told else ["", ""]
            cells += [_points(row["synergy"]), _interval(row["synergy_low"], row["synergy_high"])] if is_told else ["", ""]
            if is_told and row["is_told_apart"] is False:
                cells[-2:] = ["not to be told", "from the players"]
        table.add_row(Text(safe(row["player"]) + (f" ({safe(row['person_site'])})" if row["player"] in twice else "")), *cells)
    return table


def calling(rows: Sequence[Mapping[str, Any]]) -> str:
    """In one sentence from which hand on he plays, and everybody; "" where his calls do not tell."""
    told = [
        f"{100 * row['share']:.0f} % (95 %: {100 * row['low']:.0f} to {100 * row['high']:.0f}, n={row['n']:,})"
        for row in rows
        if row["state"] != "hidden"
    ]
    if not rows or rows[0]["state"] == "hidden":
        return ""
    mark = " ?" if rows[0]["state"] == "provisional" else ""
    beside = f"; everybody with the best {told[1]}" if len(told) > 1 else ""
    return (
        f"Free to pass or play at his first call, he plays more often than not with the best {told[0]}{mark} of hands{beside}."
    )


def evaluation(found: "Evaluation") -> "Table":
    """How well every method predicts the later games."""
    table = _table(
        [("predicted by", "left"), *((name, "right") for name in ("rmse a deal", "log-loss", "gain", "95 %", "halves agree"))],
        f"{found.later:,} later games predicted from {found.earlier:,} earlier ones",
    )
    for one in found.methods:
        cells = [f"{one.rmse:.2f}", f"{one.log_loss:.4f}" if one.log_loss == one.log_loss else "", f"{one.gain:+.0f}"]
        cells.append(f"{one.gain_low:+.0f} to {one.gain_high:+.0f}")
        cells.append(f"{one.reliability:.2f} (n={one.players})" if one.reliability == one.reliability else "")
        table.add_row(one.method, *cells)
    return table


def verdict(found: "Evaluation") -> str:
    """In one sentence whether these games tell players apart."""
    best = found.methods[-1]
    if found.tells_apart:
        return "These games tell players apart: what they did earlier predicts later games better than nothing does."
    if best.gain_high <= 0:
        return "These games do not tell players apart: predicting nothing is as good as any strength found here."
    return "These games cannot tell players apart yet: the gain over predicting nothing may be chance. More games would show."
