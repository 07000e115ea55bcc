"""Logs read by many workers: each piece of a file becomes Parquet parts, and the parts become a store like any other."""

from pipeline.cluster.forks import get_ready
from pipeline.cluster.gather import read_jobs_on_cluster

__all__ = ["get_ready", "read_jobs_on_cluster"]
