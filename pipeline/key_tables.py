"""What names deals and games, and where they came from, as tables with the store's names."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from pipeline.arrow_columns import hex_texts, same_text
from pipeline.contests import DEAL, Source, Verdict
from pipeline.records import canonical_text
from pipeline.scan import Scanned


def games_table(games: Sequence[tuple[str, str]]) -> pa.Table:
    """Games (site, game_id) as a table with the store's names."""
    return pa.table(
        {
            "site": pa.array([site for site, _ in games], pa.string()),
            "game_id": pa.array([game_id for _, game_id in games], pa.string()),
        }
    )


def keys_table(keys: Sequence[tuple[str, str, int]]) -> pa.Table:
    """Keys of deals as a table with the store's names."""
    return pa.table(
        {
            "site": pa.array([key[0] for key in keys], pa.string()),
            "game_id": pa.array([key[1] for key in keys], pa.string()),
            "deal_no": pa.array([key[2] for key in keys], pa.uint32()),
        }
    )


def rejects_table(rejects: Sequence[tuple[str, str, int, str, str, str, str]]) -> pa.Table:
    """Rows of the table `rejects`."""
    columns = zip(*rejects, strict=True)
    names = ("path", "member", "line", "field", "reason", "message", "text")
    return pa.table(dict(zip(names, map(list, columns), strict=True)))


def scanned_sources(scanned: Scanned, deals: pa.Table, path: str, member: str) -> pa.Table:
    """Rows of the table `sources` for scanned records, each for now the deal, and their rows of `deals`."""
    count = len(scanned)
    lines = pa.array(scanned.lines.numbers[scanned.at].astype(np.uint32))
    same = {name: same_text(text, count) for name, text in (("path", path), ("member", member), ("status", DEAL))}
    keys = {name: deals[name] for name in ("site", "game_id", "deal_no")}
    return pa.table(
        keys | same | {"line": lines, "content": hex_texts(scanned.content), "record": pa.nulls(count, pa.string())}
    )


def sources_table(verdicts: Sequence[Sequence[Verdict]]) -> pa.Table:
    """Rows of the table `sources` for all records of some deals."""
    rows = []
    for judged in verdicts:
        deal = next(verdict.source for verdict in judged if verdict.status == DEAL)
        for verdict in judged:
            source: Source = verdict.source
            site, game_id, deal_no = source.record.key
            kept = None if source.content == deal.content else canonical_text(source.record)
            place = (source.path, source.member, source.line)
            rows.append((site, game_id, deal_no, *place, verdict.status, source.content, kept))
    names = ("site", "game_id", "deal_no", "path", "member", "line", "status", "content", "record")
    kinds = (
        pa.string(),
        pa.string(),
        pa.uint32(),
        pa.string(),
        pa.string(),
        pa.uint32(),
        pa.string(),
        pa.string(),
        pa.string(),
    )
    return pa.table(
        {name: pa.array([row[at] for row in rows], kind) for at, (name, kind) in enumerate(zip(names, kinds, strict=True))}
    )
