"""`klaverlog dashboard` starts, ends cleanly, and tells in one line what is in its way."""

import importlib.util
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from browser import free_port
from click.testing import CliRunner

from pipeline.cli import main


def test_a_port_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = CliRunner().invoke(
            main, ["dashboard", "--db", str(tmp_path / "a.duckdb"), "--port", str(port), "--no-browser"]
        )
    assert result.exit_code == 2
    assert f"port {port} is in use" in result.stderr


def test_a_missing_library_is_told_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "streamlit" else found(name))
    result = CliRunner().invoke(main, ["dashboard", "--no-browser"])
    assert result.exit_code == 2
    assert "pip install streamlit" in result.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_on_this_machine_and_ends_when_it_is_told_to(how: signal.Signals, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "pipeline.cli", "dashboard", "--db", str(tmp_path / "a.duckdb"), "--port", str(port)]
    process: Any = subprocess.Popen([*command, "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    answer = b""
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2) as response:
                answer = response.read()
                break
        except OSError:
            time.sleep(0.1)
    process.send_signal(how)
    out, err = process.communicate(timeout=30)
    assert answer == b"ok"
    assert process.returncode == 0
    assert err == ""
    assert f"http://127.0.0.1:{port}" in out
    with socket.socket() as probe:  # nobody listens any more
        assert probe.connect_ex(("127.0.0.1", port)) != 0
