"""A program made quicker, once: its expressions first written out and simplified, then put into tables where that is
worth while."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.expression_parts import all_in
from ...rules.model.free_names import locals_in
from ...rules.model.name_substitution import replace_names
from ...rules.model.operators import LOOPS
from ...rules.program import instructions as i
from .dependencies import ClosureSource, Dependencies, folds_in, size_of
from .lookup_tables import LookupTables
from .narrowing import Narrowing
from .simplify import Simplify
from .substitution import ExpressionPool, as_player, within
from .unrolling import SMALL

PARTS = (m.Transfer, m.Shift, m.Amount, i.Option, i.Guard)
"""Parts of instructions in which expressions stand."""
PLAIN = frozenset(
    {
        "me",
        "field",
        "const",
        "local",
        "column",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "and",
        "or",
        "not",
        "if",
        "add",
        "sub",
        "neg",
        "abs",
    }
)
"""Operators of which it can be seen where they speak of the acting player."""


class Optimiser:
    """Makes expressions of one ruleset quicker. What it makes is remembered, and equal expressions are one object."""

    def __init__(self, ruleset: m.Ruleset, meaning: ClosureSource) -> None:
        self.ruleset, self.shared = ruleset, ExpressionPool()
        self.dependencies = Dependencies(ruleset, meaning)
        self.folds = Narrowing(self.dependencies, self.shared, self.write_out)
        self.simplify = Simplify(self.dependencies, self.shared)
        self.tables = LookupTables(self.dependencies, self.shared)
        self._written: dict[int, tuple[m.Expr, m.Expr]] = {}
        self._tabled: dict[int, tuple[m.Expr, m.Expr]] = {}
        self._bodies: dict[str, m.Expr] = {}
        self._defines: dict[str, m.Define] = {}
        self._rankings: dict[int, tuple[m.Ranking, m.Ranking]] = {}

    def program(self, program: i.Program) -> i.Program:
        """The program with its expressions made quicker."""
        return replace(program, code=tuple(self.within(each) for each in program.code))

    def board(self, board: m.Board) -> m.Board:
        """A board with its conditions made quicker."""
        return replace(board, joined=self.maybe(board.joined), free=self.maybe(board.free))

    def within(self, part: Any) -> Any:
        """An instruction, or a part of one, with the expressions in it made quicker."""
        if isinstance(part, m.Expr):
            return self.expr(part)
        if isinstance(part, tuple):
            return tuple(map(self.within, part))
        if is_dataclass(part) and isinstance(part, (*PARTS, *i.Instruction.__args__)):
            return replace(
                part, **{each.name: self.within(getattr(part, each.name)) for each in fields(part) if each.init}
            )  # type: ignore[type-var]
        return part

    def maybe(self, e: m.Expr | None) -> m.Expr | None:
        """An expression, if there is one, made quicker."""
        return self.expr(e) if e is not None else None

    def expr(self, e: m.Expr) -> m.Expr:
        """An expression made quicker; one that is too deep stays as it is."""
        try:
            return self.look_up(self.write_out(e))
        except RecursionError:
            return e

    def specialise(self, e: m.Expr, values: Mapping[m.Local, m.Expr]) -> m.Expr:
        """An expression in which some names have known values. Raises RecursionError for one that is too deep."""
        return self.look_up(self.write_out_with(e, values))

    def write_out_with(self, e: m.Expr, values: Mapping[m.Local, m.Expr]) -> m.Expr:
        """Returns the expression written out only."""
        return self.write_out(replace_names(self.write_out(e), values, self.shared.of))

    # ---- written out -------------------------------------------------------------------------------------------------

    def write_out(self, e: m.Expr) -> m.Expr:
        """An expression with its definitions written out, its folds narrowed down, and what is known worked out."""
        known = self._written.get(id(e))
        if known is None:
            made = self._step(e)
            if made is not e and self.shared.has(made):
                self._written[id(made)] = made, made
            known = self._written[id(e)] = e, made
        return known[1]

    def _step(self, e: m.Expr) -> m.Expr:
        if e.op == "call":
            return self._call(e, *e.args)
        if e.op == "ranked":
            return self.shared.of("ranked", (e.args[0], within(e.args[1], self.write_out)), e.type, e.span)
        made = self.shared.of(e.op, within(e.args, self.write_out), e.type, e.span)
        if made.op in LOOPS:
            return self.folds.of(made)
        if made.op == "as":
            return self._as(made, *made.args)
        return self.simplify.of(made)

    def _call(self, e: m.Expr, define: m.Define, arguments: tuple[m.Expr, ...]) -> m.Expr:
        """A definition written out where it is small and nothing in it would be worked out twice, nor after something
        that would change it; else called."""
        given = within(arguments, self.write_out)
        body = self.body(define)
        pairs = zip(define.parameters, given, strict=True)
        if (
            size_of(body) > SMALL
            or any(each.op == "after" for each in all_in(body))
            or not all(self._is_light(each) or self._is_asked_once(parameter, body) for parameter, each in pairs)
        ):
            return self.shared.of("call", (define, given), e.type, e.span)
        return self.write_out(replace_names(body, dict(zip(define.parameters, given, strict=True)), self.shared.of))

    def _as(self, e: m.Expr, player: m.Expr, value: m.Expr) -> m.Expr:
        """Returns the expression from another player's seat: about that player, if that can be seen."""
        if not all(each.op in PLAIN for each in all_in(value)):
            return e
        asked = sum(each.op == "me" for each in all_in(value))
        return self.write_out(as_player(value, player, self.shared)) if asked <= 1 or self._is_light(player) else e

    def _is_light(self, e: m.Expr) -> bool:
        """Tells if a value may be worked out several times."""
        return e.op in ("const", "local", "me") or (
            e.op == "field" and (e.args[1] is None or e.args[1].op in ("me", "const"))
        )

    def _is_asked_once(self, parameter: m.Local, body: m.Expr) -> bool:
        """Tells if a value would be worked out at most once: no fold goes round it."""
        return sum(each == parameter for each in locals_in(body)) <= 1 and not any(True for _ in folds_in(body))

    def body(self, define: m.Define) -> m.Expr:
        """The body of a definition, written out."""
        if define.name not in self._bodies:
            self._bodies[define.name] = self.write_out(define.body)
        return self._bodies[define.name]

    # ---- put into tables ---------------------------------------------------------------------------------------------

    def look_up(self, e: m.Expr) -> m.Expr:
        """An expression that was written out, with what depends on few known values looked up in tables."""
        known = self._tabled.get(id(e))
        if known is None:
            known = self._tabled[id(e)] = e, self._looked_up(e)
        return known[1]

    def _looked_up(self, e: m.Expr) -> m.Expr:
        found = self.tables.of(e)
        if found is not None:
            return found
        if e.op in ("call", "ranked"):
            name, values = e.args
            made = self.define(name) if e.op == "call" else self.ranking(name)
            return self.shared.of(e.op, (made, within(values, self.look_up)), e.type, e.span)
        args = within(e.args, self.look_up)
        if e.op in LOOPS:
            args = (args[0], self.folds.list_printed_set(args[1]), *args[2:])
        return self.shared.of(e.op, args, e.type, e.span)

    def define(self, define: m.Define) -> m.Define:
        """A definition that is called, made quicker."""
        if define.name not in self._defines:
            self._defines[define.name] = replace(define, body=self.look_up(self.body(define)))
        return self._defines[define.name]

    def ranking(self, ranking: m.Ranking) -> m.Ranking:
        """A ranking made quicker."""
        known = self._rankings.get(id(ranking))
        if known is None:
            made = replace(
                ranking, by=self.expr(ranking.by), among=self.maybe(ranking.among), least=self.maybe(ranking.least)
            )
            known = self._rankings[id(ranking)] = ranking, made
        return known[1]
