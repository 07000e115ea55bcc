"""With `?lang=nl` findings are told in Dutch, sentence by sentence as they are stored."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from english import english_in

import replay
from dashboard.sentences import SENTENCES, in_dutch, in_language
from dashboard.texts import texts
from pipeline.cli import main
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.samples import sample_logs
from replay.findings import CODES

EXAMPLES = {
    "call_out_of_turn": "Call 2 (pass) is West's in the log; it was South's turn.",
    "illegal_call": "Call 3, East's play, could not be made: the choices were pass, C, D, H. "
    "Right if bidding is first_must_choose.",
    "bidding_unfinished": "The deal was played, but in its bidding nobody chose trump.",
    "wrong_declarer": "NS is logged as declarer; by the bidding it is West. "
    "The rules leave open who is forced there, and to what.",
    "wrong_trump": "Trump is logged as clubs; by the bidding it is spades.",
    "turned_card_fault": "3 cards were turned up where 2 would do: 4C TD JH.",
    "passed_out_impossible": "The deal is logged as passed out, but by the rules somebody must play.",
    "card_not_held": "North played TH, which the logged hand of North does not hold.",
    "played_out_of_turn": "East played 9C out of turn: it was North's turn.",
    "not_followed": "East played TH on a lead of diamonds while holding JD (played in trick 7) and QD (in no other hand): "
    "the suit led must be followed. Who played it is not certain.",
    "not_trumped": "North had no hearts and played JS while West was winning with AH and North held 7D, 8D and 9D: "
    "a trump was owed. Amsterdams rules allow it; Rotterdams rules forbid it too.",
    "not_undertrumped": "South had no clubs and played KD under East's JS while holding only the lower trumps 7S and 8S: "
    "one of them was owed. Allowed where undertrump is free and partner_exempt is plain_only.",
    "not_overtrumped": "West played 7S on East's QS while holding JS: a higher trump was owed. Rotterdams rules forbid it too.",
    "undertrumped": "West undertrumped South's JH with AH while holding TS: a lower trump was not allowed.",
    "wrong_first_leader": "North led the first trick; by the rules East leads. "
    "It would fit if first_lead is declarer, which these rules do not say.",
    "hands_mismatch": "The logged deck, dealt by North in packets of 3-2-3, does not give the logged hands.",
    "winner_mismatch": "Trick 4 is logged as won by North; South wins it.",
    "points_mismatch": "Card points are logged as 131-31; the tricks hold 121-41.",
    "roem_unclaimed": "Trick 4 holds 70 roem (run4 + stuk) that nobody announced in time: it is lost.",
    "roem_overclaimed": "Roem is logged as 20-0; the tricks hold 0-0. Fits if quad_ranks is AKQJT9 and roem_scope is hand.",
    "roem_claimed_late": "NS announced the 20 roem of trick 3 only in trick 4: it is lost.",
    "roem_claimed_by_wrong_side": "EW announced roem in trick 3; only NS, who won it, may.",
    "nat_mismatch": "The deal is logged as nat; EW declared and it is made with points 15-147 and roem 50-20.",
    "pit_mismatch": "The deal is logged as a pit; the sides took 3-5 tricks.",
    "score_mismatch": "The score is logged as 0-262; it is 100-62. Fits if the revoke was claimed.",
    "false_verzaak_ruling": "The site ruled that NS revoked; no card of theirs was illegal. Right if undertrump is forbidden.",
    "missed_verzaak": "The site found no revoke; NS and EW revoked.",
    "site_let_illegal_through": "The site refuses illegal cards but let one through (suit not followed): "
    "East played TH on a lead of clubs while holding JC: the suit led must be followed.",
    "dealer_rotation": "North dealt; after deal 2 it was West's turn to deal.",
    "redeal_wrong_dealer": "North dealt; after deal 2 it was West's turn to deal. "
    "It would fit if redeal_dealer is next, which these rules do not say.",
    "deal_missing": "Deals 3 to 5 are not in the log.",
    "players_changed": "Another player sits at North and East and West.",
    "rules_changed": 'Deal 4 was played by amsterdams, this one by rotterdams with {"stuk":40}.',
    "game_length": "The game has 12 deals that count; by its rules it lasts 16.",
    "played_after_end": "The game was over after 16 deals that count.",
    "game_winner_mismatch": "By the logged totals NS won; the deals as recomputed make it nobody.",
    "void_deal_counted": "A deal that does not count adds 100--20 to the totals.",
    "totals_mismatch": "The totals grow by 100-62; the deal scored nothing.",
}


@pytest.mark.parametrize("code", CODES)
def test_every_kind_of_finding_is_told_in_dutch(code: str) -> None:
    assert english_in(EXAMPLES[code])
    assert not english_in(in_dutch(EXAMPLES[code])), in_dutch(EXAMPLES[code])
    numbers = re.findall(r"\d+", re.sub(r"run4|(?<= )T(?=[DHS])", "10", EXAMPLES[code]).replace("10 +", "+"))
    assert sorted(re.findall(r"\d+", in_dutch(EXAMPLES[code]).replace("A H V B 10 9", "9"))) == sorted(numbers)


def test_dutch_sentences_say_what_the_stored_ones_say() -> None:
    assert in_dutch(EXAMPLES["not_trumped"]) == (
        "Noord had geen harten en speelde ♠B, terwijl West met ♥A aan slag lag en Noord nog ♦7, ♦8 en ♦9 op hand had: "
        "troeven was verplicht. Volgens Amsterdams mag het, volgens Rotterdams mag het ook niet."
    )
    assert in_dutch(EXAMPLES["score_mismatch"]) == (
        "De score staat in de log als 0-262; het is 100-62. Dit klopt als geldt: de verzaking is opgeëist."
    )
    assert in_dutch(EXAMPLES["players_changed"]) == "Er zit een andere speler op Noord, Oost en West."
    assert in_language(EXAMPLES["nat_mismatch"], "en") == EXAMPLES["nat_mismatch"]


def test_a_sentence_without_dutch_is_shown_as_it_is_stored() -> None:
    strange = "Something new is wrong. "
    fits = EXAMPLES["deal_missing"]
    dutch = in_dutch(fits)
    assert in_dutch(strange + fits) == strange + dutch
    assert in_dutch(f"{fits} {strange}") == f"{dutch} {strange}"
    for odd in ("", " ", ".", "no end", "two.  blanks. ", "<b>x</b>. {n}. %s", "The score is logged as {pair}; it is {}."):
        assert in_dutch(odd) == odd


def written_sentences() -> Iterator[str]:
    """The sentences that replay writes into findings, each with `{}` for what it puts in."""
    for name in ("audit_bidding", "claims", "explain", "match", "record_check", "replayer", "sentences"):
        tree = ast.parse((Path(replay.__file__).parent / f"{name}.py").read_text("utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                words = "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings | parts:
                words = node.value
            else:
                continue
            words = re.sub(r"(?<=[.:])( \{\}|\{\})+$", "", words).removeprefix("{}").strip()
            if re.search(r"\w \w", words) and words.endswith((".", ":")):
                yield words


def test_every_sentence_that_replay_writes_has_its_dutch() -> None:
    known = {
        re.sub(r"\{\w+\}", "{}", one["en"]).removeprefix("{}").strip()
        for name, one in texts().items()
        if name.startswith(SENTENCES)
    }
    put_together = {
        "not in the log.",
        "Trick {} is logged with {} roem; {}.",
        "It would fit if redeal_dealer is {}, which these rules do not say.",
    }
    missing = [words for words in written_sentences() if words not in known | put_together]
    assert missing == []
    assert len(set(written_sentences())) > 50


RULES = ("amsterdams", "turnup_rotterdams", "nku_rotterdams", "klaverlive_draaikaart", "gamepoint_amsterdams")


@pytest.fixture(scope="module")
def faulty_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Leagues with every kind of fault, by several rules."""
    folder = tmp_path_factory.mktemp("faulty")
    logs = []
    for rules in RULES:
        log = folder / f"{rules}.jsonl"
        done = CliRunner().invoke(
            main, ["simulate", str(log), "--games", "12", "--faults", "0.03", "--rules", rules, "--prefix", rules]
        )
        assert done.exit_code == 0, done.output
        logs.append(log)
    ingest([*logs, *sorted((sample_logs() / "jsonl").glob("*.jsonl"))], folder / "a.duckdb")
    return folder / "a.duckdb"


def test_no_finding_of_the_samples_and_faulty_leagues_is_in_english(faulty_db: Path, sample_db: Path) -> None:
    codes = set()
    for db in (faulty_db, sample_db):
        with reading(db) as store:
            for row in store.rows("SELECT code, message FROM findings"):
                codes.add(row["code"])
                assert not english_in(in_dutch(row["message"])), (row["message"], in_dutch(row["message"]))
    assert len(codes) >= 20
