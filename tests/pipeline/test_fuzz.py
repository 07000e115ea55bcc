"""Damaged and hostile inputs of every format, a share of what `tests/bench/fuzz.py` runs: no exception leaves a reader."""

from pathlib import Path

import pytest
from bench.fuzz import fuzz

from pipeline.formats import formats

INPUTS = 1_500


@pytest.mark.parametrize("name", list(formats()))
def test_no_input_breaks_a_reader_and_every_record_is_accounted_for(name: str, tmp_path: Path) -> None:
    figures = fuzz(name, INPUTS, 1, tmp_path, ingest_every=INPUTS, patience=10.0)
    assert figures.examples == {}
    assert figures.inputs == INPUTS
    assert figures.entries == figures.records + figures.rejects
    assert min(figures.records, figures.rejects, figures.audits, figures.by_members, figures.ingested) > 0
