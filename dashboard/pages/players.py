"""Players: who stands where and how sure that is, players side by side, and the profile of one."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from dashboard import address, controls, figures, filters, glossary, groups, reading, strength
from dashboard.groups import Grouped
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.statistics import Selection, catalog

MEASURES = ("points_16", "deals_won", "points_declarer", "made", "nat_forced", "roem", "play")
"""Of a leaderboard: more is better, or at least more."""
COMPARED = ("points_16", "deals_won", "games_won", "play", "made", "nat", "nat_forced", "roem", "last_trick")
MOST_COMPARED = 4
BEST = 25


def show(state: str) -> None:
    """Draw the profile of the player who is chosen, then the leaderboard and the comparison."""
    chosen = filters.selection()
    glossary.links("strength", "luck", "lower_bound", "declarer", "made", "nat", "roem", "partner", "chances", "interval")
    if chosen.player is not None:
        _profile(state, chosen, chosen.player)
    else:
        st.info(text("players.choose"), icon=":material/person_search:")
    _leaderboard(state, chosen)
    _compare(state, chosen)
    figures.why(list(COMPARED), chosen, "players")


def _profile(state: str, chosen: Selection, player: str) -> None:
    st.subheader(plain(player))
    figures.headlines(state, ["points_16", "made", "nat"], chosen)
    figures.figure_table(state, [name for name in COMPARED if name != "nat"], chosen)
    st.caption(text("figures.provisional"))
    groups.over_time(Grouped(state, "points_16", chosen, "month"), title=text("players.form", player=plain(player)), key="form")
    strength.profile(state, player, chosen.site)
    left, right = st.columns(2)
    for place, by in ((left, "partner"), (right, "opponent")):
        with place:
            groups.best(
                Grouped(state, "points_16", chosen, by),
                partial(_name, by),
                title=text(f"players.{by}s"),
                key=by,
                most=BEST,
            )
    address.link("games", text("players.games", player=plain(player)), icon=":material/scoreboard:")


def _name(by: str, row: Mapping[str, Any]) -> str:
    return str(row[by])


def _leaderboard(state: str, chosen: Selection) -> None:
    st.subheader(text("players.strength"))
    strength.leaderboard(state, chosen.site)
    st.subheader(text("players.leaderboard"))
    st.write(text("players.leaderboard_intro"), text("charts.pick"))
    measure = controls.choice("measure", {name: figures.named(catalog()[name]) for name in MEASURES}, text("players.measure"))
    st.caption(figures.meaning(catalog()[measure]))
    of = Grouped(state, measure, chosen.of_everybody(), "player")
    title = text("players.best", measure=figures.named(of.one), most=BEST)
    groups.best(of, groups.player, title=title, key="leaderboard", most=BEST)


def _compare(state: str, chosen: Selection) -> None:
    st.subheader(text("players.compare"))
    people = filters.options(state).people
    given = [name for name in dict.fromkeys(st.query_params.get_all("compare")) if name in people][:MOST_COMPARED]
    controls.hold("players_compare", given, state)
    names = st.multiselect(
        text("players.compare_label", most=MOST_COMPARED),
        people,
        key="players_compare",
        max_selections=MOST_COMPARED,
        on_change=_compared,
        placeholder=text("filters.all"),
    )
    if len(names) < 2:
        st.caption(text("players.compare_more"))
        return
    found: dict[str, Sequence[Mapping[str, Any]]] = {}
    for name in names:
        selection = Selection(**{**vars(chosen.of_everybody()), "player": name})
        if filters.several_sites(state, selection) is not None:
            st.warning(text("filters.several_sites", name=plain(name)), icon=":material/groups:")
            return
        found[name] = reading.statistics(state, COMPARED, selection).to_dicts()
    rows = {name: {(row["statistic"], row["class"]): row for row in part} for name, part in found.items()}
    keys = list(dict.fromkeys(key for part in rows.values() for key in part))
    columns = {text("figures.what"): [figures.row_label({"statistic": one, "class": part}) for one, part in keys]}
    for name, part in rows.items():
        columns[plain(name)] = [_cell(key, part.get(key)) for key in keys]
    figures.table(columns, "compare")
    st.caption(text("players.overlap"))


def _compared() -> None:
    chosen = st.session_state["players_compare"]
    if chosen:
        st.query_params["compare"] = chosen
    else:
        st.query_params.pop("compare", None)


def _cell(key: tuple[str, str], row: Mapping[str, Any] | None) -> str:
    """Value, interval and chances of one figure of a player."""
    if row is None:
        return "–"
    one = catalog()[key[0]]
    words = figures.value(one, row)
    if not words:
        return f"– ({figures.chances(row)})"
    return figures.marked(row, f"{words} ({figures.interval(one, row)}; {figures.chances(row)})")
