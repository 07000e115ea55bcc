"""Who played which card, and what is said when a log's seats and hands disagree (R50-R52)."""

import itertools
import random
from dataclasses import replace

import oracle
import pytest
from dealing import Played, broken_off, card_set, clean_deal, clean_record, deal_hands, deals_of, in_order, texts, to_deal

from replay import RULESETS, Audit, Deal, Replayer, audit_deal, rules_in_force
from replay.findings import REVOKES
from replay.seating import BY_HANDS, BY_SEATS, BY_TURNS

RULES = oracle.PRESETS["amsterdams"]
IN_FORCE = rules_in_force("amsterdams")
UNKNOWN = (0, 0, 0, 0)
DEALS = deals_of("seating", 40, RULES)
FAULTY = deals_of("seating", 40, RULES, planted=0.2)
PAIRS = list(itertools.combinations(range(4), 2))


def seats_of(deal: Deal) -> tuple[int, ...]:
    """The seats that the program gives the cards of a deal."""
    return tuple(Replayer(deal, RULESETS["amsterdams"]).seats[: len(deal.plays)])


def codes_of(deal: Deal) -> list[str]:
    """The codes of all findings of a deal under known rules."""
    return [finding.code for finding in audit_deal(deal, IN_FORCE).findings]


def found(deal: Deal) -> Audit:
    """The audit of a deal under known rules."""
    return audit_deal(deal, IN_FORCE)


def handed(hands: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    """The hands with two of them exchanged."""
    changed = list(hands)
    changed[one], changed[other] = hands[other], hands[one]
    return tuple(changed)


# ---------------------------------------------------------------- R50: seats, hands, turns


def test_r50_logged_seats_say_who_played_a_card() -> None:
    rng = random.Random("any seats")
    for played in DEALS:
        seats = tuple(seat for _ in range(8) for seat in rng.sample(range(4), 4))
        deal = replace(to_deal(played, with_hands=False), seats=seats)
        assert seats == seats_of(deal)
        assert Replayer(deal, RULESETS["amsterdams"]).oddities & BY_SEATS
        wrong_hands = tuple(card_set(hand) for hand in deal_hands(rng))
        assert played.seats == seats_of(replace(to_deal(played), hands=wrong_hands))


def test_r51_seats_out_of_turn_that_hands_in_turn_contradict_are_one_fault_of_the_record() -> None:
    rng = random.Random("any seats")
    for played in DEALS:
        seats, start = list(played.seats), 4 * rng.randrange(8)
        one, other = (start + place for place in rng.sample(range(4), 2))
        seats[one], seats[other] = seats[other], seats[one]
        deal = clean_deal(played, RULES, seats=tuple(seats))
        assert played.seats == seats_of(deal)
        assert codes_of(deal) == ["hands_mismatch"]


def test_r50_without_seats_the_hand_that_holds_a_card_played_it_even_out_of_turn() -> None:
    rng = random.Random("any order")
    for played in DEALS:
        order = [4 * trick + place for trick in range(8) for place in rng.sample(range(4), 4)]
        shuffled = in_order(played, order)
        deal = to_deal(shuffled, with_seats=False)
        assert shuffled.seats == seats_of(deal)
        assert Replayer(deal, RULESETS["amsterdams"]).oddities & BY_HANDS


def test_r50_the_fourth_hand_follows_from_three_and_says_who_played_what() -> None:
    for played, missing in zip(FAULTY, itertools.cycle(range(4))):
        short = to_deal(broken_off(played, 19), with_seats=False)
        told = replace(short, hands=tuple(0 if seat == missing else hand for seat, hand in enumerate(short.hands)))
        replayer = Replayer(told, RULESETS["amsterdams"])
        assert card_set(played.hands[missing]) == replayer.hands[missing]
        assert replayer.oddities & BY_HANDS
        assert codes_of(short) == codes_of(told)


def test_r52_a_card_that_never_came_down_is_not_said_to_have_been_played() -> None:
    for played, missing in zip(FAULTY, itertools.cycle(range(4))):
        short = to_deal(broken_off(played, 19))
        told = replace(short, hands=tuple(0 if seat == missing else hand for seat, hand in enumerate(short.hands)))
        assert all("trick 0" not in finding.message for finding in found(told).findings)


def test_r50_two_hands_are_too_few_to_say_who_played_what() -> None:
    for played in DEALS:
        deal = to_deal(played, with_seats=False)
        told = replace(deal, hands=(deal.hands[0], 0, deal.hands[2], 0))
        assert Replayer(told, RULESETS["amsterdams"]).oddities == BY_TURNS
        assert played.seats == seats_of(told)


def test_r50_without_seats_and_hands_the_winner_of_each_trick_leads_the_next() -> None:
    for played in FAULTY:
        assert played.seats == seats_of(to_deal(played, with_hands=False, with_seats=False))
        winners = tuple(expected for expected in clean_record(played, RULES)["winners"])
        assert played.seats == seats_of(to_deal(played, with_hands=False, with_seats=False, winners=winners))


def test_r50_the_first_leader_is_the_logged_one_or_else_the_seat_left_of_the_dealer() -> None:
    for played in DEALS:
        told = to_deal(played, with_hands=False, with_seats=False)
        assert played.seats == seats_of(replace(told, dealer=None))
        assert played.seats == seats_of(replace(told, leader=None))


# ---------------------------------------------------------------- R51: hands that are not those of the plays


def with_exchanged_cards(played: Played, rng: random.Random, *, same_trick: bool = False) -> tuple[Deal, int]:
    """A clean record in whose hands two seats have one card of each other, and the index of the first of these to be played."""
    while True:
        one, other = sorted(rng.sample(range(32), 2))
        if played.seats[one] != played.seats[other] and (one // 4 == other // 4) == same_trick:
            break
    cards = card_set([played.plays[one], played.plays[other]])
    deal = clean_deal(played, RULES)
    hands = [hand ^ cards if seat in (played.seats[one], played.seats[other]) else hand for seat, hand in enumerate(deal.hands)]
    return replace(deal, hands=tuple(hands)), one


def test_r51_a_card_that_a_logged_hand_lacks_is_one_card_not_held() -> None:
    rng = random.Random("not held")
    for played, same_trick in zip(DEALS, itertools.cycle((True, False))):
        deal, first = with_exchanged_cards(played, rng, same_trick=same_trick)
        (finding,) = found(deal).findings
        expected = ("card_not_held", "violation", first + 1, played.seats[first])
        assert expected == (finding.code, finding.certainty, finding.card_no, finding.seat)


def test_r50_without_seats_a_displaced_card_is_a_fault_of_the_record_and_no_card_not_held() -> None:
    rng = random.Random("not held")
    for played in DEALS * 5:
        deal, _ = with_exchanged_cards(played, rng)
        assert codes_of(replace(deal, seats=())) == ["hands_mismatch"]


def test_r51_hands_with_two_cards_of_one_trick_exchanged_prove_no_revoke_where_the_turn_order_shows_none() -> None:
    rng = random.Random("one trick")
    accused = set()
    for played in DEALS * 10:
        deal, _ = with_exchanged_cards(played, rng, same_trick=True)
        findings = found(replace(deal, seats=())).findings
        accused |= {finding.message for finding in findings if finding.code in REVOKES and finding.certainty == "violation"}
    assert not accused, "\n".join(sorted(accused))


@pytest.mark.parametrize("winners", [True, False], ids=["winners", "no-winners"])
@pytest.mark.parametrize("seats", [True, False], ids=["seats", "no-seats"])
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_r51_two_exchanged_hands_are_one_hands_mismatch(pair: tuple[int, int], seats: bool, winners: bool) -> None:
    for played in DEALS:
        deal = clean_deal(played, RULES)
        told = replace(deal, hands=handed(deal.hands, *pair), seats=deal.seats if seats else ())
        told = told if winners else replace(told, winners=())
        assert codes_of(told) == ["hands_mismatch"]
        assert played.seats == seats_of(told)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_r51_two_tricks_are_enough_to_show_that_hands_are_exchanged(pair: tuple[int, int]) -> None:
    for played in DEALS:
        short = to_deal(broken_off(played, 8), with_seats=False)
        assert codes_of(replace(short, hands=handed(short.hands, *pair))) == ["hands_mismatch"]


@pytest.mark.parametrize("by", [1, 2, 3])
def test_r51_four_hands_at_the_wrong_seats_are_one_hands_mismatch(by: int) -> None:
    for played in DEALS:
        deal = clean_deal(played, RULES)
        rotated = replace(deal, hands=deal.hands[by:] + deal.hands[:by])
        assert codes_of(rotated) == ["hands_mismatch"]
        assert codes_of(replace(rotated, seats=())) == ["hands_mismatch"]
        assert codes_of(replace(rotated, seats=(), winners=())) == ["hands_mismatch"]


def test_r51_hands_of_another_deal_are_one_hands_mismatch() -> None:
    rng = random.Random("another deal")
    for played in DEALS:
        deal = clean_deal(played, RULES, hands=tuple(card_set(hand) for hand in deal_hands(rng)))
        for told in (deal, replace(deal, seats=()), replace(deal, seats=(), winners=())):
            assert codes_of(told) == ["hands_mismatch"]


def test_r51_a_revoke_that_the_plays_show_is_found_although_the_hands_are_wrong() -> None:
    for played in FAULTY:
        deal = to_deal(played)
        expected = [code for code in codes_of(deal) if code]
        told = replace(deal, hands=handed(deal.hands, 0, 2))
        assert [*expected, "hands_mismatch"] == codes_of(told)


# ---------------------------------------------------------------- R52: hands that follow from the plays


def test_r52_a_hand_that_is_not_logged_is_what_its_seat_plays() -> None:
    for played in DEALS:
        short = broken_off(played, 21)
        replayer = Replayer(to_deal(short, with_hands=False), RULESETS["amsterdams"])
        for seat in range(4):
            assert {card for card, by in zip(short.plays, short.seats, strict=True) if by == seat} == texts(
                replayer.hands[seat]
            )


def test_r52_a_finding_names_the_trick_in_which_the_card_that_proves_it_came_down() -> None:
    proofs = 0
    for played in FAULTY:
        for finding in found(to_deal(played, with_hands=False)).findings:
            later = played.plays[4 * finding.trick_no :]
            shown = [f"{card} (played in trick {finding.trick_no + 1 + later.index(card) // 4})" for card in later]
            assert any(text in finding.message for text in shown), finding.message
            proofs += 1
        assert all("(played in" not in finding.message for finding in found(to_deal(played)).findings)
    assert proofs > 100
