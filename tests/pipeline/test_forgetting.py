"""Forgotten names in free text: in every escape, in comments, in what is cut, and in files that are read on."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from making import Values, season, write_log
from stores import everything

import pipeline.ingest
from pipeline.cli import main
from pipeline.export import export
from pipeline.forgetting import forget
from pipeline.ingest import ingest
from pipeline.people import load_people, save_people
from pipeline.queries import reading
from pipeline.rebuild import rebuild

NAME = "Zebedeus Onvergetelijk"


def named(number: int, *names: str, **changes: Any) -> Values:
    return season()[number] | {"players": list(names)} | changes


def test_a_forgotten_name_does_not_come_back_with_a_file_that_is_read_on(tmp_path: Path) -> None:
    db, log = (
        tmp_path / "s.duckdb",
        write_log(tmp_path / "a.jsonl", *(named(at, NAME, "Bas", "Carla", "Dirk") for at in range(3))),
    )
    ingest([log], db)
    forget(db, NAME)
    with log.open("ab") as file:
        file.writelines(json.dumps(named(at, NAME, "Bas", "Carla", "Dirk")).encode() + b"\n" for at in range(3, 9))
    assert ingest([log], db).added == 6
    with reading(db) as store:
        assert store.rows("SELECT count(*) AS n FROM deals WHERE north = ?", NAME) == [{"n": 0}]
        assert store.rows("SELECT count(*) AS n FROM deals") == [{"n": 9}]


def test_a_comment_does_not_grow_too_long_to_be_read_back(tmp_path: Path) -> None:
    db = tmp_path / "s.duckdb"
    comments = [{"card_no": 1, "text": "x " * 990 + "Jan Jan"}]
    ingest([write_log(tmp_path / "a.jsonl", named(0, "Jan", "b", "c", "d", comments=comments))], db)
    forget(db, "Jan")
    (tmp_path / "a.jsonl").unlink()
    rebuild(db)
    assert export(db, "records", tmp_path / "o.jsonl") == 1


def test_whoever_is_forgotten_while_an_ingest_is_under_way_stays_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "s.duckdb"
    logs = [write_log(tmp_path / f"{at}.jsonl", named(at, NAME if at else "Eva", "b", "c", "d")) for at in range(2)]
    monkeypatch.setattr(pipeline.ingest, "PUBLISH_EVERY", 0)
    whole = pipeline.ingest.judge_games

    def then_forget(*arguments: Any) -> None:
        whole(*arguments)
        save_people(db, load_people(db).with_forgotten(NAME))

    monkeypatch.setattr(pipeline.ingest, "judge_games", then_forget)
    ingest(logs, db)
    with reading(db) as store:
        assert store.rows("SELECT count(*) AS n FROM deals WHERE north = ?", NAME) == [{"n": 0}]


HIDDEN = {
    "csv quotes": ('Jan "de Kale" Jansen', "csv"),
    "flags": ("Jan \U0001f3f4\U000e0067\U000e007f", "jsonl"),
    "private": ("Jan \uf000\U000f0000", "kjn"),
    "control": ("Jan\x85Jansen", "jsonl"),
    "late": ("Alexandrina Victoria", "csv"),
}


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("what", HIDDEN)
def test_names_are_found_in_the_escapes_of_every_format(what: str, before: bool, tmp_path: Path) -> None:
    name, suffix = HIDDEN[what]
    db, plain, log = tmp_path / "s.duckdb", tmp_path / "a.jsonl", tmp_path / f"b.{suffix}"
    board = "x" * (200 if what == "late" else 1)
    write_log(plain, named(0, name, "b", "c", "d", board=board, site=board[:60]))
    assert CliRunner().invoke(main, ["convert", str(plain), str(log)]).exit_code == 0
    data = log.read_bytes()
    for right, wrong in ((b',"S",', b',"X",'), (b"TC", b"XC"), (b'Trump "', b'Trump "X')):
        data = data.replace(right, wrong)
    log.write_bytes(data)
    if before:
        ingest([log], db)
    else:
        ingest([write_log(tmp_path / "c.jsonl", named(1, "a", "b", "c", "d"))], db)
    forget(db, name, unseen=True)
    ingest([log], db)
    with reading(db) as store:
        rejects = str(store.rows("SELECT text, message FROM rejects"))
    assert "reject" not in rejects
    assert "XC" in rejects
    assert "Jan" not in rejects
    assert "Alexa" not in rejects


def test_only_whole_names_are_replaced(tmp_path: Path) -> None:
    db = tmp_path / "s.duckdb"
    log = write_log(tmp_path / "a.jsonl", b'{"players": ["Janssen", "Jan", "player", "c"]}')
    ingest([log], db)
    names = [forget(db, name).pseudonym for name in ("Jan", "player")]
    with reading(db) as store:
        (row,) = store.rows("SELECT text FROM rejects")
    rebuild(db)
    with reading(db) as store:
        assert store.rows("SELECT text FROM rejects") == [row]
    assert row["text"] == f'{{"players": ["Janssen", "{names[0]}", "{names[1]}", "c"]}}'


ODD = 'Zoë "de Kat" Müller-IJ'
PLACES = {
    "escaped": json.dumps({"game_id": 1, "players": [ODD, 2]}).encode(),
    "latin": b'{"game_id": 1, "players": "' + 'Zoë \\"de Kat\\" Müller-IJ'.encode("latin-1") + b'"}',
    "message": json.dumps(season()[3] | {"trump": f"{ODD} said clubs"}).encode(),
    "cut": json.dumps(season()[3] | {"nat": ["x" * 60, ODD]}, ensure_ascii=False).encode(),
    "late": b'{"x": "' + b"y" * 284 + b" " + ODD.replace('"', '\\"').encode() + b'"',
    "comment of others": json.dumps(season()[4] | {"comments": [{"card_no": 1, "text": f"says {ODD}, who looks on"}]}).encode(),
}


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize("place", PLACES)
def test_a_name_is_found_wherever_a_log_hides_it(place: str, is_new: bool, tmp_path: Path) -> None:
    db, log = tmp_path / "s.duckdb", write_log(tmp_path / "a.jsonl", season()[0], PLACES[place])
    ingest([write_log(tmp_path / "b.jsonl", season()[1]) if is_new else log], db)
    forget(db, ODD, unseen=True)
    ingest([log], db)
    rebuild(db)
    held = str(everything(db))
    assert "Müll" not in held
    assert "Zo" not in held
    assert "de Kat" not in held
    assert "yyyyy" in held or place != "late"
