"""What an edit repeats of a clause, whatever the clause: the table of clauses says it."""

from dataclasses import replace

import pytest
from tests.language.syntax.test_clause_forms import CLAUSES, TABLE

from cavewright.language.compose.line_effects import effects_of
from cavewright.language.compose.shares import OverlayShare, with_shares
from cavewright.language.compose.stated_values import change_part, repeated_part, same, told_part
from cavewright.language.syntax import tree as t
from cavewright.language.syntax.clause_forms import content_of, form_of

PROBES = (t.Name("a"), t.Finish(), t.Text("a"), t.Cites(("A-1",)))
"""What an edit may be about: a value, a first line, the text, the ids."""
BY_ITSELF = ("Property", "Given", "Begin", "Said", "Then", "Row")
"""Clauses of which no edit repeats a part: they go, come and are replaced as a whole."""


@pytest.mark.parametrize("node", CLAUSES.values(), ids=CLAUSES)
def test_a_part_that_becomes_itself_changes_nothing(node):
    probes = (*PROBES, node) if form_of(node).home != "lines" else PROBES
    parts = [(each, part) for each in probes if (part := repeated_part(node, each)) is not None]
    for about, part in parts:
        changed = change_part(node, about, part)
        assert changed is None or replace(changed, span=node.span) == node
        assert same(part, part)
    is_stated = any(not told_part(about) for about, _ in parts)
    assert is_stated or type(node).__name__ in BY_ITSELF, (
        f"say in the row of {type(content_of(node)).__name__} in {TABLE} what an edit repeats of it: `stated`, or `repeats_whole`"
    )


@pytest.mark.parametrize("node", CLAUSES.values(), ids=CLAUSES)
def test_something_can_be_added_where_the_table_says_so(node):
    shares = [t.Share("or", t.Name("b")), t.Share("and", t.Name("b")), t.Share("+", t.Number(1))]
    shares += [t.Share("cost", t.Cost((t.Price(t.Quantity(t.Number(1), t.Name("b")), None),)))]
    made = [with_shares(node, [OverlayShare("a", each)]) for each in shares]
    assert any(made) <= bool(form_of(node).shared)
    assert any(made) or form_of(node).shared in ("", "quantities"), f"nothing can be added to {node}"


@pytest.mark.parametrize("node", [each for each in CLAUSES.values() if form_of(each).effect == "writes"], ids=repr)
def test_a_statement_that_writes_is_known_to_write(node):
    assert effects_of(node, lambda label: None).writes, (
        f"`{TABLE}` says that {type(node.statement).__name__} writes: say what in `line_effects._note`"
    )
