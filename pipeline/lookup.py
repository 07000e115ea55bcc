"""Looking things up in a store: rows and columns of a query, names of persons, and tables that lie beside it."""

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from pipeline.fitted import attach_fitted, fitted_path, seen_by
from pipeline.hidden_names import mentions
from pipeline.rows import Row
from pipeline.store_views import see_to_views

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    import pyarrow as pa


class Lookup:
    """A store open for reading, by queries and by names."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path, has_seats: bool | None = None) -> None:
        self._connection = connection
        self._path = path
        self._is_prepared = self._has_fitted = has_seats is not None
        self.has_seats = bool(has_seats)
        """Whether the rows of `seats` need not be made from deals."""

    @contextlib.contextmanager
    def beside(self) -> "Iterator[Self]":
        """Another reader of the same state, for another thread."""
        here = self.rows("SELECT current_setting('search_path') AS here")[0]["here"]
        with self._connection.cursor() as cursor:
            if here:
                cursor.execute(f"SET search_path = '{here}'").fetchall()
            if not self._is_prepared:
                see_to_views(cursor)
            other = type(self)(cursor, self._path, self.has_seats if self._is_prepared else None)
            other.use_fitted()
            yield other

    def use_fitted(self, path: Path | None = None) -> None:
        """Make the tables of luck and strength readable beside those of the store, empty if nothing was found yet.

        They are those that lie beside it, or at another `path`.
        """
        if not self._has_fitted:
            self.has_seats = attach_fitted(self._connection, path or fitted_path(self._path))
            self._has_fitted = True

    def seen(self) -> str:
        """What tells the data of the store from others, as 32 hex digits."""
        return seen_by(self._connection)

    def execute(self, statement: str) -> None:
        """Carry out a statement that has no rows."""
        self._connection.execute(statement).fetchall()

    def about_fitted(self) -> dict[str, str]:
        """What is known of the last search for luck and strength: when, from what, with what settings; nothing without one."""
        self.use_fitted()
        return {row["name"]: row["value"] for row in self.rows("SELECT * FROM about")}

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """The rows of a query as dictionaries."""
        result = self._connection.execute(sql, list(parameters))
        names = [column[0] for column in result.description or ()]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def columns(self, sql: str, *parameters: object) -> "pa.Table":
        """The columns of a query."""
        return self._connection.sql(sql, params=list(parameters)).to_arrow_table()

    def seat_columns(self) -> list[str]:
        """The columns of the view `seats`."""
        return [row["column_name"] for row in self.rows("DESCRIBE seats")]

    def keep(self, name: str, sql: str, *parameters: object) -> None:
        """Keep the rows of a query as a table, for as long as the store is open."""
        self._connection.execute(f'CREATE OR REPLACE TEMP TABLE "{name}" AS {sql}', list(parameters)).fetchall()

    def logged_names(self, person: str | None) -> list[str]:
        """Other names that are a person's by aliases."""
        return [row["name"] for row in self.rows("SELECT DISTINCT name FROM aliases WHERE person = ? ORDER BY name", person)]

    def person_sites(self, name: str, site: str | None) -> list[str]:
        """Where there is a person of that name, as aliases have it, on one site or all: sites, "" for one of several sites."""
        sql = (
            "SELECT DISTINCT person_site FROM seats_among(?) WHERE player = ? AND (? IS NULL OR site = ?) ORDER BY person_site"
        )
        return [row["person_site"] for row in self.rows(sql, [name, *self.logged_names(name)], name, site, site)]

    def mentions(self, name: str) -> bool:
        """Whether anything in the store names somebody: players, comments, records that are no deals, rejects."""
        written = json.dumps(name, ensure_ascii=False)[1:-1]
        found = self.rows(
            "SELECT 1 FROM deals WHERE ? IN (north, east, south, west) "
            "OR len(list_filter(comments, lambda comment: contains(comment.text, ?))) > 0 "
            "UNION ALL SELECT 1 FROM sources WHERE contains(record, ?) LIMIT 1",
            *(name, name, written),
        )
        texts = () if found else self.rows("SELECT text, message FROM rejects")
        return bool(found) or any(mentions(row["text"], name) or mentions(row["message"], name) for row in texts)

    def has_player(self, name: str, site: str | None = None) -> bool:
        """Whether somebody plays under a name, on a site or on any."""
        sql = "SELECT 1 FROM deals WHERE ? IN (north, east, south, west) AND (? IS NULL OR site = ?) LIMIT 1"
        return bool(self.rows(sql, name, site, site))

    def deal_of_both(self, name: str, other: str) -> str:
        """The first deal in which two names play, "" if there is none."""
        rows = self.rows(
            "SELECT game_id, deal_no FROM deals WHERE ? IN (north, east, south, west) AND ? IN (north, east, south, west) "
            "AND ? <> ? ORDER BY site, game_id, deal_no LIMIT 1",
            *(name, other, name, other),
        )
        return f"deal {rows[0]['deal_no']} of {rows[0]['game_id']}" if rows else ""

    def player_names(self) -> list[str]:
        """Every name of a player, as logged and as aliases have it."""
        rows = self.rows(
            "SELECT DISTINCT name FROM (SELECT unnest([north, east, south, west]) AS name FROM deals "
            "UNION ALL SELECT person FROM aliases) WHERE name IS NOT NULL ORDER BY name"
        )
        return [row["name"] for row in rows]

    def similar_players(self, name: str) -> list[str]:
        """Up to five names of players nearest to `name`."""
        names = "SELECT DISTINCT unnest([north, east, south, west]) AS name FROM deals"
        rows = self.rows(
            f"SELECT name FROM ({names}) WHERE name IS NOT NULL ORDER BY levenshtein(substr(name, 1, 100), ?), name LIMIT 5",
            name[:100],
        )
        return [row["name"] for row in rows]
