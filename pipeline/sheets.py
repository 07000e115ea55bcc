"""Games as clubs write them down: a list of games, and the score sheet of one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.statistics import Selection

if TYPE_CHECKING:
    from pipeline.queries import Reader
    from pipeline.rows import Row


def games(reader: "Reader", selection: Selection, search: str, most: int, after: int) -> "tuple[int, list[Row]]":
    """How many games have deals of a selection, and up to `most` of them after the first `after`, the last played first.

    `search` is part of the name of a game or of a player who sat down in it. Columns are those of the view `games`.
    """
    where, parameters = ["true"], list[object]()
    if selection != Selection():
        chosen, given = selection.sql(reader.logged_names(selection.person))
        where.append(f"(site, game_id) IN (SELECT (site, game_id) FROM ({chosen}))")
        parameters += given
    if search:
        where.append(
            "(contains(lower(game_id), lower(?)) OR list_contains([contains(lower(name), lower(?)) FOR name IN names], true))"
        )
        parameters += [search, search]
    # Which games there are is found before their totals are counted.
    found = (
        "SELECT site, game_id, min(played_at) AS started_at FROM ("
        "SELECT site, game_id, played_at, [north, east, south, west] AS names FROM deals) "
        f"WHERE {' AND '.join(where)} GROUP BY site, game_id"
    )
    (count,) = reader.rows(f"SELECT count(*) AS n FROM ({found})", *parameters)
    page = f"SELECT site, game_id FROM ({found}) ORDER BY started_at DESC NULLS LAST, site, game_id LIMIT ? OFFSET ?"
    keys = reader.rows(page, *parameters, most, after)
    if not keys:
        return int(count["n"]), []
    wanted = ", ".join("(?, ?)" for _ in keys)
    names = [name for key in keys for name in (key["site"], key["game_id"])]
    rows = reader.rows(
        f"SELECT * FROM games WHERE (site, game_id) IN ({wanted}) ORDER BY started_at DESC NULLS LAST, site, game_id", *names
    )
    return int(count["n"]), rows


def game(reader: "Reader", site: str, game_id: str) -> "Row | None":
    """One game, with the columns of the view `games`; None if there is none of that name."""
    rows = reader.rows("SELECT * FROM games WHERE site = ? AND game_id = ?", site, game_id)
    return rows[0] if rows else None


def sheet(reader: "Reader", site: str, game_id: str) -> "list[Row]":
    """The deals of a game in their order, as a score sheet has them.

    Columns: deal_no, status, void, dealer, declarer, trump, declarer_name, points_ns, points_ew (cards with the last trick),
    roem_ns, roem_ew, is_nat, is_pit, score_ns, score_ew (what goes on the sheet), total_ns, total_ew (running),
    logged_score_ns, logged_score_ew, is_equal (None without a logged score), round_no, violations.
    """
    return reader.rows(
        """
WITH written AS (
    SELECT
        deals.* REPLACE (
            official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt) AS score_ns,
            official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt) AS score_ew
        ),
        rulesets.deals AS length, rulesets.rounds,
        greatest(count(*) FILTER (void IS NULL) OVER (ORDER BY deal_no), 1) AS counting
    FROM deals JOIN rulesets USING (rules, custom)
    WHERE site = ? AND game_id = ?
)
SELECT
    deal_no, status, void, dealer::VARCHAR AS dealer, declarer, trump::VARCHAR AS trump,
    CASE declarer WHEN 'N' THEN north WHEN 'E' THEN east WHEN 'S' THEN south WHEN 'W' THEN west END AS declarer_name,
    points_ns, points_ew, roem_ns, roem_ew, is_nat, is_pit, score_ns, score_ew,
    (sum(coalesce(score_ns, 0)) OVER (ORDER BY deal_no))::BIGINT AS total_ns,
    (sum(coalesce(score_ew, 0)) OVER (ORDER BY deal_no))::BIGINT AS total_ew,
    logged_score_ns, logged_score_ew,
    logged_score_ns = score_ns AND logged_score_ew = score_ew AS is_equal,
    CASE WHEN length = 0 THEN 1 ELSE least((counting - 1) // length + 1, greatest(rounds, 1)) END AS round_no,
    violations
FROM written ORDER BY deal_no
""",
        site,
        game_id,
    )


def sides(row: Mapping[str, object]) -> tuple[tuple[str | None, str | None], tuple[str | None, str | None]]:
    """The names of a game's two sides, north-south first."""
    north, east, south, west = (None if row[seat] is None else str(row[seat]) for seat in ("north", "east", "south", "west"))
    return (north, south), (east, west)
