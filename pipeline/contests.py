"""Records of one deal judged as a set: which of them is the deal, which repeat it, which contradict it.

The most plays, then the most known fields, then the smallest content hash make the deal, so the order in which files
and records arrive never matters.
"""

from dataclasses import dataclass

from pipeline.records import Record, content_hash, record_values
from replay.cards import TEAM_LETTERS
from replay.readings import RulesInForce

DEAL, DUPLICATE, CONFLICTING = "deal", "duplicate", "conflicting_deal"


@dataclass(frozen=True, slots=True)
class Source:
    """A record with its place (file, member of an archive, line) and what ranks it among others of the same deal."""

    path: str
    member: str
    line: int
    content: str
    """The content hash."""
    record: Record

    @property
    def place(self) -> str:
        inside = f"!{self.member}" if self.member else ""
        return f"{self.path}{inside}:{self.line}"


def source_of(record: Record, path: str, member: str, line: int) -> Source:
    """The source that a record read at a place is."""
    return Source(path, member, line, content_hash(record), record)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record turned out to be; `reason` says for a conflicting one where the deal is and what differs."""

    source: Source
    status: str
    reason: str = ""


def judge_set(sources: list[Source]) -> list[Verdict]:
    """One verdict for each record of a deal, exactly one of them the deal; the same for any order of `sources`."""
    ranked = sorted(sources, key=_rank) if len(sources) > 1 else sources
    deal = ranked[0]
    verdicts = [Verdict(deal, DEAL)]
    for other in ranked[1:]:
        fields = [] if other.content == deal.content else contradictions(deal.record, other.record)
        if fields:
            reason = f"{other.place} says otherwise than {deal.place} in {', '.join(fields)}"
            verdicts.append(Verdict(other, CONFLICTING, reason))
        else:
            verdicts.append(Verdict(other, DUPLICATE))
    return verdicts


def _rank(source: Source) -> tuple[int, int, str, str, str, int]:
    values = record_values(source.record)
    known = sum(
        sum(part is not None for part in value) if name in ("players", "hands") else 1 for name, value in values.items()
    )
    return (
        -len(source.record.deal.plays),
        -known,
        source.content,
        source.path,
        source.member,
        source.line,
    )


def contradictions(deal: Record, other: Record) -> list[str]:
    """The fields in which `other` says what `deal` does not: plays must begin the deal's, all else that both know be equal.

    A record broken off earlier knows the seats, winners, roem and times of fewer cards, and no result yet.
    """
    said, others = record_values(deal), record_values(other)
    fields = []
    for name in others:
        if name not in said or name == "comments":
            continue
        if name in _GROWING or name in ("players", "hands"):
            agrees = _agree(said[name], others[name])
        elif name == "bids":
            agrees = all(map(_same_call, said[name], others[name]))
        elif name in ("declarer", "verzaakt"):
            agrees = said[name] == others[name] or {said[name], others[name]} in _SEAT_AND_SIDE
        elif name == "rules":
            agrees = _same_rules(deal.rules, other.rules)
        else:
            agrees = said[name] == others[name]
        if not agrees:
            fields.append(name)
    if deal.deal.void is None and other.deal.void is not None and deal.deal.plays:
        fields.append("void")  # one says it was played, the other that it does not count
    if deal.deal.void is not None and other.deal.void is None and other.deal.is_complete:
        fields.append("void")
    return fields


_GROWING = ("plays", "seats", "winners", "roem", "think_ms", "claims", "turned")
_SEAT_AND_SIDE = [{seat, side} for side in TEAM_LETTERS for seat in side]


def _agree(one: str | list[object], other: str | list[object]) -> bool:
    """Whether two rows say the same as far as both go and know."""
    return all(a == b or a is None or b is None for a, b in zip(one, other, strict=False))


def _same_call(one: str, other: str) -> bool:
    speaker, _, call = one.rpartition(":")
    other_speaker, _, other_call = other.rpartition(":")
    return call == other_call and (speaker == other_speaker or not speaker or not other_speaker)


def _same_rules(rules: RulesInForce, others: RulesInForce) -> bool:
    return rules.rules == others.rules
