"""Games, rounds and the table of a competition in the store, by the recomputed scores with the logged ones beside."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from commands import run
from making import Values, season, write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.simulate import League, write_season
from replay.readings import rules_in_force
from replay.rulesets import FIELDS

US, THEM = ("Anna", "Bas"), ("Carla", "Dirk")


def evening(number: int, day: str, players: list[str | None], **changes: Any) -> list[Values]:
    """A whole game of sixteen deals on a day, by these players."""
    records = season(games=6)[16 * number : 16 * number + 16]
    return [record | {"players": players, "played_at": f"{day}T20:00:00"} | changes for record in records]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Three evenings of Anna and Bas against Carla and Dirk: a score of the second and a deal of the third are wrong."""
    table: list[str | None] = [US[0], THEM[0], US[1], THEM[1]]
    first, second = evening(0, "2026-01-05", table), evening(1, "2026-01-12", table)
    third = evening(2, "2026-01-19", table)
    score = second[4]["score"]
    second[4] = second[4] | {"score": [score[0] + 1000, score[1]], "totals": None}
    ingest([write_log(tmp_path / "a.jsonl", *first, *second, *third[:9], *third[10:])], tmp_path / "a.duckdb")
    return tmp_path / "a.duckdb"


def totals(records: list[Values], name: str = "score") -> tuple[int, int]:
    return sum(record[name][0] for record in records), sum(record[name][1] for record in records)


def test_standings_follow_the_recomputed_scores_with_the_logged_ones_beside(db: Path) -> None:
    ns, ew = totals(season(games=6)[:48])
    lost = season(games=6)[32 + 9]["score"]
    with reading(db) as store:
        rows = {row["player"]: row for row in store.standings(None, None, None, pairs=False)}
    assert set(rows) == {*US, *THEM}
    for name in US:
        assert (rows[name]["games"], rows[name]["deals"], rows[name]["scored"]) == (3, 47, 47)
        assert (rows[name]["score"], rows[name]["score_against"]) == (ns - lost[0], ew - lost[1])
        assert rows[name]["logged_score"] == ns - lost[0] + 1000
        assert rows[name]["correction"] == -1000
    assert rows[THEM[0]]["correction"] == 0


def test_won_drawn_and_lost_are_those_of_whole_games_by_the_recomputed_scores(db: Path) -> None:
    results = [totals(season(games=6)[16 * number : 16 * number + 16]) for number in (0, 1)]
    won = sum(ns > ew for ns, ew in results)
    with reading(db) as store:
        rows = {row["player"]: row for row in store.standings(None, None, None, pairs=False)}
        games = {row["game_id"]: row for row in store.rows("SELECT * FROM games")}
    us = rows[US[0]]
    assert (us["won"], us["drawn"], us["lost"]) == (won, 0, 2 - won)  # the third game lacks a deal: nobody knows
    names = [record["game_id"] for record in season(games=6)[:48:16]]
    for name, (ns, ew) in zip(names, results, strict=False):
        assert games[name]["is_over"] is True
        assert games[name]["winner"] == ("NS" if ns > ew else "EW")
        assert (games[name]["score_ns"], games[name]["score_ew"]) == (ns, ew)
    assert games[names[1]]["logged_winner"] == "NS"  # with the thousand points too many
    assert (games[names[2]]["is_over"], games[names[2]]["winner"]) == (None, None)
    assert games[names[2]]["counting"] == 15


def test_a_competition_is_the_games_of_a_period(db: Path) -> None:
    with reading(db) as store:
        both = store.standings(None, "2026-01-12", "2026-01-19", pairs=False)
        one = store.standings("simulated", "2026-01-12", "2026-01-12", pairs=False)
        none = store.standings(None, "2026-02-01", None, pairs=False)
    assert {row["games"] for row in both} == {2}
    assert {row["games"] for row in one} == {1}
    assert none == []


def test_pairs_stand_together_and_ties_share_a_place(db: Path) -> None:
    with reading(db) as store:
        pairs = store.standings(None, None, None, pairs=True)
        single = store.standings(None, None, None, pairs=False)
    assert {(row["player"], row["partner"]) for row in pairs} == {US, THEM}
    assert [row["place"] for row in pairs] == [1, 2]
    assert [row["place"] for row in single] == [1, 1, 3, 3]


def test_somebody_who_changes_sides_has_the_score_of_the_sides_he_was_on_and_no_result(tmp_path: Path) -> None:
    table = ["Anna", "Carla", "Bas", "Dirk"]
    records = evening(0, "2026-01-05", list(table))
    swapped = [record | {"players": ["Carla", "Anna", "Bas", "Dirk"]} for record in records[8:]]
    ingest([write_log(tmp_path / "a.jsonl", *records[:8], *swapped)], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = {row["player"]: row for row in store.standings(None, None, None, pairs=False)}
        pairs = store.standings(None, None, None, pairs=True)
    assert rows["Anna"]["score"] == totals(records[:8])[0] + totals(records[8:])[1]
    assert rows["Anna"]["won"] + rows["Anna"]["drawn"] + rows["Anna"]["lost"] == 0
    assert rows["Bas"]["won"] + rows["Bas"]["lost"] == 1
    assert {(row["player"], row["partner"], row["deals"], row["won"] + row["lost"]) for row in pairs} == {
        (*names, 8, 0) for names in (("Anna", "Bas"), ("Carla", "Dirk"), ("Bas", "Carla"), ("Anna", "Dirk"))
    }


def test_somebody_who_only_played_some_deals_has_their_score_and_neither_won_nor_lost(tmp_path: Path) -> None:
    records = evening(0, "2026-01-05", ["Anna", "Carla", "Bas", "Dirk"])
    late = [records[0] | {"players": ["Eva", "Carla", "Bas", "Dirk"]}, *records[1:]]
    ingest([write_log(tmp_path / "a.jsonl", *late)], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = {row["player"]: row for row in store.standings(None, None, None, pairs=False)}
        pairs = {(row["player"], row["partner"]): row for row in store.standings(None, None, None, pairs=True)}
    for name, deals in (("Anna", 15), ("Eva", 1)):
        assert (rows[name]["deals"], rows[name]["won"], rows[name]["lost"]) == (deals, 0, 0)
    assert rows["Bas"]["won"] + rows["Bas"]["lost"] == 1
    assert (pairs["Anna", "Bas"]["deals"], pairs["Bas", "Eva"]["deals"], pairs["Carla", "Dirk"]["deals"]) == (15, 1, 16)


def test_a_proven_revoke_that_the_site_ruled_on_counts_with_its_penalty(tmp_path: Path) -> None:
    revoke = League(8, 5, rules_in_force("club_pitslag"), shares={"not_followed": 0.2})
    stream = io.BytesIO()
    planted = {(note.game_id, note.deal_no): note for note in write_season(revoke, stream)}
    records = [json.loads(line) for line in stream.getvalue().splitlines()]
    game, deal_no = next(iter(planted))
    side = "NS" if planted[game, deal_no].seat in "NS" else "EW"
    ruled = [0, 262] if side == "NS" else [262, 0]
    (which,) = [at for at, record in enumerate(records) if (record["game_id"], record["deal_no"]) == (game, deal_no)]
    records[which] |= {"verzaakt": side, "score": ruled, "totals": None, "nat": None, "pit": None}
    records = [record | {"totals": None} for record in records if record["game_id"] == game]
    ingest([write_log(tmp_path / "a.jsonl", *records)], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        (row,) = store.rows("SELECT * FROM games")
        standings = store.standings(None, None, None, pairs=True)
    assert (row["score_ns"], row["score_ew"]) == totals(records)
    assert {row["correction"] for row in standings} == {0}


def test_seats_and_computers_are_nobody_in_a_standing(tmp_path: Path) -> None:
    records = evening(0, "2026-01-05", ["Noord", "Carla", None, "Dirk"], bots="W")
    ingest([write_log(tmp_path / "a.jsonl", *records)], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        assert [row["player"] for row in store.standings(None, None, None, pairs=False)] == ["Carla"]


@pytest.mark.parametrize(
    ("custom", "rounds"),
    [
        ({"deals": 4, "rounds": 4}, {1: 4, 2: 4, 3: 4, 4: 4}),
        ({"deals": 6, "rounds": 2, "tiebreak_deals": 4}, {1: 6, 2: 10}),
        ({"deals": 0, "rounds": 1, "target": 500}, {1: 16}),
        ({"deals": 16, "rounds": 1}, {1: 16}),
    ],
)
def test_a_round_is_as_long_as_its_rules_say(custom: dict[str, int], rounds: dict[int, int], tmp_path: Path) -> None:
    records = evening(0, "2026-01-05", ["a1", "b1", "c1", "d1"], rules={"base": "amsterdams", **custom})
    ingest([write_log(tmp_path / "a.jsonl", *records)], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.rows("SELECT * FROM rounds ORDER BY round_no")
    assert {row["round_no"]: row["deals"] for row in rows} == rounds
    assert sum(row["score_ns"] for row in rows) == totals(records)[0]
    assert rows[0]["score_ns"] == totals(records[: rounds[1]])[0]


def test_a_redeal_does_not_fill_a_round(tmp_path: Path) -> None:
    records = [record for record in season("klaverlive_draaikaart_schudden", games=8) if record["game_id"] == "game-0001"]
    passed = sum("void" in record for record in records)
    assert passed
    rules = {"base": "klaverlive_draaikaart_schudden", "deals": 8, "rounds": 2}
    ingest([write_log(tmp_path / "a.jsonl", *(record | {"rules": rules} for record in records))], tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.rows("SELECT * FROM rounds ORDER BY round_no")
    assert [row["round_no"] for row in rows] == [1, 2]
    assert sum(row["deals"] for row in rows) == 16 + passed


def test_the_fields_of_all_rules_in_use_are_in_the_store_and_of_no_others(tmp_path: Path) -> None:
    db, log = tmp_path / "a.duckdb", tmp_path / "a.jsonl"
    records = evening(0, "2026-01-05", ["a1", "b1", "c1", "d1"])
    ingest([write_log(log, records[0] | {"rules": {"base": "rotterdams", "stuk": 30}}, records[1])], db)
    with reading(db) as store:
        rows = {(row["rules"], row["custom"]): row for row in store.rows("SELECT * FROM rulesets")}
    assert set(rows) == {("amsterdams", ""), ("rotterdams", '{"stuk":30}')}
    own = rows["rotterdams", '{"stuk":30}']
    assert (own["stuk"], own["undertrump"], own["quad_ranks"], own["penalty_points"]) == (30, "compulsory", "AKQT", "none")
    assert set(own) == {"rules", "custom", *FIELDS}
    ingest([write_log(log, records[1])], db)
    with reading(db) as store:
        assert [row["rules"] for row in store.rows("SELECT * FROM rulesets")] == ["amsterdams"]


def test_the_command_prints_the_table_and_says_what_is_left_out(db: Path, tmp_path: Path) -> None:
    printed = run("standings", "--db", db, "--pairs")
    assert "Anna and Bas" in printed.stdout
    assert "neither won nor lost" in printed.stdout
    assert run("standings", "--db", db, "--output", "csv").stdout.startswith("place,site,player,games,won")
    assert '"correction": -1000' in run("standings", "--db", db, "--output", "json").stdout
    undated = [record | {"played_at": None} for record in evening(0, "2026-01-05", ["a1", "b1", "c1", "d1"])]
    ingest([write_log(tmp_path / "b.jsonl", *undated)], tmp_path / "b.duckdb")
    assert "1 game without a date" in run("standings", "--db", tmp_path / "b.duckdb", "--since", "2026-01-01").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--site", "nowhere"], "no site 'nowhere' in the database: one of 'simulated'"),
        (["--since", "yesterday"], "'yesterday' does not match the format"),
        (["--since", "2026-02-01", "--until", "2026-01-01"], "--since 2026-02-01 is after --until 2026-01-01"),
    ],
)
def test_wrong_use_names_the_value(arguments: list[str], message: str, db: Path) -> None:
    result = run("standings", "--db", db, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
