"""The log record: one deal as a log tells it, read from plain values and written back; faults are data.

`read_record` serves every format: a format turns its own notation into the field names of the record and nothing else.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pipeline.faults import Fault, FieldError
from pipeline.fields import READERS, SEAT_OF, Comment
from pipeline.spelling import canonical_spelling
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS, cards_of
from replay.deals import Deal
from replay.readings import RulesInForce, rules_in_force

_encode = msgspec.json.Encoder(order="sorted").encode
_DEAL_FIELDS = tuple(name for name in READERS if name in Deal.__dataclass_fields__ and name != "declarer")


@dataclass(frozen=True, slots=True)
class Record:
    """One deal of a log: where it belongs, who played, by which rules, and the deal itself."""

    game_id: str
    deal_no: int
    players: tuple[str | None, ...]
    site: str | None = None
    played_at: str | None = None
    board: str | None = None
    rules: RulesInForce = field(default_factory=lambda: rules_in_force(None))
    bots: str = ""
    think_ms: tuple[int | None, ...] = ()
    comments: tuple[Comment, ...] = ()
    declarer: str | None = None
    """As logged: a seat, or a side where only that is known."""
    deal: Deal = field(default_factory=Deal)

    @property
    def key(self) -> tuple[str, str, int]:
        """What names the deal: site ("" if unknown), game and number."""
        return self.site or "", self.game_id, self.deal_no


def read_record(values: Mapping[str, Any], default_rules: RulesInForce | None = None) -> Record | list[Fault]:
    """The record that plain values of the contract's fields say, or all that is wrong with them.

    None is "not known"; unknown fields are ignored. `default_rules` are those of a record that names none. Cards and
    seats that are spelled otherwise than the contract says, such as "10h", "HB" or "noord", are understood.
    """
    record = _read(values, default_rules)
    if isinstance(record, Record):
        return record
    try:
        respelled = canonical_spelling(values)
    except RecursionError:
        return [Fault("", "bad_record", "a value nested too deeply")]
    if isinstance(respelled, Fault):
        return [*record, respelled]
    if respelled is None:
        return record
    again = _read(respelled, default_rules)
    return again if isinstance(again, Record) or len(again) < len(record) else record


def _read(values: Mapping[str, Any], default_rules: RulesInForce | None) -> Record | list[Fault]:
    try:
        return _read_fields(values, default_rules)
    except RecursionError:
        return [Fault("", "bad_record", "a value nested too deeply")]


def _read_fields(values: Mapping[str, Any], default_rules: RulesInForce | None) -> Record | list[Fault]:
    faults: list[Fault] = []
    read: dict[str, Any] = {}
    for name, reader in READERS.items():
        value = values.get(name)
        if value is None:
            continue
        try:
            read[name] = reader(value)
        except FieldError as fault:
            faults.append(Fault(name, fault.reason, str(fault)))
    faults += _missing(values, read)
    faults += _contradictions(values, read)
    if faults:
        return faults
    return _assemble(read, default_rules or rules_in_force(None))


def _missing(values: Mapping[str, Any], read: Mapping[str, Any]) -> list[Fault]:
    needed = ["game_id", "deal_no", "players"]
    if values.get("void") is None:
        needed += ["declarer", "trump", "plays"]
    faults = [Fault(name, "missing_field", "missing") for name in needed if values.get(name) is None]
    if values.get("void") is None and values.get("dealer") is None and values.get("leader") is None:
        faults.append(Fault("dealer", "missing_field", "dealer and leader are both missing: one of them is needed"))
    return faults


def _contradictions(values: Mapping[str, Any], read: Mapping[str, Any]) -> list[Fault]:
    """Faults that show only between fields."""
    faults = []
    plays, seats = read.get("plays"), read.get("seats")
    if plays is not None and seats and len(seats) != len(plays):
        message = f"{len(seats)} seats for {len(plays)} cards played"
        faults.append(Fault("seats", "bad_record", message))
    if plays is not None and read.get("void") is None:
        tricks = len(plays) // 4
        if read.get("winners") and len(read["winners"]) != tricks:
            faults.append(Fault("winners", "bad_record", f"{len(read['winners'])} winners for {tricks} complete tricks"))
        roem = values.get("roem")
        if isinstance(roem, list | tuple) and "roem" in read and len(roem) not in (0, tricks, 8):
            message = f"{len(roem)} numbers for {tricks} tricks; the sides' roem is roem_points"
            faults.append(Fault("roem", "bad_record", message))
        elif len(read.get("roem", ())) > tricks:
            faults.append(Fault("roem", "bad_record", f"roem in trick {len(read['roem'])}, but {tricks} tricks are complete"))
    if read.get("void") is not None and plays and read.get("trump") is None:
        faults.append(Fault("trump", "missing_field", "trump is missing though cards were played"))
    return faults


def _assemble(read: dict[str, Any], default_rules: RulesInForce) -> Record:
    declarer = read.pop("declarer", None)
    sides: dict[str, Any] = {} if declarer is None else {"declaring_team": _team_of(declarer)}
    if declarer in SEAT_OF:
        sides["declarer"] = SEAT_OF[declarer]
    of_deal = {name: read.pop(name) for name in _DEAL_FIELDS if name in read}
    rules = read.pop("rules", default_rules)
    return Record(**read, rules=rules, declarer=declarer, deal=Deal(**of_deal, **sides))


def _team_of(side: str) -> int:
    return TEAM_LETTERS.index(side) if side in TEAM_LETTERS else SEAT_OF[side] % 2


# Writing ------------------------------------------------------------------------------------------------------------


def record_values(record: Record) -> dict[str, Any]:
    """The plain values that `read_record` reads as this very record; fields that are not known are left out."""
    deal = record.deal
    values: dict[str, Any] = {
        "game_id": record.game_id,
        "deal_no": record.deal_no,
        "site": record.site,
        "played_at": record.played_at,
        "board": record.board,
        "rules": rules_value(record.rules),
        "players": list(record.players),
        "bots": record.bots or None,
        "declarer": record.declarer,
        "trump": _letter(SUIT_LETTERS, deal.trump),
        "dealer": _letter(SEAT_LETTERS, deal.dealer),
        "leader": _letter(SEAT_LETTERS, deal.leader),
        "bids": None if deal.bids is None else list(deal.bids),
        "turned": list(deal.turned) or None,
        "deck": _words(deal.deck) or None,
        "hands": [_words(cards_of(hand)) or None for hand in deal.hands] if any(deal.hands) else None,
        "plays": _words(deal.plays) if deal.plays or deal.void is None else None,
        "seats": "".join([SEAT_LETTERS[seat] for seat in deal.seats]) or None,
        "roem": [*deal.roem, *[None] * (len(deal.plays) // 4 - len(deal.roem))] if deal.roem else None,
        "claims": None
        if deal.claims is None
        else [{"card_no": c.card_no, "seat": SEAT_LETTERS[c.seat], "points": c.points} for c in deal.claims],
        "winners": "".join([SEAT_LETTERS[seat] for seat in deal.winners]) or None,
        "points": _plain(deal.points),
        "roem_points": _plain(deal.roem_points),
        "score": _plain(deal.score),
        "totals": _plain(deal.totals),
        "nat": deal.nat,
        "pit": deal.pit,
        "verzaakt": deal.verzaakt,
        "void": deal.void,
        "prevents_illegal": deal.prevents_illegal,
        "think_ms": list(record.think_ms) or None,
        "comments": [{"card_no": c.card_no, "text": c.text} for c in record.comments] or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def rules_value(rules: RulesInForce) -> str | dict[str, Any] | None:
    """How a record names its rules: None where they are only assumed."""
    if not rules.known:
        return None
    return {"base": rules.name, **json.loads(rules.custom)} if rules.custom else rules.name


def canonical_text(record: Record) -> str:
    """The record as one line of JSON, the same for the same content."""
    return _encode(record_values(record)).decode()


def content_hash(record: Record) -> str:
    """32 hex digits that name the content of a record."""
    return hashlib.sha256(_encode(record_values(record))).hexdigest()[:32]


def _letter(letters: str, index: int | None) -> str | None:
    return None if index is None else letters[index]


def _words(cards: list[int] | tuple[int, ...]) -> str:
    return " ".join([CARD_TEXTS[card] for card in cards])


def _plain(values: tuple[int, int] | None) -> list[int] | None:
    return None if values is None else list(values)
