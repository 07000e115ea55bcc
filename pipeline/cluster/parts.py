"""What a worker makes of a piece: Parquet files with rows of the store's tables, complete or not there."""

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.batches import Batch
from pipeline.contests import Verdict
from pipeline.key_tables import rejects_table, sources_table
from pipeline.lake.whole import SAFE, UNKNOWN

TABLES = ("deals", "findings", "sources", "rejects", "files")


class PartWriter:
    """Takes rows as a store does, and writes them to a folder that appears whole with `publish`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._work = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        self._work.mkdir(parents=True)
        self._writers: dict[str, pq.ParquetWriter] = {}

    def add_deals(self, deals: pa.Table, findings: pa.Table) -> None:
        """Write rows of two tables."""
        for folder, some in _by_site_and_month(deals):
            self._write(f"deals/{folder}", some)
        self._write("findings", findings)

    def add_sources(self, sources: pa.Table) -> None:
        """Write rows of `sources`."""
        self._write("sources", sources)

    def join(self) -> None:
        """Everything is written in turn."""

    def add_batch(self, batch: Batch, verdicts: Sequence[Sequence[Verdict]]) -> None:
        """Write deals, each with its one record."""
        self.add_deals(batch.deals, batch.findings)
        self.add_sources(sources_table(verdicts, batch))

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
            path = self._work / f"{table}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writers[table] = pq.ParquetWriter(path, rows.schema, compression="zstd")
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


def _by_site_and_month(deals: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """The deals of each site and month, with the name of their folder and file in a lake."""
    if not deals.num_rows:
        return
    sites, months = deals["site"], pc.fill_null(pc.strftime(deals["played_at"], format="%Y-%m"), UNKNOWN)
    named = {site: re.sub(SAFE, "_", site[:40]) or UNKNOWN for site in pc.unique(sites).to_pylist()}
    folders = pc.binary_join_element_wise(sites, months, "\n")
    for both in sorted(pc.unique(folders).to_pylist()):
        site, _, month = both.rpartition("\n")
        yield f"of_site={named[site]}/month={month}/part", deals.filter(pc.equal(folders, both))


def part_files(folder: Path) -> dict[str, list[Path]]:
    """The files of a part, by table."""
    files = {table: sorted((folder / table).rglob("*.parquet")) for table in TABLES}
    for table in TABLES:
        if (folder / f"{table}.parquet").is_file():
            files[table].append(folder / f"{table}.parquet")
    return {table: paths for table, paths in files.items() if paths}
