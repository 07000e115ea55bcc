"""One deal of each preset as a text in tests/data/transcripts, compared line by line.

`python tests/replay/test_transcripts.py --write` writes the texts anew, each from the seed in its first line, and looks
for a good seed for a preset that has none.
"""

import difflib
import re
import sys
from pathlib import Path

if __name__ == "__main__":  # run as a script: the shared modules lie one folder up, the packages two
    sys.path[:0] = [str(folder) for folder in Path(__file__).resolve().parents[1:3]]

import oracle
import pytest
from transcript import SHOWABLE, features, search, shown_fields, text_of

from replay import RULESETS

FOLDER = Path(__file__).resolve().parent.parent / "data" / "transcripts"
"""One file a preset, named after it."""
NEVER_NAT = ("turnup_gezelligheid",)
"""Presets under which nobody goes nat (R35)."""


def seed_of(preset: str) -> int | None:
    """The seed in the first line of a preset's transcript."""
    path = FOLDER / f"{preset}.txt"
    found = re.match(rf"{preset}, seed (\d+):", path.read_text(encoding="utf-8")) if path.exists() else None
    return int(found[1]) if found else None


def known_seeds() -> dict[str, int]:
    """The presets that have a transcript."""
    seeds = {preset: seed_of(preset) for preset in RULESETS}
    return {preset: seed for preset, seed in seeds.items() if seed is not None}


def write() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(exist_ok=True)
    for preset in RULESETS:
        seed = seed_of(preset)
        if seed is None:
            shown = {pair for name, known in known_seeds().items() for pair in shown_values(name, known)}
            seed = search(preset, {field for field in SHOWABLE if (field, getattr(RULESETS[preset], field)) not in shown})
            print(f"{preset}: seed {seed}, {sorted(features(preset, seed))}, {sorted(shown_fields(preset, seed))}")
        (FOLDER / f"{preset}.txt").write_text(text_of(preset, seed), encoding="utf-8")


def shown_values(preset: str, seed: int) -> set[tuple[str, int]]:
    """The fields that a deal shows, with their values."""
    return {(field, getattr(RULESETS[preset], field)) for field in shown_fields(preset, seed)}


@pytest.mark.parametrize("preset", RULESETS)
def test_r14_to_r45_the_transcript_of_a_preset_reads_as_it_did(preset: str) -> None:
    seed = seed_of(preset)
    assert seed is not None, f"{preset} has no transcript: run this file with --write"
    expected = (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")
    changed = difflib.unified_diff(
        expected.splitlines(), text_of(preset, seed).splitlines(), "as it was", "as it is", lineterm=""
    )
    assert not (lines := list(changed)), "\n".join(["the transcript has changed", *lines])


def test_r55_there_is_one_transcript_for_each_preset_and_no_other_file() -> None:
    assert {f"{preset}.txt" for preset in oracle.PRESETS} == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("preset", RULESETS)
def test_r14_to_r45_a_transcript_holds_roem_a_trump_owed_an_illegal_card_and_a_nat_or_pit(preset: str) -> None:
    expected = {"roem", "a trump owed", "one illegal card", "nat or pit"} - ({"nat or pit"} if preset in NEVER_NAT else set())
    assert expected <= features(preset, known_seeds()[preset])


def test_r16_to_r45_every_value_that_tells_presets_apart_shows_in_some_transcript() -> None:
    values = {field: {getattr(rules, field) for rules in RULESETS.values()} for field in SHOWABLE}
    expected = {(field, value) for field, found in values.items() for value in found if len(found) > 1}
    expected.remove(("penalty_bonus", 0))  # no preset states a penalty without a bonus
    shown = {pair for preset, seed in known_seeds().items() for pair in shown_values(preset, seed)}
    assert expected - shown == set()


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
