"""The figures of a run and the table that they are printed in."""

import resource
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Figures:
    """What a run over one format came to."""

    format: str
    inputs: int = 0
    entries: int = 0
    records: int = 0
    rejects: int = 0
    by_members: int = 0
    ingested: int = 0
    audits: int = 0
    slowest: float = 0.0
    peak: int = 0
    """Highest peak that tracemalloc saw for one input of the share that is measured."""
    failures: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """For each kind of failure, the input that showed it first and what was raised."""
    seconds: float = 0.0

    def row(self) -> str:
        """A row of the table."""
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return (
            f"| {self.format} | {self.inputs:,} | {self.entries:,} | {self.records:,} | {self.rejects:,} | {self.by_members:,} "
            f"| {self.ingested:,} | {self.audits:,} | {self.failures.total():,} ({len(self.failures)} kinds) "
            f"| {self.slowest * 1000:,.0f} | {self.peak / 2**20:,.1f} | {resident:,.0f} | {self.seconds:,.0f} |"
        )


HEADER = (
    "| format | inputs | entries | records | rejects | through read_members | files ingested | audits | failures | slowest ms "
    "| peak MiB | process MiB | s |\n|---|" + "---:|" * 12
)
