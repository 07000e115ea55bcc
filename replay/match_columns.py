"""Matches by columns: how each game stands, and which games need the look of `audit_game`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from replay._compile import compiled, rule
from replay.cards import TEAM_LETTERS
from replay.deals import MISSING
from replay.match import REDEAL_NEXT, GameResult
from replay.match_end import stands
from replay.readings import RulesInForce

if TYPE_CHECKING:
    from numpy.typing import NDArray

ABANDONED = 3
"""1 + the index of `abandoned` in VOIDS, as the column void has it."""
DRAW = 2
UNKNOWN = -1
NO_WINNER = -2


@dataclass(frozen=True)
class GameColumns:
    """The deals of whole games as columns, ordered by game and number; `starts` has where each game begins, and the end.

    Names are any numbers, the same for the same name of a seat, 0 for nobody in particular; `rules` are indices of
    `rule_sets`. Pairs are per team, MISSING where they are not known.
    """

    starts: "NDArray[np.int64]"
    deal_no: "NDArray[np.int64]"
    names: "NDArray[np.uint64]"
    dealer: "NDArray[np.int8]"
    void: "NDArray[np.int8]"
    complete: "NDArray[np.bool_]"
    rules: "NDArray[np.int64]"
    rule_sets: list[RulesInForce]
    score: "NDArray[np.int64]"
    ruled: "NDArray[np.int64]"
    logged_score: "NDArray[np.int64]"
    logged_totals: "NDArray[np.int64]"


@dataclass(frozen=True)
class Standings:
    """How each game stands, and True in `odd` where `audit_game` could find anything, never False where it does."""

    odd: "NDArray[np.bool_]"
    counting: "NDArray[np.int64]"
    over: "NDArray[np.int8]"
    winner: "NDArray[np.int8]"
    logged_winner: "NDArray[np.int8]"

    def result(self, game: int) -> GameResult:
        """What `game_result` says of a game."""
        over = int(self.over[game])
        return GameResult(
            int(self.counting[game]),
            None if over == UNKNOWN else bool(over),
            WINNERS[self.winner[game]],
            WINNERS[self.logged_winner[game]],
        )


WINNERS: dict[int, str | None] = {NO_WINNER: None, 0: TEAM_LETTERS[0], 1: TEAM_LETTERS[1], DRAW: "draw"}


def load() -> None:
    """Load the machine code for games, which takes half a second, before there are any."""
    numbers, small, pairs = np.zeros(0, np.int64), np.zeros(0, np.int8), np.zeros((0, 2), np.int64)
    names, flags = np.zeros((0, 4), np.uint64), np.zeros(0, np.bool_)
    starts = np.zeros(1, np.int64)
    game_standings(GameColumns(starts, numbers, names, small, small, flags, numbers, [], pairs, pairs, pairs, pairs))


def game_standings(games: GameColumns) -> Standings:
    """How the games stand, in their order."""
    count = len(games.starts) - 1
    odd, counting = np.zeros(count, np.bool_), np.zeros(count, np.int64)
    over, winner, logged = (np.zeros(count, np.int8) for _ in range(3))
    sets = [one.rules for one in games.rule_sets]
    lasting = np.array(
        [(one.rounds, one.deals, one.tiebreak_deals, one.target, int(one.redeal_dealer == REDEAL_NEXT)) for one in sets],
        np.int64,
    ).reshape(-1, 5)
    given: tuple[NDArray[Any], ...] = (
        *(games.starts, games.deal_no, games.names, games.dealer, games.void, games.complete, games.rules, lasting),
        *(games.score, games.ruled, games.logged_score, games.logged_totals),
    )
    # Arrays that may not be written would be of another type to numba, for which it compiles once more.
    compiled(_standings)(*(np.require(array, requirements=("C", "W")) for array in given), odd, counting, over, winner, logged)
    return Standings(odd, counting, over, winner, logged)


def _standings(
    starts: Any,
    deal_no: Any,
    names: Any,
    dealer: Any,
    void: Any,
    complete: Any,
    rules: Any,
    lasting: Any,
    score: Any,
    ruled: Any,
    logged_score: Any,
    logged_totals: Any,
    odd: Any,
    counting: Any,
    over: Any,
    winner: Any,
    logged_winner: Any,
) -> None:
    for game in range(len(starts) - 1):
        first, last = int(starts[game]), int(starts[game + 1]) - 1
        count, whole = 0, True
        for row in range(first, last + 1):
            count += void[row] == 0
            whole = whole and deal_no[row] == row - first + 1 and rules[row] == rules[first]
        counting[game] = count
        over[game], winner[game], logged_winner[game] = UNKNOWN, NO_WINNER, NO_WINNER
        if not whole:
            odd[game] = True
            continue
        by = lasting[rules[first]]
        if count > 0:
            over[game], winner[game] = whole_match(void, score, first, last, by)
            _, logged_winner[game] = whole_match(void, logged_score, first, last, by)
        odd[game] = (
            passes_on_oddly(names, dealer, void, complete, first, last, by)
            or adds_up_oddly(void, complete, score, ruled, logged_score, logged_totals, first, last)
            or ends_oddly(void, score, logged_score, logged_totals, first, last, count, by)
        )


@rule
def whole_match(void: Any, scores: Any, first: int, last: int, by: Any) -> tuple[int, int]:
    """Whether the deals that count end the match by these scores, and who won it, as `game_result` has it."""
    ns, ew, number, block = 0, 0, 0, 0
    for row in range(first, last + 1):
        if void[row] != 0:
            continue
        if scores[row, 0] == MISSING:
            return UNKNOWN, NO_WINNER
        number, ns, ew = number + 1, ns + scores[row, 0], ew + scores[row, 1]
        ended, who, extra = stands(number, ns, ew, by[0], by[1], by[2], by[3])
        if extra and number >= block:
            block = number + extra
        if ended and number >= block:
            return 1, (DRAW if who < 0 else who)
    return 0, NO_WINNER


@rule
def passes_on_oddly(names: Any, dealer: Any, void: Any, complete: Any, first: int, last: int, by: Any) -> bool:
    """Whether the deal does not pass on as it should, or another player sits down (R7, R8)."""
    for row in range(first + 1, last + 1):
        before = row - 1
        for seat in range(4):
            if names[row, seat] != 0 and names[before, seat] != 0 and names[row, seat] != names[before, seat]:
                return True
        if dealer[row] < 0 or dealer[before] < 0 or void[before] == ABANDONED:
            continue
        if void[before] == 0 and not complete[before]:
            continue
        step = by[4] if void[before] != 0 else 1
        if dealer[row] != (dealer[before] + step) % 4:
            return True
    return False


@rule
def adds_up_oddly(void: Any, complete: Any, score: Any, ruled: Any, logged: Any, totals: Any, first: int, last: int) -> bool:
    """Whether running totals do not grow by a score of the deal, or a void deal counts (R54)."""
    ns, ew, known = 0, 0, True
    for row in range(first, last + 1):
        counts = void[row] == 0
        if not counts and logged[row, 0] != MISSING and (logged[row, 0] != 0 or logged[row, 1] != 0):
            return True
        if totals[row, 0] == MISSING:
            known = False
            continue
        more_ns, more_ew = totals[row, 0] - ns, totals[row, 1] - ew
        if known and not counts and (more_ns != 0 or more_ew != 0):
            return True
        if known and counts and complete[row]:
            fits, told = False, False
            for pair in (logged[row], score[row], ruled[row]):
                told = told or pair[0] != MISSING
                fits = fits or (pair[0] != MISSING and pair[0] == more_ns and pair[1] == more_ew)
            if told and not fits:
                return True
        ns, ew, known = totals[row, 0], totals[row, 1], True
    return False


@rule
def ends_oddly(void: Any, score: Any, logged: Any, totals: Any, first: int, last: int, count: int, by: Any) -> bool:
    """Whether the match ends too early or too late, or the logged totals make another side win (R46-R49)."""
    ns, ew, number, block, end, all_known, final = 0, 0, 0, 0, -1, True, first
    for row in range(first, last + 1):
        if void[row] != 0:
            continue
        number, final = number + 1, row
        if score[row, 0] != MISSING:
            ns, ew = ns + score[row, 0], ew + score[row, 1]
        else:
            all_known = False
            if logged[row, 0] != MISSING:
                ns, ew = ns + logged[row, 0], ew + logged[row, 1]
        ended, _, extra = stands(number, ns, ew, by[0], by[1], by[2], by[3])
        if extra and number >= block:
            block = number + extra
        if end < 0 and ended and number >= block:
            end = number
    if end < 0:
        ended, _, _ = stands(count, ns, ew, by[0], by[1], by[2], by[3])
        if not ended and by[0] * by[1] > 0:
            return True
    elif end < count:
        return True
    if count == 0 or not all_known or totals[final, 0] == MISSING:
        return False
    ended, true_winner, _ = stands(count, ns, ew, by[0], by[1], by[2], by[3])
    logged_end, told_winner, _ = stands(count, totals[final, 0], totals[final, 1], by[0], by[1], by[2], by[3])
    return bool(ended) and bool(logged_end) and true_winner != told_winner
