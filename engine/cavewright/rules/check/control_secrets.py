"""Transfer functions of control flow: conditions, loops, calls, and changes of the acting player."""

from __future__ import annotations

from typing import Self

from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.secrecy_facts import Knower
from ..model.statement_effects import decided_by, may_change_bags
from .decision_secrets import Offers
from .flow_state import FlowState, PathCondition, held_unless, held_when
from .visibility import OPEN, SOMEBODY, knower, rename_knowers
from .whole_program import steps
from .writes import bags_of, changes_bags, is_taken_alone, written_by


class Branches(Offers, over=m.STATEMENTS):
    """Flow of secrets through conditions, loops, calls and other rules."""

    @handles
    def if_(self, node: m.If) -> None:
        ways, secrets, certain = list[Branches](), OPEN, self.held
        for condition, body in node.branches:
            secrets |= self.of(condition)
            way = self.inside(secrets, condition.span)
            way.held = certain | held_when(condition, self.me)
            way.block(body)
            ways.append(way)
            certain |= held_unless(condition)
        last = self.inside(secrets, node.branches[-1][0].span) if node.branches else self.copy()
        last.held = certain
        last.block(node.otherwise)
        self.meet([*ways, last])

    @handles
    def for_each(self, node: m.ForEach) -> None:
        inner, secrets = self.copy(), OPEN
        inner.enter_loop(node.body)
        for each in node.binds:
            found = inner.of(each.domain)
            secrets |= found
            self.bind(each.local, OPEN if self.step.reveals else found, each.domain.span if found else None)
            inner.rebind(each.local)
        if node.where is not None:
            secrets |= inner.of(node.where)
        span = (node.where or node.binds[0].domain).span
        inner = inner.inside(secrets, span)
        for each in node.binds:
            if is_taken_alone(node.body, each):
                inner.takes_from(each.domain, each.local)
        if not changes_bags(node.body):
            inner.held |= held_when(node.where, self.me)
        self.rounds(node.body, inner)
        for each in node.binds:
            self.rebind(each.local)

    @handles
    def repeat(self, node: m.Repeat) -> None:
        asked = node.until if node.until is not None else node.times
        assert asked is not None
        inner = self.copy()
        inner.enter_loop(node.body)
        inner = inner.inside(inner.of(asked), asked.span)
        self.rounds(node.body, inner)

    @handles
    def choose(self, node: m.Choose) -> None:
        self.asks()
        inner, other = self.copy(), self.copy()
        if node.any:
            inner.enter_loop(node.body)
        asked = inner.bind_choice(node.binds, node.where, (self.step.clause.name, node.name), node.takes_any)
        if not node.stop:
            self.must_know("asked", asked, None, self.span)
        inner.pass_decision()
        if node.any:
            inner.rounds(node.body, inner.copy())
        else:
            inner.block(node.body)
        if node.until is not None:
            inner.must_know("open", inner.of(node.until), None, node.until.span)
        other.lax = True
        other.block(node.otherwise)
        self.meet([inner, other])

    @handles
    def in_turn(self, node: m.InTurn) -> None:
        inner = self.inside(self.of(node.first), node.first.span).of_player(self.another())
        inner.enter_loop(node.body)
        for each in filter(None, (node.until, node.where)):
            inner = inner.inside(inner.of(each), each.span)
        inner.held |= held_when(node.where, inner.me)
        self.rounds(node.body, inner)

    def another(self) -> Knower:
        """Whoever acts in the block of the line."""
        me: Knower = ("turn", self.span.place)
        self.knowledge.declare(me)
        return me

    @handles
    def at_once(self, node: m.AtOnce) -> None:
        self.in_open()
        self.knowledge.invalidated |= self.ground.guarded
        inner = self.of_player(self.another())
        inner.pass_decision()
        inner.block(node.body)
        self.pass_decision()
        self.drop()

    @handles
    def as_player(self, node: m.AsPlayer) -> None:
        player = node.player
        me = knower(player, self.me)
        if me == SOMEBODY or player.op == "local" and player.args[0].number in self.ground.set_again:
            me = self.another()
        self.knowledge.declare(me)
        inner = self.inside(self.of(player), player.span).of_player(me)
        inner.block(node.body)
        self.meet([inner, self.copy()])

    @handles
    def call(self, node: m.Call) -> None:
        process = self.ground.ruleset.processes[node.process]
        me: Knower = ("acting", "to " + process.name)
        self.knowledge.declare(me)
        handed = list(zip(process.parameters, node.arguments, strict=False))
        means: dict[Knower, Knower] = {knower(value, self.me): ("name", local.number) for local, value in handed}
        means[self.me] = me
        means.pop(SOMEBODY, None)
        for local, value in handed:
            self.knowledge.declare(("name", local.number))
            self.note_absence(local, value, False)
            given = rename_knowers(self.of(value), means)
            given = frozenset(each.through(self.span, local.name) for each in given)
            self.knowledge.give(local, given)
        self.knowledge.entries["to " + process.name].append(self.translate_state(me, means, handed))
        self.lax = True
        self.drop()
        touched = self.ground.touched["to " + process.name]
        self.knowledge.invalidated |= touched
        self.known -= touched

    def translate_state(
        self, me: Knower, means: dict[Knower, Knower], handed: list[tuple[m.Local, m.Expr]]
    ) -> FlowState:
        """A route as the process that is carried out sees it: players and pieces by the names of its parameters."""
        under = tuple(
            PathCondition(rename_knowers(each.secrets, means), each.span, each.line, each.reveals)
            for each in self.under
        )
        chooser = None if self.chooser is None else means.get(self.chooser, SOMEBODY)
        pieces: dict[object, Knower] = {
            ("name", value.args[0].number): ("name", local.number) for local, value in handed if value.op == "local"
        }
        held = frozenset(
            (where, None if owner is None else means[owner], pieces.get(piece, piece))
            for where, owner, piece in self.held
            if (owner is None or owner in means) and (piece[0] == "row" or piece in pieces)
        )
        return FlowState(me, under, chooser, self.lax, held, known=self.known)

    def enter_loop(self, body: m.Block) -> None:
        """Forgets what a loop changes: all that is certain before it and that it leaves alone is certain within."""
        self.known -= written_by(body)
        for each in steps(body):
            if decided_by(each.statement) == "players":
                self.known = frozenset()
            elif isinstance(each.statement, m.Call):
                self.known -= self.ground.touched["to " + each.statement.process]
            match each.statement:
                case m.Assign(target=m.Expr(op="local", args=(local,))):
                    self.rebind(local)
                case m.Assign() | m.Transfer() as changes:
                    self.drop(bags_of(changes))
                case other if may_change_bags(other):
                    self.drop()

    def rounds(self, body: m.Block, inner: Self) -> None:
        """The block of a loop, any number of times."""
        before, self.knowledge.invalidated = self.knowledge.invalidated, set()
        inner.block(body)
        inner.known = self.known - self.knowledge.invalidated
        self.knowledge.invalidated |= before
        self.meet([inner, self.copy()])
