"""Deals of which every statistic was counted by hand, and luck made up for them."""

from lucky import Luck
from making import Values

ANNA_NORTH = ["Anna", "Carla", "Bas", "Dirk"]


ANNA_SOUTH = ["Bas", "Dirk", "Anna", "Carla"]


TWO_DEALS = {"base": "amsterdams", "rounds": 1, "deals": 2}


TURNED = "klaverlive_draaikaart_schudden"


def deal(game: str, number: int, players: list[str], rules: object, **values: object) -> Values:
    return {"site": "club", "game_id": game, "deal_no": number, "players": players, "rules": rules, **values}


A = deal(
    *("evening", 1, ANNA_NORTH, TWO_DEALS),
    played_at="2026-01-08T20:00:00",
    dealer="W",
    bids=["pass", "pass", "pass", "pass", "S"],  # north, east, south, west; then north has to
    declarer="N",
    trump="S",
    plays=(
        "JS 8S QS 7S "  # north 23
        "9S TS TC KS "  # north 38
        "7D JD QD AD "  # west 16
        "AC JC KC QC "  # west 20, roem 50 (four in a row)
        "8C AS 7C TH "  # north 21: north-south have 82, three tricks are left
        "8D TD 7H 9D "  # east 10, roem 20 (three in a row)
        "AH 8H 9H KH "  # east 15
        "JH QH 9C KD"  # south 19
    ),  # 101 against 61 and 70 roem: nat, 0-232
)


B = deal(
    *("evening", 2, ANNA_NORTH, TWO_DEALS),
    played_at="2026-01-08T20:00:00",
    dealer="W",
    bids=["pass", "pass", "pass", "D"],  # west plays freely at the fourth turn
    declarer="W",
    trump="D",
    # Trick by trick to W W W E E E E W: pit, no roem, 0-262.
    plays=(
        "7C QC 9C AC JD 7D QD 8D 9D 8C KD TD JH 8S QH 8H "  #
        "AH 9H TH 9S KH 7S TS JC 7H JS QS KC KS AS AD TC"
    ),
)


C = deal(
    *("other evening", 1, ANNA_SOUTH, "rotterdams"),
    played_at="2026-01-08T20:00:00",
    dealer="E",
    bids=["pass", "pass", "pass", "pass", "D"],  # south, west, north, east; then south, Anna, has to
    declarer="S",
    trump="D",
    plays=(
        "AH 8H 7H JH "  # south 13
        "8D TD AD JD "  # east 41
        "AC 8C 7C 7D "  # north 11
        "AS TS JS KS "  # north 27
        "TH QH 9D 9H "  # south 27: north-south have 78
        "KD QD QS JC "  # south 12, roem 20 (stuk)
        "9C QC 7S TC "  # east 13
        "KC 8S KH 9S"  # east 18
    ),  # 90 and 20 roem against 72: made, 110-72
)


D = deal(
    *("draaikaart", 1, ANNA_NORTH, TURNED),
    dealer="N",
    bids=["pass"] * 8,  # east, south, west, north, twice: Anna speaks fourth
    turned=["2S", "2C"],
    void="passed_out",
)


E = deal(
    *("draaikaart", 2, ANNA_NORTH, TURNED),
    dealer="S",
    bids=["pass"] * 5 + ["play"],  # west, north, east, south, west; north, Anna, plays on clubs at the second time round
    turned=["2D", "2C"],
    declarer="N",
    trump="C",
    plays=(
        "7S 8S QS TS "  # south 13
        "AD 8D KD JD "  # south 17
        "TC 9C JC AC "  # north 55, roem 20 (three in a row)
        "KC 8C KS 7C "  # north 8
        "AH JH 9H 7H "  # north 13: north-south have 106
        "AS JS 9S 8H "  # north 13
        "KH TH 7D QH "  # east 17
        "TD 9D QD QC"  # north 26
    ),  # 145 and 20 roem against 17: made, 165-17
)


# The cards of A by rules under which roem must be announced. East announces the roem of the fourth trick, nobody that of
# the sixth: 50 count, 20 are forgotten.
F = deal(
    *("announced", 1, ["Gert", "Eva", "Hans", "Fien"], "turnup_amsterdams"),
    dealer="W",
    declarer="N",
    trump="S",
    plays=A["plays"],
    claims=[{"card_no": 16, "seat": "E", "points": 50}],
)


# Broken off after a trick. East, Ivo, held hearts and played a club on the ace of hearts.
G = deal(
    *("broken off", 1, ["Gert", "Ivo", "Hans", "Fien"], "amsterdams"),
    leader="N",
    declarer="S",
    trump="D",
    hands=[None, "8C TH QH KH 7S 8S 9S TS", None, None],
    plays="AH 8C 7H JH",
)


# Every hand is known: north Lien, east Joke, south Mies, west Koos.
H = deal(
    *("cards", 1, ["Lien", "Joke", "Mies", "Koos"], "amsterdams"),
    leader="N",
    declarer="E",
    trump="H",
    hands=["9S AH 7H 8C 9C JC QC KC", "AS JH QH TH KD QD AC TC", "8S JS KS 8H 9H 7D TD AD", "7S TS QS KH 8D 9D JD 7C"],
    plays=(
        "9S AS 8S TS "  # to east: south's eight and west's ten make 20
        "JH 8H KH AH "  # to east, north giving the ace where the seven would do
        "AC 9H 7C 8C "  # to south, who had to ruff the ace; north keeps the king
        "AD 8D 7H QD "  # to north, who was free to ruff his partner's ace
        "KC TC 7D 9D "  # to east; south and west discard
        "KD TD JD 9C "  # to south; east leads the suit of west's discard
        "KS 7S JC QH "  # to east
        "TH JS QS QC"  # to east
    ),
    think_ms=[0, 0, 0, 2400, 0, 0, 500, 0, 0, 0, 300, 0, 0, 1600, 0, 0],
)


# The cards of A again: Pim plays twice with Rik and once with Sara.
PIM = [
    deal(
        f"pim {number}",
        1,
        ["Pim", "Eef", partner, "Cor"],
        "amsterdams",
        declarer="N",
        leader="N",
        trump="S",
        plays=A["plays"],
    )
    for number, partner in enumerate(("Rik", "Sara", "Rik"))
]


# Luck that is made up, for North and South: of A, C and E as if it had been found, of B only the best suits.
LUCK = {
    ("club", "evening", 1): Luck(-232, -30.0, -20.0, -182.0, -202.0, 0.75, (8, 1, 2, 3), "SCDH", -132.0, 0.25),
    ("club", "evening", 2): Luck(-262, *(None,) * 6, "HHHD", None, None),
    ("club", "other evening", 1): Luck(38, 10.0, 6.0, 22.0, 28.0, 0.25, (1, 2, 9, 3), "HHHH", None, None),
    ("club", "draaikaart", 2): Luck(148, 40.0, 8.0, 100.0, 108.0, 0.125, (10, 5, 6, 7), "CCCC", None, None),
    ("club", "pim 0", 1): Luck(-232, -30.0, -20.0, -182.0, -202.0, 0.75, None, None, None, None),
    ("club", "pim 1", 1): Luck(-232, -340.0, 8.0, 100.0, 108.0, 0.75, None, None, None, None),
    ("club", "pim 2", 1): Luck(-232, -260.0, 8.0, 20.0, 28.0, 0.75, None, None, None, None),
    ("club", "cards", 1): Luck(0, 1.0, 2.0, 7.0, 9.0, 0.5, (4, 5, 6, 7), "HHHH", None, None),
}
