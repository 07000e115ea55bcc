"""Logs in, statistics out: formats, records, batches, the store and the command line."""
