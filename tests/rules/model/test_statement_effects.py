"""The table of what statements do: none is forgotten, and its fields are those of the statement."""

import re
from dataclasses import fields
from types import SimpleNamespace

import pytest

from cavewright.foundation.source import Source, Span
from cavewright.rules.model import statement_effects as effects
from cavewright.rules.model import statements as s
from cavewright.rules.model.declarations import Expr
from cavewright.rules.model.types import number

NUMBER = number(0, 9)
HERE = Span(Source("a.cave", "n"), 0, 1)
TABLE = "EFFECTS in engine/cavewright/rules/model/statement_effects.py"


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
    assert set(entry.blocks) == of(kind, r"\bBlock\b|Payment"), (
        f"{kind.__name__} holds blocks that {TABLE} does not name, or the other way round"
    )
    assert set(entry.binds) == of(kind, r"\bBind\b|^Local$") - {"kept"}, (
        f"{kind.__name__} gives names a value that {TABLE} does not name, or the other way round"
    )
    assert all(name in of(kind, r"\bExpr\b") for name in entry.writes)


@pytest.mark.parametrize("kind", s.STATEMENTS, ids=lambda kind: kind.__name__)
def test_every_expression_is_written_to_picks_that_or_is_read(kind):
    entry = effects.EFFECTS[kind]
    said = sorted((*entry.writes, *entry.indices, *entry.reads))
    assert said == sorted(of(kind, r"\bExpr\b|Amount|Payment|\bBind\b")), (
        f"{kind.__name__}: enter each expression once in {TABLE}, as what is written to, as an index or as read"
    )


def test_what_picks_a_target_is_found():
    def expr(op, *args):
        return Expr(op, args, NUMBER, HERE)

    field, board, owner, piece = object(), object(), expr("me"), expr("const", 1)
    bag, spot = expr("field", field, owner), expr("const", 7)
    targets = [
        (bag, [owner]),
        (expr("field", field, None), []),
        (expr("amount", bag, piece), [owner, piece]),
        (expr("in_set", piece, bag), [piece, owner]),
        (expr("record", board, field, 0, spot), [spot]),
        (expr("edge", board, field, 0, spot), [spot]),
        (expr("local", field), []),
    ]
    for target, indices in targets:
        assert list(effects.indices_of(s.Assign(target, piece))) == [(target, each) for each in indices]
    assert list(effects.indices_of(s.Transfer((), bag, bag))) == [(bag, owner)] * 2
    assert list(effects.indices_of(s.Lay("place", piece, spot, piece))) == [(None, spot)]
    assert list(effects.indices_of(s.Draw(field, bag))) == [(bag, owner)]


def test_what_stands_in_the_fields_is_found():
    bag, local, block = object(), object(), (object(),)
    assert effects.written_to(s.Draw(local, bag)) == (bag,)
    assert effects.written_to(s.Transfer((), None, bag)) == (bag,)
    assert list(effects.bound_by(s.Draw(local, bag))) == [local]
    assert list(effects.bound_by(s.ForEach((s.Bind(local, bag),), None, block))) == [local]
    assert list(effects.inner_blocks(s.If(((bag, block),), ()))) == [block, ()]
    assert list(effects.inner_blocks(s.Cost((SimpleNamespace(pay=block),)))) == [block]
    assert (
        effects.decided_by(s.May("x", block)),
        effects.decided_by(s.Roll(local, bag)),
        effects.decided_by(s.Finish()),
    ) == ("players", "chance", "")
