"""A whole deal as plain data for the viewer: hands, bidding, every card with what was legal, tricks, results, findings."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pipeline.records import Record
from pipeline.report.rulebook import paragraphs
from pipeline.report.texts import in_force_text, safe
from replay.audit import Audit, audit_deal
from replay.bidding import speaker
from replay.cards import CARD_TEXTS, SEAT_LETTERS, SUIT_LETTERS, CardSet, Seat, cards_of
from replay.deals import Deal
from replay.findings import CODES, Finding
from replay.replayer import Replayer, Step
from replay.roem import kind_names

View = dict[str, Any]
LONGEST_NAME = 80
LONGEST_COMMENT = 600


def viewed_deal(record: Record) -> View:
    """What there is to see of a deal, as values of JSON; whatever the log leaves out is None, an empty list or `unknown`.

    Seats are 0-3 clockwise from north, sides 0 (north-south) and 1, cards texts such as "JH", counts from 1. `steps` has an
    entry for each card that can be given to a seat: the card, the seat, the cards it might have played (`legal`, only those
    it is known to hold), the seat that is winning, the points and roem of the sides after it, and from the fourth card of a
    trick on its `winner`, `points`, `roem` and kinds of roem. A card that is found to be illegal carries its findings.
    `hands` tell how they are known: `logged`, `plays` (all eight from the cards played), `partly` or `unknown`.
    A void deal is shown as far as it was played, but neither judged nor counted.
    """
    deal = record.deal if record.deal.trump is not None else replace(record.deal, plays=())
    is_void = deal.void is not None
    replayer = Replayer(replace(deal, void=None) if is_void else deal, record.rules)
    steps = list(replayer.steps())
    audit = audit_deal(record.deal, record.rules)
    return {
        **_heading(record),
        "leader": replayer.seats[0] if steps else deal.leader,
        "bids": _bids(record),
        "turned": list(deal.turned),
        "hands": [_hand(deal, replayer, seat) for seat in range(4)],
        "seats": "logged" if replayer.seats_are_logged else "inferred" if replayer.seats_are_inferred else "hands",
        "steps": [_step(step, is_judged=not is_void) for step in steps],
        "plays": [CARD_TEXTS[card] for card in record.deal.plays],
        "tricks": [] if is_void else _tricks(replayer),
        "results": _results(record, audit) if replayer.count and not is_void else None,
        "findings": [_finding(finding) for finding in audit.findings if not finding.card_no or not steps],
        "comments": [{"card": comment.card_no, "text": _lines(comment.text)} for comment in record.comments],
        "claims": [{"card": claim.card_no, "seat": claim.seat, "points": claim.points} for claim in deal.claims or ()],
    }


def _lines(text: str) -> str:
    """A comment with its lines, each safe to show, cut to LONGEST_COMMENT characters."""
    return "\n".join(safe(line, LONGEST_COMMENT) for line in text[:LONGEST_COMMENT].splitlines())


def _heading(record: Record) -> View:
    deal = record.deal
    return {
        "site": record.site or "",
        "game": record.game_id,
        "deal": record.deal_no,
        "played_at": record.played_at,
        "status": deal.status,
        "void": deal.void,
        "rules": in_force_text(record.rules),
        "rules_known": record.rules.known,
        "players": [None if name is None else safe(name, LONGEST_NAME) for name in record.players],
        "bots": [SEAT_LETTERS.index(letter) for letter in record.bots],
        "dealer": deal.dealer,
        "declarer": deal.declarer,
        "side": deal.declaring_team,
        "trump": None if deal.trump is None else SUIT_LETTERS[deal.trump],
    }


def _bids(record: Record) -> list[View]:
    """The calls with the seats that made them: as logged, else in turn from the dealer."""
    calls = []
    for number, bid in enumerate(record.deal.bids or ()):
        said, _, call = bid.rpartition(":")
        seat: Seat | None = None
        if said:
            seat = SEAT_LETTERS.index(said)
        elif record.deal.dealer is not None:
            seat = speaker(number, record.deal.dealer, record.rules.rules)
        calls.append({"seat": seat, "call": call})
    return calls


def _hand(deal: Deal, replayer: Replayer, seat: Seat) -> View:
    shown = replayer.hands[seat] or deal.hands[seat]
    count = shown.bit_count()
    known = "unknown" if not count else "partly"
    if count and shown == deal.hands[seat]:
        known = "logged"
    elif count == 8:
        known = "plays"
    trump = -1 if deal.trump is None else deal.trump
    return {"cards": _sorted(shown, trump), "known": known}


_PLAIN_ORDER, _TRUMP_ORDER = "ATKQJ987", "J9ATKQ87"


def _sorted(cards: CardSet, trump: int) -> list[str]:
    """A hand as players hold it: trumps first, colours in turn, each suit from its strongest card down."""
    reds_between = (3, 2, 0, 1)
    suits = [trump, *(suit for suit in _turned_to(reds_between, trump) if suit != trump)] if trump >= 0 else reds_between
    texts = [CARD_TEXTS[card] for card in cards_of(cards)]
    return sorted(texts, key=lambda text: _place(text, suits, trump))


def _turned_to(suits: Sequence[int], first: int) -> list[int]:
    at = suits.index(first)
    return [*suits[at:], *suits[:at]]


def _place(text: str, suits: Iterable[int], trump: int) -> tuple[int, int]:
    suit = SUIT_LETTERS.index(text[1])
    return list(suits).index(suit), (_TRUMP_ORDER if suit == trump else _PLAIN_ORDER).index(text[0])


def _step(step: Step, *, is_judged: bool) -> View:
    view: View = {
        "seat": step.seat,
        "card": CARD_TEXTS[step.card],
        "legal": [CARD_TEXTS[card] for card in cards_of(step.legal)],
        "winning": step.winning,
        "totals": list(step.points),
        "roem_totals": list(step.roem),
    }
    if step.trick_winner is not None:
        view |= {"winner": step.trick_winner, "points": step.trick_points, "roem": step.trick_roem}
        view |= {"kinds": list(step.roem_kinds)}
    if is_judged and step.findings:
        view |= {"findings": [_finding(finding) for finding in step.findings], "code": step.code}
    return view


def _finding(finding: Finding) -> View:
    return {
        "code": finding.code,
        "title": CODES[finding.code].title,
        "certainty": finding.certainty,
        "paragraph": finding.paragraph,
        "rule": paragraphs().get(finding.paragraph, ""),
        "message": finding.message,
        "trick": finding.trick_no or None,
        "card": finding.card_no or None,
        "seat": finding.seat,
    }


def _tricks(replayer: Replayer) -> list[View]:
    """The complete tricks as recomputed, with what was logged of each beside; `lying` is roem that nobody was credited with."""
    deal = replayer.deal
    return [
        {
            "winner": trick.winner,
            "points": trick.points,
            "roem": trick.roem,
            "lying": trick.lying,
            "kinds": list(kind_names(trick.kinds)),
            "logged_winner": _at(deal.winners, number, -1),
            "logged_roem": _at(deal.roem, number, None),
        }
        for number, trick in enumerate(replayer.tricks)
    ]


def _at(values: Sequence[int | None], number: int, unknown: int | None) -> int | None:
    value = values[number] if number < len(values) else unknown
    return None if value == unknown else value


def _results(record: Record, audit: Audit) -> View:
    deal, outcome = record.deal, audit.outcome
    return {
        "recomputed": {
            "tricks": list(outcome.tricks),
            "points": list(outcome.points),
            "roem": list(outcome.roem),
            "score": _pair(outcome.score),
            "nat": outcome.is_nat,
            "pit": outcome.is_pit,
        },
        "logged": {
            "points": _pair(deal.points),
            "roem": _pair(deal.roem_points),
            "score": _pair(deal.score),
            "nat": deal.nat,
            "pit": deal.pit,
            "totals": _pair(deal.totals),
            "verzaakt": deal.verzaakt,
        },
        "ruled": _pair(audit.ruled),
        "ruling": audit.ruling,
        "offender": audit.offender,
    }


def _pair(values: tuple[int, int] | None) -> list[int] | None:
    return None if values is None else list(values)
