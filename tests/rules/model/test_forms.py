"""The table of forms of values: nothing outside of it says by hand what a form is."""

import ast
from pathlib import Path
from typing import get_args

import pytest
from tests.house.engine_modules import tree_of

import cavewright
from cavewright.rules.check.cardinality import most_in
from cavewright.rules.check.symbols import SymbolTable, side_kinds
from cavewright.rules.model.forms import FORMS, FormName
from cavewright.rules.model.initial_values import first_of
from cavewright.rules.model.ruleset import Expr
from cavewright.rules.model.types import (
    NONE,
    NOTHING,
    SIDES,
    SIX_SIDES,
    YES_NO,
    Type,
    a_list,
    a_set,
    number,
    place,
    row,
    union,
)

ENGINE = Path(cavewright.__file__).parent
MOST = 6
"""Comparisons of the form of a type with a name of one, in the engine; four are those by which written types and columns answer."""


def compared(tree):
    """Yields the comparisons of something's `form`, or of a name `form`, with names of forms, and cases of `match`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(map(is_form, (node.left, *node.comparators))):
            names = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            if names & FORMS.keys():
                yield node
        if isinstance(node, ast.Match) and is_form(node.subject):
            yield from (case for case in node.cases if names_in(case) & FORMS.keys())


def names_in(case):
    return {each.value for each in ast.walk(case.pattern) if isinstance(each, ast.Constant)}


def is_form(node):
    return (isinstance(node, ast.Attribute) and node.attr == "form") or (
        isinstance(node, ast.Name) and node.id == "form"
    )


def test_stages_ask_the_table_and_do_not_compare_forms():
    found = [
        f"{path.relative_to(ENGINE)}:{getattr(node, 'lineno', 0)}"
        for path in sorted(ENGINE.rglob("*.py"))
        for node in compared(tree_of(path))
        if path.name not in ("types.py", "forms.py")
    ]
    assert len(found) <= MOST, (
        "ask the type (`is_number`, `facts`), or write a `Pass` over `FORMS` in place of comparing its form:\n"
        + "\n".join(found)
    )


@pytest.mark.parametrize("written, count", [("a.form == 'row'", 1), ("a.form in ('set', 'x')", 1), ("a.form == b", 0)])
def test_comparisons_are_found(written, count):
    assert len(list(compared(ast.parse(written)))) == count


def test_a_type_answers_by_its_form():
    assert number(1, 7).is_number and not number(1, 7).facts.empty_at_first
    assert row("player").is_row_of("player") and not row("tile").is_row_of("player")
    assert {each.name for each in FORMS.values() if each.is_counted} == {"number", "yes_no", "row"}
    assert Type("set", element=row("tile")).member == row("tile") and Type("list", element=row("tile")).member is None


def test_bits_and_least_values_of_types():
    assert number(2, 10, step=4).numbering == (2, 4) and row("tile").numbering == (0, 1)
    kept = (number(2, 10), number(-5, 5), row("tile"), row("tile", optional=True), YES_NO)
    assert [each.least_kept for each in kept] == [-1, -5, 0, -1, -1]


KNOWN = (number(1, 7), YES_NO, row("tile"), place("cave"), SIDES, a_set(row("tile")), Type("bag", "tile"))


@pytest.mark.parametrize("each", (*KNOWN, a_list(number(1, 2)), Type("text"), NOTHING), ids=str)
def test_types_keep_what_the_table_says(each):
    facts = FORMS[each.form]
    assert facts.may_be_none == (union(each, NOTHING) is not None)
    assert facts.has_members == (each.content is not None)
    assert (facts.of_kind or facts.of_board) == bool(each.name)


@pytest.mark.parametrize("each", KNOWN, ids=str)
def test_what_is_kept_begins_with_none_or_the_value_next_to_zero(each):
    nothing = first_of(each) == NONE
    assert nothing == FORMS[each.form].empty_at_first
    assert nothing or first_of(each) == max(each.low, 0)
    assert not FORMS[each.form].may_be_none or first_of(union(each, NOTHING)) == NONE


@pytest.mark.parametrize("sides, is_six, many", [(SIDES, False, 4), (SIX_SIDES, True, 6)])
def test_as_many_sides_are_open_as_places_have(sides, is_six, many):
    names = SymbolTable()
    names.kinds["side"] = side_kinds[is_six]
    assert most_in(Expr("local", (), sides, None), names) == many


def test_the_name_of_a_form_is_a_row_of_the_table():
    assert set(get_args(FormName)) == FORMS.keys()
