"""The second look at a deal: every finding, each as certain as the readings of the rules leave it (R50-R56)."""

from collections.abc import Iterable
from dataclasses import dataclass

from replay.audit_bidding import bidding_findings
from replay.cards import Team
from replay.deals import Deal
from replay.evidence import Pair
from replay.findings import REVOKES, VIOLATION, Finding
from replay.readings import RulesInForce
from replay.record_check import RecordCheck
from replay.replayer import Outcome, Replayer
from replay.scoring import penalty_score


@dataclass(frozen=True, slots=True)
class Audit:
    """All findings of a deal, those of the cards first, and what is written if its revoke is claimed.

    `ruled` is None unless exactly one side, `offender`, provably revoked in a complete deal and the rules state a penalty.
    """

    findings: tuple[Finding, ...]
    outcome: Outcome
    offender: Team | None
    both_revoked: bool
    ruled: Pair | None

    @property
    def ruling(self) -> str | None:
        """None without a proven revoke, else `penalty`, `no_penalty`, `both_revoked` or `broken_off`."""
        if self.both_revoked:
            return "both_revoked"
        if self.offender is None:
            return None
        if self.ruled is not None:
            return "penalty"
        return "broken_off" if self.outcome.score is None else "no_penalty"


def audit_deal(deal: Deal, in_force: RulesInForce) -> Audit:
    """Every finding of `deal` under the rules in force, with certainty, paragraph and sentence."""
    replayer = Replayer(deal, in_force)
    bid = bidding_findings(deal, in_force, replayer.hands if replayer.count else deal.hands)
    steps = list(replayer.steps())
    played = [finding for step in steps for finding in step.findings]
    proven = offending_sides(played, VIOLATION)
    # Also where the finding blames the site, which refuses illegal cards, and not the player.
    accused = {step.seat % 2 for step in steps if step.code in REVOKES}
    offender = next(iter(proven)) if len(proven) == 1 else None
    outcome = replayer.outcome
    ruled = None
    if offender is not None and outcome.score is not None:
        ruled = penalty_score(offender, outcome.roem, in_force.rules)
    record = RecordCheck(replayer, in_force, ruled, proven, accused).findings() if replayer.count else ()
    return Audit((*bid, *played, *record), outcome, offender, len(proven) == 2, ruled)


def offending_sides(findings: Iterable[Finding], certainty: str) -> set[Team]:
    """The sides that revoked according to findings of a certainty (R42)."""
    return {
        finding.seat % 2
        for finding in findings
        if finding.code in REVOKES and finding.seat is not None and finding.certainty == certainty
    }
