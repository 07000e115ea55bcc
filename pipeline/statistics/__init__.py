"""Statistics of players: what there is, whose deals are asked for, and the values with their intervals."""

from pipeline.statistics.catalog import Statistic, catalog, named_statistics
from pipeline.statistics.selection import Selection

__all__ = ["Selection", "Statistic", "catalog", "named_statistics"]
