"""Every action has an example where it is legal, and one for every reason against it."""

from __future__ import annotations

import pytest
from cited import loaded

from cavewright.model import ruleset as m
from cavewright.syntax import tree as t

RULES = loaded("the-cave")[0].rules_model


def said(*verbs: str) -> list[tuple[str, list[str]]]:
    """The actions that examples do, allow or refuse, with the keys of the reasons."""
    found = []
    for example in RULES.examples:
        for member in example.members:
            if isinstance(member, t.Said) and member.verb in verbs:
                action, _, because = member.text.partition(" because ")
                name = action.split(":", 1)[-1].split()[0]
                found.append((name, [key.strip() for key in because.split(",")]))
    return found


def reasons() -> list[tuple[str, str]]:
    """Every action with the key of each of its requirements and costs."""
    found = []
    for action in RULES.actions.values():
        for step in action.header:
            if isinstance(step.statement, m.Require):
                found.append((action.name, step.clause.key))
            elif isinstance(step.statement, m.Cost):
                found += [(action.name, payment.unit.removesuffix("s")) for payment in step.statement.payments]
    return found


@pytest.mark.parametrize("name", RULES.actions)
def test_legal_somewhere(name):
    """Some example carries it out, or shows that it is allowed."""
    assert name in {each for each, _ in said("when", "allow")}


@pytest.mark.parametrize("name, key", reasons())
def test_refused_for_it(name, key):
    """Some example is refused the action for that reason."""
    assert any(action == name and key in keys for action, keys in said("refuse"))
