"""The audit on the command line: for referees, programs and browsers."""

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

from commands import run
from making import revoke, season, sound, write_log


def test_audit_prints_what_a_referee_needs(faulty_db: Path) -> None:
    result = run("audit", "--db", faulty_db)
    assert result.exit_code == 0
    values = revoke()
    for words in (str(values["game_id"]), "suit not followed", "(R15)", "1-2", str(values["plays"]).split()[1]):
        assert words in result.stdout
    assert run("audit", "--db", faulty_db, "--strict").exit_code == 1


def test_audit_as_json_is_exact(faulty_db: Path) -> None:
    found = json.loads(run("audit", "--db", faulty_db, "--output", "json").stdout)
    scores = [row for row in found["findings"] if row["code"] == "score_mismatch" and row["score_logged"] == "1-2"]
    assert len(scores) == 1
    assert found["totals"]["deals"] == 32
    revokes = [row for row in found["findings"] if row["code"] == "not_followed"]
    assert (revokes[0]["trick_no"], revokes[0]["card_no"], revokes[0]["certainty"]) == (1, 2, "violation")
    assert revokes[0]["player"] == sound()["players"]["NESW".index(revokes[0]["seat"])]


def test_audit_as_csv_has_the_same_findings_and_no_formulas(faulty_db: Path, tmp_path: Path) -> None:
    values = revoke() | {"game_id": "=cmd", "players": ["=1+1", "@x", "+1", "-1"]}
    run("ingest", write_log(tmp_path / "b.jsonl", values), "--db", faulty_db)
    rows = list(csv.DictReader(io.StringIO(run("audit", "--db", faulty_db, "--output", "csv").stdout)))
    found = json.loads(run("audit", "--db", faulty_db, "--output", "json").stdout)["findings"]
    assert [row["code"] for row in found] == [row["code"] for row in rows]
    assert not any(cell.startswith(("=", "@", "+")) for row in rows for cell in row.values())
    assert any(row["game_id"] == "'=cmd" for row in rows)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src", "style")]


def test_audit_as_html_needs_nothing_but_itself_and_runs_nothing(tmp_path: Path) -> None:
    values = revoke() | {"players": ["<script>alert(1)</script>"] * 4, "game_id": "<img src=x onerror=alert(1)>"}
    path = tmp_path / "a.duckdb"
    run("ingest", write_log(tmp_path / "a.jsonl", values), "--db", path)
    page = run("audit", "--db", path, "--output", "html").stdout
    parser = _Tags()
    parser.feed(page)
    assert not {"script", "img", "link", "iframe"} & parser.tags
    assert parser.links == []
    assert "&lt;script&gt;" in page
    assert "suit not followed" in page


def test_audit_of_one_game_and_one_certainty(faulty_db: Path) -> None:
    game = season()[0]["game_id"]
    assert str(game) in run("audit", "--db", faulty_db, "--game", game, "--certainty", "violation").stdout
    missing = run("audit", "--db", faulty_db, "--game", "game-0O01")
    assert missing.exit_code == 2
    assert game in missing.stderr
