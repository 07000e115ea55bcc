"""The catalog is whole, filters and intervals are what they say, and odd stores have sensible answers."""

import json
import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner, Result
from making import season, sound, write_log

from pipeline.cli import main
from pipeline.errors import UsageError
from pipeline.ingest import ingest
from pipeline.people import Alias, load_people, save_people, with_alias
from pipeline.publishing import writing
from pipeline.queries import reading
from pipeline.statistics import Selection, catalog
from pipeline.statistics.catalog import GRAINS, NEEDED, Statistic, parse_statistic
from pipeline.statistics.intervals import MANY_GAMES, around_mean, over_games, over_groups, wilson
from pipeline.statistics.judged import COLUMNS as JUDGED_COLUMNS
from pipeline.statistics.judged import keep_judged_plays
from pipeline.statistics.values import COLUMNS, SCHEMA
from replay.bidding import BIDDING_METHODS, MAY_PASS, offer, speaker
from replay.readings import rules_in_force


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(main, [str(argument) for argument in arguments])


def values(db: Path, selection: Selection = Selection(), *names: str) -> pl.DataFrame:  # noqa: B008 - it is frozen
    with reading(db) as store:
        return store.statistics(names, selection)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("statistics")
    ingest([write_log(folder / "a.jsonl", *season(games=6))], folder / "a.duckdb")
    return folder / "a.duckdb"


# ---------------------------------------------------------------- the catalog


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


def test_macros_on_bidding_say_what_the_rules_say(db: Path) -> None:
    with reading(db) as store:
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


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(0, 20, 0.0, 0.161), (1, 20, 0.009, 0.236), (20, 20, 0.839, 1.0), (25, 100, 0.175, 0.343), (125, 500, 0.214, 0.290)],
)
def test_wilson_is_what_the_tables_say(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=0.0006)


def test_intervals_that_share_the_confidence_are_wider() -> None:
    assert wilson(25, 100, 4)[0] < wilson(25, 100)[0] < 0.25 < wilson(25, 100)[1] < wilson(25, 100, 4)[1]


def test_the_interval_of_a_mean_of_known_spread_is_that_of_the_normal_distribution() -> None:
    assert around_mean(1.0, 100, 2.0) == pytest.approx((1 - 0.392, 1 + 0.392), abs=0.0001)


def test_the_spreads_that_are_known_are_those_of_all_ways_to_deal() -> None:
    """Of cards drawn without putting back the variance is n p (1 - p) (N - n) / (N - 1), times that of what they count."""
    ace_drawn = 8 * (4 / 32) * (28 / 32) * (24 / 31)
    worth = [11, 10, 6.5, 4, 3.5, 3, 0, 0]
    spread = sum(one * one for one in worth) / 8 - (sum(worth) / 8) ** 2
    assert catalog()["high_cards"].sd == pytest.approx(ace_drawn**0.5, abs=0.001)
    assert catalog()["card_luck"].sd == pytest.approx((16 * spread * 16 / 31) ** 0.5, abs=0.005)


@pytest.mark.parametrize("sd", [{"interval": "known sd"}, {"sd": "2"}])
def test_a_spread_goes_with_its_interval_only(sd: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="some: 'sd' goes with"):
        parse_statistic("some", header(**sd))


@pytest.mark.parametrize("games", [3, 12, 60])
def test_the_interval_of_a_mean_holds_the_truth_nineteen_times_in_twenty(games: int) -> None:
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(300):
        deals = rng.integers(8, 17, games).astype(float)
        sums = deals * (10 + rng.normal(0, 20, games)) + rng.normal(0, 100, games)
        low, high = over_games(sums, deals) or (0.0, 0.0)
        held += low <= 10 <= high
    assert 0.90 <= held / 300 <= 0.995


def test_the_interval_of_many_games_is_that_of_the_bootstrap() -> None:
    rng = np.random.default_rng(8)
    deals = rng.integers(8, 17, MANY_GAMES).astype(float)
    sums = deals * rng.normal(10, 20, MANY_GAMES)
    by_formula, drawn = over_games(sums, deals), over_games(sums[1:], deals[1:])
    assert by_formula is not None
    assert drawn is not None
    assert by_formula == pytest.approx(drawn, abs=0.15)
    assert drawn == over_games(sums[1:], deals[1:])  # the same each time


def test_one_game_has_no_interval() -> None:
    assert over_games(np.array([30.0]), np.array([16.0])) is None


def test_groups_have_the_intervals_that_each_has_alone() -> None:
    rng = np.random.default_rng(9)
    sizes = [5, 1, MANY_GAMES, 5, *rng.integers(1, 9, 300).tolist()]
    deals = rng.integers(8, 17, sum(sizes)).astype(float)
    sums = deals * rng.normal(10, 20, sum(sizes))
    low, high = over_groups(sums, deals, sizes)
    ends = np.cumsum([0, *sizes])
    for at, size in enumerate(sizes):
        alone = over_games(sums[ends[at] : ends[at + 1]], deals[ends[at] : ends[at + 1]])
        assert (low[at], high[at]) == alone if size > 1 else np.isnan([low[at], high[at]]).all()


# ---------------------------------------------------------------- values


def test_the_frame_is_as_documented_and_holds_no_nan(db: Path) -> None:
    frame = values(db)
    assert list(COLUMNS) == frame.columns == list(SCHEMA)
    assert frame["statistic"].unique(maintain_order=True).to_list() == list(catalog())
    for name, kind in SCHEMA.items():
        assert frame[name].dtype == kind
        if kind == pl.Float64:
            assert not frame[name].is_nan().any()
    for row in frame.iter_rows(named=True):
        least = catalog()[row["statistic"]].smallest_n
        assert row["state"] == ("hidden" if row["n"] < least else "provisional" if row["n"] < 100 else "shown")
        if row["low"] is not None:
            assert row["low"] <= row["value"] <= row["high"]
            assert not catalog()[row["statistic"]].is_share or 0 <= row["low"] <= row["high"] <= 1
        assert (row["value"] is None) == (row["n"] == 0)
    assert frame.equals(values(db))


def test_a_value_is_numerator_by_denominator_and_as_many_as_are_taken_at_a_time(db: Path) -> None:
    for row in values(db, Selection(seat="N")).iter_rows(named=True):
        if row["n"]:
            assert row["value"] == pytest.approx(catalog()[row["statistic"]].per * row["numerator"] / row["denominator"])


def test_both_partners_tell_of_one_deal(db: Path) -> None:
    """Of 96 deals, 192 sides and 384 seats."""
    counts = {row["statistic"]: row["n"] for row in values(db).iter_rows(named=True) if row["class"] in ("", "for", "run3")}
    assert [counts[name] for name in ("deals_with_roem", "team_nat", "roem", "pit", "points_16")] == [96, 96, 192, 192, 384]
    assert counts["roem_kinds"] == 96 * 8
    assert counts["games_won"] == 12


def test_an_empty_store_has_no_chances(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("")
    ingest([tmp_path / "a.jsonl"], tmp_path / "a.duckdb")
    for selection in (Selection(), Selection(bots=True, since="2026-01-01", violations=False)):
        frame = values(tmp_path / "a.duckdb", selection)
        assert frame["statistic"].to_list() == list(catalog())
        assert set(frame["n"]) == {0}
        assert set(frame["state"]) == {"hidden"}
        assert frame["value"].null_count() == frame.height
    assert run("stats", "--db", tmp_path / "a.duckdb").exit_code == 0


def test_one_deal_is_counted_and_hidden(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound())], tmp_path / "a.duckdb")
    frame = values(tmp_path / "a.duckdb")
    assert set(frame["state"]) == {"hidden"}
    (row,) = frame.filter(pl.col("statistic") == "points_declarer").iter_rows(named=True)
    assert (row["n"], row["low"], row["high"]) == (1, None, None)
    printed = run("stats", "--db", tmp_path / "a.duckdb").stdout
    assert "nan" not in printed.lower()
    assert "100.0 %" not in printed


# ---------------------------------------------------------------- persons


def test_names_of_two_sites_are_two_persons_unless_an_alias_says_otherwise(tmp_path: Path) -> None:
    log = write_log(
        tmp_path / "a.jsonl", *(sound(0, site=site, players=["Jan", "B", "C", "D"]) for site in ("club", "elsewhere"))
    )
    db = tmp_path / "a.duckdb"
    ingest([log], db)
    with pytest.raises(UsageError, match="'Jan' may be another person on each site: choose one of 'club', 'elsewhere'"):
        values(db, Selection(player="Jan"))
    assert values(db, Selection(player="Jan", site="club"), "deals_won")["n"].to_list() == [1]
    people = load_people(db)
    for site in ("club", "elsewhere"):
        people = with_alias(people, Alias("B", "Bea", site))
    save_people(db, people)
    with writing(db):
        pass
    assert values(db, Selection(player="Bea"), "deals_won")["n"].to_list() == [2]
    assert values(db, Selection(opponents=("Bea",), site="club"), "roem")["n"].to_list() == [1]


def test_names_that_differ_in_case_are_two_persons(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(players=["jan", "B", "Jan", "D"]))], tmp_path / "a.duckdb")
    rows = values(tmp_path / "a.duckdb", Selection(player="jan"), "points_by_seat").filter(pl.col("n") > 0)
    assert rows["class"].to_list() == ["N"]


def test_seats_of_computers_and_of_nobody_count_when_asked_for(tmp_path: Path) -> None:
    ingest([write_log(tmp_path / "a.jsonl", sound(players=["Anna", None, "Noord", "Dirk"], bots="W"))], tmp_path / "a.duckdb")
    assert values(tmp_path / "a.duckdb", Selection(), "points_16")["n"].to_list() == [1]
    assert values(tmp_path / "a.duckdb", Selection(bots=True), "points_16")["n"].to_list() == [4]


def test_a_hostile_name_is_a_name(tmp_path: Path) -> None:
    name = "'; DROP TABLE deals; --"
    ingest([write_log(tmp_path / "a.jsonl", sound(players=[name, "B", "C", "D"]))], tmp_path / "a.duckdb")
    chosen = Selection(player=name, partner="C", opponents=("B", "D"))
    assert values(tmp_path / "a.duckdb", chosen, "points_16")["n"].to_list() == [1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"player": "Annek"}, "no player 'Annek' in the database; the nearest names are "),
        ({"partner": "Annek"}, "no player 'Annek'"),
        ({"site": "clubb"}, "no site 'clubb' in the database: one of 'simulated'"),
        ({"rules": "rotterdams"}, "no deals by the rules 'rotterdams' in the database: one of amsterdams"),
    ],
)
def test_what_the_store_does_not_have_is_refused_with_what_it_has(wrong: dict[str, str], message: str, db: Path) -> None:
    with pytest.raises(UsageError, match=message):
        values(db, Selection(**wrong))  # type: ignore[arg-type]  # texts


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"role": "boss"}, "role 'boss' is not one of declarer, partner, lho, rho"),
        ({"seat": "n"}, "seat 'n' is not one of N, E, S, W"),
        ({"trump": "X"}, "trump 'X' is not one of C, D, H, S"),
        ({"since": "yesterday"}, "'yesterday' is no day such as 2026-01-31"),
        ({"since": "2026-02-01", "until": "2026-01-01"}, "since 2026-02-01 is after until 2026-01-01"),
    ],
)
def test_a_filter_that_cannot_be_is_refused(wrong: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Selection(**wrong)  # type: ignore[arg-type]  # texts


def test_every_filter_can_be_given_on_the_command_line() -> None:
    options = {name.removeprefix("--") for param in main.commands["stats"].params for name in param.opts}
    named = {"opponents": "opponent", "violations": "without-violations"}
    assert {named.get(field.name, field.name) for field in fields(Selection)} <= options


# ---------------------------------------------------------------- the command


def test_wrong_names_are_refused_in_one_line_with_the_choices(db: Path) -> None:
    result = run("stats", "natt", "--db", db)
    assert result.exit_code == 2
    assert "no statistic 'natt': one of play, " in result.stderr
    assert all(name in result.stderr for name in catalog())


def test_csv_json_and_parquet_hold_the_same(db: Path, tmp_path: Path) -> None:
    frame = values(db, Selection(role="declarer"), "nat", "margin")
    chosen = ("stats", "nat", "margin", "--role", "declarer", "--db", db, "--output")
    assert json.loads(run(*chosen, "json").stdout) == frame.to_dicts()
    (tmp_path / "a.parquet").write_bytes(run(*chosen, "parquet").stdout_bytes)
    assert pl.read_parquet(tmp_path / "a.parquet").equals(frame)
    (tmp_path / "a.csv").write_text(run(*chosen, "csv").stdout)
    assert pl.read_csv(tmp_path / "a.csv", schema=pl.Schema(SCHEMA)).with_columns(pl.col("class").fill_null("")).equals(frame)


def test_the_table_shows_no_value_of_few_chances_and_marks_provisional_ones(db: Path) -> None:
    name = season(games=1)[0]["players"][0]
    rows = {(row["statistic"], row["class"]): row for row in values(db, Selection(player=name)).iter_rows(named=True)}
    lines = run("stats", "--player", name, "--db", db).stdout.splitlines()
    before = ""
    for line in lines:
        cells = [cell.strip() for cell in line.strip("│").split("│")]
        if len(cells) == 6 and cells[2][:1].isdigit():
            before = cells[0] or before
            row = rows.pop((before, cells[1]))
            assert cells[3].endswith("?") == (row["state"] == "provisional")
            assert (cells[3] == "") == (row["state"] == "hidden")
    assert rows == {}


def test_explain_says_what_a_statistic_means_and_its_sql_runs(db: Path) -> None:
    frame = values(db, Selection(role="declarer"))
    with reading(db) as store:
        keep_judged_plays(store, "deals")  # as the text says
        store.use_fitted()
        for name, one in catalog().items():
            printed = run("stats", name, "--explain", "--role", "declarer").stdout
            assert one.name_nl in printed
            assert f"{one.name} ({one.number})" in printed
            comment, _, sql = printed.partition("-- parameters: 'declarer'\n")
            assert one.question in " ".join(comment.split())
            assert ("keep_judged_plays(store, 'deals')" in comment) is one.looks_at_plays
            assert ("Reader.use_fitted()" in comment) is one.needs_fitted
            rows = store.rows(sql, "declarer")
            assert sum(row["n"] for row in rows) == frame.filter(pl.col("statistic") == name)["n"].sum()


def test_judged_plays_are_as_documented(db: Path) -> None:
    with reading(db) as store:
        keep_judged_plays(store, "deals")
        assert [row["column_name"] for row in store.rows("DESCRIBE judged_plays")] == list(JUDGED_COLUMNS)
        assert store.rows("SELECT count(*) AS n FROM judged_plays WHERE n_legal = 0 OR legal & ~held <> 0") == [{"n": 0}]


@pytest.mark.parametrize("number", [1, 3, None])
def test_statistics_are_the_same_for_games_some_at_a_time(
    number: int | None, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list(catalog())[:number]
    whole = values(db, Selection(), *names)
    monkeypatch.setattr("pipeline.statistics.judged.DEALS_IN_A_PART", 40)
    assert values(db, Selection(), *names).equals(whole)


def test_the_list_has_every_statistic() -> None:
    printed = run("stats", "--list").stdout
    assert all(f"{name} " in printed and one.name_nl in printed for name, one in catalog().items())
