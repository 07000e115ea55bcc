"""What a log shows of its rules: cards, bidding, roem, scores, penalties and dealing, each against what rule sets allow."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cached_property

from replay.audit_bidding import bidding_faults
from replay.bidding import MAY_PASS, first_leader, offer
from replay.cards import Seat, cards_of
from replay.dealing import deal_out
from replay.deals import Deal
from replay.evidence import Evidence
from replay.fit.weigh import Observation
from replay.legal import legal_cards
from replay.readings import SCORE_FIELDS
from replay.replayer import Replayer, Step
from replay.rulesets import RuleSet
from replay.rulings import ruled_side
from replay.scoring import penalty_score
from replay.seating import BY_SEATS, SEATS_DOUBTFUL, SEATS_UNKNOWN

Candidates = Sequence[RuleSet]


class Played:
    """A deal of a log, replayed once; what depends on the rules is asked of it again and again."""

    def __init__(self, number: int, deal: Deal, before: Deal | None, rules: RuleSet) -> None:
        self.number = number
        self.deal = deal
        self.before = before
        """The deal before it in the same game, None for the first or where one is missing."""
        self.replayer = Replayer(deal, rules)
        self._evidence: dict[tuple[int, ...], Evidence] = {}
        self.is_sure = self.replayer.count > 0 and not self.replayer.oddities & (SEATS_DOUBTFUL | SEATS_UNKNOWN)

    def evidence(self, candidates: Candidates) -> list[Evidence]:
        """What each candidate lets the log say of roem and result."""
        result = []
        for rules in candidates:
            key = tuple(getattr(rules, field) for field in SCORE_FIELDS)
            if key not in self._evidence:
                self._evidence[key] = Evidence(self.replayer, rules, uncounted=True)
            result.append(self._evidence[key])
        return result

    @cached_property
    def answers(self) -> list[Step]:
        """The cards that answer a lead from a hand that is known whole, plain suits that are followed apart."""
        if not self.is_sure:
            return []
        trump, plays = self.replayer.trump, self.deal.plays
        return [
            step
            for step in self.replayer.steps()
            if step.card_no % 4 != 1
            and step.hand.bit_count() == 9 - step.trick_no
            and step.legal
            and (plays[4 * step.trick_no - 4] >> 3 == trump or step.card >> 3 != plays[4 * step.trick_no - 4] >> 3)
        ]

    @cached_property
    def hands(self) -> list[int]:
        """The hands that are certain and whole, 0 for others."""
        hands = self.replayer.hands if self.replayer.count else self.deal.hands
        return [hand if hand.bit_count() == 8 else 0 for hand in hands]


def see_plays(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """Each card that answers a lead, among the cards that were legal (R15-R22)."""
    for step in played.answers:
        start = 4 * (step.trick_no - 1)
        trick = played.deal.plays[start : step.card_no - 1]
        legal = [legal_cards(step.hand, trick, played.replayer.trump, rules) for rules in candidates]
        if any(cards != legal[0] for cards in legal):
            yield Observation(played.number, step.card, [frozenset(cards_of(cards)) for cards in legal])


_NEVER: frozenset[Hashable] = frozenset()


def see_bidding(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """Each logged call, a pass or a choice, where the whole bidding can be one of the method; else the declarer (R10, R13)."""
    deal = played.deal
    if deal.dealer is None:
        return
    if deal.bids is None:
        if deal.declarer is not None:
            declarers = [_declarers(deal.dealer, rules) for rules in candidates]
            yield Observation(played.number, deal.declarer, declarers, counts_unused=True)
        return
    fits = [not bidding_faults(deal, rules, played.hands) for rules in candidates]
    yield Observation(played.number, True, [{True} if possible else _NEVER for possible in fits])
    for number, call in enumerate(deal.bids):
        seen = (number, call.endswith("pass"))
        allowed = [_choices(number, rules) if possible else _NEVER for rules, possible in zip(candidates, fits, strict=True)]
        yield Observation(played.number, seen, allowed, counts_unused=True)


def _choices(number: int, rules: RuleSet) -> Collection[Hashable]:
    """To choose, and to pass where the method lets the caller pass."""
    return {(number, False), (number, True)} if offer(number, rules) & MAY_PASS else {(number, False)}


def _declarers(dealer: Seat, rules: RuleSet) -> Collection[Hashable]:
    """The seats that can declare."""
    first_must = not offer(0, rules) & MAY_PASS
    return {(dealer + 1) % 4} if first_must else {0, 1, 2, 3}


def see_roem(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """The logged roem of each trick, else that of the sides (R25-R33)."""
    if not played.is_sure or not any(trick.points for trick in played.replayer.tricks):
        return
    evidence = played.evidence(candidates)
    if not all(one.knows_roem for one in evidence):
        return
    if played.deal.claims is not None:
        yield Observation(played.number, True, [{rules.roem_claim == 1} for rules in candidates])
    if any(amount is not None for amount in played.deal.roem):
        for at, logged in enumerate(played.deal.roem[: len(played.replayer.tricks)]):
            if logged is not None:
                allowed = [_with_logged_pit(one, at, logged) for one in evidence]
                yield Observation(played.number, (at, logged), allowed)
    elif played.deal.roem_points is not None and played.deal.is_complete:
        logged_pair = played.deal.roem_points
        yield Observation(
            played.number, logged_pair, [_or_logged(one.roem, one.is_roem(logged_pair), logged_pair) for one in evidence]
        )


def _with_logged_pit(evidence: Evidence, at: int, logged: int) -> Collection[Hashable]:
    amounts = _or_logged(evidence.trick_roem(at), evidence.is_trick_roem(at, logged), logged)
    return {(at, amount) for amount in amounts}


def _or_logged(amounts: Collection[Hashable], fits: bool, logged: Hashable) -> Collection[Hashable]:
    """The amounts, with the logged one where it fits in another way of writing (R38)."""
    return {*amounts, logged} if fits else amounts


def see_result(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """The logged nat, pit and score of a complete deal without a ruling (R34-R41)."""
    deal = played.deal
    if not _has_result(played) or ruled_side(deal) is not None:
        return
    evidence = played.evidence(candidates)
    if deal.nat is not None:
        yield Observation(played.number, ("nat", deal.nat), [{("nat", nat) for nat in one.nat} for one in evidence])
    if deal.score is not None:
        yield Observation(played.number, deal.score, [one.scores for one in evidence])


def see_penalty(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """The logged score after the site ruled a revoke (R43-R45)."""
    side, score = ruled_side(played.deal), played.deal.score
    if side is None or score is None or not _has_result(played):
        return
    allowed = [
        {penalty_score(side, pair, rules) for pair in one.grounds_of_roem}
        for rules, one in zip(candidates, played.evidence(candidates), strict=True)
    ]
    yield Observation(played.number, score, allowed)


def _has_result(played: Played) -> bool:
    return played.is_sure and played.replayer.outcome.score is not None


def see_lead(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """Who led the first trick, where the log says who played (R12)."""
    deal = played.deal
    if played.is_sure and played.replayer.oddities & BY_SEATS and deal.dealer is not None and deal.declarer is not None:
        leaders = [{first_leader(deal.dealer, deal.declarer, rules)} for rules in candidates]
        yield Observation(played.number, played.replayer.seats[0], leaders)


def see_dealing(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """The hands that a logged deck gives (R6)."""
    deal = played.deal
    if deal.deck and deal.dealer is not None and all(deal.hands):
        allowed = []
        for rules in candidates:
            dealt = [0] * 4
            deal_out(deal.deck, deal.dealer, rules, dealt)
            allowed.append({tuple(dealt)})
        yield Observation(played.number, deal.hands, allowed)


def see_redeal(played: Played, candidates: Candidates) -> Iterator[Observation]:
    """Who deals after a deal that does not count (R8)."""
    before, dealer = played.before, played.deal.dealer
    if before is not None and before.void in ("passed_out", "misdeal") and before.dealer is not None and dealer is not None:
        allowed = [{(before.dealer + rules.redeal_dealer) % 4} for rules in candidates]
        yield Observation(played.number, dealer, allowed)


def roem_amounts(deals: Sequence[Played]) -> dict[int, set[int]]:
    """For each single kind of roem (its bit) the amounts that the log credits tricks of just that kind with."""
    seen: dict[int, set[int]] = {}
    for played in deals:
        if played.is_sure:
            for trick, logged in zip(played.replayer.tricks, played.deal.roem, strict=False):
                if trick.kinds and logged:
                    seen.setdefault(trick.kinds, set()).add(logged)
    return seen


def bonus_amounts(deals: Sequence[Played]) -> set[int]:
    """What logged scores hold beyond card points and roem: the bonuses that the log pays."""
    seen = set()
    for played in deals:
        if _has_result(played) and played.deal.score is not None and ruled_side(played.deal) is None:
            outcome = played.replayer.outcome
            bonus = sum(played.deal.score) - sum(outcome.points) - sum(played.deal.roem_points or outcome.roem)
            if bonus > 0 and pays_bonus(played):
                seen.add(bonus)
    return seen


def pays_bonus(played: Played) -> bool:
    """Whether a deal could be a pit or a slot."""
    outcome = played.replayer.outcome
    return 8 in outcome.tricks or 0 in outcome.points
