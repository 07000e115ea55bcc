"""A seeded deal under a preset as a text that a Klaverjas player can read, and the search for deals that show much."""

import random
from collections.abc import Sequence
from functools import partial

import oracle
from dealing import DECK, Played, play_deal, to_deal

from replay import FIELDS, RULESETS, Replayer, RuleSet, Step, audit_deal, format_card, format_cards, rules_in_force
from replay.readings import differences
from replay.rulesets import format_value

NAMES = ("North", "East", "South", "West")
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SHOWABLE = tuple(
    field for field in FIELDS if 16 <= int(FIELDS[field].paragraph[1:]) <= 45 and not field.startswith("roem_claim")
)
"""The fields that can make a difference to a deal in which every roem counts."""


# ---------------------------------------------------------------- the deal of a seed


def keeping(rank: str, rng: random.Random, legal: Sequence[str], trick: Sequence[str], trump: str) -> str:
    """A player who keeps his card of a rank for a trick of four alike, which then often is the last one."""
    if trick and {card[0] for card in trick} == {rank}:
        return min(legal, key=lambda card: card[0] != rank)
    return rng.choice([card for card in legal if card[0] != rank] or legal)


def spread_hands(rng: random.Random, rank: str) -> tuple[tuple[str, ...], ...]:
    """Hands with one card of a rank each."""
    alike = rng.sample([card for card in DECK if card[0] == rank], 4)
    rest = rng.sample([card for card in DECK if card[0] != rank], 28)
    return tuple((card, *rest[7 * seat : 7 * seat + 7]) for seat, card in enumerate(alike))


def strong_hands(rng: random.Random, trump: str, strong: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """Hands of which the strong seats have the best trumps and all aces between them."""
    best = [card for card in DECK if card[0] == "A" or card in (f"J{trump}", f"9{trump}", f"T{trump}")]
    rest = rng.sample([card for card in DECK if card not in best], 32 - len(best))
    hands: list[list[str]] = [[], [], [], []]
    for number, card in enumerate(best):
        hands[strong[number % len(strong)]].append(card)
    for hand in hands:
        hand += [rest.pop() for _ in range(8 - len(hand))]
    return tuple(tuple(hand) for hand in hands)


def seeded_deal(preset: str, seed: int) -> Played:
    """The deal of a seed: one in three by players who keep a rank, one in three with all the strength on one side."""
    rng = random.Random(f"{preset} {seed}")
    trump, side, rank = rng.choice("CDHS"), rng.randrange(2), rng.choice("789TJJQKA")
    deal = partial(play_deal, rng, oracle.PRESETS[preset], planted=0.06, trump=trump)
    if seed % 3 == 0:
        return deal()
    if seed % 3 == 1:
        return deal(hands=spread_hands(rng, rank), choose=partial(keeping, rank))
    return deal(hands=strong_hands(rng, trump, (side, side + 2)))


# ---------------------------------------------------------------- the text


def sides(ns: object, ew: object) -> str:
    """What the two sides have."""
    return f"NS {ns}, EW {ew}"


def card_line(step: Step) -> str:
    """One card: its number, who played it, what he might have played, and who is winning or wins."""
    said = f"{step.card_no:2}  {NAMES[step.seat]:5}  {format_card(step.card)}  of {format_cards(step.legal):23}  "
    said += f"{NAMES[step.winning]} {'is winning' if step.trick_winner is None else 'wins'}"
    if step.trick_winner is not None:
        roem = f" + {step.trick_roem} roem ({' '.join(step.roem_kinds)})" if step.trick_roem else ""
        said += f" {step.trick_points}{roem}: {sides(*(f'{p}+{r}' for p, r in zip(step.points, step.roem, strict=True)))}"
    for finding in step.findings:
        said += f"  !! {finding.code} {finding.paragraph} {finding.certainty}"
    return said


def text_of(preset: str, seed: int) -> str:
    """The whole transcript of a seed's deal."""
    played = seeded_deal(preset, seed)
    declarer = NAMES[played.declarer]
    in_force = rules_in_force(preset)
    deal = to_deal(played)
    audit = audit_deal(deal, in_force)
    outcome = audit.outcome
    differing = ", ".join(text.replace(" is ", " ") for text in differences(RULESETS["amsterdams"], in_force.rules))
    lines = [
        f"{preset}, seed {seed}: {SUITS[played.trump]} are trump, {declarer} declares, {NAMES[played.seats[0]]} leads",
        f"unlike amsterdams: {differing or 'nothing'}",
        *(f"{name:5}  {format_cards(hand)}" for name, hand in zip(NAMES, deal.hands, strict=True)),
    ]
    for step in Replayer(deal, in_force).steps():
        lines += [f"trick {step.trick_no}"] * (step.card_no % 4 == 1) + [card_line(step)]
    nat = "nat" if outcome.is_nat else "not nat"
    lines += [
        "result",
        f"points {sides(*outcome.points)}; roem {sides(*outcome.roem)}; tricks {sides(*outcome.tricks)}",
        f"{declarer}'s side is {nat}{', pit' if outcome.is_pit else ''}: {sides(*outcome.score or ())}",
    ]
    if audit.offender is not None:
        claimed = "the rules state no penalty" if audit.ruled is None else sides(*audit.ruled)
        lines.append(f"if the revoke by {('NS', 'EW')[audit.offender]} is claimed: {claimed}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


# ---------------------------------------------------------------- what a deal shows


def body(played: Played, rules: RuleSet) -> tuple[object, ...]:
    """All that rules can change in a deal: legal cards, codes, roem, score and penalty."""
    deal = to_deal(played)
    steps = [(step.legal, step.code, step.trick_roem) for step in Replayer(deal, rules).steps()]
    in_force = rules_in_force({field: format_value(field, value) for field, value in rules._asdict().items()})
    audit = audit_deal(deal, in_force)
    return steps, audit.outcome, audit.ruled


def shown_fields(preset: str, seed: int) -> set[str]:
    """The fields whose value shows: with one of its other values the deal would read otherwise."""
    played, rules = seeded_deal(preset, seed), RULESETS[preset]
    as_is = body(played, rules)
    return {field for field in SHOWABLE if any(body(played, other) != as_is for other in other_rules(rules, field))}


def other_rules(rules: RuleSet, field: str) -> list[RuleSet]:
    """The rules with each other value that the field has in some preset, or may be spelled to have."""
    values = {getattr(other, field) for other in RULESETS.values()} | set(range(len(FIELDS[field].choices)))
    return [rules._replace(**{field: value}) for value in sorted(values - {getattr(rules, field)})]


def features(preset: str, seed: int) -> set[str]:
    """What every transcript should have, where it can be found: roem, a trump that is owed, one illegal card, nat or pit."""
    played = seeded_deal(preset, seed)
    replayer = Replayer(to_deal(played), RULESETS[preset])
    steps, outcome = list(replayer.steps()), replayer.outcome
    trumps = 0xFF << (8 * "CDHS".index(played.trump))
    codes = [step.code for step in steps if step.code]
    owed = [step for step in steps if step.legal and not step.legal & ~trumps and step.hand & ~trumps and step.card_no % 4 != 1]
    followed = {"CDHS"[replayer.deal.plays[4 * (step.trick_no - 1)] >> 3] == played.trump for step in owed}
    found = {"roem"} if sum(outcome.roem) else set()
    found |= {"a trump owed"} if False in followed else set()
    found |= {"one illegal card"} if len(codes) == 1 else set()
    return found | ({"nat or pit"} if outcome.is_nat or outcome.is_pit else set())


def search(preset: str, wanted: set[str], tries: int = 4000) -> int:
    """The seed whose deal has all features, or most of them, and shows most of the wanted fields."""
    worth = partial(_worth, preset, wanted)
    return max(range(tries), key=worth)


def _worth(preset: str, wanted: set[str], seed: int) -> tuple[int, int, int]:
    has = features(preset, seed)
    if len(has) < 4:
        return len(has), 0, 0
    shown = shown_fields(preset, seed)
    return 4, len(wanted & shown), len(shown)
