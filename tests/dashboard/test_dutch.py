"""With `?lang=nl` nothing is English: neither what statistics mean, nor findings, rules, or what an ingest says."""

import ast
import html
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pipeline
import replay
from dashboard import figures
from dashboard.pages.players import COMPARED
from dashboard.plain import plain
from dashboard.rule_words import change_words, full_text, named_rules, rule_text
from dashboard.sentences import MESSAGES, SENTENCES, in_dutch, in_language
from dashboard.texts import texts
from dashboard.wording import wording
from pipeline.cli import main
from pipeline.finding_lists import Wanted, findings_that_fit
from pipeline.ingest import ingest
from pipeline.queries import reading
from pipeline.report.audit import as_html
from pipeline.report.rulebook import paragraphs
from pipeline.report.ruling import ruling_page
from pipeline.report.wording import ENGLISH_WORDS
from pipeline.reviews import with_reviews
from pipeline.samples import sample_logs
from pipeline.statistics import Selection, catalog
from replay.findings import CODES
from replay.presets import usual_values
from replay.rulesets import FIELDS, format_value

THE_SAME = {"stuk", "west", "amsterdams", "rotterdams"}
"""Words that are Dutch as they are stored."""


@pytest.fixture
def read_in_dutch(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("texts", "figures"):
        monkeypatch.setattr(f"dashboard.{module}.language", lambda: "nl")


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
ENGLISH = {
    *("the", "and", "were", "which", "that", "by", "not", "if", "rules", "logged", "while", "holding", "played", "made"),
    *("trump", "trumps", "tricks", "cards", "deal", "deals", "fits", "where", "spades", "hearts", "north", "south", "east"),
    *("suit", "led", "scored", "announced", "nobody", "lost", "site", "pass", "play", "allowed", "file", "known"),
} - {"site"}
"""Words that no Dutch sentence of ours has."""
DATA = re.compile(r'\{.*\}|"[^"]*"|[^ ]*_[^ ]*')
"""What stands in a message as it was in the log."""


def english_in(words: str) -> set[str]:
    return set(re.findall(r"[a-z]+", DATA.sub("", words).lower())) & ENGLISH


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


MESSAGE_SOURCES = ("records", "fields", "faults", "spelling", "lines", "logs", "notations", "uploads", "reviews", "database")
FORMAT_SOURCES = (
    "csvlog",
    "events",
    "foreign",
    "henk",
    "jsonl",
    "kjn",
    "kjn_tags",
    "klaverlive",
    "klaverlive_state",
    "parquet",
)


def raised_messages() -> Iterator[str]:
    """What is said of records that are no deals and of what is refused, each with `{}` for what is put in."""
    folder = Path(pipeline.__file__).parent
    files = [folder / f"{name}.py" for name in MESSAGE_SOURCES]
    files += [folder / "formats" / f"{name}.py" for name in (*FORMAT_SOURCES, "rounds_tsv", "short")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Fault",
                "FieldError",
                "UsageError",
                "NotSoError",
            ):
                last = node.args[-1]
                while isinstance(last, ast.Subscript):
                    last = last.value
                if isinstance(last, ast.JoinedStr):
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in last.values)
                elif isinstance(last, ast.Constant):
                    yield str(last.value)


def test_what_is_said_of_records_has_its_dutch() -> None:
    given = {words.replace("{}", "12") for words in raised_messages()}
    assert len(given) > 90
    with_cards = {"12 stands there twice": "TC stands there twice", "in two hands: 12": "in two hands: TC JC"}
    with_cards["the hand of 12 has 12 cards, not 8"] = "the hand of N has 12 cards, not 8"
    put_together = {
        "12 is 12",
        "12 has schema 12, written by 12; this one has 12",
        "1212 cells under 12 names",
        "12not JSON: 12",
    }
    put_together |= {"12: klaverlog rebuild --db 12 brings it up to date"}
    given = {with_cards.get(words, words) for words in given if " " in words}
    for words in sorted(given - put_together):
        said = in_dutch(words, MESSAGES, "; ")
        assert said != words, words
        assert not english_in(said.replace("N:pass", "").replace("[Trump", "")), (words, said)


@pytest.mark.parametrize(
    ("message", "dutch"),
    [
        (
            'players: missing; plays: "B;H\\" x" is not a card: a rank of 789TJQKA, then a suit of CDHS',
            'players: ontbreekt; plays: "B;H\\" x" is geen kaart: een rang uit 789TJQKA en dan een kleur uit CDHS',
        ),
        (
            "a half-written last line, read again when the file has grown: not JSON: Extra data: line 1 column 8 (char 7)",
            "een half geschreven laatste regel, die opnieuw gelezen wordt als het bestand gegroeid is: "  # noqa: ISC004
            "geen JSON: er staat nog iets achter (regel 1, kolom 8, teken 7)",
        ),
        ("rules: stuk: 'x' is not a whole number from 0 to 1000", "rules: stuk: 'x' is geen heel getal van 0 tot en met 1000"),
        (
            "61 files at once: at most 1,000, or one archive of them",
            "61 bestanden tegelijk: hooguit 1.000, of één archief ermee",
        ),
        ("hands: the hand of N has 2 cards, not 8", "hands: de hand van Noord heeft 2 kaarten in plaats van 8"),
        ("bids: 3 is not a list of calls", "bids: 3 is geen lijst van biedingen"),
        ("/a/b c.jsonl:1 says otherwise than d.jsonl:2 in board", "/a/b c.jsonl:1 zegt iets anders dan d.jsonl:2 over board"),
        ("something new; missing", "something new; ontbreekt"),
        ("{n} <b> %s", "{n} <b> %s"),
    ],
)
@pytest.mark.usefixtures("read_in_dutch")
def test_messages_keep_what_is_data(message: str, dutch: str) -> None:
    assert in_dutch(message, MESSAGES, "; ") == dutch


@pytest.mark.parametrize(
    "odd", ['"', "'", "a: ", "; ", '" ; ', "missing; ", '\\"', " is not one of ", "x is 1 cards under ", "North played "]
)
def test_a_hostile_message_is_soon_looked_through(odd: str) -> None:
    begun = time.process_time()
    for section, end in ((SENTENCES, " "), (MESSAGES, "; ")):
        for length in (1_990, 100_000):
            assert in_dutch(odd * (length // len(odd)), section, end)
    assert time.process_time() - begun < 2


def test_rejects_of_broken_logs_are_told_in_dutch(tmp_path: Path) -> None:
    ingest(sorted(sample_logs().glob("*/broken/*")), tmp_path / "a.duckdb")
    with reading(tmp_path / "a.duckdb") as store:
        rows = store.rows("SELECT DISTINCT message FROM rejects")
        assert len(rows) > 40
        for row in rows:
            said = in_dutch(row["message"], MESSAGES, "; ")
            assert said != row["message"]
            assert not english_in(re.sub(r"/[^ ]*|Parquet magic.*|\b\w+: ", "", said)), said
        notes = [row["notes"] for row in store.rows("SELECT DISTINCT notes FROM files WHERE notes <> ''")]
        assert notes
        assert not any(english_in(in_dutch(note, MESSAGES, "; ")) for note in notes)


def test_the_logs_page_tells_rejects_in_dutch(open_page: Any, empty_db: Path) -> None:
    page = open_page("logs", empty_db, lang="nl")
    assert not page.exception
    told = [one.value for one in page.markdown]
    assert any("ontbreekt" in one and "missing" not in one for one in told)


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
