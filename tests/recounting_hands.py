"""Recounts of the statistics about hands, luck and volume."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import oracle
from played import Played, Row, Seen

PLAY_FIELDS = ("partner_exempt", "undertrump", "undertrump_partner", "overtrump_on_lead")


def hand(one: Seen, places_on: int = 0) -> list[str] | None:
    return one.deal.hands[(one.seat + places_on) % 4] if one.deal.hands else None


def dealt(one: Seen) -> list[str] | None:
    """The hand of a deal that was dealt to the end; a misdeal tells nothing."""
    return hand(one) if one.deal.values.get("void") in (None, "passed_out") else None


def trumps(one: Seen, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card[1] == one.deal.values["trump"]]


def _nat(one: Seen) -> tuple[list[str], bool] | None:
    """The hand of a declarer by rules that know nat, and whether he was nat."""
    if one.role != "declarer" or one.scored is None or one.deal.rules["nat_rule"] == "none":
        return None
    return hand(one) or [], bool(one.scored["is_nat"])


def nat_by_trumps(one: Seen) -> Iterator[Row]:
    if found := _nat(one):
        ranks = {card[0] for card in trumps(one, found[0])}
        yield f"{len(ranks)} {''.join(rank for rank in 'J9' if rank in ranks) or 'neither'}", found[1], 1


def nat_by_aces(one: Seen) -> Iterator[Row]:
    if found := _nat(one):
        many = len(trumps(one, found[0]))
        aces = sum(card[0] == "A" for card in found[0]) - sum(card[0] == "A" for card in trumps(one, found[0]))
        word = f"{aces} ace" if aces == 1 else f"{aces} aces"
        yield word, found[1], 1
        yield f"{word}, {many} trumps", found[1], 1


def partner_jack(one: Seen) -> Iterator[Row]:
    mine, other = hand(one), hand(one, 2)
    if one.role == "declarer" and mine and other:
        jack = "J" + one.deal.values["trump"]
        yield "", jack in other, jack not in mine


def card_luck(one: Seen) -> Iterator[Row]:
    if dealt(one):
        cards = [*(hand(one) or []), *(hand(one, 2) or [])]
        worth = [oracle.trick_points([card], trump, False) for card in cards for trump in "CDHS"]
        yield "", sum(worth) / 4 - 76, 1


def high_cards(one: Seen) -> Iterator[Row]:
    if mine := dealt(one):
        for rank in "J9A":
            yield rank, sum(card[0] == rank for card in mine), 1


def nine_caught(one: Seen) -> Iterator[Row]:
    fell = {
        card: (seat % 2, oracle.winning_seat(trick, one.deal.values["trump"]) % 2)
        for trick in one.deal.tricks
        for seat, card in trick
    }
    by = {card: seat % 2 for seat, card in one.deal.cards}
    nine, jack = (rank + one.deal.values.get("trump", "") for rank in "9J")
    if nine in fell and jack in by:
        yield "", fell[nine][1] != one.side, by[nine] == one.side != by[jack]


def is_revoke(deal: Played, number: int) -> bool:
    """Whether a card is illegal under every reading of the rules."""
    preset = deal.values["rules"] if isinstance(deal.values["rules"], str) else deal.values["rules"]["base"]
    given = {} if isinstance(deal.values["rules"], str) else deal.values["rules"]
    open_fields = {
        field: [deal.rules[field], *oracle.UNSETTLED[preset].get(field, ())] for field in PLAY_FIELDS if field not in given
    }
    seat, card = deal.cards[number]
    hands = deal.hands or [[c for s, c in deal.cards if s == at] for at in range(4)]
    held = [other for other in hands[seat] if (seat, other) not in deal.cards[:number]]
    trick = [other for _, other in deal.cards[number - number % 4 : number]]
    for values in itertools.product(*open_fields.values()):
        rules = {**deal.rules, **dict(zip(open_fields, values, strict=True))}
        if card in oracle.legal_cards(held, trick, deal.values["trump"], rules):
            return False
    return True


def revokes(one: Seen) -> Iterator[Row]:
    for number, (seat, _) in enumerate(one.deal.cards):
        if seat == one.seat:
            yield "", is_revoke(one.deal, number), 1


def roem_forgotten(one: Seen) -> Iterator[Row]:
    if one.scored and one.deal.rules["roem_claim"] == "announced" and one.deal.values.get("claims") is not None:
        made = oracle.by_team(one.scored["winners"], one.deal.lain)
        yield "", one.own(made) - one.own(one.scored["roem"]), 1


def volume(chosen: Sequence[Seen], everything: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Deals and games a day that somebody played on, a game being of the day it began."""
    days: dict[tuple[str, str], str] = {}
    for deal in everything:
        if day := deal.values.get("played_at", "")[:10]:
            days[deal.key[:2]] = min(day, days.get(deal.key[:2], day))
    deals: dict[tuple[object, ...], list[tuple[str, str]]] = defaultdict(list)
    for one in chosen:
        game = one.deal.key[:2]
        if game in days and not one.deal.is_void:
            deals[game[0], one.name(), days[game]].append(game)
    if not deals:
        return {}
    return {
        "deals": (sum(map(len, deals.values())), len(deals)),
        "games": (sum(len(set(games)) for games in deals.values()), len(deals)),
    }


RECOUNTS_OF_HANDS: Mapping[str, tuple[str, Callable[[Seen], Iterator[Row]]]] = {
    "nat_by_trumps": ("seat", nat_by_trumps),
    "nat_by_aces": ("seat", nat_by_aces),
    "partner_jack": ("seat", partner_jack),
    "card_luck": ("side", card_luck),
    "high_cards": ("seat", high_cards),
    "nine_caught": ("side", nine_caught),
    "revokes": ("seat", revokes),
    "roem_forgotten": ("side", roem_forgotten),
}
