"""Canonical lines of complete deals read many at a time, into columns: what most of a large log is made of.

It reads only what it can read exactly as `read_record` would; every other line is left to that one. So it knows nothing
of faults, and a test holds the stores that both make against each other.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from pipeline.card_arrays import DECK_SIZE, WHOLE_DECK, cards_in, hand_texts, put_hands, put_numbers, put_seats, sets_of
from pipeline.fields import HIGHEST_DEAL_NO, LONGEST_NAME
from replay.bidding import CALLS
from replay.cards import SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS
from replay.deals import DEAL_COLUMNS, MOST_CALLS, REVOKE_RULINGS, Deals
from replay.readings import RulesInForce, rules_in_force
from replay.rulesets import RulesError

Pair = tuple[int, int]


class PlainRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A complete deal in the words of the contract, with the fields that most logs have."""

    game_id: str
    deal_no: int
    players: tuple[str | None, str | None, str | None, str | None]
    declarer: str
    trump: str
    plays: str
    site: str | None = None
    played_at: str | None = None
    board: str | None = None
    rules: str | None = None
    dealer: str | None = None
    leader: str | None = None
    bids: list[str] | None = None
    hands: tuple[str, str, str, str] | None = None
    seats: str | None = None
    roem: tuple[int, int, int, int, int, int, int, int] | None = None
    winners: str | None = None
    points: Pair | None = None
    roem_points: Pair | None = None
    score: Pair | None = None
    totals: Pair | None = None
    nat: bool | None = None
    pit: bool | None = None
    prevents_illegal: bool | None = None
    verzaakt: str | None = None


_decode = msgspec.json.Decoder(PlainRecord).decode
_encode = msgspec.json.Encoder(order="sorted").encode
_SEAT_OF = {letter: seat for seat, letter in enumerate(SEAT_LETTERS)}
_SUIT_OF = {letter: suit for suit, letter in enumerate(SUIT_LETTERS)}
_SIDES = (*SEAT_LETTERS, *TEAM_LETTERS)
_FLAG = {None: -1, False: 0, True: 1}


@dataclass(frozen=True)
class Plain:
    """Plain records, in the order of their lines: their places among the lines given, contents and columns."""

    at: list[int]
    records: list[PlainRecord]
    rules: list[RulesInForce]
    content: list[str]
    """The content hash of each."""
    deals: Deals

    def __len__(self) -> int:
        return len(self.records)

    @property
    def keys(self) -> list[tuple[str, str, int]]:
        """What names each deal."""
        return [(record.site or "", record.game_id, record.deal_no) for record in self.records]

    def without(self, held: set[tuple[str, str, int]]) -> "Plain":
        """Those of other deals."""
        if not held:
            return self
        rows = [row for row, key in enumerate(self.keys) if key not in held]
        columns = {name: array[rows] for name, array in self.deals.columns.items()}
        return Plain(
            [self.at[row] for row in rows],
            [self.records[row] for row in rows],
            [self.rules[row] for row in rows],
            [self.content[row] for row in rows],
            Deals(columns),
        )


def read_plain(texts: Sequence[bytes], default_rules: RulesInForce | None) -> Plain | None:
    """Those of some lines that are plain records, None if none is; a deal that several lines tell of is none."""
    given = default_rules or rules_in_force(None)
    found = [] if given.custom else _decoded(texts)
    found = [(at, record) for at, record in found if _is_plain(record)]
    counts = Counter((record.site, record.game_id, record.deal_no) for _, record in found)
    if len(counts) < len(found):
        found = [(at, record) for at, record in found if counts[(record.site, record.game_id, record.deal_no)] == 1]
    if not found:
        return None
    columns, is_sound = _columns([record for _, record in found])
    if not is_sound.all():
        columns = {name: array[is_sound] for name, array in columns.items()}
        found = [pair for pair, sound in zip(found, is_sound, strict=True) if sound]
    if not found:
        return None
    records = [record for _, record in found]
    rules = [given if record.rules is None else _rules(record.rules) or given for record in records]
    for record in records if given.known else ():
        record.rules = record.rules or given.name  # as if it had named them
    deals = Deals(columns)
    return Plain([at for at, _ in found], records, rules, _contents(records, columns["hands"]), deals)


def _decoded(texts: Sequence[bytes]) -> list[tuple[int, PlainRecord]]:
    found = []
    for at, text in enumerate(texts):
        if b"\\" in text:  # escapes can hide what a text must not hold
            continue
        try:
            found.append((at, _decode(text)))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue
    return found


def _is_plain(record: PlainRecord) -> bool:
    """Whether the fields that are no columns of cards, seats and numbers are as `read_record` would write them."""
    names = (record.game_id, record.site, record.board, *record.players)
    return (
        record.game_id.strip() != ""
        and all(name is None or 0 < len(name) <= LONGEST_NAME for name in names)
        and 1 <= record.deal_no <= HIGHEST_DEAL_NO
        and record.declarer in _SIDES
        and record.trump in _SUIT_OF
        and (record.dealer is not None or record.leader is not None)
        and (record.dealer is None or record.dealer in _SEAT_OF)
        and (record.leader is None or record.leader in _SEAT_OF)
        and len(record.plays) == 3 * DECK_SIZE - 1
        and (record.seats is None or len(record.seats) == DECK_SIZE)
        and (record.winners is None or len(record.winners) == 8)
        and (record.hands is None or all(len(hand) == 23 for hand in record.hands))
        and (record.verzaakt is None or record.verzaakt in REVOKE_RULINGS)
        and (record.rules is None or _rules(record.rules) is not None)
        and (record.played_at is None or _is_moment(record.played_at))
        and (record.bids is None or _calls(tuple(record.bids)) is not None)
    )


@lru_cache(4096)
def _rules(name: str) -> RulesInForce | None:
    """The rules of a name that is written as it is read."""
    try:
        rules = rules_in_force(name)
    except RulesError:
        return None
    return rules if rules.name == name and rules.known and not rules.custom else None


def _is_moment(text: str) -> bool:
    """Whether a time is written as it is kept."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is None and moment.isoformat() == text


@lru_cache(4096)
def _calls(bids: tuple[str, ...]) -> tuple[list[int], list[int], int] | None:
    """The columns calls, speakers and call_count of a bidding; None where a call is not as the contract has it."""
    if len(bids) > 40:
        return None
    calls, speakers = [-1] * MOST_CALLS, [-1] * MOST_CALLS
    for number, word in enumerate(bids):
        speaker, colon, call = word.rpartition(":")
        if call not in CALLS or (colon and speaker not in _SEAT_OF) or (speaker and not colon):
            return None
        if number < MOST_CALLS:
            calls[number] = CALLS.index(call)
            speakers[number] = _SEAT_OF[speaker] if colon else -1
    return calls, speakers, min(len(bids), MOST_CALLS)


def _columns(records: Sequence[PlainRecord]) -> tuple[dict[str, Any], Any]:
    """The columns of a replay, and for each record whether its cards, seats and numbers are sound."""
    count = len(records)
    columns = {name: np.full((count, *spec.shape), spec.missing, dtype=spec.dtype) for name, spec in DEAL_COLUMNS.items()}
    cards = cards_in([record.plays for record in records], DECK_SIZE)
    is_sound = (cards < DECK_SIZE).all(axis=1) & (sets_of(cards) == WHOLE_DECK)
    columns["plays"][:] = cards
    columns["count"][:] = DECK_SIZE
    columns["call_count"][:] = -1
    is_sound &= put_seats(columns["seats"], [record.seats for record in records])
    is_sound &= put_seats(columns["winners"], [record.winners for record in records])
    is_sound &= put_hands(columns["hands"], [record.hands for record in records])
    for name in ("points", "roem_points", "score", "totals", "roem"):
        is_sound &= put_numbers(columns[name], [getattr(record, name) for record in records])
    _put_letters(columns, records)
    for row, record in enumerate(records):
        bidding = None if record.bids is None else _calls(tuple(record.bids))
        if bidding is not None:
            columns["calls"][row], columns["speakers"][row], columns["call_count"][row] = bidding
    return columns, is_sound


def _put_letters(columns: dict[str, Any], records: Sequence[PlainRecord]) -> None:
    seat: dict[str | None, int] = {None: -1}
    seat.update(_SEAT_OF)
    columns["trump"][:] = [_SUIT_OF[record.trump] for record in records]
    columns["declarer"][:] = [_SEAT_OF.get(record.declarer, -1) for record in records]
    columns["declaring_team"][:] = [
        TEAM_LETTERS.index(side) if side in TEAM_LETTERS else _SEAT_OF[side] % 2
        for side in (record.declarer for record in records)
    ]
    columns["dealer"][:] = [seat[record.dealer] for record in records]
    columns["leader"][:] = [seat[record.leader] for record in records]
    columns["nat"][:] = [_FLAG[record.nat] for record in records]
    columns["pit"][:] = [_FLAG[record.pit] for record in records]
    columns["verzaakt"][:] = [-1 if record.verzaakt is None else REVOKE_RULINGS.index(record.verzaakt) for record in records]


def _contents(records: Sequence[PlainRecord], hands: Any) -> list[str]:
    """The content hash of each record; its hands are put in the order of the canonical text."""
    known = [row for row, record in enumerate(records) if record.hands is not None]
    for row, texts in zip(known, hand_texts(hands[known]), strict=True):
        records[row].hands = texts
    digest: Callable[[bytes], Any] = hashlib.sha256
    return [digest(_encode(record)).hexdigest()[:32] for record in records]
