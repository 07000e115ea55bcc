"""The faults of the formats of other programs, made from their sound samples."""

import io
import json
from collections.abc import Iterator

from broken_formats.deal_changes import cut_to
from broken_formats.own_writers import json_lines
from broken_formats.sound_samples import HOSTILE_NAMES, LATIN_NAMES, SAMPLES, Values, sound_deals

from pipeline.formats import klaverlive, short
from pipeline.records import Record, read_record

# One word a deal -----------------------------------------------------------------------------------------------------


def short_faults() -> Iterator[tuple[str, bytes]]:
    """The faults of one word a deal."""
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
    record = read_record(cut_to(28, {name: value for name, value in sound_deals(1)[0].items() if name != "bids"}))
    if not isinstance(record, Record):
        raise TypeError(record)
    yield "seven_tricks", write(short.encode(record).encode())


# The dump of klaver.live ---------------------------------------------------------------------------------------------


def klaverlive_faults() -> Iterator[tuple[str, bytes]]:
    """The faults of the dump of klaver.live."""
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


def state_faults() -> Iterator[tuple[str, bytes]]:
    """The faults of the state of a table of klaver.live."""
    sample = (SAMPLES / "klaverlive_state" / "table.json").read_bytes()
    yield "truncated", sample[:-40]
    yield "truncated_early", sample[: len(sample) // 2]
    yield "truncated_lines", json_lines([_states(10, 0), _states(13, 1)])[:-100]
    yield "byte_order_mark", b"\xef\xbb\xbf" + sample
    yield "crlf", sample.replace(b"\n", b"\r\n")
    yield "lower_case", sample.replace(b'"h8"', b'"H8"')
    yield "record_twice", json_lines([_states(10), _states(10)])
    yield "two_files_a", json_lines([_states(10)])
    yield "two_files_b", json_lines([_states(18)])
    yield "grows", json_lines([_states(10, 0), _states(13, 1), _states(22, 0)])
    yield "seven_tricks", json_lines([_states(28)])


# The results of the bot Henk -----------------------------------------------------------------------------------------


def henk_faults() -> Iterator[tuple[str, bytes]]:
    """The faults of the results of the bot Henk."""
    deals: list[Values] = json.loads((SAMPLES / "henk" / "results.json").read_text("utf-8"))

    def write(*some: Values) -> bytes:
        return json.dumps(some, indent=1, ensure_ascii=False).encode() + b"\n"

    two = deals[:2]
    yield "truncated", write(*two)[:-300]
    yield "truncated_lines", json_lines(two)[:-300]
    yield "byte_order_mark", b"\xef\xbb\xbf" + write(*two)
    yield "crlf", write(*two).replace(b"\n", b"\r\n")
    yield "latin1", write(two[0] | {"seed": LATIN_NAMES[0]}, two[1]).decode().encode("latin-1")
    yield "lower_case", write(two[0], json.loads(json.dumps(two[1]).replace("QUEEN", "queen")))
    yield "record_twice", write(*two, two[1])
    yield "two_files_a", write(*deals[:3])
    yield "two_files_b", write(*deals[:3])
    yield "grows", json_lines(deals[:3])
    names = ("rounds", "roundWinners", "roundGlory")
    yield "seven_tricks", write(two[0] | {name: two[0][name][:7] for name in names})
    yield "hostile_names", write(*(deal | {"seed": seed} for deal, seed in zip(deals, HOSTILE_NAMES[0], strict=False)))
    yield "long_seed", write(two[0] | {"seed": "A" * 10_000}, two[1] | {"seed": "A" * 200})
    yield "line_separator_in_a_name", json_lines([two[0] | {"seed": "a\u2028b"}, two[1]])


# The rounds of a Kotlin engine ---------------------------------------------------------------------------------------


def rounds_faults() -> Iterator[tuple[str, bytes]]:
    """The faults of the rounds of a Kotlin engine."""
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
