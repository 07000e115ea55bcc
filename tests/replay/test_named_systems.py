"""Every system and option that a source names (the rules text, section B) can be had: from a preset, or by its fields.

One row of SYSTEMS a row of that table: what it is called, the fields it comes to, and a preset that plays it where there
is one. What klaverlog does not play has its own test.
"""

from typing import Any

import pytest

from pipeline.records import read_record
from replay import RULESETS, rules_in_force
from replay.rulesets import BIDDING_METHODS, FIELDS, format_value, parse_value

AMSTERDAMS = {"partner_exempt": "yes", "overtrump_on_lead": "always"}
ROTTERDAMS = {"partner_exempt": "no"}
FORBIDDEN = {"undertrump": "forbidden", "undertrump_partner": "forbidden"}
FREE = {"undertrump": "free", "undertrump_partner": "free"}

SYSTEMS: list[tuple[str, dict[str, Any], str | None]] = [
    ("Amsterdams 000/2", {**AMSTERDAMS, **FREE}, "turnup_amsterdams"),
    ("Amsterdams 001, literal", {**AMSTERDAMS, **FREE}, "gamepoint_amsterdams"),
    ("Amsterdams 001, read with GP", {**AMSTERDAMS, **FORBIDDEN}, "pagat_utrecht_amsterdams"),
    ("Amsterdams 003", {**AMSTERDAMS, **FORBIDDEN}, "klaverlive_amsterdams"),
    ("Amsterdams 004", {**AMSTERDAMS, **FORBIDDEN}, "amsterdams"),
    ("Rotterdams 000/2", {**ROTTERDAMS, "undertrump": "free"}, "turnup_rotterdams"),
    ("Rotterdams 001", {**ROTTERDAMS, "undertrump": "compulsory"}, "gamepoint_rotterdams"),
    ("Rotterdams 003", {**ROTTERDAMS, "undertrump": "compulsory"}, "klaverlive_rotterdams"),
    ("Rotterdams 004", {**ROTTERDAMS, "undertrump": "compulsory"}, "rotterdams"),
    ("verplicht ondertroeven", {"undertrump": "compulsory"}, "turnup_verplicht_ondertroeven"),
    ("turned card, then free, dealer forced", {"bidding": "turned_then_free_dealer_forced"}, "turnup_amsterdams"),
    ("first player must choose", {"bidding": "first_must_choose"}, "gamepoint_amsterdams"),
    ("versions that allow passing: first forced", {"bidding": "pass_first_forced"}, "amsterdams"),
    ("versions that allow passing: dealer speaks first", {"bidding": "pass_dealer_first_forced"}, "nku_amsterdams"),
    ("versions that allow passing: dealer last", {"bidding": "pass_dealer_last_forced"}, "dealer_last_forced_rotterdams"),
    ("direct kiezen", {"bidding": "pass_first_forced"}, "klaverlive_amsterdams"),
    ("direct kiezen verplicht", {"bidding": "first_must_choose"}, "klaverlive_verplicht"),
    ("draaikaart", {"bidding": "turned_turned_forced"}, "klaverlive_draaikaart"),
    ("opnieuw schudden", {"bidding": "turned_turned_redeal"}, "klaverlive_draaikaart_schudden"),
    ("vrij kiezen", {"bidding": "turned_turned_first_free"}, "klaverlive_draaikaart_vrij"),
    ("quad ranks 000/2", {"quad_ranks": "AKQJT9", "four_jacks": 100}, "turnup_amsterdams"),
    ("four jacks 200, an option of 000/2", {"quad_ranks": "AKQJT9", "four_jacks": 200}, "turnup_four_jacks_200"),
    ("quad ranks 001", {"quad_ranks": "AKQJT987", "four_jacks": 200}, "gamepoint_amsterdams"),
    ("quad ranks 003", {"quad_ranks": "AKQJT987", "four_jacks": 100}, "klaverlive_amsterdams"),
    ("quad ranks 004", {"quad_ranks": "AKQT", "four_jacks": 200}, "amsterdams"),
    ("roem announced", {"roem_claim": "announced"}, "turnup_amsterdams"),
    ("roem automatic", {"roem_claim": "auto"}, "amsterdams"),
    ("roem in a trick", {"roem_scope": "trick"}, "amsterdams"),
    ("roem in hand", {"roem_scope": "hand"}, "turnup_literal"),
    (
        "nat 001, 003, 004",
        {"nat_rule": "more_than_half", "nat_counts_roem": "yes", "nat_transfers_roem": "all"},
        "amsterdams",
    ),
    ("82 including roem", {"nat_rule": "fixed_82"}, "turnup_literal"),
    ("op de gezelligheid", {"nat_rule": "none"}, "turnup_gezelligheid"),
    ("pit 000/2", {"pit_declarer": 100, "pit_defender": 0}, "turnup_amsterdams"),
    ("pit 003, 004", {"pit_declarer": 100, "pit_defender": 100}, "amsterdams"),
    ("pit 001", {"pit_declarer": 0, "pit_defender": 0}, "gamepoint_amsterdams"),
    ("slot", {"slot_bonus": 50}, "turnup_slot"),
    ("no slot", {"slot_bonus": 0}, "turnup_amsterdams"),
    ("verzaken 003", {"penalty_points": 162, "penalty_bonus": 100, "penalty_roem": "all"}, "klaverlive_amsterdams"),
    ("misdeal", {"redeal_dealer": "same"}, "turnup_amsterdams"),
]
ROEM_VALUES = {"run3": 20, "run4": 50, "stuk": 20, "quad_points": 100}


def plain(field: str, value: Any) -> Any:
    """A value as it compares: the order of ranks says nothing."""
    return set(value) if FIELDS[field].kind == "ranks" else value


@pytest.mark.parametrize(("name", "fields", "preset"), SYSTEMS, ids=[system[0] for system in SYSTEMS])
def test_a_named_system_is_a_preset_and_can_be_written_as_fields(name: str, fields: dict[str, Any], preset: str) -> None:
    for field, value in fields.items():
        assert plain(field, format_value(field, getattr(RULESETS[preset], field))) == plain(field, value)
    for base in ("amsterdams", "rotterdams", "turnup_literal"):
        rules = rules_in_force({"base": base, **fields}).rules
        assert {field: getattr(rules, field) for field in fields} == {
            field: parse_value(field, value) for field, value in fields.items()
        }


@pytest.mark.parametrize("preset", RULESETS)
def test_the_roem_values_are_those_of_all_sources(preset: str) -> None:
    assert {field: getattr(RULESETS[preset], field) for field in ROEM_VALUES} == ROEM_VALUES


def test_every_bidding_method_is_played_by_a_preset() -> None:
    assert {format_value("bidding", rules.bidding) for rules in RULESETS.values()} == set(BIDDING_METHODS)


def record(**changes: Any) -> dict[str, Any]:
    """A small record of a deal broken off after a trick."""
    values = {"game_id": "g", "deal_no": 1, "players": ["a", "b", "c", "d"], "dealer": "W", "declarer": "N", "trump": "H"}
    return values | {"plays": "KS 9H 7H QS"} | changes


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": ["a", "b", "c"]}, "unsupported_players"),
        ({"players": ["a", "b"]}, "unsupported_players"),
        ({"trump": "ledig"}, "unsupported_contract"),
        ({"bids": ["pass", "ledig"]}, "unsupported_contract"),
    ],
    ids=["driemans", "twee-mans", "ledig", "ledig called"],
)
def test_what_we_do_not_play_is_set_aside_with_its_own_reason(changes: dict[str, Any], reason: str) -> None:
    faults = read_record(record(**changes))
    assert isinstance(faults, list)
    assert reason in {fault.reason for fault in faults}


@pytest.mark.parametrize("bots", ["EW", "S", "ESW"])
def test_people_with_computer_players_and_the_same_deals_for_everybody_are_fields_of_a_record(bots: str) -> None:
    read = read_record(record(bots=bots, board="daily-31"))
    assert not isinstance(read, list)
    assert (read.bots, read.board) == (bots, "daily-31")
