"""The views and macros of a store, noted with the text that they were made of: another version of the program has others."""

import hashlib
from functools import cache

import duckdb

from pipeline.sql_files import sql_files


def make_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the store's views, and note of which text they are: DuckDB takes a third of a second to make them."""
    for text in sql_files("views").values():
        connection.execute(text).fetchall()
    connection.execute(f"CREATE OR REPLACE MACRO views_made_of() AS '{views_digest()}'").fetchall()


def has_views(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether a store has the views as they are now, and not those of another version of the program."""
    try:
        return connection.execute("SELECT views_made_of()").fetchall() == [(views_digest(),)]
    except duckdb.CatalogException:
        return False


def see_to_views(connection: duckdb.DuckDBPyConnection, kind: str = "TEMP ") -> None:
    """Read a store that has other views through those of this version: they last as long as it is open.

    They are made where the connection looks first, which is among what is TEMP, or else in the database that it uses.
    """
    if has_views(connection):
        return
    for text in sql_files("views").values():
        lines = text.replace("CREATE OR REPLACE ", f"CREATE OR REPLACE {kind}").splitlines()
        connection.execute("\n".join(line for line in lines if not line.startswith("COMMENT ON"))).fetchall()


@cache
def views_digest() -> str:
    """What tells the text of the views from that of another version of the program."""
    return hashlib.sha256("".join(sql_files("views").values()).encode()).hexdigest()
