"""A season at a glance: counts over deals, each deal once."""

from typing import TYPE_CHECKING

from pipeline.statistics.selection import Selection
from replay.legal import PLAY_CODES

if TYPE_CHECKING:
    from pipeline.queries import Reader
    from pipeline.rows import Row

_COUNTS = """
SELECT
    count(*) AS deals,
    count(DISTINCT (site, game_id)) AS games,
    min(played_at) AS first_at,
    max(played_at) AS last_at,
    count(*) FILTER (status = 'complete') AS complete,
    count(*) FILTER (status = 'passed_out') AS passed_out,
    count(*) FILTER (status = 'complete' AND nat_rule <> 'none') AS nat_chances,
    count(*) FILTER (status = 'complete' AND nat_rule <> 'none' AND is_nat) AS nats,
    count(*) FILTER (status = 'complete' AND is_pit) AS pits,
    coalesce(sum(roem_ns + roem_ew) FILTER (status = 'complete'), 0)::BIGINT AS roem,
    count(*) FILTER (status = 'complete' AND roem_ns + roem_ew > 0) AS with_roem,
    count(*) FILTER (logged_ns IS NOT NULL AND made_ns IS NOT NULL) AS compared,
    count(*) FILTER (logged_ns = made_ns AND logged_ew = made_ew) AS equal,
    coalesce(sum(violations), 0)::BIGINT AS violations,
    (SELECT count(*) FROM findings SEMI JOIN chosen_deals USING (site, game_id, deal_no)
        WHERE certainty = 'violation' AND list_contains(?, code)) AS revokes
FROM counted
"""


def season(reader: "Reader", selection: Selection) -> "Row":
    """Counts over the deals of a selection, by name.

    deals, games, first_at, last_at, complete, passed_out, nat_chances and nats (by rules that know nat), pits, roem (points,
    of both sides), with_roem, compared (deals with a logged and a recomputed score) and equal, violations, revokes (illegal
    cards, wrong under every reading).

    A score is compared with the penalty where the site ruled on a proven revoke, as in standings.
    """
    chosen, parameters = _chosen(reader, selection)
    counted = (
        "SELECT deals.*, nat_rule, logged_score_ns AS logged_ns, logged_score_ew AS logged_ew, "
        "official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt) AS made_ns, "
        "official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt) AS made_ew "
        "FROM chosen_deals deals JOIN rulesets USING (rules, custom)"
    )
    sql = f"WITH chosen_deals AS ({chosen}), counted AS ({counted}) {_COUNTS}"
    return reader.rows(sql, *parameters, list(PLAY_CODES))[0]


def _chosen(reader: "Reader", selection: Selection) -> tuple[str, list[object]]:
    """The deals of a selection; those that no filter of seats is about are found without looking at seats."""
    of_deals = Selection(
        site=selection.site,
        rules=selection.rules,
        since=selection.since,
        until=selection.until,
        trump=selection.trump,
        bots=True,
        violations=selection.violations,
    )
    if selection in (of_deals, Selection(**(vars(of_deals) | {"bots": False}))):
        sql, parameters = of_deals.sql()
        return sql.replace("FROM seats", "FROM deals", 1), parameters
    sql, parameters = selection.sql(reader.logged_names(selection.person))
    return f"SELECT * FROM deals WHERE (site, game_id, deal_no) IN (SELECT (site, game_id, deal_no) FROM ({sql}))", parameters
