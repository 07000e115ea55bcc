"""Terms on every page lead to the glossary, in the reader's language and with the filters."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dashboard.pages import PAGES
from dashboard.texts import texts

ON_PAGES = [row.key for row in PAGES if row.needs_store or row.key == "deal"]
LINK = re.compile(r'\[(?P<name>[^][]+)\]\((?P<address>\S+) "(?P<meaning>[^"]+)"\)')


def linked(page: Any) -> list[dict[str, str]]:
    lines = [one.value for one in page.markdown if one.value.startswith(":small[:material/menu_book:")]
    return [found.groupdict() for line in lines for found in LINK.finditer(line)]


@pytest.mark.parametrize("key", ON_PAGES)
def test_a_page_explains_its_terms(key: str, open_page: Any, sample_db: Any) -> None:
    filters = {"player": "Anneke", "trump": "H"} if next(row.filters for row in PAGES if row.key == key) else {}
    page = open_page(key, sample_db, lang="nl", **filters)
    found = linked(page)
    assert len(found) >= 4
    for one in found:
        parts = urlsplit(one["address"])
        query = {name: value[0] for name, value in parse_qs(parts.query).items()}
        term = query["term"]
        assert parts.path == "rules"
        assert query == {"part": "glossary", "term": term, "lang": "nl"} | filters
        assert (one["name"], one["meaning"]) == (
            texts()[f"glossary.term_{term}"]["nl"],
            texts()[f"glossary.means_{term}"]["nl"],
        )


def test_the_filter_of_findings_is_none_of_statistics(open_page: Any, sample_db: Any) -> None:
    page = open_page("audit", sample_db, lang="en", player="Anneke")
    assert all("player" not in parse_qs(urlsplit(one["address"]).query) for one in linked(page))


def test_a_term_of_a_link_is_told_first(open_page: Any, sample_db: Any) -> None:
    for one in linked(open_page("players", sample_db, lang="en")):
        query = {name: value[0] for name, value in parse_qs(urlsplit(one["address"]).query).items()}
        page = open_page("rules", sample_db, **query)
        assert not page.exception
        assert not page.info
        assert page.markdown[0].value.startswith(f"**{one['name']}**  \n{one['meaning']}")


def test_terms_have_words_that_fit_a_link() -> None:
    for name, words in texts().items():
        if name.startswith(("glossary.term_", "glossary.means_")):
            assert not any(set(word) & set('"[]') for word in words.values()), name
