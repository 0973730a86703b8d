"""Every action has an example where it is legal, and one for every reason against it."""

from __future__ import annotations

import pytest
from tests.rulesets.cited import loaded, said

from cavewright.rules.model import ruleset as m

RULESETS = ("the-cave", "cave-vs-cave", "kave-kapers")
PRICED = ("the-cave", "kave-kapers")
"""Those whose examples refuse an action also for what it costs."""


def actions() -> list[tuple[str, str]]:
    """Every action of every ruleset."""
    return [
        (each, word)
        for each in RULESETS
        for word in sorted({action.word for action in loaded(each)[0].rules_model.actions.values()})
    ]


def reasons() -> list[tuple[str, str, str]]:
    """Every action with the key of each of its requirements, and of its costs where examples show them."""
    found = []
    for ruleset in RULESETS:
        for action in loaded(ruleset)[0].rules_model.actions.values():
            for step in action.header:
                if isinstance(step.statement, m.Require):
                    found.append((ruleset, action.word, step.clause.key))
                elif isinstance(step.statement, m.Cost) and ruleset in PRICED:
                    found += [
                        (ruleset, action.word, payment.unit.removesuffix("s")) for payment in step.statement.payments
                    ]
    return found


@pytest.mark.parametrize("ruleset, name", actions())
def test_legal_somewhere(ruleset, name):
    """Some example carries it out, or shows that it is allowed."""
    assert name in {action.split()[0] for action, _ in said(loaded(ruleset)[0], "when", "allow")}


@pytest.mark.parametrize("ruleset, name, key", reasons())
def test_refused_for_it(ruleset, name, key):
    """Some example is refused the action for that reason."""
    assert any(action.split()[0] == name and key in keys for action, keys in said(loaded(ruleset)[0], "refuse"))
