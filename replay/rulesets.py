"""What a RuleSet is: its fields with their paragraphs, values and spellings; text <-> RuleSet. The named ones: presets.py."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from replay.cards import RANK_LETTERS


class RuleSet(NamedTuple):
    """One way to play, all small ints (an index into the field's choices, points, a count or a rank set)."""

    bidding: int  # R10
    must_hold_trump: int  # R11
    first_lead: int  # R12
    redeal_dealer: int  # R8
    deal_packets: int  # R6
    partner_exempt: int  # R20
    undertrump: int  # R19
    undertrump_partner: int  # R21
    overtrump_on_lead: int  # R16
    roem_scope: int  # R25
    roem_claim: int  # R32
    roem_claimant: int  # R33
    run3: int  # R26
    run4: int  # R27
    stuk: int  # R28
    quad_points: int  # R29
    four_jacks: int  # R31
    quad_ranks: int  # R30, bit `rank` set for each rank that pays (the jacks have their own field)
    nat_rule: int  # R35
    nat_counts_roem: int  # R36
    nat_transfers_roem: int  # R37
    pit_declarer: int  # R38
    pit_defender: int  # R39
    slot_bonus: int  # R40
    slot_with_pit: int  # R41
    penalty_points: int  # R43, -1 = the rules state no penalty
    penalty_bonus: int  # R44
    penalty_roem: int  # R45
    rounds: int  # R47
    deals: int  # R46
    tiebreak_deals: int  # R48
    target: int  # R49


NO, YES = 0, 1
LEFT_OF_DEALER, DECLARER = 0, 1
EXEMPT_NO, EXEMPT_YES, EXEMPT_PLAIN_ONLY = 0, 1, 2
UNDERTRUMP_FORBIDDEN, UNDERTRUMP_COMPULSORY, UNDERTRUMP_FREE = 0, 1, 2
PARTNER_FORBIDDEN, PARTNER_FREE = 0, 1
OVERTRUMP_ALWAYS, OVERTRUMP_NOT_PARTNER, OVERTRUMP_NEVER = 0, 1, 2
SCOPE_TRICK, SCOPE_HAND = 0, 1
CLAIM_AUTO, CLAIM_ANNOUNCED = 0, 1
CLAIMANT_ANY, CLAIMANT_WINNERS = 0, 1
MORE_THAN_HALF, AT_LEAST_HALF, FIXED_82, NAT_NONE = 0, 1, 2, 3
TRANSFER_ALL, TRANSFER_OWN = 0, 1
PENALTY_NONE = -1
PENALTY_ROEM_ALL, PENALTY_ROEM_VICTIM, PENALTY_ROEM_NONE = 0, 1, 2

BIDDING_METHODS = (
    "pass_first_forced",
    "first_must_choose",
    "turned_turned_forced",
    "turned_turned_redeal",
    "turned_turned_first_free",
    "turned_then_free_dealer_forced",
    "pass_dealer_first_forced",
    "pass_dealer_last_forced",
)


class Field(NamedTuple):
    """A field of a RuleSet: its paragraph of RULES.md, what it decides, and how its values are spelled."""

    paragraph: str
    meaning: str
    choices: tuple[str, ...] = ()
    """Spellings, the value is the index; empty for a number or a rank set."""
    highest: int = 10_000
    kind: str = "choice"
    """"choice", "points" (0 to `highest`), "penalty" (points or none) or "ranks"."""


def _choice(paragraph: str, meaning: str, *choices: str) -> Field:
    return Field(paragraph, meaning, choices)


def _number(paragraph: str, meaning: str, highest: int = 1000) -> Field:
    return Field(paragraph, meaning, kind="points", highest=highest)


FIELDS: dict[str, Field] = {
    "bidding": _choice("R10", "how trump is chosen", *BIDDING_METHODS),
    "must_hold_trump": _choice("R11", "must the declarer hold a card of the suit made trump", "no", "yes"),
    "first_lead": _choice("R12", "who leads the first trick", "left_of_dealer", "declarer"),
    "redeal_dealer": _choice("R8", "who deals after a redeal", "same", "next"),
    "deal_packets": _choice("R6", "packets in which the cards are dealt", "3-2-3", "4-4"),
    "partner_exempt": _choice("R20", "free of the duty to trump while the partner is winning", "no", "yes", "plain_only"),
    "undertrump": _choice("R19", "playing a lower trump on an opponent's", "forbidden", "compulsory", "free"),
    "undertrump_partner": _choice("R21", "playing a lower trump on a winning partner's", "forbidden", "free"),
    "overtrump_on_lead": _choice("R16", "duty to go over when trump is led", "always", "not_partner", "never"),
    "roem_scope": _choice("R25", "where roem is looked for", "trick", "hand"),
    "roem_claim": _choice("R32", "does roem count by itself or only when announced", "auto", "announced"),
    "roem_claimant": _choice("R33", "who may announce roem", "any", "winners"),
    "run3": _number("R26", "points for three in a row"),
    "run4": _number("R27", "points for four in a row"),
    "stuk": _number("R28", "points for king and queen of trumps"),
    "quad_points": _number("R29", "points for four alike"),
    "four_jacks": _number("R31", "points for four jacks"),
    "quad_ranks": Field("R30", "ranks that pay as four alike, jacks apart", kind="ranks"),
    "nat_rule": _choice("R35", "what the declarer must reach", "more_than_half", "at_least_half", "fixed_82", "none"),
    "nat_counts_roem": _choice("R36", "does roem count when the sides are compared", "no", "yes"),
    "nat_transfers_roem": _choice("R37", "whose roem the defenders write on a nat", "all", "own"),
    "pit_declarer": _number("R38", "bonus for the declaring side's eight tricks"),
    "pit_defender": _number("R39", "bonus for the defenders' eight tricks"),
    "slot_bonus": _number("R40", "bonus when the defenders score no point"),
    "slot_with_pit": _choice("R41", "is the slot paid on top of a pit", "no", "yes"),
    "penalty_points": Field("R43", "points for the innocent side after a revoke", kind="penalty", highest=1000),
    "penalty_bonus": _number("R44", "bonus on top of the penalty points"),
    "penalty_roem": _choice("R45", "whose roem goes with the penalty", "all", "victim", "none"),
    "rounds": _number("R47", "rounds in a match", 100),
    "deals": _number("R46", "deals in a round, 0 = no fixed number", 1000),
    "tiebreak_deals": _number("R48", "extra deals after a tie, 0 = none", 1000),
    "target": _number("R49", "total that ends the match, 0 = none", 100_000),
}


class RulesError(ValueError):
    """A rule set that does not exist or cannot be read; the message names the value and the choices."""


def parse_value(field: str, value: object) -> int:
    """The int that a spelling of `field` stands for; RulesError names the field, the value and the choices."""
    if field not in FIELDS:
        raise RulesError(f"unknown rules field {field!r}: base, or one of {', '.join(FIELDS)}")
    spec = FIELDS[field]
    if spec.kind == "choice":
        text = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        if isinstance(text, str) and text in spec.choices:
            return spec.choices.index(text)
        raise RulesError(f"{field}: {value!r} is not one of {', '.join(spec.choices)}")
    if spec.kind == "ranks":
        if isinstance(value, str) and set(value) <= set(RANK_LETTERS) and len(set(value)) == len(value):
            return sum(1 << RANK_LETTERS.index(rank) for rank in value)
        raise RulesError(f"{field}: {value!r} is not a text of different ranks among {RANK_LETTERS}")
    if spec.kind == "penalty" and value == "none":
        return PENALTY_NONE
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= spec.highest:
        return value
    none = " or none" if spec.kind == "penalty" else ""
    raise RulesError(f"{field}: {value!r} is not a whole number from 0 to {spec.highest}{none}")


def format_value(field: str, value: int) -> str | int:
    """The spelling of a field's int, as used in TOML, JSON and messages."""
    spec = FIELDS[field]
    if spec.kind == "choice":
        return spec.choices[value]
    if spec.kind == "ranks":
        return "".join(rank for bit, rank in reversed(list(enumerate(RANK_LETTERS))) if value >> bit & 1)
    return "none" if spec.kind == "penalty" and value == PENALTY_NONE else value


def with_values(base: RuleSet, values: Mapping[str, Any]) -> RuleSet:
    """`base` with fields replaced by their spelled values; RulesError for the first that cannot be read."""
    return base._replace(**{field: parse_value(field, value) for field, value in values.items()})
