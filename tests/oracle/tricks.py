"""Sections A1, A4 and A5: what cards are worth, who wins a trick and which cards may be played to it."""

from collections.abc import Sequence

from oracle.presets import Rules

Hands = Sequence[Sequence[str] | None]
Trick = Sequence[tuple[int, str]]

SUITS = "CDHS"
NATURAL_ORDER = "789TJQKA"
PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def of_suit(cards: Sequence[str], suit: str) -> list[str]:
    """A1: the cards of one suit."""
    return [card for card in cards if card[1] == suit]


def best_of(cards: Sequence[str], order: str) -> str:
    """A1: the highest of cards of one suit, in the order given from low to high."""
    return sorted(cards, key=lambda card: order.index(card[0]))[-1]


def trick_winner(trick: Sequence[str], trump: str) -> int:
    """A5: the best trump wins, else the best card of the led suit."""
    trumps = of_suit(trick, trump)
    best = best_of(trumps, TRUMP_ORDER) if trumps else best_of(of_suit(trick, trick[0][1]), PLAIN_ORDER)
    return list(trick).index(best)


def winning_seat(trick: Trick, trump: str) -> int:
    """A5: the seat that wins a complete trick."""
    return trick[trick_winner([card for _, card in trick], trump)][0]


def trick_points(trick: Sequence[str], trump: str, is_last: bool) -> int:
    """A1: the cards' points, and 10 more in the last trick."""
    points = [TRUMP_POINTS[card[0]] if card[1] == trump else PLAIN_POINTS[card[0]] for card in trick]
    return sum(points) + (10 if is_last else 0)


def partner_is_winning(trick: Sequence[str], trump: str) -> bool:
    """A4: 'winning' is winning the trick at that moment; the partner played two cards ago."""
    return len(trick) >= 2 and trick_winner(trick, trump) == len(trick) - 2


def beating(cards: Sequence[str], trick: Sequence[str], trump: str) -> list[str]:
    """A4: the trumps among the cards that are higher than every trump in the trick."""
    lying = of_suit(trick, trump)
    return [card for card in of_suit(cards, trump) if best_of([*lying, card], TRUMP_ORDER) == card]


def is_exempt(trick: Sequence[str], trump: str, rules: Rules) -> bool:
    """A4: Amsterdams frees a player whose partner is winning, `plain_only` just while no trump lies."""
    if rules["partner_exempt"] == "no" or not partner_is_winning(trick, trump):
        return False
    return rules["partner_exempt"] == "yes" or not of_suit(trick, trump)


def on_a_trump_lead(trumps: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.4: a trump lead must be beaten where possible, over the partner too unless the rules say otherwise."""
    duty = rules["overtrump_on_lead"]
    if duty == "never" or (duty == "not_partner" and partner_is_winning(trick, trump)):
        return trumps
    return beating(trumps, trick, trump) or trumps


def under_the_partner(hand: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.3: an exempt player plays anything, but where barred no trump below his partner's if he can help it."""
    if rules["undertrump_partner"] == "free":
        return hand
    higher = beating(hand, trick, trump)
    return [card for card in hand if card[1] != trump or card in higher] or hand


def bound_to_trump(hand: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.1-2: a player who must trump beats the trumps that lie; if he cannot, `undertrump` decides."""
    trumps, higher = of_suit(hand, trump), beating(hand, trick, trump)
    if higher:
        return higher
    if rules["undertrump"] == "compulsory":
        return trumps
    if rules["undertrump"] == "free":
        return hand
    return [card for card in hand if card not in trumps] or trumps


def legal_cards(hand: Sequence[str], trick: Sequence[str], trump: str, rules: Rules) -> set[str]:
    """A4: the cards of the hand that may be played to the trick."""
    cards = list(hand)
    if not trick:
        return set(cards)
    led = trick[0][1]
    following = of_suit(cards, led)
    if following and led == trump:
        return set(on_a_trump_lead(following, trick, trump, rules))
    if following:
        return set(following)
    if not of_suit(cards, trump):
        return set(cards)
    if is_exempt(trick, trump, rules):
        return set(under_the_partner(cards, trick, trump, rules))
    return set(bound_to_trump(cards, trick, trump, rules))


def why_illegal(card: str, hand: Sequence[str], trick: Sequence[str], trump: str, rules: Rules) -> str | None:
    """A9: the first play rule that the card breaks, or None."""
    if card not in hand:
        return "card_not_held"
    legal = legal_cards(hand, trick, trump, rules)
    if card in legal:
        return None
    if card[1] != trick[0][1] and of_suit(hand, trick[0][1]):
        return "not_followed"
    if card[1] != trump:
        return "not_trumped" if beating(hand, trick, trump) else "not_undertrumped"
    higher = beating(sorted(legal), [card], trump)
    return "not_overtrumped" if len(higher) == len(legal) else "undertrumped"
