"""What names deals and games, and where they came from, as tables with the store's names."""

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from pipeline.arrow_columns import hex_texts, same_text
from pipeline.batches import Batch
from pipeline.contests import DEAL, Source, Verdict
from pipeline.records import Record, canonical_text
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


def scanned_sources(scanned: Scanned, batch: Batch, path: str, member: str, record_at: Callable[[int], Record]) -> pa.Table:
    """Rows of the table `sources` for scanned records, each for now the deal, and what came of them."""
    count = len(scanned)
    records: list[str | None] = [None] * count if batch.unlike.any() else []
    for row in np.flatnonzero(batch.unlike).tolist():
        records[row] = canonical_text(record_at(row))
    lines = pa.array(scanned.lines.numbers[scanned.at].astype(np.uint32))
    same = {name: same_text(text, count) for name, text in (("path", path), ("member", member), ("status", DEAL))}
    keys = {name: batch.deals[name] for name in ("site", "game_id", "deal_no")}
    kept = pa.array(records, pa.string()) if records else pa.nulls(count, pa.string())
    return pa.table(keys | same | {"line": lines, "content": hex_texts(scanned.content), "record": kept})


def sources_table(verdicts: Sequence[Sequence[Verdict]], batch: Batch) -> pa.Table:
    """Rows of the table `sources` for all records of some deals, and what came of those.

    A record that its deal's row says is not kept once more.
    """
    rows = []
    for judged, is_unlike in zip(verdicts, batch.unlike.tolist(), strict=True):
        deal = next(verdict.source for verdict in judged if verdict.status == DEAL)
        for verdict in judged:
            source: Source = verdict.source
            site, game_id, deal_no = source.record.key
            is_told = source.content == deal.content and not is_unlike
            kept = None if is_told else canonical_text(source.record)
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
