"""The sample season holds what its README says: every planted fault is found, and nothing else."""

import json
from collections import Counter
from pathlib import Path

import pytest
from make_broken_logs import FOLDER, broken_logs

from pipeline.cli.demo import sample_logs
from pipeline.ingest import ingest
from pipeline.queries import Reader, reading
from pipeline.simulate import FAULTS, League, write_season
from replay.readings import rules_in_force

LOGS = sample_logs() / "jsonl"
BLAMING = ("violation", "depends_on_rule")
SEASONS = ("season_amsterdams", "season_rotterdams")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("samples") / "samples.duckdb"
    ingest([*(LOGS / f"{season}.jsonl" for season in SEASONS), FOLDER], path)
    return path


@pytest.fixture
def store(db: Path) -> Reader:
    with reading(db) as reader:
        yield reader  # type: ignore[misc]  # a fixture


def notes(season: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (LOGS / f"{season}.planted.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("season", SEASONS)
def test_every_planted_fault_is_found_at_its_place_and_nothing_else(season: str, store: Reader) -> None:
    prefix = season.removeprefix("season_")
    found = [row for row in store.findings(BLAMING) if row["game_id"].startswith(prefix)]
    expected = {
        (note["game_id"], note["deal_no"], note["code"], note["trick_no"] or None) for note in notes(season) if note["code"]
    }
    assert expected == {(row["game_id"], row["deal_no"], row["code"], row["trick_no"]) for row in found}
    assert len(expected) == len(found)
    assert {"violation"} == {row["certainty"] for row in found}


@pytest.mark.parametrize("season", SEASONS)
def test_a_missing_deal_is_told_where_the_game_goes_on_or_ends_short(season: str, store: Reader) -> None:
    prefix = season.removeprefix("season_")
    told = [row for row in store.findings(["information"]) if row["game_id"].startswith(prefix)]
    assert {row["code"] for row in told} <= {"deal_missing", "game_length"}
    assert {row["game_id"] for row in told} == {note["game_id"] for note in notes(season) if note["fault"] == "missing"}


@pytest.mark.parametrize("season", SEASONS)
def test_illegal_cards_are_found_at_the_very_card_and_seat(season: str, store: Reader) -> None:
    found = {(row["game_id"], row["deal_no"], row["code"]): row for row in store.findings()}
    cards = [note for note in notes(season) if note["card_no"]]
    assert cards
    for note in cards:
        row = found[(note["game_id"], note["deal_no"], note["code"])]
        assert (note["card_no"], note["seat"]) == (row["card_no"], row["seat"])


def test_every_kind_of_fault_is_in_the_samples() -> None:
    planted = Counter(note["fault"] for season in SEASONS for note in notes(season))
    assert set(FAULTS) - {"claim_too_high"} == set(planted)  # nobody announces in these seasons
    assert min(planted.values()) >= 2


@pytest.mark.parametrize("season", SEASONS)
def test_duplicates_are_stored_once_missing_deals_are_not_there_and_broken_off_ones_have_no_score(
    season: str, store: Reader
) -> None:
    for note in notes(season):
        rows = store.rows(
            "SELECT status, score_ns FROM deals WHERE game_id = ? AND deal_no = ?", note["game_id"], note["deal_no"]
        )
        assert len(rows) == (0 if note["fault"] == "missing" else 1)
        if note["fault"] == "broken_off":
            assert rows == [{"status": "incomplete", "score_ns": None}]
    (file,) = [row for row in store.ledger() if Path(row["path"]).stem == season]
    assert file["duplicates"] == sum(note["fault"] == "duplicate" for note in notes(season))


@pytest.mark.parametrize(("season", "games", "seed"), [("season_amsterdams", 40, 11), ("season_rotterdams", 10, 12)])
def test_the_samples_are_what_their_readme_command_writes(season: str, games: int, seed: int, tmp_path: Path) -> None:
    readme = (sample_logs() / "README.md").read_text("utf-8")
    (command,) = [line for line in readme.splitlines() if f"simulate {season}.jsonl" in line]
    words = command.split("`")[3].split()
    assert f"--games {games} --seed {seed}" in command
    rare = dict(word.split("=") for word in words if "=" in word)
    shares = dict.fromkeys(FAULTS, float(words[words.index("--faults") + 1])) | {kind: float(at) for kind, at in rare.items()}
    rules = season.removeprefix("season_")
    league = League(games, seed, rules_in_force(rules), site="club-demo", prefix=rules, shares=shares)
    with (tmp_path / "again.jsonl").open("wb") as stream:
        write_season(league, stream)
    assert (LOGS / f"{season}.jsonl").read_bytes() == (tmp_path / "again.jsonl").read_bytes()


def test_the_broken_logs_are_what_their_script_writes() -> None:
    expected = dict(broken_logs())
    assert set(expected) == {path.name for path in FOLDER.iterdir()}
    for name, content in expected.items():
        assert content == (FOLDER / name).read_bytes(), name


BROKEN = {
    "truncated": (2, [(2, "", "bad_record")]),
    "byte_order_mark": (1, []),
    "crlf": (2, []),
    "latin1": (2, []),
    "empty": (0, []),
    "binary": (1, [(1, "", "bad_record")]),
    "no_json": (4, [(1, "", "bad_record"), (3, "", "bad_record"), (4, "", "bad_record")]),
    "wrong_types": (
        5,
        [(1, "deal_no", "bad_record"), (2, "plays", "bad_record"), (3, "score", "bad_record"), (4, "nat", "bad_record")],
    ),
    "unknown_card": (2, [(1, "plays", "unknown_card")]),
    "too_many_cards": (2, [(1, "plays", "wrong_card_count")]),
    "card_twice": (3, [(1, "plays", "duplicate_card"), (2, "hands", "duplicate_card")]),
    "short_hand": (2, [(1, "hands", "wrong_card_count")]),
    "five_players": (2, [(1, "players", "unsupported_players")]),
    "deal_numbers": (3, [(1, "deal_no", "bad_record"), (2, "deal_no", "bad_record")]),
    "unknown_rules": (3, [(1, "rules", "unknown_rules"), (2, "rules", "unknown_rules")]),
    "unknown_seat": (3, [(1, "dealer", "unknown_seat"), (2, "winners", "unknown_seat")]),
    "missing_fields": (3, [(1, "players", "missing_field"), (2, "dealer", "missing_field")]),
    "unsupported": (3, [(1, "trump", "unsupported_contract"), (2, "bids", "unsupported_contract")]),
    "conflicting": (3, None),
    "hostile_names": (3, [(2, "players", "bad_record")]),
    "nested": (2, [(1, "", "bad_record")]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_log_gives_its_rejects_and_loses_nothing_else(name: str, store: Reader) -> None:
    records, expected = BROKEN[name]
    path = str((FOLDER / f"{name}.jsonl").resolve())
    (file,) = [row for row in store.ledger() if row["path"] == path]
    assert records == file["records"] == file["deals"] + file["duplicates"] + file["rejects"]
    rejects = [row for row in store.rejects() if row["path"] == path]
    if expected is None:
        # Two say one thing and one another: which of them is the deal, their content decides.
        assert {"conflicting_deal"} == {row["reason"] for row in rejects}
        assert file["deals"] == 1
    else:
        assert expected == [(row["line"], row["field"], row["reason"]) for row in rejects]
    assert all(row["message"] and len(row["text"]) <= 300 and row["text"].isprintable() for row in rejects)


def test_every_broken_log_has_its_expectation() -> None:
    assert {f"{name}.jsonl" for name in BROKEN} == {path.name for path in FOLDER.iterdir()}


def test_no_finding_comes_from_the_broken_logs(store: Reader) -> None:
    assert [row for row in store.findings(BLAMING) if row["game_id"].startswith("broken-")] == []


def test_hostile_names_are_stored_as_they_are(store: Reader) -> None:
    rows = store.rows("SELECT north, east, south, west FROM deals WHERE game_id = 'broken-hostile_names' ORDER BY deal_no")
    assert list(rows[0].values()) == ["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\u202eneerG", "=1+1"]
    assert list(rows[1].values()) == ["\x1b[31mred", "🃏", "a\nb", None]
