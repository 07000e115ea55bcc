"""With `?lang=nl` nothing is English: neither what statistics mean, nor findings, rules, or what an ingest says."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from english import THE_SAME, english_in

from dashboard import figures
from dashboard.pages.players import COMPARED
from dashboard.plain import plain
from dashboard.rule_words import change_words, full_text, named_rules, rule_text
from dashboard.sentences import in_dutch
from dashboard.texts import texts
from dashboard.wording import wording
from pipeline.finding_lists import Wanted, findings_that_fit
from pipeline.queries import reading
from pipeline.report.audit import as_html
from pipeline.report.rulebook import paragraphs
from pipeline.report.ruling import ruling_page
from pipeline.report.wording import ENGLISH_WORDS
from pipeline.reviews import with_reviews
from pipeline.statistics import Selection, catalog
from replay.presets import usual_values
from replay.rulesets import FIELDS, format_value


@pytest.mark.usefixtures("read_in_dutch")
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


def in_paragraph(words: str) -> tuple[set[str], set[str], set[str], list[str]]:
    """What a paragraph says in any language: values of fields, other paragraphs, sources, numbers."""
    return (
        set(re.findall(r"`([^`]+)`", words)),
        set(re.findall(r"\bR\d+\b", words)),
        set(re.findall(r"\bS\d\d\d(?:/2)?\b|\b[A-Z]{2,}[a-z]?\d?\b", words)),
        sorted(re.findall(r"(?<![A-Za-z\d/])\d+", words)),
    )


@pytest.mark.parametrize("number", paragraphs())
def test_a_paragraph_says_the_same_in_dutch(number: str) -> None:
    fields, others, sources, numbers = in_paragraph(full_text(number, "en"))
    dutch = full_text(number, "nl")
    assert in_paragraph(dutch)[0] == fields
    assert in_paragraph(dutch)[1] >= others
    assert in_paragraph(dutch)[2:] == (sources, numbers)
    assert not english_in(re.sub(r"`[^`]+`", "", dutch)), english_in(dutch)
    assert dutch.count("\n- ") == full_text(number, "en").count("\n- ")
    assert 0.7 < len(dutch) / len(full_text(number, "en")) < 1.6
    assert rule_text(number, "nl")
    assert "`" not in rule_text(number, "nl")


def test_there_is_no_dutch_for_a_paragraph_that_there_is_not() -> None:
    assert {name.removeprefix("paragraphs.") for name in texts() if name.startswith("paragraphs.")} == set(paragraphs())
    assert rule_text("R999", "nl") == rule_text("R999", "en") == ""


def test_the_rules_page_and_the_audit_show_paragraphs_in_dutch(open_page: Any, sample_db: Path) -> None:
    page = open_page("rules", sample_db, lang="nl", paragraph="R17")
    assert not page.exception
    told = " ".join(one.value for one in page.markdown)
    assert full_text("R17", "nl") in told
    assert full_text("R17", "en") not in told
    page = open_page("audit", sample_db, lang="nl", code="not_followed")
    assert not page.exception
    told = " ".join(one.value for one in page.markdown)
    assert full_text("R15", "nl") in told
    assert full_text("R15", "en") not in told


def test_the_ruling_to_print_is_in_the_language_of_the_page(sample_db: Path) -> None:
    with reading(sample_db) as store:
        row = store.rows("SELECT site, game_id, deal_no FROM findings WHERE code = 'not_followed' ORDER BY ALL LIMIT 1")[0]
        (record,) = store.find_deals(row["game_id"], row["deal_no"])
    assert ruling_page(record, wording("en")) == ruling_page(record)
    dutch = ruling_page(record, wording("nl"))
    assert '<html lang="nl">' in dutch
    shown = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", dutch)
    assert not english_in(shown), english_in(shown)
    assert "bekennen is verplicht" in shown
    assert html.escape(rule_text("R15", "nl")) in dutch
    assert {name: texts()[f"ruling.{name}"]["en"] for name in ENGLISH_WORDS} == ENGLISH_WORDS
    assert sum(name.startswith("ruling.") for name in texts()) == len(ENGLISH_WORDS)


def test_the_report_of_the_audit_is_in_the_language_of_the_page(sample_db: Path) -> None:
    with reading(sample_db) as store:
        rows = with_reviews(findings_that_fit(store, Wanted(), {}), {})
        totals = store.totals()
    assert as_html(rows, totals, wording("en")) == as_html(rows, totals)
    dutch = as_html(rows, totals, wording("nl"))
    shown = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", dutch)
    assert not english_in(re.sub(r"\w+-\d+", "", shown)), english_in(shown)
    assert f"{totals['deals']} spellen in {totals['games']} partijen" in shown
    assert dutch.count("<tr class") == len(rows) > 100


def test_rules_that_differ_from_a_preset_are_named_in_dutch() -> None:
    custom = '{"stuk":40,"roem_claim":"announced"}'
    assert named_rules("amsterdams", custom, "nl") == "amsterdams met stuk = 40, roem melden = na melden"
    assert named_rules("amsterdams", "", "nl") == "amsterdams"
    message = f"Deal 4 was played by amsterdams, this one by rotterdams with {custom}."
    assert in_dutch(message) == (
        "Spel 4 is gespeeld volgens amsterdams, dit spel volgens rotterdams met stuk = 40, roem melden = na melden."
    )
    for field, spec in FIELDS.items():
        for value in usual_values(field):
            assert not english_in(change_words(field, str(format_value(field, value)), "nl").replace("_", " ")), field
            assert spec.paragraph
