"""The sample logs that come along."""

from pathlib import Path


def sample_logs() -> Path:
    """The folder of sample logs, in a checkout or in an installed package."""
    here = Path(__file__).resolve().parent
    folders = (here / "sample_logs", here.parent / "sample_logs")
    return next(folder for folder in folders if folder.is_dir())


def sample_season() -> list[Path]:
    """The logs of the made-up club's season, without the broken samples."""
    return sorted((sample_logs() / "jsonl").glob("season_*.jsonl"))
