"""Readers of single fields of the log record: a plain value in, the value of the record out, or a fault."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from pipeline.faults import FieldError, shown
from replay.bidding import CALLS, TURNED_RANKS
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS, card_set, format_cards
from replay.deals import REVOKE_RULINGS, VOIDS, Claim
from replay.readings import RulesInForce, rules_in_force
from replay.rulesets import RulesError

LONGEST_NAME = 200
HIGHEST_DEAL_NO = 1_000_000
HIGHEST_NUMBER = 1_000_000_000
UNSUPPORTED = ("ledig", "nulle", "misere", "kraak", "kraken", "kontra", "rekontra", "sans", "nt", "none")
"""Contracts and calls of other games or of rules nobody has written down (R57)."""

_NO_TEXT = re.compile("[\ud800-\udfff\0]")
_CARD_OF = {text: card for card, text in enumerate(CARD_TEXTS)}
SEAT_OF = {letter: seat for seat, letter in enumerate(SEAT_LETTERS)}


def _text(value: Any, longest: int = LONGEST_NAME) -> str:
    if not isinstance(value, str):
        raise FieldError("bad_record", f"{shown(value)} is not a text")
    if len(value) > longest:
        raise FieldError("bad_record", f"a text of {len(value)} characters, at most {longest} are read")
    if _NO_TEXT.search(value):
        raise FieldError("bad_record", f"{shown(value)} holds characters that are no text")
    return value


def _name(value: Any) -> str:
    text = _text(value)
    if not text.strip():
        raise FieldError("bad_record", "an empty text")
    return text


def _optional_name(value: Any) -> str | None:
    return _text(value) or None


def _whole(value: Any, lowest: int = -HIGHEST_NUMBER, highest: int = HIGHEST_NUMBER) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FieldError("bad_record", f"{shown(value)} is not a whole number")
    if not lowest <= value <= highest:
        number = str(value) if abs(value) < 10**12 else "a number of that size"
        raise FieldError("bad_record", f"{number} is not from {lowest} to {highest}")
    return value


def _deal_no(value: Any) -> int:
    return _whole(value, 1, HIGHEST_DEAL_NO)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise FieldError("bad_record", f"{shown(value)} is not true or false")
    return value


def _list(value: Any, longest: int, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise FieldError("bad_record", f"{shown(value)} is not a list of {what}")
    if len(value) > longest:
        raise FieldError("bad_record", f"a list of {len(value)}; at most {longest} {what} are read")
    return list(value)


def _players(value: Any) -> tuple[str | None, ...]:
    if not isinstance(value, list | tuple):
        raise FieldError("bad_record", f"{shown(value)} is not a list of four names")
    if len(value) != 4:
        raise FieldError("unsupported_players", f"{len(value)} players; only deals of four are played here (R57)")
    return tuple(None if name is None else _optional_name(name) for name in value)


def _pair(value: Any) -> tuple[int, int]:
    values = _list(value, 1000, "two numbers, north-south first")
    if len(values) != 2:
        raise FieldError("bad_record", f"{shown(value)} is not a list of two numbers, north-south first")
    return _whole(values[0]), _whole(values[1])


def _seat_letter(value: Any) -> int:
    if not isinstance(value, str) or value not in SEAT_OF:
        raise FieldError("unknown_seat", f"{shown(value)} is not one of {', '.join(SEAT_LETTERS)}")
    return SEAT_OF[value]


def _seat_row(longest: int) -> Callable[[Any], tuple[int, ...]]:
    def read(value: Any) -> tuple[int, ...]:
        if not isinstance(value, str):
            raise FieldError("bad_record", f'{shown(value)} is not a text of seat letters such as "NESW"')
        if len(value) > longest:
            raise FieldError("bad_record", f"{len(value)} seats, at most {longest}")
        seats = tuple(map(SEAT_OF.get, value))
        if None in seats:
            _seat_letter(value[seats.index(None)])
        return cast("tuple[int, ...]", seats)

    return read


def _bots(value: Any) -> str:
    seats = _seat_row(4)(value)
    if len(set(seats)) != len(seats):
        raise FieldError("unknown_seat", f"{shown(value)} names a seat twice")
    return "".join(SEAT_LETTERS[seat] for seat in sorted(seats))


def _declarer(value: Any) -> str:
    if not isinstance(value, str) or value not in (*SEAT_LETTERS, *TEAM_LETTERS):
        raise FieldError("unknown_seat", f"{shown(value)} is not one of N, E, S, W, NS, EW")
    return value


def _trump(value: Any) -> int:
    if isinstance(value, str) and len(value) == 1 and value in SUIT_LETTERS:
        return SUIT_LETTERS.index(value)
    if isinstance(value, str) and value.lower() in UNSUPPORTED:
        raise FieldError("unsupported_contract", f"{shown(value)} is a contract without play rules (R57)")
    raise FieldError("bad_record", f"{shown(value)} is not one of {', '.join(SUIT_LETTERS)}")


def _cards(value: Any) -> list[int]:
    if not isinstance(value, str):
        raise FieldError("bad_record", f"{shown(value)} is not a text of cards")
    words = value.split(maxsplit=40)
    try:
        cards = [_CARD_OF[word] for word in words]
    except KeyError as error:
        fault = f"{shown(error.args[0])} is not a card: a rank of 789TJQKA, then a suit of CDHS"
        raise FieldError("unknown_card", fault) from None
    if len(cards) > 32:
        raise FieldError("wrong_card_count", "more than 32 cards")
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise FieldError("duplicate_card", f"{CARD_TEXTS[twice]} stands there twice")
    return cards


def _plays(value: Any) -> tuple[int, ...]:
    return tuple(_cards(value))


def _deck(value: Any) -> tuple[int, ...]:
    cards = _cards(value)
    if len(cards) != 32:
        raise FieldError("wrong_card_count", f"{len(cards)} cards, a deck has 32")
    return tuple(cards)


def _hands(value: Any) -> tuple[int, ...]:
    texts = _list(value, 10, 'hands such as ["7C 8C ...", null, null, null], north first')
    if len(texts) != 4:
        raise FieldError("unsupported_players", f"{len(texts)} hands; only deals of four are played here (R57)")
    hands, seen = [], 0
    for letter, text in zip(SEAT_LETTERS, texts, strict=True):
        cards = [] if text is None else _cards(text)
        if text is not None and len(cards) != 8:
            raise FieldError("wrong_card_count", f"the hand of {letter} has {len(cards)} cards, not 8")
        hand = card_set(cards)
        if hand & seen:
            raise FieldError("duplicate_card", f"in two hands: {format_cards(hand & seen)}")
        seen |= hand
        hands.append(hand)
    return tuple(hands)


def _bids(value: Any) -> tuple[str, ...]:
    words = value.split(maxsplit=100) if isinstance(value, str) else _list(value, 100, "calls")
    for word in words:
        call = word.rpartition(":")[2] if isinstance(word, str) else None
        if call is not None and call.lower() in UNSUPPORTED:
            raise FieldError("unsupported_contract", f"{shown(word)} is a call without play rules (R57)")
        if call not in CALLS or word.rpartition(":")[0] not in ("", *SEAT_LETTERS) or word.startswith(":"):
            raise FieldError("bad_record", f"{shown(word)} is not a call: one of {', '.join(CALLS)}, or such as N:pass")
    return tuple(words)


def _turned(value: Any) -> tuple[str, ...]:
    words = value.split(maxsplit=50) if isinstance(value, str) else _list(value, 52, "cards")
    for word in words:
        if not isinstance(word, str) or not re.fullmatch(f"[{TURNED_RANKS}][{SUIT_LETTERS}]", word):
            raise FieldError("unknown_card", f"{shown(word)} is not a turned card: a rank 2-9TJQKA, then a suit")
    return tuple(words)


def _roem(value: Any) -> tuple[int | None, ...]:
    return _without_end([None if amount is None else _whole(amount) for amount in _list(value, 8, "tricks' roem")])


def _think_ms(value: Any) -> tuple[int | None, ...]:
    return _without_end([None if amount is None else _whole(amount, 0) for amount in _list(value, 32, "times")])


def _without_end(amounts: list[int | None]) -> tuple[int | None, ...]:
    """The amounts less the unknown ones at the end, so that the same knowledge is the same record."""
    while amounts and amounts[-1] is None:
        amounts.pop()
    return tuple(amounts)


def _claims(value: Any) -> tuple[Claim, ...]:
    claims = []
    for entry in _list(value, 100, "claims"):
        if not isinstance(entry, Mapping) or not {"card_no", "seat", "points"} <= set(entry):
            raise FieldError("bad_record", f"{shown(entry)} is not a claim with card_no, seat and points")
        claims.append(Claim(_whole(entry["card_no"], 1, 32), _seat_letter(entry["seat"]), _whole(entry["points"], 0)))
    return tuple(claims)


class Comment(NamedTuple):
    """A remark in a log: after which card it stands (0-32, 0 before the first), and its text."""

    card_no: int
    text: str


LONGEST_COMMENT = 2_000


def _comments(value: Any) -> tuple[Comment, ...]:
    comments = []
    for entry in _list(value, 200, "comments"):
        if not isinstance(entry, Mapping) or not {"card_no", "text"} <= set(entry):
            raise FieldError("bad_record", f"{shown(entry)} is not a comment with card_no and text")
        comments.append(Comment(_whole(entry["card_no"], 0, 32), _text(entry["text"], LONGEST_COMMENT)))
    return tuple(sorted(comments, key=lambda comment: comment.card_no))


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise FieldError("bad_record", f"{shown(value)} is not one of {', '.join(choices)}")
        return value

    return read


def _played_at(value: Any) -> str:
    try:
        moment = datetime.fromisoformat(_text(value))
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise FieldError("bad_record", f"{shown(value)} is not a time in ISO 8601") from None
    return moment.isoformat()


def _rules(value: Any) -> RulesInForce:
    try:
        return rules_in_force(value)
    except RulesError as error:
        raise FieldError("unknown_rules", str(error)[:400]) from None


READERS: dict[str, Callable[[Any], Any]] = {
    "game_id": _name,
    "deal_no": _deal_no,
    "site": _optional_name,
    "played_at": _played_at,
    "board": _optional_name,
    "rules": _rules,
    "players": _players,
    "bots": _bots,
    "declarer": _declarer,
    "trump": _trump,
    "dealer": _seat_letter,
    "leader": _seat_letter,
    "bids": _bids,
    "turned": _turned,
    "deck": _deck,
    "hands": _hands,
    "plays": _plays,
    "seats": _seat_row(32),
    "roem": _roem,
    "claims": _claims,
    "winners": _seat_row(8),
    "points": _pair,
    "roem_points": _pair,
    "score": _pair,
    "totals": _pair,
    "nat": _flag,
    "pit": _flag,
    "verzaakt": _one_of(*REVOKE_RULINGS),
    "void": _one_of(*VOIDS),
    "prevents_illegal": _flag,
    "think_ms": _think_ms,
    "comments": _comments,
}
FIELD_NAMES = tuple(READERS)
"""The fields of the record, in the order in which they are written."""
