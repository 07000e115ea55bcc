"""The catalog: one file of SQL a statistic, whose header says what it means."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pipeline.errors import UsageError

GRAINS = ("seat", "side", "deal", "game", "play", "day")
"""What counts once: a deal for each seat, each side or as a whole, a game for each side, a card played, a player's day."""
INTERVALS = ("wilson", "bootstrap", "ratio bootstrap", "known sd", "posterior", "none")
"""A ratio of sums, of which the one is part of the other, is a share too; a spread is known where only the dealing decides;
a posterior interval is the model's own, which the rows bring along as `low` and `high`."""
GROUPS = ("bidding", "results", "roem", "card play", "seat", "hand", "luck", "volume")


@dataclass(frozen=True)
class Statistic:
    """One statistic: its header, and the SQL over `chosen`, the rows of the view `seats` that are asked for.

    The SQL yields a row a chance: `site`, `game_id`, `deal_no`, `seat`, `side`, `class` ("" for all of them), `did` and
    `chance`. `did` of all rows divided by `chance` of all rows, times `per`, is the value.
    """

    name: str
    number: str
    """The row of the catalog in the documentation, such as "9a"."""
    group: str
    question: str
    numerator: str
    denominator: str
    grain: str
    interval: str
    chart: str
    smallest_n: int
    """With fewer chances the value is hidden."""
    name_nl: str
    name_en: str
    question_nl: str
    numerator_nl: str
    denominator_nl: str
    sql: str
    per: float = 1
    together: int = 1
    """How many classes the confidence of 95 % is shared by (Bonferroni)."""
    across_games: bool = False
    """Whether rows of one game depend on other games, so that games cannot be looked at some at a time."""
    sd: float | None = None
    """The standard deviation of one chance, where the rules of dealing give it exactly."""

    @property
    def looks_at_plays(self) -> bool:
        """Whether its SQL is about the table `judged_plays`, which is made for the deals that are asked for."""
        return "judged_plays" in self.sql

    @property
    def needs_luck(self) -> bool:
        """Whether its SQL is about the table `luck`, which is empty until luck and strength have been found."""
        return "JOIN luck" in self.sql

    @property
    def needs_fitted(self) -> bool:
        """Whether its SQL is about any table of what is found with luck and strength."""
        return self.needs_luck or any(
            f"{word} {table}" in self.sql for word in ("JOIN", "FROM") for table in ("strength", "pairs")
        )

    @property
    def interval_is_over_games(self) -> bool:
        """Whether the interval is found from the sums of games."""
        return self.interval in ("bootstrap", "ratio bootstrap")

    @property
    def brings_interval(self) -> bool:
        """Whether its rows have the interval, as `low` and `high`."""
        return self.interval == "posterior"

    @property
    def is_share(self) -> bool:
        """Whether the value lies between 0 and 1, to be shown as a percentage."""
        return self.interval in ("wilson", "ratio bootstrap")


NEEDED = (
    *("number", "group", "question", "numerator", "denominator", "grain", "interval", "chart", "smallest n"),
    *("name nl", "name en", "question nl", "numerator nl", "denominator nl"),
)
OPTIONAL = ("per", "together", "across games", "sd")
CHOICES = {"grain": GRAINS, "interval": INTERVALS, "group": GROUPS, "across games": ("yes", "no")}


def parse_statistic(name: str, text: str) -> Statistic:
    """The statistic that a file of SQL holds; ValueError names the header field that is missing or wrong."""
    lines = text.splitlines()
    first = next((at for at, line in enumerate(lines) if not line.startswith("-- ")), len(lines))
    header: dict[str, str] = {}
    for line in lines[:first]:
        field, colon, value = line.removeprefix("-- ").partition(":")
        if not colon or field not in (*NEEDED, *OPTIONAL) or field in header:
            raise ValueError(f"{name}: {line!r} is no line of a header, or comes twice")
        header[field] = value.strip()
    for field in NEEDED:
        if not header.get(field):
            raise ValueError(f"{name}: the header lacks {field!r}")
    for field, choices in CHOICES.items():
        if header.setdefault(field, choices[-1]) not in choices:
            raise ValueError(f"{name}: {field} {header[field]!r} is not one of {', '.join(choices)}")
    if (header["interval"] == "known sd") != ("sd" in header):
        raise ValueError(f"{name}: 'sd' goes with the interval 'known sd', and only with it")
    sd = float(header.pop("sd")) if "sd" in header else None
    per = float(header.pop("per", "1"))
    numbers = {field: int(header.pop(field, "1")) for field in ("smallest n", "together")}
    across_games = header.pop("across games") == "yes"
    texts = {field.replace(" ", "_"): value for field, value in header.items()}
    sql = "\n".join(lines[first:]).strip().removesuffix(";")
    return Statistic(
        name=name,
        sql=sql,
        smallest_n=numbers["smallest n"],
        together=numbers["together"],
        per=per,
        sd=sd,
        across_games=across_games,
        **texts,
    )


@cache
def catalog() -> dict[str, Statistic]:
    """All statistics by name, in the order of their groups and numbers."""
    folder = resources.files("pipeline") / "sql" / "statistics"
    found = [
        parse_statistic(file.name.removesuffix(".sql"), file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return {one.name: one for one in sorted(found, key=_place)}


def _place(one: Statistic) -> tuple[int, str, str]:
    digits = one.number.rstrip("abcdefgh")
    return int(digits), one.number, one.name


def named_statistics(names: Sequence[str]) -> list[Statistic]:
    """The statistics of some names, all for none; UsageError names the choices."""
    known = catalog()
    for name in names:
        if name not in known:
            raise UsageError(f"no statistic {name!r}: one of {', '.join(known)}")
    return [known[name] for name in names] if names else list(known.values())
