"""The command line as a user meets it: output, exit status, and one clear line for wrong use."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run
from making import revoke, season, sound, write_log

from replay.presets import RULESETS
from replay.rulesets import FIELDS


def test_ingest_tells_the_accounts_and_the_first_rejects(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound(), sound(), b"{")
    result = run("ingest", log, "--db", tmp_path / "a.duckdb")
    assert result.exit_code == 0
    assert "3 records = 1 deal + 1 duplicate + 1 reject" in result.stdout
    assert "a.jsonl:3 bad_record" in result.stdout
    again = run("ingest", log, "--db", tmp_path / "a.duckdb")
    assert "1 file unchanged" in again.stdout


def test_ingest_strict_fails_when_something_was_rejected(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound(), b"{")
    assert run("ingest", log, "--db", tmp_path / "a.duckdb", "--strict").exit_code == 1
    clean = write_log(tmp_path / "b.jsonl", sound(3))
    assert run("ingest", clean, "--db", tmp_path / "a.duckdb", "--strict").exit_code == 0


def test_ingest_says_when_rules_are_assumed(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", sound(rules="absent"))
    assert "1 deal without rules: amsterdams is assumed" in run("ingest", log, "--db", tmp_path / "a.duckdb").stdout


def test_show_prints_the_deal_trick_by_trick_with_legal_cards(faulty_db: Path) -> None:
    values = revoke()
    result = run("show", values["game_id"], values["deal_no"], "--db", faulty_db)
    assert result.exit_code == 0
    assert result.stdout.count(" wins ") == 8
    assert "might play" in result.stdout
    assert "ILLEGAL" in result.stdout
    assert any(symbol in result.stdout for symbol in "♣♦♥♠")


def test_show_lets_no_control_characters_of_names_through(faulty_db: Path) -> None:
    values = sound(1)
    result = run("show", values["game_id"], values["deal_no"], "--db", faulty_db)
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout


def test_show_works_for_broken_off_and_passed_out_deals(tmp_path: Path) -> None:
    gone = dict.fromkeys(("points", "roem_points", "score", "totals", "nat", "pit", "seats", "winners", "roem"), None)
    short = sound() | gone | {"plays": " ".join(sound()["plays"].split()[:6]), "hands": None}
    passed = {"game_id": "p", "deal_no": 1, "players": [None] * 4, "void": "passed_out", "dealer": "N"}
    empty = sound(4) | gone | {"plays": "", "game_id": "e", "deal_no": 1}
    path = tmp_path / "a.duckdb"
    run("ingest", write_log(tmp_path / "a.jsonl", short, passed, empty), "--db", path)
    assert "incomplete" in run("show", short["game_id"], short["deal_no"], "--db", path).stdout
    assert "passed out" in run("show", "p", 1, "--db", path).stdout
    assert run("show", "e", 1, "--db", path).exit_code == 0


def test_a_game_of_several_sites_needs_the_site(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    run("ingest", write_log(tmp_path / "a.jsonl", sound(site="x"), sound(site="y")), "--db", path)
    unclear = run("show", sound()["game_id"], 1, "--db", path)
    assert unclear.exit_code == 2
    assert "x, y" in unclear.stderr
    assert run("show", sound()["game_id"], 1, "--site", "y", "--db", path).exit_code == 0


def test_rejects_lists_place_reason_and_text(faulty_db: Path) -> None:
    result = run("rejects", "--db", faulty_db)
    assert "a.jsonl:33 bad_record" in result.stdout
    assert "not json" in result.stdout
    assert "1 reject" in result.stdout


def test_rejects_and_the_ledger_for_people_and_for_programs(faulty_db: Path, tmp_path: Path) -> None:
    (reject,) = json.loads(run("rejects", "--db", faulty_db, "--output", "json").stdout)
    assert (reject["line"], reject["reason"], reject["text"]) == (33, "bad_record", "not json")
    (row,) = csv.DictReader(io.StringIO(run("rejects", "--db", faulty_db, "--output", "csv").stdout))
    assert row == {name: str(value) for name, value in reject.items()}
    (file,) = json.loads(run("files", "--db", faulty_db, "--output", "json").stdout)
    assert (file["records"], file["deals"], file["rejects"], file["format"]) == (33, 32, 1, "jsonl")
    assert "1 file" in run("files", "--db", faulty_db).stdout


def test_rules_lists_all_presets_and_compares_two(tmp_path: Path) -> None:
    listed = run("rules").stdout
    assert all(name in listed for name in RULESETS)
    both = run("rules", "amsterdams", "rotterdams").stdout
    assert "partner_exempt" in both
    assert "R20" in both


def test_rules_explains_every_field() -> None:
    listed = run("rules").stdout
    for field, spec in FIELDS.items():
        assert re.search(rf"{spec.paragraph}\b.*\b{field}\b", listed), field


def test_rules_fit_tells_what_a_log_was_played_by_and_a_file_to_go_on_with(tmp_path: Path) -> None:
    own = {"base": "rotterdams", "stuk": 30}
    log = write_log(tmp_path / "a.jsonl", *(record | {"rules": own} for record in season("rotterdams", games=14)))
    assert run("rules", "--fit", log).exit_code == 0
    told = json.loads(run("rules", "--fit", log, "--output", "json", "--deals", 210).stdout)
    assert (told["deals"], told["games"], told["more"], told["rejects"]) == (210, 14, True, 0)
    fields = {field["field"]: field["value"] for field in told["fields"]}
    assert (fields["partner_exempt"], fields["run3"], fields["stuk"]) == ("no", 20, 20)  # what it says of itself plays no part
    assert told["presets"][0]["preset"] == told["rules"]["base"] == "rotterdams"
    printed = run("rules", "--fit", log).stdout
    toml = printed[printed.index('base = "') :]
    (tmp_path / "fit.toml").write_text(toml)
    assert run("rules", tmp_path / "fit.toml").exit_code == 0


def test_simulate_writes_a_log_and_what_was_planted(tmp_path: Path) -> None:
    out, planted = tmp_path / "s.jsonl", tmp_path / "p.json"
    result = run("simulate", out, "--games", 3, "--seed", 2, "--fault", "score=0.2", "--planted", planted)
    assert result.exit_code == 0
    assert len(out.read_text().splitlines()) == 48
    notes = [json.loads(line) for line in planted.read_text().splitlines()]
    assert notes
    assert {"score"} == {note["fault"] for note in notes}


def test_demo_does_the_whole_job_and_can_be_run_again(tmp_path: Path) -> None:
    for _ in range(2):
        result = run("demo", "--db", tmp_path / "klaverlog-demo.duckdb")
        assert result.exit_code == 0
        assert "violations found" in result.stdout
        assert "klaverlog show amsterdams-" in result.stdout


def test_demo_does_not_throw_away_a_database_of_another_name(tmp_path: Path) -> None:
    own = tmp_path / "own.duckdb"
    run("ingest", write_log(tmp_path / "a.jsonl", sound()), "--db", own)
    before = own.read_bytes()
    result = run("demo", "--db", own)
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert before == own.read_bytes()


def test_strict_fails_in_any_order_and_again_when_a_file_is_unchanged(tmp_path: Path) -> None:
    one = write_log(tmp_path / "a.jsonl", sound())
    other = write_log(tmp_path / "b.jsonl", sound(score=[1, 161]))
    for first, second in ((one, other), (other, one)):
        db = tmp_path / f"{first.stem}.duckdb"
        assert run("ingest", first, "--db", db, "--strict").exit_code == 0
        assert run("ingest", second, "--db", db, "--strict").exit_code == 1
        assert run("ingest", one, other, "--db", db, "--strict").exit_code == 1


def test_rules_from_a_file(tmp_path: Path) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text('base = "amsterdams"\nfour_jacks = 100\n')
    log = write_log(tmp_path / "a.jsonl", sound(rules="absent"))
    assert run("ingest", log, "--db", tmp_path / "a.duckdb", "--rules", rules).exit_code == 0
    shown = run("show", sound()["game_id"], 1, "--db", tmp_path / "a.duckdb").stdout
    assert "amsterdams with four_jacks 100" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ingest", "{tmp}/none.jsonl"], "no such file or folder"),
        (["ingest", "{log}", "--rules", "texas"], "unknown rules 'texas': one of amsterdams"),
        (["ingest", "{log}", "--rules", "{tmp}/none.toml"], "cannot read the rules"),
        (["ingest", "{log}", "--rules", "{bad}"], "four_jacks: 'many' is not a whole number"),
        (["ingest", "{log}", "--format", "pdf"], "unknown format 'pdf': one of parquet, kjn"),
        (["ingest", "{log}", "--db", "{log}"], "not a klaverlog database"),
        (["audit", "--db", "{tmp}/none.duckdb"], "no database"),
        (["audit", "--db", "{log}"], "not a klaverlog database"),
        (["audit", "--output", "pdf"], "'pdf' is not one of"),
        (["show", "g", "0"], "0 is not in the range"),
        (["rules", "texas"], "unknown rules 'texas'"),
        (["rules", "--fit", "{tmp}/none.jsonl"], "no such file or folder"),
        (["rules", "--fit", "{bad}"], "no deal can be read"),
        (["rules", "--fit", "{log}", "amsterdams"], "takes no names of rules: amsterdams"),
        (["rules", "--fit", "{log}", "--format", "pbn"], "unknown format 'pbn': one of parquet, kjn"),
        (["simulate", "{tmp}/x.jsonl", "--skill", "expert"], "random, beginner, club, mixed"),
        (["simulate", "{tmp}/x.jsonl", "--fault", "score"], "KIND=SHARE"),
        (["simulate", "{tmp}/x.jsonl", "--fault", "typo=0.1"], "not_followed"),
        (["simulate", "{tmp}/gone/x.jsonl"], "cannot write"),
        (["nothing"], "No such command"),
    ],
)
def test_wrong_use_ends_with_status_2_and_one_line_that_names_value_and_choices(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    log = write_log(tmp_path / "log.jsonl", sound())
    bad = tmp_path / "bad.toml"
    bad.write_text('four_jacks = "many"\n')
    before = sorted(tmp_path.iterdir())
    result = run(*(text.format(tmp=tmp_path, log=log, bad=bad) for text in arguments))
    assert result.exit_code == 2
    error = result.stderr.splitlines()[-1]
    assert error.startswith("Error:")
    assert words in error
    assert "Traceback" not in result.stderr
    assert before == [path for path in sorted(tmp_path.iterdir()) if not path.name.endswith(".lock")]


@pytest.mark.parametrize("arguments", [["--help"], ["rules"], ["show", "game-0001", "1"]])
def test_light_commands_load_no_heavy_library(arguments: list[str], tmp_path: Path) -> None:
    run("ingest", write_log(tmp_path / "a.jsonl", *season()), "--db", tmp_path / "klaverlog.duckdb")
    code = (
        "import sys; from pipeline.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as stop: assert not stop.code\n"
        "heavy = {'numba', 'polars', 'pyarrow', 'streamlit', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
