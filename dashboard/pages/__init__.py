"""The pages: one row each, in the order of the menu."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A page: the module `dashboard.pages.<key>` has `show(state)`, which draws it."""

    key: str
    """Its address and the name of its module; its title is the text `pages.<key>`."""
    icon: str
    section: str
    """The heading in the menu, the text `pages.<section>`."""
    filters: bool = False
    """Whether the sidebar has the filters of statistics."""
    passes_filters: bool = False
    """Whether filters of statistics may stand in its address, which has no use for them but to pass them on."""
    needs_store: bool = True
    """Whether `state` is always that of a store with deals; else it may be None, and the page copes."""


PAGES = (
    Page("overview", ":material/dashboard:", "statistics", filters=True),
    Page("contracts", ":material/gavel:", "statistics", filters=True),
    Page("roem", ":material/stars:", "statistics", filters=True),
    Page("players", ":material/groups:", "statistics", filters=True),
    Page("games", ":material/scoreboard:", "statistics", filters=True),
    Page("audit", ":material/fact_check:", "checking"),
    Page("deal", ":material/playing_cards:", "checking", needs_store=False),
    Page("logs", ":material/upload_file:", "data", needs_store=False),
    Page("rules", ":material/menu_book:", "data", passes_filters=True, needs_store=False),
)
