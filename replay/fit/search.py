"""The search: the best preset of each group of fields, then field by field whatever fits the log better."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from replay.deals import Deal
from replay.fit.observe import (
    Candidates,
    Played,
    bonus_amounts,
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
ROUNDS_AT_MOST = 5
"""Times that the fields of a group are gone through; each time some field changes for the better, or it ends."""
_ROEM_OF = {"run3": RUN3, "run4": RUN4, "stuk": STUK}


@dataclass(frozen=True, slots=True)
class FieldFit:
    """What a log says of one field: the values weighed, those that fit (the likeliest first), and how deals speak of them."""

    field: str
    values: tuple[int, ...]
    fitting: tuple[int, ...]
    speak_for: tuple[int, ...]
    against: tuple[int, ...]
    chances: int

    @property
    def value(self) -> int | None:
        """The only value that fits; None where the log cannot tell."""
        return self.fitting[0] if len(self.fitting) == 1 else None


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

    `rules` are the likeliest value of every field that shows, with `nearest`, the likeliest preset, for all others.
    """

    deals: int
    fields: tuple[FieldFit, ...]
    presets: tuple[PresetFit, ...]
    nearest: str
    rules: RuleSet


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
    return Fit(len(deals), tuple(fields), presets, presets[0].name, base)


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
    # Rounded, so that presets that the log cannot tell apart keep their order whatever the sums' last digits.
    order = sorted(range(len(names)), key=lambda at: (-round(weights.likelihood[at], 6), at))
    return tuple(PresetFit(names[at], weights.likelihood[at], weights.against[at], at in weights.fitting) for at in order)


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
            best = values[weights.fitting[0]]
            if weights.likelihood[weights.fitting[0]] > weights.likelihood[values.index(getattr(base, field))] + 1e-9:
                base = base._replace(**{field: best})
            if weights.chances:
                fitting = tuple(values[at] for at in weights.fitting)
                found.append(FieldFit(field, values, fitting, weights.speak_for, weights.against, weights.chances))
        if base == before:
            break
    return base, found


def _values(field: str, deals: Sequence[Played], base: RuleSet) -> tuple[int, ...]:
    """The values of a field worth weighing: those in use, and for points those that the log itself shows."""
    values = {*usual_values(field), getattr(base, field)}
    if field in _ROEM_OF:
        values |= roem_amounts(deals).get(_ROEM_OF[field], set())
    if field in ("pit_declarer", "pit_defender", "slot_bonus"):
        values |= bonus_amounts(deals)
    return tuple(sorted(value for value in values if value <= FIELDS[field].highest or FIELDS[field].kind == "ranks"))
