"""Who chooses trump, in eight ways, and who leads (R10-R13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from replay._compile import rule
from replay.cards import SUIT_LETTERS, SUIT_SET, CardSet, Seat, Suit, Team
from replay.rulesets import BIDDING_METHODS, DECLARER, RuleSet

TURNED_RANKS = "23456789TJQKA"
"""Ranks of the pile that trump cards are turned from; only the suit counts (R10)."""

# What a call can name: any suit, the first, second or third turned suit, any suit but the first turned one.
END, ANY, TURNED_1, TURNED_2, TURNED_3, OTHER = range(6)
MAY_PASS = 8

# For each method, what is on offer to the caller after 0, 1, 2 ... calls; then the bidding has ended without a choice.
_OFFERS: dict[str, list[int]] = {
    "pass_first_forced": [ANY | MAY_PASS] * 4 + [ANY],
    "first_must_choose": [ANY],
    "turned_turned_forced": [TURNED_1 | MAY_PASS] * 4 + [TURNED_2 | MAY_PASS] * 4 + [TURNED_3],
    "turned_turned_redeal": [TURNED_1 | MAY_PASS] * 4 + [TURNED_2 | MAY_PASS] * 4,
    "turned_turned_first_free": [TURNED_1 | MAY_PASS] * 4 + [TURNED_2 | MAY_PASS] * 4 + [ANY],
    "turned_then_free_dealer_forced": [TURNED_1 | MAY_PASS] * 4 + [OTHER | MAY_PASS] * 3 + [OTHER],
    "pass_dealer_first_forced": [ANY | MAY_PASS] * 4 + [ANY],
    "pass_dealer_last_forced": [ANY | MAY_PASS] * 3 + [ANY],
}
_DEALER_SPEAKS_FIRST = BIDDING_METHODS.index("pass_dealer_first_forced")
_PACKED_OFFERS = tuple(sum(offer << (4 * number) for number, offer in enumerate(_OFFERS[method])) for method in BIDDING_METHODS)
ALL_SUITS = 0b1111
CALLS = ("pass", "play", *SUIT_LETTERS)
"""All calls there are; a suit is 2 + its index."""


@rule
def first_leader(dealer: Seat, declarer: Seat, rules: RuleSet) -> Seat:
    """The seat that leads the first trick, -1 when what it follows from is unknown (-1) (R12)."""
    if rules.first_lead == DECLARER:
        return declarer
    return (dealer + 1) & 3 if dealer >= 0 else -1


@rule
def speaker(number: int, dealer: Seat, rules: RuleSet) -> Seat:
    """The seat that makes call `number`, from 0 (R10, R13)."""
    first = dealer if rules.bidding == _DEALER_SPEAKS_FIRST else dealer + 1
    return (first + number) & 3


@rule
def offer(number: int, rules: RuleSet) -> int:
    """What is on offer for call `number`, from 0: one of END ... OTHER, plus MAY_PASS (R10)."""
    return _PACKED_OFFERS[rules.bidding] >> (4 * number) & 15


@rule
def suits_on_offer(on_offer: int, turned_1: Suit, turned_2: Suit, turned_3: Suit) -> int:
    """The suits that an offer lets a caller make trump, as bits; a turned suit is -1 if it is not known (R10)."""
    kind = on_offer & 7
    if kind == ANY:
        return ALL_SUITS
    if kind == OTHER:
        return ALL_SUITS ^ (1 << turned_1) if turned_1 >= 0 else ALL_SUITS
    turned = turned_1 if kind == TURNED_1 else turned_2 if kind == TURNED_2 else turned_3
    return 1 << turned if kind != END and turned >= 0 else 0


@rule
def names_suit(on_offer: int) -> bool:
    """Whether the caller names a suit; else he plays on the turned one (R10)."""
    return on_offer & 7 == ANY or on_offer & 7 == OTHER


def turned_suits(turned: Sequence[str]) -> tuple[int, int, int]:
    """The suits of the cards turned up that count, -1 where none was: the first, the next other one, the card after it."""
    suits = [SUIT_LETTERS.index(card[-1]) for card in turned]
    if not suits:
        return -1, -1, -1
    second = next((at for at, suit in enumerate(suits) if suit != suits[0]), None)
    if second is None:
        return suits[0], -1, -1
    return suits[0], suits[second], suits[second + 1] if second + 1 < len(suits) else -1


def cards_to_second_suit(turned: Sequence[str]) -> int:
    """How many cards are turned until a second suit shows, all of them if none does."""
    return next((at + 1 for at, card in enumerate(turned) if card[-1] != turned[0][-1]), len(turned))


@rule
def is_odd_bidding(
    rules: RuleSet,
    dealer: Seat,
    declarer: Seat,
    declaring_team: Team,
    trump: Suit,
    void: int,
    calls: Sequence[int],
    speakers: Sequence[Seat],
    count: int,
    turned: Sequence[int],
    hands: Sequence[CardSet],
) -> bool:
    """Whether anything in a logged bidding could be wrong: never False where `bidding_findings` finds something (R10-R13).

    `calls` are indices of CALLS, `count` is -1 for a deal without bids, `void` 0 for a deal that was played, 1 for one
    passed out; `turned` as in DEAL_COLUMNS.
    """
    if turned[4] > 0 and (offer(0, rules) & 7 != TURNED_1 or turned[4] > 1):
        # More than one card: enough calls must have been made for it.
        if offer(0, rules) & 7 != TURNED_1 or turned[4] > turned[3] + 1 or count < 4 or offer(4, rules) & 7 != TURNED_2:
            return True
        if turned[4] > turned[3] and count < 8:
            return True
    if count < 0:
        return void == 1
    if dealer < 0:
        return False
    for number in range(count):
        on_offer, call = offer(number, rules), calls[number]
        seat = speaker(number, dealer, rules)
        if on_offer == END or (speakers[number] >= 0 and speakers[number] != seat):
            return True
        if call == 0:
            if on_offer & MAY_PASS == 0:
                return True
            continue
        suits = suits_on_offer(on_offer, turned[0], turned[1], turned[2])
        suit = call - 2 if call >= 2 else single_suit(suits)
        if names_suit(on_offer) != (call >= 2) or (call >= 2 and suits >> suit & 1 == 0):
            return True
        if rules.must_hold_trump and suit >= 0 and hands[seat] & (SUIT_SET << (8 * suit)) == 0:
            return True  # also for a hand that is not logged: the plays may show it
        if number + 1 < count or void == 1:
            return True
        return void == 0 and (
            (declarer >= 0 and declarer != seat)
            or (declaring_team >= 0 and declaring_team != seat & 1)
            or (suit >= 0 and trump >= 0 and trump != suit)
        )
    return void == 0 or (void == 1 and offer(count, rules) != END)


@rule
def single_suit(suits: int) -> Suit:
    """The suit of a set of one, -1 for another set."""
    for suit in range(4):
        if suits == 1 << suit:
            return suit
    return -1


def turns_cards(rules: RuleSet) -> bool:
    """Whether cards are turned up to bid on (R10)."""
    return offer(0, rules) & 7 == TURNED_1


def most_turned(turned: Sequence[str], calls: int, is_chosen: bool, rules: RuleSet) -> int:
    """How many of the cards `turned` can have been turned up by the time that many calls were made (R10).

    The next suit is turned when everybody has passed on the one before; `is_chosen` tells that the last call was no pass.
    """
    last = calls - 1 if is_chosen else calls
    asked = {offer(number, rules) & 7 for number in range(last + 1)}
    up_to_second = cards_to_second_suit(turned)
    if TURNED_3 in asked:
        return up_to_second + 1
    return up_to_second if TURNED_2 in asked else 1


@dataclass(frozen=True, slots=True)
class BiddingState:
    """Where a bidding stands: `seat` is to make one of `calls`; or it is done; or the deal is passed out (`redeal`).

    When it is done, `trump` is None if the turned card is unknown, `leader` leads the first trick.
    """

    seat: Seat | None = None
    calls: tuple[str, ...] = ()
    declarer: Seat | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    redeal: bool = False

    @property
    def is_done(self) -> bool:
        """Whether somebody has chosen."""
        return self.declarer is not None


def bidding_state(
    dealer: Seat,
    calls: Sequence[str],
    rules: RuleSet,
    turned: Sequence[str] = (),
    hands: Sequence[CardSet] | None = None,
) -> BiddingState:
    """Where the bidding stands after `calls`, from the first speaker (R10-R13).

    A call is "pass", "play" or a suit letter; `turned` are the cards turned up, such as "5H"; `hands` are only asked
    where the declarer must hold a card of the trump suit (0 is a hand not known). A call that cannot be made, or one
    after the end, is a ValueError that names it and what could be called.
    """
    suits = turned_suits(turned)
    for number, call in enumerate(calls):
        state = _to_call(number, dealer, rules, suits, hands)
        if call not in state.calls:
            choices = ", ".join(state.calls) or "none, the bidding is over"
            raise ValueError(f"call {number + 1} cannot be {call!r}: the choices are {choices}")
        if call != "pass":
            if number + 1 < len(calls):
                raise ValueError(f"call {number + 2} ({calls[number + 1]!r}) comes after the bidding is over")
            return _done(call, state, offer(number, rules), dealer, rules, suits)
    return _to_call(len(calls), dealer, rules, suits, hands)


def _to_call(
    number: int, dealer: Seat, rules: RuleSet, suits: tuple[int, int, int], hands: Sequence[CardSet] | None
) -> BiddingState:
    on_offer = offer(number, rules)
    if on_offer == END:
        return BiddingState(redeal=True)
    seat = speaker(number, dealer, rules)
    choices = suits_on_offer(on_offer, *suits)
    held = _held_suits(hands[seat]) if hands and rules.must_hold_trump else ALL_SUITS
    if not choices & held and not on_offer & MAY_PASS:
        held = ALL_SUITS  # R11: somebody forced who holds none of the suits on offer takes one all the same
    if names_suit(on_offer):
        named = [letter for suit, letter in enumerate(SUIT_LETTERS) if choices & held & 1 << suit]
    else:
        named = ["play"] if choices & held or not choices else []
    return BiddingState(seat, (*(["pass"] if on_offer & MAY_PASS else []), *named))


def _held_suits(hand: CardSet) -> int:
    if not hand:
        return ALL_SUITS
    return sum(1 << suit for suit in range(4) if hand & SUIT_SET << (8 * suit))


def _done(
    call: str, state: BiddingState, on_offer: int, dealer: Seat, rules: RuleSet, suits: tuple[int, int, int]
) -> BiddingState:
    seat = state.seat if state.seat is not None else -1
    if call == "play":
        choices = suits_on_offer(on_offer, *suits)
        trump = choices.bit_length() - 1 if choices else None
    else:
        trump = SUIT_LETTERS.index(call)
    return BiddingState(declarer=seat, trump=trump, leader=first_leader(dealer, seat, rules))
