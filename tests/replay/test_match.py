"""R46-R49 and R7, R8: the state of a match against the oracle and the handed cases, and games that go wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import oracle
import pytest

from replay.match import GameDeal, GameResult, audit_game, game_result
from replay.match_end import match_state
from replay.presets import RULESETS
from replay.readings import rules_in_force
from replay.rulesets import with_values

CASES = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))["cases"]
MATCHES = [case for case in CASES if case["kind"] == "match"]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("amsterdams", {}),
    ("turnup_amsterdams", {}),
    ("gamepoint_amsterdams", {}),
    ("amsterdams", {"rounds": 3}),
    ("amsterdams", {"deals": 0, "target": 1500}),
    ("turnup_amsterdams", {"target": 1500}),
    ("amsterdams", {"deals": 0}),
]


@pytest.mark.parametrize("case", MATCHES, ids=[case["id"] for case in MATCHES])
def test_r46_to_r49_the_handed_match_cases(case: dict[str, Any]) -> None:
    state = match_state(case["input"]["deals_played"], case["input"]["totals"], RULESETS[case["ruleset"]])
    found = {"over": state.over, "winner": state.winner, "extra_deals": state.extra_deals}
    assert case["expected"] == {name: found[name] for name in case["expected"]}


@pytest.mark.parametrize(("preset", "fields"), VARIANTS, ids=str)
def test_r46_r47_r48_r49_every_state_agrees_with_the_oracle(preset: str, fields: dict[str, Any]) -> None:
    for played in range(60):
        for totals in ((0, 0), (100, 200), (1500, 1400), (1500, 1500), (1600, 1600), (1499, 1499)):
            expected = oracle.match_state(played, list(totals), oracle.with_overrides(preset, fields))
            state = match_state(played, totals, with_values(RULESETS[preset], fields))
            assert expected == {"over": state.over, "winner": state.winner, "extra_deals": state.extra_deals}


def game(count: int = 16, rules: Any = "amsterdams") -> list[GameDeal]:
    """A sound game: north-south make 100 of 162 in every deal."""
    return [
        GameDeal(
            deal_no=number,
            players=("A", "B", "C", "D"),
            dealer=(number - 1) % 4,
            void=None,
            is_complete=True,
            rules=rules_in_force(rules),
            score=(100, 62),
            ruled=None,
            logged_score=(100, 62),
            logged_totals=(100 * number, 62 * number),
        )
        for number in range(1, count + 1)
    ]


def told(deals: list[GameDeal]) -> list[tuple[int, str, str]]:
    """The findings of a game."""
    return [(number, finding.code, finding.certainty) for number, finding in audit_game(deals)]


def test_r46_a_sound_game_gives_no_finding() -> None:
    assert told(game()) == []
    assert told(game(8, "gamepoint_amsterdams")) == []
    assert told(game(48, {"base": "amsterdams", "rounds": 3})) == []


def test_r46_missing_deals_are_told_where_the_log_goes_on() -> None:
    deals = game()
    assert told(deals[:4] + deals[6:]) == [(7, "deal_missing", "information")]
    assert told(deals[2:])[0] == (3, "deal_missing", "information")


def test_r7_a_wrong_dealer_is_one_finding_and_the_next_is_judged_from_him() -> None:
    deals = [replace(deal, dealer=((deal.dealer or 0) + (deal.deal_no > 5)) % 4) for deal in game()]
    assert told(deals) == [(6, "dealer_rotation", "violation")]
    assert told([replace(deal, dealer=None) for deal in game()]) == []


def test_r8_a_redeal_keeps_the_dealer_and_adds_nothing() -> None:
    deals = game(17, "klaverlive_draaikaart_schudden")
    void = replace(deals[4], void="passed_out", score=None, logged_score=None, is_complete=False, logged_totals=(400, 248))
    after = [
        replace(deal, dealer=((deal.dealer or 0) - 1) % 4, logged_totals=(100 * (deal.deal_no - 1), 62 * (deal.deal_no - 1)))
        for deal in deals[5:]
    ]
    assert told([*deals[:4], void, *after]) == []
    moved = [replace(deal, dealer=((deal.dealer or 0) + 1) % 4) for deal in after]
    assert told([*deals[:4], void, *moved]) == [(6, "redeal_wrong_dealer", "depends_on_rule")]
    assert told([*deals[:4], replace(void, logged_score=(5, 0)), *after]) == [(5, "void_deal_counted", "violation")]
    assert (5, "void_deal_counted", "violation") in told([*deals[:4], replace(void, logged_totals=(500, 310)), *after])


def test_r34_totals_are_compared_by_their_increments() -> None:
    deals = game()
    off = [replace(deal, logged_totals=(100 * deal.deal_no + 10 * (deal.deal_no >= 7), 62 * deal.deal_no)) for deal in deals]
    assert told(off) == [(7, "totals_mismatch", "violation")]
    follows = [replace(deal, logged_score=(110, 62)) if deal.deal_no == 7 else deal for deal in deals]
    assert told(follows) == [], "totals may follow the recomputed score"
    unsaid = [replace(deal, logged_score=None) for deal in off]
    assert told(unsaid) == [(7, "totals_mismatch", "depends_on_rule")]


def test_r46_players_and_rules_that_change_are_worth_knowing() -> None:
    deals = game()
    other = [replace(deal, players=("A", "B", "C", "X")) if deal.deal_no > 8 else deal for deal in deals]
    assert told(other) == [(9, "players_changed", "information")]
    ruled = [replace(deal, rules=rules_in_force("rotterdams")) if deal.deal_no > 8 else deal for deal in deals]
    assert told(ruled) == [(9, "rules_changed", "information")]
    rounds = game(48, {"base": "amsterdams", "rounds": 3})
    assert told([replace(deal, players=("B", "C", "D", "A")) if deal.deal_no > 16 else deal for deal in rounds]) == []


def test_r46_and_r48_length() -> None:
    assert told(game(12)) == [(12, "game_length", "information")]
    assert told(game(18)) == [(17, "played_after_end", "violation")]
    assert told(game(48, "klaverlive_amsterdams")) == [(17, "played_after_end", "depends_on_rule")]
    assumed = [replace(deal, rules=rules_in_force(None)) for deal in game(18)]
    assert told(assumed) == [(17, "played_after_end", "information")]
    draw = {"score": (81, 81), "logged_score": (81, 81)}
    deals = game(18, "turnup_amsterdams")
    tied = [replace(deal, **draw, logged_totals=(81 * deal.deal_no, 81 * deal.deal_no)) for deal in deals]
    assert told(tied) == [(18, "game_length", "information")]


def test_r46_a_winner_that_the_cards_do_not_bear_out_is_told() -> None:
    deals = [replace(deal, score=(62, 100)) for deal in game()]
    assert told(deals) == [(16, "game_winner_mismatch", "information")]


def codes(deals: list[GameDeal]) -> list[tuple[int, str, str]]:
    """The findings of a game: deal, code and certainty."""
    return [(number, finding.code, finding.certainty) for number, finding in audit_game(deals)]


def numbered(deals: list[GameDeal]) -> list[GameDeal]:
    """The deals numbered in their order, with running totals of the logged scores."""
    totals, result = (0, 0), []
    for number, deal in enumerate(deals, 1):
        score = deal.logged_score or (0, 0)
        totals = totals[0] + score[0], totals[1] + score[1]
        result.append(replace(deal, deal_no=number, logged_totals=totals))
    return result


def test_r49_a_target_that_only_our_scores_reach_does_not_end_the_game_for_certain() -> None:
    rules = {"base": "amsterdams", "deals": 0, "target": 1000}
    deals = numbered([replace(deal, logged_score=(90, 62)) for deal in game(12, rules)])
    assert [(code, sure) for _, code, sure in codes(deals) if code == "played_after_end"] == [
        ("played_after_end", "depends_on_rule")
    ]
    agreed = numbered(game(12, rules))
    assert (11, "played_after_end", "violation") in codes(agreed)
    unlogged = [replace(deal, logged_score=None, logged_totals=None) for deal in agreed]
    assert (11, "played_after_end", "depends_on_rule") in codes(unlogged)


def test_r43_a_penalty_can_keep_a_game_going() -> None:
    rules = {"base": "club_pitslag", "deals": 0, "target": 1000}
    deals = game(11, rules)
    deals[4] = replace(deals[4], score=(100, 62), ruled=(0, 262), logged_score=(0, 262))
    assert (11, "played_after_end", "depends_on_rule") in codes(numbered(deals))


def test_r48_a_tie_at_the_target_asks_for_a_whole_block_of_extra_deals() -> None:
    rules = {"base": "turnup_amsterdams", "deals": 0, "target": 405, "tiebreak_deals": 4}
    tied = [replace(deal, score=(81, 81), logged_score=(81, 81)) for deal in game(5, rules)]
    extra = [replace(deal, deal_no=number, dealer=(number - 1) % 4) for number, deal in enumerate(game(4, rules), 6)]
    whole = numbered([*tied, *extra])
    assert "played_after_end" not in [code for _, code, _ in codes(whole)]
    assert game_result(whole) == GameResult(9, True, "NS", "NS")
    assert game_result(whole[:7]).is_over is False
    more = [*whole, replace(whole[-1], deal_no=10, dealer=1)]
    assert (10, "played_after_end", "violation") in codes(numbered(more))


def test_r7_a_deal_broken_off_may_have_been_dealt_again() -> None:
    deals = game(17)
    broken = replace(deals[4], is_complete=False, score=None, logged_score=None)
    again = [*deals[:4], broken, *(replace(deal, dealer=(deal.dealer or 0) - 1 & 3) for deal in deals[5:])]
    found = codes(numbered(again))
    assert "dealer_rotation" not in [code for _, code, _ in found]
    assert ("played_after_end", "violation") not in [(code, sure) for _, code, sure in found]


def test_r47_new_players_and_a_new_dealer_begin_a_round_also_after_a_redeal() -> None:
    rules = {"base": "amsterdams", "rounds": 3, "deals": 4}
    first = game(4, rules)
    void = replace(first[1], void="misdeal", is_complete=False, score=None, logged_score=None)
    second = [replace(deal, players=("E", "F", "G", "H"), dealer=(deal.dealer or 0) + 2 & 3) for deal in game(4, rules)]
    third = game(4, rules)
    found = codes(numbered([first[0], void, *first[1:], *second, *third]))
    assert found == []
    early = numbered([*first[:3], *second, *third])
    assert "players_changed" in [code for _, code, _ in codes(early)]


def test_r46_the_same_rules_spelled_in_two_ways_are_the_same_rules() -> None:
    spelled = rules_in_force({"base": "amsterdams", "four_jacks": 200})
    deals = [replace(deal, rules=spelled if number % 2 else deal.rules) for number, deal in enumerate(game())]
    assert codes(deals) == []
    assert game_result(deals).winner == "NS"


def test_r8_the_dealer_after_a_redeal_by_the_other_rule_is_named() -> None:
    deals = game(5)
    void = replace(deals[2], void="passed_out", is_complete=False, score=None, logged_score=None)
    moved = numbered([*deals[:2], void, *(deals[3:])])
    (finding,) = [finding for _, finding in audit_game(moved) if finding.code == "redeal_wrong_dealer"]
    assert finding.message.endswith("It would fit if redeal_dealer is next, which these rules do not say.")
