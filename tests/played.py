"""Deals of a log played again by the oracle, and seen from a seat: what the recounts of statistics look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import oracle
from making import Values

SEATS = "NESW"
Row = tuple[str, float, float]
"""Class, did, chance."""
Judged = tuple[int, str, list[str], list[str], set[str]]
"""Seat, card, the hand before, the trick before, and the legal cards."""


@dataclass(frozen=True)
class Played:
    """A deal of a log, played again by the oracle."""

    values: Values
    rules: oracle.Rules
    replay: oracle.Replay | None
    tricks: list[list[tuple[int, str]]]
    is_void: bool
    is_complete: bool

    @property
    def key(self) -> tuple[str, str, int]:
        return self.values.get("site") or "", self.values["game_id"], self.values["deal_no"]

    @property
    def declaring(self) -> int | None:
        """The declaring side."""
        declarer = self.values.get("declarer")
        return None if declarer is None else {"N": 0, "S": 0, "NS": 0}.get(declarer, 1)

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, where it is known."""
        declarer = self.values.get("declarer")
        return SEATS.index(declarer) if declarer is not None and len(declarer) == 1 else None

    @cached_property
    def hands(self) -> list[list[str]] | None:
        """The four hands: as logged, else as they were played in a complete deal."""
        if self.values.get("hands"):
            return [hand.split() for hand in self.values["hands"]]
        if not self.is_complete:
            return None
        return [[card for trick in self.tricks for seat, card in trick if seat == number] for number in range(4)]

    @cached_property
    def cards(self) -> list[tuple[int, str]]:
        """Every card played with its seat, those of an unfinished trick too."""
        plays = (self.values.get("plays") or "").split()
        done = [pair for trick in self.tricks for pair in trick]
        if not plays:
            return []
        leader = (
            oracle.winning_seat(self.tricks[-1], self.values["trump"]) if self.tricks else SEATS.index(self.values["leader"])
        )
        return done + [((leader + place) % 4, card) for place, card in enumerate(plays[len(done) :])]

    @cached_property
    def lain(self) -> list[int]:
        """The roem in each trick, announced or not."""
        return [oracle.trick_roem([card for _, card in trick], self.values["trump"], self.rules)[0] for trick in self.tricks]

    @cached_property
    def judged(self) -> list[Judged]:
        """Every card before the first illegal one, with what else might have been played; none without all hands."""
        if self.hands is None:
            return []
        left, found = [list(hand) for hand in self.hands], list[Judged]()
        if any(card not in left[seat] for seat, card in self.cards):
            return []
        for number, (seat, card) in enumerate(self.cards):
            trick = [other for _, other in self.cards[number - number % 4 : number]]
            legal = oracle.legal_cards(left[seat], trick, self.values["trump"], self.rules)
            if card not in legal:
                break
            found.append((seat, card, list(left[seat]), trick, legal))
            left[seat].remove(card)
        return found

    @property
    def early(self) -> list[int]:
        """Card points of both sides after five tricks."""
        return oracle.by_team(self.replay["winners"][:5], self.replay["trick_points"][:5]) if self.replay else [0, 0]


class Seen(NamedTuple):
    """A deal from one seat."""

    deal: Played
    seat: int

    @property
    def side(self) -> int:
        return self.seat % 2

    def name(self, places_on: int = 0) -> str | None:
        found: str | None = self.deal.values["players"][(self.seat + places_on) % 4]
        return found

    @property
    def role(self) -> str | None:
        declarer = self.deal.declarer
        return None if declarer is None else ("declarer", "lho", "partner", "rho")[(self.seat - declarer) % 4]

    @property
    def is_person(self) -> bool:
        """The logs of these tests call nobody after a place or a computer."""
        return self.name() is not None and SEATS[self.seat] not in (self.deal.values.get("bots") or "")

    def own(self, pair: Sequence[int]) -> int:
        return pair[self.side]

    def other(self, pair: Sequence[int]) -> int:
        return pair[1 - self.side]

    @property
    def scored(self) -> oracle.Replay | None:
        return self.deal.replay if self.deal.is_complete else None

    @property
    def difference(self) -> int | None:
        score = self.scored["score"] if self.scored else None
        return None if score is None else self.own(score) - self.other(score)


def rules_of(values: Values) -> oracle.Rules:
    named = values.get("rules") or "amsterdams"
    if isinstance(named, str):
        return oracle.PRESETS[named]
    return {**oracle.PRESETS[named["base"]], **{field: value for field, value in named.items() if field != "base"}}


def play_again(values: Values) -> Played:
    """A record played again; the hands of the records are the cards of the players, where all are logged."""
    rules = rules_of(values)
    cards = (values.get("plays") or "").split()
    if not cards:
        return Played(values, rules, None, [], values.get("void") is not None, is_complete=False)
    leader = SEATS.index(values["leader"])
    pairs: list[tuple[int, str]] = []
    for start in range(0, len(cards), 4):
        trick = [((leader + place) % 4, card) for place, card in enumerate(cards[start : start + 4])]
        pairs += trick
        leader = oracle.winning_seat(trick, values["trump"])
    seats = [seat for seat, _ in pairs]
    dealt = [[card for seat, card in pairs if seat == number] for number in range(4)]
    declarer = values["declarer"]
    side = {"N": 0, "S": 0, "NS": 0}.get(declarer, 1)
    replay = oracle.replay(cards, seats, dealt, values["trump"], rules, side)
    if replay["score"] is not None and rules["roem_claim"] == "announced" and values.get("claims") is not None:
        count_announced(replay, values["claims"], rules, side)
    tricks = [pairs[start : start + 4] for start in range(0, len(pairs) // 4 * 4, 4)]
    return Played(values, rules, replay, tricks, is_void=False, is_complete=len(cards) == 32)


def count_announced(replay: oracle.Replay, claims: Sequence[Values], rules: oracle.Rules, side: int) -> None:
    """Count only the roem that somebody announced who might, in the trick that it lies in."""
    for number, winner in enumerate(replay["winners"]):
        sides = {SEATS.index(claim["seat"]) % 2 for claim in claims if (claim["card_no"] - 1) // 4 == number}
        awards = [oracle.roem_award(replay["trick_roem"][number], one, winner % 2, rules) for one in [None, *sides]]
        replay["trick_roem"][number] = max(awards)
    replay["roem"] = oracle.by_team(replay["winners"], replay["trick_roem"])
    replay["score"], replay["is_nat"], replay["is_pit"] = oracle.deal_score(
        side, replay["points"], replay["roem"], replay["tricks"], rules
    )
