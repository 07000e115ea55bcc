"""Recounts of the statistics about luck, over luck that was made up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from lucky import Luck, made_up, made_up_league, made_up_synergy
from played import SEATS, Row, Seen
from recounting_advice import free_calls, is_strong
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


def head_to_head(one: Seen) -> Iterator[Row]:
    if one.name(1) is not None and one.name(3) is not None:
        yield from _points(lambda luck: luck.adjusted)(one)


def variance_by_cards(one: Seen) -> Iterator[Row]:
    luck = luck_of(one)
    if luck and luck.luck is not None:
        whole, rest = luck.result**2, (luck.result - luck.luck) ** 2
        yield "", whole - rest, whole


def league_size(one: Seen) -> Iterator[Row]:
    name = one.name()
    if one.scored and name is not None and one.is_person:
        yield "", made_up_league(one.deal.key[0], name), 1


def pair_synergy(one: Seen) -> Iterator[Row]:
    names = [name for name in (one.name(), one.name(2)) if name is not None]
    value = made_up_synergy(one.deal.key[0], frozenset(names)) if len(names) == 2 else None
    if value is not None and one.difference is not None:
        yield "", value, 1


def advice_cost(one: Seen) -> Iterator[Row]:
    for _, points, _ in _points(lambda luck: luck.adjusted)(one):
        for made in free_calls(one):
            good = [suit for suit in made.on_offer if is_strong({card[0] for card in made.hand if card[1] == suit})]
            followed = made.call in good if good else made.call == "pass"
            yield f"{'call' if good else 'pass'}, {'followed' if followed else 'not followed'}", points, 1


RECOUNTS_OF_LUCK: Mapping[str, tuple[str, Recount]] = {
    "points_adjusted": ("side", _points(lambda luck: luck.adjusted)),
    "luck_points": ("side", _points(lambda luck: luck.luck)),
    "bidding_value": ("seat", _points(lambda luck: luck.bidding, by_role=True)),
    "play_value": ("seat", _points(lambda luck: luck.play, by_role=True)),
    "head_to_head": ("side", head_to_head),
    "variance_by_cards": ("deal", variance_by_cards),
    "league_size": ("seat", league_size),
    "pair_synergy": ("side", pair_synergy),
    "advice_cost": ("seat", advice_cost),
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


# ---------------------------------------------------------------- statistics that look at many deals of a player
Counted = dict[str, tuple[float, float]]


def _adjusted(one: Seen) -> float | None:
    return next((points for _, points, _ in _points(lambda luck: luck.adjusted)(one)), None)


def _who(one: Seen) -> tuple[str, str | None]:
    return one.deal.key[0], one.name()


def partner_lift(chosen: Sequence[Seen], alike: Sequence[Seen]) -> Counted:
    """What is made with a partner less the mean with others, which is told in 1024ths."""
    points: dict[tuple[str, str | None], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in alike:
        found, partner = _adjusted(one), one.name(2)
        if found is not None and partner is not None:
            points[_who(one)][partner].append(found)
        elif found is not None:
            points[_who(one)][""].append(found)
    did, chance = 0.0, 0
    for one in chosen:
        found, partner = _adjusted(one), one.name(2)
        others = [value for name, values in points[_who(one)].items() if name != partner for value in values]
        if found is not None and partner is not None and one.name() is not None and others:
            did, chance = did + found - round(1024 * sum(others) / len(others)) / 1024, chance + 1
    return {"": (did, chance)} if chance else {}


def usual_partner(chosen: Sequence[Seen], alike: Sequence[Seen]) -> Counted:
    """Deals with the partner whom somebody has most often."""
    partners: dict[tuple[str, str | None], Counter[str]] = defaultdict(Counter)

    def partner_of(one: Seen) -> str | None:
        return one.name(2) if one.scored and one.name() is not None else None

    for one in alike:
        if (partner := partner_of(one)) is not None:
            partners[_who(one)][partner] += 1
    usual = {who: min(counts, key=lambda name: (-counts[name], name)) for who, counts in partners.items()}
    met = [partner_of(one) == usual[_who(one)] for one in chosen if partner_of(one) is not None]
    return {"": (sum(met), len(met))} if met else {}


def recent_form(chosen: Sequence[Seen], alike: Sequence[Seen]) -> Counted:
    """The last deals of everybody, by date."""
    deals: dict[tuple[str, str | None], list[tuple[str, tuple[str, str, int], str, float]]] = defaultdict(list)
    for one in chosen:
        if (found := _adjusted(one)) is not None:
            deals[_who(one)].append((one.deal.values.get("played_at") or "", one.deal.key, SEATS[one.seat], found))
    counted: Counted = {}
    for many in (50, 100, 250):
        last = [deal[-1] for all_of_his in deals.values() for deal in sorted(all_of_his, reverse=True)[:many]]
        if last:
            counted[f"last {many}"] = (sum(last), len(last))
    return counted


RECOUNTS_OF_MANY: Mapping[str, Callable[[Sequence[Seen], Sequence[Seen]], Counted]] = {
    "partner_lift": partner_lift,
    "usual_partner": usual_partner,
    "recent_form": recent_form,
}
"""Of the seats that are chosen, and those that the same filters choose with any partner and opponents."""
