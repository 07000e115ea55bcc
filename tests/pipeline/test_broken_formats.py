"""Every fault that real logs have, in every format in which it can be: what comes out is what a referee would want.

Nothing is lost in silence, nobody is accused for how a log is written, and names are stored exactly as they are.
"""

import contextlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow.parquet as pq
import pytest
from broken_formats.expectations import ALL, CASES, FAULTS, FOREIGN, NOT_THERE
from broken_formats.record_places import FILES, line_of, path_of, record_line
from broken_formats.sound_samples import ENDINGS, HOSTILE_NAMES, LATIN_NAMES, OWN, SAMPLES, folder, sound_deals
from make_broken_logs import FOLDER as BROKEN_JSONL
from making import write_log

from pipeline.formats import formats
from pipeline.ingest import ingest
from pipeline.queries import Reader, reading


def marked(form: str, name: str) -> Any:
    """The parameters of a file, named after it."""
    return pytest.param(form, name, id=f"{form}-{name}")


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
        *(["2026-01-08T20:02:00"] if form == "csv" else []),  # as a Dutch spreadsheet writes it
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
