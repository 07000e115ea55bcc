"""What is written for a deal: made, nat, pit, slot (R34-R41), and the penalty after a revoke (R43-R45)."""

from collections.abc import Sequence

from replay._compile import rule
from replay.cards import Team
from replay.rulesets import (
    AT_LEAST_HALF,
    FIXED_82,
    MORE_THAN_HALF,
    PENALTY_NONE,
    PENALTY_ROEM_ALL,
    PENALTY_ROEM_VICTIM,
    TRANSFER_ALL,
    RuleSet,
)
from replay.tricks import DEAL_POINTS


@rule
def is_nat(points: int, roem: int, other_points: int, other_roem: int, rules: RuleSet) -> bool:
    """Whether a declaring side with `points` and `roem` has failed (R35, R36)."""
    mine, theirs = points, other_points
    if rules.nat_counts_roem:
        mine, theirs = mine + roem, theirs + other_roem
    if rules.nat_rule == MORE_THAN_HALF:
        return mine <= theirs
    if rules.nat_rule == AT_LEAST_HALF:
        return mine < theirs
    return rules.nat_rule == FIXED_82 and mine < 82


@rule
def pit_bonus(tricks: int, other_tricks: int, rules: RuleSet) -> tuple[int, int]:
    """What the declaring side and the defenders get on top for taking all eight tricks (R38, R39)."""
    return rules.pit_declarer if tricks == 8 else 0, rules.pit_defender if other_tricks == 8 else 0


@rule
def slot(other_points: int, other_roem: int, tricks: int, rules: RuleSet) -> int:
    """The declaring side's bonus when the defenders score nothing at all (R40, R41)."""
    if other_points or other_roem or (tricks == 8 and not rules.slot_with_pit):
        return 0
    return rules.slot_bonus


@rule
def sheet(
    points: int, roem: int, tricks: int, other_points: int, other_roem: int, nat: bool, rules: RuleSet
) -> tuple[int, int]:
    """What the declaring side and the defenders write, given whether the declaring side is nat (R34, R37-R41)."""
    bonus, other_bonus = pit_bonus(tricks, 8 - tricks, rules)
    if nat:
        transferred = roem if rules.nat_transfers_roem == TRANSFER_ALL else 0
        return 0, DEAL_POINTS + other_roem + transferred + other_bonus
    bonus += slot(other_points, other_roem, tricks, rules)
    return points + roem + bonus, other_points + other_roem + other_bonus


@rule
def written(points: int, roem: int, tricks: int, other_points: int, other_roem: int, rules: RuleSet) -> tuple[bool, int, int]:
    """Is a declaring side with these points, roem and tricks nat, and what do it and the defenders write (R34-R41)."""
    nat = is_nat(points, roem, other_points, other_roem, rules)
    mine, theirs = sheet(points, roem, tricks, other_points, other_roem, nat, rules)
    return nat, mine, theirs


def deal_score(
    declaring_team: Team, points: Sequence[int], roem: Sequence[int], tricks: Sequence[int], rules: RuleSet
) -> tuple[tuple[int, int], bool, bool]:
    """The score per team, whether the declaring side is nat, and whether either side took all eight tricks (R34-R41).

    `points` with the last trick's 10, `roem` and `tricks` are per team, as made. Sums that no deal can have are a
    ValueError that names them.
    """
    check_sums(points, roem, tricks)
    us, them = declaring_team, 1 - declaring_team
    nat, mine, theirs = written(points[us], roem[us], tricks[us], points[them], roem[them], rules)
    return (mine, theirs) if us == 0 else (theirs, mine), nat, 8 in tricks


def check_sums(points: Sequence[int], roem: Sequence[int], tricks: Sequence[int]) -> None:
    """Raise ValueError for points, roem and tricks that no complete deal can have (R4)."""
    if min(*points, *roem, *tricks) < 0:
        raise ValueError(f"points {list(points)}, roem {list(roem)} and tricks {list(tricks)} cannot be negative")
    if sum(points) != DEAL_POINTS:
        raise ValueError(f"card points {list(points)} add up to {sum(points)}, not to {DEAL_POINTS}")
    if sum(tricks) != 8:
        raise ValueError(f"tricks {list(tricks)} add up to {sum(tricks)}, not to 8")
    for team in (0, 1):
        if tricks[team] == 0 and (points[team] or roem[team]):
            raise ValueError(f"team {team} has no trick but {points[team]} card points and {roem[team]} roem")


def penalty_score(offending_team: Team, roem: Sequence[int], rules: RuleSet) -> tuple[int, int] | None:
    """What is written after a revoke by `offending_team` that is claimed, or None where the rules state none (R43-R45).

    `roem` is what each team made in the deal.
    """
    if rules.penalty_points == PENALTY_NONE:
        return None
    victim = 1 - offending_team
    total = rules.penalty_points + rules.penalty_bonus
    if rules.penalty_roem == PENALTY_ROEM_ALL:
        total += sum(roem)
    elif rules.penalty_roem == PENALTY_ROEM_VICTIM:
        total += roem[victim]
    return (total, 0) if victim == 0 else (0, total)
