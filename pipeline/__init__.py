"""Logs in, statistics out: formats, records, batches, the store and the command line."""

__version__ = "0.1.0"
