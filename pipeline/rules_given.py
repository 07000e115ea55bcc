"""Rules given for records that name none, as the ledger notes them."""

import json

from pipeline.records import rules_value
from replay.readings import RulesInForce, rules_in_force


def noted(rules: RulesInForce | None) -> str:
    """The text that the ledger keeps of given rules, empty for none."""
    return json.dumps(rules_value(rules)) if rules is not None else ""


def rules_of(given: str) -> RulesInForce | None:
    """The rules that such a text names."""
    return rules_in_force(json.loads(given)) if given else None
