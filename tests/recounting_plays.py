"""Recounts of the statistics about what else might have been played, or called."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import oracle
from played import Played, Row, Seen

DECK = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]


class Laid:
    """A card before the first illegal one, with what the player knew and what came of it."""

    def __init__(self, deal: Played, number: int) -> None:
        self.deal, self.number = deal, number
        self.seat, self.card, self.hand, self.trick, self.legal = deal.judged[number]
        self.trump: str = deal.values["trump"]

    @property
    def is_choice(self) -> bool:
        return len(self.legal) > 1

    @property
    def leads(self) -> bool:
        return not self.trick

    @property
    def unseen(self) -> list[str]:
        gone = [card for _, card in self.deal.cards[: self.number]]
        return [card for card in DECK if card not in gone and card not in self.hand]

    @property
    def whole(self) -> list[tuple[int, str]] | None:
        """The complete trick."""
        return self.deal.tricks[self.number // 4] if self.number // 4 < len(self.deal.tricks) else None

    @property
    def won(self) -> bool | None:
        return None if self.whole is None else self.side_with(self.card) == self.seat % 2

    def side_with(self, card: str) -> int:
        """Who would win the complete trick with another card in this one's place."""
        changed = [(seat, card if other == self.card else other) for seat, other in self.whole or ()]
        return oracle.winning_seat(changed, self.trump) % 2

    def points(self, card: str) -> int:
        return oracle.trick_points([card], self.trump, False)

    @cached_property
    def worth(self) -> list[int]:
        return [self.points(card) for card in self.legal]

    def wins(self, card: str) -> bool:
        """Whether a card would be winning the trick as it lies."""
        return oracle.trick_winner([*self.trick, card], self.trump) == len(self.trick)

    @property
    def is_partners(self) -> bool:
        if len(self.trick) < 2 or oracle.trick_winner(self.trick, self.trump) != len(self.trick) - 2:
            return False
        return len(self.trick) == 3 or not any(self.wins(card) for card in self.unseen)

    @property
    def is_lost(self) -> bool:
        if self.leads or oracle.partner_is_winning(self.trick, self.trump) or any(self.wins(card) for card in self.legal):
            return False
        return len(self.trick) > 1 or not any(self.wins(card) for card in self.unseen)

    def _more(self, cards: list[str], card: str) -> int:
        paid = [oracle.trick_roem(some, self.trump, self.deal.rules)[0] for some in ([*cards, card], cards)]
        return paid[0] - paid[1] if self.counts_roem else 0

    @property
    def counts_roem(self) -> bool:
        return self.deal.rules["roem_scope"] == "trick"

    def completes(self, card: str) -> int:
        return self._more(self.trick, card)

    def gives(self, card: str) -> int:
        """The roem that a card makes for the opponents in the complete trick; a lead is not held against anybody."""
        if self.leads or self.whole is None or self.side_with(card) == self.seat % 2:
            return 0
        return self._more([other for _, other in self.whole if other != self.card], card)

    @property
    def may_give(self) -> bool:
        return self.won is False and len({self.gives(card) for card in self.legal}) > 1

    @property
    def may_complete(self) -> bool:
        if not self.won or self.leads:
            return False
        winning = [self.completes(card) for card in self.legal if self.side_with(card) == self.seat % 2]
        return max(winning) > min(self.completes(card) for card in self.legal)


def laid_by(one: Seen) -> list[Laid]:
    return [Laid(one.deal, number) for number, judged in enumerate(one.deal.judged) if judged[0] == one.seat]


def choices_of(one: Seen) -> list[Laid]:
    return [laid for laid in laid_by(one) if laid.is_choice]


def leads_of(one: Seen) -> list[Laid]:
    return [laid for laid in choices_of(one) if laid.leads]


def lead_kind(laid: Laid) -> str:
    rank, suit = laid.card
    if suit == laid.trump:
        return "jack of trumps" if rank == "J" else "other trump"
    same = [card for card in laid.hand if card[1] == suit]
    return (
        {"A": "ace", "T": "ten or king", "K": "ten or king"}.get(rank)
        or ("low from an ace" if "A" + suit in same else None)
        or ("singleton" if len(same) == 1 else "other")
    )


def first_lead(one: Seen) -> Iterator[Row]:
    for laid in leads_of(one)[:1]:
        if laid.number == 0 and one.role:
            for kind in ("jack of trumps", "other trump", "ace", "ten or king", "low from an ace", "singleton", "other"):
                yield f"{one.role}: {kind}", lead_kind(laid) == kind, 1


def suits(cards: list[str]) -> set[str]:
    return {card[1] for card in cards}


def both(laid: Laid) -> bool:
    """Whether the hand holds trumps and other cards."""
    return laid.trump in suits(laid.hand) and len(suits(laid.hand)) > 1


def draw_trumps(one: Seen) -> Iterator[Row]:
    for laid in [laid for laid in leads_of(one) if both(laid)][:1]:
        yield "", laid.card[1] == laid.trump, one.role == "declarer"


def ruffed(one: Seen) -> Iterator[Row]:
    for laid in leads_of(one):
        if laid.card[1] != laid.trump and laid.card[0] in "AT" and laid.trump in suits(laid.unseen) and laid.whole:
            seat = oracle.winning_seat(laid.whole, laid.trump)
            fell = seat % 2 != one.side and dict(laid.whole)[seat][1] == laid.trump
            yield "", fell, 1
            yield "could draw" if laid.trump in suits(laid.hand) else "could not draw", fell, 1


def side_aces(laid: Laid) -> list[str]:
    return [card for card in laid.hand if card[0] == "A" and card[1] != laid.trump]


def cash_ace(one: Seen) -> Iterator[Row]:
    for laid in [laid for laid in leads_of(one) if side_aces(laid)][:1]:
        yield "", laid.card in side_aces(laid), 1


def feeding(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        if laid.is_partners and len(set(laid.worth)) > 1:
            yield "", laid.points(laid.card), max(laid.worth)


def starving(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        if laid.is_lost:
            yield "", laid.points(laid.card) - min(laid.worth), max(laid.worth) - min(laid.worth)


def ruffing(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        void = not laid.leads and laid.trick[0][1] not in suits(laid.hand)
        yield "", laid.card[1] == laid.trump, void and laid.trump in suits([*laid.legal]) and len(suits([*laid.legal])) > 1


def signal(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        kinds = suits([*laid.legal]) - {laid.trump}
        if laid.leads or laid.card[1] in (laid.trump, laid.trick[0][1]) or len(kinds) < 2:
            continue
        partner = Seen(one.deal, (one.seat + 2) % 4)
        later = [lead for lead in laid_by(partner) if lead.leads and lead.number > laid.number][:1]
        for lead in later:
            held = [card for card in lead.hand if card[1] == laid.card[1]]
            if 0 < len(held) < len(lead.hand):
                yield "", lead.card in held, 1
                yield "by chance", round(1024 * len(held) / len(lead.hand)) / 1024, 1
        return


def roem_completed(one: Seen) -> Iterator[Row]:
    found = laid_by(one)
    if len(found) == 8 and found[0].counts_roem:
        yield "", sum(laid.completes(laid.card) for laid in found if laid.won), 1


def roem_given_away(one: Seen) -> Iterator[Row]:
    found = laid_by(one)
    if len(found) == 8 and found[0].counts_roem:
        yield "", sum(laid.gives(laid.card) - min(map(laid.gives, laid.legal)) for laid in found), 1


def roem_given_rate(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        yield "", laid.gives(laid.card) > min(map(laid.gives, laid.legal)), laid.may_give


def roem_chance(one: Seen) -> Iterator[Row]:
    for laid in choices_of(one):
        yield "", laid.completes(laid.card) > 0, laid.may_complete


def think_time(one: Seen) -> Iterator[Row]:
    times = one.deal.values.get("think_ms") or ()
    for laid in laid_by(one):
        if laid.number < len(times):
            many = len(laid.legal)
            yield f"{many} legal card{'s' if many > 1 else ''}", times[laid.number], 1
            if laid.is_choice:
                yield f"trick {laid.number // 4 + 1}, by choice", times[laid.number], 1


RECOUNTS_OF_PLAYS: Mapping[str, tuple[str, Callable[[Seen], Iterator[Row]]]] = {
    name: ("seat", function)
    for name, function in {
        "first_lead": first_lead,
        "draw_trumps": draw_trumps,
        "ruffed": ruffed,
        "cash_ace": cash_ace,
        "feeding": feeding,
        "starving": starving,
        "ruffing": ruffing,
        "signal": signal,
        "roem_completed": roem_completed,
        "roem_given_away": roem_given_away,
        "roem_given_rate": roem_given_rate,
        "roem_chance": roem_chance,
        "think_time": think_time,
    }.items()
}
