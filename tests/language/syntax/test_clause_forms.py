"""The table of clauses: every class has a row, and what a row says of its class is so."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from tests.language.syntax.test_parse import ITEMS, STATEMENTS

from cavewright.language import compose
from cavewright.language.syntax import tree as t
from cavewright.language.syntax.clause_blocks import blocks_of, with_blocks_of
from cavewright.language.syntax.clause_forms import FORMS, content_of, form_of, values_at

TABLE = "engine/cavewright/language/syntax/clause_forms.py"
HOMES = {
    **dict.fromkeys(get_args(t.Statement), "lines"),
    **dict.fromkeys(get_args(t.Member), "members"),
    **dict.fromkeys(get_args(t.Part), "parts"),
    t.Branch: "branches",
}
"""The classes of the tree that are clauses, and where they stand."""
CLAUSES = {
    repr(node): node
    for tree in (*(t.Line("k", each) for each in STATEMENTS.values()), *ITEMS.values())
    for node in t.walk(tree)
    if isinstance(node, t.Line) or HOMES.get(type(node), "lines") != "lines"
}
"""Clauses of all kinds: `test_parse` demands an example of each class."""


def forgotten(forms: dict[type, object]) -> list[str]:
    return [
        f"{each.__name__} is a clause that {TABLE} does not know: write a row, `t.{each.__name__}: …`, in `FORMS`, which says how it is "
        "written and what an overlay may do to it"
        for each in HOMES
        if each not in forms
    ]


def test_every_clause_has_a_row():
    assert not forgotten(FORMS), "\n".join(forgotten(FORMS))
    strange = [each.__name__ for each in FORMS if each not in HOMES]
    assert not strange, (
        f"{strange} have rows in {TABLE}, but are no part of `Statement`, `Member` or `Part` of the tree"
    )


def test_a_clause_without_a_row_is_named():
    (told,) = forgotten({kind: form for kind, form in FORMS.items() if kind is not t.Lay})
    assert told.startswith(f"Lay is a clause that {TABLE} does not know: write a row, `t.Lay: …`")


@pytest.mark.parametrize("kind", FORMS, ids=lambda each: each.__name__)
def test_a_row_says_where_its_class_stands(kind):
    assert FORMS[kind].home == HOMES[kind]


@pytest.mark.parametrize("kind", FORMS, ids=lambda each: each.__name__)
def test_a_row_names_fields_of_its_class(kind):
    form = FORMS[kind]
    named = {form.told_by, form.body, form.instead, form.shared, *form.stated, *(field for field, _ in form.stays)} - {
        ""
    }
    named |= {form.further} - {"", "branches"} | {path.partition(".")[0] for path in form.names}
    missing = sorted(each for each in named if not hasattr(kind, each))
    assert not missing, f"the row of {kind.__name__} in {TABLE} names {missing}, which {kind.__name__} does not have"


def test_there_are_clauses_of_all_classes():
    assert {type(content_of(each)) for each in CLAUSES.values()} == set(FORMS)


@pytest.mark.parametrize("node", CLAUSES.values(), ids=CLAUSES)
def test_names_of_clauses_are_words_or_expressions(node):
    for path in form_of(node).names:
        assert all(isinstance(each, str | t.Node) for each in values_at(content_of(node), path))


def lines_in(node: object) -> Iterator[t.Line]:
    """The lines below a node, without those below them."""
    for each in node if isinstance(node, tuple) else [getattr(node, field.name) for field in fields(node)]:
        if isinstance(each, t.Line):
            yield each
        elif isinstance(each, t.Node | tuple):
            yield from lines_in(each)


@pytest.mark.parametrize("node", CLAUSES.values(), ids=CLAUSES)
def test_all_lines_in_a_clause_stand_below_it(node):
    first, *further = blocks_of(node) or ((),)
    below = [*first, *(line for block in further for each in block for line in lines_in(each))]
    assert below == list(lines_in(content_of(node))), (
        f"name in the row of {type(content_of(node)).__name__} in {TABLE} the field with what stands below it: `body`, `further`"
    )
    assert with_blocks_of(node, blocks_of(node)) == node


def classes_asked_for(text: str) -> Iterator[str]:
    """The classes of clauses, and kinds of them, that a module asks nodes for by `isinstance`."""
    kinds = {each.__name__ for each in HOMES} | {"Line", "Statement", "Member", "Part"}
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "isinstance":
            for each in ast.walk(call.args[1]):
                if isinstance(each, ast.Attribute) and each.attr in kinds:
                    yield f"line {call.lineno}: {each.attr}"


@pytest.mark.parametrize("path", sorted(Path(compose.__file__).parent.glob("*.py")), ids=lambda each: each.stem)
def test_overlays_ask_the_table_and_not_for_classes(path):
    found = [*classes_asked_for(path.read_text("utf-8"))]
    assert not found, (
        f"{path.name} asks for classes of clauses ({found}): read it from `form_of(node)`, or add a column to {TABLE}"
    )


def test_a_class_that_is_asked_for_is_found():
    assert [*classes_asked_for("a = isinstance(b, t.Row | t.Name)")] == ["line 1: Row"]
