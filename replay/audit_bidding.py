"""A logged bidding against the rules: who called what when, and whether declarer and trump follow from it (R10-R13)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.bidding import OTHER, BiddingState, bidding_state, most_turned, offer, speaker, turns_cards
from replay.cards import SEAT_LETTERS, SUIT_LETTERS, TEAM_LETTERS, CardSet, Seat
from replay.deals import Deal
from replay.explain import SEAT_NAMES, SUIT_NAMES
from replay.findings import CODES, DEPENDS_ON_RULE, VIOLATION, Finding
from replay.readings import BIDDING_FIELDS, RulesInForce, differences
from replay.rulesets import BIDDING_METHODS, RuleSet
from replay.sentences import beyond_the_rules

FORCED_ON_THIRD_CARD = BIDDING_METHODS.index("turned_turned_forced")
FORCED_DEALER = BIDDING_METHODS.index("turned_then_free_dealer_forced")


class BiddingFault(NamedTuple):
    """A fault of a bidding; `call_no` counts from 1, 0 for one of the whole bidding."""

    code: str
    message: str
    call_no: int = 0
    seat: Seat | None = None


def bidding_findings(deal: Deal, in_force: RulesInForce, hands: Sequence[CardSet]) -> Iterator[Finding]:
    """What is wrong in the bidding of a deal whose dealer is known; a deal without bids is only judged if it was passed out.

    `hands` are the cards that each seat certainly held at the start.
    """
    hands = [hand if hand.bit_count() == 8 else 0 for hand in hands]
    for fault in bidding_faults(deal, in_force.rules, hands):
        certainty, why = VIOLATION, ""
        for reading in in_force.readings(BIDDING_FIELDS):
            if fault.code not in {other.code for other in bidding_faults(deal, reading, hands)}:
                certainty, why = DEPENDS_ON_RULE, f" Right if {' and '.join(differences(in_force.rules, reading))}."
                break
        if certainty == VIOLATION and turns_on_what_is_unsaid(fault, deal, in_force.rules):
            certainty, why = DEPENDS_ON_RULE, " The rules leave open who is forced there, and to what."
        if certainty == VIOLATION:
            why = _other_rules(fault, deal, in_force, hands)
        yield Finding(fault.code, certainty, CODES[fault.code].paragraph, fault.message + why, seat=fault.seat)


def _other_rules(fault: BiddingFault, deal: Deal, in_force: RulesInForce, hands: Sequence[CardSet]) -> str:
    """The methods under which the whole bidding would be right, as a sentence."""
    fitting = [
        differences(in_force.rules, changed)[0]
        for changed in in_force.single_changes(BIDDING_FIELDS)
        if not bidding_faults(deal, changed, hands)
    ]
    return beyond_the_rules(fitting)


def bidding_faults(deal: Deal, rules: RuleSet, hands: Sequence[CardSet]) -> list[BiddingFault]:
    """The faults of a logged bidding under one rule set; after the first wrong call nothing more is said of the calls.

    `hands` are whole hands, 0 for one that is not known.
    """
    calls = [call.rpartition(":")[2] for call in deal.bids or ()]
    faults = list(_turned_faults(deal, calls, rules))
    if deal.dealer is None:
        return faults
    if deal.bids is None:
        if deal.void == "passed_out" and not can_pass_out(rules):
            faults.append(
                BiddingFault("passed_out_impossible", "The deal is logged as passed out, but by the rules somebody must play.")
            )
        return faults
    wrong = _wrong_call(deal, calls, rules, hands)
    if wrong is not None:
        return [*faults, wrong]
    return [*faults, *_wrong_outcome(deal, bidding_state(deal.dealer, calls, rules, deal.turned, hands), rules)]


def can_pass_out(rules: RuleSet) -> bool:
    """Whether a deal can be passed by everybody and dealt again (R10)."""
    number = 0
    while offer(number, rules):
        if not offer(number, rules) & 8:
            return False
        number += 1
    return True


def _wrong_call(deal: Deal, calls: list[str], rules: RuleSet, hands: Sequence[CardSet]) -> BiddingFault | None:
    dealer = deal.dealer if deal.dealer is not None else -1
    for number, call in enumerate(calls):
        try:
            state = bidding_state(dealer, calls[:number], rules, deal.turned, hands)
        except ValueError:
            return None  # reported at the call before
        named = (deal.bids or ())[number].rpartition(":")[0]
        if state.redeal or state.is_done:
            seat = SEAT_LETTERS.index(named) if named else None
            return BiddingFault(
                "illegal_call", f"Call {number + 1} ({call}) comes after the bidding was over.", number + 1, seat
            )
        due = speaker(number, dealer, rules)
        if named and SEAT_LETTERS.index(named) != due:
            seat = SEAT_LETTERS.index(named)
            message = f"Call {number + 1} ({call}) is {SEAT_NAMES[seat]}'s in the log; it was {SEAT_NAMES[due]}'s turn."
            return BiddingFault("call_out_of_turn", message, number + 1, seat)
        if call not in state.calls:
            message = (
                f"Call {number + 1}, {SEAT_NAMES[due]}'s {call}, could not be made: the choices were {', '.join(state.calls)}."
            )
            return BiddingFault("illegal_call", message, number + 1, due)
    return None


def _wrong_outcome(deal: Deal, state: BiddingState, rules: RuleSet) -> Iterator[BiddingFault]:
    was_played = deal.void is None
    if state.is_done and state.declarer is not None:
        if deal.void == "passed_out":
            message = f"The deal is logged as passed out, but {SEAT_NAMES[state.declarer]} chose trump."
            yield BiddingFault("passed_out_impossible", message, seat=state.declarer)
        if was_played and deal.declaring_team is not None:
            side_differs = deal.declaring_team != state.declarer % 2
            if side_differs or (deal.declarer is not None and deal.declarer != state.declarer):
                logged = TEAM_LETTERS[deal.declaring_team] if deal.declarer is None else SEAT_NAMES[deal.declarer]
                message = f"{logged} is logged as declarer; by the bidding it is {SEAT_NAMES[state.declarer]}."
                yield BiddingFault("wrong_declarer", message, seat=state.declarer)
        if was_played and state.trump is not None and deal.trump is not None and deal.trump != state.trump:
            message = f"Trump is logged as {SUIT_NAMES[deal.trump]}; by the bidding it is {SUIT_NAMES[state.trump]}."
            yield BiddingFault("wrong_trump", message, seat=state.declarer)
    elif was_played:
        message = "The deal was played, but in its bidding nobody chose trump."
        yield BiddingFault("bidding_unfinished", message, call_no=len(deal.bids or ()))
    elif deal.void == "passed_out" and not state.redeal:
        message = "The deal is logged as passed out, but not everybody had spoken who might."
        code = "bidding_unfinished" if can_pass_out(rules) else "passed_out_impossible"
        yield BiddingFault(code, message, call_no=len(deal.bids or ()))


def _turned_faults(deal: Deal, calls: list[str], rules: RuleSet) -> Iterator[BiddingFault]:
    """Cards turned where none are, twice the same card, or more than the calls made asked for (R10)."""
    if not deal.turned:
        return
    if not turns_cards(rules):
        yield BiddingFault("turned_card_fault", "Cards were turned up, but by the rules none are.")
        return
    twice = [card for card in deal.turned if deal.turned.count(card) > 1]
    if twice:
        yield BiddingFault("turned_card_fault", f"The card {twice[0]} was turned up twice.")
        return
    if deal.bids is None:
        return
    most = most_turned(deal.turned, len(calls), bool(calls) and calls[-1] != "pass", rules)
    if len(deal.turned) > most:
        message = f"{len(deal.turned)} cards were turned up where {most} would do: {' '.join(deal.turned)}."
        yield BiddingFault("turned_card_fault", message)


def turns_on_what_is_unsaid(fault: BiddingFault, deal: Deal, rules: RuleSet) -> bool:
    """Whether a fault turns on a point that the source of the method leaves open (R10).

    S003 does not say who is forced on the third card turned, nor of which suit it is; S000/2 not whether the forced dealer
    may take the turned suit after all.
    """
    count = len(deal.bids or ())
    if rules.bidding == FORCED_ON_THIRD_CARD:
        at_ninth = fault.call_no == 9 or (fault.call_no == 0 and count == 9)
        return at_ninth and fault.code in (
            "call_out_of_turn",
            "illegal_call",
            "wrong_declarer",
            "wrong_trump",
            "turned_card_fault",
        )
    if rules.bidding == FORCED_DEALER and fault.code == "illegal_call" and fault.call_no == 8 and deal.turned:
        call = (deal.bids or ())[7].rpartition(":")[2]
        return offer(7, rules) & 7 == OTHER and call in (SUIT_LETTERS[SUIT_LETTERS.index(deal.turned[0][-1])], "play")
    return False
