"""What a worker makes of a piece: Parquet files with rows of the store's tables, complete or not there."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.batches import Batch
from pipeline.contests import Verdict
from pipeline.key_tables import rejects_table, sources_table

TABLES = ("deals", "findings", "sources", "rejects", "files")


class PartWriter:
    """Takes rows as a store does, and writes them to a folder that appears whole with `publish`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._work = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        self._work.mkdir(parents=True)
        self._writers: dict[str, pq.ParquetWriter] = {}

    def add_rows(self, deals: pa.Table, findings: pa.Table, sources: pa.Table) -> None:
        """Write rows of three tables."""
        for table, rows in (("deals", deals), ("findings", findings), ("sources", sources)):
            self._write(table, rows)

    def add_batch(self, batch: Batch, verdicts: Sequence[Sequence[Verdict]]) -> None:
        """Write deals, each with its one record."""
        self.add_rows(batch.deals, batch.findings, sources_table(verdicts))

    def add_rejects(self, rejects: Sequence[tuple[str, str, int, str, str, str, str]]) -> None:
        """Write rejects."""
        if rejects:
            self._write("rejects", rejects_table(rejects))

    def add_files(self, rows: Sequence[dict[str, Any]]) -> None:
        """Write rows of the ledger."""
        if rows:
            self._write("files", pa.Table.from_pylist(list(rows)))

    def _write(self, table: str, rows: pa.Table) -> None:
        if not rows.num_rows:
            return
        if table not in self._writers:
            self._writers[table] = pq.ParquetWriter(self._work / f"{table}.parquet", rows.schema, compression="zstd")
        writer = self._writers[table]
        writer.write_table(rows.select(writer.schema.names).cast(writer.schema))

    def publish(self) -> None:
        """Close the files and let the folder appear; one that another worker has made in the meantime stays."""
        self._close()
        try:
            self._work.rename(self._folder)
        except OSError:
            if not self._folder.is_dir():
                raise
            self.discard()

    def discard(self) -> None:
        """Take away what was written."""
        self._close()
        shutil.rmtree(self._work, ignore_errors=True)

    def _close(self) -> None:
        for writer in self._writers.values():
            writer.close()
        self._writers = {}


def part_files(folder: Path) -> dict[str, Path]:
    """The files of a part, by table."""
    return {table: path for table in TABLES if (path := folder / f"{table}.parquet").is_file()}
