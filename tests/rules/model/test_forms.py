"""The table of forms of values: nothing outside of it says by hand what a form is."""

import ast
from pathlib import Path

import pytest

import cavewright
from cavewright.rules.model.forms import FORMS
from cavewright.rules.model.types import YES_NO, Type, number, row

ENGINE = Path(cavewright.__file__).parent
MOST = 4
"""Comparisons of the form of a type with a name of one, in the engine: those by which written types and columns answer."""


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
        for node in compared(ast.parse(path.read_text(encoding="utf-8")))
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
