"""Records to rows of the store: columns, kernel, and the second look at what is suspicious."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from pipeline.arrow_columns import as_texts, flags, letters_of, number_rows, same_text
from pipeline.records import Record
from pipeline.result_columns import SEAT_COLUMNS, result_columns, who_played
from pipeline.scan import Scanned, named_rules
from replay.audit import Audit, audit_deal
from replay.bidding import CALLS, first_leader
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS, format_cards
from replay.deals import MISSING, MOST_CALLS, REVOKE_RULINGS, Deals, pack_deals
from replay.findings import CERTAINTIES, Finding
from replay.kernel import replay_deals
from replay.readings import RulesInForce, rules_in_force
from replay.results import Results, empty_results
from replay.suspects import suspects


@dataclass(frozen=True)
class Batch:
    """Rows for the tables `deals` and `findings` of some records, in their order."""

    deals: pa.Table
    findings: pa.Table
    unlike: Any
    """Which rows say less than their record: who played each card is found, not what the log says of it."""


def replay_batch(records: Sequence[Record]) -> Batch:
    """Play the records' deals again, each by its own rules, and lay the results out as rows of the store."""
    deals = pack_deals([record.deal for record in records])
    by_rules: dict[int, tuple[RulesInForce, list[int]]] = {}
    for row, record in enumerate(records):
        by_rules.setdefault(id(record.rules), (record.rules, []))[1].append(row)
    groups = [(rules, np.array(rows)) for rules, rows in by_rules.values()]
    return _replayed(deals, groups, records.__getitem__, _told(records))


def replay_scanned(scanned: Scanned, record_at: Callable[[int], Record]) -> Batch:
    """The same for scanned records; `record_at` reads one of them whole, for a second look."""
    # Rules that are only assumed have other readings than the same rules named: nothing is sure under them.
    groups = [
        (named_rules()[number], np.flatnonzero((scanned.rules == number) & scanned.rules_known))
        for number in np.unique(scanned.rules[scanned.rules_known])
    ]
    if not scanned.rules_known.all():
        groups.append((rules_in_force(None), np.flatnonzero(~scanned.rules_known)))
    return _replayed(scanned.deals, groups, record_at, _told_by_scan(scanned))


def _replayed(
    deals: Deals, groups: Sequence[tuple[RulesInForce, Any]], record_at: Callable[[int], Record], told: dict[str, Any]
) -> Batch:
    """Replay deals in groups of rows by their rules; `told` are the columns that repeat what the records say."""
    results = Results(empty_results(len(deals)))
    audits: dict[int, Audit] = {}
    for rules, rows in groups:
        audits |= _replay_rows(deals, results, rules, rows, record_at)
    logged, found = deals.columns["seats"], who_played(deals.columns, results.columns)
    unlike = ((logged >= 0) & (logged != found)).any(axis=1)
    return Batch(_deals_table(deals, results, audits, told), findings_table(record_at, audits), unlike)


def _replay_rows(
    deals: Deals, results: Results, in_force: RulesInForce, rows: Any, record_at: Callable[[int], Record]
) -> dict[int, Audit]:
    """Replay the deals at `rows` into `results`; the audits of those in which something is found."""
    is_all = len(rows) == len(deals)
    part = deals if is_all else Deals({name: array[rows] for name, array in deals.columns.items()})
    found = replay_deals(part, in_force.rules)
    if is_all:
        results.columns.update(found.columns)
    else:
        for name, array in found.columns.items():
            results.columns[name][rows] = array
    audits = {
        int(row): audit_deal(record_at(row).deal, in_force) for row in rows[suspects(part, found, _leaders(part, in_force))]
    }
    return {row: audit for row, audit in audits.items() if audit.findings}


def _leaders(deals: Deals, in_force: RulesInForce) -> Any:
    """The seat that leads each deal by the rules, -1 where the dealer is unknown."""
    dealer, declarer = deals.columns["dealer"].astype(np.int64), deals.columns["declarer"].astype(np.int64)
    pairs, of_deal = np.unique(dealer * 8 + declarer + 1, return_inverse=True)
    # divmod undoes the pair also for -1: it rounds down.
    leaders = [first_leader(pair // 8, pair % 8 - 1, in_force.rules) for pair in pairs.tolist()]
    return np.array(leaders, np.int8)[of_deal]


def findings_table(record_at: Callable[[int], Record], audits: dict[int, Audit]) -> pa.Table:
    """Rows of the table `findings`."""
    rows = [_finding_row(record_at(row), finding) for row, audit in sorted(audits.items()) for finding in audit.findings]
    return pa.Table.from_pylist(rows, schema=FINDINGS)


FINDINGS = pa.schema(
    [
        *(("site", pa.string()), ("game_id", pa.string()), ("deal_no", pa.uint32())),
        *(("trick_no", pa.uint8()), ("card_no", pa.uint8()), ("seat", pa.string()), ("player", pa.string())),
        *(("card", pa.string()), ("code", pa.string()), ("certainty", pa.string()), ("paragraph", pa.string())),
        *(("message", pa.string()), ("legal_cards", pa.string())),
    ]
)


def _finding_row(record: Record, finding: Finding) -> dict[str, Any]:
    site, game_id, deal_no = record.key
    return {
        "site": site,
        "game_id": game_id,
        "deal_no": deal_no,
        "trick_no": finding.trick_no or None,
        "card_no": finding.card_no or None,
        "seat": None if finding.seat is None else SEAT_LETTERS[finding.seat],
        "player": None if finding.seat is None else record.players[finding.seat],
        "card": None if finding.card is None else CARD_TEXTS[finding.card],
        "code": finding.code,
        "certainty": finding.certainty,
        "paragraph": finding.paragraph,
        "message": finding.message,
        "legal_cards": format_cards(finding.legal) or None,
    }


def _deals_table(deals: Deals, results: Results, audits: dict[int, Audit], told: dict[str, Any]) -> pa.Table:
    """Rows of the table `deals`; `told` are the columns that repeat what the records say."""
    given, found = deals.columns, results.columns
    columns: dict[str, Any] = told | {
        "dealer": letters_of(given["dealer"], SEAT_LETTERS),
        "leader": letters_of(found["seats"][:, 0], SEAT_LETTERS),
        "trump": letters_of(given["trump"], SUIT_LETTERS),
    }
    columns |= result_columns(given, found, audits)
    for column, certainty in zip(("violations", "depends_on_rule", "information"), CERTAINTIES, strict=True):
        counts = np.zeros(len(deals), np.uint16)
        for row, audit in audits.items():
            counts[row] = sum(finding.certainty == certainty for finding in audit.findings)
        columns[column] = pa.array(counts)
    return pa.table(columns)


def _told(records: Sequence[Record]) -> dict[str, Any]:
    return {
        **_identity(records),
        **_bidding(records),
        "declarer": pa.array([record.declarer for record in records], pa.string()),
        "hands_known": [_seats_of(record.deal.hands) for record in records],
        "status": [record.deal.status for record in records],
        "void": pa.array([record.deal.void for record in records], pa.string()),
        "plays": _padded([record.deal.plays for record in records], 32, pa.uint8()),
        "logged_verzaakt": pa.array([record.deal.verzaakt for record in records], pa.string()),
        "prevents_illegal": pa.array([record.deal.prevents_illegal for record in records], pa.bool_()),
        "think_ms": pa.array([record.think_ms or None for record in records], pa.list_(pa.int32())),
        "comments": pa.array([[c._asdict() for c in record.comments] or None for record in records], COMMENTS),
    }


def _told_by_scan(scanned: Scanned) -> dict[str, Any]:
    given, count = scanned.deals.columns, len(scanned)
    rules = named_rules()
    sides = np.where(given["declarer"] >= 0, given["declarer"], len(SEAT_LETTERS) + given["declaring_team"])
    return {
        "site": as_texts(scanned.texts("site"), may_miss=False),
        "game_id": as_texts(scanned.texts("game_id"), may_miss=False),
        "deal_no": pa.array(scanned.deal_no),
        "board": as_texts(scanned.texts("board")),
        "played_at": pa.array(scanned.moments, pa.timestamp("us"), mask=scanned.moments == MISSING),
        "declarer": letters_of(sides, (*SEAT_LETTERS, *TEAM_LETTERS)),
        "rules": letters_of(scanned.rules, [one.name for one in rules]),
        "rules_known": pa.array(scanned.rules_known),
        "custom": same_text("", count),
        **{seat: as_texts(scanned.names(at)) for at, seat in enumerate(SEAT_COLUMNS)},
        "bots": same_text("", count),
        "bids": _call_rows(given["calls"], given["speakers"], given["call_count"]),
        **{name: pa.nulls(count, kind) for name, kind in _NEVER_TOLD.items()},
        "hands_known": letters_of((given["hands"][:, 0] != 0).astype(np.int8), ("", SEAT_LETTERS)),
        "status": same_text("complete", count),
        "plays": number_rows(given["plays"], np.uint8),
        "logged_verzaakt": letters_of(given["verzaakt"], REVOKE_RULINGS),
        "prevents_illegal": flags(scanned.prevents),
    }


def _call_rows(calls: Any, speakers: Any, counts: Any) -> Any:
    """The words of biddings, each with its speaker where the log names one; NULL without bids."""
    numbers = (speakers.astype(np.int8) + 1) * len(CALLS) + calls
    is_said = np.arange(MOST_CALLS) < counts[:, None]
    offsets = np.concatenate(([0], np.cumsum(np.maximum(counts, 0)))).astype(np.int32)
    words = letters_of(numbers[is_said], _CALL_WORDS)
    return pa.ListArray.from_arrays(pa.array(offsets), words, mask=pa.array(counts < 0))


_CALL_WORDS = [*CALLS, *(f"{seat}:{call}" for seat in SEAT_LETTERS for call in CALLS)]


COMMENTS = pa.list_(pa.struct([("card_no", pa.uint8()), ("text", pa.string())]))


def _identity(records: Sequence[Record]) -> dict[str, Any]:
    names = {seat: pa.array([record.players[at] for record in records], pa.string()) for at, seat in enumerate(SEAT_COLUMNS)}
    return {
        "site": [record.site or "" for record in records],
        "game_id": [record.game_id for record in records],
        "deal_no": pa.array([record.deal_no for record in records], pa.uint32()),
        "board": pa.array([record.board for record in records], pa.string()),
        "played_at": pa.array([record.played_at for record in records], pa.string()).cast(pa.timestamp("us")),
        "rules": [record.rules.name for record in records],
        "rules_known": [record.rules.known for record in records],
        "custom": [record.rules.custom for record in records],
        **names,
        "bots": [record.bots for record in records],
    }


CLAIM = pa.struct([("card_no", pa.uint8()), ("seat", pa.string()), ("points", pa.int32())])
_NEVER_TOLD = {
    "turned": pa.list_(pa.string()),
    "deck": pa.list_(pa.uint8()),
    "claims": pa.list_(CLAIM),
    "void": pa.string(),
    "think_ms": pa.list_(pa.int32()),
    "comments": COMMENTS,
}
"""Columns of which a scanned record says nothing."""


def _bidding(records: Sequence[Record]) -> dict[str, Any]:
    claims = [
        None
        if record.deal.claims is None
        else [{"card_no": c.card_no, "seat": SEAT_LETTERS[c.seat], "points": c.points} for c in record.deal.claims]
        for record in records
    ]
    return {
        "bids": pa.array([record.deal.bids for record in records], pa.list_(pa.string())),
        "turned": pa.array([record.deal.turned or None for record in records], pa.list_(pa.string())),
        "deck": pa.array([record.deal.deck or None for record in records], pa.list_(pa.uint8())),
        "claims": pa.array(claims, pa.list_(CLAIM)),
    }


def _seats_of(hands: Sequence[int]) -> str:
    return "".join(letter for letter, hand in zip(SEAT_LETTERS, hands, strict=True) if hand)


def _padded(rows: Sequence[Sequence[int | None]], width: int, kind: Any = None) -> Any:
    """Rows of up to `width` numbers, padded with NULL."""
    flat = [value for row in rows for value in (*row, *[None] * (width - len(row)))]
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, kind or pa.int32()), width)
