"""Writes sample_logs/<format>/broken and sample_logs/jsonl/faults: small logs of every format, each with a fault of real logs.

Run `python tests/make_broken_formats.py` after a change; a test says when the folders differ. Faults of JSON Lines that
are in jsonl/broken already come from make_broken_logs.py.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.formats import klaverlive, short
from pipeline.records import Record, read_record

SAMPLES = Path(__file__).resolve().parent.parent / "sample_logs"
Values = dict[str, Any]

ENDINGS = {
    "jsonl": "jsonl",
    "csv": "csv",
    "parquet": "parquet",
    "kjn": "kjn",
    "events": "jsonl",
    "short": "kjs",
    "klaverlive": "csv",
    "klaverlive_state": "json",
    "henk": "json",
    "rounds_tsv": "tsv",
}
OWN = ("jsonl", "csv", "parquet", "kjn", "events")
"""Formats that say every field of the record."""
LATIN_NAMES = ["Zo\u00eb", "Andr\u00e9", "Fran\u00e7ois", "J\u00f6rg"]
HOSTILE_NAMES = [
    ["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\u202eneerG", "=1+1"],
    ["A" * 10_000, "B", "C", "D"],
    ["\x1b[31mred", "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f0cf", 'a\nb\\"];{}%', "\u00e9" * 200],
]
SEAT_NAMES = dict(zip("NESW", ("noord", "Oost", "ZUID", "west"), strict=True))
CALL_NAMES = dict(zip("CDHS", ("klaver", "ruiten", "harten", "schoppen"), strict=True)) | {"pass": "Pas"}
DUTCH_RANKS = dict(zip("JQK", "BVH", strict=True))
DUTCH_SUITS = dict(zip("CD", "KR", strict=True))


def folder(form: str) -> str:
    """Where the logs of a format are, below sample_logs."""
    return "jsonl/faults" if form == "jsonl" else f"{form}/broken"


def broken_formats() -> Iterator[tuple[str, bytes]]:
    """The path below sample_logs and the bytes of every file."""
    makers: dict[str, Iterable[tuple[str, bytes]]] = {
        **{form: _own_faults(form) for form in OWN},
        "short": _short_faults(),
        "klaverlive": _klaverlive_faults(),
        "klaverlive_state": _state_faults(),
        "henk": _henk_faults(),
        "rounds_tsv": _rounds_faults(),
    }
    for form, files in makers.items():
        for name, data in files:
            yield f"{folder(form)}/{name}.{ENDINGS[form]}", data


def sound_deals(count: int = 4) -> list[Values]:
    """The first deals of the first game of the samples, with the speaker named in every call.

    In some of them a missing call was planted: those have no bidding here.
    """
    lines = (SAMPLES / "csv" / "two_games.csv").read_text("utf-8").splitlines()
    deals = []
    for row in csv.DictReader(lines[: count + 1]):
        texts = ("game_id", "site", "played_at", "rules", "declarer", "trump", "dealer", "leader", "plays", "seats", "winners")
        deal = {name: cell if name in texts else json.loads(cell) for name, cell in row.items() if cell}
        first = "NESW".index(deal["dealer"]) + 1
        calls = [f"{'NESW'[(first + at) % 4]}:{call}" for at, call in enumerate(deal.pop("bids"))]
        deals.append(deal | ({"bids": calls} if calls else {}))
    return deals


# The formats that say every field ------------------------------------------------------------------------------------

_RESULTS = ("points", "roem_points", "score", "totals", "nat", "pit")
_COLUMNS = (
    *("game_id", "deal_no", "site", "played_at", "rules", "players", "bots", "declarer", "trump", "dealer", "leader", "bids"),
    *("hands", "plays", "seats", "roem", "winners", *_RESULTS, "void"),
)


def _json_line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _jsonl(deals: Iterable[Values]) -> bytes:
    return b"".join(map(_json_line, deals))


def _csv(deals: Iterable[Values]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for deal in map(_joined, deals):
        cells = [deal.get(name, "") for name in _COLUMNS]
        writer.writerow([cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False) for cell in cells])
    return text.getvalue().encode()


def _joined(deal: Values) -> Values:
    """Seats that are a list as one text."""
    return {name: " ".join(v) if name in ("seats", "winners") and isinstance(v, list) else v for name, v in deal.items()}


def _parquet(deals: Iterable[Values], changes: Callable[[pa.Table], pa.Table] = lambda table: table) -> bytes:
    lists = dict.fromkeys(("players", "bids", "hands"), pa.list_(pa.string()))
    numbers = dict.fromkeys(("roem", "points", "roem_points", "score", "totals"), pa.list_(pa.int64()))
    kinds = {**lists, **numbers, "deal_no": pa.int64(), "nat": pa.bool_(), "pit": pa.bool_()}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in _COLUMNS])
    stream = io.BytesIO()
    pq.write_table(changes(pa.Table.from_pylist(list(map(_joined, deals)), schema=schema)), stream, compression="zstd")
    return stream.getvalue()


_TAGS = {
    "site": "Site",
    "game_id": "Game",
    "deal_no": "Deal",
    "played_at": "Date",
    "roem_points": "RoemPoints",
    **{
        name: name.capitalize()
        for name in (
            *("rules", "bots", "dealer", "leader", "declarer", "trump", "bids", "seats", "winners", "roem"),
            *("points", "score", "totals", "nat", "pit", "void"),
        )
    },
}
_SEATS = ("North", "East", "South", "West")


def _kjn(deals: Iterable[Values]) -> bytes:
    return "\n".join(map(_kjn_block, deals)).encode()


def _kjn_block(deal: Values) -> str:
    tags = [(tag, deal[name]) for name, tag in _TAGS.items() if name in deal]
    tags += zip(_SEATS, deal["players"], strict=True)
    if "hands" in deal:
        tags += [(f"{seat}Hand", hand) for seat, hand in zip(_SEATS, deal["hands"], strict=True)]
    cards = deal.get("plays", "").split()
    tricks = [" ".join(cards[start : start + 4]) for start in range(0, len(cards), 4)]
    return "".join(f"{line}\n" for line in ('[Klaverjas "1"]', *(f'[{tag} "{_tag_text(v)}"]' for tag, v in tags), *tricks))


def _tag_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = (" ".join(map(str, value)) or "-") if isinstance(value, list) else str(value)
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _events(deals: Iterable[Values]) -> bytes:
    return b"".join(_json_line(event) for deal in deals for event in _events_of(deal))


def _events_of(deal: Values) -> Iterator[Values]:
    game = {"game_id": deal["game_id"]}
    told = {"bids", "plays", "seats", "winners", "roem", "bots", "void", *_RESULTS}
    yield {"event": "deal", **{name: value for name, value in deal.items() if name not in told}}
    for seat in deal.get("bots", "").split():
        yield {"event": "takeover", **game, "seat": seat, "bot": True}
    for call in deal.get("bids", ()):
        yield {"event": "bid", **game, "seat": call.partition(":")[0], "call": call.partition(":")[2]}
    for number, card in enumerate(deal.get("plays", "").split()):
        yield {"event": "play", **game, "seat": deal["seats"][number], "card": card}
        if number % 4 == 3:
            yield {"event": "trick", **game, "winner": deal["winners"][number // 4], "roem": deal["roem"][number // 4]}
    if "score" in deal:
        yield {"event": "score", **game, **{name: deal[name] for name in _RESULTS if name in deal}}
    if "void" in deal:
        yield {"event": "void", **game, "why": deal["void"]}


_WRITERS: dict[str, Callable[[Iterable[Values]], bytes]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "parquet": _parquet,
    "kjn": _kjn,
    "events": _events,
}


def respelled(deal: Values, card: Callable[[str], str], seat: Callable[[str], str], call: Callable[[str], str]) -> Values:
    """A deal with every card, seat and call spelled in another way."""

    def cards(text: str) -> str:
        return " ".join(map(card, text.split()))

    return deal | {
        "plays": cards(deal["plays"]),
        "hands": list(map(cards, deal["hands"])),
        "trump": call(deal["trump"]),
        **{name: [f"{seat(word[0])}:{call(word[2:])}" for word in deal[name]] for name in ("bids",) if name in deal},
        **{name: seat(deal[name]) for name in ("dealer", "leader", "declarer")},
        **{name: list(map(seat, deal[name])) for name in ("seats", "winners")},
    }


def _with_letters(deal: Values) -> Values:
    return deal | {name: "".join(deal[name]) for name in ("seats", "winners")}


def _as_it_is(word: str) -> str:
    return word


def _dutch(card: str) -> str:
    return DUTCH_RANKS.get(card[0], card[0]) + card[1]


def _whole_dutch(card: str) -> str:
    return _dutch(card)[0].replace("T", "10") + DUTCH_SUITS.get(card[1], card[1])


def _own_faults(form: str) -> Iterator[tuple[str, bytes]]:
    """The faults of a format that says every field, less those that the folder broken of JSON Lines has."""
    write = _WRITERS[form]

    def deals(name: str, count: int = 2, **changes: Any) -> list[Values]:
        return [deal | {"game_id": f"broken-{form}-{name}"} | changes for deal in sound_deals(count)]

    if form != "jsonl":
        yield from _damaged_texts(form, deals)
    first, second = deals("ten_in_figures")
    ten = respelled(first, lambda card: card.replace("T", "10"), _as_it_is, _as_it_is)
    yield "ten_in_figures", write([_with_letters(ten), second])
    dutch = [respelled(deal, _dutch, _as_it_is, _as_it_is) for deal in deals("dutch_ranks")]
    yield "dutch_ranks", write(map(_with_letters, dutch))
    whole = [
        respelled(deal, _whole_dutch, lambda seat: "NOZW"["NESW".index(seat)], lambda call: DUTCH_SUITS.get(call, call))
        for deal in deals("dutch_cards")
    ]
    yield "dutch_cards", write(map(_with_letters, whole))
    first, second = deals("dutch_and_english")
    hearts = respelled(first, lambda card: _dutch(card) if card[1] == "H" else card, _as_it_is, _as_it_is)
    yield "dutch_and_english", write([_with_letters(hearts), second])
    yield "lower_case", write(_with_letters(respelled(deal, str.lower, str.lower, str.lower)) for deal in deals("lower_case"))
    named = [respelled(d, _as_it_is, SEAT_NAMES.__getitem__, lambda c: CALL_NAMES.get(c, c)) for d in deals("seat_names")]
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
    yield "seven_tricks", write(_cut_to(28, deal) for deal in deals("seven_tricks"))
    times = ("2026-01-08T19:38:00", "2026-01-08T19:46:00+01:00", "2026-01-08 19:54", "8-1-2026 20:02")
    clocks = [deal | {"played_at": time} for deal, time in zip(deals("clock_times", 4), times, strict=True)]
    yield "clock_times", write(clocks)
    if form == "events":
        lines = write(deals("event_twice")).splitlines(keepends=True)
        at = next(number for number, line in enumerate(lines) if b'"play"' in line)
        yield "event_twice", b"".join([*lines[: at + 1], *lines[at:]])
    if form == "parquet":
        yield "clock_times_column", _parquet(deals("clock_times_column"), _with_clock_column)


def _with_clock_column(table: pa.Table) -> pa.Table:
    at = table.schema.get_field_index("played_at")
    return table.set_column(at, "played_at", table["played_at"].cast(pa.timestamp("us")))


def _cut_to(count: int, deal: Values) -> Values:
    tricks = count // 4
    return deal | {
        "plays": " ".join(deal["plays"].split()[:count]),
        "seats": deal["seats"][:count],
        "winners": deal["winners"][:tricks],
        "roem": deal["roem"][:tricks],
    }


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
    write = _WRITERS[form]
    truncated = write(deals("truncated"))
    if form == "parquet":
        yield "truncated", truncated[:-100]
        yield "latin1", _parquet(deals("latin1", 3), _with_latin_names)
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
    some = [{field: value for field, value in deal.items() if field not in _RESULTS} for deal in deals("hostile_names", 3)]
    named = [_cut_to(16, deal) | {"players": names} for deal, names in zip(some, HOSTILE_NAMES, strict=True)]
    yield "hostile_names", write(named)


def _with_latin_names(table: pa.Table) -> pa.Table:
    """The names of the second of three rows in Latin-1, in a column that says it is UTF-8, as old writers left them."""
    rows = [row if number != 1 else LATIN_NAMES for number, row in enumerate(table["players"].to_pylist())]
    data = [name.encode("latin-1") for row in rows for name in row]
    offsets = pa.array([sum(map(len, data[:at])) for at in range(len(data) + 1)], pa.int32())
    texts = pa.StringArray.from_buffers(len(data), offsets.buffers()[1], pa.py_buffer(b"".join(data)))
    lists = pa.ListArray.from_arrays(pa.array(range(0, len(data) + 1, 4), pa.int32()), texts)
    return table.set_column(table.schema.get_field_index("players"), "players", lists)


# One word a deal -----------------------------------------------------------------------------------------------------


def _short_faults() -> Iterator[tuple[str, bytes]]:
    first, second, *_ = words = [line.encode() for line in (SAMPLES / "short" / "two_games.kjs").read_text().splitlines()[:3]]

    def write(*lines: bytes) -> bytes:
        return b"".join(line + b"\n" for line in lines)

    yield "truncated", write(first) + second[:20]
    yield "byte_order_mark", b"\xef\xbb\xbf" + write(first, second)
    yield "crlf", write(first, second).replace(b"\n", b"\r\n")
    yield "lower_case", write(first, second.lower())
    yield "record_twice", write(first, second, second)
    yield "two_files_a", write(*words)
    yield "two_files_b", write(*words)
    yield "grows", write(*words)
    record = read_record(_cut_to(28, {name: value for name, value in sound_deals(1)[0].items() if name != "bids"}))
    if not isinstance(record, Record):
        raise TypeError(record)
    yield "seven_tricks", write(short.encode(record).encode())


# The dump of klaver.live ---------------------------------------------------------------------------------------------


def _klaverlive_faults() -> Iterator[tuple[str, bytes]]:
    header, *rows = (SAMPLES / "klaverlive" / "dump.csv").read_text("utf-8").splitlines()

    def dump(key: str, *chosen: str, **cells: str) -> bytes:
        named = [_cells_replaced(header, row, TableKey=key, **cells) for row in chosen]
        return "".join(f"{line}\n" for line in (header, *named)).encode()

    two = rows[:2]
    yield "truncated", dump("truncated", *two)[:-60]
    yield "byte_order_mark", b"\xef\xbb\xbf" + dump("byte_order_mark", *two)
    yield "crlf", dump("crlf", *two).replace(b"\n", b"\r\n")
    yield "latin1", dump("tafel Zo\u00eb", *two).decode().encode("latin-1")
    yield "lower_case", dump("upper_case", *two).replace(b'"h9"', b'"H9"').replace(b"harten", b"HARTEN")
    yield "record_twice", dump("record_twice", two[0], two[1], two[1])
    yield "two_files_a", dump("two_files", *rows[:3])
    yield "two_files_b", dump("two_files", *rows[:3])
    yield "deal_missing", dump("deal_missing", rows[0], rows[2])
    yield "grows", dump("grows", *rows[:3])
    whole, handless, six = rows[:3]
    tricks = dict(zip(header.split(";"), six.split(";"), strict=True))["Rounds"]
    yield (
        "seven_tricks",
        dump(
            "seven_tricks",
            whole,
            _cells_replaced(header, handless, Cards="[]"),
            _cells_replaced(header, six, Rounds=json.dumps(json.loads(tricks)[:6])),
        ),
    )
    yield "clock_times", dump("clock_times", two[0], _cells_replaced(header, two[1], TimeStamp=""))
    yield "clock_time_unreadable", dump("clock_time_unreadable", two[0], TimeStamp="1-3-2024 20:00")
    keys = (HOSTILE_NAMES[0][0], "A" * 10_000, "\U0001f0cf", "=1+1")
    named = [_cells_replaced(header, row, TableKey=key, RoundNr="1") for row, key in zip(rows, keys, strict=False)]
    yield "hostile_names", "".join(f"{line}\n" for line in (header, *named)).encode()


def _cells_replaced(header: str, row: str, **cells: str) -> str:
    named = dict(zip(header.split(";"), row.split(";"), strict=True)) | cells
    return ";".join(named.values())


# The state of a table of klaver.live ---------------------------------------------------------------------------------

_COMPASS = dict(zip("NESW", ("Noord", "Oost", "Zuid", "West"), strict=True))


def _states(count: int, row: int = 0) -> Values:
    """The state of a table after `count` cards of a round of the dump."""
    lines = (SAMPLES / "klaverlive" / "dump.csv").read_bytes().splitlines(keepends=True)
    (entry,) = klaverlive.read(io.BytesIO(lines[0] + lines[row + 1]))
    values = entry.values
    if not isinstance(values, dict):
        raise TypeError(values)
    numbers = {rank: number for number, rank in enumerate("789", 7)} | dict(zip("TJQKA", range(10, 15), strict=True))
    suits = dict(zip("CDHS", "krhs", strict=True))
    cards = [
        {"Compas": _COMPASS[seat], "Card": f"{suits[card[1]]}{numbers[card[0]]}"}
        for seat, card in zip(values["seats"], values["plays"].split()[:count], strict=False)
    ]
    whole = count // 4 * 4
    return {
        "History": [
            {"First": "NESW".index(values["seats"][start]), "Cards": cards[start : start + 4]} for start in range(0, whole, 4)
        ],
        "TroefKleur": {"C": "klaver", "D": "ruiten", "H": "harten", "S": "schoppen"}[values["trump"]],
        "Center": cards[whole:],
        "TeamGaat": "NESW".index(values["declarer"]) % 2,
        "MyCards": "",
    }


def _state_faults() -> Iterator[tuple[str, bytes]]:
    sample = (SAMPLES / "klaverlive_state" / "table.json").read_bytes()
    yield "truncated", sample[:-40]
    yield "truncated_early", sample[: len(sample) // 2]
    yield "truncated_lines", _jsonl([_states(10, 0), _states(13, 1)])[:-100]
    yield "byte_order_mark", b"\xef\xbb\xbf" + sample
    yield "crlf", sample.replace(b"\n", b"\r\n")
    yield "lower_case", sample.replace(b'"h8"', b'"H8"')
    yield "record_twice", _jsonl([_states(10), _states(10)])
    yield "two_files_a", _jsonl([_states(10)])
    yield "two_files_b", _jsonl([_states(18)])
    yield "grows", _jsonl([_states(10, 0), _states(13, 1), _states(22, 0)])
    yield "seven_tricks", _jsonl([_states(28)])


# The results of the bot Henk -----------------------------------------------------------------------------------------


def _henk_faults() -> Iterator[tuple[str, bytes]]:
    deals: list[Values] = json.loads((SAMPLES / "henk" / "results.json").read_text("utf-8"))

    def write(*some: Values) -> bytes:
        return json.dumps(some, indent=1, ensure_ascii=False).encode() + b"\n"

    two = deals[:2]
    yield "truncated", write(*two)[:-300]
    yield "truncated_lines", _jsonl(two)[:-300]
    yield "byte_order_mark", b"\xef\xbb\xbf" + write(*two)
    yield "crlf", write(*two).replace(b"\n", b"\r\n")
    yield "latin1", write(two[0] | {"seed": LATIN_NAMES[0]}, two[1]).decode().encode("latin-1")
    yield "lower_case", write(two[0], json.loads(json.dumps(two[1]).replace("QUEEN", "queen")))
    yield "record_twice", write(*two, two[1])
    yield "two_files_a", write(*deals[:3])
    yield "two_files_b", write(*deals[:3])
    yield "grows", _jsonl(deals[:3])
    names = ("rounds", "roundWinners", "roundGlory")
    yield "seven_tricks", write(two[0] | {name: two[0][name][:7] for name in names})
    yield "hostile_names", write(*(deal | {"seed": seed} for deal, seed in zip(deals, HOSTILE_NAMES[0], strict=False)))
    yield "long_seed", write(two[0] | {"seed": "A" * 10_000}, two[1] | {"seed": "A" * 200})
    yield "line_separator_in_a_name", _jsonl([two[0] | {"seed": "a\u2028b"}, two[1]])


# The rounds of a Kotlin engine ---------------------------------------------------------------------------------------


def _rounds_faults() -> Iterator[tuple[str, bytes]]:
    header, first, second = (SAMPLES / "rounds_tsv" / "rounds.tsv").read_text("utf-8").splitlines()

    def write(*rows: str) -> bytes:
        return "".join(f"{row}\n" for row in (header, *rows)).encode()

    yield "truncated", write(first, second)[:-40]
    yield "byte_order_mark", b"\xef\xbb\xbf" + write(first, second)
    yield "crlf", write(first, second).replace(b"\n", b"\r\n")
    yield "ten_as_a_letter", write(first.replace("10", "T"), second)
    yield "lower_case", write(first, second.replace("QH", "qh"))
    yield "record_twice", write(first, second, second)
    yield "two_files_a", write(first, second)
    yield "two_files_b", write(first, second)
    yield "grows", write(first, second)
    cells = dict(zip(header.split("\t"), first.split("\t"), strict=True))
    yield "seven_tricks", write("\t".join((cells | {"trick8": ""}).values()))


def write_files() -> None:
    """Replace the folders by what the generator says."""
    files = dict(broken_formats())
    for form in ENDINGS:
        place = SAMPLES / folder(form)
        place.mkdir(parents=True, exist_ok=True)
        for stale in place.iterdir():
            stale.unlink()
    for path, data in files.items():
        (SAMPLES / path).write_bytes(data)


if __name__ == "__main__":
    write_files()
