"""What one format is fed: its sound samples, damaged in the values before they are written or in the bytes after."""

import contextlib
import csv
import io
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from bench.fuzzing.byte_damage import damaged
from bench.fuzzing.hostile_values import TEXTS, json_value
from bench.fuzzing.odd_parquet import odd_parquet
from bench.fuzzing.sample_records import SAMPLES, some_records
from bench.fuzzing.short_words import short_word
from bench.fuzzing.value_damage import Raw, disturb, dump, odd_values

from pipeline.fields import FIELD_NAMES
from pipeline.formats import CannotWriteError, Format
from pipeline.records import Record, read_record


class Inputs:
    """What one format is fed: small sound files, and changes to them."""

    def __init__(self, form: Format) -> None:
        self.form = form
        self.values = some_records()
        self.records = [record for record in map(read_record, self.values) if isinstance(record, Record)]
        self.seeds = self._seeds()
        self.others = [*self.seeds, *(path.read_bytes()[:4000] for path in sorted(SAMPLES.glob("*/*.*")))]
        self._by_value: dict[str, Callable[[random.Random], bytes]] = {
            "jsonl": self._json_lines,
            "events": self._events,
            "csv": self._csv,
            "kjn": self._kjn,
            "short": self._short,
            "parquet": self._parquet,
            "henk": self._json,
            "klaverlive_state": self._json,
            "klaverlive": self._klaverlive,
            "rounds_tsv": self._rounds,
        }

    def _seeds(self) -> list[bytes]:
        name, folder = self.form.name, SAMPLES / self.form.name
        (path,) = (
            [path for path in folder.iterdir() if path.is_file()] if name != "jsonl" else [folder / "season_amsterdams.jsonl"]
        )
        data = path.read_bytes()
        if self.form.write is not None:
            return [
                written for at in range(len(self.records)) if (written := self._written(self.records[at : at + 1 + at % 2]))
            ]
        if name == "henk":
            return [json.dumps(deal).encode() for deal in json.loads(data)] + [
                json.dumps(json.loads(data)[:2], indent=1).encode()
            ]
        if name == "klaverlive_state":
            line = json.dumps(json.loads(data)).encode()
            return [data, line, b"[" + line + b",\n" + line + b"]", line + b"\n" + line + b"\n"]
        header, *lines = data.splitlines(keepends=True)
        return [header + line for line in lines] + [header + b"".join(lines[:2])]

    def _written(self, records: Sequence[Record]) -> bytes:
        stream = io.BytesIO()
        try:
            self.form.write(records, stream)  # type: ignore[misc]
        except CannotWriteError:
            return b""
        return stream.getvalue()

    def make(self, rng: random.Random) -> bytes:
        """An input."""
        share = 0.5 if self.form.name in ("parquet", "short") else 0.45
        data = self._by_value[self.form.name](rng) if rng.random() < share else rng.choice(self.seeds)
        if rng.random() < 0.75:
            for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
                data = damaged(rng, data, self.others)
        return data

    def _disturbed(self, rng: random.Random) -> list[Any]:
        """One or two records, some with odd values, some with hostile ones."""
        records: list[Any] = []
        for _ in range(rng.choice([1, 1, 2])):
            values = rng.choice(self.values)
            if rng.random() < 0.6:
                values = odd_values(rng, values)
            records.append(json.loads(json.dumps(values)))
        if rng.random() < 0.6:
            for _ in range(rng.choice([1, 1, 2, 3])):
                disturb(rng, records)
        return records

    def _json_lines(self, rng: random.Random) -> bytes:
        return "".join(f"{dump(record)}\n" for record in self._disturbed(rng)).encode("utf-8", "surrogatepass")

    def _events(self, rng: random.Random) -> bytes:
        events = [json.loads(line) for line in rng.choice(self.seeds).splitlines()]
        if rng.random() < 0.5:
            events[0] = {"event": "deal", **odd_values(rng, {k: v for k, v in events[0].items() if k != "event"})}
        game = events[0].get("game_id")
        for _ in range(rng.choice([0, 1, 2, 4])):
            kind = rng.choice(["bid", "play", "claim", "trick", "score", "void", "takeover", "deal", "odd"])
            said = {
                "seat": rng.choice(["N", "E", 1, None, Raw(json_value(rng))]),
                **dict.fromkeys(
                    rng.sample(["card", "call", "why", "winner", "roem", "card_no", "points", "bids", "claims"], 3), "H"
                ),
                **({"bot": True, "points": Raw(json_value(rng)), "call": Raw(json_value(rng))} if rng.random() < 0.5 else {}),
            }
            events.insert(rng.randrange(len(events) + 1), {"event": kind, "game_id": game, **said})
        for _ in range(rng.choice([0, 1, 2])):
            disturb(rng, events)
        return "".join(f"{dump(event)}\n" for event in events).encode("utf-8", "surrogatepass")

    def _json(self, rng: random.Random) -> bytes:
        document = [json.loads(rng.choice(self.seeds[:-1]))]
        for _ in range(rng.choice([1, 1, 2, 3])):
            disturb(rng, document)
        return dump(document[0] if document and rng.random() < 0.7 else document).encode("utf-8", "surrogatepass")

    def _csv(self, rng: random.Random) -> bytes:
        names = list(FIELD_NAMES)
        if rng.random() < 0.2:
            names[rng.randrange(len(names))] = rng.choice([*FIELD_NAMES, *TEXTS[:60]])
        plain = ("game_id", "site", "played_at", "board", "bots", "declarer", "trump", "dealer", "leader", "plays", "seats")
        rows = [names]
        for values in self._disturbed(rng):
            if isinstance(values, dict):
                cells = [values.get(name) for name in FIELD_NAMES]
                rows.append(
                    [
                        "" if c is None else c if isinstance(c, str) and n in plain else dump(c)
                        for n, c in zip(names, cells, strict=True)
                    ]
                )
        if rng.random() < 0.3 and len(rows) > 1:
            row = rng.choice(rows)
            row[rng.randrange(len(row))] = rng.choice([*TEXTS, json_value(rng)])
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=rng.choice(",,,;\t"), lineterminator=rng.choice(["\r\n", "\n"] * 20 + ["\r"]))
        with contextlib.suppress(csv.Error):
            writer.writerows(rows)
        return text.getvalue().encode("utf-8", "surrogatepass")

    def _kjn(self, rng: random.Random) -> bytes:
        record = read_record(odd_values(rng, rng.choice(self.values)))
        data = self._written([record]) if isinstance(record, Record) else rng.choice(self.seeds)
        lines = data.decode().split("\n")
        for _ in range(rng.choice([0, 1, 1, 2, 4])):
            at = rng.randrange(len(lines))
            name = lines[at][1:].partition(" ")[0] if lines[at].startswith("[") else "Game"
            text = rng.choice([*TEXTS, json_value(rng)])
            lines[at] = rng.choice([f'[{name} "{text}"]', f"{lines[at]} {text}", f"{{{text}}}", f"{lines[at]}^ {{{text}"])
        if rng.random() < 0.01:
            lines[0] = lines[0] * rng.choice([300, 3000, 30_000])
        return "\n".join(lines).encode("utf-8", "surrogatepass")

    def _short(self, rng: random.Random) -> bytes:
        """Words whose checksum fits, with other numbers and other rules in them."""
        words = []
        for _ in range(rng.choice([1, 2, 3])):
            record = read_record(odd_values(rng, rng.choice(self.values)))
            word = self._written([record]) if isinstance(record, Record) and rng.random() < 0.4 else b""
            words.append(word or short_word(rng) + b"\n")
        return b"".join(words)

    def _klaverlive(self, rng: random.Random) -> bytes:
        rows = [line.split(";") for line in rng.choice(self.seeds).decode().splitlines()]
        cells: list[Any] = rows[1]
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.randrange(len(cells))
            if cells[at].startswith(("[", "{")) and rng.random() < 0.8:
                with contextlib.suppress(ValueError, RecursionError):
                    held = [json.loads(cells[at])]
                    disturb(rng, held)
                    cells[at] = dump(held[0]) if held else ""
            else:
                cells[at] = rng.choice([*TEXTS, json_value(rng), "3", "4", "2"])
        return "\n".join(";".join(row) for row in rows).encode("utf-8", "surrogatepass")

    def _rounds(self, rng: random.Random) -> bytes:
        rows = [line.split("\t") for line in rng.choice(self.seeds).decode().splitlines()]
        for _ in range(rng.choice([1, 1, 2, 3])):
            row = rng.choice(rows[1:] or rows)
            at = rng.randrange(len(row))
            row[at] = rng.choice(
                [*TEXTS, json_value(rng), rng.choice(row), row[at].lower(), row[at][:-1], "", "9" * 4300, "NAT"]
            )
        return "\n".join("\t".join(row) for row in rows).encode("utf-8", "surrogatepass")

    def _parquet(self, rng: random.Random) -> bytes:
        return odd_parquet(rng, self._disturbed(rng), self.seeds)
