"""Pictures of every page at two widths, light and dark, in Dutch and English: python tests/bench/screenshots.py OUT [PAGE…]."""

import importlib.util
import sys
import tempfile
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser import DONE, Watched, chromium, dashboard

from dashboard.pages import PAGES
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.refit import make_current
from pipeline.samples import sample_season

WIDTHS = (1280, 390)
HIGHEST = 8_000


def main(out: Path, wanted: list[str]) -> None:
    """Write the pictures to a folder, and print what went wrong on the way."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "sample.duckdb"
        ingest(sample_season(), db)
        make_current(db)
        with dashboard(db) as address, chromium() as browser:
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
    main(Path(sys.argv[1]), sys.argv[2:])
