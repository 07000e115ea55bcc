"""Streamlit for `start.py`, with what the pages import loaded before the first reader comes: nearly a second."""

import importlib
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent


def load() -> None:
    """Load the pages and what they draw with."""
    importlib.import_module("dashboard.app")
    for page in importlib.import_module("dashboard.pages").PAGES:
        importlib.import_module(f"dashboard.pages.{page.key}")


if __name__ == "__main__":
    # The dashboard that this file belongs to, and not a folder of that name where somebody happens to be.
    sys.path[0] = str(HERE.parents[1])
    from streamlit.web import cli

    threading.Thread(target=load, daemon=True).start()
    cli.main(["run", str(HERE / "start.py")], prog_name="streamlit")
