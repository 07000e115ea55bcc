"""The one function that workers run: a piece of a log read, replayed and written as parts."""

import contextlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pipeline.cluster.parts import PartWriter
from pipeline.cluster.pieces import Piece
from pipeline.file_reader import FileReader
from pipeline.formats import formats
from pipeline.intake import Intake
from pipeline.people import People
from pipeline.rules_given import rules_of


@dataclass(frozen=True)
class Done:
    """What came of a piece: the folder of its parts, and names of fields that no record has."""

    piece: Piece
    folder: Path
    unread_fields: Counter[str]
    records: int


def read_piece(piece: Piece, folder: Path, given: str, format_name: str | None, people: People) -> Done:
    """Read a piece into parts under `folder`; the same piece again finds them there, so a task may run any number of times.

    `given` are the rules for records that name none, as the ledger notes them.
    """
    target = folder / piece.digest(f"{given}|{format_name}|{people.forgotten}")
    if target.is_dir():
        return Done(piece, target, Counter(), 0)
    writer = PartWriter(target)
    try:
        with contextlib.closing(Intake(writer, in_turn=True)) as intake:
            reader = FileReader(intake, piece.job, given, rules_of(given), people)
            known = formats()[format_name] if format_name is not None else None
            if piece.is_whole:
                reader.read(known, lambda done: None)
            else:
                reader.read_part(piece.offset, piece.size, piece.lines)
            intake.flush()
        writer.publish()
    except BaseException:
        writer.discard()
        raise
    return Done(piece, target, reader.unread_fields, reader.added)
