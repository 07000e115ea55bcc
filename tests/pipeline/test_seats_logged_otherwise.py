"""Records whose seats contradict what is played are kept as they are: who played a card is found otherwise in the deal."""

from pathlib import Path

import pytest
from making import Values, season, sound, write_log
from stores import query

import pipeline.file_reader
from pipeline.forgetting import forget
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.rebuild import rebuild
from pipeline.records import Record, content_hash, read_record


def swapped(seats: str) -> str:
    return seats[:5] + seats[6] + seats[5] + seats[7:]


OTHERWISE = {"swapped": swapped, "rotated": lambda seats: seats[-1] + seats[:-1], "all_north": lambda seats: "N" * len(seats)}


@pytest.fixture(params=[True, False], ids=["scanned", "one_by_one"])
def _worth(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.file_reader, "is_worth_scanning", lambda lines: request.param)


def contradicting(how: str) -> Values:
    return sound(seats=OTHERWISE[how](sound()["seats"]))


def record(values: Values) -> Record:
    read = read_record(values)
    assert isinstance(read, Record)
    return read


@pytest.mark.usefixtures("_worth")
@pytest.mark.parametrize("how", OTHERWISE)
def test_a_record_is_given_back_as_it_was_told(how: str, tmp_path: Path, db: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", contradicting(how), *season()[1:])
    ingest([log], db)
    expected = record(contradicting(how))
    with reading(db) as store:
        assert store.find_deals(expected.game_id, expected.deal_no) == [expected]
        assert [content_hash(one) for one in store.all_records()].count(content_hash(expected)) == 1
    log.unlink()
    rebuild(db)
    with reading(db) as store:
        assert store.find_deals(expected.game_id, expected.deal_no) == [expected]


def statuses(db: Path) -> list[str]:
    """What the records of the first deal turned out to be."""
    first = "deal_no = 1 AND game_id = ?"
    return [row["status"] for row in query(db, f"SELECT status FROM sources WHERE {first}", sound()["game_id"])]


@pytest.mark.usefixtures("_worth")
@pytest.mark.parametrize("how", OTHERWISE)
def test_it_can_be_told_again_and_contradicted(how: str, tmp_path: Path) -> None:
    odd = contradicting(how)
    for number, told in enumerate([(odd, sound()), (odd, odd), (odd, odd | {"score": [1, 1]}), (sound(), odd, odd)]):
        store = tmp_path / f"{number}.duckdb"
        ingest([write_log(tmp_path / f"{number}.jsonl", *told, *season()[1:])], store)
        assert (statuses(store).count("deal"), len(statuses(store))) == (1, len(told))
        ingest([write_log(tmp_path / f"{number}_again.jsonl", odd)], store)
        assert (statuses(store).count("deal"), len(statuses(store))) == (1, len(told) + 1)


@pytest.mark.parametrize("how", OTHERWISE)
def test_who_played_it_can_be_forgotten(how: str, tmp_path: Path, db: Path) -> None:
    odd = contradicting(how)
    ingest([write_log(tmp_path / "a.jsonl", odd, *season()[1:])], db)
    name = odd["players"][0]
    assert forget(db, name).deals > 0
    assert name.encode() not in db.read_bytes()
    with reading(db) as store:
        (kept,) = store.find_deals(odd["game_id"], 1)
    assert kept.deal == record(odd).deal
