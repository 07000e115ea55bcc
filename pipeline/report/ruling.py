"""One page for the notice board: the revoke of a deal, the trick, the hands, the paragraph, the score."""

import html

from pipeline.records import Record
from pipeline.report.page import page
from pipeline.report.texts import safe
from pipeline.report.wording import ENGLISH, Wording
from replay.audit import Audit, audit_deal
from replay.cards import DECK, SUIT_SYMBOLS, TEAM_LETTERS, Card
from replay.findings import REVOKES, VIOLATION, Finding
from replay.replayer import Replayer, Step


def ruling_page(record: Record, wording: Wording = ENGLISH) -> str:
    """A self-contained page, ready for paper; it says so where no revoke is proven."""
    replayer = Replayer(record.deal, record.rules)
    audit = audit_deal(record.deal, record.rules)
    revokes = [finding for finding in audit.findings if finding.code in REVOKES]
    proven = [finding for finding in revokes if finding.certainty == VIOLATION]
    say, name = wording.say, wording.say("ruling")
    heading = say("of_deal", game=html.escape(safe(record.game_id)), deal=record.deal_no)
    parts = [f"<h1>{heading}</h1>", _heading(record, wording)]
    if not proven:
        parts.append(f"<p><strong>{say('nothing_proven')}</strong></p>")
        parts += [f"<p>{html.escape(wording.sentence(one.message))} <em>{say('depends')}</em></p>" for one in revokes]
        return page(name, "\n".join(parts), _STYLE, wording.language)
    steps = {step.card_no: step for step in replayer.steps()}
    parts.append(_offence(proven[0], record, replayer, steps, wording))
    if len(revokes) > 1:
        decides = "" if audit.both_revoked else f"<p>{say('first_decides')}</p>"
        later = "".join(
            f"<li>{say('trick', number=found.trick_no)}: {html.escape(wording.sentence(found.message))}</li>"
            for found in revokes
            if found != proven[0]
        )
        parts.append(f"<h2>{say('other_cards')}</h2><ul>{later}</ul>{decides}")
    parts.append(_score(record, audit, wording))
    return page(name, "\n".join(parts), _STYLE, wording.language)


_STYLE = """
main { max-width: 46rem; } table { margin: .5rem 0 1rem; } .red { color: var(--bad); }
.played { outline: 2px solid var(--bad); }
blockquote { margin: .5rem 0; padding: .25rem 1rem; border-left: 3px solid var(--line); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
@page { margin: 1.5cm; }
"""


def _heading(record: Record, wording: Wording) -> str:
    deal, letters = record.deal, wording.say("letters").split()
    names = ", ".join(f"{letter} {safe(name)}" for letter, name in zip(letters, record.players, strict=True))
    told = []
    if deal.trump is not None:
        told.append(wording.say("trump", trump=SUIT_SYMBOLS[deal.trump], declarer=wording.letters(record.declarer)))
    rules = wording.rules(record.rules.name, record.rules.custom)
    told.append(wording.say("rules" if record.rules.known else "rules_assumed", rules=rules))
    if record.played_at is not None:
        told.append(wording.say("played_at", when=record.played_at))
    return f"<p>{html.escape(names)}.<br>{html.escape(' '.join(told))}</p>"


def _offence(finding: Finding, record: Record, replayer: Replayer, steps: dict[int, Step], wording: Wording) -> str:
    say, seats = wording.say, wording.say("seats").split()
    first = 4 * (finding.trick_no - 1) + 1
    cards = "".join(
        f"<td{mark}>{seats[steps[number].seat]}<br>{_card(steps[number].card, wording)}</td>"
        for number in range(first, first + 4)
        if number in steps
        for mark in (" class=played" if number == finding.card_no else "",)
    )
    held = list(replayer.hands)
    for number in range(1, first):
        held[steps[number].seat] &= DECK ^ (1 << steps[number].card)
    hands = "".join(
        f"<tr><th>{name}</th><td>{html.escape(safe(record.players[seat]))}</td><td>{_cards(held[seat], wording)}</td></tr>"
        for seat, name in enumerate(seats)
    )
    paragraph = html.escape(wording.paragraph(finding.paragraph))
    title = html.escape(wording.title(finding.code).capitalize())
    return (
        f"<h2>{say('offence', title=title, paragraph=finding.paragraph, number=finding.trick_no)}</h2>"
        f"<p>{html.escape(wording.sentence(finding.message))}</p>"
        f"<p>{say('legal', cards=_cards(finding.legal, wording))}</p>"
        f"<table><tr>{cards}</tr></table><h2>{say('hands')}</h2><table>{hands}</table>"
        f"<blockquote><strong>{finding.paragraph}</strong> {paragraph}</blockquote>"
    )


def _score(record: Record, audit: Audit, wording: Wording) -> str:
    say, sides = wording.say, wording.say("sides").split()
    rows = [
        (say("logged"), record.deal.score),
        (say("recomputed"), audit.outcome.score),
        (say("ruled"), audit.ruled),
    ]
    cells = "".join(
        f'<tr><th>{name}</th><td class="number">{score[0]}</td><td class="number">{score[1]}</td></tr>'
        for name, score in rows
        if score is not None
    )
    return (
        f"<h2>{say('score')}</h2><table><tr><th></th><th>{sides[0]}</th><th>{sides[1]}</th></tr>{cells}</table>"
        f"<p>{html.escape(ruling_words(audit, wording))}</p>"
    )


def ruling_words(audit: Audit, wording: Wording = ENGLISH) -> str:
    """What follows from the proven revokes of a deal, in words; empty where there are none."""
    if audit.both_revoked:
        return wording.say("both_revoked")
    if audit.offender is None:
        return ""
    side, other = (wording.letters(TEAM_LETTERS[team]) for team in (audit.offender, 1 - audit.offender))
    name = "penalty" if audit.ruled is not None else "broken_off" if audit.outcome.score is None else "no_penalty"
    return wording.say(name, side=side, other=other)


def _card(card: Card, wording: Wording) -> str:
    return f'<span class="{"red" if card >> 3 in (1, 2) else ""}">{wording.card(card)}</span>'


def _cards(cards: int, wording: Wording) -> str:
    return " ".join(_card(card, wording) for card in range(32) if cards >> card & 1)
