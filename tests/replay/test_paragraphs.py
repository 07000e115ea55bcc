"""Every paragraph of the rulebook is cited by some test, and no test cites one that does not exist."""

import re
from pathlib import Path

import pytest

import replay
from replay import CODES, FIELDS

TESTS = Path(__file__).resolve().parent.parent
RULEBOOK = (Path(replay.__file__).parent / "RULES.md").read_text(encoding="utf-8")
PARAGRAPHS = [f"R{number}" for number in re.findall(r"^\*\*R(\d+)", RULEBOOK, re.MULTILINE)]

NOT_YET = {
    "R5": "names of seats and sides, which only records and pages use",
    "R9": "customs that leave no trace in a log",
    "R57": "what is set aside never reaches this package",
}
"""Paragraphs that no test has to cite, each with the reason."""


def cited(text: str) -> set[str]:
    """The paragraphs that a text cites by name; a range does not count for what lies between its ends."""
    return {f"R{number}" for number in re.findall(r"(?<![A-Za-z])[Rr](\d{1,2})(?!\d)", text.replace("_", " "))}


def texts_of_the_tests() -> dict[str, str]:
    """The names and docstrings of the test files here, this one apart."""
    return {
        path.name: path.read_text(encoding="utf-8") for path in (TESTS / "replay").glob("test_*.py") if path != Path(__file__)
    }


@pytest.mark.parametrize("paragraph", [paragraph for paragraph in PARAGRAPHS if paragraph not in NOT_YET])
def test_r1_to_r57_each_paragraph_is_cited_by_some_test(paragraph: str) -> None:
    assert [name for name, text in texts_of_the_tests().items() if paragraph in cited(text)], f"no test cites {paragraph}"


def test_r1_to_r57_every_paragraph_that_a_test_cites_exists() -> None:
    assert set().union(*(cited(text) for text in texts_of_the_tests().values())) <= set(PARAGRAPHS)


def test_r1_to_r57_what_no_test_has_to_cite_exists() -> None:
    assert set(NOT_YET) <= set(PARAGRAPHS)


def test_r55_every_field_and_every_finding_rests_on_a_paragraph_that_exists() -> None:
    assert {spec.paragraph for spec in FIELDS.values()} | {code.paragraph for code in CODES.values()} <= set(PARAGRAPHS)
