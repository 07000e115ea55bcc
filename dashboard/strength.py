"""Luck and strength on the page of players and of a game: found when asked for, shown with how sure it is."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard import charts, data, figures, reading
from dashboard.groups import nothing
from dashboard.marks import Mark
from dashboard.plain import plain
from dashboard.sentences import explained
from dashboard.texts import text
from pipeline.players import SAME_PARTNER
from pipeline.refit import make_current
from pipeline.report.texts import safe
from pipeline.strength.plus_minus import Z

LISTED = 30
PARTS = ("luck", "bidding", "play")
PROVISIONAL = 4.0
"""The error of a rating, which begins at 8.3, above which it is provisional."""
Row = Mapping[str, Any]


def offer(state: str) -> bool:
    """Whether luck and strength were found; a button to find them where they were not, or from other deals than there are."""
    about = reading.about_strength(state)
    if about.is_current:
        return True
    st.info(text("strength.old" if about.values else "strength.none"), icon=":material/calculate:")
    if st.button(text("strength.find"), icon=":material/play_arrow:", key="find_strength"):
        with st.status(text("strength.finding"), expanded=True) as status:
            make_current(
                data.store_path(), lambda stage: status.write(text("strength.stage", stage=plain(explained(stage)))), anew=True
            )
        st.rerun()
    return bool(about.values)


def leaderboard(state: str, site: str | None) -> None:
    """Everybody by the lower end of what he is worth, a list for each league that never met another."""
    if not offer(state):
        return
    frame = reading.strength(state, site)
    shown = frame.filter(pl.col("state") != "hidden")
    if shown.is_empty():
        nothing(text("strength.title"))
        return
    leagues = shown["league"].unique(maintain_order=True).to_list()
    for league in leagues[:3]:
        rows = shown.filter(pl.col("league") == league).head(LISTED).to_dicts()
        title = text("strength.title") if len(leagues) == 1 else text("strength.league", league=league)
        _chart([_mark(row, "") for row in rows], title, f"strength-{league}")
    if len(leagues) > 1:
        st.caption(text("strength.leagues", n=len(leagues)))

    def draw() -> None:
        st.dataframe(_table(shown), hide_index=True)
        figures.downloads(frame, "klaverlog-strength")

    figures.drawer(shown.height, draw, "strength")
    about = reading.about_strength(state).values
    explained = figures.percent(float(about["explained"]), 0)
    st.caption(text("strength.about", deals=figures.number(int(about["counted"])), explained=explained))


def _mark(row: Row, prefix: str) -> Mark:
    """A row as a mark of a chart; its columns begin with a prefix."""
    names = (prefix, f"{prefix}_low", f"{prefix}_high") if prefix else ("value", "low", "high")
    value, low, high = (row[name] for name in names)
    known = low is not None and high is not None
    return {
        "at": 0,
        "label": safe(row["player"]),
        "value": value,
        "low": low,
        "high": high,
        "n": row["deals"],
        "sure": text("charts.shown" if row["state"] == "shown" else "charts.provisional"),
        "value_words": _points(value) + ("" if row["state"] == "shown" else f"{figures.NO_BREAK}?"),
        "interval_words": text("figures.interval", low=_points(low), high=_points(high)) if known else "–",
        "counted": text("strength.a_deal"),
    }


def _points(value: float | None) -> str:
    if value is None:
        return "–"
    return ("+" if value > 0 else "") + figures.number(value, 1)


def _chart(marks: Sequence[Mark], title: str, key: str) -> None:
    words = f"{title}. " + "; ".join(
        f"{mark['label']}: {mark['value_words']} ({mark['interval_words']})" for mark in marks[:12]
    )
    chart = charts.intervals(marks, share=False, everybody=0.0, axis=text("strength.axis"), leads=False)
    charts.draw(chart, title=title, words=words, key=key)


def _table(frame: pl.DataFrame) -> dict[str, list[Any]]:
    rows = frame.to_dicts()
    return {
        text("strength.place"): [row["place"] for row in rows],
        text("filters.player"): [safe(row["player"]) for row in rows],
        text("strength.axis"): [
            _points(row["value"]) + ("" if row["state"] == "shown" else f"{figures.NO_BREAK}?") for row in rows
        ],
        text("figures.interval_95"): [
            text("figures.interval", low=_points(row["low"]), high=_points(row["high"])) for row in rows
        ],
        text("strength.deals"): [row["deals"] for row in rows],
        text("strength.form"): [f"{_points(row['form'])} ± {figures.number(Z * row['form_error'], 1)}" for row in rows],
        text("strength.rating"): [_rating(row) for row in rows],
        text("filters.partner"): [safe(row["partner"]) if (row["partner_share"] or 0) > SAME_PARTNER else "" for row in rows],
    }


def _rating(row: Row) -> str:
    """The familiar number, and twice its error; provisional while that is large."""
    if row["mu"] is None:
        return "–"
    return f"{figures.number(row['mu'], 1)} ± {figures.number(2 * row['sigma'], 1)}" + (
        f"{figures.NO_BREAK}?" if row["sigma"] > PROVISIONAL else ""
    )


def profile(state: str, player: str, site: str | None) -> None:
    """What one player is worth, and how much of his results was luck, bidding and play."""
    if not reading.about_strength(state).values:
        return
    found = reading.profile(state, player, site)
    st.markdown(f"##### {text('strength.profile')}")
    own = found["strength"].to_dicts()
    if own and own[0]["state"] != "hidden":
        row = own[0]
        mark = "" if row["state"] == "shown" else f"{figures.NO_BREAK}?"
        interval = text("figures.interval", low=_points(row["low"]), high=_points(row["high"]))
        st.write(
            text("strength.own", value=_points(row["value"]) + mark, interval=interval, deals=figures.number(row["deals"]),
                 place=row["place"], of=row["league_players"])
        )  # fmt: skip
        if (row["partner_share"] or 0) > SAME_PARTNER:
            st.caption(text("strength.same_partner", partner=plain(row["partner"])))
    _split(found["luck"].to_dicts())
    left, right = st.columns(2)
    for place, name in ((left, "partners"), (right, "opponents")):
        rows = [row for row in found[name].to_dicts() if row["state"] != "hidden"]
        rows.sort(key=lambda row: row["state"] != "shown")  # a few games that went alike have a narrow interval
        with place:
            if rows:
                _chart([_mark(row, "adjusted") for row in rows[:LISTED]], text(f"strength.{name}"), f"strength-{name}")
    _form(found["course"].filter(pl.col("what") == "form").to_dicts())


def _form(rows: Sequence[Row]) -> None:
    """Form after each part of his deals, with its interval."""
    points = [
        {
            "games": row["games_before"],
            "value": row["value"],
            "low": row["value"] - Z * row["error"],
            "high": row["value"] + Z * row["error"],
            "n": row["deals"],
        }
        for row in rows
    ]
    if len(points) < 2:
        return
    for point in points:
        low, high = _points(point["low"]), _points(point["high"])
        point |= {"value_words": _points(point["value"]), "interval_words": text("figures.interval", low=low, high=high)}
    title = text("strength.course")
    words = f"{title}: " + " – ".join(
        f"{point['value_words']} ({point['interval_words']}, n = {point['n']})" for point in (points[0], points[-1])
    )
    chart = charts.form(points, x=text("strength.games_before"), y=text("strength.axis"))
    charts.draw(chart, title=title, words=words, key="course")


def _split(rows: Sequence[Row]) -> None:
    """The mean result a deal, in all and in each role, and the parts that add up to it."""
    shown = [row for row in rows if row["state"] != "hidden"]
    if not shown:
        return
    columns = {
        # With their number: a column more would be wider than a phone.
        text("filters.role"): [
            (text(f"filters.role_{row['role']}") if row["role"] else text("strength.all_roles"))
            + f" ({figures.chances(row).replace(' ', figures.NO_BREAK)})"
            for row in ({**one, "n": one["deals"]} for one in shown)
        ]
    }
    for name in ("result", *PARTS):
        columns[text(f"strength.{name}")] = [figures.marked(row, _with_interval(row, name)) for row in shown]
    figures.table(columns, "luck")
    st.caption(text("strength.parts"))


def _with_interval(row: Row, name: str) -> str:
    if row[f"{name}_low"] is None:
        return _points(row[name])
    interval = text("figures.interval", low=_points(row[f"{name}_low"]), high=_points(row[f"{name}_high"]))
    return f"{_points(row[name])} ({interval})"


def of_game(state: str, site: str, game_id: str) -> None:
    """The deals of a game, each result split into luck, bidding and play."""
    if not reading.about_strength(state).values:
        return
    rows = reading.luck_of_game(state, site, game_id).to_dicts()
    if not any(row["luck_ns"] is not None for row in rows):
        return
    st.markdown(f"##### {text('strength.of_game')}")
    columns = {text("games.deal"): [str(row["deal_no"]) for row in rows]}
    for name in ("result", *PARTS):
        columns[text(f"strength.{name}")] = [
            _points(None if row[f"{name}_ns"] is None else float(row[f"{name}_ns"])) for row in rows
        ]
    figures.table(columns, "luck")
    st.caption(text("strength.of_game_parts"))
