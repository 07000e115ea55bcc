"""Findings that fit a choice, a page at a time, each with its deal's scores and whether it was reviewed."""

from typing import NamedTuple

from pipeline.queries import Reader
from pipeline.reviews import SAID, Reviews
from pipeline.rows import Row
from replay.findings import CERTAINTIES

_TEXTS = [f"coalesce({name}::VARCHAR, '')" for name in SAID]
DIGEST = f"md5(concat_ws(chr(31), {', '.join(_TEXTS)}))"
"""`pipeline.reviews.digest` in SQL."""
BY_PLACE = "site, game_id, deal_no, trick_no NULLS FIRST, card_no NULLS FIRST, code"
ORDER = f"list_position({list(CERTAINTIES)}, certainty), {BY_PLACE}"


class Wanted(NamedTuple):
    """Which findings are wanted; an empty choice means all."""

    certainties: tuple[str, ...] = ()
    code: str | None = None
    player: str | None = None
    """A person, as aliases have it."""
    game: str = ""
    """Part of a game's name."""
    review: str | None = None
    """One of `pipeline.reviews.STATES`."""


_FOUND = f"""
WITH reviews AS (
    SELECT unnest(?::VARCHAR[]) AS site, unnest(?::VARCHAR[]) AS game_id, unnest(?::UINTEGER[]) AS deal_no,
        unnest(?::UTINYINT[]) AS trick_no, unnest(?::UTINYINT[]) AS card_no, unnest(?::VARCHAR[]) AS code,
        unnest(?::VARCHAR[]) AS finding
), found AS (
    SELECT findings.*, CASE
        WHEN reviews.finding IS NULL THEN 'open' WHEN reviews.finding = {DIGEST} THEN 'reviewed' ELSE 'outdated' END AS review
    FROM findings LEFT JOIN reviews ON reviews.site = findings.site AND reviews.game_id = findings.game_id
        AND reviews.deal_no = findings.deal_no AND reviews.trick_no = coalesce(findings.trick_no, 0)
        AND reviews.card_no = coalesce(findings.card_no, 0) AND reviews.code = findings.code
)
"""


def _of_reviews(reviews: Reviews) -> list[object]:
    places = list(reviews)
    columns = list(zip(*places, strict=True)) if places else [()] * 6
    return [*(list(column) for column in columns), [review.finding for review in reviews.values()]]


def _where(reader: Reader, wanted: Wanted) -> tuple[str, list[object]]:
    conditions, parameters = ["true"], list[object]()
    if wanted.certainties:
        conditions.append("list_contains(?::VARCHAR[], certainty)")
        parameters.append(list(wanted.certainties))
    if wanted.code is not None:
        conditions.append("code = ?")
        parameters.append(wanted.code)
    if wanted.player is not None:
        conditions.append("list_contains(?::VARCHAR[], player)")
        parameters.append([wanted.player, *reader.logged_names(wanted.player)])
    if wanted.game:
        conditions.append("contains(lower(game_id), lower(?))")
        parameters.append(wanted.game)
    return " AND ".join(conditions), parameters


def finding_counts(reader: Reader, wanted: Wanted, reviews: Reviews) -> dict[tuple[str, str], int]:
    """How many findings fit, by certainty and state of review; the state that is wanted does not matter here."""
    where, parameters = _where(reader, wanted)
    rows = reader.rows(
        f"{_FOUND} SELECT certainty, review, count(*) AS n FROM found WHERE {where} GROUP BY ALL ORDER BY ALL",
        *_of_reviews(reviews),
        *parameters,
    )
    return {(row["certainty"], row["review"]): row["n"] for row in rows}


def findings_that_fit(reader: Reader, wanted: Wanted, reviews: Reviews, most: int | None = None, after: int = 0) -> list[Row]:
    """The findings that fit, the surest first, then by place; at most so many after the first ones. `review` is their state.

    With them come the deal's logged, recomputed and ruled score, as in `Reader.findings`.
    """
    where, parameters = _where(reader, wanted)
    if wanted.review is not None:
        where += " AND review = ?"
        parameters.append(wanted.review)
    return reader.rows(
        f"{_FOUND}, page AS (SELECT * FROM found WHERE {where} ORDER BY {ORDER} LIMIT ? OFFSET ?) "
        "SELECT page.*, rules, custom, rules_known, status, deals.violations AS deal_violations, played_at, "
        "logged_score_ns, logged_score_ew, score_ns, score_ew, ruled_ns, ruled_ew, ruling "
        f"FROM page JOIN deals USING (site, game_id, deal_no) ORDER BY {ORDER}",
        *_of_reviews(reviews),
        *parameters,
        most,
        after,
    )


def findings_of_deal(reader: Reader, site: str, game_id: str, deal_no: int) -> list[Row]:
    """All findings of a deal, the surest first."""
    sql = f"SELECT * FROM findings WHERE site = ? AND game_id = ? AND deal_no = ? ORDER BY {ORDER}"
    return reader.rows(sql, site, game_id, deal_no)


def codes_found(reader: Reader) -> dict[str, int]:
    """The codes of findings, with how many there are, the most frequent first."""
    rows = reader.rows("SELECT code, count(*) AS n FROM findings GROUP BY code ORDER BY n DESC, code")
    return {row["code"]: row["n"] for row in rows}


def players_found(reader: Reader) -> list[str]:
    """Who findings are about, as aliases name them."""
    rows = reader.rows(
        "WITH named AS (SELECT DISTINCT site, player FROM findings WHERE player IS NOT NULL) "
        "SELECT DISTINCT coalesce(here.person, everywhere.person, named.player) AS person FROM named "
        "LEFT JOIN aliases here ON here.name = named.player AND here.site = named.site "
        "LEFT JOIN aliases everywhere ON everywhere.name = named.player AND everywhere.site IS NULL ORDER BY person"
    )
    return [row["person"] for row in rows]


def without_finding(reader: Reader, reviews: Reviews) -> list[Row]:
    """The places of reviews whose finding is there no more: corrected in the log, or judged otherwise since."""
    return reader.rows(
        f"{_FOUND} SELECT reviews.* EXCLUDE (finding) FROM reviews LEFT JOIN findings ON reviews.site = findings.site "
        "AND reviews.game_id = findings.game_id AND reviews.deal_no = findings.deal_no "
        "AND reviews.trick_no = coalesce(findings.trick_no, 0) AND reviews.card_no = coalesce(findings.card_no, 0) "
        f"AND reviews.code = findings.code WHERE findings.code IS NULL ORDER BY ALL",
        *_of_reviews(reviews),
    )
