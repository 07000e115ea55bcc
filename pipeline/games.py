"""Games in the store: findings that only a whole game shows and who won, judged again whenever one of the deals changes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute

from pipeline.batches import FINDINGS
from pipeline.key_tables import games_table
from pipeline.result_columns import SEAT_COLUMNS
from pipeline.store import SETTLING, Store
from replay.cards import SEAT_LETTERS
from replay.match import GameDeal, audit_game, game_result
from replay.match_columns import WINNERS, GameColumns, Standings, game_standings
from replay.readings import RulesInForce, rules_in_force

Game = tuple[str, str]
GAMES_AT_A_TIME = 5_000
FEW_GAMES = 200
"""Up to this many games are looked at one by one: machine code for all of them would take longer to load."""
GAMES_IN_A_PART = 3_000


def judge_games(store: Store, games: pa.Table) -> None:
    """Replace the findings on `games` (site, game_id) and their results by what their deals show now."""
    if games.num_rows <= FEW_GAMES:
        _judge_one_by_one(store, sorted(set(zip(games["site"].to_pylist(), games["game_id"].to_pylist(), strict=True))))
        return
    with store.holding(SETTLING):
        store.replace_game_findings(games, FINDINGS.empty_table())
        store.replace_matches(games, MATCHES.empty_table())
    for plain, odd in looked_at(store, games):
        store.replace_matches(plain.select(["site", "game_id"]), plain)
        _judge_one_by_one(store, list(zip(odd["site"].to_pylist(), odd["game_id"].to_pylist(), strict=True)))


def looked_at(
    store: Store, games: pa.Table, at_a_time: int = GAMES_IN_A_PART, *, has_rows: bool = True
) -> Iterator[tuple[pa.Table, pa.Table]]:
    """Some games at a time: rows of `matches` for those in which nothing is found, and those that need a look.

    Where `deals` has row numbers, games that lie beside one another are read together: a log is in the order of play.
    """
    if has_rows:
        with store.holding(SETTLING):
            games = store.game_spans(games)
    for first in range(0, games.num_rows, at_a_time):
        some = games.slice(first, at_a_time)
        span = (pa.compute.min(some["first_row"]).as_py(), pa.compute.max(some["last_row"]).as_py()) if has_rows else None
        some = some.select(["site", "game_id"])
        rows = store.game_columns(some.append_column("number", pa.array(np.arange(some.num_rows))), span)
        numbers = rows["number"].to_numpy()
        firsts = np.flatnonzero(np.diff(numbers, prepend=-1))
        standings = game_standings(_columns(rows, firsts))
        games_here = some.take(pa.array(numbers[firsts]))  # one of which all deals were taken out is not
        yield _plain_matches(games_here, standings), games_here.filter(pa.array(standings.odd))


def _judge_one_by_one(store: Store, games: Sequence[Game]) -> None:
    for first in range(0, len(games), GAMES_AT_A_TIME):
        some = games[first : first + GAMES_AT_A_TIME]
        played = {
            game: [_deal(row) for row in rows]
            for game, rows in groupby(store.game_deals(some), key=lambda row: (row["site"], row["game_id"]))
        }
        table = games_table(some)
        store.replace_game_findings(table, pa.Table.from_pylist(list(_findings(played)), schema=FINDINGS))
        store.replace_matches(table, pa.Table.from_pylist(list(_matches(played)), schema=MATCHES))


def _columns(rows: pa.Table, firsts: Any) -> GameColumns:
    """The columns that standings are found from; `firsts` are the first rows of the games."""
    column = {name: rows[name].to_numpy() for name in rows.column_names if name not in ("rules", "custom")}
    rules = _numbered(rows, ("rules", "custom", "rules_known"))
    named = {int(rules[at]): rows.slice(at, 1).to_pylist()[0] for at in np.unique(rules, return_index=True)[1]}
    score, ruled, logged, totals = (
        np.stack([column[f"{name}_{side}"] for side in ("ns", "ew")], axis=1)
        for name in ("official", "ruled", "logged_score", "logged_total")
    )
    seats = np.stack([column[seat] for seat in SEAT_COLUMNS], axis=1)
    rule_sets = [_rules(named[number]) for number in range(len(named))]
    state = (column["dealer"], column["void"], column["complete"])
    starts = np.append(firsts, rows.num_rows)
    return GameColumns(starts, column["deal_no"], seats, *state, rules, rule_sets, score, ruled, logged, totals)


def _numbered(rows: pa.Table, names: Sequence[str]) -> Any:
    """A number for each row, from 0, the same for rows that agree in some columns of texts."""
    numbers = np.zeros(rows.num_rows, np.int64)
    for name in names:
        coded = pa.compute.dictionary_encode(rows[name].combine_chunks())
        numbers = numbers * (len(coded.dictionary) + 1) + coded.indices.to_numpy()
    return np.unique(numbers, return_inverse=True)[1]


def _plain_matches(games: pa.Table, standings: Standings) -> pa.Table:
    """Rows of the table `matches` for the games that need no look."""
    plain = np.flatnonzero(~standings.odd)
    some = games.take(pa.array(plain))
    over = standings.over[plain]
    return pa.table(
        {
            "site": some["site"],
            "game_id": some["game_id"],
            "counting": pa.array(standings.counting[plain].astype(np.uint32)),
            "is_over": pa.array(over == 1, mask=over < 0),
            "winner": _winners(standings.winner[plain]),
            "logged_winner": _winners(standings.logged_winner[plain]),
        }
    )


def _winners(numbers: Any) -> Any:
    words = [word for number, word in sorted(WINNERS.items()) if word is not None]
    return pa.array(np.array(words, object)[np.maximum(numbers, 0)], pa.string(), mask=numbers < 0)


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


def _rules(row: dict[str, Any]) -> RulesInForce:
    custom = json.loads(row["custom"]) if row["custom"] else {}
    return rules_in_force(({"base": row["rules"], **custom} if custom else row["rules"]) if row["rules_known"] else None)


def _deal(row: dict[str, Any]) -> GameDeal:
    return GameDeal(
        deal_no=row["deal_no"],
        players=(row["north"], row["east"], row["south"], row["west"]),
        dealer=None if row["dealer"] is None else SEAT_LETTERS.index(row["dealer"]),
        void=row["void"],
        is_complete=row["status"] == "complete",
        rules=_rules(row),
        score=_pair(row, "official"),
        ruled=_pair(row, "ruled"),
        logged_score=_pair(row, "logged_score"),
        logged_totals=_pair(row, "logged_total"),
    )


def _pair(row: dict[str, Any], name: str) -> tuple[int, int] | None:
    ns, ew = row[f"{name}_ns"], row[f"{name}_ew"]
    return None if ns is None or ew is None else (ns, ew)
