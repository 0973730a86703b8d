"""Compares the old value that an edit repeats with the value in the rules, and replaces it by the new one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...foundation.source import Source, Span
from ..syntax import parse_text
from ..syntax import tree as t
from ..syntax.clause_blocks import bodies, has_block, has_own_block, is_last, opening, reopen_block, with_field
from ..syntax.clause_forms import content_of, form_of
from ..syntax.table_row import plain
from ..syntax.unparse import spell_clause
from .clause_keys import Clausal, names_of
from .row_cells import BETWEEN, cell_text

_TOLD: dict[type, str] = {t.Text: "text", t.Cites: "cites"}
"""What an edit speaks of that repeats such a node, and no part of what is carried out."""

# ---- What a clause says --------------------------------------------------------------------------------------------


def repeated_part(node: Clausal, old: t.Node, new: t.Node | None = None) -> t.Node | None:
    """Returns the part of a clause that an edit has to repeat: its text, its ids, or what it says.

    That is of a line the statement, of a block its first line or the expression in that, of a call or member its
    expression, of what is kept its first value, or all of it. None if an edit that repeats `old` cannot speak of it.
    """
    about = told_part(old, new)
    if _may_be_told(node, about):
        return text_part(node, about)
    form, of = form_of(node), form_of(old)
    is_alike = of is form or (of.repeats_whole and of.home == form.home and of.home in ("lines", "parts"))
    if form.repeats_whole and (is_alike or not (form.stated or has_block(node))):
        return _without_rest(node, old)
    return _stated_expression(node)


def told_part(old: t.Node, new: t.Node | None = None) -> str:
    """Tells if an edit speaks of the `text`, or of the ids, `cites`; else "". `_` stands for none."""
    return _TOLD.get(type(new if old == t.Empty() else old), "")


def _may_be_told(node: Clausal, about: str) -> bool:
    return bool(about) and not (about == "text" and form_of(node).stated_as is t.Text)


def text_part(node: Any, name: str) -> t.Node | None:
    """The text or the ids of a clause or declaration; none of one that has no such thing."""
    value = getattr(node, name, None)
    if value is None:
        return None
    spell: Any = t.Text if name == "text" else t.Cites
    return spell(value, span=node.span) if value else t.Empty(span=_end_of(node))


def with_told(node: Any, name: str, new: Any) -> Any:
    """The clause or declaration with another text, or other ids; none if it does not take that."""
    if not hasattr(node, name) or (told_part(new) != name and new != t.Empty()):
        return None
    value = getattr(new, "value" if name == "text" else "ids", "" if name == "text" else ())
    return replace(node, **{name: value})


def _without_rest(node: Any, old: Any) -> t.Node:
    """All of a clause that an edit repeats: of a line the first, without what stands below it."""
    form = form_of(node)
    if form.home == "lines":
        return opening(node.statement)  # type: ignore[no-any-return]
    if form.table == "column" and form_of(old) is form:
        return replace(node, start=old.start)  # type: ignore[no-any-return]
    return replace(node, **{**dict(form.stays), "span": node.span})  # type: ignore[no-any-return]


def _stated_expression(node: Clausal) -> t.Node | None:
    """The one thing in a clause that can be changed by itself."""
    form, content = form_of(node), content_of(node)
    value: Any = getattr(content, _stated_field(content), None)
    if form.stated_as is not None:
        return form.stated_as(value, span=node.span)
    if form.stated == ("type",):
        return _type_as_value(value)
    return t.Empty(span=_end_of(node)) if value is None and form.is_optional else value


def _stated_field(content: Any) -> str:
    """The field by which an edit states a clause: that which says something."""
    fields = form_of(content).stated
    return next((each for each in fields if getattr(content, each) is not None), "".join(fields[:1]))


def _type_as_value(type_: t.TypeNode) -> t.Node | None:
    """A type as an edit repeats it: by its name, or the range of its numbers."""
    if type_ == t.TypeNode("name", type_.name):
        return t.Name(type_.name, span=type_.span)
    return as_range(type_) if type_ == t.TypeNode("range", low=type_.low, high=type_.high) else None


def as_range(type_: t.TypeNode | None) -> t.Binary | None:
    """The range of numbers that a type is, as an edit repeats it."""
    if type_ is None or type_.low is None or type_.high is None:
        return None
    return t.Binary("..", type_.low, type_.high, span=type_.span)


def same(now: t.Node, old: t.Node) -> bool:
    """Tells if two parts of clauses say the same; the order of ids does not count."""
    if told_part(now) == told_part(old) == "cites":
        return set(now.ids) == set(old.ids)  # type: ignore[attr-defined]
    return now == old


def shown_part(now: Any) -> str:
    """A part of a clause, as an edit would repeat it."""
    is_spelt = told_part(now) or has_block(now) or form_of(now).home in ("parts", "branches")
    return spell_clause(now) if is_spelt else now.span.text


def _end_of(node: t.Node) -> Span:
    return Span(node.span.source, node.span.end, node.span.end)


# ---- What it becomes -----------------------------------------------------------------------------------------------


def change_part(node: Any, old: t.Node, new: Any) -> Any:
    """The clause with another text, other ids, or another statement or expression; none if it does not take that."""
    about = told_part(old, new)
    if _may_be_told(node, about):
        return with_told(node, about, new)
    form = form_of(node)
    if told_part(new) == "text" and form.stated_as is not t.Text:
        return None
    if form.home != "lines":
        is_whole = form.repeats_whole and form_of(new) is form
        return _with_whole(node, new) if is_whole else _with_stated(node, new)
    statement = _changed_statement(node.statement, new)
    if statement is None:
        return None
    stays = has_block(statement) or form.is_named_by_key
    return replace(node, statement=statement, span=node.span if stays else new.span)


def retold(node: Clausal, text: str) -> Clausal | None:
    """The clause with the text that stands behind an edit, if one does; none if it has no text."""
    return with_told(node, "text", t.Text(text)) if text else node


def _changed_statement(statement: t.Statement, new: Any) -> Any:
    form, is_blocked = form_of(new), has_block(statement)
    if form.instead and bool(getattr(new, form.instead)) is has_own_block(statement) and not has_block(new):
        return None  # what is offered is either a menu or what stands below
    if not is_blocked and not form_of(statement).is_named_by_key:
        is_call = isinstance(new, t.Name | t.Attribute | t.Index | t.Apply)
        is_line = form.home == "lines" and all(bodies(new))
        return t.Call(new, span=new.span) if is_call else new if is_line else None
    if form.home == "lines" and form.repeats_whole:
        return reopen_block(statement, new) if not any(bodies(new)) else None
    field = _stated_field(statement)
    is_stated = field and getattr(statement, field) is not None and isinstance(new, t.Expr)
    return with_field(statement, field, new) if is_stated else None


def _with_whole(node: Any, new: Any) -> Any:
    """The member, part or branch that reads as an edit says; a member keeps its name, and a last `otherwise` is one."""
    is_renamed = form_of(node).home == "members" and names_of(node) != names_of(new)
    if is_renamed or (is_last(new) and not is_last(node)):
        return None
    return replace(new, **{field: getattr(node, field) for field, _ in form_of(node).stays})


def _with_stated(node: Any, new: Any) -> Any:
    """The member, part or branch with another value in the one field that an edit states."""
    form = form_of(node)
    if form.stated == ("type",):
        return _with_type(node, new)
    value: Any = new if isinstance(new, form.stated_as or t.Expr) else None
    if value is not None and form.stated_as is not None:
        value = new.value if form.stated_as is t.Text else new.id
    is_nothing = form.is_optional and new == t.Empty()
    if not form.stated or (value is None and not is_nothing) or is_last(node):
        return None
    place = {} if form.home == "members" and not form.table else {"span": new.span}
    return replace(node, **{form.stated[0]: value}, **place)


def _with_type(node: Any, new: Any) -> Any:
    """The parameter or column of the type that an edit names, or with its bounds."""
    if isinstance(new, t.Name):
        return replace(node, type=t.TypeNode("name", new.id, span=new.span), span=new.span)
    if isinstance(new, t.Binary) and new.op == "..":
        kept = node.type if node.type.form == "range" else t.TypeNode("range")
        return replace(node, type=replace(kept, low=new.left, high=new.right, span=new.span), span=new.span)
    return None


# ---- Cells and rows ------------------------------------------------------------------------------------------------


def holds(cell: str, value: Any) -> bool:
    """Tells if a cell has the value that an edit repeats: compared as trees, so that layout does not count."""
    if value == t.Empty():
        return not cell
    if isinstance(value, t.Words):
        return tuple(BETWEEN.split(plain(cell))) == value.words
    if plain(cell) == plain(cell_text(value)):
        return True
    node, problem = parse_text(Source("", cell), 0, len(cell), "expr") if cell else (None, None)
    return problem is None and node == value
