"""Log data as text that is safe to print: nothing in it moves the cursor, turns the reading direction or runs on forever."""

import json
from collections.abc import Mapping
from typing import Any

from replay.cards import CARD_TEXTS, SUIT_LETTERS, SUIT_SYMBOLS, Card, CardSet, cards_of
from replay.readings import RulesInForce

LONGEST = 40
_RANKS = {"T": "10"}


def safe(text: str | None, longest: int = LONGEST) -> str:
    """`text` with everything that is not printable replaced, cut to `longest` characters; "?" for an unknown name."""
    if text is None:
        return "?"
    printable = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return printable if len(printable) <= longest else f"{printable[: longest - 1]}…"


def symbol(card: Card) -> str:
    """A card as people write it: suit symbol, then rank, such as "♥10"."""
    rank, suit = CARD_TEXTS[card][0], CARD_TEXTS[card][1]
    return SUIT_SYMBOLS[SUIT_LETTERS.index(suit)] + _RANKS.get(rank, rank)


def symbols(cards: CardSet) -> str:
    """A set of cards as people write it."""
    return " ".join(symbol(card) for card in cards_of(cards))


def score_text(row: Mapping[str, Any], name: str) -> str:
    """Two sides' numbers of a row, such as "82-80"; empty if unknown."""
    ns, ew = row[f"{name}_ns"], row[f"{name}_ew"]
    return "" if ns is None else f"{ns}-{ew}"


ROEM_WORDS = {"run3": "three in a row", "run4": "four in a row", "stuk": "stuk", "quad": "four alike"}


def rules_text(row: Mapping[str, Any]) -> str:
    """The rules a row was judged by."""
    return named(row["rules"], row["custom"]) if row["rules_known"] else f"{row['rules']} (assumed)"


def in_force_text(rules: RulesInForce) -> str:
    """The rules a deal is judged by."""
    return named(rules.name, rules.custom)


def named(name: str, custom: str) -> str:
    """A preset's name with the fields that differ from it, JSON or empty, such as "amsterdams with four_jacks 100"."""
    if not custom:
        return name
    return f"{name} with {', '.join(f'{field} {value}' for field, value in json.loads(custom).items())}"
