"""The dashboard as its own process, and a real browser to look at it with."""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
KNOWN = re.compile(r"/\w+/_stcore/(health|host-config)$")
"""What is asked for in vain where a page is opened by its own address, such as /deal.

The client of Streamlit (1.67) cannot know whether "deal" is a page or the path that an app lies under behind a proxy. So it
asks for `_stcore/health` and `_stcore/host-config` below /deal first, which Streamlit answers with 404
(`_RESERVED_STATIC_PATH_SUFFIXES` of its static routes), and then below /, where the app is. The browser writes both into its
console; nothing else comes of them. We cannot avoid them: with `server.baseUrlPath` it asks below the page first just the same,
and a route of ours that answered there would make the client take /deal for the app's base, for its socket and every link. It
asks at one place only if the page itself sets `window.__streamlit.BACKEND_BASE_URL`. No setting of Streamlit does that; a page
of ours would have to be kept equal to Streamlit's, and would break the proxies that the asking is for.
"""
DONE = """() => document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state') === 'notRunning'
    && !document.querySelector('[data-testid=stSkeleton]')
    && [...document.querySelectorAll('[data-testid=stVegaLiteChart]')].every(chart => chart.querySelector('canvas, svg'))"""
"""The script has ended, and what it sent is drawn."""
WAIT = 60_000
AXE = Path(__file__).parent / "data" / "axe" / "axe.min.js"
CHECK = """(options) => axe.run(document, options).then((found) => found.violations
    .filter((fault) => ['serious', 'critical'].includes(fault.impact))
    .flatMap((fault) => fault.nodes.map((node) => [fault.id, node.target.flat().join(' '), node.failureSummary]))
    .filter(([rule, element]) => !(['list', 'listitem'].includes(rule)
        && document.querySelector(element)?.closest('[data-testid=stSidebarNav]'))))"""
"""What axe-core calls serious or critical, less that Streamlit's own menu puts a div into a list, which no page can change."""
needs_browser = pytest.mark.skipif(
    not os.environ.get("CI") and (shutil.which("chromium") is None or importlib.util.find_spec("playwright") is None),
    reason="no Chromium on this machine",
)
"""Skips where there is no Chromium, but not in CI: there it must be, or the test fails."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def dashboard(db: Path) -> Iterator[str]:
    """`klaverlog dashboard` over a store; its address."""
    port = free_port()
    command = [sys.executable, "-m", "pipeline.cli", "dashboard", "--db", str(db), "--port", str(port), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):  # noqa: S310
            return
        time.sleep(0.1)
    raise AssertionError("the dashboard did not start within a minute")


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by playwright."""
    from playwright.sync_api import sync_playwright

    assert shutil.which("chromium"), "there is no chromium on this machine"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        yield browser
        browser.close()


class Watched:
    """A tab of the browser that writes down what goes wrong in it."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.page = browser.new_page(**options)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(f"error {error}"))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.page.on("console", self._said)

    def open(self, address: str) -> Any:
        """Go to an address and wait until everything is drawn."""
        self.page.goto(address)
        return self.settled()

    def settled(self) -> Any:
        """The page once its script has ended."""
        self.page.wait_for_selector("h1", timeout=WAIT)
        self.page.wait_for_timeout(300)
        self.page.wait_for_function(DONE, timeout=WAIT)
        return self.page

    def faults_for_readers(self, *, only: str | None = None) -> list[str]:
        """What axe-core calls serious or critical on the page as it stands, with the elements; `only` one rule of it."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))  # as a script of the browser, which no policy of the page holds back
        found = self.page.evaluate(CHECK, {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {}))
        return [": ".join(fault) for fault in found]

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")):
            self.faults.append(f"asked another host: {request.url}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400 and not KNOWN.search(response.url):
            self.faults.append(f"{response.status} {response.url}")

    def _said(self, message: Any) -> None:
        of_known = "404" in message.text and KNOWN.search(message.location.get("url", ""))
        if message.type == "error" and not of_known:
            self.faults.append(f"console: {message.text}")
