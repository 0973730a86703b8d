"""Effects of a line as it is written: the names that it reads and writes, and what else in it has an order.

Types are not known yet, so names stand for whatever is called so: effects are never too few, and may be too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ...foundation.source import Diagnostics
from ...foundation.texts.english_nouns import singular_of
from ..syntax import tree as t
from ..syntax.clause_forms import content_of, form_of
from .overlay_findings import conflict
from .overlay_session import LinesBeside

Declared = Callable[[str], t.Declaration | None]
"""A declaration by its label, or none."""

_OF_BOARDS = {"neighbours", "distance", "reach", "exits", "frontier", "openers", "fits", "laid", "passage"}
"""Questions that depend on what lies on boards, and on when a passage is there."""
_OF_DEEDS = {"possible", "after"}
"""Questions that depend on all that is done in thought."""
_BOARDS = " boards"
"""Stands for what lies on boards, among names."""


@dataclass(slots=True)
class LineEffects:
    """Effects of a line. `is_open` is a line of which not everything is known, or that ends what it stands in."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    decides: bool = False
    refuses: bool = False
    is_open: bool = False


def find_ordered_lines(beside: Iterable[LinesBeside], declared: Declared) -> Diagnostics:
    """C0305 for lines that overlays add to one place, where it matters which of them comes first."""
    for each in beside:
        pairs = [(one, other) for one in each.other.lines for other in each.touch.lines]
        why = next((found for pair in pairs if (found := find_dependence(*pair, declared)) is not None), None)
        if why is not None:
            name, is_first = why
            overlays = (each.other.did.overlay, each.touch.did.overlay)
            writer, reader = overlays if is_first else overlays[::-1]
            note = f"`{writer}` writes `{name}`, which `{reader}` reads or writes" if name else ""
            yield conflict(each.what, each.touch, (each.other,), each.place, note)


def declared_in(declarations: Iterable[t.Declaration]) -> Declared:
    """Returns what finds declarations by their labels; what rows define is found as if it were declared by itself."""
    found = {each.label: each for each in declarations}
    for row in (row for each in tuple(found.values()) for row in each.every(t.Row)):
        for line in row.abilities:
            label = f"define {line.key}"
            known = found.get(label) or t.Declaration("define", line.key)
            found[label] = replace(known, block=(*known.block, line))
    return found.get


def find_dependence(one: t.Line, other: t.Line, declared: Declared) -> tuple[str, bool] | None:
    """Returns why the order of two lines matters, none if it does not: a name that one writes and the other reads or
    writes, and whether the first writes it; or "" where both decide or refuse something, or not all is known."""
    a, b = effects_of(one, declared), effects_of(other, declared)
    for writer, reader, is_first in ((a, b, True), (b, a, False)):
        both = writer.writes & (reader.reads | reader.writes)
        if both - {_BOARDS}:
            return min(both - {_BOARDS}), is_first
        if both:
            return "", is_first
    is_ordered = (a.decides or a.refuses) and (b.decides or b.refuses)
    return ("", True) if is_ordered or a.is_open or b.is_open else None


def effects_of(line: t.Line, declared: Declared) -> LineEffects:
    """Returns the effects of a line with all that it calls and stands on."""
    found, todo, seen = LineEffects(), [line], set[str]()
    while todo:
        for each in t.walk(todo.pop()):
            _note(found, each)
            for label in _labels_in(each):
                declaration = declared(label) if label not in seen else None
                seen.add(label)
                if declaration is not None:
                    todo += _parts_read(declaration)
            if form_of(each).effect == "calls" and declared(f"to {_leaf(content_of(each).target)}") is None:
                found.is_open = True
            if isinstance(each, t.Apply) and _leaf(each.function) in _OF_BOARDS:
                found.reads.add(_BOARDS)
    return found


def _parts_read(declaration: t.Declaration) -> list[Any]:
    """Returns the parts of a declaration that are carried out or asked where it is named."""
    return [
        declaration.value,
        *declaration.block,
        *(each for each in declaration.members if form_of(each).table != "row"),
    ]


def _labels_in(node: t.Node) -> Iterator[str]:
    """The declarations that a part of a line may lead to."""
    match node:
        case t.Call(target=target):
            yield f"to {_leaf(target)}"
        case t.Name(id=name) | t.Attribute(name=name):
            yield from (f"{kind} {name}" for kind in ("define", "ranking", "currency"))
        case t.Quantity(unit=unit):
            yield from (f"currency {name}" for name in {_leaf(unit), singular_of(_leaf(unit))})


def _note(found: LineEffects, node: t.Node) -> None:
    effect = form_of(node).effect
    found.decides |= effect == "decides"
    found.refuses |= effect == "refuses"
    found.is_open |= effect == "ends"
    match node:
        case t.Apply(function=t.Name(id=name)) if name in _OF_DEEDS:
            found.is_open = True
        case t.Name(id=name) | t.Attribute(name=name):
            found.reads.add(singular_of(name))
        case t.Set(target=target):
            found.writes.add(singular_of(_leaf(target)))
        case t.Let(name=name) | t.Roll(name=name):
            found.writes.add(singular_of(name))
        case t.Draw(name=name, bag=bag):
            found.writes |= {singular_of(name), *_names_in(bag)}
        case t.Shuffle(pile=pile):
            found.writes |= _names_in(pile)
        case t.Deal(giver=giver, taker=taker):
            found.writes |= _names_in(giver) | _names_in(taker)
        case t.Gain(holder=None, quantities=many) | t.Lose(holder=None, quantities=many):
            found.writes |= {singular_of(_leaf(each.unit)) for each in many}
        case t.Gain(holder=holder) | t.Lose(holder=holder):
            found.writes.add(singular_of(_leaf(holder)))
        case t.Move(giver=giver, taker=taker) | t.Repack(first=giver, second=taker):
            found.writes |= {singular_of(_leaf(each)) for each in (giver, taker)}
        case t.Price(quantity=quantity, holder=bag):
            found.writes.add(singular_of(_leaf(bag if bag is not None else quantity.unit)))


def _names_in(node: Any) -> set[str]:
    """All names in an expression."""
    named = (each for each in t.walk(node) if isinstance(each, t.Name | t.Attribute))
    return {singular_of(_leaf(each)) for each in named}


def _leaf(target: Any) -> str:
    """The name at the end of a path."""
    match target:
        case t.Name(id=name) | t.Attribute(name=name):
            return name
        case t.Index(of=of) | t.Apply(function=of):
            return _leaf(of)
        case _:
            return ""
