"""Records of one deal judged as a set."""

import itertools
import random
from typing import Any

import pytest
from making import sound

from pipeline.contests import CONFLICTING, DEAL, DUPLICATE, Source, judge_set, source_of
from pipeline.records import Record, read_record


def source(line: int, **changes: Any) -> Source:
    record = read_record(sound(**changes))
    assert isinstance(record, Record), record
    return source_of(record, "log", "", line)


def broken_off(line: int, count: int, **changes: Any) -> Source:
    values = sound()
    cut = {
        "plays": " ".join(values["plays"].split()[:count]),
        "seats": values["seats"][:count],
        "winners": values["winners"][: count // 4],
        "roem": values["roem"][: count // 4],
    }
    gone = dict.fromkeys(("points", "roem_points", "score", "totals", "nat", "pit"), "absent")
    return source(line, **{**cut, **gone, **changes})


def verdicts(*sources: Source) -> dict[int, str]:
    return {verdict.source.line: verdict.status for verdict in judge_set(list(sources))}


def test_the_same_record_twice_is_one_deal_and_a_duplicate() -> None:
    assert verdicts(source(1), source(2)) == {1: DEAL, 2: DUPLICATE}


def test_the_record_with_most_plays_is_the_deal_and_one_that_begins_it_a_duplicate() -> None:
    assert verdicts(broken_off(1, 9), source(2), broken_off(3, 20)) == {1: DUPLICATE, 2: DEAL, 3: DUPLICATE}


def test_then_the_record_that_knows_most() -> None:
    assert verdicts(source(1, score="absent", nat="absent"), source(2)) == {1: DUPLICATE, 2: DEAL}


@pytest.mark.parametrize(
    ("field", "value"),
    [("score", [1, 161]), ("nat", True), ("players", ["X", None, None, None]), ("rules", "rotterdams"), ("void", "misdeal")],
)
def test_a_record_that_says_otherwise_is_conflicting_and_names_both_places_and_the_field(field: str, value: object) -> None:
    judged = judge_set([source(1), source(2, **{field: value}, totals="absent", pit="absent")])
    assert [verdict.status for verdict in judged] == [DEAL, CONFLICTING]
    assert judged[1].reason == f"log:2 says otherwise than log:1 in {field}"


def test_a_broken_off_record_with_another_card_is_conflicting() -> None:
    plays = sound()["plays"].split()
    plays[7], plays[8] = plays[8], plays[7]
    assert verdicts(source(1), broken_off(2, 9, plays=" ".join(plays[:9])))[2] == CONFLICTING


def test_names_that_only_one_record_knows_are_no_contradiction() -> None:
    players = sound()["players"]
    assert verdicts(source(1), source(2, players=[None, *players[1:]], board="absent")) == {1: DEAL, 2: DUPLICATE}


def test_the_order_of_records_never_matters() -> None:
    sources = [source(1), source(2, score=[1, 161]), broken_off(3, 12), source(4), broken_off(5, 12, dealer="absent")]
    expected = verdicts(*sources)
    for order in random.Random(1).sample(list(itertools.permutations(sources)), 40):
        assert expected == verdicts(*order)
    assert list(expected.values()).count(DEAL) == 1
