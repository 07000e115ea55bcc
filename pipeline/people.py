"""What people add about persons, in a small file beside the store: names joined, names forgotten, and the key of pseudonyms.

It survives ingests and rebuilds. A name that was forgotten is kept as a keyed hash only: enough to know it again when a
log brings it back (its length is noted too, to find it in free text), not enough to read it.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.fields import LONGEST_COMMENT, LONGEST_NAME
from pipeline.hidden_names import replace_hidden, without_cut_values
from pipeline.records import Record

LONGEST_OF_UNKNOWN_LENGTH = 40
"""Up to which length a name is looked for in texts that an older version forgot without noting its length."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A name that is somebody's other name, on one site or (site None) on all."""

    name: str
    person: str
    site: str | None = None


@dataclass
class People:
    """The aliases, the forgotten names as hashes, and the key that hashes and pseudonyms are made with."""

    key: str = field(default_factory=lambda: secrets.token_hex(16))
    aliases: list[Alias] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    def pseudonym(self, name: str) -> str:
        """A name that stands for another: always the same for it, and nothing of it can be read."""
        letters = base64.b32encode(bytes.fromhex(self.digest(name)))[:8].decode().lower()
        return f"player-{letters}"

    def digest(self, name: str) -> str:
        """The keyed hash of a name."""
        return hmac.new(bytes.fromhex(self.key), name.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def known_name(self, name: str | None) -> str | None:
        """The name, or its pseudonym if it was forgotten."""
        return self.pseudonym(name) if name is not None and self.digest(name) in self._lengths else name

    @cached_property
    def _lengths(self) -> dict[str, int]:
        """The length of each forgotten name by its digest; 0 where an older version did not note it."""
        return {digest: int(length or 0) for digest, _, length in (text.partition(":") for text in self.forgotten)}

    def with_forgotten(self, name: str) -> "People":
        """The people with one more forgotten name, and without its aliases."""
        aliases = [alias for alias in self.aliases if name not in (alias.name, alias.person)]
        others = [text for text in self.forgotten if not text.startswith(self.digest(name))]
        return People(self.key, aliases, sorted([*others, f"{self.digest(name)}:{len(name)}"]))

    def forget_in(self, record: Record) -> Record:
        """The record without forgotten names, in its players and in its comments."""
        if not self.forgotten:
            return record
        renamed = tuple(self.known_name(name) for name in record.players)
        comments = tuple(
            comment._replace(text=self._forget_inside(comment.text)[:LONGEST_COMMENT]) for comment in record.comments
        )
        if (renamed, comments) == (record.players, record.comments):
            return record
        return replace(record, players=renamed, comments=comments)

    def forget_in_text(self, text: str) -> str:
        """A reject's text or message with forgotten names replaced, however they are escaped."""
        return without_cut_values(self._forget_inside(text)) if self.forgotten else text

    def forget_in_note(self, note: str) -> str:
        """A note that somebody wrote, with forgotten names replaced."""
        return self._forget_inside(note) if self.forgotten else note

    def _forget_inside(self, text: str) -> str:
        lengths = self._lengths.values()
        every = range(2, LONGEST_OF_UNKNOWN_LENGTH) if 0 in lengths else lengths
        return replace_hidden(text, every, lambda part: self.known_name(part) or part)

    def anonymous(self, record: Record) -> Record:
        """The record with every name replaced by its pseudonym; comments, which may hold names, are left out."""
        players = tuple(None if name is None else self.pseudonym(name) for name in record.players)
        return replace(record, players=players, comments=())


def people_file(db: Path) -> Path:
    """The file beside a store, whatever link leads to it."""
    db = db.resolve()
    return db.with_name(f"{db.name}.people.json")


def load_people(db: Path) -> People:
    """What is kept beside a store; a new key where there is no file. UsageError for a file that cannot be read."""
    path = people_file(db)
    if not path.exists():
        return People()
    try:
        values = json.loads(path.read_text("utf-8"))
        bytes.fromhex(values["key"])
        aliases = [Alias(**alias) for alias in values["aliases"]]
        return People(values["key"], aliases, [str(digest) for digest in values["forgotten"]])
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UsageError(f"{path} cannot be read: {error}; it holds aliases and forgotten names, so nothing is done") from error


def people_for_pseudonyms(db: Path) -> People:
    """The people with a key that lasts: pseudonyms are the same tomorrow."""
    people = load_people(db)
    if not people_file(db).exists():
        save_people(db, people)
    return people


def save_people(db: Path, people: People) -> None:
    """Write the file, whole or not at all."""
    path = people_file(db)
    work = path.with_name(f".{path.name}.{os.getpid()}.part")
    values = {"key": people.key, "aliases": [asdict(alias) for alias in people.aliases], "forgotten": people.forgotten}
    try:
        work.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", "utf-8")
        os.replace(work, path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        work.unlink(missing_ok=True)


def with_alias(people: People, alias: Alias) -> People:
    """The people with one more alias; UsageError where it would make a chain or says nothing."""
    for text in (alias.name, alias.person):
        if not text.strip() or len(text) > LONGEST_NAME:
            raise UsageError(f"{text[:60]!r} is not a name: 1 to {LONGEST_NAME} characters")
        if people.known_name(text) != text:
            raise UsageError(f"{text!r} was forgotten: the database keeps that name out")
    if alias.name == alias.person and alias.site is None:
        raise UsageError(f"{alias.name!r} is that name already")
    if any(old.name == alias.person for old in people.aliases):
        raise UsageError(f"{alias.person!r} is itself an alias: klaverlog alias lists them")
    if any(old.person == alias.name for old in people.aliases):
        raise UsageError(f"{alias.name!r} has aliases of its own: undo them first, or take it as the person's name")
    others = [old for old in people.aliases if (old.name, old.site) != (alias.name, alias.site)]
    ordered = sorted([*others, alias], key=lambda one: (one.person, one.name, one.site or ""))
    return replace(people, aliases=ordered)


def without_alias(people: People, name: str, site: str | None) -> People:
    """The people without an alias; UsageError if there is none of that name."""
    kept = [alias for alias in people.aliases if alias.name != name or site not in (None, alias.site)]
    if len(kept) == len(people.aliases):
        known = ", ".join(repr(alias.name) for alias in people.aliases[:20]) or "there are none"
        raise UsageError(f"{name!r} is no alias: {known}")
    return replace(people, aliases=kept)
