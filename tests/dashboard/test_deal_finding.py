"""Finding deals: games by part of a name, the same cards at other tables, and a deal as text and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from making import season, sound, write_log

from pipeline.deal_finding import find_deal, find_games, game_deals, sites_of_game
from pipeline.ingest import ingest
from pipeline.notations import LONGEST, MOST_DEALS, json_line, read_pasted, readable, short_word
from pipeline.queries import Reader, reading
from pipeline.records import Record, read_record


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Two games, and the first deal of one played at another table by others."""
    folder = tmp_path_factory.mktemp("finding")
    again = sound(0, game_id="other-table", players=["Xaverius", "b", "c", "d"], site="elsewhere", board="1")
    same_board = sound(1, game_id="third-table", site="elsewhere", board="1")
    log = write_log(folder / "log.jsonl", *season(), again, same_board)
    ingest([log], folder / "store.duckdb")
    with reading(folder / "store.duckdb") as reader:
        yield reader


def test_games_are_found_by_a_part_of_a_name(store: Reader) -> None:
    assert [row["game_id"] for row in find_games(store, "THER-tab")] == ["other-table"]
    assert [row["game_id"] for row in find_games(store, "xaver")] == ["other-table"]
    assert find_games(store, "%") == []
    games = find_games(store, "")
    assert len(games) == 4
    assert games == sorted(games, key=lambda row: row["played_at"], reverse=True)
    assert find_games(store, "", most=1) == games[:1]


def test_deals_of_a_game(store: Reader) -> None:
    first = season()[0]
    assert sites_of_game(store, first["game_id"]) == [first["site"]]
    numbers = [row["deal_no"] for row in game_deals(store, first["site"], first["game_id"])]
    assert numbers == [values["deal_no"] for values in season() if values["game_id"] == first["game_id"]]
    found = find_deal(store, first["site"], first["game_id"], first["deal_no"])
    assert found is not None
    assert found.record == read_record(first)
    assert find_deal(store, first["site"], first["game_id"], 999) is None


def test_the_same_cards_at_other_tables_and_no_others(store: Reader) -> None:
    first = season()[0]
    for site, game in ((first["site"], first["game_id"]), ("elsewhere", "other-table")):
        found = store.other_tables(site, game, 1)
        assert sorted(zip(found["site"], found["game_id"], strict=True)) == sorted(
            [(first["site"], first["game_id"]), ("elsewhere", "other-table")]
        )
        assert found["game_id"][0] == game
    assert len(store.other_tables(first["site"], first["game_id"], 3)) == 1


def test_notations_are_read_back_when_they_are_pasted() -> None:
    record = read_record(sound())
    assert isinstance(record, Record)
    assert read_pasted(json_line(record).text).records == [record]
    assert read_pasted(f"\n {readable(record).text}\n\n").records == [record]
    (short,) = read_pasted(short_word(record).text).records
    assert (short.deal.plays, short.deal.hands) == (record.deal.plays, record.deal.hands)


def test_a_deal_that_has_no_short_form_says_why() -> None:
    void = read_record({"game_id": "g", "deal_no": 1, "players": [None] * 4, "void": "passed_out"})
    assert isinstance(void, Record)
    assert short_word(void).text == ""
    assert "short form" in short_word(void).fault


@pytest.mark.parametrize("text", ["", "hello", "kj1" + "a" * 27, '{"game_id": 1}', "{", "\ud800", "[Klaverjas", "a,b\n1,2"])
def test_what_is_no_deal_is_told(text: str) -> None:
    pasted = read_pasted(text)
    assert pasted.records == []
    assert all(fault.message for _, fault in pasted.faults)
    assert pasted.faults


def test_sizes_are_limited() -> None:
    line = json_line(read_record(sound())).text + "\n"  # type: ignore[arg-type]
    many = read_pasted(line * 70)
    assert (len(many.records), many.more) == (MOST_DEALS, True)
    too_long = read_pasted("x" * (LONGEST + 1))
    assert (too_long.records, len(too_long.faults)) == ([], 1)


def test_every_sample_notation_can_be_pasted() -> None:
    samples = Path(__file__).parents[2] / "sample_logs"
    for name, form in (("kjn/two_games.kjn", "kjn"), ("short/two_games.kjs", "short"), ("csv/two_games.csv", "csv")):
        pasted = read_pasted((samples / name).read_text("utf-8"))
        assert (pasted.form, len(pasted.records), pasted.faults) == (form, 32, [])
