"""The command `dashboard`."""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

from pipeline.cli.main import main
from pipeline.cli.options import db_option
from pipeline.errors import UsageError

ADDRESS = "127.0.0.1"
UPLOAD_MB = 100
NEEDED = ("streamlit", "altair")
SETTINGS = {
    "SERVER_ADDRESS": ADDRESS,
    "SERVER_ALLOWED_HOSTS": f"{ADDRESS} localhost",  # a page of another site cannot reach it by a name of its own
    "SERVER_ENABLE_CORS": "true",
    "SERVER_ENABLE_XSRF_PROTECTION": "true",
    "SERVER_MAX_UPLOAD_SIZE": str(UPLOAD_MB),
    "SERVER_FILE_WATCHER_TYPE": "none",
    "SERVER_SHOW_EMAIL_PROMPT": "false",
    "BROWSER_GATHER_USAGE_STATS": "false",
    "CLIENT_SHOW_ERROR_DETAILS": "none",
    "CLIENT_TOOLBAR_MODE": "minimal",
    "LOGGER_LEVEL": "warning",
    "RUNNER_MAGIC_ENABLED": "false",  # a text that stands alone in the code is no text of the page
    # For each ground, for one colour for both would make all pages light.
    "THEME_LIGHT_PRIMARY_COLOR": "#1b6b43",
    "THEME_LIGHT_TEXT_COLOR": "#141311",  # so dark that captions, at 60 % of it, have a contrast of 4.5
    "THEME_DARK_PRIMARY_COLOR": "#4fb286",
}
"""Of Streamlit, as variables of the environment; one that is set there already stays, for who puts it behind a proxy."""


@main.command()
@db_option
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="Where it listens, on this machine."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def dashboard(db: Path, port: int, no_browser: bool) -> None:
    """Open the dashboard in the browser: statistics, audit and deals trick by trick. Ctrl-C ends it."""
    app = _app()
    _check_port(port)
    given = {"KLAVERLOG_DB": str(db), "STREAMLIT_SERVER_PORT": str(port)}
    given["STREAMLIT_SERVER_HEADLESS"] = "true" if no_browser else "false"
    settings = {f"STREAMLIT_{name}": value for name, value in SETTINGS.items()}
    click.echo(f"The dashboard of {db} is at http://{ADDRESS}:{port} (Ctrl-C ends it)")
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(app)], env=settings | dict(os.environ) | given, stdout=subprocess.DEVNULL
    )
    status = _wait(process)
    if status not in (0, -signal.SIGINT, -signal.SIGTERM):
        raise UsageError(f"the dashboard ended with status {status}")


def _app() -> Path:
    """What runs the dashboard, named by its place: imports go from the dashboard to the pipeline only."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(f"the dashboard needs {' and '.join(missing)}: pip install {' '.join(missing)}")
    found = importlib.util.find_spec("dashboard")
    if found is None or found.origin is None:
        raise UsageError("the dashboard is not installed: install klaverlog whole")
    return Path(found.origin).parent / "served" / "serve.py"


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            raise UsageError(f"port {port} is in use: choose another with --port") from error


def _wait(process: "subprocess.Popen[bytes]") -> int:
    """The exit status; whoever interrupts or ends this process ends the other."""

    def end(*_: Any) -> None:
        process.terminate()

    before = signal.signal(signal.SIGTERM, end)
    try:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                process.terminate()
    finally:
        signal.signal(signal.SIGTERM, before)
