"""With `?lang=nl` what an ingest and a store say of logs is told in Dutch."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from english import english_in

import pipeline
from dashboard.sentences import MESSAGES, SENTENCES, in_dutch
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.samples import sample_logs

MESSAGE_SOURCES = ("records", "fields", "faults", "spelling", "lines", "logs", "notations", "uploads", "reviews", "database")


FORMAT_SOURCES = (
    "csvlog",
    "events",
    "foreign",
    "henk",
    "jsonl",
    "kjn",
    "kjn_tags",
    "klaverlive",
    "klaverlive_state",
    "parquet",
)


def raised_messages() -> Iterator[str]:
    """What is said of records that are no deals and of what is refused, each with `{}` for what is put in."""
    folder = Path(pipeline.__file__).parent
    files = [folder / f"{name}.py" for name in MESSAGE_SOURCES]
    files += [folder / "formats" / f"{name}.py" for name in (*FORMAT_SOURCES, "rounds_tsv", "short")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Fault",
                "FieldError",
                "UsageError",
                "NotSoError",
            ):
                last = node.args[-1]
                while isinstance(last, ast.Subscript):
                    last = last.value
                if isinstance(last, ast.JoinedStr):
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in last.values)
                elif isinstance(last, ast.Constant):
                    yield str(last.value)


def test_what_is_said_of_records_has_its_dutch() -> None:
    given = {words.replace("{}", "12") for words in raised_messages()}
    assert len(given) > 90
    with_cards = {"12 stands there twice": "TC stands there twice", "in two hands: 12": "in two hands: TC JC"}
    with_cards["the hand of 12 has 12 cards, not 8"] = "the hand of N has 12 cards, not 8"
    put_together = {
        "12 is 12",
        "12 has schema 12, written by 12; this one has 12",
        "1212 cells under 12 names",
        "12not JSON: 12",
    }
    put_together |= {"12: klaverlog rebuild --db 12 brings it up to date"}
    given = {with_cards.get(words, words) for words in given if " " in words}
    for words in sorted(given - put_together):
        said = in_dutch(words, MESSAGES, "; ")
        assert said != words, words
        assert not english_in(said.replace("N:pass", "").replace("[Trump", "")), (words, said)


@pytest.mark.parametrize(
    ("message", "dutch"),
    [
        (
            'players: missing; plays: "B;H\\" x" is not a card: a rank of 789TJQKA, then a suit of CDHS',
            'players: ontbreekt; plays: "B;H\\" x" is geen kaart: een rang uit 789TJQKA en dan een kleur uit CDHS',
        ),
        (
            "a half-written last line, read again when the file has grown: not JSON: Extra data: line 1 column 8 (char 7)",
            "een half geschreven laatste regel, die opnieuw gelezen wordt als het bestand gegroeid is: "  # noqa: ISC004
            "geen JSON: er staat nog iets achter (regel 1, kolom 8, teken 7)",
        ),
        ("rules: stuk: 'x' is not a whole number from 0 to 1000", "rules: stuk: 'x' is geen heel getal van 0 tot en met 1000"),
        (
            "61 files at once: at most 1,000, or one archive of them",
            "61 bestanden tegelijk: hooguit 1.000, of één archief ermee",
        ),
        ("hands: the hand of N has 2 cards, not 8", "hands: de hand van Noord heeft 2 kaarten in plaats van 8"),
        ("bids: 3 is not a list of calls", "bids: 3 is geen lijst van biedingen"),
        ("/a/b c.jsonl:1 says otherwise than d.jsonl:2 in board", "/a/b c.jsonl:1 zegt iets anders dan d.jsonl:2 over board"),
        ("something new; missing", "something new; ontbreekt"),
        ("{n} <b> %s", "{n} <b> %s"),
    ],
)
@pytest.mark.usefixtures("read_in_dutch")
def test_messages_keep_what_is_data(message: str, dutch: str) -> None:
    assert in_dutch(message, MESSAGES, "; ") == dutch


@pytest.mark.parametrize(
    "odd", ['"', "'", "a: ", "; ", '" ; ', "missing; ", '\\"', " is not one of ", "x is 1 cards under ", "North played "]
)
def test_a_hostile_message_is_soon_looked_through(odd: str) -> None:
    begun = time.process_time()
    for section, end in ((SENTENCES, " "), (MESSAGES, "; ")):
        for length in (1_990, 100_000):
            assert in_dutch(odd * (length // len(odd)), section, end)
    assert time.process_time() - begun < 2


def test_rejects_of_broken_logs_are_told_in_dutch(tmp_path: Path) -> None:
    ingest(sorted(sample_logs().glob("*/broken/*")), tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.rows("SELECT DISTINCT message FROM rejects")
        assert len(rows) > 40
        for row in rows:
            said = in_dutch(row["message"], MESSAGES, "; ")
            assert said != row["message"]
            assert not english_in(re.sub(r"/[^ ]*|Parquet magic.*|\b\w+: ", "", said)), said
        notes = [row["notes"] for row in store.rows("SELECT DISTINCT notes FROM files WHERE notes <> ''")]
        assert notes
        assert not any(english_in(in_dutch(note, MESSAGES, "; ")) for note in notes)


def test_the_logs_page_tells_rejects_in_dutch(open_page: Any, empty_db: Path) -> None:
    page = open_page("logs", empty_db, lang="nl")
    assert not page.exception
    told = [one.value for one in page.markdown]
    assert any("ontbreekt" in one and "missing" not in one for one in told)
