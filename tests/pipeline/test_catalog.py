"""The catalog of statistics: what every one of them has to say of itself, in both languages."""

import re
from pathlib import Path

import pytest

from pipeline.queries import reading
from pipeline.statistics import catalog
from pipeline.statistics.catalog import GRAINS, NEEDED, Statistic, parse_statistic
from pipeline.statistics.judged import COLUMNS as JUDGED_COLUMNS
from pipeline.statistics.judged import keep_judged_plays
from replay.bidding import BIDDING_METHODS, MAY_PASS, offer, speaker
from replay.readings import rules_in_force


def header(**changed: str | None) -> str:
    given: dict[str, str | None] = dict.fromkeys(NEEDED, "words")
    given |= {"number": "9", "group": "results", "grain": "seat", "interval": "wilson", "smallest n": "20"} | changed
    return "".join(f"-- {name}: {value}\n" for name, value in given.items() if value is not None) + "SELECT 1"


@pytest.mark.parametrize("field", NEEDED)
def test_a_statistic_without_a_field_of_the_header_is_refused(field: str) -> None:
    parse_statistic("some", header())
    for value in (None, ""):
        with pytest.raises(ValueError, match=f"some: .*{field}|some: '-- {field}"):
            parse_statistic("some", header(**{field: value}))


@pytest.mark.parametrize(
    ("field", "value"),
    [("grain", "card"), ("interval", "guess"), ("group", "luck of the draw"), ("across games", "maybe"), ("colour", "red")],
)
def test_a_header_with_an_unknown_word_is_refused(field: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"some: .*{field}"):
        parse_statistic("some", header(**{field: value}))


@pytest.mark.parametrize("one", catalog().values(), ids=catalog())
def test_a_statistic_is_defined_in_dutch_as_fully_as_in_english(one: Statistic) -> None:
    for english, dutch in (
        (one.question, one.question_nl),
        (one.numerator, one.numerator_nl),
        (one.denominator, one.denominator_nl),
    ):
        assert dutch.strip()
        assert dutch != english
        assert english.endswith(("?", ".")) == dutch.endswith(("?", "."))
        words = set(re.findall(r"[a-z]+", dutch.lower()))
        assert not words & {"the", "deals", "his", "tricks", "and", "that", "complete"}, dutch
        assert (
            re.findall(r"\d+", english.replace("sixteen", "")) == re.findall(r"\d+", dutch) or one.name == "nat_over_expected"
        )


def test_statistics_have_names_of_their_own_in_both_languages() -> None:
    for language in ("name_nl", "name_en", "question", "question_nl", "sql"):
        texts = [getattr(one, language) for one in catalog().values()]
        assert len(set(texts)) == len(texts), language
    for one in catalog().values():
        assert one.grain in GRAINS
        assert re.fullmatch(r"\d+[a-h]?", one.number)
        assert "?" not in one.sql  # filters are bound elsewhere
        assert one.smallest_n >= 20


def test_macros_on_bidding_say_what_the_rules_say(season_db: Path) -> None:
    with reading(season_db) as store:
        for method in BIDDING_METHODS:
            rules = rules_in_force({"base": "amsterdams", "bidding": method}).rules
            for number in range(9):
                ((row),) = store.rows("SELECT may_pass(?, ?) AS may, forced_call(?) AS forced", method, number, method)
                assert row["may"] == bool(offer(number, rules) & MAY_PASS), (method, number)
                if row["forced"] == number:
                    assert offer(number, rules) & 7
                    assert not offer(number, rules) & MAY_PASS
                    assert number > 0
            for dealer in range(4):
                ((row),) = store.rows("SELECT speaker_of(?, ?) AS first", method, "NESW"[dealer])
                assert row["first"] == "NESW"[speaker(0, dealer, rules)]
            last = next(number for number in range(9) if not offer(number, rules) & MAY_PASS)
            assert row is not None
            ((forced),) = store.rows("SELECT forced_call(?) AS at", method)
            can_be_forced = last > 0 and offer(last, rules) != 0
            assert forced["at"] == (last if can_be_forced else None), method


def test_judged_plays_are_as_documented(season_db: Path) -> None:
    with reading(season_db) as store:
        keep_judged_plays(store, "deals")
        assert [row["column_name"] for row in store.rows("DESCRIBE judged_plays")] == list(JUDGED_COLUMNS)
        assert store.rows("SELECT count(*) AS n FROM judged_plays WHERE n_legal = 0 OR legal & ~held <> 0") == [{"n": 0}]


@pytest.mark.parametrize("sd", [{"interval": "known sd"}, {"sd": "2"}])
def test_a_spread_goes_with_its_interval_only(sd: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="some: 'sd' goes with"):
        parse_statistic("some", header(**sd))
