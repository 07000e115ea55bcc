"""Records on their way into the store: gathered from files small and large, and judged with all others of the same deals."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pipeline.batches import replay_batch, replay_plain
from pipeline.contests import DEAL, Source, judge_set
from pipeline.formats import Entry
from pipeline.plain import Plain
from pipeline.records import Record, read_record
from pipeline.stages import Stages
from pipeline.store import Store
from replay.kernel import has_to_compile
from replay.readings import RulesInForce

CHUNK = 20_000
"""Records that are judged, replayed and written at a time."""
Key = tuple[str, str, int]
Reject = tuple[str, str, int, str, str, str, str]


class Intake:
    """Gathers what files hold until it is enough for one go at the store; `flush` has to be called at the end."""

    def __init__(self, store: Store, stages: Stages | None = None, tell: Callable[[str], None] = lambda message: None) -> None:
        self.store = store
        self.stages = stages or Stages()
        self._tell = tell
        self.games: set[tuple[str, str]] = set()
        """Games (site, game_id) of which a deal was added, changed or removed."""
        self._sources: list[Source] = []
        self._rejects: list[Reject] = []
        self._files: list[dict[str, Any]] = []

    def take(self, sources: Sequence[Source], rejects: Sequence[Reject]) -> None:
        """Gather some records and rejects."""
        self._sources += sources
        self._rejects += rejects
        if len(self._sources) + len(self._rejects) >= CHUNK:
            self.flush()

    def take_plain(self, plain: Plain, entries: Sequence[Entry], path: str, member: str) -> set[int]:
        """Write plain records of deals that nothing is known of yet; the lines of those that were taken.

        The entries are those that the records were read from.
        """
        with self.stages.stage("judge"):
            held = self.store.known_keys(plain.keys)
            plain = plain.without(held)
            lines = [entries[at].line for at in plain.at]
        if not lines:
            return set()
        self._announce(len(lines))
        with self.stages.stage("replay"):
            batch = replay_plain(plain, lambda row: _whole(entries[plain.at[row]], plain.rules[row]))
        with self.stages.stage("insert"):
            self.store.add_plain(batch, plain.keys, plain.content, lines, path, member)
        self.games |= {(site, game_id) for site, game_id, _ in plain.keys}
        return set(lines)

    def _announce(self, deals: int) -> None:
        if has_to_compile(deals):
            self._tell("compiling the rules, once for this version: about a quarter of a minute")

    def close_file(self, row: dict[str, Any]) -> None:
        """Gather a row of the ledger, of a file or member of which everything was taken."""
        self._files.append(row)
        if len(self._files) >= CHUNK:
            self.flush()

    def retract(self, path: str, from_line: int) -> int:
        """Take out what the store has of a file from a line on; how many records that were."""
        stale, count = self.store.retract_file(path, from_line)
        if stale:
            self._judge(stale, [], is_stale=True)
        return count

    def flush(self) -> None:
        """Judge and write what was gathered."""
        started = time.monotonic()
        sources, self._sources = self._sources, []
        with self.stages.stage("insert"):
            self.store.add_rejects(self._rejects)
        if sources:
            self._announce(len(sources))
            self._judge([source.record.key for source in sources], sources)
        share = (time.monotonic() - started) / max(1, sum(row["records"] for row in self._files))
        with self.stages.stage("insert"):
            self.store.add_files(self._with_share(share))
        self._rejects, self._files = [], []

    def _with_share(self, share: float) -> list[dict[str, Any]]:
        """The ledger's rows, each with its share of the seconds that judging took a record."""
        return [row | {"seconds": row["seconds"] + share * row["records"]} for row in self._files]

    def _judge(self, keys: Sequence[Key], new: Sequence[Source], *, is_stale: bool = False) -> None:
        self.games |= {(site, game_id) for site, game_id, _ in keys}
        with self.stages.stage("judge"):
            judge_deals(self.store, keys, new, self.stages, is_stale=is_stale)


def _whole(entry: Entry, rules: RulesInForce) -> Record:
    """The record of a plain line, every field of it."""
    record = read_record(msgspec.json.decode(entry.text), rules)
    if not isinstance(record, Record):
        raise AssertionError(f"a plain record cannot be read: {record}")
    return record


def judge_deals(
    store: Store, keys: Sequence[Key], new: Sequence[Source], stages: Stages | None = None, *, is_stale: bool = False
) -> None:
    """Write the deals `keys` as all their records make them; `is_stale` where records of them have gone."""
    sets: dict[Key, list[Source]] = {key: [] for key in keys}
    for source in new:
        sets[source.record.key].append(source)
    held = store.known_keys(list(sets))
    if held:
        for source in store.sources(list(held)):
            sets[source.record.key].append(source)
    if held or is_stale:
        store.remove_deals(list(sets) if is_stale else list(held))
    write_sets(store, sets, stages)


def write_judged(store: Store, sources: Sequence[Source]) -> None:
    """Write the deals that these records, all there are of them, make."""
    sets: dict[Key, list[Source]] = {}
    for source in sources:
        sets.setdefault(source.record.key, []).append(source)
    write_sets(store, sets)


def write_sets(store: Store, sets: Mapping[Key, list[Source]], stages: Stages | None = None) -> None:
    """Judge the records of each deal and write what they turn out to be."""
    verdicts = [judge_set(sources) for sources in sets.values() if sources]
    deals = [next(verdict.source.record for verdict in judged if verdict.status == DEAL) for judged in verdicts]
    if deals:
        stages = stages or Stages()
        with stages.stage("replay"):
            batch = replay_batch(deals)
        with stages.stage("insert"):
            store.add_batch(batch, verdicts)
