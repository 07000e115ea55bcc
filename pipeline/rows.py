"""A row of the store's `deals` back to the record that it was written from."""

import json
from typing import Any

from pipeline.records import Record, read_record
from replay.cards import SEAT_LETTERS, format_card, format_cards

Row = dict[str, Any]


WITH_TEXTS = (
    "deals LEFT JOIN (SELECT site, game_id, deal_no, record FROM sources WHERE status = 'deal' AND record IS NOT NULL) "
    "USING (site, game_id, deal_no)"
)
"""The deals in SQL, each with the text of its record where the row does not say all of it."""


def record_of_row(row: Row) -> Record:
    """The record that a row of `deals` was written from; its text is `record`, where one is kept."""
    if row.get("record") is not None:
        return record_of_text(row["record"])
    hands = [row[f"{seat}_hand"] for seat in ("north", "east", "south", "west")]
    custom = json.loads(row["custom"]) if row["custom"] else {}
    values: Row = {
        "site": row["site"] or None,
        "played_at": None if row["played_at"] is None else row["played_at"].isoformat(),
        "players": [row["north"], row["east"], row["south"], row["west"]],
        "rules": ({"base": row["rules"], **custom} if custom else row["rules"]) if row["rules_known"] else None,
        "leader": row["logged_leader"],
        "deck": None if row["deck"] is None else " ".join(format_card(card) for card in row["deck"]),
        "hands": [
            format_cards(hand) if letter in row["hands_known"] else None
            for letter, hand in zip(SEAT_LETTERS, hands, strict=True)
        ],
        "plays": " ".join(format_card(card) for card in row["plays"] if card is not None),
        "seats": "".join(seat for seat in row["seats"] if seat is not None) if row["seats_known"] else None,
        "roem": list(row["logged_roem"]),
        "winners": "".join(seat for seat in row["logged_winners"] if seat is not None),
        "points": _pair(row, "logged_points"),
        "roem_points": _pair(row, "logged_roem"),
        "score": _pair(row, "logged_score"),
        "totals": _pair(row, "logged_total"),
        "nat": row["logged_nat"],
        "pit": row["logged_pit"],
        "verzaakt": row["logged_verzaakt"],
        "think_ms": row["think_ms"],
        "comments": row["comments"],
    }
    same = ("game_id", "deal_no", "board", "bots", "declarer", "trump", "dealer", "bids", "turned", "claims", "void")
    values |= {name: row[name] for name in same} | {"prevents_illegal": row["prevents_illegal"]}
    if row["void"] is not None and not values["plays"]:
        values["plays"] = None
    record = read_record(values)
    if not isinstance(record, Record):
        raise AssertionError(f"a stored deal cannot be read back: {record}")
    return record


def record_of_text(text: str) -> Record:
    """The record that a canonical text says."""
    record = read_record(json.loads(text))
    if not isinstance(record, Record):
        raise AssertionError(f"a stored record cannot be read back: {record}")
    return record


def _pair(row: Row, name: str) -> list[int] | None:
    return None if row[f"{name}_ns"] is None else [row[f"{name}_ns"], row[f"{name}_ew"]]
