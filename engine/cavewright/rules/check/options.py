"""Units, constants, options with their values, and presets: what is known before play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ...foundation.source import Diagnostic, Label, at
from ...foundation.source.argument_checks import shorten
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.types import YES_NO, Type, number
from .section import Section, cells_of


class Options(Section):
    """Units, constants, options and presets."""

    def units_and_constants(self) -> None:
        """Units, then constants, each computed when first needed."""
        for each in self.of("unit"):
            self.names.units[each.name] = each.text
        nodes = {each.name: each for each in self.of("constant")}
        open_names: list[str] = []

        def constant(name: str) -> m.Expr | None:
            if name not in nodes:
                return None
            if name not in self.names.constants:
                if name in open_names:
                    self.wrong("C0501", f"`{name}` is defined by itself", nodes[name].name_span)
                    return m.constant(0, number(0, 0), nodes[name].span)
                open_names.append(name)
                with self.read.knowing(alone=True):
                    value = self.read.expr(nodes[name].value)
                open_names.pop()
                if value.op != "const" and not value.type.is_unknown:
                    value = self.wrong("C0417", f"constant `{name}` has to be known before play", nodes[name])
                self.names.constants[name] = value
            return self.names.constants[name]

        self.names.resolve_constant = constant

    def declare(self) -> None:
        """Options with their values: what was set, or the default."""
        for node in self.of("option"):
            self.names.options[node.name] = self._option(node)
        for name, given in self.given.settings.items():
            if name not in self.names.options:
                self.findings.add(
                    Diagnostic(
                        "C0220",
                        f"there is no option `{shorten(name)}`",
                        help=self._near_option(name, given),
                    )
                )
        for node in self.of("option"):
            for line in node.block:
                self._demand(node, line)

    def _near_option(self, name: str, given: Any) -> str:
        """A help line with the nearest option that can be set so, or with all that there are."""
        word, options = given.span.text if isinstance(given, t.Node) else _word_of(given), self.names.options
        return self.near(name, options, lambda near: options[near].admits(word)) or _list_options(options)

    def _demand(self, node: t.Declaration, line: t.Line) -> None:
        """A condition on the values of options; what it may ask is known before play."""
        if not isinstance(line.statement, t.Require):
            self.wrong(
                "C0229",
                "an option can only `require` something",
                line,
                help="write `require` and a condition on options",
            )
            return
        condition = self.read.condition(line.statement.condition)
        if condition.op != "const" and not condition.type.is_unknown:
            self.wrong(
                "C0417",
                "what an option requires has to be known before play",
                line.statement.condition,
                help="ask for options and constants only",
            )
        elif condition.op == "const" and not condition.args[0]:
            self.findings.add(self._refused_setting(node, line))

    def _refused_setting(self, node: t.Declaration, line: t.Line) -> Diagnostic:
        """C0229: the values of options do not go together."""
        asked = (each.id for each in t.walk(line) if isinstance(each, t.Name) and each.id in self.names.options)
        named = dict.fromkeys((node.name, *asked))
        places = {each.name: each.name_span for each in self.of("option")}
        places |= {name: each.span for name, each in self.given.settings.items() if isinstance(each, t.Node)}
        options = [self.names.options[name] for name in named]
        labels = [Label(places[each.name], f"`{each.name}` is `{each.write_value(each.value)}`") for each in options]
        return at(
            "C0229",
            f"these options do not go together{': ' * bool(line.text)}{line.text}",
            line.statement,
            "this has to hold",
            more=labels,
            help=f"set one of them to another value: {', '.join(f'`{name}`' for name in named)}",
        )

    def _option(self, node: t.Declaration) -> m.Option:
        rows = [cells_of(each) for each in node.every(t.Row)]
        choices = tuple((row.cells[0].text, row.cells[1].text if len(row.cells) > 1 else "") for row in rows[1:])
        words = [each[0] for each in choices]
        if node.second is not None:
            type_ = self.read.type_of(node.second, self._begins_with(node))
        elif set(words) <= {"yes", "no"}:
            type_, choices = YES_NO, tuple((word, dict(choices).get(word, "")) for word in ("no", "yes"))
        else:
            type_ = Type("row", f"option {node.name}")
            self.names.kinds[type_.name] = m.Kind(type_.name, tuple(words), {})
        default = self._option_value(node.name, node.value, type_)
        option = m.Option(node.name, type_, default, default, choices, node.text, node.cites)
        given = self.given.settings
        return replace(option, value=self._setting(option, given[node.name])) if node.name in given else option

    def _begins_with(self, node: t.Declaration) -> Callable[[Type], bool]:
        """Tells of a type whether the default of an option is of it."""
        return lambda type_: self.read.reader_test(lambda _: self.read.read_as(node.value, type_), node.span)("")

    def _option_value(self, name: str, node: Any, type_: Type) -> int:
        value = self.read.read_as(node, type_, f"option `{name}`")
        self.read.in_range(value, type_)
        return int(value.args[0]) if value.op == "const" else 0

    def _setting(self, option: m.Option, given: Any) -> int:
        """The value that was set from outside, or by an overlay."""
        name, type_, words = option.name, option.type, [each[0] for each in option.choices]
        if isinstance(given, t.Node):
            if words and isinstance(given, t.Name) and given.id not in words:
                self.wrong(
                    "C0221",
                    f"option `{name}` cannot be `{shorten(given.id)}`",
                    given,
                    help=f"it is {' or '.join(f'`{each}`' for each in words)}",
                )
                return 0
            return self._option_value(name, given, type_)
        word = _word_of(given) if isinstance(given, bool) else str(given)
        if word in words:
            return words.index(word)
        if type_.is_number and option.admits(word):
            return int(word)
        wanted = " or ".join(f"`{each}`" for each in words) if words else f"a number in {type_}"
        self.findings.add(Diagnostic("C0221", f"option `{name}` cannot be `{shorten(word)}`", help=f"it is {wanted}"))
        return 0

    def preset(self, node: t.Declaration) -> dict[str, int]:
        """The values that a preset gives to options."""
        found: dict[str, int] = {}
        for each in node.every(t.Setting):
            option = self.names.options.get(each.name)
            if option is None:
                self.wrong(
                    "C0220",
                    f"there is no option `{each.name}`",
                    each,
                    help=self._near_option(each.name, each.value),
                )
            else:
                found[each.name] = self._setting(option, each.value)
        return found


def _word_of(given: object) -> str:
    """A value that a program gives as rule files write it; "" if it is nothing that they could hold."""
    if isinstance(given, bool):
        return "yes" if given else "no"
    return str(given) if isinstance(given, (str, int)) else ""


def _list_options(names: Iterable[str]) -> str:
    shown = ", ".join(sorted(names))
    return f"there are: {shown}" if shown else "this ruleset has no options"
