"""Cards, suits and seats as logs spell them, turned into the letters of the contract: "10h", "HB", "noord", "pas".

Letters mean different things in different languages (H is a suit and the Dutch king), but the rank always comes first, so a
card is never in doubt. A record that mixes Dutch and English letters for ranks, or for suits, is not guessed at.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pipeline.faults import Fault

_RANKS = {rank: rank for rank in "789TJQKA"} | {"10": "T", "B": "J", "V": "Q", "H": "K"}
_TURNED_RANKS = _RANKS | {rank: rank for rank in "23456"}
_SUITS = {suit: suit for suit in "CDHS"} | {"K": "C", "R": "D", "♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_SUIT_NAMES = {
    "KLAVER": "C",
    "KLAVEREN": "C",
    "CLUBS": "C",
    "CLUB": "C",
    "RUITEN": "D",
    "RUIT": "D",
    "DIAMONDS": "D",
    "DIAMOND": "D",
    "HARTEN": "H",
    "HART": "H",
    "HEARTS": "H",
    "HEART": "H",
    "SCHOPPEN": "S",
    "SCHOP": "S",
    "SPADES": "S",
    "SPADE": "S",
}
_SEATS = {seat: seat for seat in "NESW"} | {"O": "E", "Z": "S"}
_SEAT_NAMES = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", "NOORD": "N", "OOST": "E", "ZUID": "S"}
_SIDES = {side: side for side in ("NS", "EW")} | {"SN": "NS", "WE": "EW", "NZ": "NS", "ZN": "NS", "OW": "EW", "WO": "EW"}
_CALLS = {"PAS": "pass", "PASS": "pass", "PASSE": "pass", "PLAY": "play", "SPEEL": "play", "SPELEN": "play", "IK SPEEL": "play"}
_DUTCH_RANKS, _ENGLISH_RANKS = set("BVH"), set("JQK")
_DUTCH_SUITS, _ENGLISH_SUITS = set("KR"), set("CD")
_MANY = 60
"""Words of a field that are looked at: more are no cards of a deal."""


class _Speller:
    """Turns spellings into letters and remembers which languages they were in."""

    def __init__(self) -> None:
        self.heard: set[tuple[str, str]] = set()
        """Of ranks and of suits: the languages whose letters stood there."""

    def _heard(self, what: str, letter: str, dutch: set[str], english: set[str]) -> None:
        self.heard |= {(what, "dutch")} if letter in dutch else {(what, "english")} if letter in english else set()

    @property
    def is_mixed(self) -> bool:
        """Whether ranks, or suits, are in two languages."""
        return any({(what, "dutch"), (what, "english")} <= self.heard for what in ("ranks", "suits"))

    def card(self, word: str, ranks: Mapping[str, str] = _RANKS) -> str:
        upper = word.upper()
        rank, suit = upper[:-1], upper[-1:]
        if rank not in ranks or suit not in _SUITS:
            return word
        self._heard("ranks", rank, _DUTCH_RANKS, _ENGLISH_RANKS)
        self._heard("suits", suit, _DUTCH_SUITS, _ENGLISH_SUITS)
        return ranks[rank] + _SUITS[suit]

    def cards(self, value: Any) -> Any:
        words = value.split(maxsplit=_MANY) if isinstance(value, str) else value
        if isinstance(words, list | tuple) and all(isinstance(word, str) for word in words):
            return " ".join(self.card(word) for word in words[:_MANY])
        return value

    def hands(self, value: Any) -> Any:
        return [self.cards(hand) for hand in value] if isinstance(value, list | tuple) and len(value) <= 4 else value

    def turned(self, value: Any) -> Any:
        words = value.split(maxsplit=_MANY) if isinstance(value, str) else value
        if isinstance(words, list | tuple) and all(isinstance(word, str) for word in words):
            return [self.card(word, _TURNED_RANKS) for word in words]
        return value

    def suit(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        upper = value.strip().upper()
        self._heard("suits", upper, _DUTCH_SUITS, _ENGLISH_SUITS)
        return _SUIT_NAMES.get(upper) or _SUITS.get(upper) or value

    def seat(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        upper = value.strip().upper()
        return _SEAT_NAMES.get(upper) or _SEATS.get(upper) or value

    def side(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        side = _SIDES.get(value.strip().upper().replace("-", "").replace("/", ""))
        return side or ("none" if value.strip().lower() in ("none", "geen") else self.seat(value))

    def seats(self, value: Any) -> Any:
        """One letter a card or trick, from such letters, a list or words."""
        if isinstance(value, str) and value.strip().upper() in _SEAT_NAMES:
            return self.seat(value)
        words = value.split() if isinstance(value, str) and len(value.split()) > 1 else value
        if isinstance(words, list | tuple | str) and len(words) <= _MANY:
            return "".join(str(self.seat(word)) for word in words)
        return value

    def calls(self, value: Any) -> Any:
        words = value.split(maxsplit=_MANY) if isinstance(value, str) else value
        if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
            return value
        return [self.call(word) for word in words[:_MANY]]

    def call(self, word: str) -> str:
        speaker, colon, call = word.rpartition(":")
        named = _CALLS.get(call.strip().upper()) or self.suit(call)
        return f"{self.seat(speaker)}{colon}{named}" if colon else str(named)

    def claims(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return [
            {**claim, "seat": self.seat(claim["seat"])} if isinstance(claim, Mapping) and "seat" in claim else claim
            for claim in value[:_MANY]
        ]


def canonical_spelling(values: Mapping[str, Any]) -> dict[str, Any] | Fault | None:
    """The values with cards, suits and seats respelled; None where nothing changes, a fault where languages are mixed."""
    speller = _Speller()
    spell: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(("plays", "deck"), speller.cards),
        **dict.fromkeys(("dealer", "leader"), speller.seat),
        **dict.fromkeys(("seats", "winners", "bots"), speller.seats),
        **dict.fromkeys(("declarer", "verzaakt"), speller.side),
        "hands": speller.hands,
        "turned": speller.turned,
        "trump": speller.suit,
        "bids": speller.calls,
        "claims": speller.claims,
    }
    respelled = {name: spell[name](value) if name in spell and value is not None else value for name, value in values.items()}
    if speller.is_mixed:
        message = "Dutch and English letters are mixed in one record: B V H and J Q K, or K R and C D"
        return Fault("plays", "unknown_card", message)
    return None if respelled == dict(values) else respelled
