"""Games in the store: findings that only a whole game shows and who won, judged again whenever one of the deals changes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import pyarrow as pa

from pipeline.batches import FINDINGS
from pipeline.store import Store
from replay.cards import SEAT_LETTERS
from replay.match import GameDeal, audit_game, game_result
from replay.readings import rules_in_force

Game = tuple[str, str]
GAMES_AT_A_TIME = 5_000


def judge_games(store: Store, games: Sequence[Game]) -> None:
    """Replace the findings on `games` (site, game_id) and their results by what their deals show now."""
    for first in range(0, len(games), GAMES_AT_A_TIME):
        some = games[first : first + GAMES_AT_A_TIME]
        played = {
            game: [_deal(row) for row in rows]
            for game, rows in groupby(store.game_deals(some), key=lambda row: (row["site"], row["game_id"]))
        }
        store.replace_game_findings(some, pa.Table.from_pylist(list(_findings(played)), schema=FINDINGS))
        store.replace_matches(some, pa.Table.from_pylist(list(_matches(played)), schema=MATCHES))


MATCHES = pa.schema(
    [
        *(("site", pa.string()), ("game_id", pa.string()), ("counting", pa.uint32())),
        *(("is_over", pa.bool_()), ("winner", pa.string()), ("logged_winner", pa.string())),
    ]
)


def _matches(played: Mapping[Game, Sequence[GameDeal]]) -> Iterator[dict[str, Any]]:
    for (site, game_id), deals in played.items():
        yield {"site": site, "game_id": game_id, **asdict(game_result(deals))}


def _findings(played: Mapping[Game, Sequence[GameDeal]]) -> Iterator[dict[str, Any]]:
    for (site, game_id), deals in played.items():
        for deal_no, finding in audit_game(deals):
            yield {
                "site": site,
                "game_id": game_id,
                "deal_no": deal_no,
                "code": finding.code,
                "certainty": finding.certainty,
                "paragraph": finding.paragraph,
                "message": finding.message,
            }


def _deal(row: dict[str, Any]) -> GameDeal:
    custom = json.loads(row["custom"]) if row["custom"] else {}
    value = ({"base": row["rules"], **custom} if custom else row["rules"]) if row["rules_known"] else None
    return GameDeal(
        deal_no=row["deal_no"],
        players=(row["north"], row["east"], row["south"], row["west"]),
        dealer=None if row["dealer"] is None else SEAT_LETTERS.index(row["dealer"]),
        void=row["void"],
        is_complete=row["status"] == "complete",
        rules=rules_in_force(value),
        score=_pair(row, "official"),
        ruled=_pair(row, "ruled"),
        logged_score=_pair(row, "logged_score"),
        logged_totals=_pair(row, "logged_total"),
    )


def _pair(row: dict[str, Any], name: str) -> tuple[int, int] | None:
    ns, ew = row[f"{name}_ns"], row[f"{name}_ew"]
    return None if ns is None or ew is None else (ns, ew)
