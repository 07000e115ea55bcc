"""Simulated leagues: repeatable, by the rules, of the skill they are named after, with faults where they are wanted."""

import io
import itertools
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from making import Values, season

import pipeline.simulate.table
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import FAULTS, League, Planted, write_season
from replay.bidding import bidding_state
from replay.cards import SEAT_LETTERS, SUIT_LETTERS, parse_cards
from replay.presets import RULESETS
from replay.readings import rules_in_force


def played(league: League) -> tuple[list[Values], list[Planted]]:
    stream = io.BytesIO()
    planted = write_season(league, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()], planted


def test_the_same_seed_gives_the_same_log_and_another_seed_another() -> None:
    assert season("amsterdams", 3, 2) == played(League(2, 3))[0]
    assert season("amsterdams", 3, 2) != played(League(2, 4))[0]


def test_a_game_is_the_same_compiled_and_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = dict.fromkeys(FAULTS, 0.03)
    plain = played(League(12, 9, shares=shares))
    monkeypatch.setattr(pipeline.simulate.table, "FEW_DEALS", -1)
    assert plain == played(League(12, 9, shares=shares))


def test_an_evening_has_as_many_games_as_tables() -> None:
    records, _ = played(League(7, 3, tables=3))
    evenings: dict[str, set[str]] = {}
    for record in records:
        evenings.setdefault(record["played_at"][:10], set()).add(record["game_id"])
    assert [len(games) for games in evenings.values()] == [3, 3, 1]
    with pytest.raises(ValueError, match="0 tables are too few"):
        League(7, 3, tables=0)
    with pytest.raises(ValueError, match="beyond the year 9999"):
        League(1_000_000, 3, tables=1)
    last = League(1_000_000, 3, tables=4)
    assert pipeline.simulate.season._Rows(last, last.games - 1, 1).evenings == ["6817-05-04"]


@pytest.mark.parametrize("rules", RULESETS)
def test_bidding_and_hands_follow_the_rule_set(rules: str) -> None:
    for record in season(rules, 6, 1):
        hands = [sum(1 << card for card in parse_cards(hand)) for hand in record["hands"]]
        dealer = SEAT_LETTERS.index(record["dealer"])
        state = bidding_state(dealer, record["bids"], RULESETS[rules], record.get("turned", ()), hands)
        if "void" in record:
            assert state.redeal
            continue
        assert record["declarer"] == SEAT_LETTERS[state.declarer or 0]
        assert record["trump"] == SUIT_LETTERS[state.trump or 0]
        assert record["leader"] == SEAT_LETTERS[state.leader or 0]


@pytest.mark.parametrize("rules", RULESETS)
def test_the_deal_passes_on_and_a_redeal_keeps_the_dealer(rules: str) -> None:
    records = season(rules, 6, 1)
    for before, after in itertools.pairwise(records):
        step = 0 if "void" in before and RULESETS[rules].redeal_dealer == 0 else 1
        assert SEAT_LETTERS.index(after["dealer"]) == (SEAT_LETTERS.index(before["dealer"]) + step) % 4
    assert sum("void" not in record for record in records) == RULESETS[rules].deals


def test_club_players_go_nat_and_make_a_pit_about_as_often_as_people() -> None:
    records, _ = played(League(150, 2))
    assert 0.20 <= np.mean([record["nat"] for record in records]) <= 0.35
    assert 0.01 <= np.mean([record["pit"] for record in records]) <= 0.08


@pytest.mark.parametrize(("stronger", "weaker"), [("club", "beginner"), ("beginner", "random")])
def test_skill_shows_at_the_table(stronger: str, weaker: str) -> None:
    from pipeline.simulate.bots import SKILLS
    from pipeline.simulate.season import _as_deals  # the columns of a table as deals
    from pipeline.simulate.table import DRAWS, play_deals
    from replay.kernel import replay_deals

    rng = np.random.default_rng(4)
    count = 200 * 16
    skills = np.array([[SKILLS.index(stronger), SKILLS.index(weaker)] * 2] * 200)
    rules = RULESETS["amsterdams"]
    columns = play_deals(
        rules,
        rng.permuted(np.tile(np.arange(32), (count, 1)), axis=1),
        np.zeros((count, 3), int),
        rng.integers(0, 1 << 30, (count, DRAWS)),
        skills,
        rng.integers(0, 4, 200),
        np.zeros(count, int),
    )
    score = replay_deals(_as_deals(columns), rules).columns["score"].astype(int)
    difference = score[:, 0] - score[:, 1]
    assert difference.mean() > 3 * difference.std() / count**0.5


def test_partners_are_fixed_or_changing() -> None:
    fixed = {tuple(sorted((record["players"][0], record["players"][2]))) for record in played(League(60, 1))[0]}
    changing = {
        tuple(sorted((record["players"][0], record["players"][2])))
        for record in played(League(60, 1, changing_partners=True))[0]
    }
    assert len(fixed) <= 12 < len(changing)


@pytest.mark.parametrize("rules", ["klaverlive_rotterdams", "turnup_amsterdams", "nku_rotterdams", "club_pitslag"])
def test_every_planted_fault_is_found_and_nothing_else_under_other_rules(rules: str, tmp_path: Path) -> None:
    log, db = tmp_path / "a.jsonl", tmp_path / "a.duckdb"
    with log.open("wb") as stream:
        planted = write_season(League(40, 3, rules_in_force(rules), shares=dict.fromkeys(FAULTS, 0.02)), stream)
    ingest([log], db)
    with reading(db) as store:
        found = store.findings(["violation", "depends_on_rule"])
        told = store.findings(["information"])
    expected = Counter((note.game_id, note.deal_no, note.code, note.trick_no or None) for note in planted if note.code)
    assert expected == Counter((row["game_id"], row["deal_no"], row["code"], row["trick_no"]) for row in found)
    assert {row["game_id"] for row in told if row["code"] in ("deal_missing", "game_length")} == {
        note.game_id for note in planted if note.fault == "missing"
    }
    assert {note.fault for note in planted} >= set(FAULTS) - {"undertrumped", "not_undertrumped", "claim_too_high"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"skill": "expert"}, "random"), ({"shares": {"typo": 0.1}}, "not_followed"), ({"games": 0}, "at least 1")],
)
def test_a_wrong_league_names_the_value_and_the_choices(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        League(**({"games": 1, "seed": 1} | changes))  # type: ignore[arg-type]
