"""How reports are said in a language: English here, another from whoever asks for the report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pipeline.report.rulebook import paragraphs
from pipeline.report.texts import named, symbol
from replay.cards import Card
from replay.findings import CODES


@dataclass(frozen=True)
class Wording:
    """The words of a report, with places in braces, and how it says what has words of its own."""

    language: str
    words: Mapping[str, str]
    sentence: Callable[[str], str]
    """The message of a finding."""
    title: Callable[[str], str]
    """What a kind of finding is called, by its code."""
    paragraph: Callable[[str], str]
    """What a paragraph of the rulebook says, by its number."""
    card: Callable[[Card], str]
    written: Callable[[str], str]
    """The same by its text in a log, such as "TH"."""
    rules: Callable[[str, str], str]
    """A preset with the fields that differ from it, by its name and those fields as JSON."""

    def say(self, name: str, /, **values: object) -> str:
        """The words of that name with values in their places."""
        return self.words[name].format(**values)

    def letters(self, who: str | None) -> str:
        """A seat or side, such as "NS", in the letters of the language."""
        return "?" if who is None else "".join(self.words["letters"].split()["NESW".index(letter)] for letter in who)


ENGLISH_WORDS: Mapping[str, str] = {
    "seats": "North East South West",
    "letters": "N E S W",
    "sides": "NS EW",
    "ruling": "Ruling",
    "of_deal": "Ruling: {game}, deal {deal}",
    "nothing_proven": "No revoke is proven in this deal.",
    "depends": "Depends on the rule.",
    "other_cards": "Other cards",
    "first_decides": "The first offence decides.",
    "trick": "Trick {number}",
    "trump": "Trump {trump}, played by {declarer}.",
    "rules": "Rules: {rules}.",
    "rules_assumed": "Rules: {rules} (assumed: the log names none).",
    "played_at": "Played at {when}.",
    "offence": "{title} ({paragraph}), trick {number}",
    "legal": "Might have been played: {cards}.",
    "hands": "The hands before the trick",
    "score": "Score",
    "logged": "as logged",
    "recomputed": "recomputed as played",
    "ruled": "if the revoke is claimed",
    "both_revoked": "Both sides revoked, so there is no ruled score.",
    "penalty": "{side} revoked. The ruled score stands if {other} claim the revoke; otherwise the score as played does.",
    "broken_off": "{side} revoked in a deal that was broken off: it has no score.",
    "no_penalty": "{side} revoked; these rules state no penalty.",
    "report": "Klaverjas audit",
    "report_counts": "{deals} in {games}: {found}.",
    "report_one_deal": "1 deal",
    "report_deals": "{n} deals",
    "report_one_game": "1 game",
    "report_games": "{n} games",
    "report_violations": "{n} violations",
    "report_depends_on_rule": "{n} that depend on the rule",
    "report_information": "{n} for information",
    "report_certainties": "A violation is wrong under every reading of the rules as set. What depends on the rule is allowed, "
    "or right, in some reading of them. R-numbers are paragraphs of the rulebook.",
    "report_nothing": "Nothing was found.",
    "report_heads": "game deal trick who card finding legal logged recomputed ruled",
    "certainty_depends_on_rule": "depends on rule",
    "certainty_information": "information",
    "ruled_no_penalty": "no penalty stated",
    "ruled_both_revoked": "both revoked",
    "ruled_broken_off": "broken off",
    "reviewed": "reviewed",
    "reviewed_before": "reviewed before it changed",
    "assumed": "{rules} (assumed)",
}
ENGLISH = Wording(
    "en",
    ENGLISH_WORDS,
    sentence=str,
    title=lambda code: CODES[code].title,
    paragraph=lambda number: paragraphs().get(number, ""),
    card=symbol,
    written=str,
    rules=named,
)
