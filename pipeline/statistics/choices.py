"""Filters that name something a store does not have are refused, with the names it has."""

from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.statistics.selection import Selection

if TYPE_CHECKING:
    from pipeline.queries import Reader


def check_choices(reader: "Reader", selection: Selection) -> None:
    """UsageError for a site, rule set or name that the store does not have, or a name that is one person a site."""
    if selection.site is not None and selection.site not in (sites := reader.sites()):
        raise UsageError(f"no site {selection.site!r} in the database: one of {', '.join(map(repr, sites)) or 'none'}")
    if selection.rules is not None and selection.rules not in (names := reader.rule_names()):
        raise UsageError(f"no deals by the rules {selection.rules!r} in the database: one of {', '.join(names) or 'none'}")
    for name in (selection.player, selection.partner, *selection.opponents):
        if name is not None:
            _check_person(reader, name, selection.site)


def _check_person(reader: "Reader", name: str, site: str | None) -> None:
    sites = reader.person_sites(name, site)
    if not sites:
        nearest = ", ".join(map(repr, reader.similar_players(name)))
        on_site = "" if site is None else f" on {site!r}"
        raise UsageError(
            f"no player {name!r}{on_site} in the database" + (f"; the nearest names are {nearest}" if nearest else "")
        )
    if len(sites) > 1:
        named = ", ".join(map(repr, sites))
        raise UsageError(
            f"{name!r} may be another person on each site: choose one of {named}, or join them with klaverlog alias"
        )
