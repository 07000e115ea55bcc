"""Which cards may be played, and which rule an illegal one broke (R14-R22)."""

from collections.abc import Sequence

from replay._compile import rule
from replay.cards import DECK, SUIT_SET, Card, CardSet, Suit
from replay.rulesets import (
    EXEMPT_PLAIN_ONLY,
    EXEMPT_YES,
    OVERTRUMP_NEVER,
    OVERTRUMP_NOT_PARTNER,
    PARTNER_FREE,
    UNDERTRUMP_COMPULSORY,
    UNDERTRUMP_FORBIDDEN,
    RuleSet,
)
from replay.tricks import TRUMP_STRENGTH, at_rank, packed, trick_winner

# By natural rank: the ranks that beat it among trumps, as 8-bit sets.
RANKS_ABOVE = tuple(sum(1 << other for other in range(8) if TRUMP_STRENGTH[other] > TRUMP_STRENGTH[rank]) for rank in range(8))
_RANKS_ABOVE = packed(RANKS_ABOVE)

# In the order in which they are looked for; a card gets the first that applies.
PLAY_CODES = (
    "card_not_held",
    "played_out_of_turn",
    "not_followed",
    "not_trumped",
    "not_undertrumped",
    "not_overtrumped",
    "undertrumped",
)
CARD_NOT_HELD, OUT_OF_TURN, NOT_FOLLOWED, NOT_TRUMPED, NOT_UNDERTRUMPED, NOT_OVERTRUMPED, UNDERTRUMPED = range(1, 8)
"""Play faults as the kernel writes them: 0 is a legal card, else 1 + the index in PLAY_CODES."""


@rule
def legal_cards(hand: CardSet, trick: Sequence[Card], trump: Suit, rules: RuleSet) -> CardSet:
    """The cards of `hand` that may be played on `trick`, 0-3 cards in play order (R14-R22).

    Never empty for a hand that is not; a hand of which only some cards are known gives a set in which every card
    outside it is illegal whatever the other cards are (R52).
    """
    if len(trick) == 0:
        return hand  # R15: the leader plays anything
    winner = trick_winner(trick, trump)
    return answers(hand, trick[0] >> 3, trick[winner], winner == len(trick) - 2, trump, rules)


@rule
def answers(hand: CardSet, led: Suit, best: Card, partner_wins: bool, trump: Suit, rules: RuleSet) -> CardSet:
    """The legal cards of `hand` when suit `led` was led and `best` is winning the trick (R15-R22)."""
    followers = hand & (SUIT_SET << (8 * led))
    trumps = hand & (SUIT_SET << (8 * trump))
    if led == trump:
        return trumps_on_trump_lead(followers, best, partner_wins, trump, rules) if followers else hand
    if followers:
        return followers  # R15: any rank of the led suit
    if trumps == 0:
        return hand  # R22
    trump_lies = best >> 3 == trump
    exempt = partner_wins and (
        rules.partner_exempt == EXEMPT_YES or (rules.partner_exempt == EXEMPT_PLAIN_ONLY and not trump_lies)
    )
    if not trump_lies:
        return hand if exempt else trumps  # R20, R17
    higher = trumps & higher_trumps(best, trump)
    if exempt:
        return free_of_duty(hand, trumps, higher, rules)
    if higher:
        return higher  # R18
    return only_lower_trumps(hand, trumps, rules)


@rule
def higher_trumps(best: Card, trump: Suit) -> CardSet:
    """All trumps that beat the trump `best` (R2)."""
    return at_rank(_RANKS_ABOVE, best) << (8 * trump)


@rule
def trumps_on_trump_lead(trumps: CardSet, best: Card, partner_wins: bool, trump: Suit, rules: RuleSet) -> CardSet:
    """The legal trumps when trump is led: higher ones if there are any and the duty holds (R16)."""
    higher = trumps & higher_trumps(best, trump)
    if higher == 0 or rules.overtrump_on_lead == OVERTRUMP_NEVER:
        return trumps
    if rules.overtrump_on_lead == OVERTRUMP_NOT_PARTNER and partner_wins:
        return trumps
    return higher


@rule
def free_of_duty(hand: CardSet, trumps: CardSet, higher: CardSet, rules: RuleSet) -> CardSet:
    """The legal cards when the partner's trump is winning and frees the player of the duty to trump (R21)."""
    if rules.undertrump_partner == PARTNER_FREE:
        return hand
    allowed = (hand ^ trumps) | higher
    return allowed if allowed else hand


@rule
def only_lower_trumps(hand: CardSet, trumps: CardSet, rules: RuleSet) -> CardSet:
    """The legal cards when a trump is owed but all trumps held are lower than the one on the table (R19)."""
    if rules.undertrump == UNDERTRUMP_COMPULSORY:
        return trumps
    others = hand ^ trumps
    if rules.undertrump == UNDERTRUMP_FORBIDDEN and others:
        return others
    return hand


@rule
def play_fault(card: Card, hand: CardSet, trick: Sequence[Card], trump: Suit, rules: RuleSet) -> int:
    """0 if `card` is legal, else which rule it breaks: CARD_NOT_HELD or NOT_FOLLOWED ... UNDERTRUMPED (R14-R22)."""
    if len(trick) == 0:
        return lead_fault(card, hand)
    winner = trick_winner(trick, trump)
    return answer_fault(card, hand, trick[0] >> 3, trick[winner], winner == len(trick) - 2, trump, rules)


@rule
def lead_fault(card: Card, hand: CardSet) -> int:
    """0 for any card led that is held, else CARD_NOT_HELD (R14, R15)."""
    return 0 if hand >> card & 1 else CARD_NOT_HELD


@rule
def answer_fault(card: Card, hand: CardSet, led: Suit, best: Card, partner_wins: bool, trump: Suit, rules: RuleSet) -> int:
    """As `play_fault`, for a card that answers a lead of suit `led` while `best` is winning the trick."""
    if hand >> card & 1 == 0:
        return CARD_NOT_HELD
    if card >> 3 == led and led != trump:
        return 0  # R15: any rank of the led suit; most cards end here
    legal = answers(hand, led, best, partner_wins, trump, rules)
    if legal >> card & 1:
        return 0
    if card >> 3 != led and hand & (SUIT_SET << (8 * led)):
        return NOT_FOLLOWED
    if card >> 3 != trump:
        # A trump was owed: one that beats the trick's trumps, or only lower ones are held.
        can_win = best >> 3 != trump or (hand & higher_trumps(best, trump)) != 0
        return NOT_TRUMPED if can_win else NOT_UNDERTRUMPED
    only_trumps_legal = legal & (DECK ^ (SUIT_SET << (8 * trump))) == 0
    return NOT_OVERTRUMPED if only_trumps_legal else UNDERTRUMPED


def why_illegal(card: Card, hand: CardSet, trick: Sequence[Card], trump: Suit, rules: RuleSet) -> str | None:
    """The finding code of `card` played from `hand` on `trick` (one of PLAY_CODES), or None if it is legal."""
    fault = play_fault(card, hand, trick, trump, rules)
    return PLAY_CODES[fault - 1] if fault else None
