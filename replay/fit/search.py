"""The search: the best preset of each group of fields, then field by field whatever fits the log better."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from replay.deals import Deal
from replay.fit.observe import (
    Candidates,
    Played,
    bonus_amounts,
    pays_bonus,
    roem_amounts,
    see_bidding,
    see_dealing,
    see_lead,
    see_penalty,
    see_plays,
    see_redeal,
    see_result,
    see_roem,
)
from replay.fit.weigh import Observation, Weights, weigh
from replay.presets import COMPARISON_ONLY, DEFAULT_RULES, RULESETS, usual_values
from replay.readings import BIDDING_FIELDS, PENALTY_FIELDS, PIT_FIELDS, PLAY_FIELDS, ROEM_FIELDS
from replay.roem import RUN3, RUN4, STUK
from replay.rulesets import FIELDS, RuleSet

See = Callable[[Played, Candidates], Iterator[Observation]]
RESULT_FIELDS = ("nat_rule", "nat_counts_roem", "nat_transfers_roem", *PIT_FIELDS, "slot_bonus", "slot_with_pit")
GROUPS: tuple[tuple[tuple[str, ...], tuple[See, ...]], ...] = (
    (BIDDING_FIELDS, (see_bidding,)),
    (("first_lead",), (see_lead,)),
    (("redeal_dealer",), (see_redeal,)),
    (("deal_packets",), (see_dealing,)),
    (PLAY_FIELDS, (see_plays,)),
    (ROEM_FIELDS, (see_roem, see_result)),
    (RESULT_FIELDS, (see_result,)),
    (PENALTY_FIELDS, (see_penalty,)),
)
"""Fields that are weighed together, and what of a deal shows them."""
ALL_SEEN: tuple[See, ...] = tuple(dict.fromkeys(see for _, sees in GROUPS for see in sees))
BONUS_FIELDS = ("pit_declarer", "slot_bonus", "slot_with_pit")
ROUNDS_AT_MOST = 5
"""Times that the fields of a group are gone through; each time some field changes for the better, or it ends."""
_ROEM_OF = {"run3": RUN3, "run4": RUN4, "stuk": STUK}


@dataclass(frozen=True, slots=True)
class FieldFit:
    """What a log says of one field: the values weighed, those that fit (the likeliest first), and how deals speak of them.

    `likely` are those of the fitting that explain the log about as well as the likeliest: the others are only not excluded,
    by a freedom that nobody used.
    """

    field: str
    values: tuple[int, ...]
    fitting: tuple[int, ...]
    likely: tuple[int, ...]
    speak_for: tuple[int, ...]
    against: tuple[int, ...]
    chances: int

    @property
    def value(self) -> int | None:
        """The value that explains the log far better than any other; None where the log cannot tell."""
        return self.likely[0] if len(self.likely) == 1 else None

    @property
    def is_certain(self) -> bool:
        """Whether every other value is ruled out by what was played or logged."""
        return len(self.fitting) == 1


@dataclass(frozen=True, slots=True)
class PresetFit:
    """How a preset fits a log: its deals that speak against it, and whether no other explains the log far better."""

    name: str
    likelihood: float
    against: int
    fits: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """Which rules a log was played by: every field that shows in it, the presets from the likeliest on, and the best rules.

    `rules` are the likeliest value of every field that shows, with `nearest`, the likeliest preset, for all others; in
    `unexplained` deals something is logged that they do not allow.
    """

    deals: int
    fields: tuple[FieldFit, ...]
    presets: tuple[PresetFit, ...]
    nearest: str
    rules: RuleSet
    unexplained: int


def fit_rules(games: Sequence[Sequence[tuple[int, Deal]]]) -> Fit:
    """What the deals of some games, each with its number in its game, say of the rules they were played by.

    What the log says of its own rules plays no part.
    """
    deals = _replay(games)
    names = [name for name in RULESETS if name not in COMPARISON_ONLY]
    presets = _weigh_presets(deals, names)
    base = RULESETS[presets[0].name]
    fields: list[FieldFit] = []
    for group, see in GROUPS:
        base, found = _fit_group(deals, group, see, base)
        fields += found
    unexplained = _weigh(deals, ALL_SEEN, [base]).unexplained
    return Fit(len(deals), tuple(fields), presets, presets[0].name, base, unexplained)


def _replay(games: Sequence[Sequence[tuple[int, Deal]]]) -> list[Played]:
    deals: list[Played] = []
    for game in games:
        numbered = dict(game)
        for number, deal in game:
            deals.append(Played(len(deals), deal, numbered.get(number - 1), RULESETS[DEFAULT_RULES]))
    return deals


def _weigh_presets(deals: Sequence[Played], names: Sequence[str]) -> tuple[PresetFit, ...]:
    """The presets from the likeliest on; those that the log cannot tell apart in their own order."""
    weights = _weigh(deals, ALL_SEEN, [RULESETS[name] for name in names])
    return tuple(
        PresetFit(names[at], weights.likelihood[at], weights.against[at] + weights.unexplained, at in weights.fitting)
        for at in weights.order
    )


def _weigh(deals: Sequence[Played], sees: Sequence[See], candidates: Candidates) -> Weights:
    return weigh((seen for see in sees for played in deals for seen in see(played, candidates)), len(candidates))


def _fit_group(
    deals: Sequence[Played], group: Sequence[str], sees: Sequence[See], base: RuleSet
) -> tuple[RuleSet, list[FieldFit]]:
    for _ in range(ROUNDS_AT_MOST):
        before, found = base, []
        for field in group:
            values = _values(field, deals, base)
            weights = _weigh(deals, sees, [base._replace(**{field: value}) for value in values])
            best, mine = weights.order[0], values.index(getattr(base, field))
            if weights.likelihood[best] > weights.likelihood[mine] + 1e-9:
                base = base._replace(**{field: values[best]})
            if weights.chances:
                found.append(_field_fit(field, values, weights))
        if base == before:
            break
    if group == PLAY_FIELDS:
        found = _loosened(deals, sees, base, found, _all_ways_to_play())
    elif group == RESULT_FIELDS:
        paid = [played for played in deals if played.is_sure and pays_bonus(played)]
        found = _loosened(paid, sees, base, found, _bonuses_together(deals))
    return base, found


def _field_fit(field: str, values: tuple[int, ...], weights: Weights) -> FieldFit:
    fitting, likely = (tuple(values[at] for at in some) for some in (weights.fitting, weights.likely))
    return FieldFit(field, values, fitting, likely, weights.speak_for, weights.against, weights.chances)


def _loosened(
    deals: Sequence[Played], sees: Sequence[See], base: RuleSet, found: list[FieldFit], together: Sequence[dict[str, int]]
) -> list[FieldFit]:
    """The fields with every value that fits together with other values of the other fields.

    A field is weighed with the others at their best, and those may be wrong themselves.
    """
    weights = _weigh(deals, sees, [base._replace(**chosen) for chosen in together])
    result = []
    for told in found:
        if told.field in together[0]:
            fitting, likely = (
                tuple(dict.fromkeys((*old, *(together[at][told.field] for at in some))))
                for old, some in ((told.fitting, weights.fitting), (told.likely, weights.likely))
            )
            told = replace(told, fitting=fitting, likely=likely)
        result.append(told)
    return result


def _all_ways_to_play() -> list[dict[str, int]]:
    """Every combination of the play fields."""
    choices = itertools.product(*(usual_values(field) for field in PLAY_FIELDS))
    return [dict(zip(PLAY_FIELDS, chosen, strict=True)) for chosen in choices]


def _bonuses_together(deals: Sequence[Played]) -> list[dict[str, int]]:
    """The bonuses of the presets together, and any that the log pays as one for the pit.

    A pit is a slot as well: only the sum of the two shows, and nobody is known to pay the slot alone.
    """
    in_use = {tuple(getattr(rules, field) for field in BONUS_FIELDS) for rules in RULESETS.values()}
    in_use |= {(pit, slot, other) for pit, slot, _ in in_use for other in usual_values("slot_with_pit")}
    in_use |= {(bonus, 0, with_pit) for bonus in bonus_amounts(deals) for with_pit in usual_values("slot_with_pit")}
    return [dict(zip(BONUS_FIELDS, chosen, strict=True)) for chosen in sorted(in_use)]


def _values(field: str, deals: Sequence[Played], base: RuleSet) -> tuple[int, ...]:
    """The values of a field worth weighing: those in use, and for points those that the log itself shows."""
    values = {*usual_values(field), getattr(base, field)}
    if field in _ROEM_OF:
        values |= roem_amounts(deals).get(_ROEM_OF[field], set())
    if field in ("pit_declarer", "pit_defender", "slot_bonus"):
        values |= bonus_amounts(deals)
    if FIELDS[field].kind in ("points", "penalty"):
        values = {
            value for value in values if -1 <= value <= FIELDS[field].highest and (value >= 0 or value in usual_values(field))
        }
    return tuple(sorted(values))
