"""Recounts of the statistics about luck, over luck that was made up."""

from collections.abc import Callable, Iterator, Mapping

from lucky import Luck, made_up
from played import SEATS, Row, Seen
from recounting_bids import FORCED_AT, choices
from recounting_plays import lead_kind, leads_of

Recount = Callable[[Seen], Iterator[Row]]


def luck_of(one: Seen) -> Luck | None:
    return made_up(one.deal.key) if one.scored else None


def _points(of: Callable[[Luck], float | None], *, by_role: bool = False) -> Recount:
    def rows(one: Seen) -> Iterator[Row]:
        luck = luck_of(one)
        points = of(luck) if luck else None
        if points is not None:
            yield "", -points if one.side else points, 1
            if by_role and one.role:
                yield one.role, -points if one.side else points, 1

    return rows


def play_by_strength(one: Seen) -> Iterator[Row]:
    luck = luck_of(one)
    for choice in choices(one) or ():
        if luck and luck.tenths and choice.number < 4 and one.deal.rules["bidding"] in FORCED_AT:
            yield f"{luck.tenths[one.seat]:02}", choice.plays, choice.is_free


def best_suit(one: Seen) -> Iterator[Row]:
    luck, values = luck_of(one), one.deal.values
    if luck and luck.best and one.role == "declarer" and "turned" not in str(one.deal.rules["bidding"]):
        for choice in choices(one) or ():
            if choice.plays and choice.is_free:
                yield "", luck.best[one.seat] == values["trump"], 1


def _declared(one: Seen) -> tuple[bool, float] | None:
    """Whether the declarer was nat, and the chance of it."""
    luck = luck_of(one)
    if luck is None or luck.nat is None or one.role != "declarer" or one.deal.rules["nat_rule"] == "none":
        return None
    return bool(one.scored and one.scored["is_nat"]), luck.nat


def nat_over_expected(one: Seen) -> Iterator[Row]:
    if found := _declared(one):
        yield "", found[0] - found[1], 1


def made_by_chance(one: Seen) -> Iterator[Row]:
    if found := _declared(one):
        tens = next(tens for tens in range(90, -1, -10) if 100 * (1 - found[1]) >= tens)
        yield f"{tens:02}-{tens + 10} %", not found[0], 1


def matchpoints(one: Seen) -> Iterator[Row]:
    luck = luck_of(one)
    if luck and luck.matchpoints is not None:
        yield "", 1 - luck.matchpoints if one.side else luck.matchpoints, 1


def lead_value(one: Seen) -> Iterator[Row]:
    luck = luck_of(one)
    for laid in leads_of(one)[:1]:
        if laid.number == 0 and luck and luck.play is not None:
            yield lead_kind(laid), -luck.play if one.side else luck.play, 1


def roem_after_lead(one: Seen) -> Iterator[Row]:
    for laid in leads_of(one)[:1]:
        if laid.number == 0 and one.scored:
            yield lead_kind(laid), one.own(one.scored["roem"]) - one.other(one.scored["roem"]), 1


RECOUNTS_OF_LUCK: Mapping[str, tuple[str, Recount]] = {
    "points_adjusted": ("side", _points(lambda luck: luck.adjusted)),
    "luck_points": ("side", _points(lambda luck: luck.luck)),
    "bidding_value": ("seat", _points(lambda luck: luck.bidding, by_role=True)),
    "play_value": ("seat", _points(lambda luck: luck.play, by_role=True)),
    "difference": ("side", _points(lambda luck: None if luck.others is None else luck.result - luck.others)),
    "play_by_strength": ("seat", play_by_strength),
    "best_suit": ("seat", best_suit),
    "nat_over_expected": ("seat", nat_over_expected),
    "made_by_chance": ("seat", made_by_chance),
    "matchpoints": ("side", matchpoints),
    "lead_value": ("play", lead_value),
    "roem_after_lead": ("play", roem_after_lead),
}
assert SEATS == "NESW"  # seats of luck are in that order
