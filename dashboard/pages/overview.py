"""The season at a glance, and every figure of the catalog."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import address, data, figures, filters, glossary, reading
from dashboard.texts import text
from pipeline.rows import Row
from pipeline.statistics import Selection, catalog
from pipeline.statistics.intervals import wilson


def show(state: str) -> None:
    """Draw the page: counts first, which are quick, then the figures."""
    chosen = filters.selection()
    found = reading.season(state, chosen)
    _glance(found)
    glossary.links("deal", "game", "nat", "pit", "roem", "verzaken")
    st.subheader(text("overview.figures"))
    st.caption(text("figures.provisional"))
    glossary.links("chances", "interval", "provisional")
    if data.is_large(state) and not st.toggle(text("overview.count_all"), key="overview_all"):
        return
    with st.spinner(text("overview.counting"), show_time=True):
        frame = reading.statistics(state, (), chosen)
    _all_figures(frame.to_dicts(), chosen)
    figures.downloads(frame, "klaverlog-statistics")
    names = list(catalog())
    asked = st.selectbox(
        text("overview.why"),
        names,
        format_func={name: figures.named(catalog()[name]) for name in names}.__getitem__,
        index=None,
        placeholder=text("overview.why_choose"),
    )
    if asked is not None:
        figures.why([asked], chosen, "overview")


def _glance(found: Row) -> None:
    st.markdown(
        text(
            "overview.period",
            deals=figures.number(found["deals"]),
            games=figures.number(found["games"]),
            period=_period(found),
        )
    )
    tiles = (
        ("games", figures.number(found["games"]), text("overview.games_below", deals=figures.number(found["deals"])), "games"),
        ("nat", *_share(found["nats"], found["nat_chances"]), "contracts"),
        ("pit", *_share(found["pits"], found["complete"]), "contracts"),
        ("roem", *_mean(found["roem"], found["complete"], found["with_roem"]), "roem"),
        (
            "revokes",
            figures.number(found["revokes"]),
            text("overview.revokes_below", n=figures.number(found["deals"])),
            "audit",
        ),
        ("match", *_share(found["equal"], found["compared"]), "audit"),
    )
    for three in (tiles[:3], tiles[3:]):
        for place, (name, value, below, page) in zip(st.columns(3), three, strict=True):
            with place.container(border=True, height="stretch"):
                st.metric(text(f"overview.{name}"), value, help=text(f"overview.{name}_help"))
                st.caption(below)
                address.link(page, text(f"overview.{name}_link"), icon=":material/arrow_forward:")


def _period(found: Row) -> str:
    if found["first_at"] is None:
        return text("overview.undated")
    return text("overview.dated", first=f"{found['first_at']:%d-%m-%Y}", last=f"{found['last_at']:%d-%m-%Y}")


def _share(part: int, n: int) -> tuple[str, str]:
    """A share with its interval below; no value without chances."""
    if n == 0:
        return "–", text("overview.none")
    low, high = wilson(part, n)
    interval = text("figures.interval", low=figures.percent(low), high=figures.percent(high))
    return figures.percent(part / n), f"{figures.number(part)} / {figures.number(n)} · {interval}"


def _mean(points: int, n: int, with_any: int) -> tuple[str, str]:
    if n == 0:
        return "–", text("overview.none")
    return figures.number(points / n, 1), text("overview.roem_below", share=figures.percent(with_any / n), n=figures.number(n))


def _all_figures(rows: list[Row], chosen: Selection) -> None:
    """Every statistic with its classes, a table a group."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        one = catalog()[row["statistic"]]
        shown = row if chosen != chosen.of_everybody() else {name: row[name] for name in row if name != "population"}
        groups.setdefault(one.group, []).append(shown)
    tabs = st.tabs([text(f"overview.group_{group.replace(' ', '_')}") for group in groups])
    for tab, (group, shown_rows) in zip(tabs, groups.items(), strict=True):
        with tab:
            figures.statistics_table(shown_rows, figures.row_label, f"figures-{group}")
