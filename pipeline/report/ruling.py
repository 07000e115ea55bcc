"""One page for the notice board: the revoke of a deal, the trick, the hands, the paragraph, the score."""

import html

from pipeline.records import Record
from pipeline.report.page import page
from pipeline.report.rulebook import paragraphs
from pipeline.report.texts import in_force_text, safe, symbol
from replay.audit import Audit, audit_deal
from replay.cards import DECK, SEAT_LETTERS, SUIT_SYMBOLS, TEAM_LETTERS, Card
from replay.findings import CODES, REVOKES, VIOLATION, Finding
from replay.replayer import Replayer, Step

SEATS = ("North", "East", "South", "West")


def ruling_page(record: Record) -> str:
    """A self-contained page, ready for paper; it says so where no revoke is proven."""
    replayer = Replayer(record.deal, record.rules)
    audit = audit_deal(record.deal, record.rules)
    revokes = [finding for finding in audit.findings if finding.code in REVOKES]
    proven = [finding for finding in revokes if finding.certainty == VIOLATION]
    parts = [f"<h1>Ruling: {html.escape(safe(record.game_id))}, deal {record.deal_no}</h1>", _heading(record)]
    if not proven:
        parts.append("<p><strong>No revoke is proven in this deal.</strong></p>")
        parts += [f"<p>{html.escape(finding.message)} <em>Depends on the rule.</em></p>" for finding in revokes]
        return page("Ruling", "\n".join(parts), _STYLE)
    steps = {step.card_no: step for step in replayer.steps()}
    parts.append(_offence(proven[0], record, replayer, steps))
    if len(revokes) > 1:
        decides = "" if audit.both_revoked else "<p>The first offence decides.</p>"
        later = "".join(
            f"<li>Trick {found.trick_no}: {html.escape(found.message)}</li>" for found in revokes if found != proven[0]
        )
        parts.append(f"<h2>Other cards</h2><ul>{later}</ul>{decides}")
    parts.append(_score(record, audit))
    return page("Ruling", "\n".join(parts), _STYLE)


_STYLE = """
main { max-width: 46rem; } table { margin: .5rem 0 1rem; } .red { color: var(--bad); }
.played { outline: 2px solid var(--bad); }
blockquote { margin: .5rem 0; padding: .25rem 1rem; border-left: 3px solid var(--line); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
@page { margin: 1.5cm; }
"""


def _heading(record: Record) -> str:
    deal = record.deal
    rules = in_force_text(record.rules)
    names = ", ".join(f"{letter} {safe(name)}" for letter, name in zip(SEAT_LETTERS, record.players, strict=True))
    trump = "" if deal.trump is None else f"Trump {SUIT_SYMBOLS[deal.trump]}, played by {record.declarer or '?'}. "
    assumed = "" if record.rules.known else " (assumed: the log names none)"
    when = "" if record.played_at is None else f" Played at {record.played_at}."
    return f"<p>{html.escape(names)}.<br>{html.escape(f'{trump}Rules: {rules}{assumed}.{when}')}</p>"


def _offence(finding: Finding, record: Record, replayer: Replayer, steps: dict[int, Step]) -> str:
    first = 4 * (finding.trick_no - 1) + 1
    cards = "".join(
        f"<td{mark}>{SEATS[steps[number].seat]}<br>{_card(steps[number].card)}</td>"
        for number in range(first, first + 4)
        if number in steps
        for mark in (" class=played" if number == finding.card_no else "",)
    )
    held = list(replayer.hands)
    for number in range(1, first):
        held[steps[number].seat] &= DECK ^ (1 << steps[number].card)
    hands = "".join(
        f"<tr><th>{SEATS[seat]}</th><td>{html.escape(safe(record.players[seat]))}</td><td>{_cards(held[seat])}</td></tr>"
        for seat in range(4)
    )
    paragraph = html.escape(paragraphs().get(finding.paragraph, ""))
    return (
        f"<h2>{html.escape(CODES[finding.code].title.capitalize())} ({finding.paragraph}), trick {finding.trick_no}</h2>"
        f"<p>{html.escape(finding.message)}</p><p>Might have been played: {_cards(finding.legal)}.</p>"
        f"<table><tr>{cards}</tr></table><h2>The hands before the trick</h2><table>{hands}</table>"
        f"<blockquote><strong>{finding.paragraph}</strong> {paragraph}</blockquote>"
    )


def _score(record: Record, audit: Audit) -> str:
    rows = [
        ("as logged", record.deal.score),
        ("recomputed as played", audit.outcome.score),
        ("if the revoke is claimed", audit.ruled),
    ]
    cells = "".join(
        f'<tr><th>{name}</th><td class="number">{score[0]}</td><td class="number">{score[1]}</td></tr>'
        for name, score in rows
        if score is not None
    )
    return (
        f"<h2>Score</h2><table><tr><th></th><th>{TEAM_LETTERS[0]}</th><th>{TEAM_LETTERS[1]}</th></tr>{cells}</table>"
        f"<p>{html.escape(ruling_words(audit))}</p>"
    )


def ruling_words(audit: Audit) -> str:
    """What follows from the proven revokes of a deal, in words; empty where there are none."""
    if audit.both_revoked:
        return "Both sides revoked, so there is no ruled score."
    if audit.offender is None:
        return ""
    side, other = TEAM_LETTERS[audit.offender], TEAM_LETTERS[1 - audit.offender]
    if audit.ruled is not None:
        return f"{side} revoked. The ruled score stands if {other} claim the revoke; otherwise the score as played does."
    if audit.outcome.score is None:
        return f"{side} revoked in a deal that was broken off: it has no score."
    return f"{side} revoked; these rules state no penalty."


def _card(card: Card) -> str:
    return f'<span class="{"red" if card >> 3 in (1, 2) else ""}">{symbol(card)}</span>'


def _cards(cards: int) -> str:
    return " ".join(_card(card) for card in range(32) if cards >> card & 1)
