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
from ..syntax.clause_blocks import blocks_of
from ..syntax.clause_forms import content_of, form_of, values_at
from ..syntax.table_row import row_cells
from ..syntax.unparse import unparse

Clausal = t.Line | t.Member | t.Branch | t.Part


# ---- Keys ----------------------------------------------------------------------------------------------------------


def names_of(node: Clausal) -> tuple[str, ...]:
    """Returns the names by which a clause may be addressed: its written key alone, else the names that it derives from
    what it says.

    >>> names_of(t.Line("", t.Cost((t.Price(t.Quantity(t.Number(1), t.Name("point")), None),))))
    ('cost', 'point')
    """
    if key := _written_key(node):
        return (key,)
    form = form_of(node)
    word = (form.word,) if form.is_named_by_word and not distinction(node) else ()
    derived = (unparse(each) for path in form.names for each in values_at(content_of(node), path))
    return tuple(dict.fromkeys((*word, *derived)))


def _written_key(node: Clausal) -> str:
    """Returns the key that is written before a line; "" of all else."""
    return getattr(node, "key", "")


def distinction(node: Clausal) -> str:
    """Returns the words that tell an `if` without a key, an `otherwise if` or a tie-break from others of its kind: its
    condition, or what decides, in brackets; or "".

    >>> distinction(t.Branch(t.Name("dry"), ()))
    'otherwise[dry]'
    """
    form = form_of(node)
    told = getattr(content_of(node), form.told_by) if form.told_by and not _written_key(node) else None
    return f"{form.word}[{unparse(told)}]" if told is not None else ""


def word_of(node: Clausal) -> str:
    """The word by which a clause goes that has no other name, or ""."""
    return form_of(node).word


def main_key(node: Clausal) -> str:
    """The one key under which provenance is kept, before it is made unique within its declaration."""
    form = form_of(node)
    named = *names_of(node), distinction(node) if form.home == "branches" else "", form.word
    return form.provenance + next(filter(None, named), "")


def own_keys(node: Clausal) -> tuple[str, ...]:
    """Keys that nothing else in the declaration may have."""
    return names_of(node) if form_of(node).is_unique or _written_key(node) else ()


def written_keys(node: Clausal) -> Iterator[str]:
    """Keys that may not be given twice in a declaration: written ones, nested ones too, and names of members."""
    yield from own_keys(node)
    for block in () if form_of(node).is_scope else blocks_of(node):
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
    held: dict[str, Any] = dict.fromkeys(("parameters", "choices", "names"), ())
    for each in parts:
        for field in form_of(each).field:
            held[field] += names_of(each) if field == "names" else (each,)
    if declaration.kind not in ("action", "whenever"):
        held["names"] = declaration.names
    name = declaration.name if has_own_name(declaration) else next(iter(held["names"]), declaration.name)
    return replace(declaration, name=name, **held)


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
