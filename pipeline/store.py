"""The only writer of the store: one DuckDB file, changed on a copy beside it and published whole."""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from pipeline import __version__
from pipeline.arrow_tables import ArrowTables
from pipeline.batches import Batch
from pipeline.contests import CONFLICTING, Source, Verdict
from pipeline.hidden_names import replace_name, without_cut_values
from pipeline.key_tables import keys_table, rejects_table, sources_table
from pipeline.records import Record, canonical_text, content_hash
from pipeline.rows import Row, record_of_row, record_of_text
from pipeline.sql_files import sql_files
from replay.readings import rules_in_force
from replay.rulesets import FIELDS, format_value

LONGEST_REJECT_TEXT = 300
READING, SETTLING = 48, 96
"""Megabytes of tables that are held while rows are only written, and while they are compared. With more it is no faster."""
RECORDS_IN_A_PART = 500_000
"""Records among which deals told of twice are looked for at a time, so that memory stays the same for any number."""


class Store(ArrowTables):
    """A connection that writes; every change belongs to `writing`, which publishes all of them or none."""

    def use_threads(self, count: int) -> None:
        """Work with so many threads: one while rows come in beside other work, more when everything waits for it."""
        self._run(f"SET threads = {count:d}")

    @contextlib.contextmanager
    def holding(self, megabytes: int) -> Iterator[None]:
        """Hold no more than so much of the tables in memory inside; the rest is read from the file and from one beside it.

        What rows were that this transaction has changed or taken out comes on top: it cannot be let go.
        """
        before, changed = self._run(
            "SELECT current_setting('memory_limit'), coalesce(sum(memory_usage_bytes), 0)::BIGINT >> 20 "
            "FROM duckdb_memory() WHERE tag = 'TRANSACTION'"
        )[0]
        self._run(f"SET memory_limit = '{megabytes + changed:d}MB'")
        try:
            yield
        finally:
            with contextlib.suppress(duckdb.Error):  # after one nothing can be set any more
                self._run(f"SET memory_limit = '{before}'")

    def retract_file(self, path: str, from_line: int = 0) -> tuple[pa.Table, list[tuple[str, str, int]], int]:
        """Forget what was read of `path` from a line on, all of it from 0, and the deals that nothing else tells of.

        The games (site, game_id) of these deals, the keys of the deals of which other records are left, which have to be
        judged again, and how many records are forgotten.
        """
        these = "path = ? AND line >= ?"
        (((records,)),) = self._run(
            f"SELECT (SELECT count(*) FROM sources WHERE {these}) "
            f"+ (SELECT count(*) FROM rejects WHERE {these} AND reason <> '{CONFLICTING}')",
            *(path, from_line),
            *(path, from_line),
        )
        key = "site, game_id, deal_no"
        self._run(f"CREATE TEMP TABLE retracted AS SELECT DISTINCT {key} FROM sources WHERE {these}", path, from_line)
        for table in ("rejects", "sources"):
            self._run(f"DELETE FROM {table} WHERE {these}", path, from_line)
        self._run(f"CREATE TEMP TABLE lone AS SELECT {key} FROM retracted ANTI JOIN sources USING ({key})")
        for table in ("deals", "findings"):
            self._run(f"DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM lone)")
        games = self._connection.sql("SELECT DISTINCT site, game_id FROM retracted").to_arrow_table()
        told = self._run(f"SELECT {key} FROM retracted ANTI JOIN lone USING ({key}) ORDER BY ALL")
        for table in ("retracted", "lone"):
            self._run(f"DROP TABLE {table}")
        if from_line == 0:
            self.forget_file_row(path)
        return games, [(site, game_id, deal_no) for site, game_id, deal_no in told], int(records)

    def forget_file_row(self, path: str) -> None:
        """Take a file out of the ledger, to be written there anew."""
        self._run("DELETE FROM files WHERE path = ?", path)

    def last_row(self, table: str) -> int:
        """A number below that of every row that a table will be given from now on."""
        return int(self._run(f"SELECT coalesce(max(rowid), -1) FROM {table}")[0][0])

    def settle_repeated(self, last_row: int) -> list[tuple[str, str, int]]:
        """Leave one row of each deal that several records tell of in the same words, if no record says otherwise.

        What another version of the program judged is left to be judged anew. The keys of deals that are written more than
        once after that, one of them in a row of `sources` after `last_row`.
        """
        others = self._run("SELECT count(*) FROM files WHERE version <> ?", __version__)[0][0]
        parts = 1 + self._run("SELECT count(*) FROM sources WHERE rowid > ?", last_row)[0][0] // RECORDS_IN_A_PART
        contested: list[tuple[str, str, int]] = []
        for part in range(parts):
            of_part = f"hash(site, game_id, deal_no) % {parts:d}::UBIGINT = {part:d}::UBIGINT"
            self._find_told_twice(of_part, last_row)
            judged_alike = f"first_row > {last_row:d}" if others else "true"
            self._run(
                "CREATE TEMP TABLE repeated AS SELECT site, game_id, deal_no FROM told_twice "
                f"WHERE contents = 1 AND {judged_alike}"
            )
            if self._run("SELECT count(*) FROM repeated")[0][0]:
                for text in sql_files("repeated").values():
                    self._run(text)
            contested += [
                (site, game_id, deal_no)
                for site, game_id, deal_no in self._run(
                    "SELECT site, game_id, deal_no FROM told_twice ANTI JOIN repeated USING (site, game_id, deal_no)"
                )
            ]
            self._run("DROP TABLE repeated")
            self._run("DROP TABLE told_twice")
        return sorted(contested)

    def _find_told_twice(self, of_part: str, last_row: int) -> None:
        """Make a table of the deals that are written more than once, one of them in a row after `last_row`.

        With how many contents they have, and the first row that tells of them.
        """
        new = f"SELECT site, game_id, deal_no FROM sources WHERE rowid > {last_row:d} AND {of_part}"
        among_new = f"SEMI JOIN ({new}) USING (site, game_id, deal_no)" if last_row >= 0 else ""
        # In two steps: to count what is DISTINCT in a group takes memory for all of them.
        told = "SELECT site, game_id, deal_no, content, count(*) FILTER (status = 'deal') AS deals, min(rowid) AS first_row"
        self._run(
            "CREATE TEMP TABLE told_twice AS SELECT site, game_id, deal_no, count(*) AS contents, min(first_row) AS first_row "
            f"FROM ({told} FROM sources {among_new} WHERE {of_part} GROUP BY ALL) GROUP BY site, game_id, deal_no "
            "HAVING sum(deals) > 1"
        )

    def games_since(self, last_row: int) -> pa.Table:
        """The games (site, game_id) of all deals in rows after `last_row`."""
        return self._connection.sql(
            "SELECT DISTINCT site, game_id FROM deals WHERE rowid > ?", params=[last_row]
        ).to_arrow_table()

    def sources(self, keys: Sequence[tuple[str, str, int]]) -> list[Source]:
        """All sources of deals, with their records: one without a text of its own says what a row of the deal says."""
        with self._table(keys_table(keys)) as given:
            deals = self._rows(f"SELECT * FROM deals SEMI JOIN {given} USING (site, game_id, deal_no)")
            rows = self._rows(f"SELECT * FROM sources SEMI JOIN {given} USING (site, game_id, deal_no)")
        told: dict[tuple[str, str, int], dict[str, Record]] = {}
        for record in map(record_of_row, deals):
            told.setdefault(record.key, {})[content_hash(record)] = record
        return [Source(row["path"], row["member"], row["line"], row["content"], self._record(row, told)) for row in rows]

    @staticmethod
    def _record(row: Row, told: dict[tuple[str, str, int], dict[str, Record]]) -> Record:
        if row["record"] is None:
            here = told[(row["site"], row["game_id"], row["deal_no"])]
            # Older versions kept no text of a record whose seats are not those found: the row is all that is left of it.
            return here.get(row["content"]) or next(iter(here.values()))
        return record_of_text(row["record"])

    def remove_deals(self, keys: Sequence[tuple[str, str, int]]) -> None:
        """Take deals out with their findings, sources and conflicts, to be written again as judged anew."""
        with self._table(keys_table(keys)) as given:
            self._run(
                f"DELETE FROM rejects WHERE reason = '{CONFLICTING}' AND (path, member, line) IN (SELECT path, member, line "
                f"FROM sources SEMI JOIN {given} USING (site, game_id, deal_no))"
            )
            for table in ("deals", "findings", "sources"):
                self._run(f"DELETE FROM {table} WHERE (site, game_id, deal_no) IN (SELECT site, game_id, deal_no FROM {given})")

    def add_batch(self, batch: Batch, verdicts: Sequence[Sequence[Verdict]]) -> None:
        """Write deals with their findings, and for each deal all its sources."""
        rows = {"deals": batch.deals, "findings": batch.findings, "sources": sources_table(verdicts, batch)}
        self._insert(self._connection, rows)
        self.add_rejects(
            [
                (source.path, source.member, source.line, "", CONFLICTING, verdict.reason, canonical_text(source.record))
                for judged in verdicts
                for verdict in judged
                if verdict.status == CONFLICTING
                for source in (verdict.source,)
            ]
        )

    def add_parts(self, parts: Mapping[str, Sequence[Path]]) -> None:
        """Write the rows of Parquet files, by table."""
        for table, paths in parts.items():
            for path in paths:
                self._run(f"INSERT INTO {table} BY NAME SELECT * FROM read_parquet(?, hive_partitioning = false)", str(path))

    def ledger(self) -> list[Row]:
        """Every file that was read, by path."""
        return self._rows("SELECT * FROM files ORDER BY path, member")

    def note_version(self, paths: Sequence[str], version: str) -> None:
        """Note with which version the records of files that are gone were judged."""
        self._run("UPDATE files SET version = ? WHERE path IN (SELECT unnest(?))", version, list(paths))

    def keys_of_player(self, name: str) -> list[tuple[str, str, int]]:
        """The keys of all deals that any record names a player in, as such or in a comment."""
        rows = self._run(
            "SELECT DISTINCT site, game_id, deal_no FROM deals WHERE ? IN (north, east, south, west) "
            "OR len(list_filter(comments, lambda comment: contains(comment.text, ?))) > 0 "
            "UNION SELECT site, game_id, deal_no FROM sources WHERE contains(record, ?)",
            *(name, name, json.dumps(name, ensure_ascii=False)[1:-1]),
        )
        return [(site, game_id, deal_no) for site, game_id, deal_no in rows]

    def forget_in_rejects(self, name: str, pseudonym: str) -> int:
        """Put a pseudonym in place of a name in the texts and messages of rejects; in how many."""
        changed = []
        for row, text, message in self._run("SELECT rowid, text, message FROM rejects"):
            new = replace_name(text, name, pseudonym), replace_name(without_cut_values(message), name, pseudonym)
            if new != (text, message):
                changed.append((row, *new))
        for row, text, message in changed:
            self._run("UPDATE rejects SET text = ?, message = ? WHERE rowid = ?", text, message, row)
        return len(changed)

    def replace_aliases(self, aliases: Sequence[tuple[str | None, str, str]]) -> None:
        """Write the aliases (site, name, person) in place of the old ones."""
        self._run("DELETE FROM aliases")
        for alias in aliases:
            self._run("INSERT INTO aliases VALUES (?, ?, ?)", *alias)

    def all_keys(self, paths: Sequence[str]) -> list[tuple[str, str, int]]:
        """The keys of all deals that any of the files is a source of."""
        rows = self._run("SELECT DISTINCT site, game_id, deal_no FROM sources WHERE path IN (SELECT unnest(?))", list(paths))
        return [(site, game_id, deal_no) for site, game_id, deal_no in rows]

    def describe_rules(self) -> None:
        """Write the fields of every rule set that a deal was judged by, and of no other."""
        judged = self._run("SELECT DISTINCT rules, custom FROM deals ORDER BY rules, custom")
        rows = []
        for name, custom in judged:
            rules = rules_in_force({"base": name, **json.loads(custom)} if custom else name).rules
            rows.append(
                {"rules": name, "custom": custom} | {field: format_value(field, getattr(rules, field)) for field in FIELDS}
            )
        self._run("DELETE FROM rulesets")
        if rows:
            # A penalty is points or none: a text in both cases.
            texts = [row | {"penalty_points": str(row["penalty_points"])} for row in rows]
            with self._table(pa.Table.from_pylist(texts)) as given:
                self._run(f"INSERT INTO rulesets BY NAME SELECT * FROM {given}")

    def add_rejects(self, rejects: Sequence[tuple[str, str, int, str, str, str, str]]) -> None:
        """Write rejects: path, member, line, field, reason, message, text."""
        if rejects:
            with self._table(rejects_table(rejects)) as given:
                short = f"substr(text, 1, {LONGEST_REJECT_TEXT}) AS text"
                self._run(f"INSERT INTO rejects BY NAME SELECT * REPLACE ({short}) FROM {given}")

    def add_files(self, rows: Sequence[dict[str, Any]]) -> None:
        """Write rows of the ledger; their accounts follow with `settle_accounts`."""
        if not rows:
            return
        with self._table(pa.Table.from_pylist(list(rows))) as given:
            self._run(f"INSERT INTO files BY NAME SELECT * FROM {given}")

    def settle_accounts(self) -> None:
        """Count deals, duplicates, rejects and findings of every file anew, and note rules, versions and the fingerprint."""
        self.describe_rules()
        for text in sql_files("accounts").values():
            self._run(text)
        self._run("DELETE FROM meta WHERE name <> 'schema_version'")
        with self.holding(READING):  # all contents are looked at, none is held
            query = "SELECT coalesce(bit_xor(md5_number(content)), 0)::VARCHAR FROM sources WHERE status = 'deal'"
            fingerprint = self._run(query)
        for name, value in (("program_version", __version__), ("fingerprint", fingerprint[0][0])):
            self._run("INSERT INTO meta VALUES (?, ?)", name, value)


def make_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """Make what the SQL of a writer calls."""
    connection.execute(sql_files("views")["1_macros.sql"]).fetchall()
