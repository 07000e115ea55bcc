"""A database and a lake of the same logs."""

from pathlib import Path

from making import season, write_log

from pipeline.ingest import ingest


def logs(folder: Path) -> list[Path]:
    records = season(games=3)
    odd = [records[3], records[4] | {"score": [1, 2]}, {"game_id": 1}, records[6] | {"site": "a/b c'é" + "x" * 150}]
    odd += [records[7] | {"site": None, "played_at": None, "claims": [{"card_no": 3, "seat": "N", "points": 20}]}]
    odd += [records[8] | {"game_id": "other", "comments": [{"card_no": 0, "text": "hello"}], "think_ms": [5] * 32}]
    return [write_log(folder / "a.jsonl", *records, *odd), write_log(folder / "b.jsonl", *odd)]


def fill(folder: Path) -> tuple[Path, Path]:
    """A database and a lake with the same logs, which lie beside them."""
    files = logs(folder)
    for db in (folder / "a.duckdb", folder / "a.lake"):
        ingest(files, db)
    return folder / "a.duckdb", folder / "a.lake"
