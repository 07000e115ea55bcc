"""Records that are a hundred times as large as others."""

from pathlib import Path

import pytest
from making import season, write_log
from stores import everything

import pipeline.file_reader
import pipeline.intake
from pipeline.ingest import ingest


def test_records_with_long_remarks_are_written_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record may be a hundred times as large as others, and twenty thousand of them are not held."""
    remarks = [{"card_no": at, "text": "x" * 1_000} for at in range(3)]
    log = write_log(tmp_path / "a.jsonl", *[record | {"comments": remarks} for record in season()])
    ingest([log], tmp_path / "together.duckdb")
    written: list[int] = []
    whole = pipeline.intake.Intake.flush

    def flush(intake: pipeline.intake.Intake) -> None:
        written.append(len(intake._sources))
        whole(intake)

    monkeypatch.setattr(pipeline.intake.Intake, "flush", flush)
    monkeypatch.setattr(pipeline.intake, "CHUNK", 4)
    monkeypatch.setattr(pipeline.intake, "WIDE", 9_000)
    monkeypatch.setattr(pipeline.file_reader, "CHUNK", 1)
    ingest([log], tmp_path / "apart.duckdb")
    assert written[:3] == [3, 3, 3]
    assert everything(tmp_path / "apart.duckdb") == everything(tmp_path / "together.duckdb")
