"""What a finding about a card says: the paragraph, who held what, and which other reading or rules allow it (R14-R22, R55)."""

import pytest
from dealing import card_set, ints, suit

from replay import Deal, Finding, audit_deal, rules_in_force
from replay.findings import DEPENDS_ON_RULE, VIOLATION


def finding(trick: str, hand: str, card: str, rules: str | dict[str, str] | None = "amsterdams") -> Finding:
    """The one finding about a card that answers a trick led by north, from a logged hand, with hearts as trump."""
    lying = trick.split()
    hands = [card_set(hand.split()) if seat == len(lying) else 0 for seat in range(4)]
    plays = ints([*lying, card])
    deal = Deal(trump=suit("H"), leader=0, plays=plays, seats=tuple(range(len(plays))), hands=tuple(hands))
    (found,) = audit_deal(deal, rules_in_force(rules)).findings
    return found


# trick, hand, card, rules, code, paragraph, words of the message
SITUATIONS = [
    ("TS", "AS 7S JH", "JH", "amsterdams", "not_followed", "R15", ["East", "JH", "spades", "7S and AS"]),
    ("7H 9H", "JH 8H AC", "8H", "amsterdams", "not_overtrumped", "R16", ["South", "8H", "9H", "East", "JH"]),
    ("7H 8H", "JH AC", "AC", "rotterdams", "not_followed", "R15", ["South", "AC", "hearts", "JH"]),
    ("KS", "JH AC", "AC", "amsterdams", "not_trumped", "R17", ["East", "no spades", "AC", "KS", "JH"]),
    ("KS 9H", "JH 7H AC", "7H", "amsterdams", "not_overtrumped", "R18", ["South", "7H", "East", "9H", "JH"]),
    ("KS 9H", "JH 7H AC", "AC", "amsterdams", "not_trumped", "R17", ["South", "AC", "East", "9H", "JH"]),
    ("KS JH", "7H 8H AC", "7H", "amsterdams", "undertrumped", "R19", ["South", "7H", "East", "JH", "AC"]),
    ("KS JH", "7H AC", "AC", "rotterdams", "not_undertrumped", "R19", ["South", "AC", "East", "JH", "7H"]),
    ("7S QH 8S", "TH 8H 7C", "8H", "amsterdams", "undertrumped", "R21", ["West", "8H", "East", "QH", "7C and TH"]),
    ("7S QH 8S", "TH 8H", "8H", "amsterdams", "not_overtrumped", "R21", ["West", "8H", "East", "QH", "TH"]),
    ("7S QH 8S", "TH 8H 7C", "8H", "rotterdams", "not_overtrumped", "R18", ["West", "8H", "East", "QH", "TH"]),
    ("7S JH 8S", "TH 7C", "7C", "rotterdams", "not_undertrumped", "R19", ["West", "7C", "East", "JH", "TH"]),
]


@pytest.mark.parametrize(("trick", "hand", "card", "rules", "code", "paragraph", "words"), SITUATIONS)
def test_r15_to_r22_a_finding_names_its_paragraph_the_player_and_the_cards(
    trick: str, hand: str, card: str, rules: str, code: str, paragraph: str, words: list[str]
) -> None:
    found = finding(trick, hand, card, rules)
    assert (code, paragraph, VIOLATION) == (found.code, found.paragraph, found.certainty)
    missing = [word for word in [*words, card] if word not in found.message]
    assert not missing, found.message
    assert (found.card_no, found.trick_no, found.seat) == (len(trick.split()) + 1, 1, len(trick.split()))
    assert ints([card]) == (found.card,)


def test_r14_a_card_not_held_and_one_out_of_turn_are_told_in_words() -> None:
    assert "hand of East does not hold" in finding("TS", "AS 7S JH", "9S").message
    deal = Deal(trump=2, leader=0, plays=ints(["7S", "9S", "TS", "AS"]), seats=(0, 2, 1, 3))
    (found,) = audit_deal(deal, rules_in_force("amsterdams")).findings
    assert (found.code, found.paragraph, found.seat) == ("played_out_of_turn", "R14", 2)
    assert "South played 9S out of turn: it was East's turn." in found.message


def test_r55_a_finding_names_the_nearest_reading_that_allows_the_card() -> None:
    found = finding("7H 9H", "JH 8H AC", "8H", "klaverlive_amsterdams")
    assert (found.code, found.certainty) == ("not_overtrumped", DEPENDS_ON_RULE)
    assert "Allowed where overtrump_on_lead is never." in found.message
    under = finding("KS JH", "7H AC", "7H", {"base": "turnup_amsterdams", "undertrump": "forbidden"})
    assert (under.code, under.certainty) == ("undertrumped", VIOLATION), "a field that is set has no other reading"
    owed = finding("KS 7S", "JH AC", "AC", "turnup_rotterdams")
    assert (owed.code, owed.certainty) == ("not_trumped", VIOLATION)


def test_r55_of_several_readings_the_one_with_fewest_changes_is_named() -> None:
    found = finding("KS JH", "7H AC", "7H", None)
    assert (found.code, found.certainty) == ("undertrumped", DEPENDS_ON_RULE)
    allowed = found.message.split("Allowed where ")[1].split(".")[0]
    assert allowed in ("undertrump is compulsory", "undertrump is free"), found.message


def test_r55_a_card_that_no_reading_allows_is_a_violation_although_others_are_open() -> None:
    found = finding("KS 9H", "JH 7H AC", "AC", "gamepoint_amsterdams")
    assert (found.code, found.certainty) == ("not_trumped", VIOLATION)
    barred = finding("7S QH 8S", "TH 8H 7C", "8H", {"base": "gamepoint_amsterdams", "undertrump_partner": "forbidden"})
    assert (barred.code, barred.certainty) == ("undertrumped", VIOLATION)
    assert "Amsterdams rules forbid it too; Rotterdams rules forbid it too." in barred.message
