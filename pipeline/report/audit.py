"""The findings of an audit for referees and programs: a table for the terminal, csv, json, and a self-contained page."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.report import tables
from pipeline.report.page import page
from pipeline.report.texts import rules_text, safe, score_text
from pipeline.report.wording import ENGLISH, Wording
from pipeline.reviews import LONGEST_NOTE, OPEN, REVIEWED
from replay.findings import CODES

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

Row = Mapping[str, Any]

COLUMNS = (
    *("site", "game_id", "deal_no", "trick_no", "card_no", "seat", "player", "card", "code", "certainty", "paragraph"),
    *("legal_cards", "message", "score_logged", "score_recomputed", "score_ruled", "ruling", "rules", "review", "review_note"),
)
"""The columns of csv and json."""


def plain(row: Row) -> dict[str, Any]:
    """A finding as the values of COLUMNS."""
    scores = {
        "score_logged": score_text(row, "logged_score"),
        "score_recomputed": score_text(row, "score"),
        "score_ruled": score_text(row, "ruled"),
        "rules": rules_text(row),
    }
    return {name: scores[name] if name in scores else row[name] for name in COLUMNS}


def as_json(rows: Sequence[Row], totals: Row) -> str:
    """A JSON object with the totals and all findings, log data exactly as logged."""
    return json.dumps({"totals": dict(totals), "findings": [plain(row) for row in rows]}, ensure_ascii=False, indent=1)


def as_csv(rows: Sequence[Row]) -> str:
    """One line a finding, safe to open in a spreadsheet."""
    return tables.as_csv(COLUMNS, map(plain, rows))


NARROW = 110
"""Columns of a terminal below which a table would cut every word."""


def for_terminal(rows: Sequence[Row], width: int) -> list["RenderableType"]:
    """The findings for a terminal of some width: a table, or one paragraph after the other where it is narrow.

    Rows are those of `pipeline.reviews.with_reviews`.
    """
    return [as_table(rows)] if width >= NARROW else [_paragraph(row) for row in rows]


def _paragraph(row: Row) -> "Text":
    from rich.text import Text

    place = [safe(row["game_id"]), f"deal {row['deal_no']}"]
    place += [] if row["trick_no"] is None else [f"trick {row['trick_no']}"]
    place += [] if row["seat"] is None else [f"{row['seat']} {safe(row['player'], 20)}"]
    place += [row["card"]] if row["card"] else []
    doubt = "" if row["certainty"] == "violation" else f", {row['certainty'].replace('_', ' ')}"
    scores = [("logged", score_text(row, "logged_score")), ("true", score_text(row, "score")), ("ruled", ruled_text(row))]
    facts = [("legal", row["legal_cards"] or ""), *scores, ("review", review_text(row))]
    return Text("\n").join(
        [
            Text(" · ".join(place), style="bold"),
            Text(f"{CODES[row['code']].title} ({row['paragraph']}{doubt})", style=_STYLES[row["certainty"]]),
            Text(row["message"]),
            Text(" · ".join(f"{name} {value}" for name, value in facts if value) + "\n", style="dim"),
        ]
    )


def as_table(rows: Sequence[Row]) -> "Table":
    """A table for the terminal; what a card broke and what was legal stands in the sentence."""
    from rich.table import Table
    from rich.text import Text

    table = Table(expand=True, pad_edge=False, show_lines=True, header_style="bold")
    for name, options in (
        ("game", {"overflow": "fold", "min_width": 9}),
        ("deal", {"justify": "right"}),
        ("trick", {"justify": "right"}),
        ("who", {"overflow": "fold", "min_width": 6}),
        ("card", {}),
        ("finding", {"ratio": 1, "overflow": "fold"}),
        ("legal", {"overflow": "fold", "min_width": 5}),
        ("logged", {"justify": "right", "overflow": "fold"}),
        ("true", {"justify": "right", "overflow": "fold"}),
        ("ruled", {"justify": "right", "overflow": "fold"}),
    ):
        table.add_column(name, **options)
    for row in rows:
        who = "" if row["seat"] is None else f"{row['seat']} {safe(row['player'], 20)}"
        title = Text(f"{CODES[row['code']].title} ({row['paragraph']})", style=_STYLES[row["certainty"]])
        if row["certainty"] != "violation":
            title.append(f" {row['certainty'].replace('_', ' ')}", style="italic")
        table.add_row(
            Text(safe(row["game_id"])),
            str(row["deal_no"]),
            "" if row["trick_no"] is None else str(row["trick_no"]),
            Text(who),
            row["card"] or "",
            Text("\n").join(
                [title, Text(row["message"]), *([Text(review_text(row), style="dim")] if review_text(row) else [])]
            ),
            row["legal_cards"] or "",
            score_text(row, "logged_score"),
            score_text(row, "score"),
            ruled_text(row),
        )
    return table


def ruled_text(row: Row, wording: Wording = ENGLISH) -> str:
    """The score if the proven revoke is claimed, or why there is none."""
    has_none = row["ruling"] in ("no_penalty", "both_revoked", "broken_off")
    return score_text(row, "ruled") or (wording.say(f"ruled_{row['ruling']}") if has_none else "")


def review_text(row: Row, wording: Wording = ENGLISH) -> str:
    """That a finding was reviewed, with the note; empty for one that was not."""
    if row["review"] == OPEN:
        return ""
    state = wording.say("reviewed" if row["review"] == REVIEWED else "reviewed_before")
    return f"{state}: {safe(row['review_note'], LONGEST_NOTE)}" if row["review_note"] else state


_STYLES = {"violation": "bold red", "depends_on_rule": "yellow", "information": "cyan"}

_STYLE = """
table { width: 100%; }
th { position: sticky; top: 0; background: Canvas; white-space: nowrap; }
td { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.name, td.finding, td.cards { white-space: normal; overflow-wrap: anywhere; }
td.name { min-width: 8rem; } td.cards { min-width: 4rem; } td.finding { width: 50%; min-width: 14rem; }
.violation strong { color: var(--bad); } .depends_on_rule strong { color: var(--open); }
@media (max-width: 60rem) {
  thead { display: none; } tr { display: block; border-bottom: 2px solid var(--line); padding: .5rem 0; }
  td { display: inline-block; border: 0; padding: .1rem .75rem .1rem 0; min-width: 0; } td:empty { display: none; }
  td.finding { display: block; width: auto; } td.name { font-weight: 600; }
  td[data-name]::before { content: attr(data-name) " "; opacity: .8; }
}
@media print { th { position: static; } tr { break-inside: avoid; } }
"""


def as_html(rows: Sequence[Row], totals: Row, wording: Wording = ENGLISH) -> str:
    """A page that needs nothing but itself: no scripts, no addresses; all log data escaped."""
    say = wording.say
    found = ", ".join(say(f"report_{name}", n=totals[name]) for name in _COUNTS)
    heads = say("report_heads").split()
    body = "\n".join(_html_row(row, heads, wording) for row in rows)
    names = "".join(f"<th>{name}</th>" for name in heads)
    table = (
        f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>" if rows else f"<p>{say('report_nothing')}</p>"
    )
    deals, games = (_count(totals[name], name, wording) for name in ("deals", "games"))
    return page(
        say("report"),
        f"<h1>{say('report')}</h1><p>{say('report_counts', deals=deals, games=games, found=found)}</p>"
        f"<p class=small>{say('report_certainties')}</p>\n{table}",
        _STYLE,
        wording.language,
    )


def _count(number: int, what: str, wording: Wording) -> str:
    return wording.say(f"report_one_{what.removesuffix('s')}") if number == 1 else wording.say(f"report_{what}", n=number)


_COUNTS = ("violations", "depends_on_rule", "information")


def _html_row(row: Row, heads: Sequence[str], wording: Wording) -> str:
    _, deal, trick, _, card, _, legal, logged, recomputed, ruled = heads
    who = "" if row["seat"] is None else f"{wording.letters(row['seat'])} {safe(row['player'])}"
    known = wording.rules(row["rules"], row["custom"])
    rules = known if row["rules_known"] else wording.say("assumed", rules=known)
    certainty = "" if row["certainty"] == "violation" else f" <em>{wording.say('certainty_' + row['certainty'])}</em>"
    title = f"<strong>{html.escape(wording.title(row['code']))}</strong> ({row['paragraph']}){certainty}"
    review = review_text(row, wording)
    small = f"<br><span class=small>{html.escape(review)}</span>" if review else ""
    sentence = html.escape(wording.sentence(row["message"]))
    finding = f"{title}<br>{sentence}<br><span class=small>{html.escape(rules)}</span>{small}"
    cells = (
        ("name", "", html.escape(safe(row["game_id"]))),
        ("", deal, row["deal_no"]),
        ("", trick, row["trick_no"] or ""),
        ("name", "", html.escape(who)),
        ("", card, wording.written(row["card"]) if row["card"] else ""),
        ("finding", "", finding),
        ("cards", legal, " ".join(map(wording.written, (row["legal_cards"] or "").split()))),
        ("", logged, score_text(row, "logged_score")),
        ("", recomputed, score_text(row, "score")),
        ("", ruled, html.escape(ruled_text(row, wording))),
    )
    filled = "".join(f'<td class="{kind}"{_label(name)}>{cell}</td>' for kind, name, cell in cells)
    return f'<tr class="{row["certainty"]}">{filled}</tr>'


def _label(name: str) -> str:
    """What a cell is called where the columns have no heads, on a narrow screen."""
    return f' data-name="{name}"' if name else ""
