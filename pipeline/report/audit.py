"""The findings of an audit for referees and programs: a table for the terminal, csv, json, and a self-contained page."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.report import tables
from pipeline.report.page import page
from pipeline.report.texts import rules_text, safe, score_text
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


def ruled_text(row: Row) -> str:
    """The score if the proven revoke is claimed, or why there is none."""
    words = {"no_penalty": "no penalty stated", "both_revoked": "both revoked", "broken_off": "broken off"}
    return score_text(row, "ruled") or words.get(row["ruling"] or "", "")


def review_text(row: Row) -> str:
    """That a finding was reviewed, with the note; empty for one that was not."""
    if row["review"] == OPEN:
        return ""
    state = "reviewed" if row["review"] == REVIEWED else "reviewed before it changed"
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


def as_html(rows: Sequence[Row], totals: Row) -> str:
    """A page that needs nothing but itself: no scripts, no addresses; all log data escaped."""
    found = ", ".join(f"{totals[name]} {label}" for name, label in _COUNTS)
    body = "\n".join(_html_row(row) for row in rows)
    names = "".join(f"<th>{name}</th>" for name in _HEADS)
    table = f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>" if rows else "<p>Nothing was found.</p>"
    return page(
        "Klaverjas audit",
        f"<h1>Klaverjas audit</h1><p>{_count(totals['deals'], 'deal')} in {_count(totals['games'], 'game')}: {found}.</p>"
        "<p class=small>A violation is wrong under every reading of the rules as set. What depends on the rule is allowed, "
        f"or right, in some reading of them. R-numbers are paragraphs of the rulebook.</p>\n{table}",
        _STYLE,
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


_COUNTS = (("violations", "violations"), ("depends_on_rule", "that depend on the rule"), ("information", "for information"))
_HEADS = ("game", "deal", "trick", "who", "card", "finding", "legal", "logged", "recomputed", "ruled")


def _html_row(row: Row) -> str:
    who = "" if row["seat"] is None else f"{row['seat']} {safe(row['player'])}"
    certainty = "" if row["certainty"] == "violation" else f" <em>{row['certainty'].replace('_', ' ')}</em>"
    title = f"<strong>{html.escape(CODES[row['code']].title)}</strong> ({row['paragraph']}){certainty}"
    review = f"<br><span class=small>{html.escape(review_text(row))}</span>" if review_text(row) else ""
    finding = f"{title}<br>{html.escape(row['message'])}<br><span class=small>{html.escape(rules_text(row))}</span>{review}"
    cells = (
        ("name", "", html.escape(safe(row["game_id"]))),
        ("", "deal", row["deal_no"]),
        ("", "trick", row["trick_no"] or ""),
        ("name", "", html.escape(who)),
        ("", "card", row["card"] or ""),
        ("finding", "", finding),
        ("cards", "legal", row["legal_cards"] or ""),
        ("", "logged", score_text(row, "logged_score")),
        ("", "recomputed", score_text(row, "score")),
        ("", "ruled", html.escape(ruled_text(row))),
    )
    filled = "".join(f'<td class="{kind}"{_label(name)}>{cell}</td>' for kind, name, cell in cells)
    return f'<tr class="{row["certainty"]}">{filled}</tr>'


def _label(name: str) -> str:
    """What a cell is called where the columns have no heads, on a narrow screen."""
    return f' data-name="{name}"' if name else ""
