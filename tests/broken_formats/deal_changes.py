"""A deal with its words spelled in another way, or broken off."""

from collections.abc import Callable

from broken_formats.sound_samples import Values

SEAT_NAMES = dict(zip("NESW", ("noord", "Oost", "ZUID", "west"), strict=True))
CALL_NAMES = dict(zip("CDHS", ("klaver", "ruiten", "harten", "schoppen"), strict=True)) | {"pass": "Pas"}
DUTCH_RANKS = dict(zip("JQK", "BVH", strict=True))
DUTCH_SUITS = dict(zip("CD", "KR", strict=True))


def respelled(deal: Values, card: Callable[[str], str], seat: Callable[[str], str], call: Callable[[str], str]) -> Values:
    """A deal with every card, seat and call spelled in another way."""

    def cards(text: str) -> str:
        return " ".join(map(card, text.split()))

    return deal | {
        "plays": cards(deal["plays"]),
        "hands": list(map(cards, deal["hands"])),
        "trump": call(deal["trump"]),
        **{name: [f"{seat(word[0])}:{call(word[2:])}" for word in deal[name]] for name in ("bids",) if name in deal},
        **{name: seat(deal[name]) for name in ("dealer", "leader", "declarer")},
        **{name: list(map(seat, deal[name])) for name in ("seats", "winners")},
    }


def with_letters(deal: Values) -> Values:
    """A deal whose seats are one text of letters."""
    return deal | {name: "".join(deal[name]) for name in ("seats", "winners")}


def as_it_is(word: str) -> str:
    """A word not changed at all."""
    return word


def with_dutch_rank(card: str) -> str:
    """A card with the Dutch letter of its rank."""
    return DUTCH_RANKS.get(card[0], card[0]) + card[1]


def with_dutch_letters(card: str) -> str:
    """A card with the Dutch letters of rank and suit."""
    return with_dutch_rank(card)[0].replace("T", "10") + DUTCH_SUITS.get(card[1], card[1])


def cut_to(count: int, deal: Values) -> Values:
    """A deal broken off after so many cards."""
    tricks = count // 4
    return deal | {
        "plays": " ".join(deal["plays"].split()[:count]),
        "seats": deal["seats"][:count],
        "winners": deal["winners"][:tricks],
        "roem": deal["roem"][:tricks],
    }
