"""What a local worker's process is a copy of: with all that a piece needs imported, and machine code loaded.

Importing it does that, which is all it is for: the process that others are forked from imports it when it starts.
"""

import contextlib

import pipeline.cluster.worker  # noqa: F401 - so that it need not be imported by each worker
from pipeline.warming import load

with contextlib.suppress(Exception):  # a worker that needs what cannot be loaded says so
    load()
