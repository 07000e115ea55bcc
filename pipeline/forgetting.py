"""A person taken out of the store: the deals stay, the name goes, also from the bytes of the file and from later ingests."""

from dataclasses import replace
from pathlib import Path

from pipeline.contests import source_of
from pipeline.errors import UsageError
from pipeline.file_reader import write_judged
from pipeline.games import judge_games
from pipeline.people import load_people, save_people
from pipeline.publishing import writing
from pipeline.queries import reading


def forget(db: Path, name: str) -> tuple[str, int]:
    """Take a name out of the store and keep it out; the pseudonym that stands for it now, and in how many deals.

    UsageError for a name that no deal has, with the nearest ones.
    """
    with reading(db) as store:
        if not store.has_player(name):
            nearest = ", ".join(repr(other) for other in store.similar_players(name))
            raise UsageError(f"no player {name!r} in the database" + (f"; the nearest names are {nearest}" if nearest else ""))
    people = load_people(db)
    people = replace(
        people,
        forgotten=sorted({*people.forgotten, people.digest(name)}),
        aliases=[alias for alias in people.aliases if name not in (alias.name, alias.person)],
    )
    # First the promise that the name does not come back: whatever stops us then, a second run finishes the work.
    save_people(db, people)
    with writing(db, compact=True) as store:
        keys = store.keys_of_player(name)
        sources = [
            source_of(people.forget_in(source.record), source.path, source.member, source.line)
            for source in store.sources(keys)
        ]
        store.remove_deals(keys)
        write_judged(store, sources)
        store.forget_in_rejects(name, people.pseudonym(name))
        judge_games(store, sorted({(site, game_id) for site, game_id, _ in keys}))
    return people.pseudonym(name), len(keys)
