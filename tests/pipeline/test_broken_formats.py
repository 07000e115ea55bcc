"""Every fault that real logs have, in every format in which it can be: what comes out is what a referee would want.

Nothing is lost in silence, nobody is accused for how a log is written, and names are stored exactly as they are.
"""

import contextlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest
from make_broken_formats import ENDINGS, HOSTILE_NAMES, LATIN_NAMES, OWN, SAMPLES, broken_formats, folder, sound_deals
from make_broken_logs import FOLDER as BROKEN_JSONL
from making import write_log

import pipeline.file_reader
from pipeline.formats import formats
from pipeline.ingest import ingest
from pipeline.queries import Reader, reading

FOREIGN = ("short", "klaverlive", "klaverlive_state", "henk", "rounds_tsv")
FILES = dict(broken_formats())

FAULTS = {
    "truncated last line": {"truncated", "truncated_at_card", "truncated_early", "truncated_lines", "truncated_then_goes_on"},
    "byte-order mark": {"byte_order_mark"},
    "CRLF": {"crlf"},
    "Latin-1 names": {"latin1"},
    "10 written 10 or T": {"ten_in_figures", "ten_as_a_letter"},
    "Dutch ranks": {"dutch_ranks", "dutch_cards", "dutch_and_english"},
    "lower case": {"lower_case"},
    "a record twice": {"record_twice", "event_twice"},
    "the same game in two files": {"two_files_a", "two_files_b"},
    "a deal missing from the middle": {"deal_missing"},
    "a file that grows while it is read": {"grows"},
    "the wrong dealer after a redeal": {"redeal"},
    "seven tricks": {"seven_tricks"},
    "seats by name": {"seat_names", "bot_seat_names"},
    "clock times without a zone": {"clock_times", "clock_times_column", "clock_time_unreadable"},
    "names that are HTML, emoji or 10,000 characters long": {"hostile_names", "long_seed", "line_separator_in_a_name"},
}
"""The faults, and the names of the files that have them."""

NO_GAME = "it has no games and no numbers of deals"
NO_NAMES = "it has no names"
NOT_THERE = {
    "byte-order mark": {"parquet": "it is no text"},
    "CRLF": {"parquet": "it is no text"},
    "Latin-1 names": dict.fromkeys(("short", "klaverlive_state", "rounds_tsv"), NO_NAMES),
    "10 written 10 or T": {
        **dict.fromkeys(("klaverlive", "klaverlive_state"), "ranks are numbers"),
        "henk": "ranks are English words",
        "short": "cards are no text",
    },
    "Dutch ranks": {
        **dict.fromkeys(("klaverlive", "klaverlive_state"), "ranks are numbers"),
        **dict.fromkeys(("henk", "rounds_tsv"), "a program writes it, always in English"),
        "short": "cards are no text",
    },
    "a deal missing from the middle": dict.fromkeys(("short", "klaverlive_state", "henk", "rounds_tsv"), NO_GAME),
    "the wrong dealer after a redeal": dict.fromkeys(FOREIGN, "it has no void deals"),
    "seats by name": {
        "short": "seats are no text",
        **dict.fromkeys(("klaverlive", "henk"), "seats are numbers"),
        **dict.fromkeys(("klaverlive_state", "rounds_tsv"), "its seats are always names, as in its sound sample"),
    },
    "clock times without a zone": dict.fromkeys(("short", "klaverlive_state", "henk", "rounds_tsv"), "it has no times"),
    "names that are HTML, emoji or 10,000 characters long": dict.fromkeys(
        ("short", "klaverlive_state", "rounds_tsv"), NO_NAMES
    ),
}
"""Why a format cannot have a fault."""


class Case(NamedTuple):
    """What must come out of a file read with no other file of its format."""

    deals: int
    rejects: tuple[tuple[int, str, str], ...] = ()
    """The number of the record in its file (-1: the last line), field and reason."""
    duplicates: int = 0
    notes: str = ""
    blamed: tuple[tuple[int, str], ...] = ()
    """Deal and code of every finding that blames somebody."""
    told: tuple[tuple[int, str], ...] = ()
    """Deal and code of findings without blame, less the length of these short games."""


OWN_CASES = {
    "ten_in_figures": Case(2),
    "dutch_ranks": Case(2),
    "dutch_cards": Case(2),
    "dutch_and_english": Case(1, ((1, "hands", "unknown_card"),), told=((2, "deal_missing"),)),
    "lower_case": Case(2),
    "seat_names": Case(2),
    "bot_seat_names": Case(2),
    "record_twice": Case(2, duplicates=1),
    "two_files_a": Case(3),
    "two_files_b": Case(3),
    "deal_missing": Case(3, told=((3, "deal_missing"),)),
    "grows": Case(3),
    "redeal": Case(6, blamed=((3, "redeal_wrong_dealer"),)),
    "seven_tricks": Case(2),
    "clock_times": Case(3, ((4, "played_at", "bad_record"),)),
}
DAMAGED = {
    "truncated": Case(1, ((2, "plays", "unknown_card"),)),
    "byte_order_mark": Case(2),
    "crlf": Case(2),
    "latin1": Case(2, notes="read as Windows-1252: 1", told=((2, "players_changed"),)),
    "hostile_names": Case(2, ((2, "players", "bad_record"),), told=((3, "deal_missing"),)),
}
CASES: dict[str, dict[str, Case]] = {
    "jsonl": OWN_CASES,
    "csv": {
        **OWN_CASES,
        **DAMAGED,
        "truncated": Case(1, ((2, "", "bad_record"),)),
        "truncated_at_card": Case(1, ((2, "", "bad_record"),)),
        "truncated_then_goes_on": Case(
            2,
            ((1, "", "bad_record"),),
            told=((2, "deal_missing"),),
        ),
    },
    "kjn": {**OWN_CASES, **DAMAGED},
    "events": {
        **OWN_CASES,
        **DAMAGED,
        "truncated": Case(2, ((-1, "", "bad_record"),)),
        "event_twice": Case(1, ((1, "plays", "wrong_card_count"),), told=((2, "deal_missing"),)),
    },
    "parquet": {
        **OWN_CASES,
        "truncated": Case(0, ((1, "", "bad_record"),)),
        "latin1": Case(
            3,
            notes="read as Windows-1252: 1",
            told=((2, "players_changed"), (3, "players_changed")),
        ),
        "hostile_names": DAMAGED["hostile_names"],
        "clock_times_column": Case(2),
    },
    "short": {
        "truncated": Case(1, ((2, "", "bad_record"),)),
        "byte_order_mark": Case(2),
        "crlf": Case(2),
        "lower_case": Case(1, ((2, "", "bad_record"),)),
        "record_twice": Case(2, duplicates=1),
        "two_files_a": Case(3),
        "two_files_b": Case(3),
        "grows": Case(3),
        "seven_tricks": Case(1),
    },
    "klaverlive": {
        "truncated": Case(1, ((2, "", "bad_record"),)),
        "byte_order_mark": Case(2),
        "crlf": Case(2),
        "latin1": Case(2, notes="read as Windows-1252: 2"),
        "lower_case": Case(0, ((1, "plays", "unknown_card"), (2, "plays", "unknown_card"))),
        "record_twice": Case(2, duplicates=1),
        "two_files_a": Case(3),
        "two_files_b": Case(3),
        "deal_missing": Case(2, told=((3, "deal_missing"),)),
        "grows": Case(3),
        "seven_tricks": Case(3),
        "clock_times": Case(2),
        "clock_time_unreadable": Case(1, notes="a time that cannot be read: 1"),
        "hostile_names": Case(3, ((2, "game_id", "bad_record"),)),
    },
    "klaverlive_state": {
        "truncated": Case(0, ((1, "", "bad_record"),)),
        "truncated_early": Case(0, ((1, "", "bad_record"),)),
        "truncated_lines": Case(1, ((2, "", "bad_record"),)),
        "byte_order_mark": Case(1),
        "crlf": Case(1),
        "lower_case": Case(0, ((1, "plays", "unknown_card"),)),
        "record_twice": Case(1, duplicates=1),
        "two_files_a": Case(1),
        "two_files_b": Case(1),
        "grows": Case(2, duplicates=1),
        "seven_tricks": Case(1),
    },
    "henk": {
        "truncated": Case(1, ((2, "", "bad_record"),)),
        "truncated_lines": Case(1, ((2, "", "bad_record"),)),
        "byte_order_mark": Case(2),
        "crlf": Case(2),
        "latin1": Case(2, notes="read as Windows-1252: 2"),
        "lower_case": Case(1, ((2, "plays", "unknown_card"),)),
        "record_twice": Case(2, duplicates=1),
        "two_files_a": Case(3),
        "two_files_b": Case(3),
        "grows": Case(3),
        "seven_tricks": Case(1),
        "hostile_names": Case(4),
        "long_seed": Case(2),
        "line_separator_in_a_name": Case(2),
    },
    "rounds_tsv": {
        "truncated": Case(1, ((2, "", "bad_record"),)),
        "byte_order_mark": Case(2),
        "crlf": Case(2),
        "ten_as_a_letter": Case(2),
        "lower_case": Case(1, ((2, "plays", "unknown_card"),)),
        "record_twice": Case(2, duplicates=1),
        "two_files_a": Case(2),
        "two_files_b": Case(2),
        "grows": Case(2),
        "seven_tricks": Case(1),
    },
}


def path_of(form: str, name: str) -> Path:
    return SAMPLES / folder(form) / f"{name}.{ENDINGS[form]}"


def marked(form: str, name: str) -> Any:
    """The parameters of a file, named after it."""
    return pytest.param(form, name, id=f"{form}-{name}")


ALL = [(form, name) for form, cases in CASES.items() for name in cases]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Reader]]:
    """A store for each name of a file, with the files of that name of all formats; "sound" has the samples without faults."""
    opened: dict[str, Reader] = {}
    files = defaultdict(list)
    for form, name in ALL:
        files[name].append(path_of(form, name))
    place = tmp_path_factory.mktemp("broken")
    sound = write_log(place / "sound.jsonl", *sound_deals())
    files["sound"] = [sound, *(path for form in FOREIGN for path in (SAMPLES / form).iterdir() if path.is_file())]

    def store(name: str) -> Reader:
        if name not in opened:
            db = place / f"{name}.duckdb"
            ingest(files[name], db)
            opened[name] = stack.enter_context(reading(db))
        return opened[name]

    with contextlib.ExitStack() as stack:
        yield store


Stores = Callable[[str], Reader]


def rows_of(store: Reader, form: str, name: str, what: str = "*") -> list[dict[str, Any]]:
    """The deals that a file brought, in their order."""
    path = str(path_of(form, name).resolve())
    return store.rows(
        f"SELECT {what} FROM deals WHERE (site, game_id, deal_no) IN "
        "(SELECT (site, game_id, deal_no) FROM sources WHERE status = 'deal' AND path = ?) ORDER BY game_id, deal_no",
        path,
    )


def line_of(form: str, name: str, number: int) -> int:
    """The line on which the record with that number begins."""
    lines = FILES[f"{folder(form)}/{name}.{ENDINGS[form]}"].splitlines()
    if number < 0:
        return len(lines)
    first = {"kjn": b"[Klaverjas", "events": b'{"event": "deal"'}.get(form)
    if first:
        return [at for at, line in enumerate(lines, 1) if line.startswith(first)][number - 1]
    return number + (form in ("csv", "klaverlive", "rounds_tsv"))


def record_line(form: str, name: str, line: int) -> int:
    """The line on which the record begins that a reject's line belongs to: kjn names the line of the tag."""
    if form != "kjn":
        return line
    lines = FILES[f"{folder(form)}/{name}.{ENDINGS[form]}"].splitlines()
    return max(at for at, text in enumerate(lines[:line], 1) if at == 1 or text.startswith(b"[Klaverjas"))


# The files ------------------------------------------------------------------------------------------------------------


def test_the_files_are_what_their_script_writes() -> None:
    there = {path for form in ENDINGS for path in (SAMPLES / folder(form)).iterdir()}
    assert {SAMPLES / path for path in FILES} == there
    for path, data in FILES.items():
        assert len(data) < 20_000, path
        if path.endswith(".parquet"):  # its bytes are another library version's matter
            assert _table_of(data) == _table_of((SAMPLES / path).read_bytes()), path
        else:
            assert data == (SAMPLES / path).read_bytes(), path


def _table_of(data: bytes) -> Any:
    try:
        return pq.read_table(io.BytesIO(data))
    except ValueError:
        return data[:4]


def test_every_file_has_its_expectation() -> None:
    assert set(FILES) == {f"{folder(form)}/{name}.{ENDINGS[form]}" for form, name in ALL}


def test_every_fault_is_in_every_format_that_can_have_it() -> None:
    assert set(CASES) == set(formats())
    names = {form: set(cases) for form, cases in CASES.items()}
    names["jsonl"] |= {path.stem for path in BROKEN_JSONL.iterdir()}
    for fault, files in FAULTS.items():
        missing = {form for form, there in names.items() if not there & files}
        assert missing == set(NOT_THERE.get(fault, {})), fault
    assert set().union(*FAULTS.values()) >= {name for _, name in ALL}


# What comes out -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "name"), ALL)
def test_every_record_is_a_deal_a_duplicate_or_a_reject(form: str, name: str, stores: Stores) -> None:
    path = str(path_of(form, name).resolve())
    (file,) = [row for row in stores(name).ledger() if row["path"] == path]
    assert file["records"] == file["deals"] + file["duplicates"] + file["rejects"] > 0
    rejects = [row for row in stores(name).rejects() if row["path"] == path]
    assert len(rejects) == file["rejects"]
    assert all(row["message"] and row["text"].isprintable() for row in rejects)
    sources = stores(name).rows("SELECT status, count(*) AS n FROM sources WHERE path = ? GROUP BY status", path)
    assert file["deals"] == sum(row["n"] for row in sources if row["status"] == "deal")


@pytest.mark.parametrize(("form", "name"), [marked(form, name) for form, name in ALL])
def test_a_file_gives_its_deals_and_rejects_and_accuses_nobody(form: str, name: str, stores: Stores) -> None:
    case, store, path = CASES[form][name], stores(name), str(path_of(form, name).resolve())
    (file,) = [row for row in store.ledger() if row["path"] == path]
    found = [row for row in store.rejects() if row["path"] == path]
    rejects = [(record_line(form, name, row["line"]), row["field"], row["reason"]) for row in found]
    assert rejects == [(line_of(form, name, number), field, reason) for number, field, reason in case.rejects]
    assert file["deals"] == case.deals
    assert file["duplicates"] == case.duplicates
    assert file["notes"] == case.notes
    assert file["format"] == ("unknown" if name == "truncated_early" else form)  # cut before anything tells
    keys = [(row["site"], row["game_id"]) for row in rows_of(store, form, name, "site, game_id")]
    found = [row for row in store.findings() if (row["site"], row["game_id"]) in keys and row["code"] != "game_length"]
    for certainty, expected in ((True, case.told), (False, case.blamed)):
        some = [(row["deal_no"], row["code"]) for row in found if (row["certainty"] == "information") == certainty]
        assert some == list(expected)


SAME = ("ten_in_figures", "dutch_ranks", "dutch_cards", "lower_case", "seat_names", "record_twice", "byte_order_mark", "crlf")


def only_the_game_differs(store: Reader, form: str, name: str, sound: Reader) -> None:
    """The deals of a file are stored as those of the sound sample are, under the name of their own game."""
    columns = "* EXCLUDE (game_id, information)"  # the last deal is told the length of its game
    whole = sound.rows(f"SELECT {columns} FROM deals")
    rows = rows_of(store, form, name, columns)
    assert len(rows) == CASES[form][name].deals
    assert [row for row in rows if row not in whole] == []


@pytest.mark.parametrize(
    ("form", "name"),
    [marked(form, name) for form in OWN for name in SAME if name in CASES[form]],
)
def test_a_deal_is_stored_the_same_however_it_is_spelled(form: str, name: str, stores: Stores) -> None:
    only_the_game_differs(stores(name), form, name, stores("sound"))


@pytest.mark.parametrize(
    ("form", "name"),
    [
        marked(form, name)
        for form in FOREIGN
        for name in ("ten_as_a_letter", "record_twice", "byte_order_mark", "crlf", "grows")
        if name in CASES[form] and (form, name) not in (("klaverlive_state", "record_twice"), ("klaverlive_state", "grows"))
    ],
)
def test_a_deal_of_another_program_is_stored_the_same_in_a_damaged_file(form: str, name: str, stores: Stores) -> None:
    only_the_game_differs(stores(name), form, name, stores("sound"))


@pytest.mark.parametrize(("form", "name"), [marked(form, "bot_seat_names") for form in OWN])
def test_a_bot_at_a_seat_by_name_sits_there(form: str, name: str, stores: Stores) -> None:
    assert [row["bots"] for row in rows_of(stores(name), form, name)] == ["N", ""]


NAMES = "north, east, south, west"


@pytest.mark.parametrize(("form", "name"), [marked(form, "latin1") for form in OWN if form != "jsonl"])
def test_latin_names_are_read(form: str, name: str, stores: Stores) -> None:
    rows = [list(row.values()) for row in rows_of(stores(name), form, name, NAMES)]
    assert LATIN_NAMES in rows
    assert sound_deals(1)[0]["players"] in rows


def test_names_of_tables_and_boards_in_latin1_are_read(stores: Stores) -> None:
    store = stores("latin1")
    assert {row["game_id"] for row in rows_of(store, "klaverlive", "latin1")} == {"tafel Zo\u00eb-50"}
    assert LATIN_NAMES[0] in {row["board"] for row in rows_of(store, "henk", "latin1")}


@pytest.mark.parametrize("form", [form for form in OWN if form != "jsonl"])
def test_hostile_names_are_stored_exactly_as_they_are(form: str, stores: Stores) -> None:
    rows = rows_of(stores("hostile_names"), form, "hostile_names", NAMES)
    assert [list(row.values()) for row in rows] == [HOSTILE_NAMES[0], HOSTILE_NAMES[2]]


def test_hostile_names_of_tables_and_boards_are_stored_exactly_as_they_are(stores: Stores) -> None:
    store = stores("hostile_names")
    tables = {row["game_id"] for row in rows_of(store, "klaverlive", "hostile_names")}
    assert tables == {f"{name}-50" for name in (HOSTILE_NAMES[0][0], "\U0001f0cf", "=1+1")}
    assert {row["board"] for row in rows_of(store, "henk", "hostile_names")} == set(HOSTILE_NAMES[0])


@pytest.mark.parametrize("form", OWN)
def test_a_clock_without_a_zone_is_kept_as_it_is_and_one_with_a_zone_is_told_in_utc(form: str, stores: Stores) -> None:
    rows = rows_of(stores("clock_times"), form, "clock_times", "played_at")
    assert [row["played_at"].isoformat() for row in rows] == [
        "2026-01-08T19:38:00",
        "2026-01-08T18:46:00",
        "2026-01-08T19:54:00",
    ]


def test_other_clocks_are_kept_and_an_absent_time_is_not_known(stores: Stores) -> None:
    rows = rows_of(stores("clock_times_column"), "parquet", "clock_times_column", "played_at::VARCHAR AS at")
    assert [row["at"] for row in rows] == ["2026-01-08 19:38:00", "2026-01-08 19:46:00"]
    rows = rows_of(stores("clock_times"), "klaverlive", "clock_times", "played_at::VARCHAR AS at")
    assert [row["at"] for row in rows] == ["2024-03-01 20:00:00", None]


@pytest.mark.parametrize("form", OWN)
def test_only_the_wrong_dealer_after_a_redeal_is_blamed_and_surely(form: str, stores: Stores) -> None:
    store = stores("redeal")
    rows = rows_of(store, form, "redeal", "game_id, deal_no, dealer, status")
    games = [f"broken-{form}-redeal", f"broken-{form}-redeal_right"]
    assert [(row["game_id"], row["dealer"], row["status"]) for row in rows] == [
        *((games[0], dealer, status) for dealer, status in (("S", "complete"), ("W", "void"), ("N", "complete"))),
        *((games[1], dealer, status) for dealer, status in (("S", "complete"), ("W", "void"), ("W", "complete"))),
    ]
    found = [row for game in games for row in store.findings(["violation", "depends_on_rule"], game)]
    assert [(row["game_id"], row["deal_no"], row["code"], row["certainty"]) for row in found] == [
        (games[0], 3, "redeal_wrong_dealer", "violation")
    ]
    assert "West's turn" in found[0]["message"]


CARDS = "list_count(plays::UTINYINT[]) AS cards, status, hands_known, logged_score_ns, score_ns"


@pytest.mark.parametrize("form", OWN)
def test_seven_tricks_are_a_deal_broken_off_with_what_was_logged_of_it(form: str, stores: Stores) -> None:
    rows = rows_of(stores("seven_tricks"), form, "seven_tricks", CARDS)
    assert [tuple(row.values()) for row in rows] == [
        (28, "incomplete", "NESW", deal["score"][0], None) for deal in sound_deals(2)
    ]


def test_the_eighth_trick_of_klaver_live_follows_from_the_hands_and_only_from_them(stores: Stores) -> None:
    store = stores("seven_tricks")
    rows = rows_of(store, "klaverlive", "seven_tricks", CARDS)
    assert [(row["cards"], row["status"], row["hands_known"]) for row in rows] == [
        (32, "complete", "NESW"),
        (28, "incomplete", ""),
        (24, "incomplete", "NESW"),
    ]
    assert rows[0]["score_ns"] == rows[0]["logged_score_ns"] == 97
    assert all(row["score_ns"] is None and row["logged_score_ns"] is not None for row in rows[1:])


@pytest.mark.parametrize("form", [form for form in FOREIGN if form != "klaverlive"])
def test_seven_tricks_of_another_program_have_no_score(form: str, stores: Stores) -> None:
    (row,) = rows_of(stores("seven_tricks"), form, "seven_tricks", CARDS)
    assert (row["cards"], row["status"], row["score_ns"]) == (28, "incomplete", None)


def test_a_reject_of_an_event_log_tells_only_what_is_wrong(stores: Stores) -> None:
    path = str(path_of("events", "clock_times").resolve())
    (reject,) = [row for row in stores("clock_times").rejects() if row["path"] == path]
    assert reject["message"] == 'played_at: "8-1-2026 20:02" is not a time in ISO 8601'


# Two files, and files that grow ---------------------------------------------------------------------------------------


def contents(db: Path) -> dict[str, list[str]]:
    """Everything the store says, without clocks."""
    columns = {"deals": "*", "findings": "*", "rejects": "*", "sources": "*"}
    columns["files"] = "path, format, sha256, bytes, records, deals, duplicates, rejects, notes"
    with reading(db) as store:
        return {table: sorted(map(str, store.rows(f"SELECT {names} FROM {table}"))) for table, names in columns.items()}


def accounts_add_up(db: Path) -> None:
    with reading(db) as store:
        for row in store.ledger():
            assert row["records"] == row["deals"] + row["duplicates"] + row["rejects"], row
        assert store.totals()["deals"] == sum(row["deals"] for row in store.ledger())


@pytest.fixture(scope="module")
def two_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store for each order in which the two files of a game came in, of all formats."""
    place = tmp_path_factory.mktemp("two_files")
    halves = [[path_of(form, name) for form in CASES] for name in ("two_files_a", "two_files_b")]
    for name, order in (("one", halves), ("other", halves[::-1])):
        for paths in order:
            ingest(paths, place / f"{name}.duckdb")
    return place / "one.duckdb", place / "other.duckdb"


@pytest.mark.parametrize("form", CASES)
def test_the_same_game_in_two_files_is_stored_once(form: str, two_files: tuple[Path, Path]) -> None:
    accounts_add_up(two_files[0])
    paths = [str(path_of(form, name).resolve()) for name in ("two_files_a", "two_files_b")]
    count = CASES[form]["two_files_a"].deals
    with reading(two_files[0]) as store:
        rows = [row for row in store.ledger() if row["path"] in paths]
        assert [sum(row[name] for row in rows) for name in ("deals", "duplicates", "rejects")] == [count, count, 0]
        keys = store.rows("SELECT DISTINCT site, game_id, deal_no FROM sources WHERE path IN (?, ?)", *paths)
        assert len(keys) == count


def test_the_order_of_two_files_does_not_matter(two_files: tuple[Path, Path]) -> None:
    one, other = map(contents, two_files)
    assert one == other


PARTS = (0, 0.3, 0.62, 0.85, 1)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store that read the growing log of each format again and again, and one that read it once it was whole."""
    place = tmp_path_factory.mktemp("grown")
    whole = {place / f"{form}.{ENDINGS[form]}": path_of(form, "grows").read_bytes() for form in CASES}
    for part in PARTS:
        for path, data in whole.items():
            path.write_bytes(data[: round(len(data) * part)])
        ingest(list(whole), place / "grown.duckdb")
        accounts_add_up(place / "grown.duckdb")
    ingest(list(whole), place / "whole.duckdb")
    return place / "grown.duckdb", place / "whole.duckdb"


@pytest.mark.parametrize("form", CASES)
def test_a_log_read_while_it_was_half_written_is_whole_when_it_has_grown(form: str, grown: tuple[Path, Path]) -> None:
    with reading(grown[0]) as store:
        (row,) = [row for row in store.ledger() if Path(row["path"]).stem == form]
    case = CASES[form]["grows"]
    assert (row["format"], row["deals"], row["duplicates"], row["rejects"]) == (form, case.deals, case.duplicates, 0)


def test_nothing_else_is_left_of_the_times_when_the_logs_were_shorter(grown: tuple[Path, Path]) -> None:
    first, second = map(contents, grown)
    assert first == second


def test_nothing_is_lost_or_doubled_of_logs_that_grow_while_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline.file_reader, "CHUNK", 1)
    whole = {tmp_path / f"{form}.{ENDINGS[form]}": path_of(form, "grows").read_bytes() for form in CASES}
    for path, data in whole.items():
        path.write_bytes(data[: round(len(data) * 0.62)])

    def grow(name: str, done: int) -> None:
        path, size = Path(name), Path(name).stat().st_size
        with path.open("ab") as stream:
            stream.write(whole[path][size:])

    ingest(list(whole), tmp_path / "a.duckdb", progress=grow)
    assert {path: path.read_bytes() for path in whole} == whole
    accounts_add_up(tmp_path / "a.duckdb")
    ingest(list(whole), tmp_path / "a.duckdb")
    ingest(list(whole), tmp_path / "fresh.duckdb")
    first, second = (contents(tmp_path / f"{name}.duckdb") for name in ("a", "fresh"))
    assert first == second
