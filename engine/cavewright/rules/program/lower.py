"""Lowers the checked model to the program: blocks become a flat list, names become slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from ..check.refusal_proofs import contests
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.free_names import locals_in
from ..model.piles import MOST_IN_PILE
from ..model.secrecy import OPEN, SECRET, secrecy
from ..model.sums import sum_of
from ..model.types import MOST, YES_NO, number
from . import instructions as i
from .decisions import locals_of
from .emission import IN_LOOPS, asked_by
from .fitting_numbers import with_proofs
from .interrupts import InterruptLowering
from .options import LATER
from .refusal_reach import with_failures


def lower(ruleset: m.Ruleset) -> i.Program:
    """The program of a ruleset."""
    return _Lowering(ruleset).lower()


class _Lowering(InterruptLowering, over=m.STATEMENTS):
    # ---- the whole ---------------------------------------------------------------------------------------------------

    def lower(self) -> i.Program:
        """Everything, in the order play, processes, actions."""
        self.lay_out_fields()
        for process in self.ruleset.processes.values():
            self.returns[process.name] = self.room_for(1)
        self.emit(i.Jump(0))
        self.stop = self.emit(i.End())
        for process in self.ruleset.processes.values():
            self.process(process)
        for action in self.ruleset.actions.values():
            self.action(action)
        trials = {deed: self.trial(deed) for deed in self.ruleset.deeds}
        interrupts = self.interrupts()
        self.patch()
        telling = self.ruleset.secrecy.telling
        proven = with_proofs(self.code, self.entries["play"], self.slots, interrupts is not None)
        self.code = with_failures(proven, telling)
        self.code[0] = i.Jump(self.entries["play"])
        layout = i.Layout(self.base, self.slots, self.size, tuple(map(tuple, self.player_slots)))
        return i.Program(
            tuple(self.code),
            self.entries,
            self.returns,
            self.stop,
            layout,
            self.signatures,
            self.bound,
            tuple(self.scopes),
            tuple(self.counted),
            tuple(self.loops),
            trials,
            telling,
            interrupts,
            self.round_ends,
        )

    def patch(self) -> None:
        """Fills in the numbers of what was lowered later than it was mentioned."""
        for at, name in self.patches:
            self.code[at] = replace(self.code[at], to=self.entries[name])
        for at, instruction in enumerate(self.code):
            if isinstance(instruction, (i.Decide, i.Trial)):
                options = tuple(
                    replace(o, to=self.action_entries[o.signature.rule]) if o.to == LATER else o
                    for o in instruction.options
                )
                self.code[at] = replace(instruction, options=options)

    def process(self, process: m.Process) -> None:
        """A process, from its entry to its return."""
        self.entries[process.name], self.chosen = self.here, "to " + process.name in self.by_choice
        self.taken = []
        for each in process.parameters:
            self.local(each)
        self.turns.rule = process.name
        self.scope.enter("to " + process.name)
        self.within(process.parameters, process.body)
        self.emit(i.Return(self.returns[process.name], tuple(self.taken)))
        self.turns.slots[process.name] = (self.returns[process.name], *self.taken)

    def action(self, action: m.Action) -> None:
        """Lowers an action that was chosen: its costs are paid, its body is carried out, then its triggers."""
        self.taken, self.chosen = [], True
        self.turns.rule = ""
        self.scope.enter("action " + action.name)
        back = self.action_back(action.name)
        binds = [self.local(each.local) for each in action.binds]
        named = [s.statement.target.args[0] for s in action.header if isinstance(s.statement, m.Assign)]
        lets = [self.local(each) for each in named]
        self.action_entries[action.name], self.aside = self.here, action in self.ruleset.beside
        payments = contests(action.header)
        for self.step in action.header:
            self.reveal(*asked_by(self.step.statement))
            if isinstance(self.step.statement, m.Cost):
                self.pay(payments)
        self.within((*locals_of(action.binds), *named), action.body)
        for trigger in self.ruleset.triggers:
            if action.word in trigger.actions:
                self.block(trigger.body)
        self.emit(i.Return(back, tuple(dict.fromkeys([*binds, *lets, *self.taken]))))

    def lay_out_fields(self) -> None:
        """Slots for whatever is kept by the game, by rows and by players; places of boards that grow keep their own
        records. What the places of a player's board keep belongs to that player, as what the player keeps does."""
        for each in self.ruleset.in_slots:
            key, rows = (each.owner, each.name), self.ruleset.owners_of(each)
            self.base[key] = self.room_for(rows + (each.owner != "game")) + (each.owner != "game")
            board = self.ruleset.boards.get(each.owner)
            if each.owner == self.ruleset.players or board is not None and board.private:
                many = rows // len(self.player_slots)
                for player, slots in enumerate(self.player_slots):
                    slots += range(self.base[key] + player * many, self.base[key] + (player + 1) * many)

    # ---- blocks and plain statements ---------------------------------------------------------------------------------

    @handles
    def _require(self, node: m.Require) -> None:
        self.emit(i.Check(node.condition, self.clause))

    @handles
    def _cost(self, node: m.Cost) -> None:
        for each in node.payments:
            self.enough(each)
        self.pay(contests((self.step,)))

    def enough(self, payment: m.Payment, paid: Iterable[m.Payment] = ()) -> None:
        """That there is as much as a payment asks for, after others were `paid`. Told is what all of them ask for."""
        held, amount = payment.held, payment.amount
        condition = m.Expr("ge", (held, amount), YES_NO, amount.span)
        same = [each.amount for each in paid if each.held == payment.held]
        if same:
            held, amount = (sum_of((one, *same), number(0, MOST)) for one in (held, amount))
        self.emit(i.Check(condition, self.clause, (payment.unit, held, amount)))

    def pay(self, contested: Iterator[tuple[m.Payment, ...]]) -> None:
        """The payments of a cost; it is asked again whether there is enough where others may have taken of it."""
        for each in self.step.statement.payments:
            paid = next(contested)
            if paid:
                self.enough(each, paid)
            if each.counter is None:
                self.block(each.pay)
                continue
            self.times(each.amount, each.counter, each.pay)

    def times(self, count: m.Expr, turn: m.Local, body: m.Block) -> None:
        """A block so many times."""
        units = m.Expr("range", (m.constant(1, number(1, 1), count.span), count), count.type, count.span)
        self._foreach(m.ForEach((m.Bind(turn, units),), None, body))

    @handles
    def _assign(self, node: m.Assign) -> None:
        if node.target.op == "local":
            self.local(node.target.args[0])
            self.scope.bound.append(node.target.args[0])
        self.emit(i.Set(node.target, node.value, self.clause))

    @handles
    def _transfer(self, node: m.Transfer) -> None:
        if any(bag.type.is_pile for bag in (node.giver, node.taker) if bag is not None):
            self.emit(i.Stacked(node, self.onlookers.of(node), self.clause))
        else:
            self.emit(i.Pieces(node, self.clause))

    @handles
    def _shift(self, node: m.Shift) -> None:
        self.emit(i.Shifted(node, self.clause))

    @handles
    def _shuffle(self, node: m.Shuffle) -> None:
        self.emit(i.Shuffled(node.pile, self.clause))

    @handles
    def _take(self, node: m.Take) -> None:
        """The piece gets its name and leaves; where nothing lies, the name stands for nothing."""
        span = self.clause.span
        self.local(node.local)
        self.scope.bound.append(node.local)
        one = m.constant(1, number(1, 1), span)
        place = m.Expr("size", (node.pile,), number(0, MOST_IN_PILE), span) if node.bottom else one
        piece = m.Expr("lying", (node.pile, place), node.local.type, span)
        self.emit(i.Set(node.local.at(span), piece, self.clause))
        shift = m.Shift(one, node.pile, None, node.bottom)
        self.emit(i.Shifted(shift, replace(self.clause, fit="up to")))

    @handles
    def _deal(self, node: m.Deal) -> None:
        if self.clause.fit != "up to":
            self.emit(i.Stocked(node.giver, node.amount, self.clause))
        self.block(node.body)

    @handles
    def _putback(self, node: m.PutBack) -> None:
        slots = tuple(map(self.local, node.drawn))
        self.emit(i.Returned(slots, self.local(node.kept), node.bag, node.kept.shown == SECRET, self.clause))

    @handles
    def _lay(self, node: m.Lay) -> None:
        self.emit(i.LayTile(node.board, node.tile, node.at, node.sides, self.clause))

    @handles
    def _finish(self, node: m.Finish) -> None:
        self.emit(i.End())

    @handles
    def _call(self, node: m.Call) -> None:
        process = self.ruleset.processes[node.process]
        saved = self.taken
        arguments = tuple((self.local(p), value) for p, value in zip(process.parameters, node.arguments, strict=True))
        self.taken = saved
        at = self.emit(i.Call(self.returns[node.process], arguments, -1))
        self.patches.append((at, node.process))
        self.turns.note_call(at, node.process, self.clause)

    # ---- flow --------------------------------------------------------------------------------------------------------

    @handles
    def _if(self, node: m.If) -> None:
        ends = []
        for condition, body in node.branches:
            with self.branch_over(partial(i.JumpUnless, condition)):
                self.reveal(condition)
                self.block(body)
                ends.append(self.emit(i.Jump(-1)))
        self.reveal(*(condition for condition, _ in node.branches if node.otherwise))
        self.block(node.otherwise)
        for at in ends:
            self.code[at] = i.Jump(self.here)

    @handles
    def _foreach(self, node: m.ForEach) -> None:
        """Nested loops, one a bound name; the condition stands innermost."""
        slots = []
        with ExitStack() as loops:
            for bind in node.binds:
                items, slot = self.scratch(), self.local(bind.local)
                self.emit(i.Collect(items, bind.domain))
                at = loops.enter_context(self.branch_over(partial(i.Next, items, slot), loop=True))
                slots += [items, slot]
            if node.where is not None:
                self.emit(i.JumpUnless(node.where, at))
            self.reveal(*(each.local.at(each.domain.span) for each in node.binds if each.local.number > 0))
            self.within(locals_of(node.binds), node.body)
        self.emit(i.Clear(tuple(slots)))

    @handles
    def _inturn(self, node: m.InTurn) -> None:
        items = self.scratch()
        saved = self.scratch()
        somebody = self.somebody(node)
        begins = self.emit(i.Collect(items, node.first, players=not node.is_listed))
        self.emit(i.Copy(i.ME, saved))
        self.note_turn(somebody, 0)
        with ExitStack() as leaving, self.turn(until=node.until, where=node.where) as under_way:
            with self.branch_over(partial(i.Next, items, i.ME), loop=True) as turn:
                under_way.next = turn
                if node.until is not None:
                    leaving.enter_context(self.branch_over(partial(i.JumpUnless, m.holds("not", node.until))))
                if node.where is not None:
                    self.emit(i.JumpUnless(node.where, turn))
                    self.reveal(node.where)
                self.note_turn(somebody, 1)
                self.note_player(under_way)
                self.as_another(node.body, saved)
            if node.again:
                self.loops.append((self.clause, begins))
                for each in somebody:
                    leaving.enter_context(self.branch_over(partial(i.JumpUnless, each)))
                self.emit(i.Copy(saved, i.ME))
                self.emit(i.Jump(begins))
        under_way.over = self.here
        if node.again:
            self.round_ends[begins] = self.here
        self.reveal(*filter(None, (node.until,)))
        self.emit(i.Copy(saved, i.ME))
        self.clear_player(under_way)
        self.emit(i.Clear((items, saved, *(self.local(each.args[0]) for each in somebody))))

    def somebody(self, node: m.InTurn) -> tuple[m.Expr, ...]:
        """A name that says if a round of turns has found somebody, where rounds end with one that finds nobody."""
        if not node.again or (node.where is None and not node.is_listed):
            return ()
        found = m.Local("found", YES_NO, IN_LOOPS - self.here)
        self.local(found)
        return (found.at((node.where or node.first).span),)

    def note_turn(self, somebody: tuple[m.Expr, ...], value: int) -> None:
        """Writes whether the round at hand has found somebody."""
        for each in somebody:
            self.emit(i.Set(each, m.constant(value, YES_NO, each.span), self.clause))

    @handles
    def _asplayer(self, node: m.AsPlayer) -> None:
        saved = self.scratch()
        self.emit(i.Copy(i.ME, saved))
        me = m.Local("me", node.player.type, -1)
        self.slots[-1] = i.ME
        acting = me.at(node.player.span)
        self.emit(i.Set(acting, node.player, self.clause))
        somebody = m.holds("ge", acting, m.constant(0, node.player.type, node.player.span))
        with self.branch_over(partial(i.JumpUnless, somebody)):
            self.reveal(replace(acting, op="me", args=()))
            self.as_another(node.body, saved)
        self.emit(i.Copy(saved, i.ME))
        self.emit(i.Clear((saved,)))

    @handles
    def _repeat(self, node: m.Repeat) -> None:
        if node.times is not None:
            turn = m.Local("turn", number(1, 10_000), IN_LOOPS - self.here)
            if self.clause.text and secrecy(node.times) == OPEN and not any(locals_in(node.times)):
                self.counted.append((self.clause, self.size, self.size + 1))
            return self.times(node.times, turn, node.body)
        assert node.until is not None
        with self.turn(until=node.until) as under_way:
            self.note_player(under_way)
            with self.branch_over(partial(i.JumpUnless, m.holds("not", node.until)), loop=True) as test:
                self.block(node.body)
        under_way.over = self.here
        self.clear_player(under_way)
        self.loops.append((self.clause, test))
        self.reveal(node.until)
        return None

    @handles
    def _atonce(self, node: m.AtOnce) -> None:
        with self.branch_over(i.Fork), self.turns.all_at_once():
            self.as_another(node.body, i.BEFORE_ALL)
            self.emit(i.Join())
