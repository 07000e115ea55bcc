"""Logs read by a cluster make the store that one process makes, whatever happens to workers."""

import io
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dying
import pytest
from click.testing import CliRunner
from making import Values, season, write_log
from stores import everything, views

import pipeline.cluster.gather
import pipeline.cluster.pieces
import pipeline.warming
from pipeline.backup import compact
from pipeline.cli import main
from pipeline.cluster.parts import PartWriter, part_files
from pipeline.cluster.pieces import Piece, cut
from pipeline.cluster.worker import read_piece
from pipeline.database import is_there
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.jobs import Asked, Job, plan
from pipeline.lines import Span
from pipeline.people import People
from replay.kernel import FEW_DEALS
from replay.readings import rules_in_force


@pytest.fixture(autouse=True)
def _two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes, small pieces, and nothing compiled for so few deals."""
    monkeypatch.setenv("KLAVERLOG_WORKERS", "2")
    monkeypatch.setattr(pipeline.cluster.pieces, "PIECE", 6_000)
    monkeypatch.setattr(pipeline.cluster.gather, "compile_missing", lambda: None)
    monkeypatch.setattr(cut, "__defaults__", (6_000,))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two processes that is there already, as other machines would be."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as running:
        yield running.scheduler_address


def job_of(path: Path) -> Job:
    (job,) = plan([path], [], Asked()).todo
    return job


def logs(folder: Path) -> list[Path]:
    """Some logs: with records told twice, rejects, odd line ends, a list, a zip and a half-written last line."""
    records = season(games=3)
    again = [records[3], records[4] | {"score": [1, 2]}, {**records[5], "hands": None}]
    large = write_log(folder / "large.jsonl", *records, b"not json", b"", *again, b'{"game_id": 1}')
    large.write_bytes(b"\xef\xbb\xbf" + large.read_bytes().replace(b"}\n{", b"}\r\n{", 5) + b'{"half')
    other = write_log(folder / "other.jsonl", *(record | {"site": "elsewhere"} for record in records[:9]), *again[:1])
    return [large, other]


def compared(db: Path) -> dict[str, list[str]]:
    """All that a store holds, less clocks."""
    return everything(db)


@pytest.mark.parametrize("text", [b"a\nbb\nccc\n", b"a\nbb\nccc", b"\n\n\n", b"x" * 40, b"x" * 40 + b"\ny\n", b"a\n" * 30])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_pieces_are_whole_lines_and_together_the_file(
    text: bytes, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline.cluster.pieces, "_is_of_lines", lambda path, known: True)
    for block in (1, 4, 1 << 20):
        monkeypatch.setattr(pipeline.cluster.pieces, "_BLOCK", block)
        path = tmp_path / "a.jsonl"
        path.write_bytes(text)
        pieces = list(cut(job_of(path), None, size))
        parts = [text[piece.offset : piece.offset + piece.size] for piece in pieces]
        assert b"".join(parts) == text
        assert all(part.endswith(b"\n") for part in parts[:-1])
        assert all(piece.size for piece in pieces)
        for number, piece in enumerate(pieces):
            assert piece.lines == b"".join(parts[:number]).count(b"\n")
            with path.open("rb") as file:
                assert io.BufferedReader(Span(file, piece.offset, piece.size)).read() == parts[number]


def test_what_is_no_file_of_lines_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl"
    path.write_bytes(b'[{"game_id": "a"},\n' + b'{"game_id": "b"},\n' * 5_000 + b"{}]")
    assert [piece.is_whole for piece in cut(job_of(path), None, 100)] == [True]


@pytest.mark.parametrize("store", ["together.duckdb", "together.lake"])
def test_the_same_store_from_a_cluster(store: str, cluster: str, tmp_path: Path) -> None:
    """The one store from a cluster that is started for it, the other from one that is there."""
    begun = "local" if store.endswith(".duckdb") else cluster
    files, db = logs(tmp_path), tmp_path / store
    rules = rules_in_force("amsterdams")
    alone = ingest(files, tmp_path / "alone.duckdb", rules)
    together = ingest(files, db, rules, cluster=begun)
    assert compared(db) == compared(tmp_path / "alone.duckdb")
    assert alone.rejects > 2
    assert alone.duplicates > 1
    names = ("records", "deals", "duplicates", "rejects", "added", "notes", "unread_fields")
    assert [getattr(together, name) for name in names] == [getattr(alone, name) for name in names]
    assert not list(tmp_path.glob(".together*part*"))
    again = ingest(files, db, rules, cluster=begun)
    assert len(again.unchanged) == 2
    with files[0].open("ab") as log:
        log.write(b' written"}\n')
    ingest(files, db, rules, cluster=cluster)
    ingest(files, tmp_path / "alone.duckdb", rules)
    assert compared(db) == compared(tmp_path / "alone.duckdb")


@pytest.mark.parametrize("store", ["together.duckdb", "together.lake"])
def test_a_worker_killed_half_way_costs_no_deal_and_doubles_none(
    store: str, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, db = logs(tmp_path), tmp_path / store
    monkeypatch.setattr(pipeline.cluster.gather, "read_piece", dying.dies_once)
    ingest(files, db, cluster=cluster)
    assert (tmp_path / dying.MARK).exists()
    ingest(files, tmp_path / "alone.duckdb")
    assert compared(db) == compared(tmp_path / "alone.duckdb")


@pytest.mark.parametrize("store", ["together.duckdb", "together.lake"])
def test_a_cluster_that_gives_up_changes_nothing_and_the_same_command_goes_on(
    store: str, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, db = logs(tmp_path), tmp_path / store
    with monkeypatch.context() as patch:
        patch.setattr(pipeline.cluster.gather, "RETRIES", 0)
        patch.setattr(pipeline.cluster.gather, "read_piece", dying.fails_at_the_end)
        with pytest.raises(UsageError, match="the cluster gave up: RuntimeError: stopped"):
            ingest(files, db, cluster=cluster)
    assert not is_there(db)
    parts = [
        path for path in (tmp_path / f".{store}.parts").iterdir() if not path.name.startswith(".")
    ]  # others were broken off
    kept = {path.name: path.stat().st_mtime_ns for path in parts}
    assert kept
    whole = pipeline.cluster.gather.part_files
    seen: dict[str, int] = {}

    def part_files(folder: Path) -> dict[str, list[Path]]:
        seen[folder.name] = folder.stat().st_mtime_ns
        return whole(folder)

    monkeypatch.setattr(pipeline.cluster.gather, "part_files", part_files)
    ingest(files, db, cluster=cluster)
    assert {name: seen[name] for name in kept} == kept  # read before, and not again
    ingest(files, tmp_path / "alone.duckdb")
    assert compared(db) == compared(tmp_path / "alone.duckdb")


def test_a_piece_read_twice_is_there_once(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", *season())
    folder = tmp_path / "parts"
    folder.mkdir()
    piece = Piece(job_of(path), 0, path.stat().st_size, 0, is_whole=True)
    how: dict[str, Any] = {"folder": folder, "given": "", "format_name": None, "people": People(key="00")}
    first, second = read_piece(piece, **how), read_piece(piece, **how)
    assert first.folder == second.folder
    assert len(list(folder.iterdir())) == 1
    other = read_piece(piece, **how | {"given": '"rotterdams"'})
    assert other.folder != first.folder
    late = PartWriter(first.folder)  # a worker that was thought lost and ends after all
    late.publish()
    assert set(part_files(first.folder)) == {"deals", "sources", "files"}
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("seed", range(2))
def test_a_lake_that_grows_by_parts_is_the_database_that_grows_by_records(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files come, come again and change; records of one deal come in different ones, with games that go wrong."""
    monkeypatch.setattr(pipeline.cluster.gather, "_run", lambda task, pieces, address, summary, meanwhile: map(task, pieces))
    chance = random.Random(seed)
    records = season(games=5)
    changes: list[Values] = [
        {"score": [1, 1]},
        {"dealer": "N"},
        {"totals": [5, 5]},
        {"hands": None},
        {"trump": "X"},
        {"roem": None},
    ]
    changes += [
        {"site": None},
        {"void": "misdeal"},
        {"players": ["A", "B", "C", "D"]},
        {"rules": "rotterdams"},
        {"rules": None},
    ]
    lake, db = tmp_path / "a.lake", tmp_path / "a.duckdb"
    for number in range(3):
        files = []
        for name in chance.sample("abcdef", 3):
            some = [
                record | (chance.choice(changes) if chance.random() < 0.15 else {}) for record in chance.sample(records, 20)
            ]
            files.append(write_log(tmp_path / f"{name}.jsonl", *some))
        ingest(files, lake, cluster="local")
        ingest(files, db)
        assert everything(lake) == everything(db), number
    assert views(lake) == views(db)
    compact(lake)
    assert everything(lake) == everything(db)
    assert len(everything(db)["findings"]) > 5


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", ""])
def test_a_cluster_that_is_not_there_is_one_line(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.cluster.gather, "PATIENCE", "1s")
    path = write_log(tmp_path / "a.jsonl", *season())
    arguments = ["ingest", str(path), "--db", str(tmp_path / "a.duckdb"), "--cluster", address]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "no cluster at" in result.output
    assert not (tmp_path / "a.duckdb").exists()


def test_standard_input_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.cluster.gather, "_run", lambda task, pieces, address, summary, meanwhile: map(task, pieces))
    text = logs(tmp_path)[0].read_bytes()
    for store, cluster in (("a.lake", ["--cluster", "local"]), ("a.duckdb", [])):
        result = CliRunner().invoke(main, ["ingest", "-", "--db", str(tmp_path / store), *cluster], input=text)
        assert result.exit_code == 0, result.output
    assert everything(tmp_path / "a.lake") == everything(tmp_path / "a.duckdb")


@pytest.mark.parametrize("workers", ["abc", "0", "-1", "1.5"])
def test_a_number_of_workers_that_is_none_is_one_line(workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KLAVERLOG_WORKERS", workers)
    path = write_log(tmp_path / "a.jsonl", *season())
    result = CliRunner().invoke(main, ["ingest", str(path), "--db", str(tmp_path / "a.duckdb"), "--cluster", "local"])
    assert (result.exit_code, "KLAVERLOG_WORKERS is" in result.output) == (2, True)


def test_watching_takes_no_cluster(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["ingest", str(tmp_path), "--watch", "--cluster", "local"])
    assert result.exit_code == 2
    assert "takes no --cluster" in result.output


def test_a_cluster_that_is_lost_while_pieces_are_sent_is_one_line(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    sent: list[object] = []

    def submit(client: Client, *task: object, **how: object) -> object:
        sent.append(task)
        if len(sent) == 2:
            raise RuntimeError("Client is closed")
        return plain(client, *task, **how)

    plain = Client.submit
    monkeypatch.setattr(Client, "submit", submit)
    db = tmp_path / "a.lake"
    with pytest.raises(UsageError, match="the cluster gave up: RuntimeError: Client is closed"):
        ingest([write_log(tmp_path / "a.jsonl", *season(games=3))], db, cluster=cluster)
    assert not is_there(db)


@pytest.mark.parametrize("is_missing", [True, False])
def test_machine_code_is_compiled_before_processes_start_that_would_each_do_so(
    is_missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[int] = []
    monkeypatch.setattr(pipeline.warming, "load", loaded.append)
    monkeypatch.setattr(pipeline.warming, "has_to_compile", lambda deals: is_missing and deals > FEW_DEALS)
    monkeypatch.setattr(pipeline.warming, "has_to_compile_scanner", lambda lines: False)
    pipeline.warming.compile_missing()
    assert [deals > FEW_DEALS for deals in loaded] == [True] * is_missing
