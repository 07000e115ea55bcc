"""Where a deal is: games by what somebody types, the deals of a game, and one deal with what its game shows of it."""

from dataclasses import dataclass

from pipeline.queries import Reader
from pipeline.records import Record
from pipeline.rows import WITH_TEXTS, Row, record_of_row
from replay.findings import GAME_CODES

MOST_GAMES = 50


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal of the store, and the findings on it that only its whole game shows, as rows of `findings`."""

    record: Record
    game_findings: list[Row]


def find_games(store: Reader, words: str, most: int = MOST_GAMES) -> list[Row]:
    """Games whose name or one of whose players has `words` in it, the latest first: site, game_id, deals, played_at, players.

    `violations` is how many there are in the game, `players` are those of its first deal.
    """
    return store.rows(
        "WITH latest AS (SELECT site, game_id, min(played_at) AS played_at FROM deals WHERE ? = '' "
        "OR contains(lower(game_id), lower(?)) "
        "OR contains(lower(concat_ws(chr(10), north, east, south, west)), lower(?)) "
        "GROUP BY ALL ORDER BY played_at DESC NULLS LAST, site, game_id LIMIT ?) "
        "SELECT site, game_id, any_value(latest.played_at) AS played_at, count(*) AS deals, "
        "sum(violations)::BIGINT AS violations, arg_min([north, east, south, west], deal_no) AS players "
        "FROM deals JOIN latest USING (site, game_id) GROUP BY site, game_id ORDER BY played_at DESC NULLS LAST, site, game_id",
        *(words, words, words, most),
    )


def sites_of_game(store: Reader, game_id: str) -> list[str]:
    """The sites that have a game of that name."""
    return [row["site"] for row in store.rows("SELECT DISTINCT site FROM deals WHERE game_id = ? ORDER BY site", game_id)]


def game_deals(store: Reader, site: str, game_id: str) -> list[Row]:
    """The deals of a game in their order, with contract, score and how many findings of each certainty."""
    return store.rows(
        "SELECT deal_no, status, declarer, trump, score_ns, score_ew, is_nat, is_pit, violations, depends_on_rule "
        "FROM deals WHERE site = ? AND game_id = ? ORDER BY deal_no",
        *(site, game_id),
    )


def find_deal(store: Reader, site: str, game_id: str, deal_no: int) -> FoundDeal | None:
    """The deal of that name, None if there is none."""
    key = (site, game_id, deal_no)
    rows = store.rows(f"SELECT * FROM {WITH_TEXTS} WHERE site = ? AND game_id = ? AND deal_no = ?", *key)
    if not rows:
        return None
    found = store.rows(
        "SELECT code, certainty, paragraph, message FROM findings WHERE site = ? AND game_id = ? AND deal_no = ? "
        "AND list_contains(?, code) ORDER BY code, message",
        *(*key, list(GAME_CODES)),
    )
    return FoundDeal(record_of_row(rows[0]), found)
