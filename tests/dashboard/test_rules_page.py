"""The rules page: every paragraph, term, preset and reading, in both languages."""

from typing import Any

import pytest

from dashboard import glossary
from dashboard.texts import texts
from pipeline.report.rulebook import chapters, paragraphs
from replay.presets import READINGS, RULESETS
from replay.rulesets import FIELDS, format_value


def words(page: Any) -> str:
    return "\n".join(element.value for kind in ("markdown", "caption", "info", "subheader") for element in page.get(kind))


def test_every_paragraph_has_a_title_and_a_sentence_in_both_languages() -> None:
    numbers = [paragraph.number for found in chapters().values() for paragraph in found]
    assert numbers == list(paragraphs()) == [f"R{number}" for number in range(1, len(numbers) + 1)]
    assert {f"rules.{kind}_{number}" for number in numbers for kind in ("title", "short")} <= set(texts())
    assert {f"rules.chapter_{chapter}" for chapter in chapters()} <= set(texts())


def test_every_field_is_in_the_paragraph_that_its_rule_set_names() -> None:
    for found in chapters().values():
        for paragraph in found:
            assert set(paragraph.fields) == {name for name, field in FIELDS.items() if field.paragraph == paragraph.number}


def test_every_field_and_choice_has_words() -> None:
    assert {f"rules.field_{field}" for field in FIELDS} <= set(texts())
    for field, spec in FIELDS.items():
        for choice in spec.choices:
            assert f"rules.value_{field}_{choice}" in texts() or field == "deal_packets"


def test_every_term_has_a_meaning_and_a_paragraph_that_there_is() -> None:
    terms = {name.removeprefix("glossary.term_") for name in texts() if name.startswith("glossary.term_")}
    assert {name.removeprefix("glossary.means_") for name in texts() if name.startswith("glossary.means_")} == terms
    assert set(glossary.PARAGRAPHS) <= terms
    assert set(glossary.PARAGRAPHS.values()) <= set(paragraphs())
    assert {"trump", "roem", "stuk", "nat", "pit", "verzaken"} <= terms


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_all_paragraphs_are_there(lang: str, open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang=lang)
    assert not page.exception
    shown = words(page)
    for number in paragraphs():
        assert f"##### {number} · {texts()[f'rules.title_{number}'][lang]}" in shown
    default = {"nl": "standaard", "en": "default"}[lang]
    assert f"- `pass_first_forced` ({default}; direct kiezen)" in shown


def test_a_paragraph_that_is_asked_for_comes_with_its_values(open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang="en", paragraph="R19")
    assert "##### R19 · Undertrumping" in words(page)
    assert "##### R20" not in words(page)
    rows = page.table[0].value.to_dict("records")
    assert [row["Value"] for row in rows] == ["`forbidden`", "`compulsory`", "`free`"]
    assert sum(len(row["Presets"].split(", ")) for row in rows) == len(RULESETS)
    page = open_page("rules", no_db, lang="en", paragraph="<b>R99")
    assert "There is no paragraph \\<b\\>R99." in words(page)


def test_paragraphs_are_searched(open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang="nl")
    page.text_input(key="rules_search").set_value("Vier boeren").run()
    assert "##### R31" in words(page)
    assert "##### R2 " not in words(page)
    page.text_input(key="rules_search").set_value("<script>").run()
    assert "Niets gevonden" in words(page)


@pytest.mark.parametrize(("lang", "name"), [("nl", "Troef"), ("en", "Trump")])
def test_a_term_that_is_asked_for_comes_first(lang: str, name: str, open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang=lang, term="trump")
    asked, others = (one.value for one in page.markdown if one.value.startswith("**"))
    terms = [asked, *others.split("\n\n")]
    assert terms[0].startswith(f"**{name}**")
    assert len(terms) == 1 + sum(one.startswith("glossary.term_") for one in texts())
    assert "rules?paragraph=R2" in terms[0]


def test_presets_stand_side_by_side(open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang="en", part="presets", preset=["amsterdams", "club_pitslag", "no_such"])
    assert not page.exception
    table = page.table[0].value
    assert list(table.columns)[2:] == ["amsterdams", "club_pitslag"]
    differing = [
        field for field in FIELDS if getattr(RULESETS["amsterdams"], field) != getattr(RULESETS["club_pitslag"], field)
    ]
    assert len(table) == len(differing)
    page.toggle(key="only_differences").set_value(False).run()
    assert len(page.table[0].value) == len(FIELDS)


def test_unsettled_readings_are_listed(open_page: Any, no_db: Any) -> None:
    page = open_page("rules", no_db, lang="en", part="presets", preset=["klaverlive_amsterdams", "bga_rotterdams"])
    readings = page.table[1].value.to_dict("records")
    open_fields = READINGS["klaverlive_amsterdams"]
    assert len(readings) == len(open_fields)
    rounds = next(row for row in readings if "rounds in a match" in row["What it decides"])
    assert rounds["Also possible"] == ", ".join(str(format_value("rounds", value)) for value in open_fields["rounds"])
    assert "The source of `bga_rotterdams` leaves nothing open." in words(page)
