"""Keys of clauses: the one written before it, else the name it declares, else its first word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ...foundation.source import Source, Span
from ..syntax import parse_text
from ..syntax import tree as t
from ..syntax.table_row import row_cells
from ..syntax.unparse import first_word, unparse
from .row_cells import first_cell

Clausal = t.Line | t.Member | t.Branch | t.Part
_WORDED = t.Grid | t.Free | t.Joined | t.Among | t.Least | t.Together | t.ConstantTotal | t.Rows | t.Branch
"""What goes by its first word besides statements."""
_NAMED: dict[type, str] = {
    **dict.fromkeys((t.Keeps, t.Score, t.Setting, t.Parameter, t.Choice, t.Column), "name"),
    t.Within: "menu",
    t.Upon: "action",
}
"""What has a name, and where that stands."""


# ---- Keys ----------------------------------------------------------------------------------------------------------


def names_of(node: Clausal) -> tuple[str, ...]:
    """Returns the names by which a clause may be addressed: its written key alone, else the names that it derives from
    what it says.

    >>> names_of(t.Line("", t.Cost((t.Price(t.Quantity(t.Number(1), t.Name("point")), None),))))
    ('cost', 'point')
    """
    if isinstance(node, t.Line):
        return (node.key,) if node.key else tuple(dict.fromkeys(_derived_keys(node.statement)))
    if isinstance(node, t.Row):
        return (first_cell(node.raw),)
    if type(node) in _NAMED:
        return (getattr(node, _NAMED[type(node)]),)
    word = "" if isinstance(node, t.Tie) or (isinstance(node, t.Branch) and node.condition) else word_of(node)
    return (word,) if word else ()


def distinction(node: Clausal) -> str:
    """Returns the words that tell an `if` without a key, an `otherwise if` or a tie-break from others of its kind: its
    condition, or what decides, in brackets; or "".

    >>> distinction(t.Branch(t.Name("dry"), ()))
    'otherwise[dry]'
    """
    if isinstance(node, t.Branch):
        return f"otherwise[{unparse(node.condition)}]" if node.condition is not None else ""
    if isinstance(node, t.Tie):
        return f"then[{unparse(node.value)}]"
    if isinstance(node, t.Line) and isinstance(node.statement, t.If) and not node.key:
        return f"if[{unparse(node.statement.branches[0][0])}]"
    return ""


def word_of(node: Clausal) -> str:
    """The word by which a clause goes that has no other name, or ""."""
    if isinstance(node, t.Line):
        return first_word(type(node.statement))
    return first_word(type(node)) if isinstance(node, _WORDED | t.Tie) else "wins" * isinstance(node, t.Winner)


def main_key(node: Clausal) -> str:
    """The one key under which provenance is kept, before it is made unique within its declaration."""
    if isinstance(node, t.Column):
        return f"column {node.name}"
    return next(iter(names_of(node)), (distinction(node) if isinstance(node, t.Branch) else "") or word_of(node))


def _derived_keys(statement: t.Statement) -> Iterator[str]:
    match statement:
        case t.Cost(prices=prices):
            yield "cost"
            yield from (unparse(each.quantity.unit) for each in prices if each.quantity.unit is not None)
        case t.Let(name=name) | t.Draw(name=name) | t.Roll(name=name):
            yield name
        case t.Set(target=target):
            yield unparse(target)
        case t.Choose(binders=binders) | t.ForEach(binders=binders):
            yield from (each.name for each in binders)
        case t.Call(target=target):
            called = target.function if isinstance(target, t.Apply) else target
            yield called.name if isinstance(called, t.Attribute) else unparse(called)


def own_keys(node: Clausal) -> tuple[str, ...]:
    """Keys that nothing else in the declaration may have."""
    if isinstance(node, t.Line):
        return (node.key,) if node.key else ()
    return () if isinstance(node, (t.Rows, t.Branch, t.Part)) else names_of(node)


def written_keys(node: Clausal) -> Iterator[str]:
    """Keys that may not be given twice in a declaration: written ones, nested ones too, and names of members."""
    yield from own_keys(node)
    if not (isinstance(node, t.Row) or (isinstance(node, t.Line) and isinstance(node.statement, t.Offer))):
        for block in blocks_of(node):
            for each in block:
                yield from written_keys(each)


def number_keys(keys: Iterable[str]) -> list[str]:
    """Keys made unique, in order.

    >>> number_keys(["set", "cost", "set"])
    ['set', 'cost', 'set#2']
    """
    seen: dict[str, int] = {}
    found: list[str] = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        found.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return found


def named_clauses(declaration: t.Declaration) -> tuple[tuple[str, Clausal], ...]:
    """All clauses of a declaration, nested ones too, each with the key under which its provenance is kept.

    A key that occurs twice has a number from its second occurrence on: `set points`, and then `points#2`.

    >>> named_clauses(t.Declaration("to", "play", block=(t.Line("", t.Finish()), t.Line("", t.Finish()))))[1][0]
    'finish#2'
    """
    every = (*declaration.members, *declaration.block, *parts_of(declaration))
    found = [each for clause in every for each in _with_all_below(clause)]
    return tuple(zip(number_keys(map(main_key, found)), found, strict=True))


def _with_all_below(node: Clausal) -> Iterator[Clausal]:
    yield node
    for block in blocks_of(node):
        for each in block:
            yield from _with_all_below(each)


# ---- First lines ---------------------------------------------------------------------------------------------------


def parts_of(declaration: t.Declaration) -> tuple[t.Part, ...]:
    """Returns the parts in the first line of a declaration that can be edited by themselves: parameters, choices,
    menus, actions that are followed; of a kind its columns but the first.

    >>> parts_of(t.Declaration("action", "dig", names=("chores",)))
    (Within(menu='chores'),)
    """
    named: list[t.Part] = columns_of(declaration)
    if declaration.kind in ("action", "whenever"):
        form = t.Within if declaration.kind == "action" else t.Upon
        named = [form(each, span=_place_of(each, declaration)) for each in declaration.names]
    return (*declaration.parameters, *declaration.choices, *named)


def columns_of(declaration: t.Declaration) -> list[t.Part]:
    """The columns of a kind or a ranking behind the first, as far as they can be read."""
    header = declaration.first(t.Row)
    if declaration.kind not in ("kind", "ranking") or header is None:
        return []
    read = [_column(cell, header.span) for cell in row_cells(header.raw)[1:]]
    return [each for each in read if each is not None] if None not in read else []


@lru_cache(maxsize=2000)
def _column(cell: str, place: Span) -> t.Column | None:
    name, _, text = cell.partition(":")
    type_, problem = parse_text(Source("", text.strip()), 0, len(text.strip()), "type")
    return t.Column(name.strip(), type_, span=place) if problem is None else None


def _place_of(name: str, declaration: t.Declaration) -> Span:
    """Returns the place at which the first line of an action names a menu, that of a trigger an action."""
    span = declaration.span
    line = span.text.partition("\n")[0].partition('"')[0]
    found = [each.start() for each in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line)]
    at = span.start + found[0 if declaration.kind == "whenever" else -1] if found else 0
    return Span(span.source, at, at + len(name)) if found else declaration.name_span


def with_parts(declaration: t.Declaration, parts: Sequence[t.Part]) -> t.Declaration:
    """The declaration with other parameters, choices, menus and actions. A trigger is called by the first action that
    it follows."""
    parameters = tuple(each for each in parts if isinstance(each, t.Parameter))
    choices = tuple(each for each in parts if isinstance(each, t.Choice))
    menus = tuple(each.menu for each in parts if isinstance(each, t.Within))
    upon = tuple(each.action for each in parts if isinstance(each, t.Upon))
    names = {"action": menus, "whenever": upon}.get(declaration.kind, declaration.names)
    name = declaration.name if has_own_name(declaration) else next(iter(upon), declaration.name)
    return replace(declaration, name=name, parameters=parameters, choices=choices, names=names)


def has_own_name(declaration: t.Declaration) -> bool:
    """Tells if a declaration goes by a name that stays when an edit takes its first action from it."""
    return declaration.kind != "whenever" or declaration.name not in declaration.names


def trigger_names(triggers: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Returns the present names of triggers that were called so once, and now follow these actions.

    Each by its old name while it follows that action still, else by the first of its actions that no other is called
    by; those that follow fewer choose first.

    >>> trigger_names([("dig", ["sleep", "eat"]), ("sleep", ["sleep", "dig"]), ("swim", ["eat"])])
    ['sleep', 'sleep', 'eat']
    """
    names = [name if name in actions else "" for name, actions in triggers]
    for at in sorted(range(len(triggers)), key=lambda each: len(triggers[each][1])):
        old, actions = triggers[at]
        if not names[at]:
            names[at] = next((each for each in actions if each not in names), next(iter(actions), old))
    return names


# ---- Blocks --------------------------------------------------------------------------------------------------------


_BLOCKED = t.ForEach | t.InTurn | t.AtOnce | t.Repeat | t.Choose | t.May | t.AsPlayer | t.Deed | t.Ability
_PARTS: dict[type, str] = {t.Deed: "choices", t.Ability: "parameters"}
"""The fields of what stands in brackets behind a name."""

STATED: dict[type, str] = {
    t.ForEach: "where",
    t.Choose: "where",
    t.InTurn: "first",
    t.AsPlayer: "player",
    t.Keeps: "start",
    t.Score: "value",
    t.Least: "value",
    t.Tie: "value",
    t.Setting: "value",
    t.Free: "condition",
    t.Joined: "condition",
    t.Among: "condition",
    t.Branch: "condition",
    t.Together: "by",
    t.ConstantTotal: "value",
    t.Winner: "order",
    t.Rows: "file",
    t.Choice: "domain",
    t.Within: "menu",
    t.Upon: "action",
}
"""The field by which an edit states the first line of a block, a member or a part."""


def bodies(statement: t.Statement) -> tuple[tuple[t.Line, ...], ...]:
    """The blocks below a statement, in order of writing; none for one that fits a line."""
    match statement:
        case t.If(branches=branches, otherwise=otherwise):
            return (*(body for _, body in branches), *((otherwise,) if otherwise else ()))
        case t.Choose(body=body, otherwise=(_, *_) as otherwise):
            return body, otherwise
        case t.Offer(actions=(_, *_) as actions):
            return (actions,)
    return (statement.body,) if isinstance(statement, _BLOCKED) else ()


def blocks_of(node: Clausal) -> tuple[tuple[Any, ...], ...]:
    """The clauses below a clause: those of its statement, or what a row does.

    The second block of an `if` holds its further branches, that of a `choose` its `otherwise`, that of an action below
    an `offer`, or of what a row does, its choices or parameters.
    """
    match node:
        case t.Row(abilities=abilities):
            return (abilities,) if abilities else ()
        case t.Branch(body=body):
            return (body,)
        case t.Line(statement=t.If() as statement):
            found = [t.Branch(condition, body, span=condition.span) for condition, body in statement.branches[1:]]
            return statement.branches[0][1], (*found, *_last(statement.otherwise))
        case t.Line(statement=t.Choose(body=body, otherwise=otherwise)):
            return body, _last(otherwise)
        case t.Line(statement=statement):
            return (*bodies(statement), _parts_in(statement)) if type(statement) in _PARTS else bodies(statement)
    return ()


def is_last(node: Clausal) -> bool:
    """Tells if a clause is the `otherwise` of an `if` or a `choose`."""
    return isinstance(node, t.Branch) and node.condition is None


def _last(otherwise: tuple[t.Line, ...] | None) -> tuple[t.Branch, ...]:
    """The `otherwise` of an `if` or a `choose`, if it has one."""
    return (t.Branch(None, otherwise, span=otherwise[0].span),) if otherwise else ()


def with_blocks_of(node: Clausal, new: tuple[tuple[Any, ...], ...]) -> Clausal:
    """The clause with others below it; an `otherwise` without lines goes."""
    match node:
        case t.Row():
            return replace(node, abilities=new[0])
        case t.Branch():
            return replace(node, body=new[0])
        case t.Line(statement=statement):
            return replace(node, statement=_with_blocks(statement, *new))
    return node


def _with_blocks(statement: Any, body: tuple[t.Line, ...] = (), further: tuple[Any, ...] = ()) -> t.Statement:
    """The statement with other lines below it, and with other branches, choices or parameters."""
    last = next(
        (each.body for each in further if isinstance(each, t.Branch) and not each.condition and each.body), None
    )
    match statement:
        case t.If(branches=((condition, _), *_)):
            branches = [(condition, body), *((each.condition, each.body) for each in further if each.condition)]
            return replace(statement, branches=tuple(branches), otherwise=last)
        case t.Choose():
            return replace(statement, body=body, otherwise=last)
        case t.Offer():
            return replace(statement, actions=body)
        case t.Deed():
            return replace(statement, body=body, choices=further)
        case t.Ability():
            return replace(statement, body=body, parameters=further)
    return replace(statement, body=body) if isinstance(statement, _BLOCKED) else statement


def _parts_in(statement: t.Statement) -> tuple[Any, ...]:
    """Returns the parts in brackets in the first line of a statement."""
    return getattr(statement, _PARTS.get(type(statement), ""), ())


def needs_lines(node: Clausal) -> bool:
    """Tells if at least one line has to stand in the first block of a clause: in all blocks but a last `otherwise`."""
    return (isinstance(node, t.Line) and bool(bodies(node.statement))) or (
        isinstance(node, t.Branch) and node.condition is not None
    )


def opening(statement: t.Statement) -> t.Statement:
    """A statement with a block as its first line says it, without what stands below.

    >>> opening(t.Offer(True, "errands")) == t.Offer(True, "errands")
    True
    """
    return _with_blocks(statement, (), _parts_in(statement))


def reopen_block(statement: t.Statement, new: t.Statement) -> t.Statement | None:
    """The statement with another first line over the same blocks; none if there are more blocks than that line has."""
    is_alike = type(statement) is type(new)
    if not is_alike and not (len(bodies(statement)) == 1 and bodies(new)):
        return None
    blocks = blocks_of(t.Line("", statement))
    if type(new) in _PARTS:
        return _with_blocks(new, blocks[0], _parts_in(new))
    return _with_blocks(new, *blocks)


def block_expression(statement: t.Statement) -> t.Expr | None:
    """The expression by which an edit states a block; none if the statement has none, or is one line.

    That is the condition of an `if` or `where`, the end or number of a `repeat`, the first of `each … from`, the
    player of `as`.
    """
    match statement:
        case t.If(branches=branches):
            return branches[0][0]
        case t.Repeat(until=until, times=times):
            return until if until is not None else times
    return getattr(statement, STATED.get(type(statement), ""), None)


def with_block_expression(statement: t.Statement, new: t.Expr) -> t.Statement:
    """The block with another expression in the place of `stated`."""
    if isinstance(statement, t.If):
        (_, body), *others = statement.branches
        return replace(statement, branches=((new, body), *others))
    field = STATED.get(type(statement)) or ("times" if getattr(statement, "until", None) is None else "until")
    changes: Any = {field: new}
    return replace(statement, **changes)
