"""The results of the bot Henk: deals in JSON, scores raw and by the declaring side."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from pipeline.faults import Fault, shown
from pipeline.fields import LONGEST_NAME
from pipeline.formats import Entry, Format
from pipeline.formats.foreign import SEATS, NotSoError, content_id, expect, seat_number
from pipeline.formats.klaverlive_state import read_objects

_RANKS = dict(zip(("SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"), "789TJQKA", strict=True))
_SUITS = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}
PIT = 100


def sniff(head: bytes) -> bool:
    """Whether it is JSON with the names of the results."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start in (b"[", b"{") and b'"startingPlayer"' in head and b'"trump"' in head


def read(stream: BinaryIO) -> Iterator[Entry]:
    """An entry for each deal."""
    for number, (deal, text, note) in enumerate(read_objects(stream), 1):
        if isinstance(deal, Fault):
            yield Entry(number, deal, text, note=note)
            continue
        try:
            yield Entry(number, _values(expect(deal, dict, "")), text, note=note)
        except NotSoError as error:
            yield Entry(number, error.fault, text, note=note)
        except RecursionError:
            yield Entry(number, Fault("", "bad_record", "nested too deeply"), text, note=note)


def _values(deal: dict[str, Any]) -> dict[str, Any]:
    declarer = seat_number(deal.get("startingPlayer"), "declarer")
    trump = _SUITS.get(str(deal.get("trump")))
    if trump is None:
        raise NotSoError("trump", f"{shown(deal.get('trump'))} is not one of {', '.join(_SUITS)}")
    tricks = expect(deal.get("rounds"), list, "plays")
    if len(tricks) > 8:
        raise NotSoError("plays", f"{len(tricks)} tricks, at most 8 are played", "wrong_card_count")
    plays = [_card(card) for trick in tricks for card in expect(trick, list, "plays")]
    winners = [seat_number(seat, "winners") for seat in expect(deal.get("roundWinners", []), list, "winners")]
    seed = deal.get("seed")
    values: dict[str, Any] = {
        "site": "henk",
        "game_id": content_id("henk", declarer, trump, plays),
        "deal_no": 1,
        "board": None if seed is None else str(seed) if len(str(seed)) <= LONGEST_NAME else content_id("seed", seed),
        "rules": "amsterdams",
        "players": [None] * 4,
        "declarer": SEATS[declarer],
        "trump": trump,
        "leader": SEATS[declarer],
        "plays": " ".join(plays),
        "winners": "".join(SEATS[seat] for seat in winners) or None,
        "roem": deal.get("roundGlory"),
    }
    return values | _results(deal, declarer, winners)


def _card(pair: Any) -> str:
    if isinstance(pair, list) and len(pair) == 2:
        rank, suit = _RANKS.get(str(pair[0])), _SUITS.get(str(pair[1]))
        if rank and suit:
            return rank + suit
    raise NotSoError("plays", f'{shown(pair)} is not a card such as ["TEN", "SPADES"]', "unknown_card")


def _results(deal: dict[str, Any], declarer: int, winners: list[int]) -> dict[str, Any]:
    """Card points and roem of the sides; the scores are points and roem as made, nat not applied, so no written score."""
    scores, glory = (_pair(deal.get(name)) for name in ("scores", "glory"))
    if scores is None or glory is None:
        return {}
    points = [score - roem for score, roem in zip(scores, glory, strict=True)]
    sides = {seat % 2 for seat in winners}
    if len(winners) == 8 and len(sides) == 1:
        # A pit stands in the roem: +100 for the declaring side that made it, -100 for the one against which it was made.
        glory = [glory[0] - PIT if sides == {declarer % 2} else glory[0] + PIT, glory[1]]
    if declarer % 2:
        points, glory = points[::-1], glory[::-1]
    return {"points": points, "roem_points": glory}


def _pair(value: Any) -> list[int] | None:
    if value is None:
        return None
    numbers = expect(value, list, "score", 2)
    return [expect(number, int, "score") for number in numbers]


FORMAT = Format(
    "henk",
    "the results of the bot Henk",
    (".json",),
    sniff,
    read,
    "cards in order, declarer, trump, winners, roem a trick, points and roem; no dealer, no hands, no game, no names, no nat "
    "and no written score; Amsterdam rules",
    '[{"seed": "seed0", "startingPlayer": 0, "trump": "SPADES", "scores": [73, 109], "glory": [0, 20], "rounds": …}, …]',
)
