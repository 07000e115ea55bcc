"""The table `judged_plays`: the cards of the deals that are asked for, with what else might have been played."""

import itertools
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from pipeline.arrow_columns import letters_of
from pipeline.statistics.selection import CHOSEN_PLAYS, Selection, words_of
from replay.cards import SEAT_LETTERS
from replay.choices import CHOICE_COLUMNS, look_at_choices
from replay.readings import rules_in_force
from replay.rulesets import RuleSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.queries import Reader
    from pipeline.statistics.catalog import Statistic

TABLE = "judged_plays"
COLUMNS = {
    "site": "site of the deal",
    "game_id": "game of the deal",
    "deal_no": "number of the deal",
    "seat": "who played the card",
    "card_no": "its number, 1-32",
    "trick_no": "its trick, 1-8",
    "place": "its place in the trick, 1-4; 1 leads",
    "card": "the card, 0-31 = 8 * suit + rank",
    "led": "suit 0-3 that was led",
    "trump_suit": "suit 0-3",
    "held": "the hand before it, as a set",
    "legal": "the cards that might be played, as a set",
    "n_legal": "how many these are; with one there is no choice",
    "unseen": "the cards that the player had neither held nor seen, as a set",
    "sure": "as the player sees it, ours: the partner's card holds; theirs: the opponents' does whatever he plays; else open",
    "card_points": "card points of the card",
    "least_points": "the least that a legal card has",
    "most_points": "the most that a legal card has",
    "adds": "roem that the card completed when it was laid",
    "least_adds": "the least that a legal card would have completed",
    "most_adds": "the most, of legal cards with which the own side wins the trick as the others played",
    "gives": "roem that the card makes in a complete trick of the opponents; a lead gives nothing",
    "least_gives": "the least that a legal card would have given, as the others played",
    "most_gives": "the most that a legal card would have given",
    "won": "whether the own side wins the trick; NULL for one that is not complete",
    "winning_card": "the card that wins it",
    "think_ms": "how long the player thought, where it is logged",
}
"""What the columns mean. A card has a row while all cards before it in the deal were in turn and legal by its rules, in deals
of which all four hands are known and agree with the plays."""
_NUMBERS = ("least_points", "most_points", "adds", "least_adds", "most_adds", "gives", "least_gives", "most_gives")
DEALS_IN_A_PART = 50_000
"""Deals that are looked at at a time, about: no game is cut."""
_OF_SEAT = ("site", "game_id", "deal_no", "seat")
_SURE = ("open", "ours", "theirs")
_NO_CARD = 255


def parts_of(reader: "Reader", selection: Selection) -> int:
    """In how many parts deals are looked at, so that memory does not grow with them."""
    return 1 if selection.is_narrow else max(1, -(-reader.deal_count() // DEALS_IN_A_PART))


def keep_judged_plays(reader: "Reader", deals: str) -> None:
    """Keep the table `judged_plays` for the deals that rows of the table `deals` are of (site, game_id, deal_no)."""
    asked = f'(SELECT site, game_id, deal_no FROM "{deals}") AS asked USING (site, game_id, deal_no)'
    if reader.has_row_numbers:
        # Their rows are found first, so that the wide columns of no other deals are read.
        reader.keep("asked_rows", f"SELECT rowid AS number FROM deals SEMI JOIN {asked}")
        asked = "asked_rows ON asked_rows.number = deals.rowid"
    rows = reader.columns(
        "SELECT site, game_id, deal_no, rules, custom, enum_code(trump)::TINYINT AS trump, plays, seats, winners, think_ms, "
        "north_hand::BIGINT AS north, east_hand::BIGINT AS east, south_hand::BIGINT AS south, west_hand::BIGINT AS west "
        f"FROM deals SEMI JOIN {asked} "
        "WHERE trump IS NOT NULL AND north_hand & east_hand & south_hand & west_hand IS NOT NULL AND plays[1] IS NOT NULL "
        # Without a score a complete deal does not tell for certain who played what.
        "AND (status = 'incomplete' OR score_ns IS NOT NULL) ORDER BY rules, custom"
    ).combine_chunks()
    reader.show_columns(TABLE, _table(rows))


def keep_plays(reader: "Reader", chosen: str, statistics: "Sequence[Statistic]") -> None:
    """Keep the judged cards of the seats in a table `chosen`, joined with them, for the SQL of some statistics.

    A join for each of them would take longer than all else.
    """
    keep_judged_plays(reader, chosen)
    words = words_of(one.sql for one in statistics if one.looks_at_plays)
    columns = [name for name in COLUMNS if name in words or name in _OF_SEAT]
    reader.keep(
        CHOSEN_PLAYS,
        f'SELECT * FROM "{chosen}" JOIN (SELECT {", ".join(columns)} FROM {TABLE}) AS plays USING ({", ".join(_OF_SEAT)})',
    )


def _table(rows: pa.Table) -> pa.Table:
    trump = rows["trump"].to_numpy()
    plays = _matrix(rows["plays"], 32, -1)
    seats = _matrix(rows["seats"], 32, 0)
    winners = _matrix(rows["winners"], 8, -1)
    hands = np.stack([rows[name].to_numpy() for name in ("north", "east", "south", "west")], axis=1)
    parts = [
        look_at_choices(trump[part], plays[part], seats[part], hands[part], _rules(rows, part.start))
        for part in _by_rules(rows)
    ]
    found = {name: np.concatenate([part[name] for part in parts]) for name in CHOICE_COLUMNS}
    deal, index = np.nonzero(found["held"])
    trick = index // 4
    seat, card = seats[deal, index], plays[deal, index]
    winner = winners[deal, trick]
    of_winner = 4 * trick + (winner - seats[deal, 4 * trick]) % 4
    winning = np.where(winner >= 0, plays[deal, of_winner], _NO_CARD)
    columns: dict[str, Any] = {name: _repeated(rows[name], deal) for name in ("site", "game_id", "deal_no")}
    columns |= {
        "seat": letters_of(seat, SEAT_LETTERS),
        "card_no": (index + 1).astype(np.uint8),
        "trick_no": (trick + 1).astype(np.uint8),
        "place": (index % 4 + 1).astype(np.uint8),
        "card": card.astype(np.uint8),
        "led": (plays[deal, 4 * trick] // 8).astype(np.uint8),
        "trump_suit": trump[deal].astype(np.uint8),
        "held": found["held"][deal, index].astype(np.uint32),
        "legal": found["legal"][deal, index].astype(np.uint32),
        "n_legal": np.bitwise_count(found["legal"][deal, index]),
        "unseen": found["unseen"][deal, index].astype(np.uint32),
        "sure": letters_of(found["sure"][deal, index], _SURE),
        "card_points": found["points"][deal, index].astype(np.uint16),
        **{name: found[name][deal, index].astype(np.uint16) for name in _NUMBERS},
        "won": pa.array((winner - seat) % 2 == 0, mask=winner < 0),
        "winning_card": pa.array(winning.astype(np.uint8), mask=winner < 0),
        "think_ms": _think(rows["think_ms"], deal, index),
    }
    return pa.table({name: columns[name] for name in COLUMNS})


def _repeated(column: Any, deal: Any) -> Any:
    """The value of each of some deals; a text is not copied."""
    values = column.combine_chunks()
    if not pa.types.is_string(values.type):
        return values.take(pa.array(deal))
    texts = values.dictionary_encode()
    return pa.DictionaryArray.from_arrays(texts.indices.take(pa.array(deal)), texts.dictionary)


def _matrix(column: Any, width: int, missing: int) -> Any:
    """Rows of a fixed number of values as an array, `missing` where there is none; of letters their places in NESW."""
    values = column.combine_chunks().flatten() if len(column) else pa.array([], pa.int8())
    if pa.types.is_dictionary(values.type):
        values = values.indices
    return values.cast(pa.int16()).fill_null(missing).to_numpy(zero_copy_only=False).reshape(-1, width)


def _by_rules(rows: pa.Table) -> list[slice]:
    """The parts of the rows, sorted by rules, that have the same; one empty part of none."""
    names = [rows[name].combine_chunks().dictionary_encode().indices.to_numpy() for name in ("rules", "custom")]
    changes = np.flatnonzero(np.any([np.diff(codes) != 0 for codes in names], axis=0)) + 1
    return list(itertools.starmap(slice, itertools.pairwise([0, *changes.tolist(), len(rows)])))


def _rules(rows: pa.Table, row: int) -> RuleSet:
    if not len(rows):
        return rules_in_force(None).rules
    name, custom = rows["rules"][row].as_py(), rows["custom"][row].as_py()
    return rules_in_force({"base": name, **json.loads(custom)} if custom else name).rules


def _think(column: Any, deal: Any, index: Any) -> Any:
    """The thinking time of each card, NULL where none is logged."""
    if column.null_count == len(column):
        return pa.nulls(len(deal), pa.int32())
    lists = column.combine_chunks()
    lengths = np.diff(lists.offsets.to_numpy())
    is_there = index < np.where(lists.is_valid().to_numpy(zero_copy_only=False), lengths, 0)[deal]
    places = np.where(is_there, lists.offsets.to_numpy()[deal] + index, 0)
    return lists.values.take(pa.array(places, mask=~is_there))
