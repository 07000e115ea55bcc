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
    "R6": "the packets matter only to records that carry a deck",
    "R7": "the order of dealers is judged in a whole game",
    "R9": "customs that leave no trace in a log",
    "R10": "bidding comes with the next issue",
    "R11": "bidding comes with the next issue",
    "R13": "bidding comes with the next issue",
    "R33": "who may announce comes with the claims",
    "R46": "the match comes with the next issue",
    "R47": "the match comes with the next issue",
    "R48": "the match comes with the next issue",
    "R49": "the match comes with the next issue",
    "R57": "what is set aside never reaches this package",
}
"""Paragraphs that no test has to cite, each with the reason."""


def cited(text: str) -> set[str]:
    """The paragraphs that a text cites, with those between the ends of a range such as R14-R22."""
    found = {f"R{number}" for number in re.findall(r"(?<![A-Za-z])[Rr](\d{1,2})(?!\d)", text.replace("_", " "))}
    for first, last in re.findall(r"(?<![A-Za-z])[Rr](\d{1,2})(?:-| to )[Rr](\d{1,2})", text.replace("_", " ")):
        found |= {f"R{number}" for number in range(int(first), int(last) + 1)}
    return found


def tests_of_this_package() -> dict[str, str]:
    """The names and docstrings of the test files here, this one apart."""
    return {
        path.name: path.read_text(encoding="utf-8") for path in (TESTS / "replay").glob("test_*.py") if path != Path(__file__)
    }


@pytest.mark.parametrize("paragraph", [paragraph for paragraph in PARAGRAPHS if paragraph not in NOT_YET])
def test_r1_to_r57_each_paragraph_is_cited_by_some_test(paragraph: str) -> None:
    assert [name for name, text in tests_of_this_package().items() if paragraph in single(text)], f"no test cites {paragraph}"


def single(text: str) -> set[str]:
    """The paragraphs cited by themselves or as the end of a range: a range alone is too cheap to cover what lies between."""
    return {f"R{number}" for number in re.findall(r"(?<![A-Za-z])[Rr](\d{1,2})(?!\d)", text.replace("_", " "))}


def test_r1_to_r57_every_paragraph_that_a_test_cites_exists() -> None:
    assert set().union(*(cited(text) for text in tests_of_this_package().values())) <= set(PARAGRAPHS)


def test_r1_to_r57_what_no_test_has_to_cite_exists_and_is_not_cited_after_all() -> None:
    assert set(NOT_YET) <= set(PARAGRAPHS)


def test_r55_every_field_and_every_finding_rests_on_a_paragraph_that_exists() -> None:
    assert {spec.paragraph for spec in FIELDS.values()} | {code.paragraph for code in CODES.values()} <= set(PARAGRAPHS)
