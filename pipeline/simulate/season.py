"""A season of simulated games as canonical log records, repeatable from its seed."""

import contextlib
import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, BinaryIO

import msgspec
import numpy as np

from pipeline.records import rules_value
from pipeline.simulate.bots import SKILLS
from pipeline.simulate.faults import FAULTS, FILE_FAULTS, RECORD_FAULTS, Planted, Values
from pipeline.simulate.table import DRAWS, play_deals
from replay.bidding import CALLS, TURNED_2, TURNED_3, offer
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS
from replay.deals import DEAL_COLUMNS, Deals
from replay.kernel import replay_deals
from replay.legal import PLAY_CODES
from replay.readings import RulesInForce, rules_in_force
from replay.rulesets import BIDDING_METHODS, CLAIM_ANNOUNCED

NAMES = (
    *("Anneke", "Bram", "Corrie", "Dirk", "Els", "Freek", "Greet", "Henk", "Ineke", "Jaap", "Kees", "Lies"),
    *("Marijke", "Nico", "Okke", "Petra", "Ria", "Sjoerd", "Tineke", "Uschi", "Vera", "Wim", "Ypie", "Zeger"),
)
GAMES_AT_A_TIME = 250
FIRST_EVENING = date(2026, 1, 8)


@dataclass(frozen=True)
class League:
    """Who plays: a number of games by some rules, players of given skills, with fixed or changing partners.

    `shares` gives for each kind of fault (FAULTS) the share of deals that it is planted in, 0-1, one fault a deal at most.
    """

    games: int
    seed: int
    rules: RulesInForce = field(default_factory=lambda: rules_in_force("amsterdams"))
    skill: str = "club"
    """One of SKILLS for everybody, or "mixed"."""
    changing_partners: bool = False
    site: str = "simulated"
    prefix: str = "game"
    shares: Mapping[str, float] = field(default_factory=dict)
    tables: int = 4
    """Games of an evening; there is one a week."""

    def __post_init__(self) -> None:
        if unknown := [fault for fault in self.shares if fault not in FAULTS]:
            raise ValueError(f"unknown fault {unknown[0]!r}: one of {', '.join(FAULTS)}")
        if self.skill not in (*SKILLS, "mixed"):
            raise ValueError(f"unknown skill {self.skill!r}: one of {', '.join((*SKILLS, 'mixed'))}")
        if not sum(self.shares.values()) <= 1 or not all(share >= 0 for share in self.shares.values()):
            raise ValueError(f"shares of faults must be from 0 to 1 in all, not {sum(self.shares.values()):g}")
        if self.games < 1:
            raise ValueError(f"{self.games} games are too few: at least 1")
        if self.tables < 1:
            raise ValueError(f"{self.tables} tables are too few: at least 1")
        if (self.games - 1) // self.tables > (date.max - FIRST_EVENING).days // 7 - 1:
            raise ValueError(f"{self.games} games at {self.tables} tables an evening last beyond the year 9999: more tables")


def write_season(league: League, stream: BinaryIO) -> list[Planted]:
    """Write the league's log as JSON Lines; what was planted in it, in the order of games and deals."""
    planted: list[Planted] = []
    encoder = msgspec.json.Encoder()
    with _no_collection():
        for first in range(0, league.games, GAMES_AT_A_TIME):
            rows = _Rows(league, first, min(GAMES_AT_A_TIME, league.games - first))
            buffer = bytearray()
            for values in rows.records(planted):
                encoder.encode_into(values, buffer, len(buffer))
                buffer += b"\n"
            stream.write(buffer)
    return planted


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage collection: records are many small lists without cycles, and looking for some takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Rows:
    """Up to GAMES_AT_A_TIME games: played, replayed for the site's figures, and written as records."""

    def __init__(self, league: League, first_game: int, games: int) -> None:
        self.league = league
        self.first_game = first_game
        rng = np.random.default_rng([league.seed, first_game])
        self.draws = _draw_rows(rng, games, league)
        self.tables = [self._table(rng) for _ in range(games)]
        skills = np.array([[self._skill(name) for name in table] for table in self.tables])
        self.kinds = self._wanted(rng, len(self.draws))
        codes = np.array([PLAY_CODES.index(kind) + 1 if kind in PLAY_CODES else 0 for kind in self.kinds])
        decks = rng.permuted(np.tile(np.arange(32, dtype=np.int8), (len(self.draws), 1)), axis=1)
        self.turned = rng.permuted(np.tile(np.arange(20) // 5, (len(self.draws), 1)), axis=1)
        turned = _turned_that_count(self.turned)
        dealers = rng.integers(0, 4, games)
        self.columns = play_deals(league.rules.rules, decks, turned, self.draws, skills, dealers, codes)
        results = replay_deals(_as_deals(self.columns), league.rules.rules).columns
        # The winners announce all their roem when the trick is complete, so that all of it counts.
        self.announces = league.rules.rules.roem_claim == CLAIM_ANNOUNCED
        self.ready = _ready(self.columns, results)
        self.games: list[int] = self.columns["game"].tolist()
        self.calls: list[list[int]] = self.columns["calls"].tolist()
        self.rules_value = rules_value(league.rules)
        self.turns_cards = "turned" in _method(league.rules)
        numbers = range(first_game, first_game + games)
        self.game_ids = [f"{league.prefix}-{number + 1:04d}" for number in numbers]
        self.evenings = [(FIRST_EVENING + timedelta(days=7 * (number // league.tables))).isoformat() for number in numbers]

    def _table(self, rng: Any) -> list[str]:
        if self.league.changing_partners:
            return [NAMES[at] for at in rng.permutation(len(NAMES))[:4]]
        pairs = rng.permutation(len(NAMES) // 2)[:2]
        return [NAMES[2 * pairs[0]], NAMES[2 * pairs[1]], NAMES[2 * pairs[0] + 1], NAMES[2 * pairs[1] + 1]]

    def _skill(self, name: str) -> int:
        if self.league.skill == "mixed":
            return (2, 2, 1, 2, 1, 0)[NAMES.index(name) % 6]
        return SKILLS.index(self.league.skill)

    def _wanted(self, rng: Any, count: int) -> list[str]:
        kinds = list(self.league.shares)
        edges = np.cumsum([self.league.shares[kind] for kind in kinds])
        chosen = np.searchsorted(edges, rng.random(count), side="right")
        return [kinds[at] if at < len(kinds) else "" for at in chosen]

    def records(self, planted: list[Planted]) -> Iterator[Values]:
        """The records in the order of the file; a reordered one comes at the end of its game."""
        late: list[Values] = []
        totals, game, deal_no = [0, 0], -1, 0
        for row, of_game in enumerate(self.games):
            if of_game != game:
                yield from late
                late, game, deal_no, totals = [], of_game, 0, [0, 0]
            deal_no += 1
            values = self._values(row, deal_no, totals)
            note = self._plant(self.kinds[row], values, row) if self.kinds[row] else None
            kind = "" if note is None else note.fault
            if note is not None:
                planted.append(note)
            if kind == "reordered":
                late.append(values)
            elif kind != "missing":
                yield values
            if kind == "duplicate":
                yield values
        yield from late

    def _values(self, row: int, deal_no: int, totals: list[int]) -> Values:
        game, ready = self.games[row], self.ready
        values: Values = {
            "site": self.league.site,
            "game_id": self.game_ids[game],
            "deal_no": deal_no,
            "played_at": self._time(game, deal_no),
            "rules": self.rules_value,
            "players": self.tables[game],
            "dealer": ready["dealer"][row],
            "bids": ready["bids"][row],
            "hands": ready["hands"][row],
        }
        if self.turns_cards:
            values["turned"] = self._turned_cards(row)
        if ready["declarer"][row] is None:
            values["void"] = "passed_out"
            return values
        for name in _PLAYED:
            values[name] = ready[name][row]
        if self.announces:
            values["claims"] = [
                {"card_no": 4 * trick + 4, "seat": values["winners"][trick], "points": roem}
                for trick, roem in enumerate(values["roem"])
                if roem
            ]
        totals[0] += values["score"][0]
        totals[1] += values["score"][1]
        values["totals"] = totals.copy()
        return values

    def _time(self, game: int, deal_no: int) -> str:
        """When a deal was played: eight minutes after the one before."""
        minutes = 19 * 60 + 30 + 8 * deal_no
        return f"{self.evenings[game]}T{minutes // 60 % 24:02d}:{minutes % 60:02d}:00"

    def _turned_cards(self, row: int) -> list[str]:
        """The cards turned from the pile of 2-6 while this deal was bid: as many suits as its calls went through (R10)."""
        offers = [offer(number, self.league.rules.rules) & 7 for number, call in enumerate(self.calls[row]) if call >= 0]
        suits = [int(suit) for suit in self.turned[row]]
        shown = 1
        if TURNED_2 in offers or TURNED_3 in offers:
            shown = next(at for at, suit in enumerate(suits) if suit != suits[0]) + 1
        if TURNED_3 in offers:
            shown += 1
        return [f"{2 + suits[:at].count(suit)}{SUIT_LETTERS[suit]}" for at, suit in enumerate(suits[:shown])]

    def _plant(self, kind: str, values: Values, row: int) -> Planted | None:
        """Do the fault `kind` to a record's values; None where none was wanted or it cannot be done here."""
        if not kind or "plays" not in values:
            return None
        place = (values["game_id"], values["deal_no"], kind)
        if kind in PLAY_CODES:
            index = int(self.columns["fault_at"][row])
            if index < 0:
                return None
            return Planted(*place, kind, index // 4 + 1, index + 1, values["seats"][index])
        if kind in FILE_FAULTS:
            return Planted(*place, "")
        change = RECORD_FAULTS[kind](values, int(self.draws[row, 42]))
        return None if change is None else Planted(*place, change.code, change.trick_no)


_PLAYED = (
    *("declarer", "trump", "leader", "plays", "seats", "roem", "winners"),
    *("points", "roem_points", "score", "nat", "pit"),
)
"""Fields of a record that was played, in the order in which they are written."""


def _method(rules: RulesInForce) -> str:
    return BIDDING_METHODS[rules.rules.bidding]


def _draw_rows(rng: Any, games: int, league: League) -> Any:
    spare = 8.0 if _method(league.rules) == "turned_turned_redeal" else 1.0
    rows = int(games * league.rules.rules.deals * spare) + (64 if spare > 1 else 0)
    return rng.integers(0, 1 << 30, (rows, DRAWS), dtype=np.int64)


def _turned_that_count(suits: Any) -> Any:
    """The first turned suit, the first other one, and the one after it, for each row of a pile (R10)."""
    second = (suits != suits[:, :1]).argmax(axis=1)
    rows = np.arange(len(suits))
    return np.stack([suits[:, 0], suits[rows, second], suits[rows, second + 1]], axis=1)


def _as_deals(columns: Mapping[str, Any]) -> Deals:
    count = len(columns["game"])
    deals = {name: np.full((count, *spec.shape), spec.missing, spec.dtype) for name, spec in DEAL_COLUMNS.items()}
    played = columns["declarer"] >= 0
    for name in ("trump", "declarer", "dealer", "hands", "plays", "seats"):
        deals[name][:] = columns[name]
    deals["declaring_team"][played] = columns["declarer"][played] % 2
    deals["count"][played] = 32
    return Deals(deals)


def _ready(columns: Mapping[str, Any], results: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The columns as the values of a record, one list a field: made all at once, ten times faster than one by one."""
    seats, count = np.array(list(b"NESW"), np.uint8), len(columns["game"])
    cards = np.array([list(text.encode() + b" ") for text in CARD_TEXTS], np.uint8)
    held = np.nonzero(columns["hands"][:, :, None] >> np.arange(32) & 1)[2]  # eight to a hand, ascending
    plays, hands = cards[columns["plays"]].tobytes().decode(), cards[held].tobytes().decode()
    played, won = seats[columns["seats"]].tobytes().decode(), seats[results["winners"]].tobytes().decode()
    return {
        "dealer": [SEAT_LETTERS[seat] for seat in columns["dealer"].tolist()],
        "declarer": [SEAT_LETTERS[seat] if seat >= 0 else None for seat in columns["declarer"].tolist()],
        "trump": [SUIT_LETTERS[suit] for suit in columns["trump"].tolist()],
        "leader": [SEAT_LETTERS[seat] for seat in columns["seats"][:, 0].tolist()],
        "bids": [[CALLS[call] for call in calls if call >= 0] for calls in columns["calls"].tolist()],
        "hands": [[hands[at : at + 23] for at in range(start, start + 96, 24)] for start in range(0, 96 * count, 96)],
        "plays": [plays[start : start + 95] for start in range(0, 96 * count, 96)],
        "seats": [played[start : start + 32] for start in range(0, 32 * count, 32)],
        "winners": [won[start : start + 8] for start in range(0, 8 * count, 8)],
        "roem": results["trick_roem"].tolist(),
        "points": results["points"].tolist(),
        "roem_points": results["roem"].tolist(),
        "score": results["score"].tolist(),
        "nat": (results["is_nat"] == 1).tolist(),
        "pit": (results["is_pit"] == 1).tolist(),
    }
