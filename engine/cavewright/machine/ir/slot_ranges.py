"""Interval analysis of slots: names by their types, all others by what is written to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...rules.cave.grid import BEYOND
from ...rules.check.cardinality import LONGEST_RANGE
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.free_names import locals_in
from ...rules.model.types import MOST, NONE, Type
from ...rules.program import instructions as i
from .form import TRUTH, WORD, Range

ZERO = Range(0, 0)


class Types(Pass, over=FORMS, left=("positions", "set", "bag", "pile", "list", "text", "unknown")):
    """Ranges of types under some rules, for a number of players, by the forms of values; a whole word where none is."""

    def __init__(self, rules: m.Ruleset, players: int) -> None:
        self.rules, self.players = rules, players

    def rows(self, kind: str) -> int:
        """Returns the number of rows of a kind: of players as many as play."""
        return self.players if kind == self.rules.players else len(self.rules.kinds[kind].rows)

    def of(self, type_: Type) -> Range:
        """The range of a value of a type, none included."""
        handler = self.handlers.get(type_.form)
        range_: Range = handler(self, type_) if handler else WORD
        return range_

    @handles("number")
    def _number(self, type_: Type) -> Range:
        low, high = max(type_.low, -MOST), min(type_.high, MOST)
        return Range(min(low, NONE), max(high, NONE)) if type_.optional else Range(low, high)

    @handles("yes_no")
    def _truth(self, type_: Type) -> Range:
        return TRUTH

    @handles("row")
    def _row(self, type_: Type) -> Range:
        return Range(NONE, max(0, self.rows(type_.name) - 1))

    @handles("place")
    def _place(self, type_: Type) -> Range:
        return Range(NONE, self.players * BEYOND - 1)

    @handles("passage")
    def _passage(self, type_: Type) -> Range:
        return Range(NONE, 2 * self.players * BEYOND + 1)

    @handles("sides")
    def _sides(self, type_: Type) -> Range:
        return Range(0, 15)

    @handles("none")
    def _none(self, type_: Type) -> Range:
        return Range(NONE, NONE)


def slot_ranges(program: i.Program, types: Types, never_none: frozenset[int]) -> dict[int, Range]:
    """The range of every slot that is no field, 0 included: that is what cleared slots hold."""
    found = {
        i.PC: Range(0, len(program.code)),
        i.ME: types.of(m_players(types)) | ZERO,
        i.COUNT: Range(0, 99),
    }
    for local in names_in(program):
        known = types.of(local.type)
        if local.number in never_none:
            known = Range(0, known.high)
        slot = program.layout.locals.get(local.number)
        if slot is not None:
            found[slot] = found.get(slot, ZERO) | known
    typed = set(found)
    for _ in range(len(program.code)):
        before = dict(found)
        for node in program.code:
            for slot, range_ in written_ranges(node, program, types, found):
                if slot not in typed:
                    found[slot] = found.get(slot, ZERO) | range_
        if found == before:
            break
    return found


def m_players(types: Types) -> Type:
    """The type of a player."""
    return Type("row", types.rules.players)


def names_in(program: i.Program) -> Iterator[m.Local]:
    """All names that have slots."""
    for node in program.code:
        if isinstance(node, i.Trial):
            yield from node.takes
        if isinstance(node, (i.Decide, i.Trial)):
            for option in node.options:
                yield from option.binds
                yield from (each.local for each in option.guards if each.local is not None)
        if isinstance(node, i.Set):
            yield from locals_in(node.target)
    yield from (local for scope in program.scopes for local in scope)


def written_ranges(
    node: Any, program: i.Program, types: Types, known: Mapping[int, Range]
) -> Iterator[tuple[int, Range]]:
    """The slots that an instruction writes, and what."""
    match node:
        case i.Copy(source=source, target=target):
            yield target, known.get(source, ZERO)
        case i.Next(slot=slot, items=items):
            domain = next(each for each in program.code if isinstance(each, i.Collect) and each.slot == items)
            yield slot, Range(0, types.players - 1) if domain.players else of_members(domain.domain, types)
        case i.Call(back=back, arguments=arguments):
            yield back, Range(0, len(program.code))
            for slot, value in arguments:
                yield slot, types.of(value.type)
        case i.Decide(options=options) | i.Trial(options=options):
            for option in options:
                yield option.back, Range(0, len(program.code))
                yield from zip(option.slots, (of_members(each, types) for each in option.domains), strict=True)
        case i.Chance(slot=slot, signature=signature):
            yield slot, types.of(signature.parameters[0][1]) | Range(NONE, 0)
        case i.Repack(left=left, kinds=kinds):
            yield from ((left + n, Range(0, MOST)) for n in range(kinds))


def of_members(domain: m.Expr, types: Types) -> Range:
    """The range of what a domain holds."""
    if domain.op == "range":
        low, high = (types.of(each.type) for each in domain.args)
        return Range(low.low, max(low.low, min(high.high, low.high + LONGEST_RANGE)))
    element = domain.type.element
    if domain.type.is_sides:
        return Range(0, 3)
    if domain.type.is_bag:
        return Range(0, types.rows(domain.type.name) - 1)
    if domain.op == "values" and domain.args[0]:
        return Range(min(domain.args[0]), max(domain.args[0]))
    return types.of(element) if element is not None else WORD
