"""Blocks of clauses: what stands below a clause, and the clause with something else below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import tree as t
from .clause_forms import BRANCHED, content_of, form_of, with_content


def blocks_of(node: Any) -> tuple[tuple[Any, ...], ...]:
    """The clauses below a clause or statement: those of its statement, or what a row does.

    The second block of an `if` holds its further branches, that of a `choose` or an `offer` its `otherwise`, that of an
    action below an `offer`, or of what a row does, its choices or parameters.
    """
    form, content = form_of(node), content_of(node)
    if not form.body:
        return ()
    lines = getattr(content, form.body)
    if form.further:
        return lines, _further(content, form.further)
    return (lines,) if lines or not form.is_bare else ()


def _further(content: Any, field: str) -> tuple[Any, ...]:
    """Returns what stands in the second block: branches, or the parts in brackets."""
    if field not in BRANCHED:
        return tuple(getattr(content, field))
    more = getattr(content, "branches", ())[1:]
    branches = [t.Branch(condition, body, span=condition.span) for condition, body in more]
    last = content.otherwise
    return (*branches, t.Branch(None, last, span=last[0].span)) if last else tuple(branches)


def bodies(statement: t.Statement) -> tuple[tuple[t.Line, ...], ...]:
    """The blocks of lines below a statement, in order of writing; none for one that fits a line."""
    first, *further = blocks_of(statement) or ((),)
    own = (first,) if has_own_block(statement) else ()
    return (*own, *(each.body for each in further[0])) if form_of(statement).further in BRANCHED else own


def has_block(node: Any) -> bool:
    """Tells if clauses stand below a clause, or have to; an `otherwise` counts."""
    return has_own_block(node) or (form_of(node).further in BRANCHED and bool(content_of(node).otherwise))


def has_own_block(node: Any) -> bool:
    """Tells if clauses stand right below a clause, or have to."""
    form = form_of(node)
    return bool(form.body) and (not form.is_bare or bool(getattr(content_of(node), form.body)))


def is_last(node: Any) -> bool:
    """Tells if a clause is the `otherwise` of an `if`, a `choose` or an `offer`."""
    return form_of(node).home == "branches" and node.condition is None


def needs_lines(node: Any) -> bool:
    """Tells if at least one line has to stand in the first block of a clause: in all blocks but a last `otherwise`."""
    return has_own_block(node) and not is_last(node) and not form_of(node).table


def with_blocks_of(node: Any, new: tuple[tuple[Any, ...], ...]) -> Any:
    """The clause with others below it; an `otherwise` without lines goes."""
    return with_content(node, _with_blocks(content_of(node), *new))


def _with_blocks(content: Any, body: tuple[t.Line, ...] = (), further: tuple[Any, ...] = ()) -> Any:
    """The statement or clause with other lines below it, and with other branches, choices or parameters."""
    form = form_of(content)
    changes: dict[str, Any] = {form.body: body} if form.body else {}
    if form.further in BRANCHED:
        changes["otherwise"] = next((each.body for each in further if is_last(each) and each.body), None)
    elif form.further:
        changes[form.further] = further
    if form.further == "branches":
        others = ((each.condition, each.body) for each in further if not is_last(each))
        changes["branches"] = ((content.condition, changes.pop("body")), *others)
    return replace(content, **changes)


def with_field(content: Any, field: str, value: Any) -> Any:
    """The statement or clause with another value in a field; the condition of an `if` is that of its first branch."""
    if field == "condition" and form_of(content).further == "branches":
        (_, body), *others = content.branches
        return replace(content, branches=((value, body), *others))
    return replace(content, **{field: value})


def opening(statement: t.Statement) -> Any:
    """A statement with a block as its first line says it, without what stands below.

    >>> opening(t.Offer(True, "errands")) == t.Offer(True, "errands")
    True
    """
    return _with_blocks(statement, (), _parts_in(statement))


def reopen_block(statement: t.Statement, new: t.Statement) -> Any:
    """The statement with another first line over the same blocks; none if there are more blocks than that line has."""
    is_alike = form_of(statement) is form_of(new)
    if not is_alike and not (len(bodies(statement)) == 1 and has_block(new)):
        return None
    first, *further = blocks_of(statement) or ((),)
    return _with_blocks(new, first, *([_parts_in(new)] if form_of(new).has_parts else further))


def _parts_in(statement: t.Statement) -> tuple[Any, ...]:
    """Returns the parts in brackets in the first line of a statement."""
    form = form_of(statement)
    return getattr(statement, form.further) if form.has_parts else ()
