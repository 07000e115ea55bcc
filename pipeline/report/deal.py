"""A recorded deal trick by trick for the terminal."""

from typing import TYPE_CHECKING

from pipeline.records import Record
from pipeline.report.ruling import ruling_words
from pipeline.report.texts import ROEM_WORDS, in_force_text, safe, symbol, symbols
from replay.audit import Audit, audit_deal
from replay.cards import SEAT_LETTERS, SUIT_SYMBOLS, TEAM_LETTERS, CardSet, cards_of
from replay.findings import CODES, Finding
from replay.replayer import Replayer, Step
from replay.seating import SEATS_UNKNOWN

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

SEATS = ("North", "East", "South", "West")


def deal_view(record: Record) -> list["RenderableType"]:
    """What to print for a deal: heading, hands, a table of tricks, findings, and the result as logged and recomputed."""
    from rich.text import Text

    replayer = Replayer(record.deal, record.rules)
    parts: list[RenderableType] = [_heading(record)]
    if replayer.oddities & SEATS_UNKNOWN:
        return [*parts, Text("Nothing in the log tells who led the first trick, so the deal cannot be replayed.")]
    if not replayer.count:
        return parts
    audit = audit_deal(record.deal, record.rules)
    steps = list(replayer.steps())
    parts += [_hands(record, replayer), _tricks(record, replayer, steps, audit)]
    parts += [_finding(finding) for finding in audit.findings if not finding.card_no]
    return [*parts, _result(record, audit)]


def _heading(record: Record) -> "Text":
    from rich.text import Text

    deal = record.deal
    lines = [Text(f"{safe(record.game_id)}, deal {record.deal_no}", style="bold")]
    place = [safe(text) for text in (record.site, record.played_at) if text is not None]
    rules = in_force_text(record.rules)
    place.append(f"rules {rules}" + ("" if record.rules.known else " (assumed: the log names none)"))
    lines.append(Text(" · ".join(place)))
    if deal.trump is not None:
        declarer = record.declarer or "?"
        name = f" {safe(record.players[deal.declarer])}" if deal.declarer is not None else ""
        dealer = "unknown" if deal.dealer is None else SEAT_LETTERS[deal.dealer]
        lines.append(Text(f"trump {SUIT_SYMBOLS[deal.trump]} by {declarer}{name} · dealer {dealer} · {deal.status}"))
    else:
        lines.append(Text((deal.void or deal.status).replace("_", " ")))
    if deal.bids:
        lines.append(Text(f"bidding: {' '.join(deal.bids)}" + (f" · turned {' '.join(deal.turned)}" if deal.turned else "")))
    return Text("\n").join(lines)


def _hands(record: Record, replayer: Replayer) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for seat, hand in enumerate(replayer.hands):
        note = "" if record.deal.hands[seat] == hand else "(from the plays)" if replayer.count == 32 else "(as far as played)"
        table.add_row(f"{SEAT_LETTERS[seat]}", Text(safe(record.players[seat], 20)), _cards(hand), note)
    return table


def _tricks(record: Record, replayer: Replayer, steps: list[Step], audit: Audit) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False, header_style="bold", expand=False)
    for name in ("trick", "seat", "player", "card", "might play", "also held", ""):
        table.add_column(name, overflow="fold")
    certain = {finding.card_no: finding for finding in audit.findings if finding.card_no}
    for step in steps:
        place = (step.card_no - 1) % 4
        wins = step.trick_winner if place == 3 else None
        mark = Text("◀ ILLEGAL" if step.code else "", style="bold red")
        others = step.hand & ~step.legal & ~(1 << step.card)
        table.add_row(
            str(step.trick_no) if place == 0 else "",
            SEAT_LETTERS[step.seat],
            Text(safe(record.players[step.seat], 16)),
            _cards(1 << step.card),
            _cards(step.legal),
            Text(symbols(others), style="dim"),
            mark,
            end_section=False,
        )
        finding = certain.get(step.card_no)
        if finding is not None:
            table.add_row("", "", "", "", "", "", _finding(finding))
        if wins is not None:
            kinds = ", ".join(ROEM_WORDS[kind] for kind in step.roem_kinds)
            roem = f" + {step.trick_roem} roem ({kinds})" if step.trick_roem else ""
            table.add_row(
                "", "", "", "", "", "", Text(f"{SEATS[wins]} wins {step.trick_points}{roem}", style="green"), end_section=True
            )  # fmt: skip
    return table


def _finding(finding: Finding) -> "Text":
    from rich.text import Text

    style = "bold red" if finding.certainty == "violation" else "yellow"
    doubt = "" if finding.certainty == "violation" else f", {finding.certainty.replace('_', ' ')}"
    return Text(f"{CODES[finding.code].title} ({finding.paragraph}{doubt}): {finding.message}", style=style)


def _result(record: Record, audit: Audit) -> "Table":
    from rich.table import Table

    deal, outcome = record.deal, audit.outcome
    table = Table(pad_edge=False, header_style="bold")
    for name in ("", *TEAM_LETTERS, *(f"logged {side}" for side in TEAM_LETTERS)):
        table.add_column(name, justify="right" if name else "left")
    rows = (
        ("tricks", outcome.tricks, None),
        ("card points", outcome.points, deal.points),
        ("roem", outcome.roem, deal.roem_points),
        ("score", outcome.score, deal.score),
        ("score if the revoke is claimed", audit.ruled, None),
    )
    for name, true, logged in rows:
        if true is not None or logged is not None:
            table.add_row(name, *map(str, true or ("", "")), *map(str, logged or ("", "")))
    table.caption = _words(audit, deal.declaring_team)
    return table


def _words(audit: Audit, declaring: int | None) -> str:
    outcome = audit.outcome
    side = "" if declaring is None else f"{TEAM_LETTERS[declaring]} is "
    words = [word for word, holds in ((f"{side}nat", outcome.is_nat), ("pit", outcome.is_pit)) if holds]
    return ". ".join(filter(None, [", ".join(words), ruling_words(audit)]))


def _cards(cards: CardSet) -> "Text":
    from rich.text import Text

    return Text(" ").join([Text(symbol(card), style="red" if card >> 3 in (1, 2) else "") for card in cards_of(cards)])
