"""No clean log is accused of anything under its own rules, whatever the preset and the skill of the players (R54-R55)."""

import io
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from pipeline.batches import replay_batch
from pipeline.records import Record, read_record
from pipeline.simulate import League, write_season
from replay.presets import RULESETS
from replay.readings import rules_in_force

DEALS_A_PRESET = 20_000
SKILLS = ("random", "mixed", "club", "beginner")


def clean_records(preset: str, deals: int, skill: str) -> Iterator[Record]:
    """The records of a simulated league without any fault, about `deals` of them that were played."""
    in_force = rules_in_force(preset)
    stream = io.BytesIO()
    write_season(League(-(-deals // in_force.rules.deals), 97, in_force, skill, changing_partners=True), stream)
    for line in stream.getvalue().splitlines():
        record = read_record(json.loads(line))
        assert isinstance(record, Record)
        yield record


def accused(preset: str, deals: int) -> tuple[int, Counter[str]]:
    """How many deals were played by a preset's rules, and the codes of what is found in them."""
    count, codes = 0, Counter[str]()
    for skill in SKILLS:
        records = list(clean_records(preset, deals // len(SKILLS), skill))
        count += sum(record.deal.void is None for record in records)
        codes.update(replay_batch(records).findings["code"].to_pylist())
    return count, codes


@pytest.mark.parametrize("preset", RULESETS)
def test_r55_a_clean_log_is_not_accused_under_its_own_rules(preset: str) -> None:
    count, codes = accused(preset, 320)
    assert count >= 320
    assert not codes


@pytest.mark.whole
@pytest.mark.parametrize("preset", RULESETS)
def test_r55_twenty_thousand_deals_a_preset_are_not_accused(preset: str) -> None:
    count, codes = accused(preset, DEALS_A_PRESET)
    assert count >= DEALS_A_PRESET
    assert not codes
