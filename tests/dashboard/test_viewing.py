"""What the viewer is given, against the oracle, the planted faults of the sample season, and deals of which little is known."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from dealing import deals_of
from hostile import hostile_deal
from making import sound

from dashboard.sentences import in_language
from dashboard.table.labels import table_labels, worded
from dashboard.texts import texts
from pipeline.records import Record, read_record
from pipeline.viewing import View, viewed_deal
from replay import Replayer, format_cards, rules_in_force
from replay.findings import CODES

SAMPLES = Path(__file__).parents[2] / "sample_logs" / "jsonl"
SEASONS = ("amsterdams", "rotterdams")


@cache
def season(rules: str) -> list[tuple[dict[str, Any], Record, View]]:
    """Every deal of a sample season: its values, its record, what the viewer gets."""
    lines = (SAMPLES / f"season_{rules}.jsonl").read_text("utf-8").splitlines()
    found = []
    for values in map(json.loads, lines):
        record = read_record(values)
        if isinstance(record, Record):
            found.append((values, record, viewed_deal(record)))
    return found


def viewed(**changes: Any) -> View:
    """A sound deal with fields changed, as the viewer gets it."""
    record = read_record(sound(**changes))
    assert isinstance(record, Record), record
    return viewed_deal(record)


@pytest.mark.parametrize("rules", SEASONS)
def test_steps_are_those_of_the_oracle(rules: str) -> None:
    seen = 0
    for _, record, view in season(rules):
        if view["status"] != "complete" or any(hand["known"] != "logged" for hand in view["hands"]):
            continue
        seen += 1
        law = oracle.PRESETS[record.rules.name]
        plays = [step["card"] for step in view["steps"]]
        seats = [step["seat"] for step in view["steps"]]
        hands = [hand["cards"] for hand in view["hands"]]
        told = oracle.replay(plays, seats, hands, view["trump"], law, view["side"])
        left = [list(hand) for hand in hands]
        for index, step in enumerate(view["steps"]):
            first = index - index % 4
            in_turn = all(one.get("code") != "played_out_of_turn" for one in view["steps"][first : first + 4])
            # Nobody's cards are judged in a trick with a card out of turn.
            legal = oracle.legal_cards(left[step["seat"]], plays[first:index], view["trump"], law) if in_turn else set()
            assert set(step["legal"]) == legal
            left[step["seat"]].remove(step["card"])
        ends = view["steps"][3::4]
        assert [end["winner"] for end in ends] == told["winners"]
        assert [end["points"] for end in ends] == told["trick_points"]
        assert [end["roem"] for end in ends] == told["trick_roem"]
        assert [sorted(end["kinds"]) for end in ends] == [sorted(kinds) for kinds in told["trick_kinds"]]
        assert ends[-1]["totals"] == told["points"]
        assert ends[-1]["roem_totals"] == told["roem"]
        assert view["results"]["recomputed"]["score"] == told["score"]
        assert view["results"]["recomputed"]["nat"] == told["is_nat"]
    assert seen > 60


@pytest.mark.parametrize("rules", SEASONS)
def test_every_planted_card_has_its_sentence(rules: str) -> None:
    deals = {(view["game"], view["deal"]): view for _, _, view in season(rules)}
    planted = [json.loads(line) for line in (SAMPLES / f"season_{rules}.planted.txt").read_text().splitlines()]
    cards = [fault for fault in planted if fault["card_no"]]
    assert len(cards) > 5
    for fault in cards:
        step = deals[fault["game_id"], fault["deal_no"]]["steps"][fault["card_no"] - 1]
        assert step["code"] == fault["code"]
        (finding,) = step["findings"]
        assert finding["message"]
        assert finding["rule"], finding["paragraph"]
        assert (finding["card"], finding["seat"]) == (fault["card_no"], step["seat"])
        assert step["card"] not in step["legal"]


@pytest.mark.parametrize("rules", SEASONS)
@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_illegal_card_is_said_in_both_languages(rules: str, language: str) -> None:
    said = set()
    for _, _, view in season(rules):
        for step, translated in zip(view["steps"], worded(view, language)["steps"], strict=True):
            for finding, other in zip(step.get("findings", ()), translated.get("findings", ()), strict=True):
                said.add(step["code"])
                assert "{" not in other["message"]
                assert texts()[f"table.seat_{step['seat']}"][language] in other["message"]
                assert other["paragraph"] == finding["paragraph"]
                assert other["in_full"] == in_language(finding["message"], language)
                assert (other["in_full"] == finding["message"]) is (language == "en")
    assert len(said) > 3


def test_a_sentence_names_what_was_led_and_what_was_owed() -> None:
    view = next(view for _, _, view in season("amsterdams") if (view["game"], view["deal"]) == ("amsterdams-0003", 12))
    said = {language: worded(view, language)["steps"][1]["findings"][0]["message"] for language in ("nl", "en")}
    assert said["nl"] == "Noord speelde ♥9 terwijl schoppen gevraagd was, met ♠10 en ♠H nog op hand: bekennen is verplicht."
    assert said["en"].startswith("North played ♥9 on a lead of spades with ♠10 and ♠K still in hand")


def test_every_code_has_a_title_in_dutch() -> None:
    assert {name.removeprefix("table.code_") for name in texts() if name.startswith("table.code_")} == set(CODES)
    assert all(texts()[f"table.code_{code}"]["en"] == row.title for code, row in CODES.items())


def test_labels_are_alike_in_both_languages() -> None:
    assert set(table_labels("nl")) == set(table_labels("en"))


def test_hostile_records_are_shown_as_the_replayer_has_them() -> None:
    rng = random.Random(7)
    rules = rules_in_force("amsterdams")
    for played in deals_of("viewer", 150, oracle.PRESETS["amsterdams"], planted=0.3):
        deal = hostile_deal(rng, played)
        view = viewed_deal(Record("g", 1, (None,) * 4, rules=rules, deal=deal))
        steps = list(Replayer(deal, rules).steps())
        assert json.loads(json.dumps(view)) == view
        assert [step["card"] for step in view["steps"]] == [format_cards(1 << step.card) for step in steps]
        assert [" ".join(sorted(step["legal"])) for step in view["steps"]] == [
            " ".join(sorted(format_cards(step.legal).split())) for step in steps
        ]
        assert [step.get("code") for step in view["steps"]] == [step.code for step in steps]
        assert json.dumps(worded(view, "nl"))


def test_a_deal_broken_off_has_no_score_and_shows_what_was_played() -> None:
    values = sound()
    played = 10
    view = viewed(
        plays=" ".join(values["plays"].split()[:played]),
        seats=values["seats"][:played],
        hands=None,
        **dict.fromkeys(("winners", "roem", "points", "roem_points", "score", "nat", "pit", "totals")),
    )
    assert view["status"] == "incomplete"
    assert len(view["steps"]) == played
    assert {hand["known"] for hand in view["hands"]} == {"partly"}
    assert sum(len(hand["cards"]) for hand in view["hands"]) == played
    assert view["results"]["recomputed"]["score"] is None


def test_a_deal_passed_out_shows_hands_and_calls() -> None:
    values = sound()
    void = {name: None for name in values if name not in ("game_id", "deal_no", "players", "rules", "dealer", "hands")}
    view = viewed(**void | {"void": "passed_out", "bids": ["pass"] * 4, "dealer": "W"})
    assert (view["void"], view["steps"], view["results"], view["trump"]) == ("passed_out", [], None, None)
    assert view["bids"] == [{"seat": seat, "call": "pass"} for seat in (0, 1, 2, 3)]
    assert all(len(hand["cards"]) == 8 for hand in view["hands"])


def test_a_void_deal_is_shown_as_far_as_played_and_blames_nobody() -> None:
    illegal = next(view for _, _, view in season("amsterdams") if any("code" in step for step in view["steps"]))
    record = next(record for _, record, view in season("amsterdams") if view is illegal)
    values = next(values for values, other, _ in season("amsterdams") if other is record)
    void = read_record({**values, "void": "misdeal"})
    assert isinstance(void, Record)
    view = viewed_deal(void)
    assert len(view["steps"]) == 32
    assert not any("findings" in step for step in view["steps"])
    assert (view["results"], view["tricks"]) == (None, [])


def test_a_deal_that_tells_no_leader_shows_its_cards_in_order() -> None:
    unknown = dict.fromkeys(("leader", "seats", "winners", "hands", "bids", "roem"))
    view = viewed(**unknown, rules={"base": "amsterdams", "first_lead": "declarer"}, dealer="N", declarer="NS")
    assert (view["steps"], view["results"], view["leader"]) == ([], None, None)
    assert view["plays"] == sound()["plays"].split()
    assert {hand["known"] for hand in view["hands"]} == {"unknown"}


def test_names_are_cut_and_stay_text() -> None:
    view = viewed(players=["<img src=x onerror=alert(1)>", "a" * 200, None, "line\nbreak‮"])
    assert view["players"][0] == "<img src=x onerror=alert(1)>"
    assert len(view["players"][1]) == 80
    assert view["players"][2] is None
    assert view["players"][3].isprintable()
