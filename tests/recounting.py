"""The statistics counted again in plain Python from the records of a log: slow, and sharing nothing with the SQL."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import oracle
from played import SEATS, Played, Row, Seen
from recounting_advice import RECOUNTS_OF_ADVICE
from recounting_bids import FORCED_AT, choices
from recounting_hands import RECOUNTS_OF_HANDS, volume
from recounting_luck import RECOUNTS_OF_LUCK, RECOUNTS_OF_MANY, Counted
from recounting_plays import RECOUNTS_OF_PLAYS

# ---------------------------------------------------------------- bidding


def play(one: Seen) -> Iterator[Row]:
    free = [choice for choice in choices(one) or () if choice.is_free]
    yield "", any(choice.plays for choice in free), bool(free)


def play_by_turn(one: Seen) -> Iterator[Row]:
    for choice in choices(one) or ():
        yield str(choice.number + 1), choice.plays, choice.is_free


def forced_play(one: Seen) -> Iterator[Row]:
    made, method = choices(one), str(one.deal.rules["bidding"])
    if made is None or method not in FORCED_AT:
        return
    first = SEATS.index(one.deal.values["dealer"]) + (method != "pass_dealer_first_forced")
    if (first + FORCED_AT[method]) % 4 == one.seat:
        yield "", any(choice.number == FORCED_AT[method] for choice in made), 1


def passed_out(one: Seen) -> Iterator[Row]:
    void = one.deal.values.get("void")
    yield "", void == "passed_out", one.deal.rules["bidding"] == "turned_turned_redeal" and void in (None, "passed_out")


def trump_suit(one: Seen) -> Iterator[Row]:
    for suit in "CDHS":
        yield suit, one.deal.values.get("trump") == suit, one.role == "declarer"


# ---------------------------------------------------------------- results


def _nat(one: Seen, *, own: bool) -> tuple[bool, bool]:
    """Whether a side was nat, and whether it declared a complete deal by rules that know nat."""
    chance = one.scored is not None and one.deal.rules["nat_rule"] != "none" and (one.deal.declaring == one.side) is own
    return bool(chance and one.scored and one.scored["is_nat"]), chance


def _nat_of_declarer(one: Seen) -> tuple[bool, bool]:
    return _nat(one, own=True) if one.role == "declarer" else (False, False)


def nat(one: Seen) -> Iterator[Row]:
    did, chance = _nat_of_declarer(one)
    yield "", did, chance
    for choice in choices(one) or ():
        # Who played on a suit that he had to hold, and did not, was neither free nor forced.
        if choice.plays and (choice.is_free or choice.must_play):
            yield ("free" if choice.is_free else "forced"), did, chance


def made(one: Seen) -> Iterator[Row]:
    did, chance = _nat_of_declarer(one)
    yield "", not did, chance


def nat_by_play_rule(one: Seen) -> Iterator[Row]:
    yield ("rotterdams" if one.deal.rules["partner_exempt"] == "no" else "amsterdams"), *_nat_of_declarer(one)


def margin(one: Seen) -> Iterator[Row]:
    _, chance = _nat_of_declarer(one)
    if chance and one.scored:
        points, roem = one.scored["points"], one.scored["roem"]
        total = [a + (b if one.deal.rules["nat_counts_roem"] == "yes" else 0) for a, b in zip(points, roem, strict=True)]
        yield "", one.own(total) - sum(total) / 2, 1


def lost_won_position(one: Seen) -> Iterator[Row]:
    did, chance = _nat_of_declarer(one)
    yield "", did, chance and one.own(one.deal.early) >= 82 and one.deal.rules["nat_counts_roem"] == "yes"


def team_nat(one: Seen) -> Iterator[Row]:
    yield "", *_nat(one, own=True)


def nat_forced(one: Seen) -> Iterator[Row]:
    yield "", *_nat(one, own=False)


def pit(one: Seen) -> Iterator[Row]:
    if one.scored:
        kind = "declaring" if one.deal.declaring == one.side else "defending"
        for word, tricks in (("for", one.own(one.scored["tricks"])), ("against", one.other(one.scored["tricks"]))):
            yield word, tricks == 8, 1
            yield f"{kind} {word}", tricks == 8, 1


def _points(one: Seen, wanted: bool = True, name: str = "") -> Iterator[Row]:
    if one.difference is not None and wanted:
        yield name, one.difference, 1


def points_defender(one: Seen) -> Iterator[Row]:
    yield from _points(one, one.role in ("lho", "rho"))
    yield from _points(one, one.role in ("lho", "rho"), str(one.role))


def deals_won(one: Seen) -> Iterator[Row]:
    if one.difference is not None:
        yield "", one.difference > 0, 1


def points_by_position(one: Seen) -> Iterator[Row]:
    yield from _points(one, name=str((one.seat - SEATS.index(one.deal.values["dealer"]) - 1) % 4 + 1))


# ---------------------------------------------------------------- roem and tricks


def roem(one: Seen) -> Iterator[Row]:
    if one.scored:
        yield "", one.own(one.scored["roem"]), 1


def stuk(one: Seen) -> Iterator[Row]:
    for trick in one.deal.tricks:
        cards = [card for _, card in trick]
        trump = one.deal.values["trump"]
        yield "", oracle.winning_seat(trick, trump) % 2 == one.side, {"K" + trump, "Q" + trump} <= set(cards)


def roem_kinds(one: Seen) -> Iterator[Row]:
    for kinds in one.deal.replay["trick_kinds"] if one.deal.replay else ():
        for kind in ("run3", "run4", "stuk", "quad"):
            yield kind, kind in kinds, 1


def deals_with_roem(one: Seen) -> Iterator[Row]:
    if one.scored:
        yield "", sum(one.scored["roem"]) > 0, 1


def last_trick(one: Seen) -> Iterator[Row]:
    if one.scored:
        yield "", one.scored["winners"][7] % 2 == one.side, 1


RECOUNTS: Mapping[str, tuple[str, Callable[[Seen], Iterator[Row]]]] = {
    "play": ("seat", play),
    "play_by_turn": ("seat", play_by_turn),
    "forced_play": ("seat", forced_play),
    "passed_out": ("deal", passed_out),
    "trump_suit": ("seat", trump_suit),
    "made": ("seat", made),
    "nat": ("seat", nat),
    "nat_by_play_rule": ("seat", nat_by_play_rule),
    "margin": ("seat", margin),
    "lost_won_position": ("seat", lost_won_position),
    "team_nat": ("side", team_nat),
    "nat_forced": ("side", nat_forced),
    "pit": ("side", pit),
    "points_declarer": ("seat", lambda one: _points(one, one.role == "declarer")),
    "points_partner": ("seat", lambda one: _points(one, one.role == "partner")),
    "points_defender": ("seat", points_defender),
    "points_16": ("seat", _points),
    "deals_won": ("side", deals_won),
    "roem": ("side", roem),
    "stuk": ("side", stuk),
    "roem_kinds": ("deal", roem_kinds),
    "deals_with_roem": ("deal", deals_with_roem),
    "last_trick": ("side", last_trick),
    "points_by_seat": ("seat", lambda one: _points(one, name=SEATS[one.seat])),
    "points_by_position": ("seat", points_by_position),
    **RECOUNTS_OF_HANDS,
    **RECOUNTS_OF_ADVICE,
    **RECOUNTS_OF_PLAYS,
    **RECOUNTS_OF_LUCK,
}
"""What counts once, and what one seat of one deal tells; games_won and volume are counted by functions of their own."""

_told: dict[tuple[str, int, int], list[Row]] = {}
"""What seats told under other filters."""


def recount(name: str, chosen: Sequence[Seen], everything: Sequence[Played], alike: Sequence[Seen]) -> Counted:
    """Numerator and denominator of each class of a statistic over some seats of deals.

    `alike` are the seats that the same filters choose with any partner and opponents.
    """
    if name in RECOUNTS_OF_MANY:
        return RECOUNTS_OF_MANY[name](chosen, alike)
    if name == "games_won":
        return games_won(chosen, everything)
    if name == "volume":
        return volume(chosen, everything)
    grain, rows_of = RECOUNTS[name]
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0])
    told: set[tuple[object, ...]] = set()
    for one in _of_both_rules(chosen) if name == "nat_by_play_rule" else chosen:
        what = {
            "play": (one.deal.key, one.seat),
            "seat": (one.deal.key, one.seat),
            "side": (one.deal.key, one.side),
            "deal": (one.deal.key,),
        }[grain]
        if what in told:
            continue
        told.add(what)
        if (name, id(one.deal), one.seat) not in _told:
            _told[name, id(one.deal), one.seat] = list(rows_of(one))
        for kind, did, chance in _told[name, id(one.deal), one.seat]:
            if chance:
                sums[kind][0] += did
                sums[kind][1] += chance
    return {kind: (did, chance) for kind, (did, chance) in sums.items()}


def _of_both_rules(chosen: Sequence[Seen]) -> list[Seen]:
    known: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    for one in chosen:
        for kind, _, chance in nat_by_play_rule(one):
            if chance:
                known[one.deal.key[0], one.name()].add(kind)
    return [one for one in chosen if len(known[one.deal.key[0], one.name()]) == 2]


def games_won(chosen: Sequence[Seen], everything: Sequence[Played]) -> Counted:
    """Games won by those who played them whole on one side, a draw being half a game; a side counts once."""
    games: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for deal in everything:
        games[deal.key[:2]].append(deal)
    won: dict[tuple[object, ...], float] = {}
    for one in chosen:
        deals = sorted(games[one.deal.key[:2]], key=lambda deal: deal.key[2])
        result = _winner(deals)
        name = one.name()
        played = [deal for deal in deals if not deal.is_void]
        sides = [{place % 2 for place, other in enumerate(deal.values["players"]) if other == name} for deal in played]
        if name is not None and result is not None and all(side == {one.side} for side in sides):
            won[*one.deal.key[:2], one.side] = 0.5 if result == "draw" else float(result == one.side)
    return {"": (sum(won.values()), len(won))} if won else {}


def _winner(deals: Sequence[Played]) -> int | str | None:
    counting = [deal for deal in deals if not deal.is_void]
    if [deal.key[2] for deal in deals] != list(range(1, len(deals) + 1)) or not counting:
        return None
    totals = [0, 0]
    for number, deal in enumerate(counting, 1):
        score = deal.replay["score"] if deal.replay else None
        if score is None:
            return None
        totals = [total + more for total, more in zip(totals, score, strict=True)]
        state = oracle.match_state(number, totals, deal.rules)
        if state["over"]:
            return "draw" if state["winner"] is None else int(state["winner"])
    return None


def seats_of(deals: Sequence[Played]) -> list[Seen]:
    return [Seen(deal, seat) for deal in deals for seat in range(4)]
