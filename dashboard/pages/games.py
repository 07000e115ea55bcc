"""Games: a list, and the score sheet of one as clubs write it."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard import address, charts, figures, filters, glossary, reading, strength
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.sheets import sides

PER_PAGE = 10


def show(state: str) -> None:
    """Draw the list, or the sheet of the game that the address names."""
    name = st.query_params.get("game")
    if name is None:
        _list(state)
        return
    address.link("games", text("games.back"), icon=":material/arrow_back:")
    site = st.query_params.get("game_site", "")
    row = reading.game(state, site, name)
    if row is None:
        st.warning(text("games.unknown", name=plain(name)), icon=":material/search_off:")
        return
    _sheet(state, row)


def _list(state: str) -> None:
    st.write(text("games.intro"))
    glossary.links("game", "deal", "nat", "pit", "violation")
    search = st.text_input(text("games.search"), max_chars=100, icon=":material/search:", key="games_search")
    at = st.session_state.get("games_page") or 1
    with st.spinner(text("games.looking"), show_time=True):
        count, rows = reading.games(state, filters.selection(), search.strip(), PER_PAGE, (at - 1) * PER_PAGE)
    st.caption(text("games.count", n=figures.number(count)))
    for row in rows:
        with st.container(border=True):
            to = address.query() | {"game": row["game_id"], "game_site": row["site"]}
            address.link("games", _title(row), icon=":material/scoreboard:", to=to)
            st.caption(_summary(row))
    pages = -(-count // PER_PAGE)
    if pages > 1:
        st.pagination(pages, key="games_page")


def _title(row: Mapping[str, Any]) -> str:
    ns, ew = (" & ".join(plain(name, 24) for name in side) for side in sides(row))
    return text("games.title", ns=ns, ew=ew, score_ns=figures.number(row["score_ns"]), score_ew=figures.number(row["score_ew"]))


def _summary(row: Mapping[str, Any]) -> str:
    words = [
        f"{row['started_at']:%d-%m-%Y %H:%M}" if row["started_at"] else text("overview.undated"),
        plain(row["game_id"]),
        text("games.deals", n=figures.number(row["deals"])),
        text("games.nat", n=row["nat"]),
    ]
    if row["pit"]:
        words.append(text("games.pit", n=row["pit"]))
    if not row["is_over"]:
        words.append(text("games.unfinished"))
    if row["violations"]:
        words.append(text("games.violations", n=row["violations"]))
    return " · ".join(words)


def _sheet(state: str, row: Mapping[str, Any]) -> None:
    rows = reading.sheet(state, row["site"], row["game_id"])
    (north, south), (east, west) = sides(row)
    st.caption(_summary(row))
    left, right = st.columns(2)
    for place, name, pair, score in (
        (left, "ns", (north, south), row["score_ns"]),
        (right, "ew", (east, west), row["score_ew"]),
    ):
        with place.container(border=True, height="stretch"):
            won = row["winner"] == name.upper()
            label = f"{text(f'games.{name}')}: {' & '.join(plain(player, 24) for player in pair)}"
            st.metric(
                label, figures.number(score), delta=text("games.won") if won else None, delta_color="off", delta_arrow="off"
            )
    st.caption(text("games.legend"))
    glossary.links("declarer", "trump", "roem", "nat", "pit", "passed_out", "luck")
    figures.table(_columns(row, rows), "sheet")
    _rounds(rows)
    _course(rows)
    strength.of_game(state, row["site"], row["game_id"])
    figures.downloads(pl.DataFrame(rows, infer_schema_length=None), "klaverlog-game")


def _columns(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The sheet as columns of Markdown; the number of a deal leads to it."""
    return {
        text("games.deal"): [
            f"[{one['deal_no']}]({address.deal_address(row['site'], row['game_id'], one['deal_no'])})" for one in rows
        ],
        text("games.played_by"): [_contract(one) for one in rows],
        text("games.ns"): [_score(one, "ns") for one in rows],
        text("games.ew"): [_score(one, "ew") for one in rows],
        text("games.total"): [f"{figures.number(one['total_ns'])}–{figures.number(one['total_ew'])}" for one in rows],
        text("games.check"): [_check(one) for one in rows],
    }


def _contract(one: Mapping[str, Any]) -> str:
    if one["declarer"] is None:
        return text(f"games.status_{one['status']}")
    who = plain(one["declarer_name"], 24) if one["declarer_name"] is not None else one["declarer"]
    suit = text(f"filters.trump_{one['trump']}").split()[0] if one["trump"] else ""
    unfinished = "" if one["status"] == "complete" else f" ({text('games.status_' + one['status'])})"
    return f"{suit}{figures.NO_BREAK}{who}{unfinished}"


def _score(one: Mapping[str, Any], side: str) -> str:
    """What is written for a side: the score in bold, and how much of what it made was roem; nat and pit by their words."""
    if one["score_ns"] is None:
        return "–"
    words = [f"**{one[f'score_{side}']}**"]
    if one[f"roem_{side}"]:
        words.append(text("games.with_roem", roem=one[f"roem_{side}"]))
    declaring = (one["declarer"] or "") in ("N", "S", "NS") if side == "ns" else (one["declarer"] or "") in ("E", "W", "EW")
    if one["is_nat"] and declaring:
        words.append(f"**{text('deals.nat')}**")
    if one["is_pit"] and one[f"points_{side}"] > 0:
        words.append(f"**{text('games.pit_word')}**")
    return " ".join(words)


def _check(one: Mapping[str, Any]) -> str:
    words = []
    if one["is_equal"] is False:
        words.append(text("games.logged", ns=one["logged_score_ns"], ew=one["logged_score_ew"]))
    if one["violations"]:
        words.append(text("games.violations", n=one["violations"]))
    if not words:
        return "✓" if one["is_equal"] else ""
    return "⚠ " + ", ".join(words)


def _rounds(rows: Sequence[Mapping[str, Any]]) -> None:
    """Subtotals, where the game has more than one round."""
    sums: dict[int, list[int]] = {}
    for one in rows:
        both = sums.setdefault(one["round_no"], [0, 0])
        both[0] += one["score_ns"] or 0
        both[1] += one["score_ew"] or 0
    if len(sums) < 2:
        return
    st.markdown(f"##### {text('games.rounds')}")
    columns = {
        text("games.round"): [str(number) for number in sums],
        text("games.ns"): [figures.number(ns) for ns, _ in sums.values()],
        text("games.ew"): [figures.number(ew) for _, ew in sums.values()],
    }
    figures.table(columns, "rounds")


def _course(rows: Sequence[Mapping[str, Any]]) -> None:
    """How the difference ran."""
    points = [{"deal": one["deal_no"], "difference": one["total_ns"] - one["total_ew"]} for one in rows]
    title = text("games.course")
    words = f"{title}. " + "; ".join(f"{point['deal']}: {point['difference']:+}" for point in points)
    charts.draw(charts.course(points, x=text("games.deal"), y=text("games.difference")), title=title, words=words, key="course")
