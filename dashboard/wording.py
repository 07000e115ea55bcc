"""Reports that are saved from a page, in the reader's language."""

from dashboard.letters import written_card
from dashboard.rule_words import named_rules, rule_text
from dashboard.sentences import in_language
from dashboard.texts import texts
from pipeline.report.wording import ENGLISH, Wording
from replay.cards import CARD_TEXTS

_SECTION = "ruling."


def wording(of_language: str) -> Wording:
    """How a report is said in a language."""
    if of_language == "en":
        return ENGLISH
    return Wording(
        of_language,
        {name.removeprefix(_SECTION): one[of_language] for name, one in texts().items() if name.startswith(_SECTION)},
        sentence=lambda message: in_language(message, of_language),
        title=lambda code: texts()[f"table.code_{code}"][of_language],
        paragraph=lambda number: rule_text(number, of_language),
        card=lambda card: written_card(CARD_TEXTS[card], of_language),
        written=lambda card: written_card(card, of_language),
        rules=lambda name, custom: named_rules(name, custom, of_language),
    )
