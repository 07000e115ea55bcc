"""Workers of a local cluster are copies of a process that runs this program and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from making import season, write_log

import pipeline.cluster.forks


def test_workers_run_this_program_and_nothing_in_the_folder_one_works_in(tmp_path: Path) -> None:
    """A process that others are copies of is started as one that would look there first."""
    for name in ("distributed", "pipeline", "replay", "numpy"):
        (tmp_path / f"{name}.py").write_text("open('run', 'w'); raise SystemExit(3)")
    root = str(Path(__file__).resolve().parents[2])
    start = f"import sys; sys.path.insert(0, {root!r}); from pipeline.cli import main; main()"
    write_log(tmp_path / "a.jsonl", *season())
    done = subprocess.run(
        [sys.executable, "-P", "-c", start, "ingest", "a.jsonl", "--db", "a.duckdb", "--cluster", "local"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert not (tmp_path / "run").exists()


def test_what_a_process_is_started_with_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.setattr(sys, "path", ["/first", "/a:b", "/second"])
    with pipeline.cluster.forks._same_modules():
        assert (os.environ["PYTHONPATH"], os.environ["PYTHONSAFEPATH"]) == ("/first:/second", "1")
    assert (os.environ["PYTHONPATH"], "PYTHONSAFEPATH" in os.environ) == ("/elsewhere", False)
