"""The rules a log is judged by, and every other way they can be read (R55)."""

import functools
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from replay.presets import COMPARISON_ONLY, DEFAULT_RULES, READINGS, RULESETS, Readings, find_preset, usual_values
from replay.rulesets import FIELDS, RulesError, RuleSet, format_value, parse_value, with_values

BIDDING_FIELDS = ("bidding", "must_hold_trump")
PLAY_FIELDS = ("partner_exempt", "undertrump", "undertrump_partner", "overtrump_on_lead")
ROEM_FIELDS = (
    *("roem_scope", "roem_claim", "roem_claimant"),
    *("run3", "run4", "stuk", "quad_points", "four_jacks", "quad_ranks"),
)
PIT_FIELDS = ("pit_declarer", "pit_defender")
NAT_FIELDS = (*ROEM_FIELDS, "nat_rule", "nat_counts_roem")
PENALTY_FIELDS = ("penalty_points", "penalty_bonus", "penalty_roem")
SCORE_FIELDS = (*NAT_FIELDS, "nat_transfers_roem", *PIT_FIELDS, "slot_bonus", "slot_with_pit")


@dataclass(frozen=True, eq=False)
class RulesInForce:
    """The rule set that judges a deal, what it is called, and the candidates whose readings can clear a card or a score.

    `custom` is the JSON text of overridden fields, "" for a plain preset. `known` is False when no rules were given and
    the default is only assumed: then every preset is a candidate. The same rules are the same object.
    """

    name: str
    custom: str
    known: bool
    rules: RuleSet
    candidates: tuple[tuple[RuleSet, tuple[tuple[str, tuple[int, ...]], ...]], ...]

    def readings(self, fields: tuple[str, ...]) -> tuple[RuleSet, ...]:
        """Every combination of the values that `fields` can be read to have, the nearest to the rules as set first."""
        return _combinations(self, fields)

    def single_changes(self, fields: tuple[str, ...]) -> tuple[RuleSet, ...]:
        """The rules as set with one of `fields` changed to another value that is in use, in the order of the fields."""
        return _single_changes(self.rules, fields)


@functools.lru_cache(maxsize=4096)
def _single_changes(rules: RuleSet, fields: tuple[str, ...]) -> tuple[RuleSet, ...]:
    return tuple(
        rules._replace(**{field: value}) for field in fields for value in usual_values(field) if value != getattr(rules, field)
    )


@functools.lru_cache(maxsize=4096)
def _combinations(in_force: RulesInForce, fields: tuple[str, ...]) -> tuple[RuleSet, ...]:
    distinct: dict[tuple[int, ...], RuleSet] = {}
    for rules, unsettled in in_force.candidates:
        open_fields = [(field, values) for field, values in unsettled if field in fields]
        for chosen in itertools.product(*((getattr(rules, field), *values) for field, values in open_fields)):
            values = dict(zip((field for field, _ in open_fields), chosen, strict=True))
            reading = in_force.rules._replace(**{field: values.get(field, getattr(rules, field)) for field in fields})
            distinct.setdefault(tuple(getattr(reading, field) for field in fields), reading)
    mine = in_force.rules
    return tuple(sorted(distinct.values(), key=lambda reading: sum(a != b for a, b in zip(mine, reading, strict=True))))


def rules_in_force(value: str | Mapping[str, Any] | None) -> RulesInForce:
    """The rules that a record or a flag names: a preset, `{"base": preset, field: value}`, or None for the default assumed.

    RulesError names what is unknown and the choices. An override inherits its base's readings, less the fields it sets.
    """
    if value is None:
        return _assumed()
    if isinstance(value, str):
        return _preset(value)
    if not isinstance(value, Mapping):
        raise RulesError(f"rules {value!r} are neither a preset's name nor an object with a base and fields")
    fields = {str(field): spelled for field, spelled in value.items() if field != "base"}
    base = value.get("base", DEFAULT_RULES)
    if not isinstance(base, str):
        raise RulesError(f"base {base!r} is not a preset's name: one of {', '.join(RULESETS)}")
    canonical = {field: format_value(field, parse_value(field, spelled)) for field, spelled in sorted(fields.items())}
    return _custom(base, json.dumps(canonical, separators=(",", ":")))


@functools.cache
def _preset(name: str) -> RulesInForce:
    rules = find_preset(name)
    return RulesInForce(name, "", True, rules, ((rules, tuple(READINGS[name].items())),))


@functools.lru_cache(maxsize=1024)
def _custom(base: str, canonical: str) -> RulesInForce:
    fields = json.loads(canonical)
    if not fields:
        return _preset(base)
    rules = with_values(find_preset(base), fields)
    readings: Readings = {field: values for field, values in READINGS[base].items() if field not in fields}
    return RulesInForce(base, canonical, True, rules, ((rules, tuple(readings.items())),))


@functools.cache
def _assumed() -> RulesInForce:
    names = [DEFAULT_RULES, *(name for name in RULESETS if name not in (DEFAULT_RULES, *COMPARISON_ONLY))]
    candidates = tuple((RULESETS[name], tuple(READINGS[name].items())) for name in names)
    return RulesInForce(DEFAULT_RULES, "", False, RULESETS[DEFAULT_RULES], candidates)


def differences(rules: RuleSet, reading: RuleSet) -> list[str]:
    """What `reading` changes in `rules`, as "field is value" texts in the order of the fields."""
    return [
        f"{field} is {format_value(field, getattr(reading, field))}"
        for field in FIELDS
        if getattr(rules, field) != getattr(reading, field)
    ]
