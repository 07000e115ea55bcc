"""What must come out of every broken file, and which fault each of them has."""

from typing import NamedTuple

FOREIGN = ("short", "klaverlive", "klaverlive_state", "henk", "rounds_tsv")

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
        "clock_times": Case(4),
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
ALL = [(form, name) for form, cases in CASES.items() for name in cases]
