"""Simulated leagues: players of named skill at tables that log what they do, with faults planted on demand."""

from pipeline.simulate.faults import FAULTS, Planted
from pipeline.simulate.season import League, write_season

__all__ = ["FAULTS", "League", "Planted", "write_season"]
