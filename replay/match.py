"""The deals of a match beside one another: who deals, what totals add up to, how long it lasts (R7, R8, R46-R49)."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from replay.cards import TEAM_LETTERS, Seat
from replay.explain import SEAT_NAMES
from replay.findings import CODES, DEPENDS_ON_RULE, INFORMATION, VIOLATION, Finding
from replay.match_end import Pair, match_state, over_after
from replay.readings import RulesInForce
from replay.rulesets import RuleSet

REDEAL_NEXT = 1


@dataclass(frozen=True, slots=True)
class GameDeal:
    """What a game needs to know of one of its deals; scores are per team, None where they are not known."""

    deal_no: int
    players: tuple[str | None, ...]
    dealer: Seat | None
    void: str | None
    is_complete: bool
    rules: RulesInForce
    score: Pair | None
    """What the deal is worth: as played, or with the penalty where the site ruled on a proven revoke."""
    ruled: Pair | None
    logged_score: Pair | None
    logged_totals: Pair | None


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game stands: deals that count, whether it is over and who won, as recomputed and as logged.

    `is_over` and the winners (NS, EW or draw, None before the end) are None where deals are missing, scores are not known
    or the rules changed.
    """

    counting: int
    is_over: bool | None
    winner: str | None
    logged_winner: str | None


def game_result(deals: Sequence[GameDeal]) -> GameResult:
    """How a game stands by the recomputed scores, and who won by the logged ones (R46-R49)."""
    counting = [deal for deal in deals if deal.void is None]
    whole = [deal.deal_no for deal in deals] == list(range(1, len(deals) + 1)) and len(
        {deal.rules.rules for deal in deals}
    ) == 1
    if not whole or not counting:
        return GameResult(len(counting), None, None, None)
    rules = deals[-1].rules.rules
    is_over, winner = _standing([deal.score for deal in counting], rules)
    _, logged = _standing([deal.logged_score for deal in counting], rules)
    return GameResult(len(counting), is_over, winner, logged)


def _standing(scores: Sequence[Pair | None], rules: RuleSet) -> tuple[bool | None, str | None]:
    """Whether a match with these scores is over, and who won it: what was played after the end does not count."""
    known = list(itertools.takewhile(lambda score: score is not None, scores))
    end = over_after([score for score in known if score is not None], rules)
    if end is not None:
        return True, "draw" if end[1] is None else TEAM_LETTERS[end[1]]
    return (False, None) if len(known) == len(scores) else (None, None)


def audit_game(deals: Sequence[GameDeal]) -> Iterator[tuple[int, Finding]]:
    """The findings on a game, each with the number of the deal where it shows; `deals` are in the order of their numbers."""
    yield from _missing(deals)
    counting = 0
    for before, after in itertools.pairwise(deals):
        counting += before.void is None
        rules = after.rules.rules
        # Players may draw for seats and deal anew at the start of a round (R47).
        begins_round = rules.rounds > 1 and rules.deals > 0 and counting % rules.deals == 0
        if after.deal_no == before.deal_no + 1:
            if not begins_round:
                yield from _dealer(before, after)
            yield from _same_game(before, after, begins_round=begins_round)
    yield from _totals(deals)
    yield from _length(deals)


def _missing(deals: Sequence[GameDeal]) -> Iterator[tuple[int, Finding]]:
    last = 0
    for deal in deals:
        if deal.deal_no > last + 1:
            which = f"Deal {last + 1} is" if deal.deal_no == last + 2 else f"Deals {last + 1} to {deal.deal_no - 1} are"
            yield _found(deal, "deal_missing", f"{which} not in the log.", INFORMATION)
        last = deal.deal_no


def _dealer(before: GameDeal, after: GameDeal) -> Iterator[tuple[int, Finding]]:
    """The deal passes on; after a redeal the same player deals, or the next by another rule (R7, R8)."""
    if before.dealer is None or after.dealer is None or before.void == "abandoned":
        return
    if before.void is None and not before.is_complete:
        return  # broken off: whether it was dealt again is not said
    is_redeal = before.void is not None
    allowed = {
        (before.dealer + (reading.redeal_dealer == REDEAL_NEXT if is_redeal else 1)) % 4
        for reading in after.rules.readings(("redeal_dealer",))
    }
    due = (before.dealer + (after.rules.rules.redeal_dealer == REDEAL_NEXT if is_redeal else 1)) % 4
    if after.dealer != due:
        code = "redeal_wrong_dealer" if is_redeal else "dealer_rotation"
        message = f"{SEAT_NAMES[after.dealer]} dealt; after deal {before.deal_no} it was {SEAT_NAMES[due]}'s turn to deal."
        certainty, why = DEPENDS_ON_RULE if after.dealer in allowed else VIOLATION, ""
        if is_redeal and certainty == VIOLATION and after.dealer in (before.dealer, (before.dealer + 1) % 4):
            other = "same" if after.dealer == before.dealer else "next"
            why = f" It would fit if redeal_dealer is {other}, which these rules do not say."
        yield _found(after, code, message + why, certainty)


def _same_game(before: GameDeal, after: GameDeal, *, begins_round: bool) -> Iterator[tuple[int, Finding]]:
    changed = [
        SEAT_NAMES[seat]
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old is not None and new is not None and old != new
    ]
    if changed and not begins_round:
        yield _found(after, "players_changed", f"Another player sits at {' and '.join(changed)}.", INFORMATION)
    if before.rules.rules != after.rules.rules:
        message = f"Deal {before.deal_no} was played by {_name(before.rules)}, this one by {_name(after.rules)}."
        yield _found(after, "rules_changed", message, INFORMATION)


def _totals(deals: Sequence[GameDeal]) -> Iterator[tuple[int, Finding]]:
    """Running totals by their increments, so that one fault is one finding (R54)."""
    number, totals = 0, (0, 0)
    for deal in deals:
        known = deal.deal_no == number + 1
        number = deal.deal_no
        counted = deal.logged_score if deal.void is not None else None
        if deal.void is not None and counted not in (None, (0, 0)):
            yield _found(deal, "void_deal_counted", f"A deal that does not count is logged with {_pair(counted)}.", VIOLATION)
        logged = deal.logged_totals
        if logged is None:
            number = -1  # the next increment is not known
            continue
        if known:
            yield from _increment(deal, (logged[0] - totals[0], logged[1] - totals[1]), counted)
        totals = logged


def _increment(deal: GameDeal, added: Pair, counted: Pair | None) -> Iterator[tuple[int, Finding]]:
    if deal.void is not None:
        if added != (0, 0) and added != counted:
            yield _found(deal, "void_deal_counted", f"A deal that does not count adds {_pair(added)} to the totals.", VIOLATION)
        return
    allowed = {score for score in (deal.logged_score, deal.score, deal.ruled) if score is not None}
    if not allowed or added in allowed or not deal.is_complete:
        return
    due = deal.logged_score or deal.score
    message = f"The totals grow by {_pair(added)}; the deal scored {_pair(due)}."
    # Without a logged score nothing but the rules says what the deal was worth.
    certainty = VIOLATION if deal.logged_score is not None else DEPENDS_ON_RULE
    yield _found(deal, "totals_mismatch", message, certainty)


def _length(deals: Sequence[GameDeal]) -> Iterator[tuple[int, Finding]]:
    """The number of deals, and who won, where every deal is there (R46-R49)."""
    last = deals[-1]
    if [deal.deal_no for deal in deals] != list(range(1, last.deal_no + 1)):
        return
    if len({deal.rules.rules for deal in deals}) > 1:
        return
    in_force = last.rules
    counting = [deal for deal in deals if deal.void is None]
    end = _end(counting, in_force.rules)
    if end is None:
        state = match_state(len(counting), _sum(counting), in_force.rules)
        length = in_force.rules.rounds * in_force.rules.deals
        if not state.over and length:
            message = f"The game has {len(counting)} deals that count; by its rules it lasts {length + state.extra_deals}."
            yield _found(last, "game_length", message, INFORMATION)
    elif end < len(counting):
        certainty = INFORMATION if not in_force.known else DEPENDS_ON_RULE if _may_last_longer(deals, in_force) else VIOLATION
        message = f"The game was over after {end} deals that count."
        yield _found(counting[end], "played_after_end", message, certainty)
    yield from _winner(counting, in_force)


def _may_last_longer(deals: Sequence[GameDeal], in_force: RulesInForce) -> bool:
    """Whether the last deals belong to the match by some reading, by the logged scores, or without deals broken off."""
    counting = [deal for deal in deals if deal.void is None]
    finished = [deal for deal in counting if deal.is_complete]
    as_logged = [replace(deal, score=deal.logged_score) for deal in counting if deal.logged_score is not None]
    by_totals = _scores_of_totals(deals)
    as_ruled = [replace(deal, score=deal.ruled or deal.score) for deal in counting]
    for reading in in_force.readings(("rounds", "deals", "tiebreak_deals", "target")):
        for view in (counting, finished, as_ruled, *([as_logged] if len(as_logged) == len(counting) else []), *by_totals):
            if (_end(view, reading) or len(view)) >= len(view):
                return True
        if (reading.target or reading.tiebreak_deals) and any(deal.logged_score is None for deal in counting) and not by_totals:
            return True  # nothing but our own scores says that it was over
    return False


def _scores_of_totals(deals: Sequence[GameDeal]) -> list[list[GameDeal]]:
    """The deals that count with the scores that the logged running totals give them; nothing where one is missing."""
    counting = [deal for deal in deals if deal.void is None]
    totals = [deal.logged_totals for deal in counting]
    if any(pair is None for pair in totals):
        return []
    before = [(0, 0), *totals[:-1]]
    grown = [(now[0] - old[0], now[1] - old[1]) for now, old in zip(totals, before, strict=True) if now and old]
    return [[replace(deal, score=score) for deal, score in zip(counting, grown, strict=True)]]


def _end(counting: Sequence[GameDeal], rules: RuleSet) -> int | None:
    """After how many deals the match was over, None if it was not."""
    end = over_after([deal.score or deal.logged_score or (0, 0) for deal in counting], rules)
    return None if end is None else end[0]


def _winner(counting: Sequence[GameDeal], in_force: RulesInForce) -> Iterator[tuple[int, Finding]]:
    if not counting or any(deal.score is None for deal in counting) or counting[-1].logged_totals is None:
        return
    true = match_state(len(counting), _sum(counting), in_force.rules)
    logged = match_state(len(counting), counting[-1].logged_totals, in_force.rules)
    if true.over and logged.over and true.winner != logged.winner:
        names = ["nobody" if winner is None else TEAM_LETTERS[winner] for winner in (logged.winner, true.winner)]
        message = f"By the logged totals {names[0]} won; the deals as recomputed make it {names[1]}."
        yield _found(counting[-1], "game_winner_mismatch", message, INFORMATION)


def _sum(deals: Sequence[GameDeal], start: Pair = (0, 0)) -> Pair:
    ns, ew = start
    for deal in deals:
        score = deal.score or deal.logged_score or (0, 0)
        ns, ew = ns + score[0], ew + score[1]
    return ns, ew


def _name(rules: RulesInForce) -> str:
    return f"{rules.name} with {rules.custom}" if rules.custom else rules.name


def _pair(values: Pair | None) -> str:
    return "nothing" if values is None else f"{values[0]}-{values[1]}"


def _found(deal: GameDeal, code: str, message: str, certainty: str) -> tuple[int, Finding]:
    return deal.deal_no, Finding(code, certainty, CODES[code].paragraph, message)
