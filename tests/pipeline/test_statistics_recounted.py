"""Every statistic against its recount in plain Python, over a league of every kind of deal, under filters."""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lucky import made_up, made_up_league, made_up_synergy, write_luck
from making import Values, write_log
from played import Played, Seen, play_again
from recounting import RECOUNTS, recount, seats_of
from recounting_luck import RECOUNTS_OF_MANY

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import League, write_season
from pipeline.statistics import Selection, catalog
from replay.readings import rules_in_force

RULES: tuple[Any, ...] = (
    *("amsterdams", "rotterdams", "klaverlive_draaikaart_schudden", "turnup_amsterdams", "nku_rotterdams"),
    {"base": "klaverlive_draaikaart_schudden", "must_hold_trump": "yes"},
    {"base": "amsterdams", "nat_rule": "none"},
)


def season(number: int, rules: Any) -> list[Values]:
    stream = io.BytesIO()
    games = 3 if number else 6  # some things are rare
    shares = {"not_followed": 0.04, "not_trumped": 0.04, "not_overtrumped": 0.02, "undertrumped": 0.02}
    league = League(
        *(games, 25 + number, rules_in_force(rules)),
        changing_partners=True,
        prefix=f"league{number}",
        skill="mixed",
        shares=shares,
    )
    write_season(league, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@cache
def league() -> tuple[Values, ...]:
    """Games by several rules on two sites: whole and broken off, with and without calls, hands, dates, names, people."""
    records = [record for number, rules in enumerate(RULES) for record in season(number, rules)]
    for at, values in enumerate(records):
        game = int(values["game_id"][-1]) + int(values["game_id"][6])
        values["site"] = ("club", "elsewhere")[game % 2]
        if game % 3 == 0:
            del values["played_at"]
        elif game % 2:
            values["played_at"] = values["played_at"].replace("-01-", "-02-")
        if game % 4 == 1:
            values["bots"] = "E"
        if game % 5 == 2:
            values["players"] = [*values["players"][:3], None]
        if at % 3 == 0 and "bids" in values:
            first = "NESW".index(values["dealer"]) + (values["rules"] != "nku_rotterdams")
            values["bids"] = [f"{'NESW'[(first + place) % 4]}:{call}" for place, call in enumerate(values["bids"])]
        if at % 7 == 0:
            values.pop("bids", None)
        if at % 3 == 1 and values.get("claims"):
            values["claims"] = values["claims"][1:]
        if at % 5 == 0 and "plays" in values:
            values.pop("hands", None)
        if at % 11 == 0 and "plays" in values and not values["game_id"].endswith("1"):
            cut(values, 13)
        if at % 13 == 0 and "plays" in values:
            values.pop("bids", None)
            values["declarer"] = "NS" if values["declarer"] in ("N", "S") else "EW"
        if at % 2 == 0 and "plays" in values:
            values["think_ms"] = [
                400 + (97 * at + 61 * number) % 1900 for number in range(len(values["plays"].split()) - at % 3)
            ]
        if at % 17 == 0 and "score" in values:
            values["score"] = [values["score"][0] + 10, values["score"][1]]
    return tuple(records)


def cut(values: Values, cards: int) -> None:
    """Break a deal off."""
    values["plays"] = " ".join(values["plays"].split()[:cards])
    values["seats"] = values["seats"][:cards]
    for name in ("winners", "roem", "points", "roem_points", "score", "totals", "nat", "pit", "claims"):
        values.pop(name, None)


class Store(NamedTuple):
    path: Path
    deals: list[Played]
    faulty: set[tuple[str, str, int]]
    days: dict[tuple[str, str], str]
    """The first day of each game, "" if it has no date."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("league")
    ingest([write_log(folder / "a.jsonl", *league())], folder / "a.duckdb")
    with reading(folder / "a.duckdb") as reader:
        assert reader.rejects() == []
        rows = reader.rows("SELECT DISTINCT site, game_id, deal_no FROM findings WHERE certainty = 'violation'")
    faulty = {(row["site"], row["game_id"], row["deal_no"]) for row in rows}
    days: dict[tuple[str, str], str] = {}
    for values in league():
        game, day = (values["site"], values["game_id"]), values.get("played_at", "")[:10]
        days[game] = min(days.get(game, day), day)
    deals = [play_again(values) for values in league()]
    luck = {deal.key: made_up(deal.key) for deal in deals if deal.is_complete}
    people = {(one.deal.key[0], name) for one in seats_of(deals) if (name := one.name()) is not None}
    pairs = {(site, frozenset((name, other))) for site, name in people for at, other in people if at == site and name != other}
    found = {pair: value for pair in pairs if (value := made_up_synergy(*pair)) is not None}
    write_luck(folder / "a.duckdb", luck, {person: made_up_league(*person) for person in people}, found)
    return Store(folder / "a.duckdb", deals, faulty, days)


def started(one: Seen, store: Store) -> str:
    """The first day of the seat's game, "" if it has no date."""
    return store.days[one.deal.key[:2]]


def rules_name(one: Seen) -> str:
    rules = one.deal.values["rules"]
    return str(rules if isinstance(rules, str) else rules["base"])


Kept = Callable[[Seen, Store], bool]
FILTERS: dict[str, tuple[Selection, Kept]] = {
    "everybody": (Selection(), lambda one, store: True),
    "computers too": (Selection(bots=True), lambda one, store: True),
    "a player": (
        Selection(player="Anneke", site="club"),
        lambda one, store: one.name() == "Anneke" and one.deal.key[0] == "club",
    ),
    "a site": (Selection(site="elsewhere"), lambda one, store: one.deal.key[0] == "elsewhere"),
    "a rule set": (
        Selection(rules="klaverlive_draaikaart_schudden"),
        lambda one, store: rules_name(one) == "klaverlive_draaikaart_schudden",
    ),
    "from a day": (Selection(since="2026-01-15"), lambda one, store: started(one, store) >= "2026-01-15"),
    "a day": (
        Selection(since="2026-01-08", until="2026-01-08"),
        lambda one, store: started(one, store) == "2026-01-08",
    ),
    "until a day": (Selection(until="2026-02-07"), lambda one, store: "" < started(one, store) <= "2026-02-07"),
    "declarers": (Selection(role="declarer"), lambda one, store: one.role == "declarer"),
    "declarer's partners": (Selection(role="partner"), lambda one, store: one.role == "partner"),
    "right of the declarer": (Selection(role="rho"), lambda one, store: one.role == "rho"),
    "a seat": (Selection(seat="S"), lambda one, store: one.seat == 2),
    "hearts": (Selection(trump="H"), lambda one, store: one.deal.values.get("trump") == "H"),
    "deals without violations": (Selection(violations=False), lambda one, store: one.deal.key not in store.faulty),
}


def partner_filter() -> tuple[Selection, Kept, Kept]:
    """The first deal's north with his partner and an opponent, and with anybody."""
    first = league()[0]
    names, site = first["players"], first["site"]
    selection = Selection(player=names[0], partner=names[2], opponents=(names[1],), site=site)

    def kept(one: Seen, store: Store) -> bool:
        others = (one.name(1), one.name(3))
        return (one.deal.key[0], one.name(), one.name(2)) == (site, names[0], names[2]) and names[1] in others

    return selection, kept, lambda one, store: (one.deal.key[0], one.name()) == (site, names[0])


def counted(
    name: str, kept: Kept, selection: Selection, store: Store, alike: Kept | None = None
) -> dict[str, tuple[float, float]]:
    seats = [one for one in seats_of(store.deals) if selection.bots or one.is_person]
    chosen, wider = ([one for one in seats if test(one, store)] for test in (kept, alike or kept))
    return recount(name, chosen, store.deals, wider)


def test_every_statistic_is_recounted() -> None:
    assert {*RECOUNTS, *RECOUNTS_OF_MANY, "games_won", "volume"} == set(catalog())


@pytest.mark.parametrize("which", [*FILTERS, "partner and opponent"])
def test_statistics_are_those_of_the_recount(which: str, store: Store) -> None:
    selection, kept, alike = (*FILTERS[which], None) if which in FILTERS else partner_filter()
    with reading(store.path) as reader:
        frame = reader.statistics([], selection)
    found: dict[str, dict[str, tuple[float, float]]] = {name: {} for name in catalog()}
    for row in frame.iter_rows(named=True):
        if row["n"]:
            found[row["statistic"]][row["class"]] = (row["numerator"], row["denominator"])
    for name in catalog():
        assert found[name] == counted(name, kept, selection, store, alike), name
    assert any(found.values())  # the filter leaves something


BALANCED = (
    "head_to_head",
    "partner_lift",
    "card_luck",
    "luck_points",
    "points_adjusted",
    "difference",
    "bidding_value",
    "play_value",
)


def test_the_league_has_chances_for_every_statistic(store: Store) -> None:
    for name in catalog():
        # What one side has more the other has less.
        selection, kept = FILTERS["a seat" if name in BALANCED else "everybody"]
        sums = counted(name, kept, selection, store)
        assert sum(did != 0 for did, _ in sums.values()) > 0, name
        assert sum(chance for _, chance in sums.values()) >= 10, name


def test_the_population_is_everybody_under_the_same_filters(store: Store) -> None:
    with reading(store.path) as reader:
        mine = reader.statistics([], Selection(player="Anneke", site="club", trump="H"))
        everybody = reader.statistics([], Selection(site="club", trump="H"))
    values = {(row["statistic"], row["class"]): (row["n"], row["value"]) for row in everybody.iter_rows(named=True)}
    for row in mine.iter_rows(named=True):
        assert (row["population_n"], row["population"]) == values[row["statistic"], row["class"]]
