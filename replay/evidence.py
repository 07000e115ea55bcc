"""Which numbers a log may hold for a deal: those of the recomputation, and those that follow from others it holds (R54)."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from replay.deals import Deal
from replay.replayer import Replayer, Trick
from replay.roem import QUAD, RUN3, RUN4, STUK
from replay.rulesets import CLAIM_ANNOUNCED, SCOPE_HAND, RuleSet
from replay.scoring import is_nat, sheet

Pair = tuple[int, int]
PIT_IN_ROEM = 100
"""Some sites count the pit as roem: a logged roem exactly this much higher on a pit is their way of writing it (R38)."""


class Evidence:
    """What can stand in the log of one deal under one reading of the rules.

    With `uncounted`, a reading under which roem has to be announced lets any of it be missing, since the log does not
    say what was announced (R32). A logged number that does not follow from anything else is reported once, and then
    counts as ground for the numbers that follow from it.
    """

    def __init__(self, replayer: Replayer, rules: RuleSet, *, uncounted: bool = False) -> None:
        self.deal: Deal = replayer.deal
        self.rules = rules
        self.tricks = replayer.tricks_under(rules)
        self.partial = uncounted and rules.roem_claim == CLAIM_ANNOUNCED and self.deal.claims is None
        computed = [trick.winner for trick in self.tricks]
        self.winners = [computed]
        """Who won the tricks: as computed, and as logged where that differs."""
        said = [won if won >= 0 else computed[number] for number, won in enumerate(self.deal.winners[: len(computed)])]
        said += computed[len(said) :]
        if said != computed:
            self.winners.append(said)

    @property
    def knows_roem(self) -> bool:
        """Whether the roem is certain: a run in a hand of which only some cards are known may be longer (R25, R52)."""
        return self.rules.roem_scope != SCOPE_HAND or self.deal.is_complete or all(self.deal.hands)

    def trick_roem(self, number: int) -> set[int]:
        """The roem of a trick, from 0."""
        trick = self.tricks[number]
        return parts_of_roem(trick, self.rules) if self.partial else {trick.roem}

    def is_trick_roem(self, number: int, logged: int) -> bool:
        """Whether `logged` is the roem of a trick, from 0, or that of a pit's last trick with the pit in it (R38)."""
        with_pit = number == 7 and any(8 in taken for taken in self.taken)
        return logged in self.trick_roem(number) or (with_pit and logged - PIT_IN_ROEM in self.trick_roem(number))

    @cached_property
    def points(self) -> set[Pair]:
        """The card points of the sides."""
        return {by_team(winners, [trick.points for trick in self.tricks]) for winners in self.winners}

    @cached_property
    def roem(self) -> set[Pair]:
        """The roem of the sides as made, from the tricks or from what is logged of the tricks."""
        true = [self.trick_roem(number) for number in range(len(self.tricks))]
        said = [
            true[at] if amount is None or self.is_trick_roem(at, amount) else {amount}
            for at, amount in enumerate(self.deal.roem[: len(true)])
        ]
        said += true[len(said) :]
        return {pair for winners in self.winners for amounts in (true, said) for pair in sums(winners, amounts)}

    def is_roem(self, logged: Pair) -> bool:
        """Whether `logged` is the roem of the sides, or that with the pit in it."""
        return logged in self.roem or any(logged == with_pit for with_pit in self._roem_with_pit())

    def _roem_with_pit(self) -> Iterator[Pair]:
        for taken in self.taken:
            if 8 in taken:
                for ns, ew in self.roem:
                    yield (ns + PIT_IN_ROEM, ew) if taken[0] == 8 else (ns, ew + PIT_IN_ROEM)

    @cached_property
    def taken(self) -> set[Pair]:
        """The tricks of the sides."""
        return {by_team(winners, [1] * len(winners)) for winners in self.winners}

    @cached_property
    def grounds(self) -> list[tuple[Pair, Pair]]:
        """The points and roem that a nat and a score can rest on: what may stand in the log and what does stand there."""
        points = self.points | ({self.deal.points} if self.deal.points else set())
        return list(itertools.product(points, self.grounds_of_roem))

    @cached_property
    def grounds_of_roem(self) -> set[Pair]:
        """The roem of the sides that a nat, a score or a penalty can rest on."""
        logged = self.deal.roem_points
        return self.roem if logged is None or self.is_roem(logged) else self.roem | {logged}

    @cached_property
    def nat(self) -> set[bool]:
        """Whether the declaring side is nat."""
        us, them = self._sides()
        return {is_nat(points[us], roem[us], points[them], roem[them], self.rules) for points, roem in self.grounds}

    @cached_property
    def pit(self) -> set[bool]:
        """Whether there is a pit: eight tricks by either side; one that pays nothing may go unmentioned."""
        us, them = self._sides()
        allowed = set()
        for taken in self.taken:
            pays = self.rules.pit_declarer if taken[us] == 8 else self.rules.pit_defender if taken[them] == 8 else 0
            allowed |= {True} if pays else {8 in taken, False}
        return allowed

    @cached_property
    def scores(self) -> set[Pair]:
        """The score of the sides, from all that it can rest on."""
        us, them = self._sides()
        result = set()
        for points, roem in self.grounds:
            nat = is_nat(points[us], roem[us], points[them], roem[them], self.rules)
            said_nat = {nat} if self.deal.nat is None or self.deal.nat in self.nat else {nat, self.deal.nat}
            for failed, tricks in itertools.product(said_nat, self._declarers_tricks(points)):
                mine, theirs = sheet(points[us], roem[us], tricks, points[them], roem[them], failed, self.rules)
                result.add((mine, theirs) if us == 0 else (theirs, mine))
        return result

    def _declarers_tricks(self, points: Pair) -> set[int]:
        """The declaring side's tricks, or what a logged pit that is not one makes of them."""
        us, them = self._sides()
        tricks = {taken[us] for taken in self.taken}
        if self.deal.pit is True and True not in self.pit:
            tricks.add(8 if points[us] > points[them] else 0)
        if self.deal.pit is False and False not in self.pit:
            tricks.add(4)
        return tricks

    def _sides(self) -> tuple[int, int]:
        if self.deal.declaring_team is None:
            raise ValueError("a deal without a declaring side has no nat, pit or score")
        return self.deal.declaring_team, 1 - self.deal.declaring_team


def parts_of_roem(trick: Trick, rules: RuleSet) -> set[int]:
    """The amounts that can be announced of a trick's roem: nothing, any of its combinations, or all."""
    paid = {RUN3: rules.run3, RUN4: rules.run4, STUK: rules.stuk}
    parts = [amount for kind, amount in paid.items() if trick.kinds & kind]
    if trick.kinds & QUAD:
        parts = [trick.roem]
    chosen = {sum(some) for size in range(len(parts) + 1) for some in itertools.combinations(parts, size)}
    return {amount for amount in chosen if amount <= trick.roem} | {0, trick.roem}


def by_team(winners: Sequence[int], amounts: Sequence[int]) -> Pair:
    """Amounts of the tricks added up for the sides that win them."""
    ns = sum(amount for winner, amount in zip(winners, amounts, strict=True) if winner % 2 == 0)
    return ns, sum(amounts) - ns


def sums(winners: Sequence[int], amounts: Iterable[set[int]]) -> set[Pair]:
    """All sums for the sides that the possible amounts of the tricks can make."""
    totals = {(0, 0)}
    for winner, choices in zip(winners, amounts, strict=True):
        totals = {(ns + amount, ew) if winner % 2 == 0 else (ns, ew + amount) for ns, ew in totals for amount in choices}
    return totals
