"""Players on the command line and from Python: lists, profiles, and what is said where little is known."""

import csv
import io
import json
import shutil
from collections import Counter
from pathlib import Path

import duckdb
import pytest
from clubs import mixed_season
from commands import ran
from making import write_log

from pipeline.fitted import chose_unfinished, fitted_path
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import make_current, refit


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mixed league, a second one whose players never met the first, and a game that was broken off."""
    folder = tmp_path_factory.mktemp("players")
    others = mixed_season(12, 4, "other")
    for values in others:
        values["players"] = [f"{name} II" for name in values["players"]]
    last = [values for values in mixed_season(1, 5, "broken") if values["deal_no"] < 9]
    ingest([write_log(folder / "a.jsonl", *mixed_season(160), *others, *last)], folder / "a.duckdb")
    refit(folder / "a.duckdb")
    return folder / "a.duckdb"


def test_the_strong_lead_and_the_weak_close_the_list(db: Path) -> None:
    with reading(db) as store:
        frame = store.leaderboard()
        about = store.about_fitted()
    first = frame.filter(frame["league"] == 1)
    # Of six players in a row the first, second and fourth are club players, the last plays at random.
    assert set(first["player"].tail(4)) == {"Freek", "Lies", "Sjoerd", "Zeger"}
    assert {"Corrie", "Els", "Ineke", "Kees", "Okke", "Ria", "Vera", "Ypie"}.isdisjoint(first["player"].head(6))
    assert first["low"].is_sorted(descending=True)
    assert first["place"].to_list() == list(range(1, 25))
    assert first.filter(first["high"] < 0)["player"].len() >= 4
    assert (first["value"] * 1).sum() == pytest.approx(0, abs=0.01)
    assert set(frame["league"]) == {1, 2}
    assert about["counted"] == str(172 * 16)
    assert int(about["deals"]) == 172 * 16 + 8


def test_leagues_partners_and_tenths_are_those_of_plain_counts(db: Path) -> None:
    with reading(db) as store:
        store.use_fitted()
        strength = store.rows("SELECT * FROM strength")
        over = "SELECT site, game_id FROM games WHERE is_over"
        deals = store.rows(f"SELECT north, south, east, west FROM deals WHERE (site, game_id) IN ({over})")
        tenths = store.rows("SELECT tenth, count(*) AS n FROM (SELECT unnest(promise_tenth) AS tenth FROM luck) GROUP BY tenth")
    assert {row["league"] for row in strength if row["player"].endswith("II")} == {2}  # the smaller one
    together = Counter(
        pair
        for deal in deals
        for one, other in (("north", "south"), ("east", "west"))
        for pair in ((deal[one], deal[other]), (deal[other], deal[one]))
    )
    for row in strength:
        mine = {other: n for (one, other), n in together.items() if one == row["player"]}
        assert row["deals"] == sum(mine.values())
        assert mine[row["partner"]] == max(mine.values())
        assert row["partner_share"] == pytest.approx(max(mine.values()) / row["deals"], abs=1e-4)
    assert sorted(row["tenth"] for row in tenths) == list(range(1, 11))
    counts = [row["n"] for row in tenths]
    assert max(counts) < 1.15 * min(counts)


def test_persons_of_one_name_on_two_sites_are_two_beside_somebody_joined(tmp_path: Path) -> None:
    records = mixed_season(2)
    for values in records:
        values["site"] = "alpha" if values["game_id"].endswith("1") else "beta"
        values["players"] = ["Anneke", "Zeger", "Bram\x1b[31m", "Cor"]
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", *records)], db)
    ran("alias", "Anneke", "Star", "--db", db)
    refit(db)
    with reading(db) as store:
        parts = store.profile("Star")
        assert sorted(parts["opponents"].select("player", "person_site", "deals").rows()) == [
            ("Cor", "alpha", 16),
            ("Cor", "beta", 16),
            ("Zeger", "alpha", 16),
            ("Zeger", "beta", 16),
        ]
        assert sorted(parts["partners"]["person_site"]) == ["alpha", "beta"]
        assert sorted(store.leaderboard(1, "alpha")["player"]) == ["Bram\x1b[31m", "Cor", "Star", "Zeger"]
    ran("alias", "Zeger", "Piet", "--site", "beta", "--db", db)
    refit(db)
    with reading(db) as store:
        assert "Piet" not in store.leaderboard(1, "alpha")["player"].to_list()
    printed = ran("player", "Star", "--db", db).stdout
    assert "\x1b" not in printed
    assert "Zeger (alpha)" in printed or "Cor (alpha)" in printed


def test_the_list_says_what_it_leaves_out(db: Path) -> None:
    result = ran("players", "--db", db)
    assert "League 1" in result.stdout
    assert "League 2" in result.stdout
    assert "8 deals of unfinished games are left out (--unfinished counts them)." in result.stdout
    assert "never met" in result.stdout
    assert "Freek II" in result.stdout


def test_machine_output_is_the_frame(db: Path) -> None:
    with reading(db) as store:
        frame = store.leaderboard(150)
    rows = json.loads(ran("players", "--db", db, "--least", 150, "--output", "json").stdout)
    assert rows == frame.to_dicts()
    lines = list(csv.DictReader(io.StringIO(ran("players", "--db", db, "--least", 150, "--output", "csv").stdout)))
    assert [line["player"] for line in lines] == frame["player"].to_list()
    assert 0 < len(lines) < 48


def test_a_profile_is_that_of_plain_sums(db: Path) -> None:
    with reading(db) as store:
        profile = store.profile("Greet")
        luck = {(row["game_id"], row["deal_no"]): row for row in store.rows("SELECT * FROM luck")}
        deals = store.rows("SELECT * FROM deals WHERE 'Greet' IN (north, east, south, west) ORDER BY game_id, deal_no")
    mine = []
    for deal in deals:
        seat = [deal["north"], deal["east"], deal["south"], deal["west"]].index("Greet")
        sign = -1 if seat % 2 else 1
        role = ["declarer", "lho", "partner", "rho"][(seat - "NESW".index(deal["declarer"])) % 4]
        partner = [deal["south"], deal["west"], deal["north"], deal["east"]][seat]
        row = luck[deal["game_id"], deal["deal_no"]]
        mine.append((role, partner, {part: sign * float(row[f"{part}_ns"]) for part in ("result", "luck", "bidding", "play")}))
    rows = {row["role"]: row for row in profile["luck"].to_dicts()}
    for role, row in rows.items():
        chosen = [parts for of, _, parts in mine if role in ("", of)]
        assert row["deals"] == len(chosen)
        for part in ("result", "luck", "bidding", "play"):
            assert row[part] == pytest.approx(sum(parts[part] for parts in chosen) / len(chosen))
        assert row["luck"] + row["bidding"] + row["play"] == pytest.approx(row["result"])
        assert row["adjusted_low"] < row["adjusted"] < row["adjusted_high"]
    partners = {row["player"]: row["deals"] for row in profile["partners"].to_dicts()}
    assert partners == {name: sum(of == name for _, of, _ in mine) for name in {of for _, of, _ in mine}}
    for row in profile["partners"].to_dicts():
        less_luck: dict[bool, list[float]] = {True: [], False: []}
        for _, partner, parts in mine:
            less_luck[partner == row["player"]].append(parts["result"] - parts["luck"])
        lift = sum(less_luck[True]) / row["deals"] - sum(less_luck[False]) / len(less_luck[False])
        assert row["lift"] == pytest.approx(lift)
        if row["adjusted_low"] is not None:
            assert row["lift_low"] < lift < row["lift_high"]
    assert profile["threshold"]["who"].to_list() == ["player", "everybody"]
    assert profile["strength"]["player"].to_list() == ["Greet"]
    assert set(profile["course"]["what"]) == {"form", "rating"}


def test_the_profile_is_printed(db: Path) -> None:
    result = ran("player", "Greet", "--db", db)
    assert "Place" in result.stdout
    assert "declarer's partner" in result.stdout
    assert "nan" not in result.stdout.lower()
    parts = json.loads(ran("player", "Greet", "--db", db, "--output", "json").stdout)
    assert set(parts) == {"strength", "luck", "partners", "opponents", "course", "threshold"}
    assert "he plays more often than not with the best" in result.stdout
    assert ran("player", "Greet", "--db", db, "--output", "csv").stdout.startswith("role,deals,state,result")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("player", "Griet"), "no player 'Griet' in the database; the nearest names are"),
        (("players", "--site", "nowhere"), "no site 'nowhere' in the database: one of 'simulated'"),
        (("players", "--evaluate", "--site", "simulated"), "it takes no --site and no --refit"),
        (("players", "--least", "0"), "0 is not in the range x>=1"),
    ],
)
def test_wrong_use_is_told_in_one_line(words: tuple[str, ...], message: str, db: Path) -> None:
    assert message in ran(*words, "--db", db, code=2).stderr


def test_evaluation_says_plainly_whether_players_can_be_told_apart(db: Path, tmp_path: Path) -> None:
    result = ran("players", "--db", db, "--evaluate")
    assert "52 later games predicted from 120 earlier ones" in result.stdout
    rows = json.loads(ran("players", "--db", db, "--evaluate", "--output", "json").stdout)
    by = {row["method"]: row for row in rows}
    is_sure = by["luck-adjusted plus-minus"]["gain_low"] > 0
    assert ("These games tell players apart" in result.stdout) is is_sure
    assert ("cannot tell players apart yet" in result.stdout) is not is_sure
    assert by["nothing"]["log_loss"] == pytest.approx(0.6931, abs=1e-4)
    assert by["luck-adjusted plus-minus"]["log_loss"] < by["raw average"]["log_loss"] < by["nothing"]["log_loss"]
    assert by["luck-adjusted plus-minus"]["rmse"] < by["nothing"]["rmse"]
    assert by["luck-adjusted plus-minus"]["reliability"] > 0.8
    ingest([write_log(tmp_path / "few.jsonl", *mixed_season(3))], tmp_path / "few.duckdb")
    assert "Fewer than ten games" in ran("players", "--db", tmp_path / "few.duckdb", "--evaluate").stdout
    assert json.loads(ran("players", "--db", tmp_path / "few.duckdb", "--evaluate", "--output", "json").stdout) == []
    ingest([write_log(tmp_path / "equal.jsonl", *mixed_season(40, skill="club"))], tmp_path / "equal.duckdb")
    assert (
        "do not tell" in (told := ran("players", "--db", tmp_path / "equal.duckdb", "--evaluate").stdout)
        or "cannot tell" in told
    )


def test_who_plays_where(tmp_path: Path) -> None:
    """Names on two sites, names that differ in case, computers, nobody, and somebody joined by an alias."""
    records = mixed_season(4)
    for values in records:
        number = int(values["game_id"][-1])
        values["site"] = "club" if number % 2 else "online"
        values["players"] = ["Jan", "jan", "Bot hard 1" if number < 3 else "Bot hard 2", None if number == 4 else "Piet"]
        values["bots"] = "S"
    ingest([write_log(tmp_path / "a.jsonl", *records)], tmp_path / "a.duckdb")
    ran("alias", "Piet", "Petra", "--db", tmp_path / "a.duckdb")
    refit(tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        store.use_fitted()
        rows = store.rows("SELECT person_site, player, kind, games FROM strength ORDER BY kind, player, person_site")
    assert [tuple(row.values()) for row in rows] == [
        ("club", "bot hard", "computer", 2),
        ("online", "bot hard", "computer", 2),
        ("online", "", "nobody", 1),
        ("club", "Jan", "person", 2),
        ("online", "Jan", "person", 2),
        ("", "Petra", "person", 3),
        ("club", "jan", "person", 2),
        ("online", "jan", "person", 2),
    ]


def test_what_was_found_is_exported_and_names_are_hidden_on_demand(db: Path, tmp_path: Path) -> None:
    ran("export", "strength", tmp_path / "a.csv", "--db", db)
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert {row["player"] for row in rows} >= {"Greet", "Greet II"}
    ran("export", "pairs", tmp_path / "b.csv", "--db", db, "--anonymise")
    assert "Greet" not in (tmp_path / "b.csv").read_text()


def test_a_lake_has_the_same_strength(db: Path, tmp_path: Path) -> None:
    lake = tmp_path / "a.lake"
    ingest([write_log(tmp_path / "a.jsonl", *mixed_season(8))], lake)
    ingest([tmp_path / "a.jsonl"], tmp_path / "b.duckdb")
    frames = []
    for path in (lake, tmp_path / "b.duckdb"):
        refit(path)
        with reading(path) as store:
            frames.append(store.leaderboard(1))
    assert frames[0].equals(frames[1])


def test_a_newer_version_keeps_to_whether_unfinished_games_count(db: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.duckdb"
    shutil.copy2(db, own)
    assert not chose_unfinished(own)
    make_current(own, unfinished=True)
    with duckdb.connect(str(fitted_path(own))) as connection:
        connection.execute("UPDATE about SET value = '1' WHERE name = 'version'").fetchall()
    with reading(own) as store:
        assert not store.about_fitted()
    make_current(own)
    with reading(own) as store:
        assert store.about_fitted()["unfinished"] == "True"
    fitted_path(own).write_bytes(b"nothing of ours")
    assert not chose_unfinished(own)
