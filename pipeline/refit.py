"""Luck and strength of a store, found when they are asked for and kept until its deals or aliases change."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.fitted import chose_unfinished, keep_fitted, put_population, put_seats, put_strength, writing_fitted
from pipeline.queries import Reader, reading

if TYPE_CHECKING:
    from pipeline.strength.deals import Deals
    from pipeline.strength.evaluate import Evaluation
    from pipeline.strength.fit import Strength

AT_ONCE = 200_000
"""Up to so many deals are looked at again as soon as they have changed; above, when it is asked for."""
KEPT_FROM = 20_000
"""From so many deals on their seats and the sums of everybody are kept; fewer are read and added up as soon."""
MEMORY = "1GB"
"""What the database may hold while it reads all seats; beyond that it writes to a file."""
TRIES = 3
Tell = Callable[[str], None]


def refit(db: Path, tell: Tell = lambda message: None, *, unfinished: bool = False) -> None:
    """Find luck and strength of a store anew; `unfinished` games count too if that is asked for.

    They can be read before the seats and sums of a large store are found. If the store changes meanwhile they are found once
    more; UsageError if it keeps changing.
    """
    from pipeline.strength.deals import read_deals
    from pipeline.strength.fit import fit_strength

    for _ in range(TRIES):
        began = time.monotonic()
        with reading(db) as reader:
            seen = reader.seen()
            deals = read_deals(reader)
        found = fit_strength(deals, unfinished=unfinished, tell=tell)
        about = _about(deals, found, began, unfinished=unfinished)
        with writing_fitted(db) as work:
            put_strength(work, found, seen=seen, **about)
            is_large = len(deals) >= KEPT_FROM
            del deals, found  # they would take memory
            if is_large and _holds(db, seen):
                keep_fitted(db, work, is_whole=False)
                _put_seats_and_sums(db, work, tell)
            if _holds(db, seen):  # a name that somebody had forgotten must not come back
                keep_fitted(db, work)
                return
    raise UsageError(f"{db} keeps changing while luck and strength are looked for: try again when nothing is ingested")


def _put_seats_and_sums(db: Path, work: Path, tell: Tell) -> None:
    """Write who sat where, and the statistics of everybody, as they are asked for again and again."""
    from pipeline.statistics import Selection, catalog
    from pipeline.statistics.population import added_up_anew

    tell("seats of every deal")
    with reading(db) as reader:
        reader.execute(f"SET memory_limit = '{MEMORY}'")
        put_seats(reader, work)
    tell("statistics of everybody")
    with reading(db) as reader:
        reader.execute(f"SET memory_limit = '{MEMORY}'")
        reader.use_fitted(work)
        sums = added_up_anew(reader, list(catalog().values()), Selection())
    put_population(work, sums.to_arrow())


def _holds(db: Path, seen: str) -> bool:
    with reading(db) as reader:
        return reader.seen() == seen


def _about(deals: "Deals", found: "Strength", began: float, *, unfinished: bool) -> dict[str, object]:
    return {
        "unfinished": unfinished,
        "deals": len(deals),
        "counted": int(found.rows.deals.sum()),
        "games": len(deals.games.game_id),
        "finished_games": int(deals.games.is_over.sum()),
        "skipped_games": found.ratings.skipped,
        "explained": round(found.luck.explained, 4),
        "explained_called": round(found.luck.explained_called, 4),
        "spread": round(found.worth.spread, 3),
        "noise": round(found.worth.noise, 3),
        "pull": round(found.worth.pull, 3),
        "seconds": round(time.monotonic() - began, 1),
    }


def make_current(db: Path, tell: Tell = lambda message: None, *, unfinished: bool | None = None, anew: bool = False) -> None:
    """See to it that luck and strength are those of the store as it is.

    They are found anew where there are none, `anew` is said, or deals or aliases changed since; but above AT_ONCE deals
    what was found before is kept, and it is told that it is old. `unfinished` None keeps to what was chosen before.
    """
    with reading(db) as reader:
        about = reader.about_fitted()
        seen, deals = reader.seen(), reader.deal_count()
    before = chose_unfinished(db)
    is_other = unfinished is not None and unfinished != before
    if anew or not about or is_other:
        refit(db, tell, unfinished=before if unfinished is None else unfinished)
    elif about.get("seen") != seen:
        if deals <= AT_ONCE:
            refit(db, tell, unfinished=before)
        else:
            tell(f"luck and strength are of {about['fitted_at']}, before the last deals or aliases: --refit finds them anew")


def age_of_fit(reader: Reader) -> str:
    """What a reader of statistics of luck has to know: that nothing was found yet, or before the last deals; else ""."""
    about = reader.about_fitted()
    if not about:
        return "luck has not been looked for yet, so statistics of it have no chances: klaverlog players looks for it"
    if about["seen"] != reader.seen():
        return f"luck is that of {about['fitted_at']}, before the last deals or aliases: klaverlog players finds it anew"
    return ""


def evaluated(db: Path, tell: Tell = lambda message: None, *, unfinished: bool | None = None) -> "Evaluation | None":
    """How well the later games of a store follow from the earlier ones; None where there are too few games to tell.

    `unfinished` None keeps to what was chosen for strength.
    """
    import numpy as np

    from pipeline.strength.deals import read_deals
    from pipeline.strength.evaluate import evaluate
    from pipeline.strength.fit import adjusted_points, finished, luck_of
    from pipeline.strength.same_deals import compare

    if unfinished is None:
        unfinished = chose_unfinished(db)
    with reading(db) as reader:
        deals = read_deals(reader)
    tell("luck of every deal")
    points, is_adjusted = adjusted_points(deals, luck_of(deals), compare(deals))
    tell("later games from earlier ones")
    return evaluate(deals, points, is_adjusted, np.ones(len(deals), bool) if unfinished else finished(deals))
