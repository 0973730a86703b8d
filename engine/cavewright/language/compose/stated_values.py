"""Compares the old value that an edit repeats with the value in the rules, and replaces it by the new one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.source import Source, Span
from ..syntax import parse_text, unparse
from ..syntax import tree as t
from ..syntax.unparse import spell_cites, spell_clause
from .clause_keys import STATED, Clausal, block_expression, bodies, opening, reopen_block, with_block_expression
from .row_cells import BETWEEN, plain

_MAY_SAY_NOTHING = t.Keeps | t.Together
_TOLD: dict[str, tuple[Any, str, object]] = {"text": (t.Text, "value", ""), "cites": (t.Cites, "ids", ())}
"""What an edit states a text or ids by, where it holds them, and what stands where there are none."""

# ---- What a clause says --------------------------------------------------------------------------------------------


def repeated_part(node: Clausal, old: t.Node, new: t.Node | None = None) -> t.Node | None:
    """Returns the part of a clause that an edit has to repeat: its text, its ids, or what it says.

    That is of a line the statement, of a block its first line or the expression in that, of a call or member its
    expression, of what is kept its first value, or all of it. None if an edit that repeats `old` cannot speak of it.
    """
    about = told_part(old, new)
    if _may_be_told(node, about):
        return text_part(node, about)
    return _stated_line(node.statement, old) if isinstance(node, t.Line) else _stated_member(node, old)


def told_part(old: t.Node, new: t.Node | None) -> str:
    """Tells if an edit speaks of the `text`, or of the ids, `cites`; else "". `_` stands for none."""
    return next(
        (name for name, (form, *_) in _TOLD.items() if isinstance(old if not isinstance(old, t.Empty) else new, form)),
        "",
    )


def _may_be_told(node: Clausal, about: str) -> bool:
    return bool(about) and not (about == "text" and isinstance(node, (t.Row, t.Rows)))


def text_part(node: Any, name: str) -> t.Node | None:
    """The text or the ids of a clause or declaration; none of one that has no such thing."""
    value = getattr(node, name, None)
    if value is None:
        return None
    return _TOLD[name][0](value, span=node.span) if value else t.Empty(span=_end_of(node))


def with_told(node: Any, name: str, new: Any) -> Any:
    """The clause or declaration with another text, or other ids; none if it does not take that."""
    form, field, nothing = _TOLD[name]
    value = getattr(new, field) if isinstance(new, form) else nothing if isinstance(new, t.Empty) else None
    return replace(node, **{name: value}) if value is not None and hasattr(node, name) else None


def _stated_member(node: Clausal, old: t.Node) -> t.Node | None:
    """All of a member or part, or the one thing in it that can be changed by itself."""
    match node:
        case t.Keeps() if isinstance(old, t.Keeps):
            return t.Keeps(node.name, node.type, node.start, span=node.span)
        case t.Column() if isinstance(old, t.Column):
            return replace(node, start=old.start)
        case t.Branch() if isinstance(old, t.Branch):
            return t.Branch(node.condition, (), span=node.span)
        case t.Parameter(type=type_) | t.Column(type=type_) if not isinstance(old, t.Part):
            if type_ == t.TypeNode("name", type_.name):
                return t.Name(type_.name, span=type_.span)
            return as_range(type_) if type_ == t.TypeNode("range", low=type_.low, high=type_.high) else None
    if isinstance(node, t.Grid) or (isinstance(node, t.Part) and isinstance(old, t.Part)):
        return node
    value: Any = getattr(node, STATED.get(type(node), ""), None)
    if isinstance(value, str):
        return (t.Text if isinstance(node, t.Rows) else t.Name)(value, span=node.span)
    return t.Empty(span=_end_of(node)) if value is None and isinstance(node, _MAY_SAY_NOTHING) else value


def as_range(type_: t.TypeNode | None) -> t.Binary | None:
    """The range of numbers that a type is, as an edit repeats it."""
    if type_ is None or type_.low is None or type_.high is None:
        return None
    return t.Binary("..", type_.low, type_.high, span=type_.span)


def same(now: t.Node, old: t.Node) -> bool:
    """Tells if two parts of clauses say the same; the order of ids does not count."""
    if isinstance(now, t.Cites) and isinstance(old, t.Cites):
        return set(now.ids) == set(old.ids)
    return now == old


def shown_part(now: t.Node) -> str:
    """A part of a clause, as an edit would repeat it."""
    if isinstance(now, t.Text):
        return f'"{now.value}"'
    if isinstance(now, t.Cites):
        return spell_cites(now.ids)
    if isinstance(now, (t.Branch, t.Part)):
        return spell_clause(now)
    return unparse(now) if isinstance(now, t.Statement) and bodies(now) else now.span.text


def _end_of(node: t.Node) -> Span:
    return Span(node.span.source, node.span.end, node.span.end)


def _stated_line(statement: t.Statement, old: t.Node) -> t.Node | None:
    if isinstance(statement, t.Call):
        return statement.target
    if not bodies(statement):
        return statement
    is_line = isinstance(old, t.Statement) and not isinstance(old, t.Call)
    return opening(statement) if is_line else block_expression(statement)


def change_part(node: Clausal, old: t.Node, new: Any) -> Clausal | None:
    """The clause with another text, other ids, or another statement or expression; none if it does not take that."""
    about = told_part(old, new)
    if _may_be_told(node, about):
        return with_told(node, about, new)  # type: ignore[no-any-return]
    if isinstance(new, t.Text) and not isinstance(node, t.Rows):
        return None
    if isinstance(node, t.Line):
        statement = _changed_statement(node.statement, new)
        if statement is None:
            return None
        span = node.span if bodies(statement) else new.span
        return replace(node, statement=statement, span=span)
    return _changed_member(node, new)


def retold(node: Clausal, text: str) -> Clausal | None:
    """The clause with the text that stands behind an edit, if one does; none if it has no text."""
    return with_told(node, "text", t.Text(text)) if text else node


def _changed_statement(statement: t.Statement, new: Any) -> t.Statement | None:
    if isinstance(new, t.Offer) and bool(new.menu) is bool(bodies(statement)) and not bodies(new):
        return None  # what is offered is either a menu or what stands below
    if bodies(statement):
        if isinstance(new, t.Statement) and not isinstance(new, t.Call):
            return reopen_block(statement, new) if not any(bodies(new)) else None
        return (
            with_block_expression(statement, new)
            if block_expression(statement) is not None and isinstance(new, t.Expr)
            else None
        )
    if isinstance(new, (t.Name, t.Attribute, t.Index, t.Apply)):
        return t.Call(new, span=new.span)
    return new if isinstance(new, t.Statement) and all(bodies(new)) else None


def _changed_member(node: Clausal, new: Any) -> Clausal | None:
    if isinstance(node, t.Keeps) and isinstance(new, t.Keeps):
        return replace(node, type=new.type, start=new.start) if node.name == new.name else None
    if isinstance(node, t.Branch) and isinstance(new, t.Branch):
        stays_last = node.condition is None and new.condition is None
        return replace(node, condition=new.condition, span=new.span) if new.condition or stays_last else None
    if isinstance(node, t.Grid | t.Part) and isinstance(new, type(node)):
        return new
    if isinstance(node, t.Parameter | t.Column):
        return _changed_parameter(node, new)
    value: Any = new if isinstance(new, t.Expr) and not isinstance(new, t.Text) else None
    if isinstance(node, t.Rows):
        value = new.value if isinstance(new, t.Text) else None
    elif isinstance(node, t.Winner | t.Within | t.Upon):
        value = new.id if isinstance(new, t.Name) else None
    is_nothing = isinstance(new, t.Empty) and isinstance(node, _MAY_SAY_NOTHING)
    field = STATED.get(type(node), "")
    if not field or (value is None and not is_nothing) or (isinstance(node, t.Branch) and node.condition is None):
        return None
    changes: Any = {field: value, **({"span": new.span} if isinstance(node, t.Rows | t.Branch | t.Part) else {})}
    return replace(node, **changes)


def _changed_parameter(node: t.Parameter | t.Column, new: Any) -> t.Parameter | t.Column | None:
    if isinstance(new, t.Name):
        return replace(node, type=t.TypeNode("name", new.id, span=new.span), span=new.span)
    if isinstance(new, t.Binary) and new.op == "..":
        kept = node.type if node.type.form == "range" else t.TypeNode("range")
        return replace(node, type=replace(kept, low=new.left, high=new.right, span=new.span), span=new.span)
    return None


# ---- Cells and rows ------------------------------------------------------------------------------------------------


def holds(cell: str, value: Any) -> bool:
    """Tells if a cell has the value that an edit repeats: compared as trees, so that layout does not count."""
    if isinstance(value, t.Empty):
        return not cell
    if isinstance(value, t.Text):
        return plain(cell) == plain(f'"{value.value}"')
    if isinstance(value, t.Words):
        return tuple(BETWEEN.split(plain(cell))) == value.words
    if plain(cell) == " ".join(value.span.text.split()):
        return True
    node, problem = parse_text(Source("", cell), 0, len(cell), "expr") if cell else (None, None)
    return problem is None and node == value
