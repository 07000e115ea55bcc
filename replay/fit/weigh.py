"""How much observations speak for each of several candidates that say what may be seen."""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

MISTAKE = 0.01
"""How often something is seen that the true rules do not allow: a mistake of a player or of the log."""
SETTLED = 20.0
"""How many times better than another a candidate must explain the log for the other to be ruled out."""


class Observation(NamedTuple):
    """Something seen in a deal, and for each candidate what might have been seen there.

    With `counts_unused`, a choice that somebody has and would surely use now and then, such as to pass, is held against a
    candidate in every deal in which it is not used.
    """

    deal: int
    seen: Hashable
    allowed: Sequence[Collection[Hashable]]
    counts_unused: bool = False


class Weights(NamedTuple):
    """For each candidate the logarithm of its likelihood and the deals that speak for and against it; the chances in all.

    A deal speaks for a candidate when it shows what another does not allow, against one when it shows what only others
    allow; both may be true of one deal. `chances` are the observations for which the candidates differ at all, and
    `unexplained` the deals with something that none of them allows.
    """

    likelihood: tuple[float, ...]
    speak_for: tuple[int, ...]
    against: tuple[int, ...]
    chances: int
    unexplained: int

    @property
    def order(self) -> tuple[int, ...]:
        """The candidates, the likeliest first."""
        # Rounded, so that candidates that the log cannot tell apart keep their order whatever the sums' last digits.
        return tuple(sorted(range(len(self.likelihood)), key=lambda at: (-round(self.likelihood[at], 6), at)))

    @property
    def fitting(self) -> tuple[int, ...]:
        """The candidates that are not ruled out, the likeliest first.

        To be ruled out a candidate must explain the log far worse and have more deals against it than the likeliest: that
        nobody used a freedom is no proof that there is none.
        """
        best = self.order[0]
        return tuple(
            at
            for at in self.order
            if self.likelihood[best] - self.likelihood[at] < math.log(SETTLED) or self.against[at] <= self.against[best]
        )

    @property
    def likely(self) -> tuple[int, ...]:
        """Those of the fitting that are about as likely as the likeliest."""
        best = self.likelihood[self.order[0]]
        return tuple(at for at in self.fitting if best - self.likelihood[at] < math.log(SETTLED))


def weigh(observations: Iterable[Observation], candidates: int) -> Weights:
    """The weights of `candidates` candidates under the observations.

    Where a candidate leaves a choice little is taken for granted of how often each choice is made: its odds may be
    anything from 1:99 to 99:1, each as likely as another on a logarithmic scale. So a freedom that is never used speaks for
    the candidate without it, but slowly, since few players use some freedoms: 20 to 1 takes about sixty chances.
    """
    tables: dict[frozenset[tuple[bool, ...]], Counter[tuple[bool, ...]]] = {}
    speak_for: list[set[int]] = [set() for _ in range(candidates)]
    against: list[set[int]] = [set() for _ in range(candidates)]
    unexplained: set[int] = set()
    chances = 0
    for deal, seen, allowed, counts_unused in observations:
        member = tuple(seen in outcomes for outcomes in allowed)
        if not any(member):
            unexplained.add(deal)
            continue
        kinds = _kinds(allowed)
        if kinds == {(True,) * candidates}:
            continue  # the candidates do not differ here
        chances += 1
        tables.setdefault(kinds, Counter())[member] += 1
        if not all(member):
            for at, fits in enumerate(member):
                (speak_for if fits else against)[at].add(deal)
        if counts_unused and any(fits and len(outcomes) == 1 for fits, outcomes in zip(member, allowed, strict=True)):
            for at, (fits, outcomes) in enumerate(zip(member, allowed, strict=True)):
                if fits:
                    (speak_for if len(outcomes) == 1 else against)[at].add(deal)
    likelihood = tuple(sum(_likelihood(at, kinds, table) for kinds, table in tables.items()) for at in range(candidates))
    return Weights(likelihood, _sizes(speak_for), _sizes(against), chances, len(unexplained))


def _kinds(allowed: Sequence[Collection[Hashable]]) -> frozenset[tuple[bool, ...]]:
    """What can be seen, told apart only by which candidates allow it."""
    first = allowed[0]
    if all(outcomes is first or outcomes == first for outcomes in allowed):
        return frozenset([(True,) * len(allowed)])
    outcomes = {outcome for some in allowed for outcome in some}
    return frozenset(tuple(outcome in some for some in allowed) for outcome in outcomes)


def _likelihood(at: int, kinds: frozenset[tuple[bool, ...]], table: Counter[tuple[bool, ...]]) -> float:
    right = [table[kind] for kind in sorted(kinds) if kind[at]]
    left, mistakes = sum(right), sum(table.values()) - sum(right)
    result = mistakes * math.log(MISTAKE) + left * math.log(1 - MISTAKE)
    for count in right[:-1]:  # one choice against the rest, then the next against what remains
        left -= count
        result += _any_odds(count, left)
    return result


# Odds from 1:99 to 99:1 in steps alike on a logarithmic scale, as shares.
_SHARES = [1 / (1 + math.exp(-math.log(99) * step / 32)) for step in range(-32, 33)]


def _any_odds(taken: int, left: int) -> float:
    """The logarithm of how likely it is to see one choice `taken` and another `left` times when the odds may be anything."""
    logs = [taken * math.log(share) + left * math.log(1 - share) for share in _SHARES]
    highest = max(logs)
    return highest + math.log(sum(math.exp(log - highest) for log in logs) / len(logs))


def _sizes(deals: Sequence[set[int]]) -> tuple[int, ...]:
    return tuple(len(some) for some in deals)
