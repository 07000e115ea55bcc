"""A person taken out of the store: the deals stay, the name goes, also from the bytes of the file and from later ingests."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pipeline.contests import source_of
from pipeline.errors import UsageError
from pipeline.fields import LONGEST_NAME
from pipeline.fitted import remove_fitted
from pipeline.games import judge_games
from pipeline.intake import write_judged
from pipeline.key_tables import games_table
from pipeline.people import load_people, save_people
from pipeline.publishing import parts_folder, writing
from pipeline.queries import reading
from pipeline.reviews import forget_in_reviews, notes_mention


@dataclass(frozen=True)
class Forgotten:
    """The pseudonym that stands for a name now, in how many deals, rejects and notes, and names joined with it."""

    pseudonym: str
    deals: int
    rejects: int
    joined: list[str]
    notes: int = 0
    """Reviews of findings."""


def forget(db: Path, name: str, *, unseen: bool = False) -> Forgotten:
    """Take a name out of the store and keep it out.

    UsageError for a name that the store does not hold, with the nearest ones, unless `unseen` names that are to come are
    asked for too.
    """
    if not name.strip() or len(name) > LONGEST_NAME:
        raise UsageError(f"{name[:60]!r} is not a name: 1 to {LONGEST_NAME} characters")
    people = load_people(db)
    joined = [alias for alias in people.aliases if name in (alias.name, alias.person)]
    with reading(db) as store:
        if not (unseen or joined or store.mentions(name) or notes_mention(db, name)):
            nearest = ", ".join(repr(other) for other in store.similar_players(name))
            known = f"; the nearest names are {nearest}" if nearest else ""
            raise UsageError(f"no player {name!r} in the database{known}; --unseen keeps out a name that is yet to come")
    people = people.with_forgotten(name)
    # First the promise that the name does not come back: whatever stops us then, a second run finishes the work.
    save_people(db, people)
    notes = forget_in_reviews(db, name, people.pseudonym(name))
    remove_fitted(db)  # it holds names; it can be found anew
    with writing(db, compact=True) as store:
        shutil.rmtree(parts_folder(db), ignore_errors=True)  # what an interrupted run on a cluster has read
        keys = store.keys_of_player(name)
        sources = [
            source_of(people.forget_in(source.record), source.path, source.member, source.line)
            for source in store.sources(keys)
        ]
        store.remove_deals(keys)
        write_judged(store, sources)
        rejects = store.forget_in_rejects(name, people.pseudonym(name))
        judge_games(store, games_table(sorted({(site, game_id) for site, game_id, _ in keys})))
    remove_fitted(db)  # once more: somebody may have been looking for strength meanwhile
    others = sorted({alias.person if alias.name == name else alias.name for alias in joined})
    return Forgotten(people.pseudonym(name), len(keys), rejects, others, notes)
