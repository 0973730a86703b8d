"""The formatter: what it makes of files, and its three laws. Twice is once; the tree stays; the comments stay."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cavewright.foundation.source import Source
from cavewright.language.syntax import format_source, parse_file, parse_text, print_item, unparse
from cavewright.language.syntax import tree as t
from cavewright.language.syntax.parse import FILE_LIMIT
from cavewright.language.syntax.rule_table import cited_ids
from cavewright.language.syntax.table_row import row_cells, row_text
from cavewright.language.syntax.unparse import spell_cites

from . import trees

HERE = Path(__file__).parent
CASES = sorted((HERE / "format").glob("*.cave"))
REAL = [
    path.read_text("utf-8")
    for path in sorted((HERE.parents[2] / "rulesets").glob("*/*.cave"))
    if path.name != "book.cave"
]
SAMPLES = [
    part
    for text in [*REAL, *(path.read_text("utf-8") for path in CASES)]
    for part in re.split(r"(?m)^(?=[a-z])", text)
    if part.strip()
]
lenient = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)


def formatted(text: str) -> str:
    result, found = format_source(Source("a.cave", text))
    assert [str(each) for each in found] == []
    return result


def parsed(text: str) -> t.File:
    file, found = parse_file(Source("a.cave", text))
    assert [str(each) for each in found] == []
    return file


def trimmed(node: Any) -> Any:
    """The node with rows that have one blank beside each bar."""
    if isinstance(node, tuple):
        return tuple(map(trimmed, node))
    if isinstance(node, t.Row):
        return replace(node, raw=row_text(row_cells(node.raw)), abilities=trimmed(node.abilities))
    if isinstance(node, t.Node):
        return replace(node, **{each.name: trimmed(getattr(node, each.name)) for each in fields(node)})
    return node


def read(text: str, rule: str) -> object:
    node, problem = parse_text(Source("a.cave", text), 0, len(text), rule)
    assert problem is None, f"{text}\n{problem}"
    return node


# ---- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_file(path: Path) -> None:
    """`x.cave` becomes `x.formatted`, which becomes itself."""
    expected = path.with_suffix(".formatted").read_text("utf-8")
    assert formatted(path.read_bytes().decode("utf-8")) == expected
    assert formatted(expected) == expected


@pytest.mark.parametrize("text", REAL, ids=range(len(REAL)))
@pytest.mark.gate("7", "14", "28")
def test_bundled_file_keeps_its_tree_and_comments(text: str) -> None:
    once = formatted(text)
    assert trimmed(parsed(once)) == trimmed(parsed(text))
    assert formatted(once) == once
    assert re.findall("#.*", once) == re.findall("#.*", text)


def test_what_kinds_and_options_require_stays_where_it_is() -> None:
    """Lines beside rows are written once, behind them."""
    text = 'kind pit\n    | pit | depth: 0..9 |\n    | ash | 2           |\n    depth: require pit.depth > 1 "Deep."\n'
    assert format_source(Source("a.cave", text)) == (text, ())


def test_broken_file_stays_as_it_is() -> None:
    text = "constant a=1\nconstant b==2\n"
    result, found = format_source(Source("a.cave", text))
    assert result == text
    assert [each.code for each in found] == ["C0101"]


@pytest.mark.long
def test_file_that_would_grow_past_the_limit_stays_as_it_is() -> None:
    text = "kind a\n" + "| b |  [A-1]\n".join([" "] * (FILE_LIMIT // 40))
    result, found = format_source(Source("a.cave", text))
    assert result == text
    assert [each.code for each in found] == ["C0601"]


# ---- from trees to texts and back ----------------------------------------------------------------------------------


@lenient
@given(trees.expressions)
def test_expression(node: t.Expr) -> None:
    assert read(unparse(node), "expr") == node


@pytest.mark.long
@lenient
@given(trees.expressions)
def test_expression_has_no_needless_parentheses(node: t.Expr) -> None:
    """Without any one pair that is not an application's, it is another expression or none."""
    text = unparse(node)
    for start, end in _grouping(text):
        without = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
        other, problem = parse_text(Source("a.cave", without), 0, len(without), "expr")
        assert problem or other != node


def _grouping(text: str) -> list[tuple[int, int]]:
    """Pairs of parentheses that group: those that stand behind no name, bracket or parenthesis."""
    pairs, opened = [], []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            start = opened.pop()
            if start == 0 or text[start - 1] in " ([-":
                pairs.append((start, place))
    return pairs


@pytest.mark.long
@lenient
@given(trees.types)
def test_type(node: t.TypeNode) -> None:
    assert read(unparse(node), "type") == node


@pytest.mark.long
@lenient
@given(trees.simple)
def test_statement(node: t.Statement) -> None:
    item = read(f"to p\n    {unparse(node)}\n", "item")
    assert isinstance(item, t.Declaration)
    assert item.block == (t.Line("", node),)


@pytest.mark.long
@lenient
@given(trees.items)
def test_item(node: t.Declaration | t.Edit) -> None:
    text = print_item(node)
    assert trimmed(read(text, "item")) == node
    assert formatted(text) == text + "\n"


@pytest.mark.long
@lenient
@given(trees.files)
def test_file_of_items(file: t.File) -> None:
    text = print_item(file)
    assert trimmed(parsed(text)) == file
    assert formatted(text).rstrip("\n") == text


@lenient
@given(
    st.from_regex(r"\[[A-Z][A-Z0-9]*-[A-Z0-9 ,.\n-]*\]", fullmatch=True)
    | st.builds("[A-{}..{}, A-{}..{}]".format, *4 * [st.integers(0, 99999) | st.sampled_from(("08", "099"))])
)
def test_ids(text: str) -> None:
    ids = cited_ids(text)
    assert cited_ids(spell_cites(ids)) == ids


@lenient
@given(trees.row_texts)
def test_row(raw: str) -> None:
    """Blanks around its cells are no part of a row."""
    cells = row_cells(raw)
    assert row_cells(row_text(cells)) == row_cells(row_text(f"  {cell} " for cell in cells)) == cells


# ---- texts that people write ---------------------------------------------------------------------------------------


@st.composite
def written(draw: st.DrawFn) -> str:
    """A few declarations of real files, with other blanks, more comments and now and then a broken word."""
    text = "".join(draw(st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=4)))
    for number in range(draw(st.integers(1, 8))):
        change = draw(
            st.sampled_from((_commented, _commented, _remarked, _spread, _drawn_together, _broken, _cut, _moved))
        )
        text = change(text, draw, number)
    return text


def _ends(text: str) -> list[int]:
    return [match.start() for match in re.finditer(r"(?m)$", text)]


def _commented(text: str, draw: st.DrawFn, number: int) -> str:
    place, blanks = draw(st.sampled_from(_ends(text))), draw(st.sampled_from(("", " ", "\t", "   ")))
    return f'{text[:place]}{blanks}#~{number}~ "{text[place:]}'


def _remarked(text: str, draw: st.DrawFn, number: int) -> str:
    place = draw(st.sampled_from(_ends(text)))
    before, after = draw(st.sampled_from(("\n", "\n\n", "\r\n\n\n"))), draw(st.sampled_from(("", "\n", "\n\n  ")))
    return f"{text[:place]}{before}{' ' * draw(st.integers(0, 14))}#~{number}~ x | y{after}{text[place:]}"


def _spread(text: str, draw: st.DrawFn, number: int) -> str:
    """Breaks a line, which brackets permit, or not."""
    places = [match.end() for match in re.finditer(r"[(,] ?", text)] or [0]
    place = draw(st.sampled_from(places))
    comment = draw(st.sampled_from(("", f" #~{number}~", f"\n\n#~{number}~ )")))
    return f"{text[:place]}{comment}\n {' ' * draw(st.integers(0, 9))}{text[place:]}"


def _drawn_together(text: str, draw: st.DrawFn, number: int) -> str:
    return re.sub(
        draw(st.sampled_from(("(?<=[^ ])  +", r"(?m)^    ", r"\n\n", " (?=[=:+|])"))),
        draw(st.sampled_from((" ", "  ", "\t", "\n"))),
        text,
    )


def _broken(text: str, draw: st.DrawFn, number: int) -> str:
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(st.sampled_from(("(", ")", "|", '"', "not ", " or none", "#", "-", "\r"))) + text[place:]


def _cut(text: str, draw: st.DrawFn, number: int) -> str:
    place = draw(st.integers(0, len(text)))
    return text[:place] + text[place + draw(st.integers(1, 9)) :]


def _moved(text: str, draw: st.DrawFn, number: int) -> str:
    """One line stands elsewhere."""
    lines = text.split("\n")
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    lines.insert(draw(st.integers(0, len(lines))), line)
    return "\n".join(lines)


@pytest.mark.long
@settings(lenient, max_examples=400)
@given(written())
def test_laws(text: str) -> None:
    """Whatever can be read keeps its tree and its comments, and comes out the same when formatted again."""
    file, found = parse_file(Source("a.cave", text))
    result, told = format_source(Source("a.cave", text))
    assert told == found
    if found:
        assert result == text
    else:
        assert trimmed(parsed(result)) == trimmed(file)
        assert formatted(result) == result
        assert re.findall("#~.~", result) == re.findall("#~.~", text)
        assert not re.search(r"[ \t\r]\n|\n\n\n|\A\n|\n\n\Z", result)
