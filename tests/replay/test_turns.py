"""Cards out of turn, a wrong first leader, and winners that the cards contradict (R12, R50, R53, R54)."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import oracle
import pytest
from dealing import Played, broken_off, clean_deal, clean_record, deal_hands, deals_of, in_order, to_deal

from replay import RULESETS, Audit, Deal, Replayer, audit_deal, rules_in_force

RULES = oracle.PRESETS["amsterdams"]
IN_FORCE = rules_in_force("amsterdams")
UNKNOWN = (0, 0, 0, 0)
DEALS = deals_of("turns", 40, RULES)


def found(deal: Deal) -> Audit:
    """The audit of a deal under known rules."""
    return audit_deal(deal, IN_FORCE)


def codes_of(deal: Deal) -> list[str]:
    """The codes of all findings of a deal under known rules."""
    return [finding.code for finding in found(deal).findings]


# ---------------------------------------------------------------- R53: turns


def swapped(played: Played, trick: int, place: int) -> Played:
    """The deal in which the players at two places of a trick, counted from 0, come in the wrong order."""
    order = list(range(32))
    one, other = 4 * trick + place, 4 * trick + place + 1
    order[one], order[other] = other, one
    return in_order(played, order)


@pytest.mark.parametrize("place", [1, 2])
def test_r53_a_card_out_of_turn_is_the_only_finding_of_its_trick(place: int) -> None:
    for played, trick in itertools.product(DEALS, range(8)):
        deal = clean_deal(played, RULES)
        turned = swapped(played, trick, place)
        told = replace(deal, plays=to_deal(turned).plays, seats=turned.seats)
        for record in (told, replace(told, seats=()), replace(told, hands=UNKNOWN)):
            (finding,) = found(record).findings
            expected = ("played_out_of_turn", 4 * trick + place + 1, turned.seats[4 * trick + place])
            assert expected == (finding.code, finding.card_no, finding.seat)


def test_r53_in_a_single_trick_a_card_out_of_turn_is_still_no_matter_of_wrong_hands() -> None:
    for played in DEALS:
        short = to_deal(broken_off(swapped(played, 0, 1), 4), with_seats=False)
        assert codes_of(short) == ["played_out_of_turn"]


def test_r53_the_best_card_of_a_trick_led_out_of_turn_wins_it_for_its_seat() -> None:
    for played, trick in itertools.product(DEALS, range(1, 8)):
        turned = swapped(played, trick, 0)
        pairs = list(zip(turned.seats, turned.plays, strict=True))[4 * trick : 4 * trick + 4]
        replayer = Replayer(to_deal(turned), RULESETS["amsterdams"])
        assert oracle.winning_seat(pairs, played.trump) == replayer.tricks[trick].winner
        steps = list(replayer.steps())[4 * trick : 4 * trick + 4]
        assert [step.code for step in steps] == ["played_out_of_turn", None, None, None]
        assert [step.legal for step in steps] == [0, 0, 0, 0], "nobody's cards are judged in this trick"


def test_r50_nobody_is_said_to_have_played_out_of_turn_where_seats_and_hands_are_unknown() -> None:
    for played, trick in itertools.product(DEALS, range(8)):
        told = to_deal(swapped(played, trick, 1), with_hands=False, with_seats=False)
        assert "played_out_of_turn" not in codes_of(told)
        assert "card_not_held" not in codes_of(told)


def test_r12_a_wrong_first_leader_is_one_finding_and_the_tricks_after_it_are_judged_from_him() -> None:
    for played, offset in zip(DEALS, itertools.cycle((1, 2, 3))):
        deal = clean_deal(played, RULES, dealer=(played.dealer + offset) % 4)
        for told in (deal, replace(deal, seats=()), replace(deal, hands=UNKNOWN), replace(deal, seats=(), hands=UNKNOWN)):
            (finding,) = found(told).findings
            seat = played.seats[0] if told.seats or all(told.hands) else None  # nobody is blamed on inference (R50)
            expected = ("wrong_first_leader", "R12", seat)
            assert expected == (finding.code, finding.paragraph, finding.seat)
        assert codes_of(replace(deal, dealer=None)) == []
        assert codes_of(replace(deal, dealer=None, leader=(played.seats[0] + 1) % 4)) == ["wrong_first_leader"]


def test_r12_where_nothing_tells_who_led_first_nobody_is_accused_on_a_guess() -> None:
    declarer_leads = rules_in_force({"base": "amsterdams", "first_lead": "declarer"})
    for played in DEALS:
        side_only = clean_deal(played, RULES, declarer=None, leader=None, seats=(), hands=UNKNOWN)
        for deal, rules in ((side_only, declarer_leads), (replace(side_only, dealer=None), IN_FORCE)):
            assert [finding.message for finding in audit_deal(deal, rules).findings if finding.certainty == "violation"] == []


# ---------------------------------------------------------------- R53, R54: a wrong winner


def misled() -> Iterator[Played]:
    """Deals in one trick of which the site named a wrong winner, who then led the next."""
    rng = random.Random("misled")
    for number in range(60):
        hands, trump, wrong = deal_hands(rng), rng.choice("CDHS"), number % 7
        left, leader = [list(hand) for hand in hands], rng.randrange(4)
        dealer = (leader + 3) % 4
        plays: list[str] = []
        seats: list[int] = []
        for trick in range(8):
            for place in range(4):
                seat = (leader + place) % 4
                legal = oracle.legal_cards(left[seat], plays[4 * trick :], trump, RULES)
                plays.append(rng.choice(sorted(legal)))
                seats.append(seat)
                left[seat].remove(plays[-1])
            winner = (leader + oracle.trick_winner(plays[4 * trick :], trump)) % 4
            leader = (winner + rng.choice((1, 2, 3))) % 4 if trick == wrong else winner
        yield Played(trump, dealer, rng.randrange(4), hands, tuple(plays), tuple(seats))


def logged_winners(played: Played) -> tuple[int, ...]:
    """The winners as the site logged them: whoever led the next trick."""
    true = clean_record(played, RULES)["winners"]
    return (*(played.seats[start] for start in range(4, 32, 4)), true[-1])


def test_r50_the_logged_winner_leads_the_next_trick_even_where_the_cards_say_otherwise() -> None:
    for played in misled():
        record = clean_deal(played, RULES, winners=logged_winners(played))
        assert played.seats == tuple(Replayer(replace(record, hands=UNKNOWN, seats=()), RULESETS["amsterdams"]).seats)


def test_r53_leading_as_the_logged_winner_is_never_out_of_turn_and_the_wrong_winner_is_one_finding() -> None:
    for number, played in enumerate(misled()):
        record = clean_deal(played, RULES, winners=logged_winners(played))
        for told in (
            record,
            replace(record, seats=()),
            replace(record, hands=UNKNOWN),
            replace(record, seats=(), hands=UNKNOWN),
        ):
            (finding,) = found(told).findings
            expected = ("winner_mismatch", "violation", number % 7 + 1)
            assert expected == (finding.code, finding.certainty, finding.trick_no)


def test_r53_without_the_site_naming_him_winner_the_lead_is_out_of_turn() -> None:
    for number, played in enumerate(misled()):
        (finding,) = found(clean_deal(played, RULES, winners=())).findings
        expected = ("played_out_of_turn", 4 * (number % 7) + 5)
        assert expected == (finding.code, finding.card_no)


@pytest.mark.parametrize("trick", range(8))
@pytest.mark.parametrize("offset", [1, 2, 3])
def test_r54_a_wrong_winner_in_the_log_alone_is_one_finding_and_accuses_no_player(trick: int, offset: int) -> None:
    for played in DEALS:
        true = clean_record(played, RULES)["winners"]
        wrong = tuple((winner + offset) % 4 if number == trick else winner for number, winner in enumerate(true))
        deal = clean_deal(played, RULES, winners=wrong)
        for told in (deal, replace(deal, seats=()), replace(deal, hands=UNKNOWN)):
            assert codes_of(told) == ["winner_mismatch"]
        for finding in found(replace(deal, seats=(), hands=UNKNOWN)).findings:
            assert finding.card is None or finding.certainty != "violation", finding
