"""An illegal card in words: what was led, what the player held, what was legal, and which other reading allows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from replay.cards import (
    CARD_TEXTS,
    SUIT_SET,
    Card,
    CardSet,
    Seat,
    Suit,
    cards_of,
)
from replay.findings import CODES, DEPENDS_ON_RULE, VIOLATION, Finding
from replay.legal import play_fault
from replay.presets import RULESETS
from replay.readings import PLAY_FIELDS, RulesInForce, differences
from replay.rulesets import RuleSet
from replay.tricks import trick_winner

SEAT_NAMES = ("North", "East", "South", "West")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player faced: the trick so far with its seats, the hand, what was legal, and whose turn it was.

    `seen_in` gives the trick in which each card of a hand that was not logged came down later, 0 for one that did not:
    then it is in no other hand.
    """

    card_no: int
    seat: Seat
    card: Card
    hand: CardSet
    legal: CardSet
    trick: tuple[Card, ...]
    seats: tuple[Seat, ...]
    trump: Suit
    due: Seat
    seen_in: Mapping[Card, int]

    @property
    def player(self) -> str:
        return SEAT_NAMES[self.seat]

    def held(self, cards: CardSet) -> str:
        """Cards of the hand as text, each with the later trick that shows it if the hand was not logged."""
        shown = [CARD_TEXTS[card] + self._known_from(card) for card in cards_of(cards)]
        return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)

    def _known_from(self, card: Card) -> str:
        trick = self.seen_in.get(card)
        if trick is None:
            return ""
        return f" (played in trick {trick})" if trick else " (in no other hand)"


def play_finding(code: str, situation: Situation, in_force: RulesInForce | None) -> Finding:
    """The finding for a card that broke the rule `code`; without `in_force` no other reading is asked."""
    certainty, allowed = VIOLATION, ""
    if in_force is not None and code not in ("card_not_held", "played_out_of_turn"):
        nearest = next((reading for reading in in_force.readings(PLAY_FIELDS) if allows(reading, situation)), None)
        if nearest is not None:
            certainty = DEPENDS_ON_RULE
            allowed = f" Allowed where {' and '.join(differences(in_force.rules, nearest))}."
    return Finding(
        code,
        certainty,
        paragraph_of(code, situation),
        sentence(code, situation) + allowed + by_other_rules(code, situation, in_force),
        (situation.card_no + 3) // 4,
        situation.card_no,
        situation.seat,
        situation.card,
        situation.legal,
    )


def by_other_rules(code: str, situation: Situation, in_force: RulesInForce | None) -> str:
    """What the two common ways to play would have said of a revoke, where the rules in force are another way."""
    if in_force is None or code in ("card_not_held", "played_out_of_turn", "not_followed"):
        return ""  # the suit led is followed everywhere
    mine = play_values(in_force.rules)
    said = [
        f"{name.capitalize()} rules {'allow it' if allows(RULESETS[name], situation) else 'forbid it too'}"
        for name in ("amsterdams", "rotterdams")
        if play_values(RULESETS[name]) != mine
    ]
    return f" {'; '.join(said)}." if said else ""


def play_values(rules: RuleSet) -> tuple[int, ...]:
    """The values of the fields that decide which cards are legal."""
    return tuple(getattr(rules, field) for field in PLAY_FIELDS)


def allows(rules: RuleSet, situation: Situation) -> bool:
    """Whether the card is legal under other rules."""
    return play_fault(situation.card, situation.hand, situation.trick, situation.trump, rules) == 0


def paragraph_of(code: str, situation: Situation) -> str:
    """The paragraph that an illegal card broke: going over on a trump lead and the partner's trump have their own."""
    if code == "not_overtrumped" and situation.trick[0] >> 3 == situation.trump:
        return "R16"
    if code in ("undertrumped", "not_overtrumped") and partner_wins(situation) and only_barred(situation):
        return "R21"
    return CODES[code].paragraph


def partner_wins(situation: Situation) -> bool:
    """Whether the partner's card was winning when the card was played."""
    return trick_winner(situation.trick, situation.trump) == len(situation.trick) - 2


def only_barred(situation: Situation) -> bool:
    """Whether more than going over was legal, or nothing but trumps was held: barred, not owed."""
    return situation.legal & ~trumps(situation) != 0 or situation.hand & ~trumps(situation) == 0


def trumps(situation: Situation) -> CardSet:
    """All cards of the trump suit."""
    return SUIT_SET << (8 * situation.trump)


def sentence(code: str, situation: Situation) -> str:
    """What happened, in one or two plain sentences for people at the table."""
    player, card = situation.player, CARD_TEXTS[situation.card]
    if code == "card_not_held":
        return f"{player} played {card}, which the logged hand of {player} does not hold."
    if code == "played_out_of_turn":
        return f"{player} played {card} out of turn: it was {SEAT_NAMES[situation.due]}'s turn."
    led = SUIT_NAMES[situation.trick[0] >> 3]
    if code == "not_followed":
        suit = situation.hand & SUIT_SET << (8 * (situation.trick[0] >> 3))
        return f"{player} played {card} on a lead of {led} while holding {situation.held(suit)}: the suit led must be followed."
    winner = trick_winner(situation.trick, situation.trump)
    best, by = CARD_TEXTS[situation.trick[winner]], SEAT_NAMES[situation.seats[winner]]
    owed = situation.held(situation.legal)
    if code == "not_trumped":
        return (
            f"{player} had no {led} and played {card} while {by} was winning with {best} and {player} held {owed}: "
            "a trump was owed."
        )
    if code == "not_undertrumped":
        return (
            f"{player} had no {led} and played {card} under {by}'s {best} while holding only the lower trumps {owed}: "
            "one of them was owed."
        )
    if code == "not_overtrumped":
        return f"{player} played {card} on {by}'s {best} while holding {owed}: a higher trump was owed."
    return f"{player} undertrumped {by}'s {best} with {card} while holding {owed}: a lower trump was not allowed."
