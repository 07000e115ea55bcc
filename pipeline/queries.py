"""The only reader of the store."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from pipeline.database import check_database, in_memory, is_there, open_database
from pipeline.errors import UsageError
from pipeline.lake import is_lake, open_lake
from pipeline.lookup import Lookup
from pipeline.records import Record
from pipeline.rows import WITH_TEXTS, Row, record_of_row
from pipeline.store_views import see_to_views

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from pipeline.statistics import Selection

NAMED = ("north", "east", "south", "west", "player", "partner", "left_opponent", "right_opponent", "logged_player")
"""Columns that hold names of players."""


class Reader(Lookup):
    """A store open for reading."""

    def show_columns(self, name: str, columns: "pa.Table") -> None:
        """Let columns be read as a table, for as long as the store is open."""
        self._connection.register(name, columns)

    def statistics(self, names: Sequence[str], selection: "Selection") -> "pl.DataFrame":
        """Some statistics, all for no names, over the deals of a selection: a row for each and each of its classes.

        `pipeline.statistics.values.COLUMNS` says what the columns mean. UsageError for a statistic, player, site or rule
        set that there is not, with the choices.
        """
        from pipeline.statistics import named_statistics
        from pipeline.statistics.choices import check_choices
        from pipeline.statistics.values import values

        wanted = named_statistics(names)
        self.use_fitted()
        check_choices(self, selection)
        return values(self, wanted, selection)

    def leaderboard(self, least: int = 20, site: str | None = None) -> "pl.DataFrame":
        """Persons with at least so many deals, by strength; `pipeline.players.leaderboard` says what the columns mean."""
        from pipeline.players import leaderboard

        return leaderboard(self, least, site)

    def profile(self, name: str, site: str | None = None) -> "dict[str, pl.DataFrame]":
        """What is known of one person, as frames; `pipeline.players.profile` says which."""
        from pipeline.players import profile

        return profile(self, name, site)

    def luck_of_game(self, site: str, game_id: str) -> "pl.DataFrame":
        """The deals of a game, each result split into luck, bidding and play."""
        from pipeline.players import luck_of_game

        return luck_of_game(self, site, game_id)

    def other_tables(self, site: str, game_id: str, deal_no: int) -> "pl.DataFrame":
        """Every table that had the same cards; `pipeline.players.other_tables` says what the columns mean."""
        from pipeline.players import other_tables

        return other_tables(self, site, game_id, deal_no)

    def grouped(self, name: str, selection: "Selection", by: str) -> "pl.DataFrame":
        """A statistic by player, pair, trump and so on: a row a group and class, as `pipeline.statistics.grouped` says."""
        from pipeline.statistics import named_statistics
        from pipeline.statistics.grouped import grouped

        (one,) = named_statistics([name])
        return grouped(self, one, selection, by)

    def deals_behind(
        self, name: str, selection: "Selection", by: str, group: Mapping[str, object], of_class: str = ""
    ) -> list[Row]:
        """The deals that one of those values counts, as `pipeline.statistics.grouped.deals_behind` says."""
        from pipeline.statistics import named_statistics
        from pipeline.statistics.grouped import deals_behind

        (one,) = named_statistics([name])
        return deals_behind(self, one, selection, by, group, of_class)

    def roem_spread(self, selection: "Selection", counted: str = "deal", *, by_trump: bool = False) -> "pl.DataFrame":
        """How many deals have how much roem, as `pipeline.statistics.roem_spread` says."""
        from pipeline.statistics.roem_spread import roem_spread

        self.use_fitted()
        return roem_spread(self, selection, counted, by_trump=by_trump)

    def deals_with_roem(self, selection: "Selection", counted: str, roem: int, trump: str | None = None) -> list[Row]:
        """The deals that one of those values counts."""
        from pipeline.statistics.roem_spread import deals_with_roem

        self.use_fitted()
        return deals_with_roem(self, selection, counted, roem, trump)

    def season(self, selection: "Selection") -> Row:
        """A season at a glance, as `pipeline.statistics.season` says."""
        from pipeline.statistics.season import season

        return season(self, selection)

    @property
    def has_row_numbers(self) -> bool:
        """Whether rows of deals can be found by DuckDB's numbers of them."""
        return not is_lake(self._path)

    def deal_count(self) -> int:
        """How many deals there are."""
        return int(self.rows("SELECT count(*) AS n FROM deals")[0]["n"])

    def rule_names(self) -> list[str]:
        """The rule sets that deals were judged by."""
        return [row["rules"] for row in self.rows("SELECT DISTINCT rules FROM rulesets ORDER BY rules")]

    def ledger(self) -> list[Row]:
        """Every file that was read, with its accounts, by path."""
        return self.rows("SELECT * FROM files ORDER BY path, member")

    def totals(self) -> Row:
        """Deals, games and findings in all, the latter by certainty."""
        return self.rows(
            "SELECT count(*) AS deals, count(DISTINCT (site, game_id)) AS games, "
            "coalesce(sum(violations), 0)::BIGINT AS violations, "
            "coalesce(sum(depends_on_rule), 0)::BIGINT AS depends_on_rule, "
            "coalesce(sum(information), 0)::BIGINT AS information, count(*) FILTER (NOT rules_known) AS rules_assumed, "
            "count(*) FILTER (status = 'complete') AS complete, "
            "count(*) FILTER (is_nat) AS nat, count(*) FILTER (is_pit) AS pit "
            "FROM deals"
        )[0]

    def standings(self, site: str | None, since: str | None, until: str | None, *, pairs: bool) -> list[Row]:
        """The table of a competition, players or pairs by their score; the days, as ISO dates, are included."""
        macro = "pair_standings" if pairs else "standings"
        return self.rows(f"SELECT * FROM {macro}(?, ?, ?)", site, since, until)

    def undated_games(self, site: str | None) -> int:
        """How many games of a site (None: of all) have no date."""
        condition = "started_at IS NULL AND (?::VARCHAR IS NULL OR site = ?)"
        return int(self.rows(f"SELECT count(*) AS n FROM games WHERE {condition}", site, site)[0]["n"])

    def sites(self) -> list[str]:
        """The sites that games of the store were played at."""
        return [row["site"] for row in self.rows("SELECT DISTINCT site FROM deals ORDER BY site")]

    def rejects(self) -> list[Row]:
        """Every record that is no deal, by place."""
        return self.rows("SELECT * FROM rejects ORDER BY path, member, line")

    def findings(self, certainties: Sequence[str] = (), game_id: str | None = None) -> list[Row]:
        """Findings in the order of games and play, each with the deal's logged, recomputed and ruled score."""
        where, parameters = ["true"], list[object]()
        if certainties:
            where.append(f"certainty IN ({', '.join('?' * len(certainties))})")
            parameters += certainties
        if game_id is not None:
            where.append("game_id = ?")
            parameters.append(game_id)
        return self.rows(
            "SELECT findings.*, rules, custom, rules_known, status, "
            "logged_score_ns, logged_score_ew, score_ns, score_ew, ruled_ns, ruled_ew, ruling "
            "FROM findings JOIN deals USING (site, game_id, deal_no) "
            f"WHERE {' AND '.join(where)} ORDER BY site, game_id, deal_no, trick_no NULLS LAST, card_no NULLS LAST, code",
            *parameters,
        )

    def find_deals(self, game_id: str, deal_no: int) -> list[Record]:
        """The deals of that game and number, one for each site that has it."""
        rows = self.rows(f"SELECT * FROM {WITH_TEXTS} WHERE game_id = ? AND deal_no = ? ORDER BY site", game_id, deal_no)
        return [record_of_row(row) for row in rows]

    def deal_numbers(self, game_id: str) -> list[int]:
        """The numbers of a game's deals."""
        rows = self.rows("SELECT DISTINCT deal_no FROM deals WHERE game_id = ? ORDER BY deal_no", game_id)
        return [row["deal_no"] for row in rows]

    def people_names(self) -> list[str]:
        """The persons who played, as aliases name them: no computers, no names that are a seat's."""
        rows = self.rows(
            "WITH seated AS (SELECT DISTINCT site, "
            "unnest([if(contains(bots, 'N'), NULL, north), if(contains(bots, 'E'), NULL, east), "
            "if(contains(bots, 'S'), NULL, south), if(contains(bots, 'W'), NULL, west)]) AS name FROM deals) "
            "SELECT DISTINCT coalesce(here.person, everywhere.person, seated.name) AS person FROM seated "
            "LEFT JOIN aliases here ON here.name = seated.name AND here.site = seated.site "
            "LEFT JOIN aliases everywhere ON everywhere.name = seated.name AND everywhere.site IS NULL "
            "WHERE is_person(coalesce(here.person, everywhere.person, seated.name)) ORDER BY person"
        )
        return [row["person"] for row in rows]

    def tables(self) -> list[str]:
        """The tables and views of the store."""
        mine = "NOT temporary AND database_name = current_database()"
        rows = self.rows(
            f"SELECT table_name AS name FROM duckdb_tables() WHERE {mine} UNION ALL "
            f"SELECT view_name FROM duckdb_views() WHERE NOT internal AND {mine} ORDER BY name"
        )
        return [row["name"] for row in rows]

    def all_records(self) -> Iterator[Record]:
        """The record of every deal, by site, game and number."""
        result = self._connection.execute(f"SELECT * FROM {WITH_TEXTS} ORDER BY site, game_id, deal_no")
        names = [column[0] for column in result.description or ()]
        while rows := result.fetchmany(2_000):
            for row in rows:
                yield record_of_row(dict(zip(names, row, strict=True)))

    def copy_table(self, table: str, out: Path, kind: str, pseudonyms: Mapping[str, str] | None) -> int:
        """Write a table or view to a file, names replaced by pseudonyms if there are any; how many rows."""
        chosen = f'SELECT * FROM "{table}"'
        if pseudonyms is not None:
            self._connection.execute("CREATE OR REPLACE TEMP TABLE pseudonyms (name VARCHAR, pseudonym VARCHAR)").fetchall()
            for pair in pseudonyms.items():
                self._connection.execute("INSERT INTO pseudonyms VALUES (?, ?)", list(pair)).fetchall()
            columns = [row["column_name"] for row in self.rows(f'DESCRIBE SELECT * FROM "{table}"')]
            named = [name for name in NAMED if name in columns]
            replaced = ", ".join(
                f'(SELECT pseudonym FROM pseudonyms WHERE name = chosen."{name}") AS "{name}"' for name in named
            )
            hidden = [name for name in ("comments",) if name in columns]
            without = f"EXCLUDE ({', '.join(hidden)})" if hidden else ""
            chosen = f'SELECT * {without} {f"REPLACE ({replaced})" if named else ""} FROM "{table}" AS chosen'
        target = "'" + str(out).replace("'", "''") + "'"
        try:
            rows = self._connection.execute(f"COPY ({chosen} ORDER BY ALL) TO {target} (FORMAT {kind})").fetchall()
        except duckdb.IOException as error:
            raise OSError(str(error)) from error
        return int(rows[0][0])

    def similar_games(self, game_id: str) -> list[str]:
        """Up to five games of the store whose name is nearest to `game_id`."""
        rows = self.rows(
            "SELECT game_id FROM (SELECT DISTINCT game_id FROM deals) ORDER BY levenshtein(game_id, ?), game_id LIMIT 5",
            game_id[:100],
        )
        return [row["game_id"] for row in rows]


@contextlib.contextmanager
def reading(path: Path, *, with_views: bool = True) -> Iterator[Reader]:
    """The store at `path` for reading; UsageError if there is none or it is no store of ours.

    A lake is open sooner where its tables are enough, `with_views` being false.
    """
    if not is_there(path):
        raise UsageError(f"no database {path}: ingest a log first (klaverlog ingest PATH), or name one with --db")
    if is_lake(path):
        check_database(path)
        try:
            with in_memory(path) as connection:
                open_lake(connection, path, with_views=with_views)
                yield Reader(connection, path)
        except duckdb.Error as error:  # a part that is missing or damaged
            raise UsageError(f"{path} cannot be read: {str(error).splitlines()[0][:300]}") from error
        return
    connection, _ = open_database(path)
    with connection:
        if with_views:
            see_to_views(connection)
        yield Reader(connection, path)
