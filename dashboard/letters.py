"""Cards as readers of a language write them."""

from replay.cards import SUIT_LETTERS, SUIT_SYMBOLS

RANKS = {"nl": {"T": "10", "J": "B", "Q": "V", "K": "H"}, "en": {"T": "10"}}
"""Ranks that a language writes otherwise than logs do."""


def written_card(card: str, of_language: str) -> str:
    """A card such as "TH" with its suit's sign and the letters of a language."""
    return SUIT_SYMBOLS[SUIT_LETTERS.index(card[1])] + RANKS[of_language].get(card[0], card[0])
