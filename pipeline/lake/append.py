"""Parts added to a lake: what is there stays as it is, but for the deals and games that the new records change.

Those are copied out, judged again with all their records, and written as a generation of their own, which says what of
the earlier ones counts no more.
"""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from pipeline.games import judge_games, looked_at
from pipeline.intake import CHUNK, judge_deals
from pipeline.lake.manifest import MANIFEST, Manifest, read_manifest, sweep, write_manifest
from pipeline.lake.views import KEYS, Columns, literal, make_tables, make_views
from pipeline.lake.whole import write_table
from pipeline.store import Store, make_macros
from replay.findings import GAME_CODES

DEAL = "site, game_id, deal_no"
REWRITTEN = ("files", "rulesets", "meta", "aliases")
"""Tables that are small and written whole by every change."""
GAMES_AT_A_TIME = 40_000
"""Games that are looked at together: each time all files of the lake are read."""
GROWING = ("deals", "findings", "sources", "rejects", "matches")


class Append:
    """A change to a lake, worked out in a database that is empty at first; nothing counts before `publish`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, folder: Path, schema_version: int) -> None:
        self._connection = connection
        self._folder = folder
        self.store = Store(connection)
        folder.mkdir(exist_ok=True)
        self._old = read_manifest(folder) if (folder / MANIFEST).exists() else Manifest(schema_version)
        self._parts = {table: list(names) for table, names in self._old.parts.items()}
        sweep(folder, {*self._old.files, *self._old.before})
        self._columns: Columns = make_tables(connection)
        make_macros(connection)
        self._run("INSERT INTO meta VALUES ('schema_version', ?)", str(schema_version))
        make_views(connection, "held", folder, self._parts, self._columns)

    @property
    def _added(self) -> int:
        """The generation of the parts that are added."""
        return self._old.generation + 1

    @property
    def _settled(self) -> int:
        """The generation of what is judged again."""
        return self._old.generation + 2

    def _run(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, list(parameters)).fetchall()

    def retract(self, paths: Sequence[str]) -> None:
        """Let nothing count any more that was read of some files; their deals are judged again."""
        self._run("CREATE TEMP TABLE retracted AS SELECT unnest(?::VARCHAR[]) AS path", list(paths))
        self._run(f"CREATE TEMP TABLE stale AS SELECT DISTINCT {DEAL} FROM held.sources SEMI JOIN retracted USING (path)")
        self._write_query("past_paths", "SELECT path FROM retracted SEMI JOIN held.files USING (path)", self._added)

    def add(self, parts: Iterable[Mapping[str, Sequence[Path]]]) -> None:
        """Put the files of parts into the lake, where they do not count yet: they stay where they were, too."""
        for number, part in enumerate(parts):
            for table, paths in part.items():
                for path in paths:
                    place = (
                        path.parent.relative_to(next(p for p in path.parents if p.name == table)) if table == "deals" else ""
                    )
                    name = Path(table) / place / f"g{self._added:06}_{number}.parquet"
                    _put(path, self._folder / name)
                    self._parts.setdefault(table, []).append(name.as_posix())

    def settle(self) -> None:
        """Judge again what the new parts change."""
        make_views(self._connection, "lake", self._folder, self._parts, self._columns)
        self._choose()
        self._copy_out()
        contested = [(site, game, number) for site, game, number in self._run(f"SELECT {DEAL} FROM contested ORDER BY ALL")]
        for first in range(0, len(contested), CHUNK):
            judge_deals(self.store, contested[first : first + CHUNK])
        judge_games(self.store, self._table("SELECT site, game_id FROM doubtful"))
        for table in GROWING:
            self._write_query(table, f"SELECT * FROM {table}", self._settled)
        every = f"SELECT {DEAL} FROM lake.deals SEMI JOIN doubtful USING (site, game_id) UNION "
        every += f"SELECT {DEAL} FROM lake.sources SEMI JOIN doubtful USING (site, game_id) UNION SELECT {DEAL} FROM contested"
        self._write_query("past_deals", every, self._settled)
        self._write_query(
            "past_games", "SELECT site, game_id FROM touched SEMI JOIN held.matches USING (site, game_id)", self._settled
        )
        self._write_query("past_conflicts", "SELECT path, member, line FROM conflicts", self._settled)

    def _choose(self) -> None:
        """The deals that several records tell of, and the games that have to be looked at with them."""
        new = f"SELECT {DEAL} FROM lake.sources WHERE generation = {self._added}"
        among = f"SEMI JOIN ({new}) USING ({DEAL})" if self._old.generation else ""
        self._run(
            f"CREATE TEMP TABLE contested AS SELECT {DEAL} FROM lake.sources {among} WHERE status = 'deal' "
            f"GROUP BY ALL HAVING count(*) > 1 UNION SELECT {DEAL} FROM stale"
        )
        self._run(
            f"CREATE TEMP TABLE touched AS SELECT DISTINCT site, game_id FROM lake.deals WHERE generation = {self._added} "
            "UNION SELECT site, game_id FROM contested"
        )
        codes = ", ".join(f"'{code}'" for code in GAME_CODES)
        self._run(
            "CREATE TEMP TABLE doubtful AS SELECT DISTINCT site, game_id FROM contested UNION "
            f"SELECT site, game_id FROM lake.findings SEMI JOIN touched USING (site, game_id) WHERE code IN ({codes})"
        )
        games = self._table("SELECT site, game_id FROM touched ANTI JOIN doubtful USING (site, game_id)")
        found: list[pa.Table] = []
        self._run("SET search_path = 'lake,main'")
        for plain, odd in looked_at(self.store, games, GAMES_AT_A_TIME, has_rows=False):
            found.append(plain)
            self._connection.from_arrow(odd).insert_into("temp.main.doubtful")
        self._run("SET search_path = 'main'")
        for plain in found:
            self.store.replace_matches(plain.select(["site", "game_id"]), plain)

    def _copy_out(self) -> None:
        """Copy the games that have to be looked at, with all records of their deals."""
        for table in ("deals", "findings", "sources"):
            chosen = f"SELECT * EXCLUDE (generation) FROM lake.{table} SEMI JOIN doubtful USING (site, game_id)"
            self._run(f"INSERT INTO main.{table} BY NAME {chosen}")
        self._run(
            "CREATE TEMP TABLE conflicts AS SELECT * EXCLUDE (generation) FROM lake.rejects SEMI JOIN main.sources "
            "USING (path, member, line) WHERE reason = 'conflicting_deal'"
        )
        self._run("INSERT INTO main.rejects BY NAME SELECT * FROM conflicts")

    def publish(self, files: Sequence[dict[str, Any]], aliases: Sequence[tuple[str | None, str, str]]) -> None:
        """Write the accounts of all that counts now, with new rows of the ledger, and let it count."""
        growing = {table: self._columns[table] for table in GROWING}
        make_views(self._connection, "now", self._folder, self._parts, growing)
        self._run("INSERT INTO files BY NAME SELECT * EXCLUDE (generation) FROM held.files ANTI JOIN retracted USING (path)")
        self.store.add_files(files)
        self.store.replace_aliases(aliases)
        for table in GROWING:  # so that the accounts are those of the lake
            self._run(f"DROP TABLE main.{table} CASCADE")
        self._run("SET search_path = 'now,main'")
        self.store.settle_accounts()
        self._run("SET search_path = 'main'")
        for table in REWRITTEN:
            self._parts[table] = write_table(self._connection, self._folder, table, self._settled)
        manifest = Manifest(self._old.schema_version, self._settled, self._parts, self._old.files)
        write_manifest(self._folder, manifest)

    def _table(self, sql: str) -> pa.Table:
        return self._connection.sql(sql).to_arrow_table()

    def _write_query(self, table: str, sql: str, generation: int) -> None:
        """Write the rows of a query as a file of a table, if there are any."""
        if table == "deals":
            self._parts.setdefault(table, []).extend(write_table(self._connection, self._folder, table, generation))
            return
        if not self._run(f"SELECT count(*) FROM ({sql})")[0][0]:
            return
        name = Path(table) / f"g{generation:06}.parquet"
        (self._folder / table).mkdir(exist_ok=True)
        order = ", ".join(KEYS.get(table, ("ALL",)))
        target = literal(self._folder / name)
        self._run(f"COPY ({sql} ORDER BY {order}) TO {target} (FORMAT parquet, COMPRESSION zstd)")
        self._parts.setdefault(table, []).append(name.as_posix())


def _put(path: Path, target: Path) -> None:
    """The same file at another place too: linked, or copied where that cannot be."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, target)
    except OSError:
        shutil.copyfile(path, target)
