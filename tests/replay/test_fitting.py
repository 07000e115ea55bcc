"""Which rules deals were played by, on deals that the oracle dealt, played at random and scored."""

from dataclasses import replace
from functools import cache

import oracle
import pytest
from dealing import clean_deal, deals_of

from replay import RULESETS, audit_deal, rules_in_force
from replay.cards import cards_of
from replay.dealing import deal_out
from replay.deals import Claim, Deal
from replay.fit import Fit, fit_rules
from replay.replayer import Replayer
from replay.rulesets import RuleSet

DEALS = 80


def deck_of(deal: Deal, rules: RuleSet) -> tuple[int, ...]:
    """The deck that gives a deal's hands: each seat's places in a deck are those that it gets of the numbers 0 to 31."""
    places = [0] * 4
    deal_out(tuple(range(32)), deal.dealer or 0, rules, places)
    deck = [0] * 32
    for seat in range(4):
        for place, card in zip(cards_of(places[seat]), cards_of(deal.hands[seat]), strict=True):
            deck[place] = card
    return tuple(deck)


def dealt(preset: str, count: int = DEALS, planted: float = 0.0) -> list[Deal]:
    """Deals under a preset with everything that a site logs, the deck too."""
    rules = oracle.PRESETS[preset]
    deals = [clean_deal(played, rules) for played in deals_of("fitting", count, rules, planted=planted)]
    return [replace(deal, deck=deck_of(deal, RULESETS[preset])) for deal in deals]


def fitted(deals: list[Deal]) -> Fit:
    return fit_rules([list(enumerate(deals, 1))])


@cache
def fit_of(preset: str) -> Fit:
    return fitted(dealt(preset))


@pytest.mark.parametrize("preset", ["rotterdams", "turnup_literal", "gamepoint_amsterdams", "turnup_gezelligheid"])
def test_random_play_tells_the_rules_and_never_names_a_wrong_one(preset: str) -> None:
    fit, true = fit_of(preset), RULESETS[preset]
    told = {one.field: one for one in fit.fields}
    for field, one in told.items():
        if field == "roem_claim":  # all roem was credited, as if it counted by itself
            assert getattr(true, field) in one.fitting, one
        elif field != "bidding":  # these deals have no bids, and declarers at random
            assert getattr(true, field) in one.likely, one
    for field in ("run3", "stuk", "deal_packets", "roem_scope"):
        assert told[field].value == getattr(true, field), told[field]
    assert true.partner_exempt in told["partner_exempt"].likely
    assert fit.unexplained == 0


def test_the_presets_are_ranked_and_those_that_cannot_be_told_apart_keep_their_order() -> None:
    fitting = [preset.name for preset in fit_of("rotterdams").presets if preset.fits]
    assert fitting[0] == "rotterdams"
    assert "amsterdams" not in fitting
    assert {preset.name for preset in fit_of("rotterdams").presets} == set(RULESETS) - {"turnup_literal"}


def test_announcements_speak_for_rules_that_ask_for_them() -> None:
    announced = []
    for deal in dealt("kbn_amsterdams"):
        tricks = Replayer(deal, RULESETS["kbn_amsterdams"]).tricks
        claims = [Claim(4 * at + 4, trick.winner, trick.lying) for at, trick in enumerate(tricks) if trick.lying]
        announced.append(replace(deal, claims=tuple(claims)))
    told = {one.field: one for one in fitted(announced).fields}
    assert told["roem_claim"].value == RULESETS["kbn_amsterdams"].roem_claim


def test_scores_after_rulings_tell_the_penalty() -> None:
    rules = rules_in_force("club_pitslag")
    ruled = []
    for deal in dealt("club_pitslag", 120, planted=0.05):
        audit = audit_deal(deal, rules)
        if audit.offender is not None and audit.ruled is not None:
            ruled.append(replace(deal, verzaakt=("NS", "EW")[audit.offender], score=audit.ruled, nat=None, pit=None))
    assert len(ruled) > 10
    told = {one.field: one for one in fitted(ruled).fields}
    assert told["penalty_points"].value == 162
    assert RULESETS["club_pitslag"].penalty_roem in told["penalty_roem"].likely


def test_who_deals_again_and_who_leads_show_in_the_log() -> None:
    deals = []
    for deal in dealt("bga_rotterdams", 12):
        void = Deal(dealer=deal.dealer, void="passed_out")
        deals += [void, deal]
    told = {one.field: one for one in fitted(deals).fields}
    assert told["redeal_dealer"].value == RULESETS["bga_rotterdams"].redeal_dealer
    assert told["first_lead"].value == RULESETS["bga_rotterdams"].first_lead


def test_the_roem_of_the_sides_tells_what_that_of_the_tricks_would() -> None:
    deals = [replace(deal, roem=()) for deal in dealt("rotterdams")]
    told = {one.field: one for one in fitted(deals).fields}
    assert told["run3"].value == 20
    assert told["stuk"].value == 20


def test_bids_tell_the_method() -> None:
    deals = []
    for deal in dealt("rotterdams", 60):
        assert deal.dealer is not None
        assert deal.declarer is not None
        passes = (deal.declarer - deal.dealer - 1) % 4
        deals.append(replace(deal, bids=(*["pass"] * passes, "CDHS"[deal.trump or 0])))
    told = {one.field: one for one in fitted(deals).fields}
    assert RULESETS["rotterdams"].bidding in told["bidding"].likely
    assert RULESETS["klaverlive_draaikaart"].bidding not in told["bidding"].fitting
