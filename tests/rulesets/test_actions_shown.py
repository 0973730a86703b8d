"""Every action has an example where it is legal, and one for every reason against it."""

from __future__ import annotations

import pytest
from tests.rulesets.cited import loaded, said

from cavewright.rules.model import ruleset as m

RULESETS = ("the-cave", "cave-vs-cave", "kave-kapers")
PRICED = ("the-cave", "kave-kapers")
"""Those whose examples refuse an action also for what it costs."""


def actions(ruleset: str) -> list[m.Action]:
    """Every action of a ruleset."""
    return list(loaded(ruleset)[0].rules_model.actions.values())


def reasons(ruleset: str) -> list[tuple[str, str]]:
    """Every action with the key of each of its requirements, and of its costs where examples show them."""
    found = []
    for action in actions(ruleset):
        for step in action.header:
            if isinstance(step.statement, m.Require):
                found.append((action.word, step.clause.key))
            elif isinstance(step.statement, m.Cost) and ruleset in PRICED:
                found += [(action.word, payment.unit.removesuffix("s")) for payment in step.statement.payments]
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_is_legal_somewhere(ruleset):
    """Some example carries it out, or shows that it is allowed."""
    shown = {action.split()[0] for action, _ in said(loaded(ruleset)[0], "when", "allow")}
    assert sorted({action.word for action in actions(ruleset)} - shown) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_is_refused_for_each_reason(ruleset):
    """Some example is refused the action for that reason."""
    refused = {(action.split()[0], key) for action, keys in said(loaded(ruleset)[0], "refuse") for key in keys}
    assert len(reasons(ruleset)) > 5 and [each for each in reasons(ruleset) if each not in refused] == []
