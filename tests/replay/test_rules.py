"""One small example for each paragraph about cards, play, tricks, roem and scores, to be read beside the rulebook."""

import itertools

import pytest
from dealing import card_set, ints, suit, texts

from replay import (
    RULESETS,
    RuleSet,
    deal_score,
    hand_roem,
    legal_cards,
    parse_card,
    parse_cards,
    penalty_score,
    trick_points,
    trick_roem,
    trick_winner,
    why_illegal,
)
from replay.rulesets import with_values

AMSTERDAMS, ROTTERDAMS = RULESETS["amsterdams"], RULESETS["rotterdams"]
Score = tuple[int, int]


def legal(trick: str, hand: str, rules: RuleSet = AMSTERDAMS, **fields: object) -> str:
    """The legal cards of a hand, in its order, with hearts as trump and some fields changed."""
    found = texts(legal_cards(card_set(hand.split()), ints(trick.split()), suit("H"), with_values(rules, fields)))
    return " ".join(card for card in hand.split() if card in found)


def code(card: str, trick: str, hand: str, rules: RuleSet = AMSTERDAMS, **fields: object) -> str | None:
    """The code of a card from a hand, with hearts as trump."""
    return why_illegal(parse_card(card), card_set(hand.split()), ints(trick.split()), suit("H"), with_values(rules, fields))


def roem(cards: str, **fields: object) -> int:
    """The roem in four cards, with hearts as trump."""
    return trick_roem(parse_cards(cards), suit("H"), with_values(AMSTERDAMS, fields))[0]


def score(points: Score, roem_made: Score = (0, 0), tricks: Score = (4, 4), **fields: object) -> Score:
    """The score when NS declare."""
    return deal_score(0, points, roem_made, tricks, with_values(AMSTERDAMS, fields))[0]


# ---------------------------------------------------------------- cards


def test_r1_a_card_is_a_rank_and_a_suit_and_anything_else_is_named_with_the_choices() -> None:
    assert [parse_card("7C"), parse_card("AS"), *parse_cards("JH TS")] == [0, 31, 20, 27]
    for wrong in ("", "1H", "10H", "HJ", "jh", "JH "):
        with pytest.raises(ValueError, match="789TJQKA"):
            parse_card(wrong)


def test_r2_trumps_rank_jack_nine_ace_ten_king_queen_eight_seven() -> None:
    order = [f"{rank}H" for rank in "J9ATKQ87"]
    for higher, lower in itertools.pairwise(order):
        assert trick_winner(ints([lower, higher]), suit("H")) == 1
    assert [trick_points(ints([card]), suit("H"), False) for card in order] == [20, 14, 11, 10, 4, 3, 0, 0]


def test_r3_plain_cards_rank_ace_ten_king_queen_jack_nine_eight_seven() -> None:
    order = [f"{rank}C" for rank in "ATKQJ987"]
    for higher, lower in itertools.pairwise(order):
        assert trick_winner(ints([lower, higher]), suit("H")) == 1
    assert [trick_points(ints([card]), suit("H"), False) for card in order] == [11, 10, 4, 3, 2, 0, 0, 0]


# ---------------------------------------------------------------- playing


def test_r14_only_a_card_that_is_held_can_be_played() -> None:
    assert code("8C", "KS", "AS 7S") == "card_not_held"
    assert code("8C", "", "AS 7S") == "card_not_held"


def test_r15_the_leader_plays_anything_and_the_others_follow_suit_with_any_rank() -> None:
    assert legal("", "7C AH JS") == "7C AH JS"
    assert legal("TS", "AS 7S JH KC") == "AS 7S"
    assert code("JH", "TS", "AS 7S JH KC") == "not_followed"


def test_r16_a_trump_lead_has_to_be_beaten_even_when_the_partner_is_winning() -> None:
    assert legal("7H 9H", "JH 8H AC") == "JH"
    assert legal("AH 7H", "9H 8H") == "9H"
    assert legal("AH 7H", "9H 8H", overtrump_on_lead="not_partner") == "9H 8H"
    assert legal("7H AH", "9H 8H", overtrump_on_lead="not_partner") == "9H"
    assert legal("7H AH", "9H 8H", overtrump_on_lead="never") == "9H 8H"
    assert legal("JH", "9H 8H AC") == "9H 8H"
    assert code("8H", "7H 9H", "JH 8H") == "not_overtrumped"


def test_r17_a_player_without_the_suit_owes_a_trump_and_each_will_do() -> None:
    assert legal("KS", "7H JH AC") == "7H JH"
    assert code("AC", "KS", "7H JH AC") == "not_trumped"


def test_r18_the_best_trump_that_lies_has_to_be_beaten() -> None:
    assert legal("KS 9H", "JH 7H AC") == "JH"
    assert legal("KS 9H", "JH 7H AC", ROTTERDAMS) == "JH"
    assert code("7H", "KS 9H", "JH 7H AC") == "not_overtrumped"
    assert code("AC", "KS 9H", "JH 7H AC") == "not_trumped"


def test_r19_going_under_is_forbidden_compulsory_or_free() -> None:
    assert legal("KS JH", "7H AC TD", undertrump="forbidden") == "AC TD"
    assert legal("KS JH", "7H AC TD", undertrump="compulsory") == "7H"
    assert legal("KS JH", "7H AC TD", undertrump="free") == "7H AC TD"
    assert legal("KS JH", "7H QH", undertrump="forbidden") == "7H QH"
    assert code("7H", "KS JH", "7H AC") == "undertrumped"
    assert code("AC", "KS JH", "7H AC", undertrump="compulsory") == "not_undertrumped"


def test_r20_a_player_whose_partner_is_winning_at_that_moment_owes_no_trump() -> None:
    assert legal("AS 7S", "JH 7C") == "JH 7C"
    assert legal("AS 7S", "JH 7C", ROTTERDAMS) == "JH"
    assert legal("7S AS", "JH 7C") == "JH"
    assert legal("AS QH KH", "TH 8H 7C") == "TH", "the partner was over-ruffed"
    assert legal("7S QH 8S", "TH 7C", partner_exempt="plain_only") == "TH"
    assert legal("AS 7S", "JH 7C", partner_exempt="plain_only") == "JH 7C"


def test_r21_an_exempt_player_may_not_go_under_his_partner_unless_he_has_nothing_else() -> None:
    assert legal("7S QH 8S", "TH 8H 7C") == "TH 7C"
    assert legal("7S QH 8S", "TH 8H 7C", undertrump_partner="free") == "TH 8H 7C"
    assert legal("7S QH 8S", "TH 8H") == "TH"
    assert legal("7S QH 8S", "7H 8H") == "7H 8H"
    assert code("8H", "7S QH 8S", "TH 8H 7C") == "undertrumped"


def test_r22_a_player_with_neither_the_suit_nor_a_trump_plays_anything() -> None:
    assert legal("KS 9H", "7C AD", ROTTERDAMS) == "7C AD"


def test_r23_the_best_trump_wins_or_else_the_best_card_of_the_suit_led() -> None:
    assert trick_winner(parse_cards("7S AC AD TC"), suit("H")) == 0
    assert trick_winner(parse_cards("AS 7H KS TS"), suit("H")) == 1
    assert trick_winner(parse_cards("AS 7H KS 8H"), suit("H")) == 3


def test_r24_the_last_trick_counts_ten_more() -> None:
    assert trick_points(parse_cards("7S 8S 9S 7C"), suit("H"), True) == 10


# ---------------------------------------------------------------- roem


@pytest.mark.parametrize(("run", "paid"), [("7S 8S", 0), ("7S 8S 9S", 20), ("7S 8S 9S TS", 50), ("7S 8S 9S TS JS", 50)])
def test_r25_in_the_hand_a_run_pays_once_to_the_side_that_wins_the_trick_of_its_last_card(run: str, paid: int) -> None:
    others = [parse_cards("8C TC QC AC 7H"), parse_cards("9C KC 7C JC 9D"), parse_cards("AD QD JD 7D 8D")]
    mine = parse_cards(run)
    tricks = [
        [(0, card), *((seat, cards[at - len(mine)]) for seat, cards in enumerate(others, 1))] for at, card in enumerate(mine)
    ]
    rules = with_values(AMSTERDAMS, {"roem_scope": "hand"})
    hands = [card_set(run.split()), 0, 0, 0]
    assert hand_roem(hands, tricks, suit("H"), rules) == (0, paid), "east ruffs the last trick"
    assert hand_roem(hands, tricks[::-1], suit("H"), rules) == (paid, 0), "the trick that east ruffs comes first"


def test_r26_three_in_a_row_pay_in_natural_order_also_in_trumps_and_not_round_the_corner() -> None:
    assert roem("9S 7S KD 8S") == roem("9H TH JH 7S") == 20
    assert roem("JH 9H AH 7S") == roem("AS 7S 8S KD") == 0
    assert roem("7S 8S 9S KD", run3=30) == 30


def test_r27_four_in_a_row_pay_instead_of_three() -> None:
    assert roem("7S 8S 9S TS") == 50
    assert roem("7S 8S 9S TS", run4=60) == 60


def test_r28_stuk_pays_in_trumps_alone_and_on_top_of_a_run() -> None:
    assert [roem("KH QH 7S 8D"), roem("KS QS 7H 8D"), roem("AH KH QH 7S"), roem("AH KH QH JH")] == [20, 0, 40, 70]
    assert roem("KH QH 7S 8D", stuk=0) == 0


def test_r29_r30_and_r31_four_alike_pay_by_their_rank() -> None:
    assert roem("KC KD KH KS") == 100
    assert roem("KC KD KH KS", quad_points=150) == 150
    assert [roem("9C 9D 9H 9S"), roem("9C 9D 9H 9S", quad_ranks="AKQJT9")] == [0, 100]
    assert [roem("JC JD JH JS"), roem("JC JD JH JS", four_jacks=100, quad_ranks="AKQJT9")] == [200, 100]
    assert roem("JC JD JH JS", quad_ranks="AKQJT9") == 200


# ---------------------------------------------------------------- scores


def test_r34_and_r35_who_falls_short_is_nat() -> None:
    assert score((82, 80)) == (82, 80)
    assert score((81, 81)) == (0, 162)
    assert score((81, 81), nat_rule="at_least_half") == (81, 81)
    assert score((82, 80), (0, 20), nat_rule="fixed_82") == (82, 100)
    assert score((81, 81), nat_rule="fixed_82") == (0, 162)
    assert score((10, 152), nat_rule="none") == (10, 152)


def test_r36_roem_counts_in_the_comparison_or_does_not() -> None:
    assert score((70, 92), (40, 0)) == (110, 92)
    assert score((70, 92), (40, 0), nat_counts_roem="no") == (0, 202)


def test_r37_the_defenders_get_the_roem_of_both_sides_or_their_own() -> None:
    assert score((70, 92), (20, 50)) == (0, 232)
    assert score((70, 92), (20, 50), nat_transfers_roem="own") == (0, 212)


def test_r38_and_r39_eight_tricks_are_a_pit_and_seven_with_all_points_are_not() -> None:
    assert score((162, 0), (40, 0), (8, 0)) == (302, 0)
    assert score((162, 0), (0, 0), (7, 1)) == (162, 0)
    assert score((0, 162), (0, 20), (0, 8)) == (0, 282)
    assert score((0, 162), (0, 20), (0, 8), pit_defender=0) == (0, 182)
    assert score((162, 0), (0, 0), (8, 0), pit_declarer=0) == (162, 0)


def test_r40_and_r41_the_slot_is_paid_when_the_defenders_score_nothing() -> None:
    assert score((162, 0), (0, 0), (7, 1), slot_bonus=50) == (212, 0)
    assert score((162, 0), (0, 20), (7, 1), slot_bonus=50) == (162, 20)
    assert score((162, 0), (0, 0), (8, 0), slot_bonus=50) == (312, 0)
    assert score((162, 0), (0, 0), (8, 0), slot_bonus=50, slot_with_pit="no") == (262, 0)
    assert score((0, 162), (0, 0), (0, 8), slot_bonus=50) == (0, 262)


def test_r43_r44_and_r45_the_penalty_has_points_a_bonus_and_roem() -> None:
    for penalty, paid in (("all", 322), ("victim", 302), ("none", 262)):
        rules = with_values(AMSTERDAMS, {"penalty_points": 162, "penalty_bonus": 100, "penalty_roem": penalty})
        assert penalty_score(0, (20, 40), rules) == (0, paid)
        assert penalty_score(1, (40, 20), rules) == (paid, 0)
    assert penalty_score(0, (20, 40), AMSTERDAMS) is None


@pytest.mark.parametrize(
    ("points", "roem_made", "tricks"),
    [
        ((100, 60), (0, 0), (5, 3)),
        ((152, 10), (0, 0), (8, 0)),
        ((162, 0), (0, 20), (8, 0)),
        ((82, 80), (0, 0), (4, 3)),
        ((172, -10), (0, 0), (5, 3)),
        ((82, 80), (-20, 0), (5, 3)),
    ],
)
def test_r4_sums_that_no_deal_can_have_are_an_error(points: Score, roem_made: Score, tricks: Score) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        score(points, roem_made, tricks)
