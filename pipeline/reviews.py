"""What people noted on findings, in a small file beside the store: it survives ingests and rebuilds.

A review remembers the finding that it was made for, so that it counts as outdated when the finding has changed since.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.errors import UsageError
from pipeline.hidden_names import mentions, replace_name
from pipeline.people import load_people

LONGEST_NOTE = 2_000
"""Characters of a note."""
MOST_REVIEWS = 50_000
LARGEST_FILE = 64 << 20
PATIENCE = 10.0
"""Seconds to wait for somebody else who is writing a review."""

OPEN, REVIEWED, OUTDATED = "open", "reviewed", "outdated"
STATES = (OPEN, REVIEWED, OUTDATED)
"""A finding is open, reviewed, or was reviewed when it was another."""
SAID = ("certainty", "paragraph", "seat", "card", "legal_cards", "message")
"""Columns of `findings` that say what a finding is; its place and code say which one."""
Row = Mapping[str, Any]


class Place(NamedTuple):
    """Where a finding stands; trick and card are 0 where it has none."""

    site: str
    game_id: str
    deal_no: int
    trick_no: int
    card_no: int
    code: str


@dataclass(frozen=True, slots=True)
class Review:
    """A note on a finding, when it was made (ISO, UTC), and what the finding was then."""

    place: Place
    finding: str
    """The digest of what the finding said."""
    certainty: str
    paragraph: str
    note: str
    reviewed_at: str


Reviews = dict[Place, Review]


def place_of(row: Row) -> Place:
    """Where a row of `findings` stands."""
    return Place(
        *(row["site"], row["game_id"], row["deal_no"], row["trick_no"] or 0, row["card_no"] or 0, row["code"]),
    )


def digest(row: Row) -> str:
    """What tells a finding from what it was before, as `DIGEST` of pipeline.finding_lists computes it."""
    said = "\x1f".join(str(row[name] or "") for name in SAID)
    return hashlib.md5(said.encode(), usedforsecurity=False).hexdigest()


def state_of(row: Row, review: Review | None) -> str:
    """Whether a finding is open, reviewed, or was reviewed when it was another."""
    if review is None:
        return OPEN
    return REVIEWED if review.finding == digest(row) else OUTDATED


def with_reviews(rows: Sequence[Row], reviews: Reviews) -> list[dict[str, Any]]:
    """Findings with their state as `review` and the note on them, "" without one."""
    found = [(row, reviews.get(place_of(row))) for row in rows]
    return [
        {**row, "review": state_of(row, review), "review_note": "" if review is None else review.note} for row, review in found
    ]


def reviews_file(db: Path) -> Path:
    """The file beside a store, whatever link leads to it."""
    db = db.resolve()
    return db.with_name(f"{db.name}.reviews.json")


def reviews_state(db: Path) -> tuple[int, ...]:
    """What tells one state of the reviews beside a store from another."""
    try:
        found = reviews_file(db).stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def load_reviews(db: Path) -> Reviews:
    """The reviews kept beside a store, none where there is no file; UsageError for a file that cannot be read."""
    path = reviews_file(db)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"it is larger than {LARGEST_FILE:,} bytes")
        values = json.loads(path.read_text("utf-8"))
        found = [_review(**one) for one in values["reviews"]]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        reason = str(error)[:200]
        raise UsageError(f"{path} cannot be read: {reason}; it holds reviews of findings, so nothing is done") from error
    return {review.place: review for review in found}


def _review(place: Sequence[Any], **others: Any) -> Review:
    site, game_id, deal_no, trick_no, card_no, code = place
    at = Place(site, game_id, int(deal_no), int(trick_no), int(card_no), code)
    if not (0 <= at.deal_no < 1 << 32 and 0 <= at.trick_no <= 8 and 0 <= at.card_no <= 32):
        raise ValueError(f"no finding can stand at {place}")
    if not all(isinstance(value, str) for value in (site, game_id, code, *others.values())):
        raise TypeError("a review holds texts")
    datetime.fromisoformat(others["reviewed_at"])
    return Review(at, **others)


def _values(review: Review) -> dict[str, Any]:
    return {name: getattr(review, name) for name in Review.__slots__}


def save_review(db: Path, row: Row, note: str, *, instead_of: Review | None = None) -> Review:
    """Note that a finding was reviewed, in place of the review that was there before.

    UsageError for a note that is too long, a file that cannot be written, and where the review that is there is not
    `instead_of`: somebody else was faster.
    """
    review = next(iter(_made(db, [row], note).values()))

    def add(reviews: Reviews) -> Reviews:
        _check(reviews, review.place, instead_of)
        return _with_more(reviews, {review.place: review})

    _change(db, add)
    return review


def save_reviews(db: Path, rows: Sequence[Row], note: str) -> Reviews:
    """Note that findings were reviewed, all with one note and at the same moment, which makes them a batch.

    UsageError, and nothing is done, where one of them has a review: nobody's note is written over unseen. Others as with
    `save_review`.
    """
    made = _made(db, rows, note)

    def add(reviews: Reviews) -> Reviews:
        if n := len(reviews.keys() & made.keys()):
            raise UsageError(f"somebody else reviewed {n:,} of these {len(made):,} findings meanwhile: nothing is done")
        return _with_more(reviews, made)

    _change(db, add)
    return made


class Batch(NamedTuple):
    """Reviews that were made at once, with one note."""

    reviewed_at: str
    note: str
    number: int


def batches(reviews: Reviews) -> list[Batch]:
    """Reviews that were made several at once and are still as they were made, the latest first."""
    found = Counter((review.reviewed_at, review.note) for review in reviews.values())
    return sorted((Batch(at, note, count) for (at, note), count in found.items() if count > 1), reverse=True)


def remove_batch(db: Path, batch: Batch) -> int:
    """Take the reviews of a batch back, but for those that were changed since; how many."""
    count = 0

    def take_out(reviews: Reviews) -> Reviews:
        nonlocal count
        kept = {place: one for place, one in reviews.items() if (one.reviewed_at, one.note) != batch[:2]}
        count = len(reviews) - len(kept)
        return kept

    _change(db, take_out)
    return count


def _made(db: Path, rows: Sequence[Row], note: str) -> Reviews:
    if len(note) > LONGEST_NOTE:
        raise UsageError(f"the note has {len(note):,} characters: at most {LONGEST_NOTE:,}")
    kept = load_people(db).forget_in_note(note.encode("utf-8", "replace").decode().strip())
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    return {place_of(row): Review(place_of(row), digest(row), row["certainty"], row["paragraph"], kept, at) for row in rows}


def _with_more(reviews: Reviews, made: Reviews) -> Reviews:
    found = reviews | made
    if len(found) > MOST_REVIEWS:
        raise UsageError(f"there are {len(reviews):,} reviews already, and no room for {len(made):,} more")
    return found


def remove_review(db: Path, review: Review) -> None:
    """Take a review back; errors as with `save_review`."""

    def take_out(reviews: Reviews) -> Reviews:
        _check(reviews, review.place, review)
        return {place: other for place, other in reviews.items() if place != review.place}

    _change(db, take_out)


def _check(reviews: Reviews, place: Place, expected: Review | None) -> None:
    found = reviews.get(place)
    if found == expected:
        return
    if found is None:
        raise UsageError("somebody else took this review back meanwhile")
    raise UsageError(f"somebody else reviewed this finding meanwhile and noted: {found.note[:200]!r}")


def forget_in_reviews(db: Path, name: str, other: str) -> int:
    """Replace a name in all notes; in how many it stood."""
    if not reviews_file(db).exists():
        return 0
    count = 0

    def forget(reviews: Reviews) -> Reviews:
        nonlocal count
        changed = {place: replace(one, note=replace_name(one.note, name, other)) for place, one in reviews.items()}
        count = sum(changed[place] != reviews[place] for place in reviews)
        return changed

    _change(db, forget)
    return count


def notes_mention(db: Path, name: str) -> bool:
    """Whether a note names somebody."""
    return any(mentions(review.note, name) for review in load_reviews(db).values())


def _change(db: Path, change: Callable[[Reviews], Reviews]) -> None:
    """Change the file, whole or not at all, with nobody else at it."""
    path = reviews_file(db)
    work = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with _locked(path):
            reviews = change(load_reviews(db))
            lines = (json.dumps(_values(reviews[place]), ensure_ascii=False) for place in sorted(reviews))
            data = ('{"reviews": [\n' + ",\n".join(lines) + "\n]}\n").encode()
            if len(data) > LARGEST_FILE:
                raise UsageError(f"all notes together are larger than {LARGEST_FILE:,} bytes: shorten some")
            try:
                work.write_bytes(data)
                os.replace(work, path)
            finally:
                work.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.with_name(f".{path.name}.lock").open("a") as file:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise UsageError(f"somebody else has been writing {path} for {PATIENCE:.0f} seconds") from None
                time.sleep(0.02)
        yield
