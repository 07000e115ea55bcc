"""A deal in one word that fits in an address: the cards in order of play, trump, dealer, declarer and rules, with a checksum.

`kj1` and 27 letters of base64url; custom rules follow after a dot. The word holds one number: the version's fields from the
lowest digit up, in the bases of `_BASES`, then the order of the cards as a permutation's number (factorial digits).
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from pipeline.faults import Fault
from pipeline.formats import CannotWriteError, Entry, Format
from pipeline.formats.foreign import content_id
from pipeline.lines import as_text, read_lines
from replay.bidding import first_leader
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS, cards_of
from replay.readings import rules_in_force
from replay.rulesets import RulesError
from replay.tricks import trick_winner

if TYPE_CHECKING:
    from pipeline.records import Record

PREFIX = "kj1"
PRESET_NUMBERS = (
    *("amsterdams", "rotterdams", "klaverlive_amsterdams", "klaverlive_rotterdams", "klaverlive_verplicht"),
    *("klaverlive_draaikaart", "klaverlive_draaikaart_schudden", "klaverlive_draaikaart_vrij", "turnup_amsterdams"),
    *("turnup_rotterdams", "turnup_verplicht_ondertroeven", "turnup_gezelligheid", "turnup_slot", "turnup_four_jacks_200"),
    *("turnup_literal", "gamepoint_amsterdams", "gamepoint_rotterdams", "pagat_utrecht_amsterdams", "kbn_amsterdams"),
    *("nku_amsterdams", "nku_rotterdams", "utrechts_lentemorgen", "club_pitslag", "bga_rotterdams"),
    "dealer_last_forced_rotterdams",
)
"""Presets by number: a name may be added at the end, none may ever move."""
_NO_RULES = 255
# Rules, trump, dealer or the seat that leads (4-7, where the dealer is unknown), declarer or side, cards played, hands known.
_BASES = (256, 4, 8, 6, 33, 2)
_DECLARERS = (*SEAT_LETTERS, *TEAM_LETTERS)
_BYTES = 18
_WORD = re.compile(rf"{PREFIX}([A-Za-z0-9_-]{{27}})(\.[A-Za-z0-9_-]{{1,2000}})?")


def sniff(head: bytes) -> bool:
    """Whether the first line is such a word."""
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0].strip()
    return first.startswith(PREFIX.encode()) and len(first) >= 30


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each line."""
    for line in read_lines(stream):
        if line.is_cut:
            yield Entry(line.number, line.too_long, line.text)
            continue
        text, note = as_text(line.text)
        try:
            values: dict[str, Any] | Fault = decode(text.strip())
        except ValueError as error:
            values = Fault("", "bad_record", str(error))
        yield Entry(line.number, values, line.text, note=note)


def write(records: "Iterable[Record]", stream: BinaryIO) -> None:
    """A line for each record."""
    for record in records:
        stream.write(encode(record).encode() + b"\n")


_HELD = {"game_id", "deal_no", "players", "declarer", "trump", "dealer", "leader", "plays", "rules", "seats", "hands"}


def lost(record: "Record") -> list[str]:
    """The fields of a record that the word does not hold; CannotWriteError for a deal that it cannot say."""
    from pipeline.records import record_values

    encode(record)
    values = record_values(record)
    named = ["game_id", "deal_no", *(["players"] if any(values["players"]) else [])]
    return [*named, *(name for name in values if name not in _HELD)]


def encode(record: "Record") -> str:
    """The word of a deal, under 40 characters for a preset's rules or none; CannotWriteError for one it cannot say.

    A deal is said if it was played in turn and led as its dealer and rules have it, or the dealer is unknown.
    """
    deal = record.deal
    if deal.trump is None or record.declarer is None or deal.void is not None:
        raise CannotWriteError("a deal that was not played has no short form")
    rules = record.rules
    leader = deal.leader
    led_by = -1
    if deal.dealer is not None:
        led_by = first_leader(deal.dealer, -1 if deal.declarer is None else deal.declarer, rules.rules)
    first = deal.seats[0] if deal.seats else led_by if leader is None else leader
    if first < 0 or (deal.dealer is not None and first != led_by):
        raise CannotWriteError("the short form has no room for a first lead that does not follow from the dealer")
    seats = seats_in_turn(deal.plays, first, deal.trump)
    if deal.seats and deal.seats != seats[: len(deal.plays)]:
        raise CannotWriteError("the short form has no room for cards played out of turn")
    order, hands_known = _order(deal.plays, deal.hands, seats)
    numbers = (
        PRESET_NUMBERS.index(rules.name) if rules.known else _NO_RULES,
        deal.trump,
        deal.dealer if deal.dealer is not None else 4 + first,
        _DECLARERS.index(record.declarer),
        len(deal.plays),
        int(hands_known),
    )
    number = 0
    for digit, base in zip((*numbers, *_ranks(order)), (*_BASES, *range(32, 0, -1)), strict=True):
        number = number * base + digit
    body = number.to_bytes(_BYTES, "big")
    custom = rules.custom.encode() if rules.known else b""
    check = zlib.crc32(body + custom).to_bytes(4, "big")[:2]
    word = PREFIX + base64.urlsafe_b64encode(body + check).decode().rstrip("=")
    return word + ("." + base64.urlsafe_b64encode(custom).decode().rstrip("=") if custom else "")


def decode(word: str) -> dict[str, Any]:
    """The plain values of the deal that a word says; ValueError for one that is none or was mistyped."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise ValueError(f"not a short deal: {PREFIX} and 27 letters, digits, - or _")
    try:
        data = base64.urlsafe_b64decode(match[1] + "=")
        custom = base64.urlsafe_b64decode(match[2][1:] + "=" * (-len(match[2][1:]) % 4)) if match[2] else b""
    except binascii.Error as error:
        raise ValueError(f"not a short deal: {error}") from None
    body, check = data[:_BYTES], data[_BYTES:]
    is_canonical = base64.urlsafe_b64encode(data).decode().rstrip("=") == match[1]
    if not is_canonical or zlib.crc32(body + custom).to_bytes(4, "big")[:2] != check:
        raise ValueError("the checksum does not fit: a letter of the short deal is wrong")
    number = int.from_bytes(body, "big")
    digits = []
    for base in reversed((*_BASES, *range(32, 0, -1))):
        number, digit = divmod(number, base)
        digits.append(digit)
    digits.reverse()
    if number:
        raise ValueError("not a short deal: a number too high")
    return _values(digits[: len(_BASES)], _unranked(digits[len(_BASES) :]), custom)


def _values(numbers: Sequence[int], order: Sequence[int], custom: bytes) -> dict[str, Any]:
    preset, trump, dealer, declarer, played, hands_known = numbers
    rules = _rules(preset, custom)
    in_force = rules_in_force(rules)
    plays = order[:played]
    values: dict[str, Any] = {
        "players": [None] * 4,
        "rules": rules,
        "declarer": _DECLARERS[declarer],
        "trump": SUIT_LETTERS[trump],
        "plays": " ".join(CARD_TEXTS[card] for card in plays),
    }
    if dealer < 4:
        values["dealer"] = SEAT_LETTERS[dealer]
        first = first_leader(dealer, declarer if declarer < 4 else -1, in_force.rules)
    else:
        values["leader"], first = SEAT_LETTERS[dealer - 4], dealer - 4
    if first >= 0:
        seats = seats_in_turn(plays, first, trump)
        values["seats"] = "".join(SEAT_LETTERS[seat] for seat in seats[:played]) or None
        if hands_known:
            values["hands"] = _hands_of(order, seats)
    return {"game_id": content_id("short", values), "deal_no": 1, **values}


def _rules(preset: int, custom: bytes) -> Any:
    if preset == _NO_RULES:
        return None
    if preset >= len(PRESET_NUMBERS):
        raise ValueError(f"rules number {preset} is not known to this version")
    name = PRESET_NUMBERS[preset]
    if not custom:
        return name
    try:
        rules = {"base": name, **json.loads(custom)}
        rules_in_force(rules)
    except (ValueError, TypeError, RecursionError, RulesError) as error:
        raise ValueError(f"rules of a short deal that cannot be read: {error}") from None
    return rules


def seats_in_turn(plays: Sequence[int], first: int, trump: int) -> tuple[int, ...]:
    """Who plays each card in turn from the first leader; 32 seats, those after the cards played shared out in turn too.

    Each seat plays eight cards: after the last card the seats follow one another, less those that have none left.
    """
    seats: list[int] = []
    leader = first
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        order = [(leader + place) % 4 for place in range(len(trick))]
        seats += order
        if len(trick) == 4:
            leader = order[trick_winner(trick, trump)]
    for seat in range(4):
        seats += [seat] * (8 - seats.count(seat))
    return tuple(seats)


def _order(plays: Sequence[int], hands: Sequence[int], seats: Sequence[int]) -> tuple[list[int], bool]:
    """All 32 cards: those played, then each seat's others by north, east, south, west; whether the hands are known."""
    if len(plays) == 32:
        known = all(hands)
        if known and list(hands) != _sets(plays, seats):
            raise CannotWriteError("the short form has no room for hands that are not those of the plays")
        if not known and any(hands):
            raise CannotWriteError("the short form has no room for some of the hands")
        return list(plays), known
    left = [card for seat in range(4) for card in cards_of(hands[seat]) if card not in plays]
    if all(hands) and _sets([*plays, *left], seats) == list(hands):
        return [*plays, *left], True
    if any(hands):
        raise CannotWriteError("the short form has no room for hands of a deal broken off that do not fit the plays")
    return [*plays, *(card for card in range(32) if card not in plays)], False


def _sets(order: Sequence[int], seats: Sequence[int]) -> list[int]:
    sets = [0] * 4
    for card, seat in zip(order, seats, strict=True):
        sets[seat] |= 1 << card
    return sets


def _hands_of(order: Sequence[int], seats: Sequence[int]) -> list[str]:
    return [" ".join(CARD_TEXTS[card] for card in cards_of(hand)) for hand in _sets(order, seats)]


def _ranks(order: Sequence[int]) -> list[int]:
    """The place of each card among those not yet named: the factorial digits of a permutation."""
    left = list(range(32))
    ranks = []
    for card in order:
        ranks.append(left.index(card))
        left.pop(ranks[-1])
    return ranks


def _unranked(ranks: Sequence[int]) -> list[int]:
    left = list(range(32))
    return [left.pop(rank) for rank in ranks]


FORMAT = Format(
    "short",
    "deals in one word each, for addresses",
    (".kjs",),
    sniff,
    read,
    "cards in order, trump, dealer, declarer, rules and whole hands, with a checksum; no game, no names, no results, no bids",
    "kj1…",
    write,
    lost,
)
