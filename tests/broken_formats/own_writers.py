"""Writes deals, faults and all, in the formats that say every field."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from broken_formats.sound_samples import Values

RESULTS = ("points", "roem_points", "score", "totals", "nat", "pit")
_COLUMNS = (
    *("game_id", "deal_no", "site", "played_at", "rules", "players", "bots", "declarer", "trump", "dealer", "leader", "bids"),
    *("hands", "plays", "seats", "roem", "winners", *RESULTS, "void"),
)


def _json_line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def json_lines(deals: Iterable[Values]) -> bytes:
    """A file of JSON Lines."""
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


def parquet_file(deals: Iterable[Values], changes: Callable[[pa.Table], pa.Table] = lambda table: table) -> bytes:
    """A Parquet file, its table changed before it is written."""
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
    told = {"bids", "plays", "seats", "winners", "roem", "bots", "void", *RESULTS}
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
        yield {"event": "score", **game, **{name: deal[name] for name in RESULTS if name in deal}}
    if "void" in deal:
        yield {"event": "void", **game, "why": deal["void"]}


WRITERS: dict[str, Callable[[Iterable[Values]], bytes]] = {
    "jsonl": json_lines,
    "csv": _csv,
    "parquet": parquet_file,
    "kjn": _kjn,
    "events": _events,
}
