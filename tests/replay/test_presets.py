"""The named rule sets against the oracle's, field by field, and how rules are read and spelled."""

import re
from pathlib import Path
from typing import Any

import oracle
import pytest
from dealing import ruleset

import replay
from replay import FIELDS, READINGS, RULESETS, RulesError, RuleSet, RulesInForce, rules_in_force
from replay.presets import preset_base
from replay.rulesets import format_value, parse_value, with_values

RULEBOOK = (Path(replay.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def spelled(field: str, value: oracle.Value) -> Any:
    """A value as it compares: a set of letters for ranks, whose order says nothing (R30)."""
    return set(str(value)) if field == "quad_ranks" else value


def spelled_fields(rules: RuleSet) -> dict[str, Any]:
    """All fields of a rule set as they compare."""
    return {field: spelled(field, format_value(field, value)) for field, value in rules._asdict().items()}


def test_r55_there_are_the_25_presets_of_the_rules_text() -> None:
    assert list(oracle.PRESETS) == list(RULESETS)
    assert len(RULESETS) == 25
    assert set(RULESETS) == set(READINGS)


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r6_to_r49_each_preset_has_the_values_of_the_rules_text(preset: str) -> None:
    expected = {field: spelled(field, value) for field, value in oracle.PRESETS[preset].items()}
    assert expected == spelled_fields(RULESETS[preset])


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r55_each_preset_has_the_unsettled_readings_of_the_rules_text(preset: str) -> None:
    expected = oracle.UNSETTLED[preset]
    actual = {field: [format_value(field, value) for value in values] for field, values in READINGS[preset].items()}
    assert expected == actual


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r55_a_reading_never_repeats_the_value_of_its_preset(preset: str) -> None:
    for field, values in READINGS[preset].items():
        assert getattr(RULESETS[preset], field) not in values
        assert len(set(values)) == len(values) > 0


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r55_a_preset_is_its_base_with_the_changes_it_names(preset: str) -> None:
    base, changed = preset_base(preset)
    if base:
        assert RULESETS[preset] == with_values(RULESETS[base], changed)
    else:
        assert list(FIELDS) == list(changed)


def test_r1_every_field_of_a_rule_set_has_a_paragraph_of_its_own_in_the_rulebook() -> None:
    assert RuleSet._fields == tuple(FIELDS)
    paragraphs = [spec.paragraph for spec in FIELDS.values()]
    assert len(set(paragraphs)) == len(paragraphs)
    for field, spec in FIELDS.items():
        assert f"**{spec.paragraph} (`{field}`).**" in RULEBOOK


def test_r1_the_rulebook_lists_the_presets_and_the_values_of_amsterdams() -> None:
    for preset in RULESETS:
        assert f"\n| `{preset}` | " in RULEBOOK
    for field, spec in FIELDS.items():
        value = format_value(field, getattr(RULESETS["amsterdams"], field))
        assert f"\n| {spec.paragraph} | `{field}` | {value} |" in RULEBOOK


def test_r1_the_paragraphs_of_the_rulebook_count_from_one_without_a_gap() -> None:
    numbers = [int(number) for number in re.findall(r"^\*\*R(\d+)", RULEBOOK, re.MULTILINE)]
    assert list(range(1, len(numbers) + 1)) == numbers


@pytest.mark.parametrize("field", FIELDS)
def test_r6_to_r49_every_value_of_a_field_reads_back_as_it_is_spelled(field: str) -> None:
    values = [getattr(rules, field) for rules in RULESETS.values()]
    values += [value for readings in READINGS.values() for value in readings.get(field, ())]
    values += list(range(len(FIELDS[field].choices)))
    values += {"points": [0, FIELDS[field].highest], "penalty": [-1, 0, 1000], "ranks": list(range(256))}.get(
        FIELDS[field].kind, []
    )
    for value in values:
        assert value == parse_value(field, format_value(field, value))


def test_r11_yes_and_no_may_be_written_as_true_and_false() -> None:
    assert parse_value("must_hold_trump", "yes") == parse_value("must_hold_trump", True)
    assert parse_value("must_hold_trump", "no") == parse_value("must_hold_trump", False)


def test_r30_the_order_of_the_ranks_says_nothing() -> None:
    assert parse_value("quad_ranks", "AKQT") == parse_value("quad_ranks", "TQKA")
    assert parse_value("quad_ranks", "") == 0


WRONG_VALUES = [
    ("undertrump", "sometimes", ["forbidden", "compulsory", "free"]),
    ("undertrump", 0, ["forbidden", "compulsory", "free"]),
    ("undertrump", True, ["forbidden", "compulsory", "free"]),
    ("nat_rule", None, ["more_than_half", "at_least_half", "fixed_82", "none"]),
    ("quad_ranks", "AKX", ["789TJQKA"]),
    ("quad_ranks", "AAK", ["789TJQKA"]),
    ("quad_ranks", 15, ["789TJQKA"]),
    ("run3", -1, ["0", "1000"]),
    ("run3", 1001, ["0", "1000"]),
    ("run3", "20", ["0", "1000"]),
    ("run3", True, ["0", "1000"]),
    ("run3", 20.0, ["0", "1000"]),
    ("run3", "none", ["0", "1000"]),
    ("penalty_points", "all", ["0", "1000", "none"]),
    ("target", 100_001, ["0", "100000"]),
]


@pytest.mark.parametrize(("field", "value", "choices"), WRONG_VALUES)
def test_r55_a_value_that_a_field_cannot_have_is_named_with_the_field_and_the_choices(
    field: str, value: object, choices: list[str]
) -> None:
    with pytest.raises(RulesError) as error:
        rules_in_force({"base": "rotterdams", field: value})
    assert all(word in str(error.value) for word in [field, repr(value), *choices])


def test_r55_a_field_or_preset_that_does_not_exist_is_named_with_the_choices() -> None:
    with pytest.raises(RulesError) as error:
        rules_in_force({"undertrumps": "free"})
    assert all(word in str(error.value) for word in ["undertrumps", *FIELDS])
    for value in ("utrechts", {"base": "utrechts"}):
        with pytest.raises(RulesError) as error:
            rules_in_force(value)
        assert all(word in str(error.value) for word in ["utrechts", *RULESETS])
    for wrong, named in (({"base": 5}, "5"), (["amsterdams"], "['amsterdams']"), (7, "7")):
        with pytest.raises(RulesError) as error:
            rules_in_force(wrong)  # type: ignore[arg-type]  # what a careless caller passes
        assert named in str(error.value)


def readings_of(in_force: RulesInForce, *fields: str) -> set[tuple[Any, ...]]:
    """The combinations of some fields, as spelled, that a deal is judged under."""
    found = in_force.readings(fields)
    spelled_out = [tuple(format_value(field, getattr(rules, field)) for field in fields) for rules in found]
    assert len(set(spelled_out)) == len(spelled_out)
    assert in_force.rules == found[0]
    return set(spelled_out)


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r55_a_named_preset_is_judged_with_its_own_readings(preset: str) -> None:
    in_force = rules_in_force(preset)
    assert (preset, "", True, RULESETS[preset]) == (in_force.name, in_force.custom, in_force.known, in_force.rules)
    for field in FIELDS:
        expected = {(oracle.PRESETS[preset][field],), *((value,) for value in oracle.UNSETTLED[preset].get(field, []))}
        if field != "quad_ranks":
            assert expected == readings_of(in_force, field)


def test_r55_the_readings_of_several_fields_are_all_their_combinations() -> None:
    expected = {(under, on_lead) for under in ("free", "forbidden", "compulsory") for on_lead in ("always", "never")}
    assert expected == readings_of(rules_in_force("turnup_amsterdams"), "undertrump", "overtrump_on_lead")


def test_r55_an_override_inherits_the_readings_of_its_base_less_the_fields_it_sets() -> None:
    in_force = rules_in_force({"base": "turnup_amsterdams", "undertrump": "free", "run3": 30})
    assert ruleset({**oracle.PRESETS["turnup_amsterdams"], "run3": 30}) == in_force.rules
    expected = ("turnup_amsterdams", True, '{"run3":30,"undertrump":"free"}')
    assert expected == (in_force.name, in_force.known, in_force.custom)
    assert {("free",)} == readings_of(in_force, "undertrump")
    assert {("free",), ("forbidden",)} == readings_of(in_force, "undertrump_partner")
    assert rules_in_force("rotterdams") == rules_in_force({"base": "rotterdams"})


def test_r55_an_override_without_a_base_changes_amsterdams() -> None:
    assert ruleset({**oracle.BASE, "stuk": 0}) == rules_in_force({"stuk": 0}).rules


def test_r55_where_no_rules_are_named_amsterdams_judges_and_every_preset_but_one_is_a_reading() -> None:
    in_force = rules_in_force(None)
    expected = ("amsterdams", "", False)
    assert expected == (in_force.name, in_force.custom, in_force.known)
    assert RULESETS["amsterdams"] == in_force.rules
    candidates = [preset for preset in oracle.PRESETS if preset != "turnup_literal"]
    assert [RULESETS[preset] for preset in candidates] == [rules for rules, _ in in_force.candidates]
    assert [dict(READINGS[preset]) for preset in candidates] == [dict(unsettled) for _, unsettled in in_force.candidates]
    pairs = readings_of(in_force, "partner_exempt", "undertrump")
    assert ("plain_only", "free") in pairs, "a reading of gamepoint_amsterdams"
    assert ("no", "forbidden") in pairs, "a reading of turnup_rotterdams"
    assert ("plain_only", "compulsory") not in pairs, "no preset and no reading of one combines these"
