"""Questions about what would be: whether something is possible, and what a value would be after it.

What is asked about is a process, an action or a menu, by its name, with values as if it were carried out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...language.syntax import tree as t
from ..model.ruleset import Deed, Expr, Local
from ..model.types import YES_NO, Type
from .builtins import Builtins
from .definition_reader import number_of_values
from .expression_reader import unknown

DEEDS = ("possible", "after")
"""Questions of the language that take something to be carried out."""
_FORMS = ("number", "yes_no", "row", "place", "unknown")
"""What can be asked for after something; each has a value that says nothing."""


class Hypotheses(Builtins):
    """Reads such questions."""

    def hypothesis(self, name: str, node: t.Apply) -> Expr:
        """`possible(P(…))`, or `after(P(…): E)`."""
        argument = node.arguments[0]
        if len(node.arguments) != 1 or argument.where is not None or (argument.body is None) is (name == "after"):
            help = "write `after(P(…): E)`" if name == "after" else "write `possible(P(…))`"
            return self.wrong(
                "C0404", f"`{name}` takes something that is done, and only `after` a value", node, help=help
            )
        found = self._deed(argument.value, name == "after")
        if found is None:
            return unknown(node)
        deed, values = found
        self.names.deeds[deed] = None
        if name == "possible":
            return Expr("possible", (deed, values), YES_NO, node.span)
        value = self.expr(argument.body)
        if value.type.form not in _FORMS:
            return self.wrong("C0401", f"`{value.type}` is no value that can be had after something", value)
        return Expr("after", (deed, values, value), _or_nothing(value.type), node.span)

    def _deed(self, node: Any, whole: bool) -> tuple[Deed, tuple[Expr, ...]] | None:
        """Reads something that is carried out, and the values that it is given; none where that cannot be read."""
        function = node.function if isinstance(node, t.Apply) else node
        written = [each.value for each in node.arguments] if isinstance(node, t.Apply) else []
        name = function.id if isinstance(function, t.Name) else ""
        declared = self.names.deed_nodes.get(name, [])
        if len(declared) != 1:
            self._report_unknown_deed(name, declared, node)
            return None
        deed = Deed(declared[0].kind, name, bool(written) and declared[0].kind == "action", whole)
        takes = self._taken_by(declared[0])
        if takes is None:
            return None
        is_open = deed.form != "to" and not written
        if whole and deed.form == "menu":
            self.wrong("C0404", f"`after` takes an action with its values, not the menu `{name}`", node)
            return None
        if len(written) != len(takes) and not (is_open and not whole):
            self.wrong("C0404", f"`{name}` takes {number_of_values(len(takes))}, not {len(written)}", node)
            return None
        return deed, self.arguments(written, takes) if written else ()

    def _report_unknown_deed(self, name: str, declared: Sequence[t.Declaration], node: Any) -> None:
        if declared:
            message = f"several things are called `{name}`: a process, an action or a menu"
            self.wrong("C0213", message, node, help="give one of them another name")
            return
        self.wrong(
            "C0213",
            f"there is no process, action or menu `{name or node.span.text}` that could be carried out",
            node,
            help=self.near(name, self.names.deed_nodes) if self.names.deed_nodes else "",
        )

    def _taken_by(self, node: t.Declaration) -> tuple[Local, ...] | None:
        """The values that something takes; none for an action whose choices ask about itself."""
        if node.kind == "to":
            if node.name not in self.names.processes:
                self.names.processes[node.name] = self.parameters(node.parameters)
            return self.names.processes[node.name]
        if node.kind == "menu":
            return ()
        if node.name in self.open_defines:
            self.wrong("C0502", f"`{node.name}` asks whether it is possible itself", node.name_span)
            return None
        if node.name not in self.names.choices:
            self.open_defines.append(node.name)
            with self.knowing(alone=True):
                for each in node.choices:
                    self.scope[each.name] = self.names.local(each.name, self.domain(each.domain)[1])
                self.names.choices[node.name] = tuple(self.scope.values())
            self.open_defines.pop()
        return self.names.choices[node.name]


def _or_nothing(type_: Type) -> Type:
    """The type of a value that may be missing: 0, no or none."""
    if type_.facts.is_thing or type_.optional:
        return replace(type_, optional=True)
    return replace(type_, low=min(0, type_.low), high=max(0, type_.high), step=1)
