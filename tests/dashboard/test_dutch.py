"""With `?lang=nl` nothing is English: neither what statistics mean, nor findings, rules, or what an ingest says."""

import re
from pathlib import Path
from typing import Any

import pytest

from dashboard import figures
from dashboard.pages.players import COMPARED
from dashboard.plain import plain
from pipeline.queries import reading
from pipeline.statistics import Selection, catalog

THE_SAME = {"stuk", "west", "amsterdams", "rotterdams"}
"""Words that are Dutch as they are stored."""


@pytest.fixture
def in_dutch(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("texts", "figures"):
        monkeypatch.setattr(f"dashboard.{module}.language", lambda: "nl")


@pytest.mark.usefixtures("in_dutch")
def test_parts_of_statistics_have_dutch_names(sample_db: Path) -> None:
    with reading(sample_db) as store:
        rows = store.statistics([], Selection()).to_dicts()
    known = {(row["statistic"], row["class"]) for row in rows if row["class"]}
    known |= {("think_time", name) for name in ("1 legal card", "3 legal cards", "trick 8, by choice")}
    known |= {("play_by_turn", "5"), ("nat_by_trumps", "7 9"), ("nat_by_trumps", "0 neither"), ("signal", "by chance")}
    assert {name for name, _ in known} >= {"first_lead", "pit", "nat_by_aces", "advice_roem", "high_cards"}
    for statistic, name in sorted(known):
        shown = figures.class_words(statistic, name)
        words = set(re.findall(r"[a-z]+", name.lower()))
        assert not (words - THE_SAME) & set(re.findall(r"[a-z]+", shown.lower())), (statistic, name, shown)
    assert figures.class_words("think_time", "trick 8, by choice") == "slag 8, met keus"
    assert figures.class_words("nat_by_aces", "1 ace, 3 trumps") == "1 aas, 3 troeven"


@pytest.mark.parametrize("code", ["nl", "en"])
def test_why_this_number_is_told_in_the_language_of_the_page(code: str, open_page: Any, sample_db: Path) -> None:
    page = open_page("players", sample_db, lang=code)
    assert not page.exception
    told = " ".join(one.value for one in page.markdown)
    for one in map(catalog().__getitem__, COMPARED):
        texts = (one.question_nl, one.numerator_nl, one.denominator_nl), (one.question, one.numerator, one.denominator)
        shown, other = texts if code == "nl" else texts[::-1]
        assert all(plain(words, 1_000) in told for words in shown)
        assert not any(plain(words, 1_000) in told for words in other)
    assert "SELECT" in page.code[0].value
