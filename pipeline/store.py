"""The only writer of the store: one DuckDB file, changed on a copy beside it and published whole."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

import duckdb
import pyarrow as pa

from pipeline import __version__
from pipeline.batches import Batch
from pipeline.contests import CONFLICTING, DEAL, Source, Verdict
from pipeline.hidden_names import replace_name, without_cut_values
from pipeline.key_tables import games_table, keys_table, sources_table
from pipeline.records import Record, canonical_text, read_record
from pipeline.rows import Row, record_of_row
from replay.findings import CERTAINTIES, GAME_CODES
from replay.readings import rules_in_force
from replay.rulesets import FIELDS, format_value

LONGEST_REJECT_TEXT = 300


class Store:
    """A connection that writes; every change belongs to one transaction of `writing`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def _run(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        # An unread result leaves the connection busy.
        return self._connection.execute(sql, list(parameters)).fetchall()

    @contextlib.contextmanager
    def _table(self, table: pa.Table) -> Iterator[str]:
        self._connection.register("given", table)
        try:
            yield "given"
        finally:
            self._connection.unregister("given")

    def retract_file(self, path: str, from_line: int = 0) -> tuple[list[tuple[str, str, int]], int]:
        """Forget what was read of `path` from a line on, all of it from 0.

        The keys of deals that have to be judged again, and how many records are forgotten.
        """
        these = "path = ? AND line >= ?"
        keys = self._run(f"SELECT DISTINCT site, game_id, deal_no FROM sources WHERE {these}", path, from_line)
        (((records,)),) = self._run(
            f"SELECT (SELECT count(*) FROM sources WHERE {these}) "
            f"+ (SELECT count(*) FROM rejects WHERE {these} AND reason <> '{CONFLICTING}')",
            *(path, from_line),
            *(path, from_line),
        )
        for table in ("rejects", "sources"):
            self._run(f"DELETE FROM {table} WHERE {these}", path, from_line)
        if from_line == 0:
            self.forget_file_row(path)
        return [(site, game_id, deal_no) for site, game_id, deal_no in keys], int(records)

    def forget_file_row(self, path: str) -> None:
        """Take a file out of the ledger, to be written there anew."""
        self._run("DELETE FROM files WHERE path = ?", path)

    def known_keys(self, keys: Sequence[tuple[str, str, int]]) -> set[tuple[str, str, int]]:
        """Those of `keys` that the store has a source of."""
        with self._table(keys_table(keys)) as given:
            rows = self._run(
                f"SELECT DISTINCT site, game_id, deal_no FROM sources SEMI JOIN {given} USING (site, game_id, deal_no)"
            )
        return {(site, game_id, deal_no) for site, game_id, deal_no in rows}

    def sources(self, keys: Sequence[tuple[str, str, int]]) -> list[Source]:
        """All sources of deals, with their records: one without a text of its own says what the deal's row says."""
        with self._table(keys_table(keys)) as given:
            deals = self._rows(f"SELECT * FROM deals SEMI JOIN {given} USING (site, game_id, deal_no)")
            rows = self._rows(f"SELECT * FROM sources SEMI JOIN {given} USING (site, game_id, deal_no)")
        of_deal = {record.key: record for record in map(record_of_row, deals)}
        return [Source(row["path"], row["member"], row["line"], row["content"], self._record(row, of_deal)) for row in rows]

    def _rows(self, sql: str) -> list[Row]:
        result = self._connection.execute(sql)
        names = [column[0] for column in result.description or ()]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    @staticmethod
    def _record(row: Row, of_deal: dict[tuple[str, str, int], Record]) -> Record:
        if row["record"] is None:
            return of_deal[(row["site"], row["game_id"], row["deal_no"])]
        record = read_record(json.loads(row["record"]))
        if not isinstance(record, Record):
            raise AssertionError(f"a stored record cannot be read back: {record}")
        return record

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
        self._add_rows(batch)
        with self._table(sources_table(verdicts)) as given:
            self._run(f"INSERT INTO sources BY NAME SELECT * FROM {given}")
        self.add_rejects(
            [
                (source.path, source.member, source.line, "", CONFLICTING, verdict.reason, canonical_text(source.record))
                for judged in verdicts
                for verdict in judged
                if verdict.status == CONFLICTING
                for source in (verdict.source,)
            ]
        )

    def add_plain(
        self, batch: Batch, keys: Sequence[tuple[str, str, int]], content: list[str], lines: list[int], path: str, member: str
    ) -> None:
        """Write deals of which these lines are the only sources."""
        self._add_rows(batch)
        same = {"path": path, "member": member, "status": DEAL}
        table = keys_table(keys).append_column("content", pa.array(content)).append_column("line", pa.array(lines, pa.uint32()))
        with self._table(table) as given:
            told = ", ".join(f"? AS {name}" for name in same)
            self._run(f"INSERT INTO sources BY NAME SELECT *, {told}, NULL AS record FROM {given}", *same.values())

    def _add_rows(self, batch: Batch) -> None:
        for table, rows in (("deals", batch.deals), ("findings", batch.findings)):
            with self._table(rows) as given:
                self._run(f"INSERT INTO {table} BY NAME SELECT * FROM {given}")

    def game_deals(self, games: Sequence[tuple[str, str]]) -> list[Row]:
        """What a game's findings rest on, for all deals of `games` (site, game_id), by game and deal number."""
        with self._table(games_table(games)) as given:
            return self._rows(
                "SELECT site, game_id, deal_no, north, east, south, west, dealer, void, status, rules, rules_known, custom, "
                "official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt) AS official_ns, "
                "official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt) AS official_ew, "
                "ruled_ns, ruled_ew, logged_score_ns, logged_score_ew, logged_total_ns, logged_total_ew "
                f"FROM deals SEMI JOIN {given} USING (site, game_id) ORDER BY site, game_id, deal_no"
            )

    def replace_game_findings(self, games: Sequence[tuple[str, str]], findings: pa.Table) -> None:
        """Write the findings on whole games in place of the old ones, and count the findings of their deals anew."""
        codes = ", ".join(f"'{code}'" for code in GAME_CODES)
        with self._table(games_table(games)) as given:
            of_these = f"(site, game_id) IN (SELECT site, game_id FROM {given})"
            old = f"FROM findings WHERE code IN ({codes}) AND {of_these}"
            touched = self._run(f"SELECT DISTINCT site, game_id, deal_no {old}")
            self._run(f"DELETE {old}")
        with self._table(findings) as given:
            self._run(f"INSERT INTO findings BY NAME SELECT * FROM {given}")
            touched += self._run(f"SELECT DISTINCT site, game_id, deal_no FROM {given}")
        keys = sorted({(site, game_id, deal_no) for site, game_id, deal_no in touched})
        same = "f.site = deals.site AND f.game_id = deals.game_id AND f.deal_no = deals.deal_no"
        counts = ", ".join(
            f"{column} = (SELECT count(*) FROM findings f WHERE f.certainty = '{certainty}' AND {same})"
            for column, certainty in zip(("violations", "depends_on_rule", "information"), CERTAINTIES, strict=True)
        )
        with self._table(keys_table(keys)) as given:
            self._run(
                f"UPDATE deals SET {counts} WHERE (site, game_id, deal_no) IN (SELECT site, game_id, deal_no FROM {given})"
            )

    def ledger(self) -> list[Row]:
        """Every file that was read, by path."""
        return self._rows("SELECT * FROM files ORDER BY path, member")

    def note_version(self, paths: Sequence[str], version: str) -> None:
        """Note with which version the records of files that are gone were judged."""
        self._run("UPDATE files SET version = ? WHERE path IN (SELECT unnest(?))", version, list(paths))

    def all_games(self) -> list[tuple[str, str]]:
        """Every game (site, game_id)."""
        rows = self._run("SELECT DISTINCT site, game_id FROM deals ORDER BY site, game_id")
        return [(site, game_id) for site, game_id in rows]

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

    def replace_matches(self, games: Sequence[tuple[str, str]], matches: pa.Table) -> None:
        """Write how games stand in place of what was known; a game without deals has no row."""
        with self._table(games_table(games)) as given:
            self._run(f"DELETE FROM matches WHERE (site, game_id) IN (SELECT site, game_id FROM {given})")
        with self._table(matches) as given:
            self._run(f"INSERT INTO matches BY NAME SELECT * FROM {given}")

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
            columns = zip(*rejects, strict=True)
            names = ("path", "member", "line", "field", "reason", "message", "text")
            with self._table(pa.table(dict(zip(names, map(list, columns), strict=True)))) as given:
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
        fingerprint = self._run("SELECT coalesce(bit_xor(md5_number(content)), 0)::VARCHAR FROM sources WHERE status = 'deal'")
        for name, value in (("program_version", __version__), ("fingerprint", fingerprint[0][0])):
            self._run("INSERT INTO meta VALUES (?, ?)", name, value)


def sql_files(folder: str) -> dict[str, str]:
    """The SQL files of a folder of pipeline/sql by name, in the order of their names."""
    files = (resources.files("pipeline") / "sql" / folder).iterdir()
    return {
        file.name: file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name) if file.name.endswith(".sql")
    }
