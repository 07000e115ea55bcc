"""Roem a deal: how many deals have how much, told each once and the same as by the statistics, and shown as bars."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import UsageError
from pipeline.queries import reading
from pipeline.statistics import Selection
from pipeline.statistics.intervals import wilson
from pipeline.statistics.roem_spread import LAST

SELECTIONS = (
    Selection(),
    Selection(player="Anneke"),
    Selection(player="Anneke", role="declarer", trump="H"),
    Selection(bots=True, violations=False, seat="E"),
)


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("counted", ["deal", "side"])
def test_amounts_add_up_to_what_the_statistics_say(counted: str, selection: Selection, sample_db: Path) -> None:
    with reading(sample_db) as store:
        rows = store.roem_spread(selection, counted).to_dicts()
        said = {row["statistic"]: row for row in store.statistics(["roem", "deals_with_roem"], selection).to_dicts()}
    assert max(row["roem"] for row in rows) < LAST  # else the sum would not be that of the roem
    if counted == "side":
        assert sum(row["numerator"] for row in rows) == rows[0]["n"] == said["roem"]["n"]
        assert sum(row["roem"] * row["numerator"] for row in rows) == said["roem"]["numerator"]
    else:
        none = next(row for row in rows if row["roem"] == 0)
        assert none["n"] == said["deals_with_roem"]["n"]
        assert none["n"] - none["numerator"] == said["deals_with_roem"]["numerator"]
    for row in rows:
        assert row["value"] == row["numerator"] / row["denominator"]
        assert (row["low"], row["high"]) == wilson(row["numerator"], row["n"])


def test_each_deal_is_counted_once_by_trump_too(sample_db: Path) -> None:
    with reading(sample_db) as store:
        deals = store.rows("SELECT trump::VARCHAR AS trump, roem_ns + roem_ew AS roem FROM deals WHERE status = 'complete'")
        rows = store.roem_spread(Selection(bots=True), by_trump=True).to_dicts()
    assert {(row["trump"], row["roem"]): row["numerator"] for row in rows} == Counter((d["trump"], d["roem"]) for d in deals)
    for trump, n in Counter(deal["trump"] for deal in deals).items():
        assert {row["n"] for row in rows if row["trump"] == trump} == {n}


@pytest.mark.parametrize(("counted", "trump"), [("deal", None), ("side", "S")])
def test_a_bar_leads_to_its_deals(counted: str, trump: str | None, sample_db: Path) -> None:
    with reading(sample_db) as store:
        found = store.deals_with_roem(Selection(bots=True), counted, 60, trump)
        of_deal = {(row["site"], row["game_id"], row["deal_no"]): row for row in store.rows("SELECT * FROM deals")}
        n = sum(
            row["numerator"]
            for row in store.roem_spread(Selection(bots=True), counted, by_trump=True).to_dicts()
            if row["roem"] == 60 and trump in (None, row["trump"])
        )
    assert len(found) == n > 0
    for row in found:
        deal = of_deal[row["site"], row["game_id"], row["deal_no"]]
        sides = (deal["roem_ns"], deal["roem_ew"])
        assert trump in (None, deal["trump"])
        assert sum(sides) == 60 if counted == "deal" else 60 in sides


def test_what_cannot_be_counted_is_told(sample_db: Path) -> None:
    with reading(sample_db) as store, pytest.raises(UsageError, match="one of deal, side"):
        store.roem_spread(Selection(), "hand")


def charts_of(page: Any) -> list[str]:
    return [one.value for one in page.markdown if one.value.startswith("##### Roem ")]


def test_the_page_has_a_histogram_or_one_a_trump(open_page: Any, sample_db: Path) -> None:
    page = open_page("roem", sample_db, lang="en")
    assert charts_of(page)[0] == "##### Roem in a deal, of both sides"
    page = open_page("roem", sample_db, lang="en", counted="side", trumps="apart")
    assert not page.exception
    wanted = [f"##### Roem of one side in a deal, {suit}" for suit in ("♣ clubs", "♦ diamonds", "♥ hearts", "♠ spades")]
    assert sorted(charts_of(page)[:4]) == sorted(wanted)
