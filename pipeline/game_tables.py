"""Games in the store: what their findings rest on, and what was found, for the writer of the store."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from pipeline.key_tables import games_table, keys_table
from pipeline.rows import Row
from replay.deals import MISSING
from replay.findings import CERTAINTIES, GAME_CODES


class GameTables:
    """The part of the store that is about whole games."""

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
            with contextlib.suppress(duckdb.TransactionException):  # after an error, which is told of and not this
                self._connection.unregister("given")

    def _rows(self, sql: str) -> list[Row]:
        result = self._connection.execute(sql)
        names = [column[0] for column in result.description or ()]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

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

    def game_spans(self, games: pa.Table) -> pa.Table:
        """The first and the last row of `deals` that each of some games (site, game_id) has, in the order of the first."""
        with self._table(games) as given:
            return self._connection.sql(
                "SELECT site, game_id, min(rowid) AS first_row, max(rowid) AS last_row "
                f"FROM deals SEMI JOIN {given} USING (site, game_id) GROUP BY ALL ORDER BY first_row"
            ).to_arrow_table()

    def game_columns(self, games: pa.Table, rows: tuple[int, int] | None = None) -> pa.Table:
        """What is needed to see which of some games (site, game_id, number), each named once, need a look.

        By the number and that of the deal. `rows` are the first and the last of `deals` that they have, where that is known:
        no others are read.
        """
        names = ", ".join(f"coalesce(hash({seat}), 0) AS {seat}" for seat in ("north", "east", "south", "west"))
        pairs = ", ".join(
            f"coalesce({value}, {MISSING})::BIGINT AS {name}_{side}"
            for side in ("ns", "ew")
            for name, value in (
                ("official", f"official(score_{side}, ruled_{side}, ruled_ns, ruled_ew, logged_verzaakt)"),
                *((name, f"{name}_{side}") for name in ("ruled", "logged_score", "logged_total")),
            )
        )
        of_these = "" if rows is None else f"WHERE rowid BETWEEN {rows[0]:d} AND {rows[1]:d}"
        with self._table(games) as given:
            return self._connection.sql(
                f"SELECT number, deal_no::BIGINT AS deal_no, {names}, "
                "coalesce(enum_code(dealer), -1)::TINYINT AS dealer, "
                "CASE void WHEN 'passed_out' THEN 1 WHEN 'misdeal' THEN 2 WHEN 'abandoned' THEN 3 ELSE 0 END::TINYINT AS void, "
                "status = 'complete' AS complete, rules, custom, rules_known, "
                f"{pairs} FROM deals JOIN {given} USING (site, game_id) {of_these} ORDER BY number, deal_no"
            ).to_arrow_table()

    def replace_game_findings(self, games: pa.Table, findings: pa.Table) -> None:
        """Write the findings on whole games in place of the old ones, and count the findings of their deals anew."""
        codes = ", ".join(f"'{code}'" for code in GAME_CODES)
        with self._table(games) as given:
            of_these = f"(site, game_id) IN (SELECT site, game_id FROM {given})"
            old = f"FROM findings WHERE code IN ({codes}) AND {of_these}"
            touched = self._run(f"SELECT DISTINCT site, game_id, deal_no {old}")
            self._run(f"DELETE {old}")
        with self._table(findings) as given:
            self._run(f"INSERT INTO findings BY NAME SELECT * FROM {given}")
            touched += self._run(f"SELECT DISTINCT site, game_id, deal_no FROM {given}")
        keys = sorted({(site, game_id, deal_no) for site, game_id, deal_no in touched})
        if not keys:
            return
        same = "f.site = deals.site AND f.game_id = deals.game_id AND f.deal_no = deals.deal_no"
        counts = ", ".join(
            f"{column} = (SELECT count(*) FROM findings f WHERE f.certainty = '{certainty}' AND {same})"
            for column, certainty in zip(("violations", "depends_on_rule", "information"), CERTAINTIES, strict=True)
        )
        with self._table(keys_table(keys)) as given:
            self._run(
                f"UPDATE deals SET {counts} WHERE (site, game_id, deal_no) IN (SELECT site, game_id, deal_no FROM {given})"
            )

    def replace_matches(self, games: pa.Table, matches: pa.Table) -> None:
        """Write how games stand in place of what was known; a game without deals has no row."""
        with self._table(games) as given:
            self._run(f"DELETE FROM matches WHERE (site, game_id) IN (SELECT site, game_id FROM {given})")
        with self._table(matches) as given:
            self._run(f"INSERT INTO matches BY NAME SELECT * FROM {given}")
