"""Every statistic on a few deals that can be counted by hand."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from golden_deals import LUCK, PIM, A, B, C, D, E, F, G, H
from lucky import write_luck
from making import write_log

from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.statistics import Selection, catalog

GOLDEN: dict[str, dict[str, tuple[float, int]]] = {
    # Anna could pass and play in all five, and chose to play in E.
    "play": {"": (1, 5)},
    # First to speak in A, B and C; fourth in D, twice; second in E, twice.
    "play_by_turn": {"1": (0, 3), "2": (0, 1), "4": (0, 1), "6": (1, 1), "8": (0, 1)},
    # She was first in A, B and C, and had to play in A and C; in D and E nobody can be forced.
    "forced_play": {"": (2, 3)},
    # D of D and E: by the rules of the others nothing can be passed out.
    "passed_out": {"": (1, 2)},
    # She declared A in spades, C in diamonds, E in clubs.
    "trump_suit": {"C": (1, 3), "D": (1, 3), "H": (0, 3), "S": (1, 3)},
    "made": {"": (2, 3)},  # C and E
    "nat": {"": (1, 3), "forced": (1, 2), "free": (0, 1)},  # A; forced in A and C, free in E
    "nat_by_play_rule": {"amsterdams": (1, 2), "rotterdams": (0, 1)},  # A and E; C
    # (101 - 61 - 70) / 2 = -15, (90 + 20 - 72) / 2 = 19, (145 + 20 - 17) / 2 = 74
    "margin": {"": (78, 3)},
    "lost_won_position": {"": (1, 2)},  # 82 stood in A and 106 in E
    "team_nat": {"": (1, 3)},  # A of A, C and E
    "nat_forced": {"": (0, 1)},  # B
    "pit": {
        "for": (0, 4),
        "against": (1, 4),
        "declaring for": (0, 3),
        "declaring against": (0, 3),
        "defending for": (0, 1),
        "defending against": (1, 1),
    },
    "points_declarer": {"": (-232 + 38 + 148, 3)},
    "points_partner": {"": (262, 1)},  # of Carla, whose partner declared B
    "points_defender": {"": (-262, 1), "lho": (-262, 1)},  # B: north is left of west
    "points_16": {"": (-232 - 262 + 38 + 148, 4)},
    "games_won": {"": (0, 1)},  # A and B are a whole game, 0-494; C and E are of games that are not over
    "deals_won": {"": (2, 4)},  # C and E
    "roem": {"": (0 + 0 + 20 + 20, 4)},
    "stuk": {"": (1, 1)},  # the sixth trick of C
    "roem_kinds": {"run3": (2, 32), "run4": (1, 32), "stuk": (1, 32), "quad": (0, 32)},  # four deals of eight tricks
    "deals_with_roem": {"": (3, 4)},  # all but B
    "last_trick": {"": (2, 4)},  # A and E
    "points_by_seat": {"N": (-232 - 262 + 148, 3), "S": (38, 1)},
    # Her trumps were 9 J A in A, 8 9 K in C, J Q K in E; her aces beside them none, one, two.
    "nat_by_trumps": {"3 J9": (1, 1), "3 9": (0, 1), "3 J": (0, 1)},
    "nat_by_aces": {
        "0 aces": (1, 1),
        "1 ace": (0, 1),
        "2 aces": (0, 1),
        "0 aces, 3 trumps": (1, 1),
        "1 ace, 3 trumps": (0, 1),
        "2 aces, 3 trumps": (0, 1),
    },
    "partner_jack": {"": (0, 1)},  # in C, where east had it
    # The worth of her side's cards in A, B, C and E: 11 an ace, 10 a ten, 6.5 a jack, 4 a king, 3.5 a nine, 3 a queen.
    # A: A TT JJ KK 9 QQQQ. B: A TT JJ K 999. C: AAA T J K 999 Q. E: AAA TT J KKKK 999 Q.
    "card_luck": {"": (67.5 + 58.5 + 67 + 89 - 4 * 76, 4)},
    # A: JC JS, 9S, AS. B: JC, 9S. C: JS, 9C 9D, AH. E: JC, AH AS.
    "high_cards": {"J": (2 + 1 + 1 + 1, 4), "9": (1 + 1 + 2 + 0, 4), "A": (1 + 0 + 1 + 2, 4)},
    "nine_caught": {"": (0, 1)},  # C: south's nine took the fifth trick, the jack lay with east
    "revokes": {"": (1, 1)},  # G
    "roem_forgotten": {"": (20, 1)},  # F
    "volume": {"deals": (3, 1), "games": (2, 1)},  # A, B and C on one day; D and E have no date
    # Lien's only spade. She was right of the declarer.
    "first_lead": {
        f"rho: {kind}": (kind == "singleton", 1)
        for kind in ("jack of trumps", "other trump", "ace", "ten or king", "low from an ace", "singleton", "other")
    },
    "draw_trumps": {"": (1, 1)},  # Joke led the jack to the second trick
    "cash_ace": {"": (1, 1)},  # Mies led the ace of diamonds to the fourth
    "ruffed": {"": (1, 1), "could draw": (1, 1)},  # Joke's ace of clubs, while she held queen and ten of trumps
    # Koos laid the ten on Joke's ace, of ten, queen and seven; and the nine on her ten of clubs, when the queen was worth 3.
    "feeding": {"": (10 + 0, 10 + 3)},
    "starving": {"": (11, 11)},  # Lien on the jack of trumps, with ace and seven
    "ruffing": {"": (1, 1)},  # Lien in the fourth trick
    # Koos discarded a diamond in the fifth trick; Joke then had a diamond and two trumps and led the diamond.
    "signal": {"": (1, 1), "by chance": (341 / 1024, 1)},
    "roem_completed": {"": (20, 1)},  # Koos with the ten in the first trick
    "roem_given_away": {"": (20, 1)},  # Mies with the eight, where the king would have made nothing
    "roem_given_rate": {"": (1, 1)},  # the same
    "roem_chance": {"": (1, 1)},  # Koos in the first trick, with the queen as another choice
    "advice_roem": {"own tricks": (1, 1)},  # the same
    # Joke led trumps to the second trick, but an ace to the third while there were two trumps out. Later there was no ace.
    "advice_trumps": {"draw": (1, 2)},
    # Koos: ten of spades of three, king of trumps, seven of clubs, eight of diamonds of three.
    "think_time": {
        "3 legal cards": (2400 + 1600, 2),
        "1 legal card": (500 + 300, 2),
        "trick 1, by choice": (2400, 1),
        "trick 4, by choice": (1600, 1),
    },
    # Anna passed with nine, jack and ace of spades in A and with jack and four more clubs in B. She passed without such a suit
    # in C and on diamonds in E, but then played on jack, queen and king of clubs.
    "advice_strong": {"call": (0, 2), "pass": (2, 3)},
    # Three with the jack: spades in A and clubs in B, not followed, clubs in E, followed. In E she had no jack and no nine of
    # diamonds and passed; in C she had both, but not of three trumps.
    "advice_light": {"call": (1, 3), "pass": (1, 1)},
    # Anna sat north in A and E, south in C: luck -30 + 10 + 40, bidding -20 + 6 + 8, play -182 + 22 + 100.
    "luck_points": {"": (20, 3)},
    "bidding_value": {"": (-6, 3), "declarer": (-6, 3)},
    "play_value": {"": (-60, 3), "declarer": (-60, 3)},
    "points_adjusted": {"": (-202 + 28 + 108, 3)},
    "difference": {"": (-232 + 132, 1)},  # A: the others had -132
    "matchpoints": {"": (0.25, 1)},
    # She passed at her first call in A (tenth 8) and in C (south, 9); deals like E can be passed out, and are not counted.
    "play_by_strength": {"08": (0, 1), "09": (0, 1)},
    "best_suit": {"": (1, 1)},  # west took B in diamonds
    "nat_over_expected": {"": (1 - 0.75 - 0.25 - 0.125, 3)},  # A was nat, C and E were made
    "made_by_chance": {"20-30 %": (0, 1), "70-80 %": (1, 1), "80-90 %": (1, 1)},
    "lead_value": {
        "jack of trumps": (-182, 1),
        "ace": (22, 1),
    },  # hers were to A and C, and to B, of whose luck nothing is known
    "roem_after_lead": {"jack of trumps": (-70, 1), "ace": (20, 1), "other": (0, 1)},
    "head_to_head": {"": (-202 + 28 + 108, 3)},
    "recent_form": dict.fromkeys(("last 50", "last 100", "last 250"), (-202 + 28 + 108, 3)),
    "variance_by_cards": {"": (232**2 - 202**2 + 38**2 - 28**2 + 148**2 - 108**2, 232**2 + 38**2 + 148**2)},
    "league_size": {"": (4 * 7, 4)},  # A, B, C and E, in a league of seven
    "pair_synergy": {"": (4 * 1.5, 4)},  # with Bas in all four
    # As advice_strong has it: in A she did not call, in C and E she passed as advised, in E she then called against it.
    "advice_cost": {"call, not followed": (-202, 1), "pass, followed": (28 + 108, 2), "pass, not followed": (108, 1)},
    # With Rik -202 and 28, which is 310 and 80 below what was made with Sara; with her 108, 195 above the mean of -87.
    "partner_lift": {"": (-310 - 80 + 195, 3)},
    "usual_partner": {"": (2, 3)},
    "points_by_position": {"1": (-232 - 262 + 38, 3), "2": (148, 1)},
}
OF_OTHERS = {
    **dict.fromkeys(("first_lead", "starving", "ruffing"), "Lien"),
    **dict.fromkeys(("draw_trumps", "ruffed", "advice_trumps"), "Joke"),
    **dict.fromkeys(("cash_ace", "roem_given_away", "roem_given_rate"), "Mies"),
    **dict.fromkeys(("feeding", "signal", "roem_completed", "roem_chance", "advice_roem", "think_time"), "Koos"),
    **dict.fromkeys(("partner_lift", "usual_partner"), "Pim"),
    "points_partner": "Carla",
    "best_suit": "Dirk",
    "revokes": "Ivo",
    "roem_forgotten": "Eva",
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    ingest([write_log(folder / "a.jsonl", A, B, C, D, E, F, G, H, *PIM)], folder / "a.duckdb")
    write_luck(folder / "a.duckdb", LUCK, {("club", "Anna"): 7}, {("club", frozenset(("Anna", "Bas"))): 1.5})
    return folder / "a.duckdb"


def test_every_statistic_has_a_golden_case() -> None:
    assert set(GOLDEN) == set(catalog())


@cache
def counted(player: str, db: Path) -> list[dict[str, Any]]:
    """Every statistic that is counted by hand for a player."""
    with reading(db) as store:
        names = [name for name in GOLDEN if OF_OTHERS.get(name, "Anna") == player]
        return store.statistics(names, Selection(player=player)).to_dicts()


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_numerator_and_denominator_are_those_counted_by_hand(name: str, db: Path) -> None:
    rows = [row for row in counted(OF_OTHERS.get(name, "Anna"), db) if row["statistic"] == name and row["n"]]
    assert {row["class"]: (row["numerator"], row["denominator"]) for row in rows} == GOLDEN[name]


def test_the_golden_deals_come_out_as_their_comments_say(db: Path) -> None:
    with reading(db) as store:
        rows = store.rows(
            "SELECT score_ns, score_ew, is_nat, is_pit FROM deals "
            "WHERE status = 'complete' AND game_id NOT IN ('announced', 'cards') AND game_id NOT LIKE 'pim %' "
            "ORDER BY site, game_id, deal_no"
        )
    assert [list(row.values()) for row in rows] == [
        [165, 17, False, False],
        [0, 232, True, False],
        [0, 262, False, True],
        [110, 72, False, False],
    ]
