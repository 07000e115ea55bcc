"""The words of the card table in one language, and the findings of a deal said in them."""

from collections.abc import Mapping
from typing import Any

from dashboard.letters import written_card
from dashboard.rule_words import rule_text
from dashboard.sentences import in_language
from dashboard.texts import texts
from pipeline.viewing import View
from replay.cards import SUIT_LETTERS

_MAPS = {
    "suits": ("suit_", SUIT_LETTERS),
    "ranks": ("rank_", "23456789TJQKA"),
    "kinds": ("kind_", ("run3", "run4", "stuk", "quad")),
    "known": ("known_", ("plays", "partly", "unknown")),
    "voids": ("void_", ("passed_out", "misdeal", "abandoned")),
    "certainties": ("certainty_", ("violation", "depends_on_rule", "information")),
    "rulings": ("ruling_", ("penalty", "no_penalty", "both_revoked", "broken_off")),
}
_LISTS = {"seats": ("seat_", 4), "short_seats": ("short_seat_", 4), "sides": ("side_", 2)}
_PYTHON_ONLY = ("code_", "why_", "and")


def table_labels(language: str) -> dict[str, Any]:
    """All that the table says, by the names that its script uses; places such as {seat} are filled there."""
    words = _words(language)
    labels: dict[str, Any] = {
        name: {choice: words[prefix + choice] for choice in choices} for name, (prefix, choices) in _MAPS.items()
    }
    labels |= {name: [words[f"{prefix}{number}"] for number in range(count)] for name, (prefix, count) in _LISTS.items()}
    grouped = (*_PYTHON_ONLY, *(prefix for prefix, _ in (*_MAPS.values(), *_LISTS.values())))
    return labels | {name: word for name, word in words.items() if not name.startswith(grouped)}


def worded(view: View, language: str) -> View:
    """The deal with its findings in a language.

    A card that broke a rule gets a short sentence; `in_full` is the audit's own, with the cards that show what was held and
    the reading that allows it. Other findings have only that one.
    """
    words = _words(language)
    steps = []
    for index, step in enumerate(view["steps"]):
        if "findings" in step:
            places = _places(view, index, words, language)
            step = step | {"findings": [_said(finding, step["code"], places, words, language) for finding in step["findings"]]}
        steps.append(step)
    return view | {"steps": steps, "findings": [_said(finding, "", {}, words, language) for finding in view["findings"]]}


def _words(language: str) -> dict[str, str]:
    return {name.removeprefix("table."): text[language] for name, text in texts().items() if name.startswith("table.")}


def _said(finding: View, code: str, places: Mapping[str, str], words: Mapping[str, str], language: str) -> View:
    in_full = in_language(finding["message"], language)
    title = words.get(f"code_{finding['code']}", finding["title"])
    sentence = words[f"why_{code}"].format(**places) if code else in_full
    if code and finding["code"] == "site_let_illegal_through":
        sentence = words["why_site"].format(sentence=sentence)
    if code and finding["certainty"] == "depends_on_rule":
        sentence = words["why_other_reading"].format(sentence=sentence)
    if code and finding["certainty"] == "information":
        sentence = words["why_in_doubt"].format(sentence=sentence)
    rule = rule_text(finding["paragraph"], language)
    return finding | {"title": title, "message": sentence, "in_full": in_full, "rule": rule}


def _places(view: View, index: int, words: Mapping[str, str], of_language: str) -> dict[str, str]:
    """What a sentence on an illegal card names: player, card, suit led, legal cards, the best card and whose it is."""
    step = view["steps"][index]
    trick = view["steps"][index - index % 4 : index]
    best = next((one for one in trick if one["seat"] == trick[-1]["winning"]), None) if trick else None
    led = trick[0]["card"][1] if trick else ""
    return {
        "player": words[f"seat_{step['seat']}"],
        "card": written_card(step["card"], of_language),
        "led": words.get(f"suit_{led}", ""),
        "owed": _list([written_card(card, of_language) for card in step["legal"]], words),
        "best": written_card(best["card"], of_language) if best else "",
        "by": words[f"seat_{best['seat']}"] if best else "",
    }


def _list(shown: list[str], words: Mapping[str, str]) -> str:
    return words["and"].format(some=", ".join(shown[:-1]), last=shown[-1]) if len(shown) > 1 else "".join(shown)
