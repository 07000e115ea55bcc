"""The terms of the game and of its figures: what they mean, and the paragraph that settles them."""

import streamlit as st

from dashboard import address
from dashboard.texts import text, texts

_PREFIX = "glossary.term_"
PARAGRAPHS = {
    "trump": "R2",
    "jas": "R2",
    "nel": "R2",
    "plain_suit": "R3",
    "deal": "R1",
    "game": "R46",
    "trick": "R23",
    "dealer": "R7",
    "declarer": "R13",
    "defender": "R13",
    "partner": "R5",
    "bidding": "R10",
    "pass": "R10",
    "lead": "R12",
    "follow": "R15",
    "ruff": "R17",
    "overtrump": "R18",
    "undertrump": "R19",
    "amsterdams": "R20",
    "rotterdams": "R20",
    "verzaken": "R42",
    "roem": "R25",
    "run3": "R26",
    "run4": "R27",
    "stuk": "R28",
    "quad": "R29",
    "nat": "R35",
    "made": "R34",
    "pit": "R38",
    "last_trick": "R24",
    "passed_out": "R8",
    "violation": "R55",
    "depends_on_rule": "R55",
    "information": "R55",
}
"""The paragraph of RULES.md that settles a term; a term of statistics has none."""


def terms() -> list[str]:
    """All terms by their keys, in the order of their names in the reader's language."""
    keys = [name.removeprefix(_PREFIX) for name in texts() if name.startswith(_PREFIX)]
    return sorted(keys, key=lambda key: name_of(key).lower())


def name_of(term: str) -> str:
    """What a term is called."""
    return text(f"glossary.term_{term}")


def meaning(term: str) -> str:
    """What a term means, in a sentence or two."""
    return text(f"glossary.means_{term}")


def links(*wanted: str) -> None:
    """A line of small links from another page to terms that it uses; what a term means is shown where one is pointed at."""
    words = " · ".join(f'[{name_of(term)}]({address.term_address(term)} "{meaning(term)}")' for term in wanted)
    # Not a caption: its links are too pale to read.
    st.markdown(f":small[:material/menu_book: {text('glossary.see')} {words}]")
