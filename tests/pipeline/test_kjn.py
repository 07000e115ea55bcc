"""What KJN.md promises of reading: remarks, line ends, comments over lines, and faults that name their line."""

import io

import pytest

from pipeline.faults import Fault
from pipeline.formats import Entry, formats
from pipeline.records import Record, read_record

TAGS = '[Game "g"]\n[Deal "7"]\n[Rules "amsterdams"]\n[Dealer "S"]\n[Declarer "W"]\n[Trump "C"]\n'
PLAY = "QC JC 7C TC\n7D 9D TD QD\nAH QH KD 8H\n7H TH 7S 9H\nKC 8S 9C JH\nAD KH 8D JD\nAS KS 9S JS\n8C TS AC QS\n"


def entries(text: str) -> list[Entry]:
    """The entries of a text of the notation."""
    return list(formats()["kjn"].read(io.BytesIO(text.encode())))


def record(text: str) -> Record:
    """The one record of a text."""
    (entry,) = entries(text)
    assert isinstance(entry.values, dict), entry.values
    read = read_record(entry.values)
    assert isinstance(read, Record), read
    return read


def comments(text: str) -> list[tuple[int, str]]:
    """The comments of the one record of a text."""
    return [(comment.card_no, comment.text) for comment in record(text).comments]


WRITTEN = record(TAGS + PLAY)


@pytest.mark.parametrize(
    "text",
    [
        TAGS + PLAY.replace("\n", " % a remark {not a comment\n"),
        TAGS + PLAY.replace("\n", ";and another\n"),
        (TAGS + PLAY).replace("\n", "\r"),
        (TAGS + PLAY).replace("\n", "\r\n"),
        f'% what a program adds\n[X_Table2 "9"]\n{TAGS}{PLAY}',
        TAGS.replace("\n", " % so\n") + "\n" + PLAY,
        TAGS + PLAY.replace("\n", " ").replace(" ", "\n"),
        TAGS + PLAY + "*\n",
    ],
)
def test_reading_is_lenient(text: str) -> None:
    assert record(text).deal == WRITTEN.deal


def test_a_comment_goes_on_over_lines_and_may_look_like_a_tag_or_a_remark() -> None:
    text = TAGS + PLAY.replace("TC\n", 'TC {he said\n[Trump "H"]\n% and\n; then {no} 7D\n', 1)
    assert comments(text.replace("{no} 7D", "no }")) == [(4, 'he said\n[Trump "H"]\n% and\n; then no ')]
    assert comments(TAGS + PLAY.replace("JC", "JC { 100 % sure; yes }")) == [(2, " 100 % sure; yes ")]


def test_a_comment_that_is_not_closed_costs_its_own_deal_only() -> None:
    broken, sound = entries(TAGS + PLAY.replace("JC", "JC {oh") + "\n" + TAGS.replace("7", "8") + PLAY)
    assert isinstance(broken.values, Fault)
    assert isinstance(sound.values, dict)


@pytest.mark.parametrize(
    ("text", "field", "line", "message"),
    [
        (TAGS + PLAY.replace("TD QD", "TD * QD"), "plays", 7, "stands after the *"),
        ('[Klaverjas "2"]\n' + TAGS + PLAY, "", 1, "reads version 1"),
        (TAGS + "[Oops\n" + PLAY, "", 1, "is not a tag"),
    ],
)
def test_faults_say_what_is_wrong(text: str, field: str, line: int, message: str) -> None:
    (entry,) = entries(text)
    assert isinstance(entry.values, Fault)
    assert (entry.values.field, entry.line_of(entry.values.field)) == (field, line)
    assert message in entry.values.message


def test_a_fault_of_a_value_is_on_the_line_of_its_tag() -> None:
    (entry,) = entries("\n; remark\n" + TAGS.replace('[Trump "C"]', '[Trump "X"]') + PLAY)
    assert isinstance(entry.values, dict)
    faults = read_record(entry.values)
    assert isinstance(faults, list)
    assert [entry.line_of(fault.field) for fault in faults] == [8]
