"""Announcements of roem against the roem that lies in the tricks (R32, R33)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.cards import TEAM_LETTERS, Seat
from replay.deals import Claim
from replay.replayer import Trick
from replay.roem import kind_names
from replay.rulesets import CLAIMANT_WINNERS, RuleSet


class ClaimFault(NamedTuple):
    """An announcement at fault, or roem that nobody announced (card_no 0, no seat)."""

    code: str
    message: str
    trick_no: int
    card_no: int = 0
    seat: Seat | None = None


def claim_faults(claims: Sequence[Claim], tricks: Sequence[Trick], rules: RuleSet) -> Iterator[ClaimFault]:
    """What is wrong with the announcements of a deal under rules by which roem has to be announced.

    An announcement is for the trick whose card was the last one played; below the true value it counts all the same.
    """
    waiting: dict[int, int] = {}
    """Tricks whose roem nobody has announced, and how much it is."""
    for number, trick in enumerate(tricks, 1):
        here = [claim for claim in claims if (claim.card_no - 1) // 4 == number - 1]
        wrong_side = 0
        for claim in here:
            side = TEAM_LETTERS[claim.seat % 2]
            place = (number, claim.card_no, claim.seat)
            if trick.lying == 0 and claim.points in waiting.values():
                late = next(at for at, amount in waiting.items() if amount == claim.points)
                del waiting[late]  # another announcement of that amount is for another trick
                message = f"{side} announced the {claim.points} roem of trick {late} only in trick {number}: it is lost."
                yield ClaimFault("roem_claimed_late", message, *place)
            elif claim.points > trick.lying:
                message = f"{side} announced {claim.points} roem in trick {number}; its cards hold {trick.lying}."
                yield ClaimFault("roem_overclaimed", message, *place)
            if trick.lying and rules.roem_claimant == CLAIMANT_WINNERS and claim.seat % 2 != trick.winner % 2:
                wrong_side += 1
                message = f"{side} announced roem in trick {number}; only {TEAM_LETTERS[trick.winner % 2]}, who won it, may."
                yield ClaimFault("roem_claimed_by_wrong_side", message, *place)
        if trick.lying and not trick.roem:
            waiting[number] = trick.lying
            if not wrong_side:
                kinds = " + ".join(kind_names(trick.kinds))
                message = f"Trick {number} holds {trick.lying} roem ({kinds}) that nobody announced in time: it is lost."
                yield ClaimFault("roem_unclaimed", message, number)
