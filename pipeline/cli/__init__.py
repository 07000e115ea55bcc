"""The command line: arguments to calls, calls to text. Heavy libraries are imported by the command that needs them."""

from pipeline.cli import audit, demo, formats, ingest, rules, simulate, standings
from pipeline.cli.main import main

__all__ = ["audit", "demo", "formats", "ingest", "main", "rules", "simulate", "standings"]
