"""Records on their way into the store: gathered from files small and large, written, and judged where several tell of one deal.

Every record is first written as if it were the only one of its deal. At the end the deals that turn out to have several
are judged with all of them, so that neither files nor records need to be held, and their order does not matter.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
import pyarrow as pa

from pipeline.batches import Batch, replay_batch, replay_scanned
from pipeline.beside import Beside, InTurn
from pipeline.contests import DEAL, Source, Verdict, judge_set
from pipeline.key_tables import scanned_sources
from pipeline.records import Record, read_record
from pipeline.scan import Scanned, has_to_compile_scanner
from pipeline.stages import Stages
from pipeline.store import SETTLING, Store
from replay.kernel import has_to_compile

CHUNK = 20_000
"""Records that are judged, replayed and written at a time."""
WIDE = 16_000_000
"""Signs of remarks in records that are held: such records may be a hundred times as large as others."""
TOGETHER = 15_000
"""Scanned records that are written at a time, at least."""
Key = tuple[str, str, int]
Rows = tuple[pa.Table, pa.Table, pa.Table]
"""Rows of the tables deals, findings and sources."""
Reject = tuple[str, str, int, str, str, str, str]


class Sink(Protocol):
    """Where rows go: the store, or parts of one."""

    def add_deals(self, deals: pa.Table, findings: pa.Table) -> None: ...

    def add_sources(self, sources: pa.Table) -> None: ...

    def join(self) -> None: ...

    def add_batch(self, batch: Batch, verdicts: Sequence[Sequence[Verdict]]) -> None: ...

    def add_rejects(self, rejects: Sequence[Reject]) -> None: ...

    def add_files(self, rows: Sequence[dict[str, Any]]) -> None: ...


class Intake:
    """Gathers what files hold until it is enough for one go at the store; `flush` has to be called at the end.

    `in_turn` everything is done in one thread, for processes that have one core each.
    """

    def __init__(
        self,
        store: Sink,
        stages: Stages | None = None,
        tell: Callable[[str], None] = lambda message: None,
        *,
        in_turn: bool = False,
    ) -> None:
        self._store = store
        self.stages = stages or Stages()
        self._tell = tell
        self._has_told = False
        self.in_turn = in_turn
        self._beside = InTurn() if in_turn else Beside()
        self._sources: list[Source] = []
        self._signs = 0
        """Signs of remarks in them."""
        self._rejects: list[Reject] = []
        self._files: list[dict[str, Any]] = []
        self._scanned: list[Rows] = []

    def wait(self) -> None:
        """Wait until nothing is still being written."""
        self._hand_over()
        self._beside.wait()
        self._store.join()

    def take(self, sources: Sequence[Source], rejects: Sequence[Reject]) -> None:
        """Gather some records and rejects."""
        self._sources += sources
        self._rejects += rejects
        self._signs += sum(len(comment.text) for source in sources for comment in source.record.comments)
        if len(self._sources) + len(self._rejects) >= CHUNK or self._signs >= WIDE:
            self.flush()

    def take_scanned(self, scanned: Scanned, path: str, member: str) -> None:
        """Write records that were scanned."""
        with self.stages.stage("replay"):
            self.announce(len(scanned))
            record_at = partial(_whole, scanned)
            batch = replay_scanned(scanned, record_at)
            self._scanned.append((batch.deals, batch.findings, scanned_sources(scanned, batch, path, member, record_at)))
        if sum(deals.num_rows for deals, _, _ in self._scanned) >= TOGETHER:
            self._hand_over()

    def _hand_over(self) -> None:
        """Write the rows of scanned records: many at a time, for each time the store looks at every column anew.

        Those of deals are written beside, which takes about as long as reading does, and the others here.
        """
        if not self._scanned:
            return
        deals, findings, sources = (pa.concat_tables(rows) for rows in zip(*self._scanned, strict=True))
        self._scanned = []
        with self.stages.stage("insert"):
            self._store.add_sources(sources)
        with self.stages.stage("wait"):
            self._beside.do(lambda: self._add_deals(deals, findings))

    def _add_deals(self, deals: pa.Table, findings: pa.Table) -> None:
        with self.stages.beside("insert"):
            self._store.add_deals(deals, findings)

    def announce(self, deals: int) -> None:
        """Say so where so many deals wait for machine code first."""
        if not self._has_told and (has_to_compile(deals) or has_to_compile_scanner(deals)):
            self._has_told = True
            self._tell("compiling the rules, once for this version: about half a minute")

    def close_file(self, row: dict[str, Any]) -> None:
        """Gather a row of the ledger, of a file or member of which everything was taken."""
        self._files.append(row)
        if len(self._files) >= CHUNK:
            self.flush()

    def retract(self, path: str, from_line: int) -> int:
        """Take out what is held of a file from a line on; how many records that were: none, where rows are only written."""
        return 0

    def reopen(self, path: str) -> None:
        """Take the row of a file out of the ledger, which is to be written anew."""

    def flush(self) -> None:
        """Write what was gathered."""
        started = time.monotonic()
        sources, self._sources, self._signs = self._sources, [], 0
        self.wait()
        with self.stages.stage("insert"):
            self._store.add_rejects(self._rejects)
        if sources:
            self.announce(len(sources))
            _write(self._store, [[Verdict(source, DEAL)] for source in sources], self.stages)
        share = (time.monotonic() - started) / max(1, sum(row["records"] for row in self._files))
        with self.stages.stage("insert"):
            self._store.add_files(self._with_share(share))
        self._rejects, self._files = [], []

    def close(self) -> None:
        """Stop what is still being written; nothing more can be taken."""
        self._beside.close()

    def _with_share(self, share: float) -> list[dict[str, Any]]:
        """The ledger's rows, each with its share of the seconds that judging took a record."""
        return [row | {"seconds": row["seconds"] + share * row["records"]} for row in self._files]


class StoreIntake(Intake):
    """An intake into a store that may hold records already; `finish` has to be called at the end."""

    def __init__(self, store: Store, stages: Stages | None = None, tell: Callable[[str], None] = lambda message: None) -> None:
        super().__init__(store, stages, tell)
        self._held = store
        self._last_source, self._last_deal = store.last_row("sources"), store.last_row("deals")
        self._stale: list[pa.Table] = []
        """Games (site, game_id) of which a record was taken out."""

    def retract(self, path: str, from_line: int) -> int:
        """Take out what the store has of a file from a line on; how many records that were."""
        self.wait()
        with self.stages.stage("judge"), self._held.holding(SETTLING):
            games, told, count = self._held.retract_file(path, from_line)
            self._stale.append(games)
            self._judge(told)
        return count

    def reopen(self, path: str) -> None:
        """Take the row of a file out of the ledger, which is to be written anew."""
        self._held.forget_file_row(path)

    def finish(self) -> pa.Table:
        """Write the rest and judge every deal of which several records were read; the games that may have changed."""
        self.flush()
        store = self._held
        store.use_threads(2)
        with self.stages.stage("judge"), store.holding(SETTLING):
            self._judge(store.settle_repeated(self._last_source))
            return pa.concat_tables([store.games_since(self._last_deal), *self._stale])

    def _judge(self, keys: Sequence[Key]) -> None:
        """Judge deals, so many at a time, by all their records."""
        for first in range(0, len(keys), CHUNK):
            judge_deals(self._held, keys[first : first + CHUNK], self.stages)


def _whole(scanned: Scanned, row: int) -> Record:
    """The record of a scanned line, every field of it."""
    values = msgspec.json.decode(scanned.lines.text(int(scanned.at[row])))
    record = read_record(values, scanned.rules_of(row))
    if not isinstance(record, Record):
        raise AssertionError(f"a scanned record cannot be read: {record}")
    return record


def judge_deals(store: Store, keys: Sequence[Key], stages: Stages | None = None) -> None:
    """Write the deals `keys` as all their records that the store holds make them."""
    sets: dict[Key, list[Source]] = {key: [] for key in keys}
    for source in store.sources(keys):
        sets[source.record.key].append(source)
    store.remove_deals(keys)
    write_sets(store, sets, stages)


def write_judged(store: Store, sources: Sequence[Source]) -> None:
    """Write the deals that these records, all there are of them, make."""
    sets: dict[Key, list[Source]] = {}
    for source in sources:
        sets.setdefault(source.record.key, []).append(source)
    write_sets(store, sets)


def write_sets(store: Store, sets: Mapping[Key, list[Source]], stages: Stages | None = None) -> None:
    """Judge the records of each deal and write what they turn out to be."""
    _write(store, [judge_set(sources) for sources in sets.values() if sources], stages)


def _write(store: Sink, verdicts: Sequence[Sequence[Verdict]], stages: Stages | None) -> None:
    deals = [next(verdict.source.record for verdict in judged if verdict.status == DEAL) for judged in verdicts]
    if deals:
        stages = stages or Stages()
        with stages.stage("replay"):
            batch = replay_batch(deals)
        with stages.stage("insert"):
            store.add_batch(batch, verdicts)
