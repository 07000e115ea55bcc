"""The named rule sets as data: base, changed fields, and the unsettled fields with their other readings (RULES.md, Presets).

A variant is a row here and nothing else. `Readings` maps a field to the values that another reading of the same
source gives it; a finding is only a violation when every reading condemns it (R55).
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from replay.rulesets import BIDDING_METHODS, FIELDS, RulesError, RuleSet, parse_value, with_values

Readings: TypeAlias = dict[str, tuple[int, ...]]

_AMSTERDAMS: dict[str, Any] = {
    "bidding": BIDDING_METHODS[0],
    "must_hold_trump": "no",
    "first_lead": "left_of_dealer",
    "redeal_dealer": "same",
    "deal_packets": "3-2-3",
    "partner_exempt": "yes",
    "undertrump": "forbidden",
    "undertrump_partner": "forbidden",
    "overtrump_on_lead": "always",
    "roem_scope": "trick",
    "roem_claim": "auto",
    "roem_claimant": "any",
    "run3": 20,
    "run4": 50,
    "stuk": 20,
    "quad_points": 100,
    "four_jacks": 200,
    "quad_ranks": "AKQT",
    "nat_rule": "more_than_half",
    "nat_counts_roem": "yes",
    "nat_transfers_roem": "all",
    "pit_declarer": 100,
    "pit_defender": 100,
    "slot_bonus": 0,
    "slot_with_pit": "yes",
    "penalty_points": "none",
    "penalty_bonus": 0,
    "penalty_roem": "none",
    "rounds": 1,
    "deals": 16,
    "tiebreak_deals": 0,
    "target": 0,
}

# What the sources leave open: field -> the other values it can be read to have.
_PAGAT_OPEN: dict[str, list[Any]] = {"pit_defender": [0]}
_KLAVERLIVE_OPEN: dict[str, list[Any]] = {
    "overtrump_on_lead": ["never"],
    "four_jacks": [200],
    "nat_rule": ["at_least_half"],
    "pit_defender": [0],
    "penalty_roem": ["none"],
    "roem_claim": ["announced"],
    "rounds": [3, 5],
}
_TURNUP_OPEN: dict[str, list[Any]] = {
    "undertrump": ["forbidden", "compulsory"],
    "undertrump_partner": ["forbidden"],
    "overtrump_on_lead": ["never"],
    "roem_scope": ["hand"],
    "nat_rule": ["fixed_82"],
    "nat_counts_roem": ["no"],
    "four_jacks": [200],
    "pit_defender": [100],
}
_GAMEPOINT_OPEN: dict[str, list[Any]] = {"roem_claim": ["auto"], "nat_counts_roem": ["no"]}


def _less(readings: dict[str, list[Any]], *fields: str) -> dict[str, list[Any]]:
    return {field: values for field, values in readings.items() if field not in fields}


# name: (base, changed fields, unsettled fields)
_ROWS: dict[str, tuple[str, dict[str, Any], Mapping[str, list[Any]]]] = {
    "amsterdams": ("", _AMSTERDAMS, _PAGAT_OPEN),
    "rotterdams": ("amsterdams", {"partner_exempt": "no", "undertrump": "compulsory"}, _PAGAT_OPEN),
    "klaverlive_amsterdams": (
        "amsterdams",
        {
            "quad_ranks": "AKQJT987",
            "four_jacks": 100,
            "penalty_points": 162,
            "penalty_bonus": 100,
            "penalty_roem": "all",
        },
        _KLAVERLIVE_OPEN,
    ),
    "klaverlive_rotterdams": (
        "klaverlive_amsterdams",
        {"partner_exempt": "no", "undertrump": "compulsory"},
        _KLAVERLIVE_OPEN,
    ),
    "klaverlive_verplicht": ("klaverlive_amsterdams", {"bidding": "first_must_choose"}, _KLAVERLIVE_OPEN),
    "klaverlive_draaikaart": ("klaverlive_amsterdams", {"bidding": "turned_turned_forced"}, _KLAVERLIVE_OPEN),
    "klaverlive_draaikaart_schudden": (
        "klaverlive_amsterdams",
        {"bidding": "turned_turned_redeal"},
        {**_KLAVERLIVE_OPEN, "redeal_dealer": ["next"]},
    ),
    "klaverlive_draaikaart_vrij": ("klaverlive_amsterdams", {"bidding": "turned_turned_first_free"}, _KLAVERLIVE_OPEN),
    "turnup_amsterdams": (
        "amsterdams",
        {
            "bidding": "turned_then_free_dealer_forced",
            "roem_claim": "announced",
            "quad_ranks": "AKQJT9",
            "four_jacks": 100,
            "undertrump": "free",
            "undertrump_partner": "free",
            "pit_defender": 0,
            "tiebreak_deals": 4,
        },
        _TURNUP_OPEN,
    ),
    "turnup_rotterdams": ("turnup_amsterdams", {"partner_exempt": "no"}, _TURNUP_OPEN),
    "turnup_verplicht_ondertroeven": (
        "turnup_amsterdams",
        {"undertrump": "compulsory"},
        _less(_TURNUP_OPEN, "undertrump"),
    ),
    "turnup_gezelligheid": (
        "turnup_amsterdams",
        {"nat_rule": "none"},
        _less(_TURNUP_OPEN, "nat_rule", "nat_counts_roem"),
    ),
    "turnup_slot": ("turnup_amsterdams", {"slot_bonus": 50}, {**_TURNUP_OPEN, "slot_with_pit": ["no"]}),
    "turnup_four_jacks_200": ("turnup_amsterdams", {"four_jacks": 200}, _less(_TURNUP_OPEN, "four_jacks")),
    "turnup_literal": ("turnup_amsterdams", {"nat_rule": "fixed_82", "roem_scope": "hand"}, {}),
    "gamepoint_amsterdams": (
        "amsterdams",
        {
            "bidding": "first_must_choose",
            "roem_claim": "announced",
            "quad_ranks": "AKQJT987",
            "pit_declarer": 0,
            "pit_defender": 0,
            "deals": 8,
            "undertrump": "free",
            "undertrump_partner": "free",
        },
        {
            "partner_exempt": ["plain_only"],
            "undertrump": ["forbidden"],
            "undertrump_partner": ["forbidden"],
            **_GAMEPOINT_OPEN,
        },
    ),
    "gamepoint_rotterdams": (
        "gamepoint_amsterdams",
        {"partner_exempt": "no", "undertrump": "compulsory"},
        _GAMEPOINT_OPEN,
    ),
    "pagat_utrecht_amsterdams": ("amsterdams", {"bidding": "first_must_choose"}, _PAGAT_OPEN),
    "kbn_amsterdams": (
        "amsterdams",
        {"roem_claim": "announced", "quad_ranks": "AKQJT987"},
        {"pit_defender": [0], "four_jacks": [100]},
    ),
    "nku_amsterdams": (
        "amsterdams",
        {
            "bidding": "pass_dealer_first_forced",
            "roem_claim": "announced",
            "quad_ranks": "AKQJT987",
            "four_jacks": 100,
        },
        _PAGAT_OPEN,
    ),
    "nku_rotterdams": ("nku_amsterdams", {"partner_exempt": "no", "undertrump": "compulsory"}, _PAGAT_OPEN),
    "utrechts_lentemorgen": (
        "amsterdams",
        {
            "bidding": "first_must_choose",
            "must_hold_trump": "yes",
            "roem_claim": "announced",
            "roem_claimant": "winners",
        },
        _PAGAT_OPEN,
    ),
    "club_pitslag": (
        "amsterdams",
        {"bidding": "first_must_choose", "penalty_points": 162, "penalty_bonus": 100, "penalty_roem": "none"},
        {"nat_transfers_roem": ["own"]},
    ),
    "bga_rotterdams": ("rotterdams", {"bidding": "first_must_choose"}, {}),
    "dealer_last_forced_rotterdams": ("rotterdams", {"bidding": "pass_dealer_last_forced"}, {}),
}


def _build() -> tuple[dict[str, RuleSet], dict[str, Readings]]:
    rulesets: dict[str, RuleSet] = {}
    readings: dict[str, Readings] = {}
    for name, (base, changed, unsettled) in _ROWS.items():
        if base:
            rulesets[name] = with_values(rulesets[base], changed)
        else:
            rulesets[name] = RuleSet(**{field: parse_value(field, value) for field, value in changed.items()})
        readings[name] = {field: tuple(parse_value(field, value) for value in values) for field, values in unsettled.items()}
    return rulesets, readings


RULESETS, READINGS = _build()
DEFAULT_RULES = "amsterdams"
COMPARISON_ONLY = ("turnup_literal",)
"""Presets that are never a candidate when a log's rules are unknown."""


def find_preset(name: str) -> RuleSet:
    """The preset called `name`; RulesError names the choices."""
    if name not in RULESETS:
        raise RulesError(f"unknown rules {name!r}: one of {', '.join(RULESETS)}")
    return RULESETS[name]


def preset_base(name: str) -> tuple[str, dict[str, Any]]:
    """The preset that `name` starts from ("" for the first) and the fields it changes, as spelled."""
    base, changed, _ = _ROWS[name]
    return base, dict(changed)


def usual_values(field: str) -> tuple[int, ...]:
    """The values of a field that any preset, or another reading of one, gives it; all choices of a choice, ascending."""
    if FIELDS[field].choices:
        return tuple(range(len(FIELDS[field].choices)))
    values = {getattr(rules, field) for rules in RULESETS.values()}
    values |= {value for readings in READINGS.values() for value in readings.get(field, ())}
    return tuple(sorted(values if FIELDS[field].kind == "ranks" else values | {0}))
