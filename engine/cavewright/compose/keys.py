"""How a clause is addressed: by the key written before it, else by what it names, else by its first word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..syntax import tree as t
from .rowtext import first_cell

Clausal = t.Line | t.Member
_WORDS: dict[type, str] = {
    t.Require: "require", t.Cost: "cost", t.Let: "let", t.Set: "set", t.Gain: "gain", t.Lose: "lose", t.Move: "move",
    t.Lay: "lay", t.Draw: "draw", t.Roll: "roll", t.Offer: "offer", t.Repack: "repack", t.Finish: "finish", t.If: "if",
    t.ForEach: "for", t.InTurn: "each", t.AtOnce: "each", t.Repeat: "repeat", t.Choose: "choose", t.May: "may",
    t.AsPlayer: "as", t.Grid: "grid", t.Free: "free", t.Joined: "passage", t.Among: "among", t.Least: "least", t.Together: "together",
    t.Winner: "wins", t.Tie: "then",
    t.Rows: "rows", t.Deed: "action", t.Ability: "to",
}
"""The word by which a clause goes that has no better key."""


# ---- Spelling ------------------------------------------------------------------------------------------------------


def spelled(node: Any) -> str:
    """An expression on one line, in one layout; enough to name it and to compare names.

    >>> spelled(t.Attribute(t.Apply(t.Name("passage"), (t.Argument(t.Name("a")),)), "roped"))
    'passage(a).roped'
    """
    match node:
        case t.Name(id=word):
            return word
        case t.Number(value=value, unit=unit):
            return f"{value} {unit}".strip()
        case t.Text(value=text):
            return f'"{text}"'
        case t.Attribute(of=of, name=word):
            return f"{spelled(of)}.{word}"
        case t.Index(of=of, at=at):
            return f"{spelled(of)}[{spelled(at)}]"
        case t.Apply(function=function, arguments=arguments):
            return f"{spelled(function)}({', '.join(map(_spelled_argument, arguments))})"
        case t.Unary(op=op, value=value):
            return f"{op} {spelled(value)}"
        case t.Binary(op=op, left=left, right=right):
            return f"({spelled(left)} {op} {spelled(right)})"
        case t.Conditional(value=value, condition=condition, otherwise=other):
            return f"({spelled(value)} if {spelled(condition)} otherwise {spelled(other)})"
    return "none" if isinstance(node, t.Nothing) else "_"


def _spelled_argument(node: t.Argument) -> str:
    where = f" where {spelled(node.where)}" if node.where is not None else ""
    body = f": {spelled(node.body)}" if node.body is not None else ""
    return f"{spelled(node.value)}{where}{body}"


# ---- Keys ----------------------------------------------------------------------------------------------------------


def names_of(node: Clausal) -> tuple[str, ...]:
    """What a clause may be addressed by: its written key alone, else the names that it derives from what it says.

    >>> names_of(t.Line("", t.Cost((t.Price(t.Quantity(t.Number(1), t.Name("point")), None),))))
    ('cost', 'point')
    """
    if isinstance(node, t.Line):
        return (node.key,) if node.key else tuple(dict.fromkeys(_derived(node.statement)))
    if isinstance(node, t.Row):
        return (first_cell(node.raw),)
    if isinstance(node, (t.Keeps, t.Score, t.Setting)):
        return (node.name,)
    word = word_of(node)
    return (word,) if word else ()


def word_of(node: Clausal) -> str:
    """The word by which a clause goes that has no other name, or ""."""
    return _WORDS.get(type(node.statement if isinstance(node, t.Line) else node), "")


def main_key(node: Clausal) -> str:
    """The one key under which provenance is kept, before it is made unique within its declaration."""
    return next(iter(names_of(node)), word_of(node))


def _derived(statement: t.Statement) -> Iterator[str]:
    match statement:
        case t.Cost(prices=prices):
            yield "cost"
            yield from (spelled(each.quantity.unit) for each in prices if each.quantity.unit is not None)
        case t.Let(name=name) | t.Draw(name=name) | t.Roll(name=name):
            yield name
        case t.Set(target=target):
            yield spelled(target)
        case t.Choose(binders=binders) | t.ForEach(binders=binders):
            yield from (each.name for each in binders)
        case t.Call(target=target):
            called = target.function if isinstance(target, t.Apply) else target
            yield called.name if isinstance(called, t.Attribute) else spelled(called)


def written_keys(node: Clausal) -> Iterator[str]:
    """Keys that may not be given twice in a declaration: written ones, nested ones too, and names of members."""
    if isinstance(node, t.Line):
        yield from (node.key,) if node.key else ()
        for body in bodies(node.statement):
            for line in body:
                yield from written_keys(line) if not isinstance(node.statement, t.Offer) else ()
    elif not isinstance(node, t.Rows):
        yield from names_of(node)


def numbered(keys: Iterable[str]) -> list[str]:
    """Keys made unique, in order.

    >>> numbered(["set", "cost", "set"])
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
    found: list[Clausal] = [each for member in declaration.members for each in (member, *_doing(member))]
    found += [line for each in declaration.block for line in _nested(each)]
    return tuple(zip(numbered(map(main_key, found)), found, strict=True))


def _doing(member: t.Member) -> Iterator[t.Line]:
    for body in bodies_of(member):
        for line in body:
            yield from _nested(line)


def _nested(line: t.Line) -> Iterator[t.Line]:
    yield line
    for body in bodies(line.statement):
        for each in body:
            yield from _nested(each)


# ---- Blocks --------------------------------------------------------------------------------------------------------


def bodies(statement: t.Statement) -> tuple[tuple[t.Line, ...], ...]:
    """The blocks below a statement, in order of writing; none for one that fits a line."""
    match statement:
        case t.If(branches=branches, otherwise=otherwise):
            return (*(body for _, body in branches), *((otherwise,) if otherwise else ()))
        case t.Choose(body=body, otherwise=otherwise):
            return (body, *((otherwise,) if otherwise else ()))
        case t.ForEach() | t.InTurn() | t.AtOnce() | t.Repeat() | t.May() | t.AsPlayer() | t.Deed() | t.Ability():
            return (statement.body,)
        case t.Offer(actions=(_, *_) as actions):
            return (actions,)
    return ()


def bodies_of(node: Clausal) -> tuple[tuple[t.Line, ...], ...]:
    """The blocks below a clause: those of its statement, or what a row does."""
    if isinstance(node, t.Row):
        return (node.abilities,) if node.abilities else ()
    return bodies(node.statement) if isinstance(node, t.Line) else ()


def with_bodies_of(node: Clausal, new: tuple[tuple[t.Line, ...], ...]) -> Clausal:
    """The clause with other blocks below it."""
    if isinstance(node, t.Row):
        return replace(node, abilities=new[0])
    return replace(node, statement=with_bodies(node.statement, new)) if isinstance(node, t.Line) else node


def needed_bodies(statement: t.Statement) -> int:
    """How many of the blocks may not be empty: all but a last `otherwise`."""
    return len(statement.branches) if isinstance(statement, t.If) else min(1, len(bodies(statement)))


def with_bodies(statement: t.Statement, new: tuple[tuple[t.Line, ...], ...]) -> t.Statement:
    """The statement with other blocks below it; an `otherwise` without lines goes."""
    rest = new[needed_bodies(statement):]
    otherwise = (rest[0] or None) if rest else None
    match statement:
        case t.If(branches=branches):
            pairs = tuple((condition, body) for (condition, _), body in zip(branches, new, strict=False))
            return replace(statement, branches=pairs, otherwise=otherwise)
        case t.Choose():
            return replace(statement, body=new[0], otherwise=otherwise)
        case t.ForEach() | t.InTurn() | t.AtOnce() | t.Repeat() | t.May() | t.AsPlayer() | t.Deed() | t.Ability():
            return replace(statement, body=new[0])
        case t.Offer() if new:
            return replace(statement, actions=new[0])
    return statement


def opening(statement: t.Statement) -> t.Statement:
    """A statement with a block as its first line says it, without what stands below.

    >>> opening(t.Offer(True, "errands")) == t.Offer(True, "errands")
    True
    """
    if isinstance(statement, t.If):
        return t.If(((statement.branches[0][0], ()),), None, span=statement.span)
    return with_bodies(statement, tuple(() for _ in bodies(statement)))


def reopened(statement: t.Statement, new: t.Statement) -> t.Statement | None:
    """The statement with another first line over the same blocks; none if there are more blocks than that line has."""
    if type(statement) is not type(new):
        return with_bodies(new, bodies(statement)) if len(bodies(statement)) == 1 and bodies(new) else None
    if isinstance(statement, t.If) and isinstance(new, t.If):
        ((_, body), *others) = statement.branches
        return replace(statement, branches=((new.branches[0][0], body), *others))
    return with_bodies(new, bodies(statement))


def stated(statement: t.Statement) -> t.Expr | None:
    """The expression by which an edit states a block or a call; none if the statement has none, or is one line.

    That is the condition of an `if` or `where`, the end or number of a `repeat`, the first of `each … from`, the
    player of `as`, and a call itself.
    """
    match statement:
        case t.Call(target=target):
            return target
        case t.If(branches=branches):
            return branches[0][0]
        case t.Repeat(until=until, times=times):
            return until if until is not None else times
        case t.ForEach(where=where) | t.Choose(where=where):
            return where
        case t.InTurn(first=first):
            return first
        case t.AsPlayer(player=player):
            return player
    return None


def restated(statement: t.Statement, new: t.Expr) -> t.Statement:
    """The block or call with another expression in the place of `stated`."""
    match statement:
        case t.Call():
            return replace(statement, target=new, span=new.span)
        case t.If(branches=((_, body), *others)):
            return replace(statement, branches=((new, body), *others))
        case t.Repeat(until=until):
            return replace(statement, until=new) if until is not None else replace(statement, times=new)
        case t.ForEach() | t.Choose():
            return replace(statement, where=new)
        case t.InTurn():
            return replace(statement, first=new)
        case t.AsPlayer():
            return replace(statement, player=new)
    return statement
