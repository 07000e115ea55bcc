"""Any record written in any format that can be written reads back as itself, or `convert` names what is lost."""

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import season

from pipeline.formats import CannotWriteError, Format, find_format, formats
from pipeline.records import Record, read_record, record_values
from replay.bidding import CALLS
from replay.cards import CARD_TEXTS
from replay.deals import REVOKE_RULINGS, VOIDS
from replay.presets import RULESETS
from replay.rulesets import FIELDS

WRITABLE = [known for known in formats().values() if known.write is not None]
WHOLE = [known for known in WRITABLE if known.name != "short"]
OF_A_MOMENT = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def written(form: Format, *records: Record) -> bytes:
    stream = io.BytesIO()
    assert form.write is not None
    form.write(records, stream)
    return stream.getvalue()


def read_back(form: Format, data: bytes) -> list[Record]:
    records = []
    for entry in form.read(io.BytesIO(data)):
        assert isinstance(entry.values, dict), entry.values
        record = read_record(entry.values)
        assert isinstance(record, Record), record
        records.append(record)
    return records


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
names = texts.filter(lambda text: bool(text.strip()))
seats = st.sampled_from("NESW")
numbers = st.integers(-(10**9), 10**9)
pairs = st.tuples(numbers, numbers).map(list)


@st.composite
def rules(draw: st.DrawFn) -> Any:
    base = draw(st.sampled_from(list(RULESETS)))
    fields: dict[str, Any] = {}
    for field in draw(st.lists(st.sampled_from(list(FIELDS)), max_size=3, unique=True)):
        spec = FIELDS[field]
        if spec.choices:
            fields[field] = draw(st.sampled_from(spec.choices))
        elif spec.kind == "ranks":
            fields[field] = "".join(draw(st.lists(st.sampled_from("AKQJT987"), unique=True)))
        else:
            fields[field] = draw(st.integers(0, spec.highest))
    return {"base": base, **fields} if fields else base


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Anything that a record can hold, sensible or not."""
    deck = draw(st.permutations(CARD_TEXTS))
    plays = deck[: draw(st.integers(0, 32))]
    tricks = len(plays) // 4
    values: dict[str, Any] = {
        "game_id": draw(names),
        "deal_no": draw(st.integers(1, 10**6)),
        "players": draw(st.lists(st.none() | names, min_size=4, max_size=4)),
        "declarer": draw(st.sampled_from([*"NESW", "NS", "EW"])),
        "trump": draw(st.sampled_from("CDHS")),
        "dealer": draw(seats),
        "plays": " ".join(plays),
    }
    dealt = [" ".join(deck[at : at + 8]) for at in range(0, 32, 8)]
    optional: dict[str, Any] = {
        "site": names,
        "board": names,
        "played_at": st.datetimes().map(lambda moment: moment.isoformat()),
        "rules": rules(),
        "bots": st.sets(seats).map(lambda some: "".join(sorted(some))),
        "leader": seats,
        "bids": st.lists(st.tuples(st.sampled_from(["", *"NESW"]), st.sampled_from(CALLS)), max_size=9).map(
            lambda calls: [f"{seat}:{call}" if seat else call for seat, call in calls]
        ),
        "turned": st.lists(st.sampled_from(["2C", "5H", "TS", "AD"]), max_size=4),
        "deck": st.permutations(CARD_TEXTS).map(" ".join),
        "hands": st.lists(st.booleans(), min_size=4, max_size=4).map(
            lambda known: [hand if seen else None for hand, seen in zip(dealt, known, strict=True)]
        ),
        "seats": st.text("NESW", min_size=len(plays), max_size=len(plays)),
        "winners": st.text("NESW", min_size=tricks, max_size=tricks),
        "roem": st.lists(st.none() | numbers, min_size=tricks, max_size=tricks),
        "claims": st.lists(st.tuples(st.integers(1, 32), seats, st.integers(0, 10**6)), max_size=4).map(
            lambda claims: [{"card_no": number, "seat": seat, "points": points} for number, seat, points in claims]
        ),
        **dict.fromkeys(("points", "roem_points", "score", "totals"), pairs),
        **dict.fromkeys(("nat", "pit", "prevents_illegal"), st.booleans()),
        "verzaakt": st.sampled_from(REVOKE_RULINGS),
        "void": st.sampled_from(VOIDS),
        "think_ms": st.lists(st.none() | st.integers(0, 10**9), max_size=32),
        "comments": st.lists(st.tuples(st.integers(0, 32), texts | st.just("^")), max_size=4).map(
            lambda remarks: [{"card_no": number, "text": text} for number, text in remarks]
        ),
    }
    for name in draw(st.lists(st.sampled_from(list(optional)), unique=True)):
        values[name] = draw(optional[name])
    record = read_record(values)
    assert isinstance(record, Record), record
    return record


def known(record: Record, lost: list[str]) -> dict[str, Any]:
    """What a record says, less the fields that a format loses."""
    return {name: value for name, value in record_values(record).items() if name not in lost}


@pytest.mark.parametrize("form", WHOLE, ids=lambda form: form.name)
def test_any_record_reads_back_as_itself(form: Format) -> None:
    @OF_A_MOMENT
    @given(records())
    def check(record: Record) -> None:
        (again,) = read_back(form, written(form, record))
        lost = form.holds(record)
        assert known(again, lost) == known(record, lost)
        assert len(lost) <= 1

    check()


@pytest.mark.parametrize("form", WHOLE, ids=lambda form: form.name)
def test_a_whole_season_reads_back_in_order_and_is_recognised(form: Format) -> None:
    given_records = [read_record(values) for values in season(games=3)]
    sound = [record for record in given_records if isinstance(record, Record)]
    data = written(form, *sound)
    assert find_format(data[:65536]) is form
    again = sorted(read_back(form, data), key=lambda record: record.key)  # an event log ends games in any order
    assert again == sound
    assert written(form, *again) == data  # the same deals, the same bytes


def test_the_short_form_says_the_deal_in_under_forty_characters() -> None:
    short = formats()["short"]
    for preset in RULESETS:
        for values in season(preset, games=1):
            record = read_record(values)
            assert isinstance(record, Record)
            if record.deal.void:
                with pytest.raises(CannotWriteError, match="not played"):
                    short.holds(record)
                continue
            word = written(short, record).decode().strip()
            assert len(word) < 40
            (again,) = read_back(short, word.encode())
            lost = [*short.holds(record), "leader"]
            assert known(again, lost) == {name: value for name, value in known(record, lost).items() if name != "leader"}
            assert again.deal.plays == record.deal.plays
            assert again.deal.hands == record.deal.hands


@OF_A_MOMENT
@given(st.sampled_from(season()), st.integers(0, 31), st.booleans(), rules())
def test_a_deal_broken_off_and_custom_rules_have_a_short_form_too(
    values: dict[str, Any], cards: int, with_hands: bool, played_by: Any
) -> None:
    short = formats()["short"]
    cut = {
        **{name: values[name] for name in ("game_id", "deal_no", "players", "declarer", "trump", "dealer", "bids")},
        "plays": " ".join(values["plays"].split()[:cards]),
        "hands": values["hands"] if with_hands else None,
        "rules": played_by,
    }
    record = read_record(cut)
    assert isinstance(record, Record)
    try:
        word = written(short, record).decode().strip()
    except CannotWriteError:
        assert record.rules.rules.first_lead == 1  # this log is led by the left of the dealer
        return
    (again,) = read_back(short, word.encode())
    assert (again.deal.plays, again.deal.hands, again.deal.trump) == (record.deal.plays, record.deal.hands, record.deal.trump)
    assert (again.rules, again.declarer, again.deal.dealer) == (record.rules, record.declarer, record.deal.dealer)


def test_any_single_wrong_letter_of_a_short_form_is_noticed() -> None:
    short = formats()["short"]
    record = read_record(season()[0])
    assert isinstance(record, Record)
    word = written(short, record).decode().strip()
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    noticed = tried = 0
    for at in range(3, len(word)):
        for letter in letters:
            if letter != word[at]:
                tried += 1
                (entry,) = short.read(io.BytesIO((word[:at] + letter + word[at + 1 :]).encode()))
                noticed += not isinstance(entry.values, dict)
    assert noticed == tried


def test_the_numbers_of_presets_in_short_forms_never_move() -> None:
    from pipeline.formats.short import PRESET_NUMBERS

    assert set(PRESET_NUMBERS) == set(RULESETS)
    assert PRESET_NUMBERS[:2] == ("amsterdams", "rotterdams")
    assert PRESET_NUMBERS.index("gamepoint_rotterdams") == 16
    assert PRESET_NUMBERS[24] == "dealer_last_forced_rotterdams"


def test_json_text_is_kept_apart_from_what_only_looks_like_it() -> None:
    record = read_record(season()[0] | {"game_id": "12", "site": "true", "board": "[1]", "players": ["null", '"', "1", "{}"]})
    assert isinstance(record, Record)
    for form in WHOLE:
        assert read_back(form, written(form, record)) == [record], form.name
    assert json.loads(written(formats()["jsonl"], record))["game_id"] == "12"
