"""Lowers the checked model to the program: blocks become a flat list, names become slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..check.refusal_proofs import contested, may_refuse
from ..check.whole_program import steps
from ..model import ruleset as m
from ..model.dispatch import Pass, handles
from ..model.free_names import locals_in
from ..model.secrecy import SECRET
from ..model.types import MOST, YES_NO, a_set, number, row
from ..source import Span
from . import instructions as i
from .scope import Scope


def lower(ruleset: m.Ruleset) -> i.Program:
    """The program of a ruleset."""
    return _Lowering(ruleset).run()


def nothing_there(span: Span) -> m.Expr:
    """That there is nothing to choose, told of what stands there."""
    return m.Expr("const", (0,), YES_NO, span)


def asked_by(statement: Any) -> tuple[m.Expr | None, ...]:
    """What a line depends on that is carried out whatever that is: all are told of it before."""
    match statement:
        case m.Require(condition=condition):
            return (condition,)
        case m.Cost(payments=payments):
            return tuple(each.held for each in payments)
        case m.Assign(value=value):
            return (value,)
        case m.Transfer(giver=giver, pieces=pieces) if giver is not None and all(
            each.piece is not None for each in pieces
        ):
            return tuple(m.Expr("has", (giver, each.piece), YES_NO, giver.span) for each in pieces)
        case m.Repeat(times=m.Expr() as times) | m.InTurn(first=times):
            return (times,)
        case m.Transfer() | m.Lay() | m.Repack() | m.Draw() | m.Roll():
            return (None,)
    return ()


class _Lowering(Pass, over=m.STATEMENTS):
    def __init__(self, ruleset: m.Ruleset) -> None:
        self.ruleset = ruleset
        self.code: list[Any] = []
        self.slots: dict[int, int] = {}
        self.size = 3
        self.base: dict[tuple[str, str], int] = {}
        self.own: list[list[int]] = [[] for _ in range(ruleset.player_range[1])]
        self.entries: dict[str, int] = {}
        self.returns: dict[str, int] = {}
        self.action_entries: dict[str, int] = {}
        self.signatures: dict[str, i.Signature] = {}
        self.taken: list[int] = []
        self.patches: list[tuple[int, str, str]] = []
        self.scope = Scope(ruleset.secrecy, self.local)
        self.bound: dict[int, tuple[i.Bound, ...]] = {}
        self.scopes: list[tuple[m.Local, ...]] = []
        self.aside = False
        """Whether an action is lowered that is offered beside all decisions."""
        self.by_choice = carried_out_by_choice(ruleset)
        self.chosen = False
        """Whether what is lowered is, or may be, part of an action that somebody chose."""

    # ---- slots -------------------------------------------------------------------------------------------------------

    def room_for(self, count: int) -> int:
        """A run of fresh slots."""
        self.size += count
        return self.size - count

    def lay_out_fields(self) -> None:
        """Slots for whatever is kept by the game, by rows and by players; places keep their own records."""
        for each in self.ruleset.fields:
            if each.owner in self.ruleset.growing:
                continue
            key = (each.owner, each.name)
            rows = 1 if each.owner == "game" else len(self.ruleset.kinds[each.owner].rows)
            self.base[key] = self.room_for(rows + (each.owner != "game")) + (each.owner != "game")
            if each.owner == self.ruleset.players:
                for player in range(rows):
                    self.own[player].append(self.base[key] + player)

    def local(self, local: m.Local) -> int:
        """The slot of a local that a statement binds; whatever binds it clears it behind itself, also where several
        do."""
        if local.number not in self.slots:
            self.slots[local.number] = self.room_for(1)
        slot = self.slots[local.number]
        if slot not in self.taken:
            self.taken.append(slot)
        return slot

    def scratch(self, count: int = 1) -> int:
        """Fresh slots that belong to the process being lowered."""
        start = self.room_for(count)
        self.taken += range(start, start + count)
        return start

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def run(self) -> i.Program:
        """Everything, in the order play, processes, actions."""
        self.lay_out_fields()
        for process in self.ruleset.processes.values():
            self.returns[process.name] = self.room_for(1)
        self.emit(i.Jump(0))
        stop = self.emit(i.End())
        for process in self.ruleset.processes.values():
            self.process(process)
        for action in self.ruleset.actions.values():
            self.action(action)
        self.patch()
        self.code[0] = i.Jump(self.entries["play"])
        layout = i.Layout(self.base, self.slots, self.size, tuple(map(tuple, self.own)))
        return i.Program(
            tuple(self.code), self.entries, self.returns, stop, layout, self.signatures, self.bound, tuple(self.scopes)
        )

    def emit(self, instruction: Any) -> int:
        """Appends an instruction; its number. What has been bound is remembered for decisions, some of which are filled
        in later."""
        self.code.append(instruction)
        self.scopes.append(tuple(self.scope.bound))
        if instruction is None or isinstance(instruction, (i.Decide, i.Chance, i.RepackDecide)):
            self.bound[self.here - 1] = self.scope.names()
        return len(self.code) - 1

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.code)

    def patch(self) -> None:
        """Fills in the numbers of what was lowered later than it was mentioned."""
        for at, kind, name in self.patches:
            to = self.entries[name] if kind == "process" else self.action_entries[name]
            self.code[at] = replace(self.code[at], to=to)
        for at, instruction in enumerate(self.code):
            if isinstance(instruction, i.Decide):
                options = tuple(
                    replace(o, to=self.action_entries[o.signature.rule]) if o.to == -2 else o
                    for o in instruction.options
                )
                self.code[at] = replace(instruction, options=options)

    def process(self, process: m.Process) -> None:
        """A process, from its entry to its return."""
        self.entries[process.name], self.chosen = self.here, process.name in self.by_choice
        self.taken = []
        for each in process.parameters:
            self.local(each)
        self.scope.enter("to " + process.name)
        self.within(process.parameters, process.body)
        self.emit(i.Return(self.returns[process.name], tuple(self.taken)))

    def action(self, action: m.Action) -> None:
        """What happens when an action was chosen: its costs are paid, its body is carried out, then its triggers."""
        self.taken, self.chosen = [], True
        self.scope.enter("action " + action.name)
        back = self.action_back(action.name)
        binds = [self.local(each.local) for each in action.binds]
        named = [s.statement.target.args[0] for s in action.header if isinstance(s.statement, m.Assign)]
        lets = [self.local(each) for each in named]
        self.action_entries[action.name], self.aside = self.here, action in self.ruleset.beside
        payments = contested(action.header)
        for step in action.header:
            self.reveal(step, *asked_by(step.statement))
            if isinstance(step.statement, m.Cost):
                self.pay(step, payments)
        self.within((*_bound(action.binds), *named), action.body)
        for trigger in self.ruleset.triggers:
            if action.word in trigger.actions:
                self.block(trigger.body)
        self.emit(i.Return(back, tuple(dict.fromkeys([*binds, *lets, *self.taken]))))

    def action_back(self, name: str) -> int:
        """The slot that holds where an action goes on."""
        key = "action " + name
        if key not in self.returns:
            self.returns[key] = self.room_for(1)
        return self.returns[key]

    # ---- blocks and plain statements ---------------------------------------------------------------------------------

    def block(self, block: m.Block) -> None:
        """The steps of a block, one after another. What they bind is forgotten behind it."""
        with self.scope.within():
            for step in block:
                self.reveal(step, *asked_by(step.statement))
                self.handlers[type(step.statement)](self, step, step.statement)

    def reveal(self, step: m.Step, *values: m.Expr | None) -> None:
        """All are told what these come to, if the line says so."""
        for each in values if step.reveals else ():
            self.emit(i.Reveal(each, step.clause))

    def within(self, binds: Iterable[m.Local], block: m.Block) -> None:
        """A block in which names are bound."""
        with self.scope.within(binds):
            self.block(block)

    def as_another(self, step: m.Step, block: m.Block, saved: int) -> None:
        """A block in which others act: who acted before is kept in a slot."""
        with self.scope.as_another(step, saved):
            self.block(block)

    @handles(m.Require)
    def _require(self, step: m.Step, node: m.Require) -> None:
        self.emit(i.Check(node.condition, step.clause))

    @handles(m.Cost)
    def _cost(self, step: m.Step, node: m.Cost) -> None:
        for each in node.payments:
            self.enough(step, each)
        self.pay(step, contested((step,)))

    def enough(self, step: m.Step, payment: m.Payment, paid: Iterable[m.Payment] = ()) -> None:
        """That there is as much as a payment asks for, after others were `paid`. Told is what all of them ask for."""
        held, amount = payment.held, payment.amount
        condition = m.Expr("ge", (held, amount), YES_NO, amount.span)
        for each in paid:
            if each.held == payment.held:
                held, amount = (m.Expr("add", (one, each.amount), number(0, MOST), one.span) for one in (held, amount))
        self.emit(i.Check(condition, step.clause, (payment.unit, held, amount)))

    def pay(self, step: m.Step, contested: Iterator[tuple[m.Payment, ...]]) -> None:
        """The payments of a cost; it is asked again whether there is enough where others may have taken of it."""
        for each in step.statement.payments:
            paid = next(contested)
            if paid:
                self.enough(step, each, paid)
            if each.counter is None:
                self.block(each.pay)
                continue
            one = m.Expr("const", (1,), number(1, 1), each.amount.span)
            units = m.Expr("range", (one, each.amount), each.amount.type, each.amount.span)
            self._foreach(step, m.ForEach((m.Bind(each.counter, units),), None, each.pay))

    @handles(m.Assign)
    def _assign(self, step: m.Step, node: m.Assign) -> None:
        if node.target.op == "local":
            self.local(node.target.args[0])
            self.scope.bind(node.target.args[0])
        self.emit(i.Set(node.target, node.value, step.clause))

    @handles(m.Transfer)
    def _transfer(self, step: m.Step, node: m.Transfer) -> None:
        self.emit(i.Pieces(node, step.clause))

    @handles(m.PutBack)
    def _putback(self, step: m.Step, node: m.PutBack) -> None:
        slots = tuple(map(self.local, node.drawn))
        self.emit(i.Returned(slots, self.local(node.kept), node.bag, node.kept.shown == SECRET, step.clause))

    @handles(m.Lay)
    def _lay(self, step: m.Step, node: m.Lay) -> None:
        self.emit(i.LayTile(node.board, node.tile, node.at, node.sides, step.clause))

    @handles(m.Finish)
    def _finish(self, step: m.Step, node: m.Finish) -> None:
        self.emit(i.End())

    @handles(m.Call)
    def _call(self, step: m.Step, node: m.Call) -> None:
        process = self.ruleset.processes[node.process]
        saved = self.taken
        arguments = tuple((self.local(p), value) for p, value in zip(process.parameters, node.arguments, strict=True))
        self.taken = saved
        at = self.emit(i.Call(self.returns[node.process], arguments, -1))
        self.patches.append((at, "process", node.process))

    # ---- flow --------------------------------------------------------------------------------------------------------

    @handles(m.If)
    def _if(self, step: m.Step, node: m.If) -> None:
        ends = []
        for condition, body in node.branches:
            at = self.emit(i.Unless(condition, -1))
            self.reveal(step, condition)
            self.block(body)
            ends.append(self.emit(i.Jump(-1)))
            self.code[at] = i.Unless(condition, self.here)
        self.reveal(step, *(condition for condition, _ in node.branches if node.otherwise))
        self.block(node.otherwise)
        for at in ends:
            self.code[at] = i.Jump(self.here)

    @handles(m.ForEach)
    def _foreach(self, step: m.Step, node: m.ForEach) -> None:
        """Nested loops, one a bound name; the condition stands innermost."""
        slots, heads = [], []
        for bind in node.binds:
            items = self.scratch()
            slot = self.local(bind.local)
            self.emit(i.Collect(items, bind.domain))
            heads.append((self.emit(i.Next(items, slot, -1)), items, slot))
            slots += [items, slot]
        if node.where is not None:
            self.emit(i.Unless(node.where, heads[-1][0]))
        self.reveal(
            step,
            *(
                m.Expr("local", (each.local,), each.local.type, each.domain.span)
                for each in node.binds
                if each.local.number > 0
            ),
        )
        self.within(_bound(node.binds), node.body)
        for at, items, slot in reversed(heads):
            self.emit(i.Jump(at))
            self.code[at] = i.Next(items, slot, self.here)
        self.emit(i.Clear(tuple(slots)))

    @handles(m.InTurn)
    def _inturn(self, step: m.Step, node: m.InTurn) -> None:
        items, saved = self.scratch(), self.scratch()
        self.emit(i.Collect(items, node.first, players=True))
        self.emit(i.Copy(i.ME, saved))
        at = self.emit(i.Next(items, i.ME, -1))
        self.as_another(step, node.body, saved)
        self.emit(i.Jump(at))
        self.code[at] = i.Next(items, i.ME, self.here)
        self.emit(i.Copy(saved, i.ME))
        self.emit(i.Clear((items, saved)))

    @handles(m.AsPlayer)
    def _asplayer(self, step: m.Step, node: m.AsPlayer) -> None:
        saved = self.scratch()
        self.emit(i.Copy(i.ME, saved))
        me = m.Local("me", node.player.type, -1)
        self.slots[-1] = i.ME
        acting = m.Expr("local", (me,), node.player.type, node.player.span)
        self.emit(i.Set(acting, node.player, step.clause))
        somebody = m.Expr(
            "ge", (acting, m.Expr("const", (0,), node.player.type, node.player.span)), YES_NO, node.player.span
        )
        test = self.emit(i.Unless(somebody, -1))
        self.reveal(step, replace(acting, op="me", args=()))
        self.as_another(step, node.body, saved)
        self.code[test] = i.Unless(somebody, self.here)
        self.emit(i.Copy(saved, i.ME))
        self.emit(i.Clear((saved,)))

    @handles(m.Repeat)
    def _repeat(self, step: m.Step, node: m.Repeat) -> None:
        if node.times is not None:
            return self._times(step, node)
        assert node.until is not None
        at = self.here
        negated = m.Expr("not", (node.until,), YES_NO, node.until.span)
        test = self.emit(i.Unless(negated, -1))
        self.block(node.body)
        self.emit(i.Jump(at))
        self.code[test] = i.Unless(negated, self.here)
        self.reveal(step, node.until)
        return None

    def _times(self, step: m.Step, node: m.Repeat) -> None:
        assert node.times is not None
        one = m.Expr("const", (1,), number(1, 1), node.times.span)
        turn = m.Local("turn", number(1, 10_000), -2 - self.here)
        units = m.Expr("range", (one, node.times), number(1, 10_000), node.times.span)
        self._foreach(step, m.ForEach((m.Bind(turn, units),), None, node.body))

    @handles(m.AtOnce)
    def _atonce(self, step: m.Step, node: m.AtOnce) -> None:
        at = self.emit(i.Fork(-1))
        self.as_another(step, node.body, i.BEFORE_ALL)
        self.emit(i.Join())
        self.code[at] = i.Fork(self.here)

    # ---- decisions ---------------------------------------------------------------------------------------------------

    def signature(
        self,
        name: str,
        parameters: tuple[tuple[str, Any], ...],
        rule: str,
        text: str,
        chance: bool = False,
        values: tuple[str, ...] = (),
    ) -> i.Signature:
        """The signature of a decision, known under its name."""
        made = i.Signature(name, parameters, rule, text, chance, values)
        return self.signatures.setdefault(name, made)

    @handles(m.Choose)
    def _choose(self, step: m.Step, node: m.Choose) -> None:
        slots = tuple(self.local(each.local) for each in node.binds)
        signature = self.signature(
            node.name,
            tuple((e.word, e.local.type) for e in node.binds),
            step.clause.name,
            step.clause.text,
            values=tuple(e.local.name for e in node.binds),
        )
        guards = () if node.where is None else (i.Guard("where", len(slots), step.clause, node.where),)
        at = self.emit(None)
        names, domains = tuple(e.local for e in node.binds), tuple(e.domain for e in node.binds)
        option = i.Option(signature, slots, domains, guards, self.here, clear=slots, binds=names)
        self.within(_bound(node.binds), node.body)
        self.emit(i.Clear(slots))
        end = self.emit(i.Jump(-1))
        self.code[at] = i.Decide(self.with_beside(at, [option]), self.here, step.clause)
        self.reveal(step, nothing_there((node.where or node.binds[-1].domain).span))
        self.block(node.otherwise)
        self.code[end] = i.Jump(self.here)

    @handles(m.May)
    def _may(self, step: m.Step, node: m.May) -> None:
        slot = self.scratch()
        signature = self.signature(node.name, (("", YES_NO),), step.clause.name, step.clause.text, values=("answer",))
        yes_or_no = m.Expr("values", ((1, 0),), YES_NO, step.clause.span)
        local = m.Local("answer", YES_NO, -1_000_000 - slot)
        option = i.Option(signature, (slot,), (yes_or_no,), (), self.here + 1, clear=(slot,), binds=(local,))
        self.emit(i.Decide(self.with_beside(self.here, [option]), -1, step.clause))
        self.slots[local.number] = slot
        at = self.emit(None)
        self.emit(i.Clear((slot,)))
        self.block(node.body)
        condition = m.Expr("local", (local,), YES_NO, step.clause.span)
        self.code[at] = i.Unless(condition, self.here)
        self.emit(i.Clear((slot,)))

    @handles(m.Offer)
    def _offer(self, step: m.Step, node: m.Offer) -> None:
        actions = [a for a in self.ruleset.actions.values() if node.menu in a.menus]
        if node.once:
            return self._each_once(step, node, actions)
        at = self.here
        options = [self.option(action, at + 1) for action in actions]
        again = node.any and node.until is None
        freely, shows = self.freely(options) and not again, step.reveals and not node.any
        end = at + 1 + freely + (node.until is not None) + 2 * shows
        if again:
            options = [replace(each, after=at) for each in options]
        if node.any or node.optional:
            options.append(self.done(step, end))
        last = -1 if node.any or node.optional else end - shows
        self.emit(i.Decide(self.with_beside(at, options), last, step.clause, node.firm))
        if freely:
            self.emit(i.Freely())
        if node.until is not None:
            self.emit(i.Unless(node.until, at))
            self.reveal(step, node.until)
        elif shows:
            self.emit(i.Jump(end))
            self.reveal(step, nothing_there(step.clause.span))
        return None

    def freely(self, options: list[i.Option]) -> bool:
        """Whether what follows actions that are offered here has to be freed of their refusals, since it belongs to
        none of them."""
        return not self.chosen and any(each.may_refuse for each in options)

    def done(self, step: m.Step, end: int) -> i.Option:
        """The option that ends an offer."""
        return i.Option(self.signature("done", (), step.clause.name, ""), (), (), (), end)

    def _each_once(self, step: m.Step, node: m.Offer, actions: list[m.Action]) -> None:
        """An offer in which each action can be chosen once: the bits of those that were are kept, and asked before all
        else."""
        at, bits = self.here, self.scratch()
        chosen = m.Local("chosen", a_set(number(0, max(len(actions) - 1, 0))), -2_000_000 - bits)
        self.slots[chosen.number] = bits
        span = step.clause.span
        known = m.Expr("local", (chosen,), chosen.type, span)
        clause = replace(step.clause, key="once", text="")
        self.emit(None)
        options, tests = [], []
        for n, action in enumerate(actions):
            new = m.Expr(
                "not",
                (m.Expr("in_set", (m.Expr("const", (n,), number(n, n), span), known), YES_NO, span),),
                YES_NO,
                span,
            )
            option = self.option(action, self.here)
            options.append(replace(option, guards=(i.Guard("once", 0, clause, new), *option.guards)))
            if self.freely([option]):
                self.emit(i.Freely())
            self.emit(
                i.Set(
                    known,
                    m.Expr("add", (known, m.Expr("const", (1 << n,), number(1, 1), span)), chosen.type, span),
                    step.clause,
                )
            )
            tests.append(self.emit(None))
        over = m.Expr("eq", (known, m.Expr("const", ((1 << len(actions)) - 1,), chosen.type, span)), YES_NO, span)
        test = self.here
        self.emit(i.Unless(over if node.until is None else m.Expr("or", (over, node.until), YES_NO, span), at))
        self.code[at] = i.Decide(self.with_beside(at, [*options, self.done(step, self.here)]), -1, step.clause)
        for each in tests:
            self.code[each] = i.Jump(test)
        self.reveal(step, *([node.until] if node.until is not None else []))
        self.emit(i.Clear((bits,)))

    def with_beside(self, at: int, options: list[i.Option]) -> tuple[i.Option, ...]:
        """What is decided at an instruction, and what can be chosen beside it, which leads back there.

        What the decision itself calls by a name is what is meant by it there: no two options are the same.
        """
        own = {each.signature.name for each in options}
        found = [action for action in self.ruleset.beside if action.word not in own] if not self.aside else []
        return (*options, *(replace(self.option(action, at), beside=True) for action in found))

    def option(self, action: m.Action, after: int) -> i.Option:
        """An action as an option of a menu."""
        saved, self.taken = self.taken, []
        slots = tuple(self.local(each.local) for each in action.binds)
        parameters = tuple((e.word, e.local.type) for e in action.binds)
        signature = i.Signature(
            action.word, parameters, action.name, action.text, values=tuple(e.local.name for e in action.binds)
        )
        self.signatures.setdefault(action.word, signature)
        guards = self.guards(action)
        lets = tuple(g.slot for g in guards if g.slot >= 0)
        self.taken = saved
        body = (*action.body, *(s for t in self.ruleset.triggers if action.word in t.actions for s in t.body))
        return i.Option(
            signature,
            slots,
            tuple(e.domain for e in action.binds),
            guards,
            -2,
            self.action_back(action.name),
            after,
            (*slots, *lets),
            may_refuse(action, body, self.ruleset.processes),
            binds=tuple(e.local for e in action.binds),
        )

    def guards(self, action: m.Action) -> tuple[i.Guard, ...]:
        """The header of an action, each line as early as the parameters that it mentions allow."""
        levels = {each.local.number: n + 1 for n, each in enumerate(action.binds)}
        made: list[i.Guard] = []

        def level(*values: Any) -> int:
            return max((levels.get(each.number, 0) for value in values for each in locals_in(value)), default=0)

        for step in action.header:
            node = step.statement
            if isinstance(node, m.Require):
                made.append(i.Guard("require", level(node.condition), step.clause, node.condition))
            elif isinstance(node, m.Assign):
                local = node.target.args[0]
                levels[local.number] = level(node.value)
                made.append(
                    i.Guard("let", levels[local.number], step.clause, node.value, self.local(local), local=local)
                )
            else:
                made += [
                    i.Guard("cost", level(p.amount, p.held), step.clause, None, -1, p.unit, p.amount, p.held)
                    for p in node.payments
                ]
        return tuple(made)

    @handles(m.Draw)
    def _draw(self, step: m.Step, node: m.Draw) -> None:
        self.chance(step, node.local, node.bag, None, node.name)

    @handles(m.Roll)
    def _roll(self, step: m.Step, node: m.Roll) -> None:
        self.chance(
            step, node.local, None, node.domain, step.clause.key if step.clause.key != node.local.name else "roll"
        )

    def chance(self, step: m.Step, local: m.Local, bag: m.Expr | None, domain: m.Expr | None, name: str) -> None:
        """A chance decision."""
        signature = self.signature(
            name, (("", local.type),), step.clause.name, step.clause.text, chance=True, values=(local.name,)
        )
        self.emit(
            i.Chance(signature, self.local(local), bag, domain, self.here + 1, step.clause, local.shown == SECRET)
        )
        self.scope.bind(local)

    @handles(m.Repack)
    def _repack(self, step: m.Step, node: m.Repack) -> None:
        kind = node.first.type.name
        rows = len(self.ruleset.kinds[kind].rows)
        at, piece, hands = self.scratch(), self.local(node.piece), self.scratch(rows)
        shared = i.Repacking(
            node.first, node.second, node.piece, piece, node.where, node.filling, at, hands, kind, rows
        )
        signature = self.signature(
            node.name,
            (("", row(kind)), ("", number(0, 99))),
            step.clause.name,
            step.clause.text,
            values=("piece", "number"),
        )
        self.emit(i.RepackOpen(shared))
        turn = self.emit(None)
        self.emit(i.RepackDecide(shared, signature, turn, step.clause))
        self.code[turn] = i.RepackTurn(shared, self.here)
        self.emit(i.Clear((at, piece, *range(hands, hands + rows))))


def carried_out_by_choice(ruleset: m.Ruleset) -> frozenset[str]:
    """The processes that some action carries out, or one of those that it does."""
    bodies = [*(each.body for each in ruleset.actions.values()), *(each.body for each in ruleset.triggers)]
    bodies += [
        each.pay
        for a in ruleset.actions.values()
        for s in a.header
        if isinstance(s.statement, m.Cost)
        for each in s.statement.payments
    ]
    found = set[str]()
    while bodies:
        for step in steps(bodies.pop()):
            if isinstance(step.statement, m.Call) and step.statement.process not in found:
                found.add(step.statement.process)
                bodies.append(ruleset.processes[step.statement.process].body)
    return frozenset(found)


def _bound(binds: Iterable[m.Bind]) -> Iterator[m.Local]:
    """The names of what is chosen or gone through."""
    return (each.local for each in binds)
