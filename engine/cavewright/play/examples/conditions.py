"""The words of an example: conditions that name players and places, and cells that say what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.expressions import Evaluator
from ...foundation.source import Diagnostic, Span, did_you_mean
from ...foundation.texts import texts
from ...language.syntax import tree as t
from ...rules.check.expressions import Expressions
from ...rules.check.symbols import Findings, SymbolTable
from ...rules.model import ruleset as m
from ...rules.model.operators import COMPARISONS
from ...rules.model.types import MOST, YES_NO, Type, number, row
from ..positions.value_text import set_members
from ..positions.wording import Wording
from ..states.game import Game, State
from .cells import CellHelp, Cells
from .kept_slots import whole

_FIRST_LOCAL = 1_000_000_000
"""Names bound in an example are numbered from here, far behind those of any ruleset."""

_STANDING = {"total": "total(PLAYER)", "score": "score(PLAYER, LINE)", "wins": "wins(PLAYER)"}
"""What is asked of the scores, and how it is written."""


@dataclass
class _Known(SymbolTable):
    """The names of a checked ruleset, and the players of an example."""

    people: tuple[str, ...] = ()

    def names_in_scope(self) -> Iterator[str]:
        """Every name that may stand alone."""
        yield from self.people
        yield from super().names_in_scope()


def _names_of(rules: m.Ruleset, people: tuple[str, ...]) -> _Known:
    fields = {(f.owner + " passage" if f.passage else f.owner, f.name): f for f in rules.fields}
    defines, rankings = dict(rules.defines), dict(rules.rankings)
    return _Known(
        players=rules.players,
        player_range=rules.player_range,
        units=dict(rules.units),
        constants=dict(rules.constants),
        options=dict(rules.options),
        kinds=dict(rules.kinds),
        boards=dict(rules.boards),
        fields=fields,
        define_nodes=cast(Any, defines),
        defines=defines,
        row_definitions={name: () for name in defines if "." in name},
        rankings=rankings,
        ranking_nodes=cast(Any, rankings),
        resolve_constant=rules.constants.get,
        resolve_ranking=lambda name, span: rankings.get(name),
        locals_made=_FIRST_LOCAL,
        people=people,
    )


class ExampleExpressions(Expressions):
    """Reads expressions of an example and finds their values.

    Besides what every rule may say there are players and places by name, `Anna.bonus(c)` for what a definition or
    ranking gives a player, and `total(Anna)`, `score(Anna, photos)` and `wins(Anna)`. `asked` are the clauses that were
    asked for so.
    """

    def __init__(self, game: Game, people: tuple[str, ...]) -> None:
        rules = game.rules_model
        self.words = Wording(rules, (), texts(), "en")
        super().__init__(_names_of(rules, people), Findings())
        self.rules, self.people = rules, people
        self.cells = Cells(rules, people)
        self.cell_help = CellHelp(rules, people)
        self.depths = dict.fromkeys(rules.defines, 0)
        self.evaluate = Evaluator(rules, game.program.layout)
        self.evaluate.trials = game.interpreter
        self.asked: set[str] = set()
        self.state: State
        """The position of which something is asked."""

    def take_findings(self) -> list[Diagnostic]:
        """Returns the findings since the last call."""
        found, self.findings = self.findings.found, Findings()
        return found

    def value(self, expr: m.Expr, h: Slots, s: Boards) -> Any:
        """The value of an expression in a position, which stays as it is. Raises WorkLimitError."""
        return self.evaluate.expr(expr)(self.evaluate.with_scratch(h), s)

    # ---- players and places by name ----------------------------------------------------------------------------------

    def lookup(self, name: str, expected: Type | None, span: Span) -> m.Expr | None:
        """Returns the meaning of a name: a player or a place too."""
        if name not in self.scope and name in self.people:
            return m.constant(self.people.index(name), row(self.rules.players), span)
        board = self.rules.board_of(expected) if expected is not None else None
        if name not in self.scope and board is not None and self.cells.place_in(name, board) >= 0:
            return self._place_called(name, board, span)
        return super().lookup(name, expected, span) or self._place_called(
            name, next(iter(self.rules.growing.values()), None), span
        )

    def _place_called(self, name: str, board: m.Board | None, span: Span) -> m.Expr | None:
        if board is None or self.cells.place_in(name, board) < 0:
            return None
        return m.constant(self.cells.place_in(name, board), board.place(), span)

    def _attribute(self, node: t.Attribute, expected: Type | None) -> m.Expr:
        """`cave.n2` tells the places of several boards apart, `Anna.n2` those of boards for each player."""
        of = node.of.id if isinstance(node.of, t.Name) and node.of.id not in self.scope else ""
        boards = (
            [self.rules.boards[of]]
            if of in self.rules.boards
            else [b for b in self.rules.boards.values() if b.private and of in self.people]
        )
        for board in boards:
            found = self._place_called(f"{of}.{node.name}" if board.private else node.name, board, node.span)
            if found is not None:
                return found
        return super()._attribute(node, expected)

    # ---- what players have -------------------------------------------------------------------------------------------

    def _apply(self, node: t.Apply, expected: Type | None) -> m.Expr:
        if isinstance(node.function, t.Attribute):
            values = [each.value for each in node.arguments]
            return self.ask_row(node.function, values, node) or self._as_player(node.function, node)
        name = node.function.id if isinstance(node.function, t.Name) else ""
        usage, scoring, rules = _STANDING.get(name, ""), self.rules.scoring, self.rules
        if not usage or name in rules.defines or name in rules.rankings:
            return super()._apply(node, expected)
        values = [each.value for each in node.arguments]
        if len(values) != 1 + usage.count(",") or scoring is None:
            return self.wrong("C0404", f"this is written `{usage}`", node)
        player = self.read_as(values[0], row(rules.players))
        if not player.type.is_row:
            return player
        lines = {line.name: line.clause.name for line in scoring.lines}
        if name == "score":
            said = values[1].id if isinstance(values[1], t.Name) else values[1].span.text
            if said not in lines:
                return self.wrong(
                    "C0203", f"there is no score line `{said}`", values[1], help=did_you_mean(said, lines)
                )
            self.asked.add(lines[said])
        else:
            self.asked |= {scoring.clause.name, *lines.values()}
        outcome = State(self.state.game, self.people, whole(self.state), self.state._s).outcome()
        if name == "wins":
            wins = [n in (outcome.winners or ()) for n in range(len(self.people))]
            return self._standing(player, wins, YES_NO, node.span)
        totals = outcome.totals if name == "total" else [each[list(lines).index(said)] for each in outcome.breakdown]
        return self._standing(player, totals, number(-MOST, MOST), node.span)

    def _standing(self, player: m.Expr, values: Sequence[int | None], type_: Type, span: Span) -> m.Expr:
        """Returns the values of all players, as if they were printed of them; nothing for players who are not there."""
        kind = self.rules.kinds[self.rules.players]
        absent = [0] * (len(kind.rows) + 1 - len(values))
        column = m.Column("standing", type_, tuple(int(each or 0) for each in (*values, *absent)))
        printed = replace(kind, columns={column.name: column}), column.name, self.me(span)
        return m.Expr("as", (player, m.Expr("column", printed, type_, span)), type_, span)

    def _as_player(self, function: t.Attribute, node: t.Apply) -> m.Expr:
        player = self.read_as(function.of, row(self.rules.players), "what stands before this point")
        value = self.expr(t.Apply(t.Name(function.name, span=function.span), node.arguments, span=node.span))
        return m.Expr("as", (player, value), value.type, node.span)

    def _call(
        self,
        op: str,
        what: Any,
        parameters: tuple[m.Local, ...],
        values: list[Any],
        node: t.Apply,
    ) -> m.Expr:
        if op == "ranked":
            self.asked.add(what.clause.name)
        return super()._call(op, what, parameters, values, node)

    # ---- why a condition does not hold -------------------------------------------------------------------------------

    def failing(self, expr: m.Expr, h: Slots, s: Boards) -> m.Expr:
        """The part of a condition that does not hold."""
        return next((each for each in m.conjuncts(expr) if not self.value(each, h, s)), expr)

    def values_in(self, expr: m.Expr, h: Slots, s: Boards) -> Iterator[str]:
        """Yields the values of both sides of a comparison, or the thing that is looked for and the place."""
        if expr.op == "not":
            yield from self.values_in(expr.args[0], h, s)
        sides = (
            expr.args if expr.op in (*COMPARISONS, "in_set", "has") else expr.args[:1] if expr.op == "in_list" else ()
        )
        for each in sides:
            if each.op not in ("const", "me") and (said := self.value_for_people(each, h, s)):
                yield f"here `{' '.join(each.span.text.split())}` is {said}"

    def value_for_people(self, expr: m.Expr, h: Slots, s: Boards) -> str:
        """The value of an expression for people, or ""."""
        if expr.type.is_pile:
            rows = self.rules.kinds[expr.type.name].rows
            return ", ".join(rows[each] for each in self.value(expr, h, s).pieces) or "empty"
        if expr.type.is_bag:
            kind = self.rules.kinds[expr.type.name]
            contents = self.value(expr, h, s)
            return (
                ", ".join(f"{many} {piece}" for piece, many in zip(kind.rows, contents, strict=False) if many)
                or "empty"
            )
        if member := expr.type.member:
            members = set_members(self.value(expr, h, s), member)
            return ", ".join(self.words.show_value(each, member, self.people) for each in members) or "empty"
        if expr.type.facts.is_plain:
            return self.words.show_value(self.value(expr, h, s), expr.type, self.people)
        return ""
