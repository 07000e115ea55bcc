"""R50-R54: logs that contradict themselves about who played what accuse nobody, and one fault stays one finding."""

from collections import Counter
from dataclasses import replace

import oracle
import pytest
from dealing import clean_deal, deals_of, to_deal

from replay import Deal, audit_deal, rules_in_force
from replay.findings import REVOKES
from replay.seating import SEATS_DOUBTFUL

RULES = oracle.PRESETS["amsterdams"]
IN_FORCE = rules_in_force("amsterdams")
DEALS = [clean_deal(played, RULES) for played in deals_of("doubt", 60, RULES)]
UNKNOWN = (0, 0, 0, 0)
PLAY = (*REVOKES, "played_out_of_turn", "card_not_held")


def accused(deal: Deal) -> list[str]:
    """Cards that are called a violation."""
    findings = audit_deal(deal, IN_FORCE).findings
    return [finding.message for finding in findings if finding.code in PLAY and finding.certainty == "violation"]


def codes(deal: Deal) -> list[str]:
    """The codes of all findings that blame, in order."""
    return [finding.code for finding in audit_deal(deal, IN_FORCE).findings if finding.certainty != "information"]


def swapped_plays(deal: Deal, trick: int) -> tuple[int, ...]:
    """The plays with the second and third card of a trick in the other order."""
    plays, at = list(deal.plays), 4 * trick + 1
    plays[at], plays[at + 1] = plays[at + 1], plays[at]
    return tuple(plays)


@pytest.mark.parametrize("known", [(0,), (2,), (0, 1), (1, 2), (0, 2)], ids=str)
def test_r51_a_hand_that_disproves_the_turn_order_is_one_fault_of_the_record(known: tuple[int, ...]) -> None:
    judged = 0
    for number, deal in enumerate(DEALS):
        hands = tuple(hand if seat in known else 0 for seat, hand in enumerate(deal.hands))
        told = replace(deal, plays=swapped_plays(deal, number % 8), seats=(), winners=(), hands=hands)
        if "hands_mismatch" in codes(told):
            judged += 1
            assert codes(told) == ["hands_mismatch"]
    assert judged > 10


def test_r53_a_leader_that_contradicts_the_dealer_is_one_contradiction_and_accuses_nobody() -> None:
    played = deals_of("doubt and revokes", 60, RULES, planted=0.05)
    for number, one in enumerate(played):
        deal = to_deal(one, with_hands=False, with_seats=False)
        told = replace(deal, leader=((deal.leader if deal.leader is not None else one.seats[0]) + 1 + number % 3) % 4)
        assert accused(told) == []
        assert [code for code in codes(told) if code not in PLAY] == ["wrong_first_leader"]


def test_r53_winners_or_hands_say_which_of_leader_and_dealer_is_right() -> None:
    for number, deal in enumerate(DEALS):
        wrong = replace(deal, leader=(deal.seats[0] + 1 + number % 3) % 4, seats=())
        assert codes(replace(wrong, hands=UNKNOWN)) == ["wrong_first_leader"]
        assert codes(replace(wrong, winners=())) == ["wrong_first_leader"]
        assert audit_deal(replace(wrong, hands=UNKNOWN), IN_FORCE).outcome == audit_deal(deal, IN_FORCE).outcome


def test_r52_one_wrong_seat_letter_proves_no_revoke() -> None:
    for number, deal in enumerate(DEALS):
        seats = list(deal.seats)
        seats[number % 32] = (seats[number % 32] + 1 + number % 3) % 4
        findings = audit_deal(replace(deal, seats=tuple(seats), hands=UNKNOWN), IN_FORCE).findings
        assert not [finding for finding in findings if finding.code in REVOKES]


def test_r51_seat_letters_that_hands_and_turn_order_disprove_are_one_fault_of_the_record() -> None:
    for number, deal in enumerate(DEALS):
        seats, at = list(deal.seats), 4 * (number % 8) + 1
        seats[at], seats[at + 1] = seats[at + 1], seats[at]
        assert codes(replace(deal, seats=tuple(seats))) == ["hands_mismatch"]


def test_r51_more_than_one_exchanged_card_is_a_fault_of_the_hands() -> None:
    for deal in DEALS:
        hands = list(deal.hands)
        for one, other in ((0, 1), (2, 3)):
            a, b = hands[one] & -hands[one], hands[other] & -hands[other]
            hands[one], hands[other] = hands[one] ^ a | b, hands[other] ^ b | a
        assert codes(replace(deal, hands=tuple(hands))) == ["hands_mismatch"]


def test_r54_one_wrong_winner_without_seats_and_hands_is_one_finding_and_the_score_stays_right() -> None:
    found: Counter[int] = Counter()
    for number, deal in enumerate(DEALS):
        trick = number % 8
        winners = list(deal.winners)
        winners[trick] = (winners[trick] + 1 + number % 3) % 4
        told = replace(deal, winners=tuple(winners), seats=(), hands=UNKNOWN)
        assert accused(told) == []
        audit = audit_deal(told, IN_FORCE)
        found[len([finding for finding in audit.findings if finding.certainty == "violation"])] += 1
        if trick < 6:  # later the tricks left cannot tell which is right
            assert audit.outcome == audit_deal(deal, IN_FORCE).outcome
            assert [finding.code for finding in audit.findings] == ["winner_mismatch"]
    assert set(found) == {1}


def test_r50_what_is_a_toss_up_is_marked_as_doubtful() -> None:
    from replay import Replayer

    deal = DEALS[0]
    told = replace(deal, leader=(deal.seats[0] + 1) % 4, seats=(), hands=UNKNOWN, winners=())
    assert Replayer(told, IN_FORCE).oddities & SEATS_DOUBTFUL
    assert not Replayer(deal, IN_FORCE).oddities & SEATS_DOUBTFUL


def pits() -> list[Deal]:
    """Deals in which a side takes all eight tricks."""
    found = [clean_deal(played, RULES) for played in deals_of("pits", 2500, RULES)]
    some = [deal for deal in found if deal.pit]
    assert len(some) > 5
    return some


def test_r38_a_pit_written_as_roem_is_a_way_of_writing_and_counts_once() -> None:
    for deal in pits():
        maker = deal.winners[0] % 2
        roem_points, score = list(deal.roem_points or (0, 0)), list(deal.score or (0, 0))
        roem_points[maker] += 100
        told = replace(deal, roem=(*deal.roem[:7], (deal.roem[7] or 0) + 100), roem_points=(roem_points[0], roem_points[1]))
        assert codes(told) == []
        score[maker] += 100
        assert codes(replace(told, score=(score[0], score[1]))) == ["score_mismatch"]
