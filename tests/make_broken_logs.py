"""Writes sample_logs/jsonl/broken: small logs, each with one kind of damage and a sound deal after it where it can have one.

Run `python tests/make_broken_logs.py` after a change; a test says when the folder differs.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "sample_logs" / "jsonl" / "broken"


def sound_deals() -> list[dict[str, Any]]:
    """The first deals of the sample season that nothing was planted in, without their own names."""
    season = FOLDER.parent / "season_amsterdams.jsonl"
    notes = FOLDER.parent / "season_amsterdams.planted.txt"
    planted = {(note["game_id"], note["deal_no"]) for note in map(json.loads, notes.read_text("utf-8").splitlines())}
    records = [json.loads(line) for line in season.read_text("utf-8").splitlines()[:80]]
    return [record for record in records if (record["game_id"], record["deal_no"]) not in planted]


def broken_logs() -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of every file."""
    sound = sound_deals()

    def deal(name: str, number: int = 1, **changes: Any) -> bytes:
        values = sound[number] | {"game_id": f"broken-{name}", "deal_no": number, "players": ["Noor", "Teun", "Saar", "Mees"]}
        values |= dict.fromkeys(("dealer", "bids", "totals"), "absent")  # these deals are from different games
        kept = {field: value for field, value in (values | changes).items() if value != "absent"}
        return json.dumps(kept, ensure_ascii=False).encode() + b"\n"

    plays = sound[1]["plays"].split()
    yield "truncated.jsonl", deal("truncated") + deal("truncated", 2)[:200]
    yield "byte_order_mark.jsonl", b"\xef\xbb\xbf" + deal("byte_order_mark")
    yield "crlf.jsonl", deal("crlf").replace(b"\n", b"\r\n") + b"\r\n" + deal("crlf", 2).replace(b"\n", b"\r\n")
    yield "latin1.jsonl", deal("latin1", players=["Zo\u00eb", "B", "C", "D"]).decode().encode("latin-1") + deal("latin1", 2)
    yield "empty.jsonl", b""
    yield "binary.jsonl", bytes(range(256)) * 4
    yield "no_json.jsonl", b"Tuesday evening, table 4\n" + deal("no_json") + b"[1, 2]\n" + b'{"game_id": \n'
    yield "wrong_types.jsonl", (
        deal("wrong_types", 2, deal_no="2") + deal("wrong_types", 3, plays=7) + deal("wrong_types", 4, score=[1])
        + deal("wrong_types", 5, nat="yes", pit=1) + deal("wrong_types")
    )  # fmt: skip
    yield "unknown_card.jsonl", deal("unknown_card", 2, plays=" ".join(["1H", *plays[1:]])) + deal("unknown_card")
    yield "too_many_cards.jsonl", deal("too_many_cards", 2, plays=" ".join([*plays, "7C"])) + deal("too_many_cards")
    yield "card_twice.jsonl", (
        deal("card_twice", 2, plays=" ".join([plays[1], *plays[1:]]))
        + deal("card_twice", 3, hands=[sound[1]["hands"][0]] * 2 + [None, None])
        + deal("card_twice")
    )  # fmt: skip
    yield "short_hand.jsonl", deal("short_hand", 2, hands=["7C 8C", None, None, None]) + deal("short_hand")
    yield "five_players.jsonl", deal("five_players", 2, players=list("ABCDE")) + deal("five_players")
    yield "deal_numbers.jsonl", (
        deal("deal_numbers", 2, deal_no=0) + deal("deal_numbers", 3, deal_no=10**30) + deal("deal_numbers")
    )  # fmt: skip
    yield "unknown_rules.jsonl", (
        deal("unknown_rules", 2, rules="texas") + deal("unknown_rules", 3, rules={"base": "amsterdams", "pit": 100})
        + deal("unknown_rules")
    )  # fmt: skip
    yield (
        "unknown_seat.jsonl",
        deal("unknown_seat", 2, dealer="Q") + deal("unknown_seat", 3, winners="NNX") + deal("unknown_seat"),
    )
    yield "missing_fields.jsonl", (
        deal("missing_fields", 2, players="absent", trump="absent")
        + deal("missing_fields", 3, dealer="absent", leader="absent")
        + deal("missing_fields")
    )  # fmt: skip
    yield "unsupported.jsonl", (
        deal("unsupported", 2, trump="ledig") + deal("unsupported", 3, bids=["pass", "ledig"]) + deal("unsupported")
    )  # fmt: skip
    yield "conflicting.jsonl", deal("conflicting", board="1") + deal("conflicting", board="2") + deal("conflicting", board="1")
    yield "hostile_names.jsonl", (
        deal("hostile_names", 1, players=["<script>alert(1)</script>", "'; DROP TABLE deals; --", "\u202eneerG", "=1+1"])
        + deal("hostile_names", 2, players=["A" * 10_000, "B", "C", "D"])
        + deal("hostile_names", 3, players=["\x1b[31mred", "🃏", "a\nb", ""])
    )  # fmt: skip
    yield "nested.jsonl", b'{"game_id": ' + b"[" * 5_000 + b"]" * 5_000 + b"}\n" + deal("nested")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for stale in FOLDER.glob("*.jsonl"):
        stale.unlink()
    for file_name, content in broken_logs():
        (FOLDER / file_name).write_bytes(content)
