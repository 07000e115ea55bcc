"""Tasks of a cluster that go wrong half-way, as workers do."""

import os
from typing import Any

from pipeline.cluster.pieces import Piece
from pipeline.cluster.worker import Done, read_piece

MARK = "mark"
"""A file beside the store that says that something has gone wrong already."""


def dies_once(piece: Piece, **how: Any) -> Done:
    """Read a piece; the worker that is given the third one first is killed, after it has begun to write."""
    mark = how["folder"].parent / MARK
    if piece.lines > 0 and not mark.exists():
        mark.touch()
        (how["folder"] / f".half-written.{os.getpid()}.part").mkdir()
        os._exit(9)
    return read_piece(piece, **how)


def fails_at_the_end(piece: Piece, **how: Any) -> Done:
    """Read a piece; those of the second half of a file fail, as if the cluster were stopped."""
    if piece.offset > piece.job.size // 2:
        raise RuntimeError("stopped")
    return read_piece(piece, **how)
