"""The command line: arguments to calls, calls to text. Heavy libraries are imported by the command that needs them."""

from pipeline.cli import audit, copies, dashboard, demo, formats, ingest, people, players, rules, simulate, standings, stats
from pipeline.cli.main import main

__all__ = [
    "audit",
    "copies",
    "dashboard",
    "demo",
    "formats",
    "ingest",
    "main",
    "people",
    "players",
    "rules",
    "simulate",
    "standings",
    "stats",
]
