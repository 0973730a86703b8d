"""The table of what statements do: none is forgotten, and its fields are those of the statement."""

import re
from dataclasses import fields
from types import SimpleNamespace

import pytest

from cavewright.model import statement_effects as effects
from cavewright.model import statements as s

TABLE = "EFFECTS in engine/cavewright/model/statement_effects.py"


def of(kind, pattern):
    """The fields of a statement whose annotation mentions a word."""
    return {each.name for each in fields(kind) if re.search(pattern, str(each.type))}


def test_every_statement_is_in_the_table():
    missing = sorted(each.__name__ for each in set(s.STATEMENTS) - set(effects.EFFECTS))
    assert not missing, f"{missing}: enter in {TABLE} what they write and bind, and who decides there"
    assert set(effects.EFFECTS) == set(s.STATEMENTS)


@pytest.mark.parametrize("kind", s.STATEMENTS, ids=lambda kind: kind.__name__)
def test_the_fields_are_those_of_the_statement(kind):
    entry = effects.EFFECTS[kind]
    assert {*entry.writes, *entry.binds, *entry.blocks} <= {each.name for each in fields(kind)}
    assert set(entry.blocks) == of(kind, r"\bBlock\b|Payment"), f"{kind.__name__} holds blocks that {TABLE} does not name, or the other way round"
    assert set(entry.binds) == of(kind, r"\bBind\b|^Local$") - {"kept"}, f"{kind.__name__} gives names a value that {TABLE} does not name, or the other way round"
    assert all(name in of(kind, r"\bExpr\b") for name in entry.writes)


def test_what_stands_in_the_fields_is_found():
    bag, local, block = object(), object(), (object(),)
    assert effects.written_to(s.Draw(local, bag)) == (bag,)
    assert effects.written_to(s.Transfer((), None, bag)) == (bag,)
    assert list(effects.bound_by(s.Draw(local, bag))) == [local]
    assert list(effects.bound_by(s.ForEach((s.Bind(local, bag),), None, block))) == [local]
    assert list(effects.inner_blocks(s.If(((bag, block),), ()))) == [block, ()]
    assert list(effects.inner_blocks(s.Cost((SimpleNamespace(pay=block),)))) == [block]
    assert (effects.decided_by(s.May("x", block)), effects.decided_by(s.Roll(local, bag)), effects.decided_by(s.Finish())) == ("players", "chance", "")
