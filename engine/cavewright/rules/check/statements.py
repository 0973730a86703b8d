"""Statements: one method for each, from syntax to the typed steps of the model, in this module and those it stands
on."""

from __future__ import annotations

from typing import Any, get_args

from ...foundation.source import Span
from ...language.compose.reachability import reachable
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.secrecy import secrecy
from ..model.types import MOST, YES_NO, number, row
from .block_reader import name_and_values
from .decisions import DecisionStatements
from .effects import WRITABLE

KEPT = ("field", "record", "edge")


class Statements(DecisionStatements, over=get_args(t.Statement), left=(t.Deed, t.Ability, t.Definition)):
    """All of them; here what is required, named and set, and the flow of a rule."""

    @handles
    def _do_require(self, node: t.Require) -> Any:
        return m.Require(self.condition(node.condition))

    @handles
    def _do_let(self, node: t.Let) -> Any:
        value = self.expr(node.value)
        if not value.type.facts.in_one_number:
            value = self.wrong(
                "C0419", f"`{value.type}` cannot be given a name", node.value, help="name it where it is used"
            )
        type_ = (
            number(-MOST, MOST, value.type.unit) if value.type.is_number and node.name in self.counted else value.type
        )
        local = self.bind(node.name, type_, self.at_line.span, secrecy(value))
        return m.Assign(local.at(self.at_line.span), value)

    @handles
    def _do_set(self, node: t.Set) -> Any:
        target = self.expr(node.target)
        if target.op == "occurrences":
            return self.set_occurrences(target, node.value)
        if target.op not in WRITABLE:
            if not target.type.is_unknown:
                self.wrong("C0406", "only what is kept can be set", node.target, f"this is {_expression_kind(target)}")
            return None
        if not target.type.facts.in_one_number or target.op == "in_set" and target.args[1].op not in KEPT:
            help = "pieces are gained, lost and moved" if target.type.is_bag else ""
            self.wrong("C0406", "only what is kept can be set", node.target, help=help)
            return None
        wanted = YES_NO if target.op == "in_set" else target.type
        value = self.read_as(node.value, wanted, "the new value")
        self.in_range(value, wanted)
        return m.Assign(target, value)

    # ---- flow --------------------------------------------------------------------------------------------------------

    @handles
    def _do_if(self, node: t.If) -> Any:
        branches = tuple((self.condition(c), self.block(b)) for c, b in node.branches)
        return m.If(branches, self.block(node.otherwise or ()))

    @handles
    def _do_foreach(self, node: t.ForEach) -> Any:
        with self.knowing():
            return m.ForEach(self.binds(node.binders), self.perhaps(node.where), self.block(node.body))

    def players(self, word: str, span: Span) -> None:
        """Reports a word for the players that is another than theirs."""
        if word != self.names.players:
            self.wrong("C0212", f"the players are called `{self.names.players}`, not `{word}`", span)

    @handles
    def _do_inturn(self, node: t.InTurn) -> Any:
        self.players(node.players, node.span)
        first = self.turn_order(node)
        where, until = self.perhaps(node.where), self.perhaps(node.until)
        return m.InTurn(first, self.block(node.body), where, until, node.again)

    @handles
    def _do_atonce(self, node: t.AtOnce) -> Any:
        self.players(node.players, node.span)
        if self.at_once_depth:
            self.wrong("C0511", "players are already choosing at once", node, help="take the inner line out")
        self.at_once_depth += 1
        body = self.block(node.body)
        self.at_once_depth -= 1
        return m.AtOnce(body)

    @handles
    def _do_repeat(self, node: t.Repeat) -> Any:
        clause = self.clauses[-1]
        field = self.names.fields.get(("game", f"round_of({self.at_line.key})"))
        until = self.perhaps(node.until)
        times = self.amount(node.times) if node.times is not None else None
        body = self.block(node.body)
        if times is None or field is None:
            return m.Repeat(until, times, body)
        nothing = m.constant(0, number(0, 0), node.span)
        if self.at_once_depth:
            self.wrong(
                "C0511",
                "while all choose at once, each goes round for itself, and nothing counts it for all",
                node,
                help="keep a number of the player's own, and add to it in the loop",
            )
        held = m.Expr("field", (field, None), field.type, node.span)
        one_more = number(1, field.type.high + 1)
        more = m.Expr("add", (held, m.constant(1, number(1, 1), node.span)), one_more, node.span)
        count = m.Step(clause, m.Assign(held, m.Expr("within", (more,), field.type, node.span)))
        return [m.Assign(held, nothing), m.Repeat(None, times, (count, *body))]

    @handles
    def _do_asplayer(self, node: t.AsPlayer) -> Any:
        if self.at_once_depth:
            self.wrong(
                "C0511",
                "while all choose at once, each player acts for itself only",
                node,
                help="do this before or after",
            )
        return m.AsPlayer(self.read_as(node.player, row(self.names.players)), self.block(node.body))

    @handles
    def _do_finish(self, node: t.Finish) -> Any:
        return m.Finish()

    @handles
    def _do_confirm(self, node: t.Confirm) -> Any:
        """No step: people are asked before they do the action."""
        if not self.at_line.text:
            self.wrong(
                "C0101", "`confirm` needs a text in quotes", node, help='write `confirm "What is lost for good."`'
            )
        elif not any(self.at_line is each for each in self.own_lines):
            self.wrong(
                "C0101", "`confirm` stands in an action, in no block below it", node, help="put it beside `cost`"
            )
        else:
            self.confirm = self.clauses[-1]
        return None

    # ---- processes ---------------------------------------------------------------------------------------------------

    @handles
    def _do_call(self, node: t.Call) -> Any:
        name, values = name_and_values(node.target)
        what = node.target.function if isinstance(node.target, t.Apply) else node.target
        if isinstance(what, t.Attribute):
            return self._carried_out(what, values)
        if name not in self.names.processes:
            self.wrong(
                "C0213",
                f"there is no process `{name or node.span.text}` to carry out",
                node,
                help=self._near_process(name, "", (), values, node.span),
            )
            return None
        return self._carry_out(name, (), values, name, node.span)

    def _carry_out(self, name: str, given: tuple[m.Expr, ...], values: list[Any], said: str, span: Span) -> Any:
        """A call of a process, with values that were read and those to be read."""
        parameters = self.names.processes[name][len(given) :]
        if len(values) == len(parameters):
            return m.Call(name, (*given, *self.arguments(values, parameters)))
        self.wrong("C0404", f"`{said}` takes {len(parameters)} values, not {len(values)}", span)
        return None

    def _near_process(self, word: str, owner: str, given: tuple[m.Expr, ...], values: list[Any], span: Span) -> str:
        """A help line with the nearest process, or what a row of the owner does, that takes these values; none that
        leads back to the rule at hand."""
        known = [each.removeprefix(owner) for each in self.names.processes if each.startswith(owner)]
        reads = self.reader_test(lambda near: self._carry_out(owner + near, given, values, near, span), span)
        return self.near(
            word, known, lambda near: self.rule not in reachable(self.names.calls, [owner + near]) and reads(near)
        )

    def _carried_out(self, what: t.Attribute, values: list[Any]) -> Any:
        """`room.use`: what a row does, whichever row it is; nothing for a row of which nothing is said."""
        of = self.expr(what.of)
        if of.type.is_unknown:
            return None
        name = f"{of.type.name}.{what.name}"
        if not of.type.is_row or name not in self.names.processes:
            near = self._near_process(what.name, f"{of.type.name}.", (of,), values, what.span)
            help = (
                f"write it below a row: `to {what.name}`, and what happens"
                if of.type.is_row
                else "rows of a kind can do something"
            )
            self.wrong("C0213", f"no `{of.type}` says what `{what.name}` is", what, help=near or help)
            return None
        return self._carry_out(name, (of,), values, what.name, what.span)


def _expression_kind(expr: m.Expr) -> str:
    return {
        "const": "a constant, an option or a row",
        "column": "printed",
        "call": "defined",
        "open": "how the tile lies",
    }.get(expr.op, "computed")
