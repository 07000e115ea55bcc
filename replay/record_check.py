"""What a log says of a deal against the recomputation, each fault reported once (R12, R23-R45, R51, R54)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from replay.bidding import first_leader
from replay.cards import TEAM_LETTERS, Seat, Team
from replay.claims import ClaimFault, claim_faults
from replay.dealing import deal_out
from replay.deals import Claim
from replay.evidence import Evidence, Pair
from replay.explain import SEAT_NAMES
from replay.findings import CODES, DEPENDS_ON_RULE, INFORMATION, VIOLATION, Finding
from replay.readings import (
    NAT_FIELDS,
    PENALTY_FIELDS,
    PIT_FIELDS,
    PLAY_FIELDS,
    ROEM_FIELDS,
    SCORE_FIELDS,
    RulesInForce,
    differences,
)
from replay.replayer import Replayer
from replay.rulesets import CLAIM_ANNOUNCED, format_value
from replay.rulings import revokes_under, ruled_side
from replay.scoring import penalty_score
from replay.seating import BY_HANDS, HANDS_MISMATCH, SEATS_DOUBTFUL
from replay.sentences import beyond_the_rules, pair


class RecordCheck:
    """Compares what a log says of a deal with the recomputation, reporting each fault once (R54)."""

    def __init__(
        self, replayer: Replayer, in_force: RulesInForce, ruled: Pair | None, proven: set[Team], accused: set[Team]
    ) -> None:
        self.replayer = replayer
        self.deal = replayer.deal
        self.in_force = in_force
        self.ruled = ruled
        self.proven = proven
        self.accused = accused
        """Sides with a revoke, proven and in any reading."""
        self.sentenced = ruled_side(self.deal)
        """The side that the site ruled to have revoked."""
        self.outcome = replayer.outcome
        self.evidence = Evidence(replayer, in_force.rules)

    def findings(self) -> Iterator[Finding]:
        """The findings of the record; the sides' numbers are compared only in a deal played to the end."""
        yield from self.leader()
        yield from self.hands()
        yield from self.winners()
        yield from self.claims()
        yield from self.trick_roem()
        if self.replayer.oddities & SEATS_DOUBTFUL:
            return  # which side made what is not certain, so there is no score either
        if self.deal.is_complete:
            yield from self.points()
            yield from self.roem()
        yield from self.ruling()
        if self.outcome.score is None:
            return
        if self.sentenced is not None:
            yield from self.penalty()
        else:
            yield from self.nat()
            yield from self.pit()
            yield from self.score()

    def leader(self) -> Iterator[Finding]:
        """Who led the first trick, against the dealer and the logged leader (R12)."""
        first, expected, logged = self.replayer.seats[0], self.replayer.expected_leader, self.deal.leader
        if expected >= 0 and first != expected:
            message = f"{SEAT_NAMES[first]} led the first trick; by the rules {SEAT_NAMES[expected]} leads."
            dealer, declarer = self.deal.dealer, -1 if self.deal.declarer is None else self.deal.declarer
            for changed in self.in_force.single_changes(("first_lead",)):
                if first_leader(-1 if dealer is None else dealer, declarer, changed) == first:
                    message += beyond_the_rules(differences(self.in_force.rules, changed))
        elif logged is not None and first != logged:
            message = f"The log names {SEAT_NAMES[logged]} as leader, but {SEAT_NAMES[first]} played the first card."
        else:
            return
        # On inference it is a contradiction of the log, and nobody's fault.
        seat = None if self.replayer.seats_are_inferred else first
        yield found("wrong_first_leader", message, trick_no=1, card_no=1, seat=seat)

    def hands(self) -> Iterator[Finding]:
        """Logged hands that are not those of the plays (R51)."""
        if self.replayer.oddities & HANDS_MISMATCH and self.replayer.oddities & BY_HANDS:
            yield found("hands_mismatch", "The logged seats and hands contradict one another; by the hands all played in turn.")
        elif self.replayer.oddities & HANDS_MISMATCH:
            concerned = [
                SEAT_NAMES[seat]
                for seat, logged in enumerate(self.deal.hands)
                if logged and logged != self.replayer.hands[seat]
            ]
            yield found("hands_mismatch", f"The logged hands of {' and '.join(concerned)} do not fit the cards played.")
        elif self.deal.deck and self.deal.dealer is not None and all(self.deal.hands):
            dealt = [0] * 4
            deal_out(self.deal.deck, self.deal.dealer, self.in_force.rules, dealt)
            if tuple(dealt) != self.deal.hands:
                packets = format_value("deal_packets", self.in_force.rules.deal_packets)
                dealer = SEAT_NAMES[self.deal.dealer]
                message = f"The logged deck, dealt by {dealer} in packets of {packets}, does not give the logged hands."
                message += beyond_the_rules(self.other_packets())
                yield replace(found("hands_mismatch", message), paragraph="R6")

    def other_packets(self) -> list[str]:
        """The packets in which the logged deck does give the logged hands."""
        fitting = []
        for changed in self.in_force.single_changes(("deal_packets",)):
            dealt = [0] * 4
            deal_out(self.deal.deck, self.deal.dealer or 0, changed, dealt)
            fitting += differences(self.in_force.rules, changed) if tuple(dealt) == self.deal.hands else []
        return fitting

    def winners(self) -> Iterator[Finding]:
        """The logged winner of each trick (R23)."""
        for number, (trick, logged) in enumerate(zip(self.replayer.tricks, self.deal.winners, strict=False), 1):
            if logged >= 0 and logged != trick.winner:
                message = f"Trick {number} is logged as won by {SEAT_NAMES[logged]}; {SEAT_NAMES[trick.winner]} wins it."
                yield found("winner_mismatch", message, trick_no=number, seat=logged)
                if self.replayer.oddities & SEATS_DOUBTFUL:
                    return  # the others may follow from it

    def claims(self) -> Iterator[Finding]:
        """The announcements, where roem has to be announced (R32, R33)."""
        if self.deal.claims is not None and self.in_force.rules.roem_claim == CLAIM_ANNOUNCED and self.evidence.knows_roem:
            tricks = self.replayer.tricks
            claims = [claim for claim in self.deal.claims if (claim.card_no - 1) // 4 < len(tricks) and claim.points > 0]
            for fault in claim_faults(claims, tricks, self.in_force.rules):
                certainty, why = INFORMATION, ""
                if fault.code != "roem_unclaimed":
                    certainty, why = self.weigh(ROEM_FIELDS, _clears_claim(fault, claims), beyond=False)
                yield found(fault.code, fault.message + why, certainty, fault.trick_no, fault.card_no, fault.seat)

    def trick_roem(self) -> Iterator[Finding]:
        """The logged roem of each trick (R25-R32)."""
        for number, (trick, logged) in enumerate(zip(self.replayer.tricks, self.deal.roem, strict=False)):
            if logged is not None and not self.evidence.is_trick_roem(number, logged) and self.evidence.knows_roem:
                certainty, why = self.weigh(ROEM_FIELDS, _has_trick_roem(number, logged))
                if self.announced(number) == logged < trick.roem:
                    certainty, why = INFORMATION, " That is what was announced, and too low an announcement counts in full."
                code = "roem_overclaimed" if logged > trick.roem else "roem_unclaimed"
                counts = (
                    f"its cards hold {trick.roem}" if trick.roem == trick.lying else f"{trick.roem} of its {trick.lying} counts"
                )
                message = f"Trick {number + 1} is logged with {logged} roem; {counts}.{why}"
                yield found(code, message, certainty, trick_no=number + 1)

    def announced(self, number: int) -> int | None:
        """The highest amount announced of a trick, from 0; None where nothing was, or roem needs no announcement."""
        if self.deal.claims is None or self.in_force.rules.roem_claim != CLAIM_ANNOUNCED:
            return None
        return max((claim.points for claim in self.deal.claims if (claim.card_no - 1) // 4 == number), default=None)

    def points(self) -> Iterator[Finding]:
        """The logged card points of the sides (R24)."""
        logged = self.deal.points
        if logged is not None and logged not in self.evidence.points:
            message = f"Card points are logged as {pair(logged)}; the tricks hold {pair(self.outcome.points)}."
            yield found("points_mismatch", message)

    def roem(self) -> Iterator[Finding]:
        """The logged roem of the sides, as made (R25-R33)."""
        logged, true = self.deal.roem_points, self.outcome.roem
        if logged is not None and not self.evidence.is_roem(logged):
            certainty, why = self.weigh(ROEM_FIELDS, lambda evidence: evidence.is_roem(logged))
            code = "roem_overclaimed" if logged[0] > true[0] or logged[1] > true[1] else "roem_unclaimed"
            yield found(code, f"Roem is logged as {pair(logged)}; the tricks hold {pair(true)}.{why}", certainty)

    def nat(self) -> Iterator[Finding]:
        """The logged nat (R35, R36)."""
        logged = self.deal.nat
        if logged is not None and logged not in self.evidence.nat:
            certainty, why = self.weigh(NAT_FIELDS, lambda evidence: logged in evidence.nat)
            words = ("made", "nat") if self.outcome.is_nat is False else ("nat", "made")
            message = (
                f"The deal is logged as {words[1]}; {TEAM_LETTERS[self.deal.declaring_team or 0]} declared and it is "
                f"{words[0]} with points {pair(self.outcome.points)} and roem {pair(self.outcome.roem)}.{why}"
            )
            yield found("nat_mismatch", message, certainty)

    def pit(self) -> Iterator[Finding]:
        """The logged pit: all eight tricks, whatever the points (R38, R39)."""
        logged = self.deal.pit
        if logged is not None and logged not in self.evidence.pit:
            certainty, why = self.weigh(PIT_FIELDS, lambda evidence: logged in evidence.pit)
            said = "a pit" if logged else "no pit"
            message = f"The deal is logged as {said}; the sides took {pair(self.outcome.tricks)} tricks.{why}"
            yield found("pit_mismatch", message, certainty)

    def score(self) -> Iterator[Finding]:
        """The logged score of the sides (R34-R41); after a revoke the ruled one is as good (R43)."""
        logged, true = self.deal.score, self.outcome.score
        if logged is None or true is None or logged == self.ruled:
            return
        if logged not in self.evidence.scores:
            certainty, why = self.weigh(SCORE_FIELDS, lambda evidence: logged in evidence.scores)
            if certainty == VIOLATION:
                otherwise = "the revoke was claimed"
                certainty, claimed = self.weigh(PENALTY_FIELDS, lambda one: logged in self.penalties(one), otherwise)
                why = why or claimed if certainty == VIOLATION else claimed
            yield found("score_mismatch", f"The score is logged as {pair(logged)}; it is {pair(true)}.{why}", certainty)

    def ruling(self) -> Iterator[Finding]:
        """The logged ruling on a revoke, where the site logs rulings (R42)."""
        # Where the site refuses illegal cards, one that came through speaks against it, and that is told already.
        if self.deal.verzaakt == "none" and self.accused and not self.deal.prevents_illegal:
            sides = " and ".join(TEAM_LETTERS[side] for side in sorted(self.proven or self.accused))
            certainty = VIOLATION if self.proven else DEPENDS_ON_RULE
            yield found("missed_verzaak", f"The site found no revoke; {sides} revoked.", certainty)
        if self.sentenced is None or self.sentenced in self.accused:
            return
        if not self.deal.is_complete and not all(self.deal.hands):
            return  # what was not played may show the revoke
        certainty, why = VIOLATION, ""
        for reading in self.in_force.readings(PLAY_FIELDS):
            if revokes_under(self.deal, reading, self.sentenced):
                certainty, why = DEPENDS_ON_RULE, f" Right if {' and '.join(differences(self.in_force.rules, reading))}."
                break
        if self.replayer.oddities & (SEATS_DOUBTFUL | HANDS_MISMATCH):
            certainty = DEPENDS_ON_RULE
        message = f"The site ruled that {self.deal.verzaakt} revoked; no card of theirs was illegal.{why}"
        yield found("false_verzaak_ruling", message, certainty)

    def penalty(self) -> Iterator[Finding]:
        """The logged score after the site's ruling, against the penalty of the rules (R43-R45)."""
        logged = self.deal.score
        if logged is None or self.sentenced is None:
            return
        rules, side = self.in_force.rules, self.sentenced
        true = penalty_score(side, self.outcome.roem, rules)
        if true is None or logged in {penalty_score(side, roem, rules) for roem in self.evidence.grounds_of_roem}:
            return
        certainty, why = self.weigh(
            (*PENALTY_FIELDS, *ROEM_FIELDS),
            lambda evidence: logged in {penalty_score(side, roem, evidence.rules) for roem in evidence.grounds_of_roem},
        )
        message = f"The score after the ruling is logged as {pair(logged)}; the penalty makes it {pair(true)}.{why}"
        yield found("score_mismatch", message, certainty)

    def penalties(self, evidence: Evidence) -> set[Pair]:
        """What may be written if a revoke is claimed, proven or only one in some reading (R43-R45)."""
        ruled = (penalty_score(side, roem, evidence.rules) for side in self.accused for roem in evidence.roem)
        return {score for score in ruled if score is not None}

    def other_rules(self, fields: tuple[str, ...], fits: Callable[[Evidence], bool]) -> str:
        """The single field changes beyond the readings that would clear a fault, as a sentence; "" if there is none."""
        clearing = [
            differences(self.in_force.rules, changed)[0]
            for changed in self.in_force.single_changes(fields)
            if fits(Evidence(self.replayer, changed, uncounted=True))
        ]
        return beyond_the_rules(clearing)

    def weigh(
        self,
        fields: tuple[str, ...],
        fits: Callable[[Evidence], bool],
        otherwise: str = "roem was not announced",
        *,
        beyond: bool = True,
    ) -> tuple[str, str]:
        """How certain a fault is that turns on `fields`, and what would clear it (R55); `otherwise` if no field would.

        With `beyond`, the single changes of other rules that would make right what every reading condemns are named.
        """
        readings = self.in_force.readings(fields)
        nearest = next((reading for reading in readings if fits(Evidence(self.replayer, reading, uncounted=True))), None)
        if nearest is None:
            return VIOLATION, self.other_rules(fields, fits) if beyond else ""
        changes = differences(self.in_force.rules, nearest)
        return DEPENDS_ON_RULE, f" Fits if {' and '.join(changes) or otherwise}."


def _clears_claim(fault: ClaimFault, claims: Sequence[Claim]) -> Callable[[Evidence], bool]:
    def clears(evidence: Evidence) -> bool:
        if evidence.rules.roem_claim != CLAIM_ANNOUNCED:
            return True
        return (fault.code, fault.card_no) not in {
            (other.code, other.card_no) for other in claim_faults(claims, evidence.tricks, evidence.rules)
        }

    return clears


def _has_trick_roem(number: int, logged: int) -> Callable[[Evidence], bool]:
    return lambda evidence: evidence.is_trick_roem(number, logged) or not evidence.knows_roem


def found(
    code: str, message: str, certainty: str = VIOLATION, trick_no: int = 0, card_no: int = 0, seat: Seat | None = None
) -> Finding:
    """A finding of the record, at its code's paragraph."""
    return Finding(code, certainty, CODES[code].paragraph, message, trick_no, card_no, seat)
