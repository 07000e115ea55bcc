"""What findings, rejects and refusals say, in Dutch: each sentence is known by its English, what stands in it is said too."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from dashboard.letters import written_card
from dashboard.rule_words import change_words, named_rules
from dashboard.texts import language, texts
from replay.cards import SUIT_LETTERS, TEAM_LETTERS
from replay.explain import SEAT_NAMES, SUIT_NAMES
from replay.findings import CODES
from replay.rulesets import FIELDS

SENTENCES = "sentences."
"""The section of what findings say."""
MESSAGES = "messages."
"""The section of what is wrong with a record, why something is refused, and what is going on: parts divided by "; "."""
_FIELDS = r"(?P<field>(?:\w+: ){0,2})"
LONGEST = 2_000
"""Characters of a stored message; a longer one is none of ours, and would take long to look through."""
_CARD = "[2-9TJQKA][CDHS]"
_HELD = rf"{_CARD}(?: \([^()]+\))?"
_CALL = "(?:pass|play|[CDHS])"
KINDS: Mapping[str, str] = {
    "seat": "|".join(SEAT_NAMES),
    "seats": rf"(?:{'|'.join(SEAT_NAMES)})(?: and (?:{'|'.join(SEAT_NAMES)}))*",
    "side": "NS|EW",
    "sides": "NS and EW|NS|EW",
    "party": "|".join((*TEAM_LETTERS, *SEAT_NAMES, *"NESW")),
    "winner": "NS|EW|nobody",
    "suit": "|".join(SUIT_NAMES),
    "card": _CARD,
    "cards": rf"{_CARD}(?: {_CARD})*",
    "held": rf"{_HELD}(?:, {_HELD})*(?: and {_HELD})?",
    "call": _CALL,
    "calls": rf"{_CALL}(?:, {_CALL})*",
    "kinds": r"\w+(?: \+ \w+)*",
    "pair": r"-?\d+--?\d+|nothing",
    "n": r"-?\d+(?:,\d{3})*",
    "packets": r"[\w-]+",
    "outcome": "made|nat|a pit|no pit",
    "verdict": "allow it|forbid it too",
    "rules": "Amsterdams|Rotterdams",
    "title": r"[\w ]+",
    "changes": ".+?",
    "value": r"""\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|.+?""",
    "listed": ".+?",
    "whose": "an? (?:newer|older)",
    "fault": ".+",
    "named": r"\w+(?: with \{.*\})?",
    "any": ".*?",
}
"""What may stand in the braces of a pattern, by the name in them without its number; `any` and `value` stay as they are."""


def translated(message: str) -> str:
    """The message of a finding in the reader's language."""
    return in_language(message, language())


def explained(message: object) -> str:
    """What is wrong with a record, why something is refused, or what is going on, in the reader's language."""
    return in_dutch(str(message), MESSAGES, "; ") if language() == "nl" else str(message)


def in_language(message: str, of_language: str) -> str:
    """The message of a finding in a language: as it is stored in English, else in Dutch."""
    return in_dutch(message) if of_language == "nl" else message


def in_dutch(message: str, section: str = SENTENCES, end: str = " ") -> str:
    """A message in Dutch, sentence by sentence; one that has no pattern stays as it is stored.

    `end` is what stands between two sentences.
    """
    if len(message) > LONGEST:
        return message
    said, at = [], 0
    while at < len(message):
        stop, words = _next(message, at, section, end)
        said.append(words)
        at = stop + len(end)
    return end.join([*said, ""] if said and at == len(message) else said)


def _next(message: str, at: int, section: str, end: str) -> tuple[int, str]:
    """Where the sentence ends that begins at a place, and the sentence in Dutch."""
    fitting = [(found, dutch) for pattern, dutch in patterns(section, end) if (found := pattern.match(message, at))]
    if fitting:
        found, dutch = min(fitting, key=lambda one: one[0].end())
        values = found.groupdict()
        words = dutch.format(**{name: _said(name, value) for name, value in values.items()})
        return found.end(), values.get("field", "") + words
    stop = message.find(f".{end}", at) + 1 if end == " " else message.find(end, at)
    stop = len(message) if stop <= at else stop
    return stop, message[at:stop]


@cache
def patterns(section: str, end: str = " ") -> list[tuple[re.Pattern[str], str]]:
    """The English sentences of a section as patterns, with their Dutch."""
    before = _FIELDS if section == MESSAGES else ""
    return [
        (re.compile(before + _pattern(one["en"]) + f"(?={re.escape(end)}|$)", re.DOTALL), one["nl"])
        for name, one in texts().items()
        if name.startswith(section)
    ]


def _pattern(sentence: str) -> str:
    """A sentence as a pattern: what stands in braces is a group of that name, the same again where it comes again."""
    parts, known = [], set()
    for at, part in enumerate(re.split(r"\{(\w+)\}", sentence)):
        if at % 2 == 0:
            parts.append(re.escape(part))
        elif part in known:
            parts.append(f"(?P={part})")
        else:
            known.add(part)
            parts.append(f"(?P<{part}>{KINDS[_kind(part)]})")
    return "".join(parts)


def _kind(name: str) -> str:
    return re.sub(r"_\d+$", "", name)


def _said(name: str, value: str) -> str:
    kind = _kind(name)
    return _SAYING[kind](value) if kind in _SAYING else value


def _word(name: str) -> str:
    return texts()[name]["nl"]


def _seat(name: str) -> str:
    return _word(f"table.seat_{SEAT_NAMES.index(name)}")


def _side(name: str) -> str:
    return _word(f"table.side_{TEAM_LETTERS.index(name)}")


def _party(name: str) -> str:
    if name in TEAM_LETTERS:
        return _side(name)
    return _seat(name) if name in SEAT_NAMES else _word(f"table.seat_{'NESW'.index(name)}")


def _card(name: str) -> str:
    return written_card(name, "nl")


def _call(name: str) -> str:
    return _word(f"words.call_{name}") if name in ("pass", "play") else _word(f"table.suit_{name}")


def _held(cards: str) -> str:
    """Cards in words, some with the trick that shows them."""
    shown = re.sub(_CARD, lambda found: _card(found[0]), cards)
    for english, dutch in ((" and ", "and"), ("played in trick", "played_in_trick"), ("in no other hand", "in_no_other_hand")):
        shown = shown.replace(english, _word(f"words.{dutch}"))
    return shown


def _changes(words: str) -> str:
    """Values of fields that would clear a fault, such as "stuk is 40 and run3 is 30"."""
    alternatives = [[_change(one) for one in some.split(" and ")] for some in words.split(" or if ")]
    return _word("words.or").join(_word("words.and").join(some) for some in alternatives)


def _change(words: str) -> str:
    field, is_, value = words.partition(" is ")
    if is_ and field in FIELDS:
        return change_words(field, value, "nl")
    return _same("if_", words)


def _same(beginning: str, words: str) -> str:
    """The Dutch of words of a kind, as they are if it has none."""
    return next(
        (one["nl"] for name, one in texts().items() if name.startswith(f"words.{beginning}") and one["en"] == words), words
    )


def _named(words: str) -> str:
    name, _, custom = words.partition(" with ")
    return named_rules(name, custom, "nl")


def _title(title: str) -> str:
    return next((_word(f"table.code_{code}") for code, one in CODES.items() if one.title == title), title)


def _all_of(words: list[str]) -> str:
    return _word("words.and").join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _listed(say: Callable[[str], str], mark: str, written: str) -> Callable[[str], str]:
    return lambda values: written.join(map(say, values.split(mark)))


_SAYING: dict[str, Callable[[str], str]] = {
    "seat": _seat,
    "seats": lambda names: _all_of([_seat(name) for name in names.split(" and ")]),
    "side": _side,
    "sides": lambda names: _word("words.and").join(map(_side, names.split(" and "))),
    "party": _party,
    "winner": lambda name: _word("words.nobody") if name == "nobody" else _side(name),
    "suit": lambda name: _word(f"table.suit_{SUIT_LETTERS[SUIT_NAMES.index(name)]}"),
    "card": _card,
    "cards": _listed(_card, " ", " "),
    "held": _held,
    "call": _call,
    "calls": _listed(_call, ", ", ", "),
    "kinds": _listed(lambda name: _word(f"table.kind_{name}"), " + ", " + "),
    "pair": lambda pair: _word("words.nothing") if pair == "nothing" else pair,
    "outcome": lambda name: _word(f"words.outcome_{name.replace(' ', '_')}"),
    "verdict": lambda name: _word(f"words.verdict_{name.replace(' ', '_')}"),
    "title": _title,
    "changes": _changes,
    "n": lambda number: number.replace(",", "."),
    "listed": lambda words: _same("listed_", words),
    "whose": lambda words: _same("whose_", words),
    "named": _named,
    "fault": lambda fault: in_dutch(fault, MESSAGES, "; "),
}
