"""Expressions: names resolved, types found, constants folded. One method for each shape of expression, in this module
and those it stands on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from ...language.syntax import tree as t
from ..model.dispatch import handles
from ..model.operators import FOLDS
from ..model.ruleset import Expr, Local
from ..model.types import MOST, Type, number
from .attributes import Attributes
from .definition_reader import number_of_values
from .expression_reader import unknown
from .hypotheses import DEEDS
from .sight import Sight
from .symbols import BUILTINS, YIELDING

_READ_WHOLE = ("reach", "distance", "next", "sight")
"""Questions that may have a condition behind their values."""


class Expressions(Sight, over=(*get_args(t.Expr), t.Empty, *BUILTINS), left=(*_READ_WHOLE, *DEEDS)):
    """All of them; here what is called by its name."""

    @handles
    def _apply(self, node: t.Apply, expected: Type | None) -> Expr:
        name = node.function.id if isinstance(node.function, t.Name) else ""
        if name in FOLDS:
            return self._fold(name, node)
        if name in ("reach", "distance"):
            stray = next((each for each in node.arguments[:-1] if each.where or each.body), None)
            return self._ways(name, node) if stray is None else self._stray(stray)
        if name in DEEDS:
            return self.hypothesis(name, node)
        if name in YIELDING and name in self.names.define_nodes:
            return self._call_definition(name, node)
        if name == "next":
            return self.next_seat(node)
        if name == "sight":
            return self.sight(node)
        stray = next((each for each in node.arguments if each.where or each.body), None)
        if stray is not None:
            return self._stray(stray)
        values = [each.value for each in node.arguments]
        if isinstance(node.function, t.Attribute) and (asked := self.ask_row(node.function, values, node)):
            return asked
        if name in BUILTINS:
            return self._builtin(name, node, values)
        if name in self.names.define_nodes:
            return self._call_definition(name, node)
        if name in self.names.ranking_nodes:
            ranking = self.names.resolve_ranking(name, node.span)
            return self._call("ranked", ranking, ranking.parameters if ranking else (), values, node)
        known = [*FOLDS, *BUILTINS, *self.names.define_nodes, *self.names.ranking_nodes]
        reads = self.reader_test(
            lambda near: self.expr(replace(node, function=t.Name(near, span=node.function.span)), expected),
            node.span,
            expected,
        )
        return self.wrong(
            "C0203",
            f"there is nothing called `{name or node.function.span.text}` that takes values",
            node,
            help=self.near(name, known, reads),
        )

    def ask_row(self, function: t.Attribute, values: list[Any], node: t.Apply) -> Expr | None:
        """The value of a definition that is asked of a row with values, `spot.yield(2)`; none if rows have no such."""
        if all(each.partition(".")[2] != function.name for each in self.names.row_definitions):
            return None
        of = self.expr(function.of)
        found = next((each for each in Attributes(self.names).of(of) if each[:2] == (function.name, "defined")), None)
        return None if found is None else self.row_definition(found[2][0], found[2][1], tuple(values), node)

    def _call_definition(self, name: str, node: t.Apply) -> Expr:
        stray = next((each for each in node.arguments if each.where or each.body), None)
        if stray is not None:
            return self._stray(stray)
        found = self.define(name, node.span)
        return self._call(
            "call", found, found.parameters if found else (), [each.value for each in node.arguments], node
        )

    def _stray(self, stray: t.Argument) -> Expr:
        return self.wrong("C0404", "`where` and `:` belong into a fold such as `sum(x in list where …: …)`", stray)

    def _call(self, op: str, what: Any, parameters: tuple[Local, ...], values: list[Any], node: t.Apply) -> Expr:
        if what is None:
            return unknown(node)
        if len(values) != len(parameters):
            return self.wrong(
                "C0404", f"`{what.name}` takes {number_of_values(len(parameters))}, not {len(values)}", node
            )
        arguments = self.arguments(values, parameters)
        kind = what.body.type if op == "call" else number(0, MOST)
        return Expr(op, (what, arguments), kind, node.span)
