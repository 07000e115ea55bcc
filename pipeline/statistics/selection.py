"""Whose deals are asked for, and which: the filters that all statistics share, as SQL with parameters."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pipeline.errors import UsageError
from pipeline.statistics.catalog import Statistic

ROLES = ("declarer", "partner", "lho", "rho")
"""Of a seat in a deal; lho sits at the declarer's left hand, rho at his right."""
FEW_STATISTICS = 4
"""From so many statistics on it pays to keep the seats that are asked for."""
KEPT_LUCK = "chosen_luck"
"""The table of luck of the deals that are asked for, kept beside the seats."""
CHOSEN_PLAYS = "chosen_plays"
"""The table of the seats that are asked for, joined with their judged cards."""
_PLAYS = "chosen JOIN judged_plays USING (site, game_id, deal_no, seat)"
KEYS = {
    "side": ("site", "game_id", "deal_no", "side"),
    "deal": ("site", "game_id", "deal_no"),
    "game": ("site", "game_id", "side"),
}
"""What makes two rows of a statistic one, for each grain: both partners tell of the same deal. Of others every row counts."""


@dataclass(frozen=True)
class Selection:
    """Filters, all of which must hold; None, or nothing, leaves one out."""

    player: str | None = None
    """As aliases name persons; so are partner and opponents."""
    partner: str | None = None
    opponents: tuple[str, ...] = ()
    """All of them sit on the other side."""
    site: str | None = None
    rules: str | None = None
    """The name of a rule set, with or without fields of its own."""
    since: str | None = None
    """First day, ISO; the period is that of the games, as in standings."""
    until: str | None = None
    """Last day, included."""
    role: str | None = None
    seat: str | None = None
    trump: str | None = None
    bots: bool = False
    """Seats of computers, and those without a person's name, count too."""
    violations: bool = True
    """Deals with violations count too."""

    def __post_init__(self) -> None:
        """UsageError for a role, seat, suit or day that there is not."""
        for field, value, choices in (
            *(("role", self.role, ROLES), ("seat", self.seat, tuple("NESW"))),
            ("trump", self.trump, tuple("CDHS")),
        ):
            if value is not None and value not in choices:
                raise UsageError(f"{field} {value!r} is not one of {', '.join(choices)}")
        for day in (self.since, self.until):
            try:
                date.fromisoformat(day or "2026-01-01")
            except ValueError:
                raise UsageError(f"{day!r} is no day such as 2026-01-31") from None
        if self.since and self.until and self.since > self.until:
            raise UsageError(f"since {self.since} is after until {self.until}")

    def of_everybody(self) -> "Selection":
        """The same filters for the population: everybody, with and against anybody."""
        return replace(self, player=None, partner=None, opponents=())

    @property
    def is_narrow(self) -> bool:
        """Whether it is about certain persons, so that few rows are left."""
        return self != self.of_everybody()

    @property
    def person(self) -> str | None:
        """Somebody who plays in every deal that is asked for, None if there is nobody."""
        return next((name for name in (self.player, self.partner, *self.opponents) if name is not None), None)

    def sql(
        self, logged_names: Sequence[str] = (), part: tuple[int, int] = (0, 1), columns: Sequence[str] = ("*",)
    ) -> tuple[str, list[object]]:
        """The rows of the view `seats` that are asked for, and the parameters of that query in their order.

        `logged_names` are those under which logs may have `person`, if that is not the name itself. `part` takes only one of
        so many parts of the games, from 0; `columns` are those that are needed.
        """
        where: list[str] = []
        parameters: list[object] = []
        source = "seats"
        if self.person is not None:
            source = "seats_among(?)"  # finds the deals before it works on them
            parameters.append([self.person, *logged_names])
        for column in ("player", "partner", "site", "rules", "role", "seat", "trump"):
            value = getattr(self, column)
            if value is not None:
                where.append(f"{column} = ?")
                parameters.append(value)
        for name in self.opponents:
            where.append("? IN (left_opponent, right_opponent)")
            parameters.append(name)
        if self.since is not None or self.until is not None:
            where.append(
                "(site, game_id) IN (SELECT (site, game_id) FROM deals GROUP BY site, game_id "
                "HAVING min(played_at) >= coalesce(?::DATE, '-infinity'::TIMESTAMP) "
                "AND min(played_at) < coalesce(?::DATE + 1, 'infinity'::TIMESTAMP))"
            )
            parameters += [self.since, self.until]
        if part[1] > 1:
            where.append("hash(site, game_id) % ?::UBIGINT = ?::UBIGINT")
            parameters += [part[1], part[0]]
        if not self.bots:
            where.append("is_person")
        if not self.violations:
            where.append("violations = 0")
        return f"SELECT {', '.join(columns)} FROM {source}" + ("\nWHERE " + "\nAND ".join(where) if where else ""), parameters


def told_once(grain: str, selection: Selection) -> str | None:
    """Which of the chosen seats to look at so that of a side, or a deal, only one tells, without comparing rows.

    None where that cannot be said of a seat alone: other seats of the deal may not be chosen.
    """
    is_of_deals = selection == replace(selection.of_everybody(), role=None, seat=None)
    if not is_of_deals or grain not in ("side", "deal"):
        return None
    if grain == "deal":
        return "seat = 'N'" if selection.bots else "seat = first_person"
    # The partner is there too, unless he is left out as a computer or nobody.
    return "seat IN ('N', 'E')" + ("" if selection.bots else " OR NOT partner_is_person")


def words_of(texts: Iterable[str]) -> set[str]:
    """All words in some SQL."""
    return set().union(*(re.findall(r"\w+", text) for text in texts))


def sql_over(statistic: Statistic, *, is_kept: bool) -> str:
    """The SQL of a statistic; where seats are kept, over those that are joined with their cards already."""
    return statistic.sql.replace(_PLAYS, CHOSEN_PLAYS) if is_kept and statistic.grain not in ("side", "deal") else statistic.sql


def game_sums(statistic: Statistic, *, is_told_once: bool = False, is_part: bool = False) -> str:
    """SQL over `chosen`: for each game and class the sums of what was done and of the chances, by site, game and class.

    Columns `class`, `n` (chances as counted), `numerator`, `denominator`, and of an interval that rows bring `low` and
    `high`. Each side or deal counts once, which need not be looked after where only one of the seats is chosen;
    the order does not matter where it is part of a query.
    """
    columns = ["did", "chance", *(("low", "high") if statistic.brings_interval else ())]
    once = ""
    typed = [f"{name}::DOUBLE AS {name}" for name in columns]
    if statistic.grain in KEYS and not is_told_once:
        typed = [f"any_value({name}::DOUBLE) AS {name}" for name in columns]
        once = f"\n    GROUP BY {', '.join(KEYS[statistic.grain])}, class"
    return (
        f"SELECT site, game_id, class, {summed_columns(statistic)}\n"
        f"FROM (\n    SELECT site, game_id, class, {', '.join(typed)}\n"
        f"    FROM found WHERE chance::DOUBLE > 0 AND did IS NOT NULL AND class IS NOT NULL{once}\n)\n"
        "GROUP BY site, game_id, class" + ("" if is_part else "\nORDER BY class, site, game_id")
    )


def summed_columns(statistic: Statistic) -> str:
    """The sums over the rows of a group."""
    count = "count(*)" if statistic.interval == "ratio bootstrap" else "sum(chance)"
    # Fractions are added up as decimals: in any order the sum is the same.
    exact = "" if statistic.interval == "wilson" else "::DECIMAL(28, 10)"
    sums = [f"sum({name}{exact})::DOUBLE AS {total}" for name, total in (("did", "numerator"), ("chance", "denominator"))]
    if statistic.brings_interval:
        sums += [f"sum({name}{exact})::DOUBLE AS {name}" for name in ("low", "high")]
    return ", ".join([f"{count}::BIGINT AS n", *sums])


def statistic_sql(
    statistic: Statistic, selection: Selection, logged_names: Sequence[str] = (), kept: str | None = None
) -> tuple[str, list[object]]:
    """The whole query of a statistic for a selection, and its parameters; `kept` names a table that holds the chosen rows."""
    chosen, parameters = selection.sql(logged_names) if kept is None else (f"SELECT * FROM {kept}", [])
    told = told_once(statistic.grain, selection)
    if told is not None:
        chosen = f"SELECT * FROM (\n{textwrap.indent(chosen, '    ')}\n) WHERE {told}"
    before, given = context(statistic, selection, logged_names, is_kept=kept is not None)
    parts = [
        *before,
        ("chosen", chosen),
        *after(statistic, selection),
        ("found", sql_over(statistic, is_kept=kept is not None)),
    ]
    return f"{with_parts(parts)}\n{game_sums(statistic, is_told_once=told is not None, is_part=kept is not None)}", [
        *given,
        *parameters,
    ]


def context(
    statistic: Statistic, selection: Selection, logged_names: Sequence[str], *, is_kept: bool
) -> tuple[list[tuple[str, str]], list[object]]:
    """What the SQL of some statistics looks at beside `chosen`, as named queries with their parameters.

    `everything` is all seats, or those of the player who is asked for; `alike` are the seats that the same
    filters choose with any partner and opponents; `luck` is that of the chosen deals, where it is kept.
    """
    parts: list[tuple[str, str]] = []
    parameters: list[object] = []
    if statistic.needs_luck and is_kept and not _is_alike_wider(statistic, selection):
        parts.append(("luck", f"SELECT * FROM {KEPT_LUCK}"))
    if "everything" in statistic.sql:
        is_of_one = selection.player is not None
        parts.append(("everything", f"SELECT * FROM {'seats_among(?) WHERE player = ?' if is_of_one else 'seats'}"))
        parameters += [[selection.player, *logged_names], selection.player] if is_of_one else []
    if _is_alike_wider(statistic, selection):
        wider = replace(selection, partner=None, opponents=())
        sql, given = wider.sql(logged_names if selection.player is not None else ())
        parts.append(("alike", sql))
        parameters += given
    return parts, parameters


def _is_alike_wider(statistic: Statistic, selection: Selection) -> bool:
    return "FROM alike" in statistic.sql and (selection.partner is not None or bool(selection.opponents))


def after(statistic: Statistic, selection: Selection) -> list[tuple[str, str]]:
    """What is named after `chosen`, being the same."""
    is_same = "FROM alike" in statistic.sql and not _is_alike_wider(statistic, selection)
    return [("alike", "SELECT * FROM chosen")] if is_same else []


def with_parts(parts: Sequence[tuple[str, str]]) -> str:
    """Named queries as the beginning of one."""
    return "WITH " + ", ".join(f"{name} AS (\n{textwrap.indent(sql, '    ')}\n)" for name, sql in parts)
