"""The filters of the sidebar, the same on all pages of statistics, kept in the address so that links and reload work."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import streamlit as st

from dashboard import address, controls, data
from dashboard.plain import plain
from dashboard.texts import text
from pipeline.errors import UsageError
from pipeline.statistics import Selection
from pipeline.statistics.selection import ROLES

SHOWN = "selection"
MOST_OPPONENTS = 2
NAMES = ("player", "partner")
CHOICES = {"role": ROLES, "seat": tuple("NESW"), "trump": tuple("CDHS")}


@dataclass(frozen=True)
class Options:
    """What can be chosen in a store, in one state of it."""

    state: str
    people: tuple[str, ...]
    sites: tuple[str, ...]
    rules: tuple[str, ...]

    def of(self, name: str) -> Sequence[str]:
        """The choices of a filter."""
        if name in CHOICES:
            return CHOICES[name]
        return {"site": self.sites, "rules": self.rules}.get(name, self.people)


@st.cache_data(max_entries=data.STATES, show_spinner=False)
def options(state: str) -> Options:
    """What can be chosen in a store: names as aliases have them, sites, rule sets."""
    with data.reader(state) as store:
        return Options(state, tuple(store.people_names()), tuple(store.sites()), tuple(store.rule_names()))


def selection() -> Selection:
    """The filters of this run; pages with filters may ask for them."""
    chosen: Selection = st.session_state[SHOWN]
    return chosen


def show(state: str) -> None:
    """Draw the filters, and a line above the page that says which are set; what the address has wrong is told and left out."""
    choices = options(state)
    given, wrong = read(choices)
    try:
        chosen = Selection(**given)
    except UsageError:  # from a later day until an earlier one
        wrong.append("until")
        given.pop("until", None)
        chosen = Selection(**given)
    st.session_state[SHOWN] = chosen
    with st.sidebar:
        _draw(choices, chosen)
    with st.container():  # also where it is empty: a browser draws everything below anew when a place is put in above it
        _tell(chosen, wrong)
    several = several_sites(state, chosen)
    if several is not None:
        st.warning(text("filters.several_sites", name=plain(several)), icon=":material/groups:")
        st.stop()


def _tell(chosen: Selection, wrong: Sequence[str]) -> None:
    for name in wrong:
        label, value = text(f"filters.{name}"), plain(", ".join(st.query_params.get_all(name)))
        st.info(text("filters.ignored", name=label, value=value), icon=":material/info:")
    if chosen != Selection():
        st.caption(text("filters.set", filters=" · ".join(_words(chosen))))


@st.cache_data(max_entries=100, show_spinner=False)
def several_sites(state: str, chosen: Selection) -> str | None:
    """A name of the selection that is one person a site, so that a site has to be chosen."""
    with data.reader(state) as store:
        for name in (chosen.player, chosen.partner, *chosen.opponents):
            if name is not None and len(store.person_sites(name, chosen.site)) > 1:
                return name
    return None


def read(choices: Options) -> tuple[dict[str, Any], list[str]]:
    """The filters of the address as fields of a Selection, and the names of those that cannot be."""
    given: dict[str, Any] = {}
    wrong: list[str] = []
    for name in address.FILTERS:
        values = st.query_params.get_all(name)
        if not values:
            continue
        if name == "opponent":
            good = tuple(value for value in dict.fromkeys(values) if value in choices.people)[:MOST_OPPONENTS]
            given["opponents"] = good
            wrong += [name] if len(good) < len(values) else []
        elif name in ("bots", "violations"):
            if values[-1] in ("0", "1"):
                given[name] = values[-1] == "1"
            else:
                wrong.append(name)
        elif _is_day(values[-1]) if name in ("since", "until") else values[-1] in choices.of(name):
            given[name] = values[-1]
        else:
            wrong.append(name)
    return given, wrong


def _is_day(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return len(value) == len("2026-01-31")


def _draw(choices: Options, chosen: Selection) -> None:
    st.subheader(text("filters.title"))
    _choice("player", choices, chosen.player)
    more = st.expander(text("filters.more"), expanded=_is_deep(chosen))
    with more:
        _choice("partner", choices, chosen.partner)
        _opponents(choices, chosen)
        if len(choices.sites) > 1:
            _choice("site", choices, chosen.site)
        if len(choices.rules) > 1:
            _choice("rules", choices, chosen.rules)
        for name, value in (("since", chosen.since), ("until", chosen.until)):
            controls.hold(_key(name), date.fromisoformat(value) if value else None, choices.state)
            st.date_input(
                text(f"filters.{name}"),
                key=_key(name),
                min_value=date(1990, 1, 1),
                format="DD-MM-YYYY",
                on_change=_changed,
                args=(name,),
            )
        for name, value in (("role", chosen.role), ("seat", chosen.seat), ("trump", chosen.trump)):
            _choice(name, choices, value)
        for name, on in (("bots", chosen.bots), ("violations", chosen.violations)):
            controls.hold(_key(name), on, choices.state)
            st.toggle(text(f"filters.{name}"), key=_key(name), on_change=_changed, args=(name,))
    place = st.container()
    if chosen != Selection():
        place.button(text("filters.clear"), icon=":material/filter_alt_off:", on_click=clear)


def _is_deep(chosen: Selection) -> bool:
    return chosen != Selection(player=chosen.player)


def _choice(name: str, choices: Options, value: str | None) -> None:
    controls.hold(_key(name), value, choices.state)
    st.selectbox(
        text(f"filters.{name}"),
        choices.of(name),
        key=_key(name),
        index=None,
        placeholder=text("filters.all"),
        format_func={option: _option(name, option) for option in choices.of(name)}.__getitem__,
        on_change=_changed,
        args=(name,),
    )


def _opponents(choices: Options, chosen: Selection) -> None:
    controls.hold(_key("opponent"), list(chosen.opponents), choices.state)
    st.multiselect(
        text("filters.opponent"),
        choices.people,
        key=_key("opponent"),
        max_selections=MOST_OPPONENTS,
        placeholder=text("filters.all"),
        on_change=_changed,
        args=("opponent",),
    )


def _option(name: str, value: str) -> str:
    if name in CHOICES:
        return text(f"filters.{name}_{value}")
    return value or text("filters.no_site")


def _words(chosen: Selection) -> list[str]:
    """The filters that are set, as Markdown."""
    words = [
        f"{text(f'filters.{name}')} {plain(_option(name, value))}"
        for name in address.FILTERS
        if isinstance(value := getattr(chosen, name, None), str)
    ]
    words += [f"{text('filters.opponent')} {plain(name)}" for name in chosen.opponents]
    words += [text("filters.bots")] if chosen.bots else []
    return words + ([] if chosen.violations else [text("filters.without_violations")])


def _key(name: str) -> str:
    return f"filter_{name}"


def _changed(name: str) -> None:
    """Put what was chosen into the address, which is where filters are kept."""
    value = st.session_state[_key(name)]
    default = name == "violations"
    if isinstance(value, bool):
        value = None if value == default else str(int(value))
    elif isinstance(value, date):
        value = value.isoformat()
    if value is None or value == []:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value


def clear() -> None:
    """Take all filters away."""
    for name in address.FILTERS:
        st.query_params.pop(name, None)
