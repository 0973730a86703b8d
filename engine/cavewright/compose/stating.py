"""What a clause or cell says, as an edit has to repeat it, and the clause saying something else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..source import Source, Span
from ..syntax import parse_text
from ..syntax import tree as t
from .keys import Clausal, bodies, restated, stated
from .rowtext import cells, plain

# ---- What a clause says --------------------------------------------------------------------------------------------


def is_expr(node: object) -> bool:
    return isinstance(node, (t.Name, t.Number, t.Text, t.Nothing, t.Attribute, t.Index, t.Apply, t.Unary, t.Binary,
                             t.Conditional))


def said(node: Clausal, old: t.Node) -> t.Node | None:
    """What an edit has to repeat of a clause: of a line the statement, of a block, call or member its expression."""
    match node:
        case t.Line(statement=statement):
            return _stated_line(statement, old)
        case t.Keeps(start=start):
            return start if start is not None else t.Empty(span=_end_of(node))
        case t.Score(value=value) | t.Least(value=value) | t.Setting(value=value):
            return value
        case t.Free(condition=condition) | t.Joined(condition=condition) | t.Among(condition=condition):
            return condition
        case t.Winner(order=order):
            return t.Name(order, span=node.span)
        case t.Rows(file=file):
            return t.Text(file, span=node.span)
    return None


def _end_of(node: t.Node) -> Span:
    return Span(node.span.source, node.span.end, node.span.end)


def _stated_line(statement: t.Statement, old: t.Node) -> t.Node | None:
    if isinstance(statement, t.Call):
        return statement.target
    return stated(statement) if bodies(statement) else statement


def changed(node: Clausal, new: Any) -> Clausal | None:
    """The clause with another statement or expression; none if it does not take that."""
    if isinstance(node, t.Line):
        statement = _changed_statement(node.statement, new)
        if statement is None:
            return None
        span = node.span if bodies(statement) else new.span
        return replace(node, statement=statement, span=span)
    return _changed_member(node, new)


def _changed_statement(statement: t.Statement, new: Any) -> t.Statement | None:
    if stated(statement) is not None and not isinstance(statement, t.Call):
        return restated(statement, new) if is_expr(new) and not isinstance(new, t.Text) else None
    if isinstance(new, (t.Name, t.Attribute, t.Index, t.Apply)):
        return t.Call(new, span=new.span)
    is_value = is_expr(new) or isinstance(new, t.Empty)
    return None if is_value else new


def _changed_member(node: Clausal, new: Any) -> Clausal | None:
    if isinstance(node, t.Keeps) and isinstance(new, t.Empty):
        return replace(node, start=None)
    if isinstance(node, t.Rows):
        return replace(node, file=new.value, span=new.span) if isinstance(new, t.Text) else None
    if not is_expr(new) or isinstance(new, t.Text):
        return None
    match node:
        case t.Keeps():
            return replace(node, start=new)
        case t.Score() | t.Least() | t.Setting():
            return replace(node, value=new)
        case t.Free() | t.Joined() | t.Among():
            return replace(node, condition=new)
        case t.Winner() if isinstance(new, t.Name):
            return replace(node, order=new.id)
    return None


# ---- Cells and rows ------------------------------------------------------------------------------------------------


def holds(cell: str, value: Any) -> bool:
    """Whether a cell says what an edit says: compared as trees, so that layout does not count."""
    if isinstance(value, t.Empty):
        return not cell
    if isinstance(value, t.Text):
        return plain(cell) == plain(f'"{value.value}"')
    if plain(cell) == " ".join(value.span.text.split()):
        return True
    node, problem = parse_text(Source("", cell), 0, len(cell), "expr") if cell else (None, None)
    return problem is None and node == value


def cell_text(value: Any) -> str:
    if isinstance(value, t.Empty):
        return ""
    return f'"{value.value}"' if isinstance(value, t.Text) else " ".join(value.span.text.split())


def begins_with(node: Clausal, wanted: tuple[str, ...]) -> bool:
    return isinstance(node, t.Row) and cells(node.raw)[: len(wanted)] == wanted
