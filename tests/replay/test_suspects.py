"""The fast first look at a batch never misses a deal in which the second look finds something (R54)."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import oracle
import pytest
from comparing import differences
from dealing import clean_deal, deals_of, play_deal
from hostile import faulty_record

from replay import RULESETS, Deal, audit_deal, pack_deals, replay_deals, rules_in_force
from replay.bidding import first_leader
from replay.suspects import suspects


def suspected(deals: list[Deal], preset: str) -> list[bool]:
    """What the first look says of each deal."""
    rules, packed = RULESETS[preset], pack_deals(deals)
    known = [(-1 if deal.dealer is None else deal.dealer, -1 if deal.declarer is None else deal.declarer) for deal in deals]
    leaders = np.array([first_leader(dealer, declarer, rules) for dealer, declarer in known], np.int8)
    answer: list[bool] = suspects(packed, replay_deals(packed, rules), leaders).tolist()
    return answer


def missed(deals: list[Deal], preset: str) -> list[Deal]:
    """The deals with findings that the first look did not suspect."""
    in_force = rules_in_force(preset)
    return [
        deal
        for deal, suspect in zip(deals, suspected(deals, preset), strict=True)
        if not suspect and audit_deal(deal, in_force).findings
    ]


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r54_no_deal_with_a_finding_escapes_the_first_look(preset: str) -> None:
    rng, rules = random.Random(f"suspects {preset}"), oracle.PRESETS[preset]
    deals = [faulty_record(rng, play_deal(rng, rules, planted=rng.choice([0.0, 0.0, 0.05])), rules) for _ in range(150)]
    assert missed(deals, preset) == []
    assert any(suspected(deals, preset))


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_r54_a_clean_record_needs_no_second_look(preset: str) -> None:
    rules = oracle.PRESETS[preset]
    deals = [clean_deal(played, rules) for played in deals_of("suspects", 40, rules)]
    assert suspected(deals, preset) == [False] * len(deals)


def test_r54_each_fault_alone_is_suspicious() -> None:
    preset = "bga_rotterdams"
    rules = oracle.PRESETS[preset]
    played = deals_of("each fault", 1, rules)[0]
    clean = clean_deal(played, rules)
    turned = (clean.winners[0] + 1) % 4
    faults: dict[str, Any] = {
        "winners": (turned, *clean.winners[1:]),
        "roem": ((clean.roem[0] or 0) + 20, *clean.roem[1:]),
        "points": (0, 162),
        "roem_points": (300, 0),
        "score": (1, 1),
        "nat": not clean.nat,
        "pit": not clean.pit,
        "dealer": (played.dealer + 1) % 4,
        "leader": (played.seats[0] + 1) % 4,
        "hands": clean.hands[1:] + clean.hands[:1],
    }
    deals = [replace(clean, **{name: value}) for name, value in faults.items()]
    assert differences(dict.fromkeys(faults, True), dict(zip(faults, suspected(deals, preset), strict=True))) == {}


def test_r54_an_empty_batch_has_no_suspects() -> None:
    assert suspected([], "amsterdams") == []
