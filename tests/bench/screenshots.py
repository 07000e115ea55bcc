"""Pictures of every page at two widths, light and dark, in Dutch and English: python tests/bench/screenshots.py OUT [PAGE…].

With `--readme` instead of a folder it makes those of the README.
"""

import contextlib
import importlib.util
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser import DONE, Watched, chromium, dashboard
from PIL import Image

from dashboard.pages import PAGES
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import make_current
from pipeline.samples import sample_season

WIDTHS = (1280, 390)
HIGHEST = 8_000
PICTURES = Path(__file__).resolve().parents[2] / "dashboard" / "pictures"
ILLEGAL = "site=club-demo&game=amsterdams-0003&deal=12&step=4"
README = {
    "overview": ("?lang=en", "h1", 780),
    "contracts": ("contracts?lang=en", "h5", 820),
    "deal": (f"deal?lang=en&{ILLEGAL}", "h1", 1060),
    "audit": ("audit?lang=en&code=not_followed&game=amsterdams-0003", "h1", 860),
}
"""Address, the heading at the top and the height of each picture; the deal is that of the README's first lines."""
TO_THE_TOP = """heading => {
    heading.scrollIntoView({ block: 'start' });
    document.querySelector('[data-testid=stMain]').scrollBy(0, -70);  // below the bar that lies over the page
}"""
COLOURS = 128
"""Enough for pages; with more a file would have over 120 kB."""


def main(out: Path, wanted: list[str]) -> None:
    """Write the pictures to a folder, and print what went wrong on the way."""
    out.mkdir(parents=True, exist_ok=True)
    with sample_dashboard() as (db, address, browser):
        for width, ground in product(WIDTHS, ("light", "dark")):
            visitor = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=ground)
            for (name, path), language in product(addresses(db), ("nl", "en")):
                if wanted and name not in wanted:
                    continue
                tab = Watched(visitor)
                page = tab.open(f"{address}/{path}{'&' if '?' in path else '?'}lang={language}")
                height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
                page.set_viewport_size({"width": width, "height": min(max(900, height + 20), HIGHEST)})
                page.wait_for_timeout(500)
                page.wait_for_function(DONE)
                page.screenshot(path=out / f"{name}-{width}-{ground}-{language}.png")
                print(name, width, ground, language, *tab.faults, sep="  ", flush=True)
                page.close()
            visitor.close()


@contextlib.contextmanager
def sample_dashboard() -> Iterator[tuple[Path, str, Any]]:
    """The sample season, the address of its dashboard, and a browser."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "sample.duckdb"
        ingest(sample_season(), db)
        make_current(db)
        with dashboard(db) as address, chromium() as browser:
            yield db, address, browser


def for_readme() -> None:
    """Write the pictures of the README, a screen each, in few colours."""
    PICTURES.mkdir(exist_ok=True)
    with sample_dashboard() as (_, address, browser):
        for name, (path, heading, height) in README.items():
            tab = Watched(browser, viewport={"width": 1280, "height": height}, color_scheme="light")
            page = tab.open(f"{address}/{path}")
            page.locator(heading).first.evaluate(TO_THE_TOP)
            page.wait_for_timeout(500)
            file = PICTURES / f"{name}.png"
            page.screenshot(path=file)
            Image.open(file).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
            page.close()


def addresses(db: Path) -> list[tuple[str, str]]:
    """A name and the address of every page, some with something chosen."""
    with reading(db) as store:
        row = store.rows("SELECT site, game_id, deal_no FROM deals WHERE violations > 0 ORDER BY ALL LIMIT 1")[0]
    built = [page.key for page in PAGES if importlib.util.find_spec(f"dashboard.pages.{page.key}")]
    found = [(key, "" if key == built[0] else key) for key in built if key != "deal"]
    found.append(("games-sheet", f"games?game={row['game_id']}&game_site={row['site']}"))
    found.append(("players-profile", "players?player=Anneke&compare=Anneke&compare=Vera"))
    if "deal" in built:
        found.append(("deal", f"deal?site={row['site']}&game={row['game_id']}&deal={row['deal_no']}"))
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--readme"]:
        for_readme()
    elif sys.argv[1:2] in ([], ["--help"]):
        print(__doc__)
    else:
        main(Path(sys.argv[1]), sys.argv[2:])
