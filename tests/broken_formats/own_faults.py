"""The faults of the formats that say every field."""

from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
from broken_formats.deal_changes import (
    CALL_NAMES,
    DUTCH_SUITS,
    SEAT_NAMES,
    as_it_is,
    cut_to,
    respelled,
    with_dutch_letters,
    with_dutch_rank,
    with_letters,
)
from broken_formats.own_writers import RESULTS, WRITERS, parquet_file
from broken_formats.sound_samples import HOSTILE_NAMES, LATIN_NAMES, Values, sound_deals


def own_faults(form: str) -> Iterator[tuple[str, bytes]]:
    """The faults of a format that says every field, less those that the folder broken of JSON Lines has."""
    write = WRITERS[form]

    def deals(name: str, count: int = 2, **changes: Any) -> list[Values]:
        return [deal | {"game_id": f"broken-{form}-{name}"} | changes for deal in sound_deals(count)]

    if form != "jsonl":
        yield from _damaged_texts(form, deals)
    first, second = deals("ten_in_figures")
    ten = respelled(first, lambda card: card.replace("T", "10"), as_it_is, as_it_is)
    yield "ten_in_figures", write([with_letters(ten), second])
    dutch = [respelled(deal, with_dutch_rank, as_it_is, as_it_is) for deal in deals("dutch_ranks")]
    yield "dutch_ranks", write(map(with_letters, dutch))
    whole = [
        respelled(deal, with_dutch_letters, lambda seat: "NOZW"["NESW".index(seat)], lambda call: DUTCH_SUITS.get(call, call))
        for deal in deals("dutch_cards")
    ]
    yield "dutch_cards", write(map(with_letters, whole))
    first, second = deals("dutch_and_english")
    hearts = respelled(first, lambda card: with_dutch_rank(card) if card[1] == "H" else card, as_it_is, as_it_is)
    yield "dutch_and_english", write([with_letters(hearts), second])
    yield "lower_case", write(with_letters(respelled(deal, str.lower, str.lower, str.lower)) for deal in deals("lower_case"))
    named = [respelled(d, as_it_is, SEAT_NAMES.__getitem__, lambda c: CALL_NAMES.get(c, c)) for d in deals("seat_names")]
    yield "seat_names", write(named)
    first, second = deals("bot_seat_names")
    yield "bot_seat_names", write([first | {"bots": "noord"}, second])
    first, second = deals("record_twice")
    yield "record_twice", write([first, second, second])
    yield "two_files_a", write(deals("two_files", 3))
    yield "two_files_b", write(deals("two_files", 3))
    first, _, third, fourth = deals("deal_missing", 4)
    yield "deal_missing", write([first, third, fourth])
    yield "grows", write(deals("grows", 3))
    yield "redeal", write(_redealt(deals))
    yield "seven_tricks", write(cut_to(28, deal) for deal in deals("seven_tricks"))
    times = ("2026-01-08T19:38:00", "2026-01-08T19:46:00+01:00", "2026-01-08 19:54", "8-1-2026 20:02")
    clocks = [deal | {"played_at": time} for deal, time in zip(deals("clock_times", 4), times, strict=True)]
    yield "clock_times", write(clocks)
    if form == "events":
        lines = write(deals("event_twice")).splitlines(keepends=True)
        at = next(number for number, line in enumerate(lines) if b'"play"' in line)
        yield "event_twice", b"".join([*lines[: at + 1], *lines[at:]])
    if form == "parquet":
        yield "clock_times_column", parquet_file(deals("clock_times_column"), _with_clock_column)


def _with_clock_column(table: pa.Table) -> pa.Table:
    at = table.schema.get_field_index("played_at")
    return table.set_column(at, "played_at", table["played_at"].cast(pa.timestamp("us")))


def _redealt(deals: Callable[..., list[Values]]) -> list[Values]:
    """A game in which the wrong seat deals after a misdeal, and one in which the right one does."""
    told = []
    for name, after in (("redeal", 2), ("redeal_right", 1)):
        game = [{name: value for name, value in deal.items() if name != "totals"} for deal in deals(name, 3)]
        kept = ("game_id", "deal_no", "site", "played_at", "rules", "players", "dealer")
        void = {field: game[1][field] for field in kept} | {"void": "misdeal"}
        told += [game[0], void, game[after] | {"deal_no": 3}]
    return told


def _damaged_texts(form: str, deals: Callable[..., list[Values]]) -> Iterator[tuple[str, bytes]]:
    """Damage of bytes and of names, which JSON Lines has in its folder broken."""
    write = WRITERS[form]
    truncated = write(deals("truncated"))
    if form == "parquet":
        yield "truncated", truncated[:-100]
        yield "latin1", parquet_file(deals("latin1", 3), _with_latin_names)
    else:
        last = b'"card": "7D"' if form == "events" else b"KH 9S" if form == "csv" else b"TD JD Q"
        yield "truncated", truncated[: truncated.rindex(last) + len(last) - (form == "csv")]
        if form == "csv":
            at_card = write(deals("truncated_at_card"))
            yield "truncated_at_card", at_card[: at_card.rindex(b"KH 9S") + 2]
            header, cut, *others = write(deals("truncated_then_goes_on", 3)).splitlines(keepends=True)
            yield "truncated_then_goes_on", b"".join([header, cut[: cut.index(b"Greet") + 2], b"\n", *others])
        yield "byte_order_mark", b"\xef\xbb\xbf" + write(deals("byte_order_mark"))
        yield "crlf", write(deals("crlf")).replace(b"\n", b"\r\n")
        first, second = deals("latin1")
        latin = write([first | {"players": LATIN_NAMES}, second])
        yield "latin1", latin.decode().encode("latin-1")
    some = [{field: value for field, value in deal.items() if field not in RESULTS} for deal in deals("hostile_names", 3)]
    named = [cut_to(16, deal) | {"players": names} for deal, names in zip(some, HOSTILE_NAMES, strict=True)]
    yield "hostile_names", write(named)


def _with_latin_names(table: pa.Table) -> pa.Table:
    """The names of the second of three rows in Latin-1, in a column that says it is UTF-8, as old writers left them."""
    rows = [row if number != 1 else LATIN_NAMES for number, row in enumerate(table["players"].to_pylist())]
    data = [name.encode("latin-1") for row in rows for name in row]
    offsets = pa.array([sum(map(len, data[:at])) for at in range(len(data) + 1)], pa.int32())
    texts = pa.StringArray.from_buffers(len(data), offsets.buffers()[1], pa.py_buffer(b"".join(data)))
    lists = pa.ListArray.from_arrays(pa.array(range(0, len(data) + 1, 4), pa.int32()), texts)
    return table.set_column(table.schema.get_field_index("players"), "players", lists)
