"""Iterations over what values hold: bits of sets, kinds of pieces in bags, pieces of piles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from .bags_and_sets import BagsAndSets
from .construction import YES, indices, load, up_to, within
from .form import Bits, Const, Domain, Expr, Range, Var
from .scope import Environment, Value, Words


@dataclass(frozen=True)
class Iteration:
    """Iteration over a domain: a domain, what each of its members stands for, and whether it counts."""

    domain: Domain
    member: Range
    item: Callable[[Any], Value] = lambda var: var
    test: Callable[[Var, Value], Expr] = lambda var, value: YES
    steady: bool = True
    """Whether a member stands for itself."""
    words: tuple[int, Words] | None = None
    """Of a set of several words how many they are, and which: its members are the bits of these."""


@dataclass(frozen=True)
class Branch:
    """One thing to go through or another."""

    condition: Expr
    then: Through
    otherwise: Through


Through: TypeAlias = Iteration | Branch


class HeldThings(
    Pass,
    over=FORMS,
    left=("positions", "number", "yes_no", "row", "place", "passage", "list", "text", "none", "unknown"),
):
    """Iterations over what a value holds, by the form of its type; None of what holds nothing, and of lists, whose
    operators say how they are gone through."""

    def __init__(self, lowering: BagsAndSets) -> None:
        self.lowering = lowering

    def go_through(self, e: m.Expr, names: Environment) -> Through | None:
        """Returns the iteration over what the value of an expression holds."""
        handler = self.handlers.get(e.type.form)
        return handler(self, e, names) if handler else None

    @handles("set")
    def _set(self, e: m.Expr, names: Environment) -> Through:
        words, element = self.lowering.layout.words(e.type), e.type.element
        assert element is not None
        low, step = element.numbering
        steady = (low, step) == (0, 1)
        if words == 1:
            bits = Bits(self.lowering.word_of(e, Const(0), names))
            return Iteration(bits, Range(0, 31), self._member(low, step), steady=steady)
        return Iteration(
            up_to(32 * words),
            indices(32 * words),
            self._member(low, step),
            steady=steady,
            words=(words, lambda index: self.lowering.word_of(e, index, names)),
        )

    def _member(self, low: int, step: int) -> Callable[[Expr], Value]:
        return lambda bit: bit * step + low

    @handles("sides")
    def _sides(self, e: m.Expr, names: Environment) -> Through:
        return Iteration(Bits(self.lowering.expr(e, names)), Range(0, 31))

    @handles("bag")
    def _bag(self, e: m.Expr, names: Environment) -> Through:
        array, at, stride = self.lowering.bag(e, names)
        return Iteration(
            up_to(stride - 1),
            Range(0, stride - 2),
            test=lambda piece, _: load(array, at + piece + 1) > 0,
        )

    @handles("pile")
    def _pile(self, e: m.Expr, names: Environment) -> Through:
        held, at = self.lowering.pile(e, names)
        size = within(load(held.array, at + held.size_at), Range(0, held.most))
        piece = partial(self.lowering.piece_at, held, at)
        return Iteration(up_to(size), indices(held.most), piece, steady=False)
