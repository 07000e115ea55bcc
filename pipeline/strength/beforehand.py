"""What is known of hands before a store has told anything: the same models, found from simulated deals of club bots.

Whatever these weights are, luck adjustment stays fair; they only make it sharper while a club has few deals.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from pipeline.strength.calling import NAMES as CALL_NAMES
from pipeline.strength.ridge import Linear


@dataclass(frozen=True)
class Beforehand:
    """Models of called deals by all hands and by the caller's own, of calls by each way of bidding, and before the bidding."""

    called: Linear
    own: Linear
    calls: dict[str, Any]
    before: Linear

    def calls_by(self, method: str) -> Any:
        """The weights for a way of bidding; the average of all for one that is not known."""
        if method in self.calls:
            return self.calls[method]
        return np.mean(list(self.calls.values()), axis=0) if self.calls else np.zeros(len(CALL_NAMES))

    def as_json(self) -> str:
        """The weights as text, rounded to what matters."""
        linear = {name: _rounded(getattr(self, name)) for name in ("called", "own", "before")}
        calls = {method: [round(float(weight), 3) for weight in weights] for method, weights in self.calls.items()}
        return json.dumps({**linear, "calls": calls}, indent=1)


def _rounded(model: Linear) -> dict[str, Any]:
    return {"constant": round(model.constant, 2), "weights": [round(float(weight), 2) for weight in model.weights]}


def nothing_known(called: int, own: int, before: int) -> Beforehand:
    """No knowledge: all weights are 0, for so many features of each model."""
    models = [Linear(np.zeros(width), 0.0) for width in (called, own, before)]
    return Beforehand(called=models[0], own=models[1], before=models[2], calls={})


@cache
def known_beforehand() -> Beforehand:
    """What the package brings along, made by tests/bench/beforehand.py."""
    values = json.loads((resources.files("pipeline") / "strength" / "beforehand.json").read_text("utf-8"))
    called, own, before = (
        Linear(np.array(values[name]["weights"]), values[name]["constant"]) for name in ("called", "own", "before")
    )
    calls = {method: np.array(weights) for method, weights in values["calls"].items()}
    return Beforehand(called=called, own=own, before=before, calls=calls)
