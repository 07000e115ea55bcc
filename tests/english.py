"""English words in Dutch sentences."""

import re

THE_SAME = {"stuk", "west", "amsterdams", "rotterdams"}
"""Words that are Dutch as they are stored."""


ENGLISH = {
    *("the", "and", "were", "which", "that", "by", "not", "if", "rules", "logged", "while", "holding", "played", "made"),
    *("trump", "trumps", "tricks", "cards", "deal", "deals", "fits", "where", "spades", "hearts", "north", "south", "east"),
    *("suit", "led", "scored", "announced", "nobody", "lost", "site", "pass", "play", "allowed", "file", "known"),
} - {"site"}
"""Words that no Dutch sentence of ours has."""


DATA = re.compile(r'\{.*\}|"[^"]*"|[^ ]*_[^ ]*')
"""What stands in a message as it was in the log."""


def english_in(words: str) -> set[str]:
    return set(re.findall(r"[a-z]+", DATA.sub("", words).lower())) & ENGLISH
