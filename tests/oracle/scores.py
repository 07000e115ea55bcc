"""Sections A7 to A10: what is written for a deal or a revoke, and who wins the match."""

from collections.abc import Sequence
from typing import Any

from oracle.presets import Rules


def check_sums(points: Sequence[int], roem: Sequence[int], tricks: Sequence[int]) -> None:
    """C: 162 points, 8 tricks, nothing negative, and no points or roem without a trick."""
    if min([*points, *roem, *tricks]) < 0 or sum(points) != 162 or sum(tricks) != 8:
        raise ValueError("the sums of the deal are impossible")
    if any(tricks[team] == 0 and (points[team] or roem[team]) for team in (0, 1)):
        raise ValueError("a side without a trick has points or roem")


def declarer_is_nat(ours: int, theirs: int, our_roem: int, their_roem: int, rules: Rules) -> bool:
    """A8: does the declaring side fall short, with roem counted where nat_counts_roem says so."""
    if rules["nat_counts_roem"] == "yes":
        ours, theirs = ours + our_roem, theirs + their_roem
    enough = {
        "more_than_half": ours > theirs,
        "at_least_half": ours >= theirs,
        "fixed_82": ours >= 82,
        "none": True,
    }
    return not enough[str(rules["nat_rule"])]


def deal_score(
    declaring_team: int, points: Sequence[int], roem: Sequence[int], tricks: Sequence[int], rules: Rules
) -> tuple[list[int], bool, bool]:
    """A7-A8: what is written for the deal, was the declarer nat, and did one side win all eight tricks."""
    check_sums(points, roem, tricks)
    us, them = declaring_team, 1 - declaring_team
    is_nat = declarer_is_nat(points[us], points[them], roem[us], roem[them], rules)
    score = [points[0] + roem[0], points[1] + roem[1]]
    if is_nat:
        score[us] = 0
        score[them] = 162 + roem[them] + (roem[us] if rules["nat_transfers_roem"] == "all" else 0)
    if tricks[us] == 8:
        score[us] += int(rules["pit_declarer"])
    if tricks[them] == 8:
        score[them] += int(rules["pit_defender"])
    nothing_for_them = points[them] == 0 and roem[them] == 0
    if nothing_for_them and not is_nat and (tricks[us] < 8 or rules["slot_with_pit"] == "yes"):
        score[us] += int(rules["slot_bonus"])
    return score, is_nat, 8 in list(tricks)


def penalty_score(offending_team: int, roem: Sequence[int], rules: Rules) -> list[int] | None:
    """A9: what the innocent side gets for a revoke that is claimed, None where the rules state nothing."""
    if rules["penalty_points"] == "none":
        return None
    innocent = 1 - offending_team
    added = {"all": roem[0] + roem[1], "victim": roem[innocent], "none": 0}[str(rules["penalty_roem"])]
    score = [0, 0]
    score[innocent] = int(rules["penalty_points"]) + int(rules["penalty_bonus"]) + added
    return score


def match_state(deals_played: int, totals: Sequence[int], rules: Rules) -> dict[str, Any]:
    """A10: over after all rounds or at the target; a tie there is a draw, or a few deals more until it is broken."""
    length, tiebreak = int(rules["rounds"]) * int(rules["deals"]), int(rules["tiebreak_deals"])
    at_target = 0 < int(rules["target"]) <= max(totals)
    at_length = 0 < length <= deals_played
    if not at_target and not at_length:
        return {"over": False, "winner": None, "extra_deals": 0}
    in_tiebreak = (deals_played - length) % tiebreak if at_length and not at_target and tiebreak else 0
    if tiebreak and (in_tiebreak or totals[0] == totals[1]):
        return {"over": False, "winner": None, "extra_deals": tiebreak - in_tiebreak}
    winner = None if totals[0] == totals[1] else list(totals).index(max(totals))
    return {"over": True, "winner": winner, "extra_deals": 0}
