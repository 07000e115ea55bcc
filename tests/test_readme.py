"""The README says what is so: its examples run, its commands exist, its output is real."""

import contextlib
import io
import json
import re
from pathlib import Path

from click.testing import CliRunner

from pipeline.cli import main
from pipeline.cli.demo import sample_logs
from pipeline.fields import FIELD_NAMES
from pipeline.records import Record, read_record

README = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_command_is_in_the_readme_and_every_command_there_exists() -> None:
    named = set(re.findall(r"klaverlog ([a-z]+)", README))
    assert set(main.commands) <= named
    assert named - {"reads", "writes"} <= set(main.commands)


def test_the_record_of_the_readme_is_a_deal() -> None:
    (example,) = blocks("json")
    assert isinstance(read_record(json.loads(example)), Record)


def test_the_table_of_fields_names_every_field() -> None:
    named = set(re.findall(r"`([a-z_]+)`", README))
    assert set(FIELD_NAMES) <= named


def test_the_python_of_the_readme_runs_and_finds_the_illegal_card() -> None:
    (example,) = blocks("python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(example, {})  # noqa: S102  # our own README
    assert "undertrumped" in out.getvalue()


def test_the_output_at_the_top_is_what_the_demo_season_gives(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    runner = CliRunner(env={"COLUMNS": "100"})
    assert runner.invoke(main, ["ingest", str(sample_logs() / "jsonl"), "--db", str(db)]).exit_code == 0
    printed = runner.invoke(main, ["audit", "--db", str(db)]).stdout
    (shown,) = blocks("")[:1]
    assert shown.strip() in printed


def test_sql_of_the_readme_runs(tmp_path: Path) -> None:
    import duckdb

    db = tmp_path / "a.duckdb"
    CliRunner().invoke(main, ["ingest", str(sample_logs() / "jsonl"), "--db", str(db)])
    with duckdb.connect(str(db), read_only=True) as connection:
        for statement in blocks("sql")[0].split(";"):
            if statement.strip():
                assert connection.execute(statement).fetchall()
