"""Stores to look at, and a page of the dashboard as a reader opens it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Watched, chromium
from making import season, write_log

from pipeline.ingest import ingest
from pipeline.samples import sample_logs, sample_season

START = Path(__file__).resolve().parents[2] / "dashboard" / "served" / "start.py"
Opened = Callable[..., Any]


@pytest.fixture(scope="session")
def sample_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("sample") / "a.duckdb"
    ingest(sample_season(), db)
    return db


@pytest.fixture(scope="session")
def hostile_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Names that are HTML, SQL, Markdown, icons, formulas, and 10,000 characters long."""
    names = [
        *(
            "<script>alert(1)</script>",
            "'; DROP TABLE deals; --",
            "**bold** [x](http://evil.test) ![y](http://evil.test/i.png)",
        ),
        *(
            ":house: $e^x$ :red[a] www.evil.test a@evil.test",
            "\u202eneerG",
            "=1+1",
            "A" * 10_000,
            "# {kop} {0} %s \\ ` | ~~a~~",
        ),
    ]
    records = season(games=4)
    for number, record in enumerate(records):
        record["players"] = [names[(seat + number // 16 * 4) % len(names)] for seat in range(4)]
        record["game_id"] = f"{record['game_id']} <b>&amp; {names[number // 16 % 4]}"
        record["site"] = "<i>site</i> *"
    folder = tmp_path_factory.mktemp("hostile")
    broken = sample_logs() / "jsonl" / "broken" / "hostile_names.jsonl"
    ingest([write_log(folder / "a.jsonl", *records), broken], folder / "a.duckdb")
    return folder / "a.duckdb"


@pytest.fixture
def no_db(tmp_path: Path) -> Path:
    return tmp_path / "none.duckdb"


@pytest.fixture
def empty_db(tmp_path: Path) -> Path:
    """A store without a deal: its only record was no deal."""
    db = tmp_path / "a.duckdb"
    ingest([write_log(tmp_path / "a.jsonl", b"{}")], db)
    return db


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Open a page by its key over a store, with a query; the AppTest after its first run."""

    def opened(key: str, db: Path, **query: str | list[str]) -> Any:
        from streamlit.testing.v1 import AppTest
        from streamlit.util import calc_hash

        monkeypatch.setenv("KLAVERLOG_DB", str(db))
        page = AppTest.from_file(str(START), default_timeout=60)
        page._page_hash = calc_hash("" if key == "overview" else key)  # AppTest itself only knows pages that are files
        for name, value in query.items():
            page.query_params[name] = value
        return page.run()

    return opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window; not for longer than a module, for it holds the event loop of the process."""
    with chromium() as found:
        yield found


@pytest.fixture
def tab(browser: Any) -> Iterator[Watched]:
    """A tab that writes down what goes wrong in it."""
    watched = Watched(browser)
    yield watched
    watched.page.close()


@pytest.fixture
def read_in_dutch(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("texts", "figures"):
        monkeypatch.setattr(f"dashboard.{module}.language", lambda: "nl")
