"""One deal played again card by card: the same rules as the kernel, with everything a viewer or an explanation needs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from replay.bidding import first_leader
from replay.cards import DECK, Card, CardSet, Seat, card_set, cards_of
from replay.deals import Deal, claimed_sides
from replay.explain import Situation, play_finding
from replay.findings import CODES, INFORMATION, VIOLATION, Finding
from replay.legal import CARD_NOT_HELD, OUT_OF_TURN, PLAY_CODES, legal_cards, play_fault
from replay.readings import ROEM_FIELDS, RulesInForce
from replay.roem import add_hand_roem, counted_roem, kind_names, roem_of
from replay.rulesets import SCOPE_HAND, RuleSet
from replay.scoring import written
from replay.seating import (
    BY_SEATS,
    BY_TURNS,
    ONE_NOT_HELD,
    SEATS_DOUBTFUL,
    SEATS_UNKNOWN,
    is_foreign,
    seat_plays,
)
from replay.tricks import trick_points, trick_winner
from replay.turns import out_of_turn


@dataclass(frozen=True, slots=True)
class Step:
    """One card as it was played.

    `hand` and `legal` are what the seat is known to have held before it, and which of that it might play. `points` and
    `roem` are per team after the card: a trick counts when it is complete, with the last trick's 10. `trick_winner` is
    None until the trick is complete. `code` names the rule the card broke, `findings` say it in words.
    """

    card_no: int
    trick_no: int
    seat: Seat
    hand: CardSet
    legal: CardSet
    card: Card
    code: str | None
    winning: Seat
    trick_winner: Seat | None
    trick_points: int
    trick_roem: int
    roem_kinds: tuple[str, ...]
    points: tuple[int, int]
    roem: tuple[int, int]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: the seat that won it, card points, the roem that counts, the roem in its cards, its kinds as bits."""

    winner: Seat
    points: int
    roem: int
    lying: int
    kinds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal comes to: per team the points and roem as made and the tricks; nat, pit and score if it is complete."""

    points: tuple[int, int]
    roem: tuple[int, int]
    tricks: tuple[int, int]
    is_nat: bool | None
    is_pit: bool | None
    score: tuple[int, int] | None


class Replayer:
    """A deal under a rule set: `steps()` yields it card by card, `tricks` and `outcome` say what it comes to."""

    def __init__(self, deal: Deal, rules: RuleSet | RulesInForce) -> None:
        if deal.trump is None and deal.plays:
            raise ValueError("a deal with plays needs its trump suit")
        self.deal = deal
        self.in_force = rules if isinstance(rules, RulesInForce) else None
        self.rules = rules.rules if isinstance(rules, RulesInForce) else rules
        self.trump = deal.trump if deal.trump is not None else -1
        self._tricks: dict[tuple[int, ...], list[Trick]] = {}
        self._seat_the_plays()

    def _seat_the_plays(self) -> None:
        deal = self.deal
        self.count = 0 if deal.void is not None else len(deal.plays)
        self.wins = [
            trick_winner(deal.plays[start : start + 4], self.trump) if start + 4 <= self.count else -1
            for start in range(0, 32, 4)
        ]
        self.logged_seats = [*deal.seats, *[-1] * (32 - len(deal.seats))]
        self.logged_winners = [*deal.winners, *[-1] * (8 - len(deal.winners))]
        self.expected_leader = first_leader(_known(deal.dealer), _known(deal.declarer), self.rules)
        self.seats: list[Seat] = [-1] * 32
        self.hands: list[CardSet] = [0] * 4
        self.oddities = 0
        if self.count:
            self.oddities = seat_plays(
                deal.plays, self.count, self.logged_seats, deal.hands, _known(deal.leader), self.expected_leader,
                self.logged_winners, self.wins,
                self.seats, self.hands, [0] * 4,
            )  # fmt: skip
        if self.oddities & SEATS_UNKNOWN:
            self.count = 0

    @property
    def seats_are_inferred(self) -> bool:
        """Whether who played what follows only from the turn order."""
        return bool(self.oddities & BY_TURNS)

    @property
    def seats_are_logged(self) -> bool:
        """Whether the log says who played what."""
        return bool(self.oddities & BY_SEATS)

    def place_of(self, card: Card) -> int:
        """The trick, from 1, in which `card` was played; 0 if it was not."""
        plays = self.deal.plays[: self.count]
        return plays.index(card) // 4 + 1 if card in plays else 0

    @cached_property
    def tricks(self) -> list[Trick]:
        """The complete tricks under the rules as set."""
        return self.tricks_under(self.rules)

    def tricks_under(self, rules: RuleSet) -> list[Trick]:
        """The complete tricks as another rule set counts their roem; who played what stays."""
        key = tuple(getattr(rules, field) for field in ROEM_FIELDS)
        if key not in self._tricks:
            self._tricks[key] = self._count_tricks(rules)
        return self._tricks[key]

    def _count_tricks(self, rules: RuleSet) -> list[Trick]:
        complete = self.count // 4
        cards = [self.deal.plays[4 * trick : 4 * trick + 4] for trick in range(complete)]
        roem = [0] * complete
        kinds = [0] * complete
        if rules.roem_scope == SCOPE_HAND:
            trick_of = [-1] * 32
            for index in range(4 * complete):
                trick_of[self.deal.plays[index]] = index // 4
            for hand in self.hands:
                add_hand_roem(hand, trick_of, self.trump, rules, roem, kinds)
        else:
            for trick in range(complete):
                roem[trick], kinds[trick] = roem_of(card_set(cards[trick]), self.trump, rules)
        claimed = [-1] * 8 if self.deal.claims is None else claimed_sides(self.deal.claims)
        winners = [self.seats[4 * trick + self.wins[trick]] for trick in range(complete)]
        return [
            Trick(
                winners[trick],
                trick_points(cards[trick], self.trump, trick == 7),
                counted_roem(roem[trick], claimed[trick], winners[trick] % 2, rules),
                roem[trick],
                kinds[trick],
            )
            for trick in range(complete)
        ]

    @cached_property
    def outcome(self) -> Outcome:
        """What the deal comes to under the rules as set."""
        points, roem, tricks = [0, 0], [0, 0], [0, 0]
        for trick in self.tricks:
            team = trick.winner % 2
            points[team] += trick.points
            roem[team] += trick.roem
            tricks[team] += 1
        made = ((points[0], points[1]), (roem[0], roem[1]), (tricks[0], tricks[1]))
        if self.count < 32:
            return Outcome(*made, None, None, None)
        us = self.deal.declaring_team
        if us is None or self.oddities & SEATS_DOUBTFUL:
            return Outcome(*made, None, 8 in tricks, None)
        them = 1 - us
        nat, mine, theirs = written(points[us], roem[us], tricks[us], points[them], roem[them], self.rules)
        return Outcome(*made, nat, 8 in tricks, (mine, theirs) if us == 0 else (theirs, mine))

    def steps(self) -> Iterator[Step]:
        """Every card in order of play, with the findings it gives rise to."""
        held = list(self.hands)
        points, roem = [0, 0], [0, 0]
        not_held_seen = False
        for index in range(self.count):
            number, place = index // 4, index % 4
            start = index - place
            card, seat, trick = self.deal.plays[index], self.seats[index], self.deal.plays[start:index]
            turn = out_of_turn(number, self.count, self.logged_winners, self.wins, self.seats)
            foreign = bool(self.oddities & ONE_NOT_HELD) and is_foreign(card, self.deal.hands[seat])
            if turn >= 0:
                fault = OUT_OF_TURN if place == turn else 0
            elif foreign:
                fault = 0 if not_held_seen else CARD_NOT_HELD
                not_held_seen = True
            else:
                fault = play_fault(card, held[seat], trick, self.trump, self.rules)
            judged = turn < 0 and not foreign
            legal = legal_cards(held[seat], trick, self.trump, self.rules) if judged or fault == CARD_NOT_HELD else 0
            done = self.tricks[number] if place == 3 else None
            if done is not None:
                points[done.winner % 2] += done.points
                roem[done.winner % 2] += done.roem
            code = PLAY_CODES[fault - 1] if fault else None
            findings = () if code is None else (self._explain(code, index, held[seat], legal),)
            yield Step(
                index + 1,
                number + 1,
                seat,
                held[seat],
                legal,
                card,
                code,
                self.seats[start + trick_winner(self.deal.plays[start : index + 1], self.trump)],
                done.winner if done else None,
                done.points if done else 0,
                done.roem if done else 0,
                kind_names(done.kinds) if done else (),
                (points[0], points[1]),
                (roem[0], roem[1]),
                findings,
            )
            held[seat] &= DECK ^ (1 << card)

    def _explain(self, code: str, index: int, hand: CardSet, legal: CardSet) -> Finding:
        start, seat = index - index % 4, self.seats[index]
        logged = self.deal.hands[seat] == self.hands[seat]
        situation = Situation(
            card_no=index + 1,
            seat=seat,
            card=self.deal.plays[index],
            hand=hand,
            legal=legal,
            trick=self.deal.plays[start:index],
            seats=tuple(self.seats[start:index]),
            trump=self.trump,
            due=self._due(index),
            seen_in={} if logged else {held: self.place_of(held) for held in cards_of(hand)},
        )
        finding = play_finding(code, situation, self.in_force)
        if self.oddities & SEATS_DOUBTFUL and finding.certainty == VIOLATION:
            # The log speaks for other seats as strongly: no ground to accuse anybody.
            finding = replace(finding, certainty=INFORMATION, message=f"{finding.message} Who played it is not certain.")
        if self.deal.prevents_illegal:
            finding = replace(
                finding,
                code="site_let_illegal_through",
                seat=None,  # it speaks against the site or the rules given, not against the player
                paragraph=CODES["site_let_illegal_through"].paragraph,
                message=f"The site refuses illegal cards but let one through ({CODES[code].title}): {finding.message}",
            )
        return finding

    def _due(self, index: int) -> Seat:
        """The seat whose turn it was at a card of a trick other than the first lead."""
        if index % 4 == 0:
            return self.tricks[index // 4 - 1].winner if index else self.seats[0]
        return (self.seats[index - index % 4] + index % 4) % 4


def _known(value: int | None) -> int:
    return -1 if value is None else value
