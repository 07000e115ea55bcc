"""Roem: bonus combinations in a trick (R25-R31) or, read literally, in a hand (R25)."""

from collections.abc import MutableSequence, Sequence

from replay._compile import rule
from replay.cards import JACK, KING, QUEEN, SUIT_SET, Card, CardSet, Seat, Suit, Team
from replay.rulesets import CLAIM_AUTO, CLAIMANT_WINNERS, RuleSet
from replay.tricks import trick_winner

KIND_NAMES = ("run3", "run4", "stuk", "quad")
RUN3, RUN4, STUK, QUAD = 1, 2, 4, 8
"""Bits of `trick_roem_kinds`, in the order of KIND_NAMES."""

_KING_QUEEN = 1 << KING | 1 << QUEEN
_STARTS_OF_THREE = 0x3F3F3F3F  # 7 to Q of each suit
_STARTS_OF_FOUR = 0x1F1F1F1F  # 7 to J of each suit


@rule
def roem_of(cards: CardSet, trump: Suit, rules: RuleSet) -> tuple[int, int]:
    """Points and kind bits of the roem that lies in four cards (R26-R31)."""
    alike = cards & cards >> 8 & cards >> 16 & cards >> 24 & SUIT_SET
    if alike:
        points = quad_points(alike, rules)
        return points, QUAD if points else 0  # R29: four alike are four suits, so nothing combines
    points, kinds = 0, 0
    # Neighbours in the set are neighbours in rank, but an ace lies beside the seven of the next suit: no run starts there.
    three = cards & cards >> 1 & cards >> 2 & _STARTS_OF_THREE
    if three & cards >> 3 & _STARTS_OF_FOUR:
        points, kinds = add(RUN4, rules.run4, points, kinds)
    elif three:
        points, kinds = add(RUN3, rules.run3, points, kinds)
    if cards >> (8 * trump) & _KING_QUEEN == _KING_QUEEN:
        points, kinds = add(STUK, rules.stuk, points, kinds)
    return points, kinds


@rule
def add(kind: int, paid: int, points: int, kinds: int) -> tuple[int, int]:
    """`points` and `kinds` with one more combination; one that pays nothing is none."""
    return points + paid, kinds | kind if paid else kinds


@rule
def quad_points(alike: int, rules: RuleSet) -> int:
    """What four cards of one rank pay, `alike` being the set of that one rank (R29-R31)."""
    if alike >> JACK & 1:
        return rules.four_jacks
    return rules.quad_points if alike & rules.quad_ranks else 0


@rule
def counted_roem(points: int, claimed: int, winner: Team, rules: RuleSet) -> int:
    """What of a trick's roem counts for the side `winner` that won it (R32, R33).

    `claimed` has bit `team` set for each side that announced roem in time, -1 where announcements are not known: then it
    counts as if by itself.
    """
    if rules.roem_claim == CLAIM_AUTO or claimed < 0:
        return points
    valid = claimed & 1 << winner if rules.roem_claimant == CLAIMANT_WINNERS else claimed
    return points if valid else 0


def roem_award(points: int, claimed_by: Team | None, winner_team: Team, rules: RuleSet) -> int:
    """What goes on the sheet of a trick's roem that `claimed_by` announced, None for nobody (R32, R33)."""
    return counted_roem(points, 0 if claimed_by is None else 1 << claimed_by, winner_team, rules)


def trick_roem(trick: Sequence[Card], trump: Suit, rules: RuleSet) -> tuple[int, tuple[str, ...]]:
    """Points and kinds (of KIND_NAMES) of the roem in a trick of four cards, whoever played them (R26-R31)."""
    points, kinds = roem_of(sum(1 << card for card in trick), trump, rules)
    return points, kind_names(kinds)


def kind_names(kinds: int) -> tuple[str, ...]:
    """The names of kind bits, in the order of KIND_NAMES."""
    return tuple(name for bit, name in enumerate(KIND_NAMES) if kinds >> bit & 1)


@rule
def last_played(cards: CardSet, trick_of: Sequence[int]) -> int:
    """The trick, from 0, in which the last card of `cards` falls; -1 when some card of it is not played."""
    last = 0
    for card in range(32):
        if cards >> card & 1:
            if trick_of[card] < 0:
                return -1
            last = max(last, trick_of[card])
    return last


@rule
def add_hand_roem(
    hand: CardSet,
    trick_of: Sequence[int],
    trump: Suit,
    rules: RuleSet,
    points: MutableSequence[int],
    kinds: MutableSequence[int],
) -> None:
    """Add one hand's roem to `points` and `kinds` of the tricks in which each combination is completed (R25, hand).

    `trick_of` gives for each of the 32 cards the trick it was played in, -1 if it was not. A maximal run of four or
    more pays run4 once.
    """
    for suit in range(4):
        start = 0
        for rank in range(9):
            if rank < 8 and hand >> (8 * suit + rank) & 1:
                continue
            length = rank - start
            if length >= 3:
                run = ((1 << length) - 1) << (8 * suit + start)
                trick = last_played(run, trick_of)
                if trick >= 0:
                    points[trick] += rules.run4 if length >= 4 else rules.run3
                    kinds[trick] |= RUN4 if length >= 4 else RUN3
            start = rank + 1
    stuk = _KING_QUEEN << (8 * max(trump, 0))
    if trump >= 0 and hand & stuk == stuk:
        trick = last_played(stuk, trick_of)
        if trick >= 0:
            points[trick], kinds[trick] = add(STUK, rules.stuk, points[trick], kinds[trick])
    alike = hand & hand >> 8 & hand >> 16 & hand >> 24 & SUIT_SET
    for rank in range(8):
        if alike >> rank & 1:
            trick = last_played(0x01010101 << rank, trick_of)
            if trick >= 0:
                points[trick], kinds[trick] = add(QUAD, quad_points(1 << rank, rules), points[trick], kinds[trick])


def hand_roem(
    hands: Sequence[CardSet], tricks: Sequence[Sequence[tuple[Seat, Card]]], trump: Suit, rules: RuleSet
) -> tuple[int, int]:
    """Roem per team when it is looked for in the hands, paid to the side that wins the completing trick (R25, hand).

    `hands` are the four hands as dealt; a trick is its (seat, card) pairs in play order.
    """
    trick_of = [-1] * 32
    winners = []
    for number, trick in enumerate(tricks):
        for _, card in trick:
            trick_of[card] = number
        winners.append(trick[trick_winner([card for _, card in trick], trump)][0])
    points, kinds = [0] * len(tricks), [0] * len(tricks)
    for hand in hands:
        add_hand_roem(hand, trick_of, trump, rules, points, kinds)
    team = [0, 0]
    for winner, amount in zip(winners, points, strict=True):
        team[winner % 2] += amount
    return team[0], team[1]
