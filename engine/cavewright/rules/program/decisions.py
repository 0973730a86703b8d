"""Lowers decisions: what a player chooses, what chance brings, and what is offered beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...foundation.source import Span
from ..check.refusal_proofs import may_refuse
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.free_names import locals_in
from ..model.secrecy import HIDDEN, SECRET
from ..model.types import MOST, YES_NO, a_list, a_set, number, row
from . import instructions as i
from .emission import OF_ANSWERS, OF_CHOICES, OF_PACKING, Emission
from .options import LATER
from .turns import Turn


class Decisions(Emission):
    """The statements at which somebody decides."""

    def signature(self, name: str, *binds: m.Bind, chance: bool = False) -> i.Signature:
        """The signature of a decision of a line: that known under its name, with the types of its own values."""
        made = signature_of(name, binds, self.clause.name, self.clause.text, chance)
        known = self.signatures.setdefault(name, made)
        if (known.parameters, known.chance) == (made.parameters, chance):
            return known
        return replace(known, parameters=made.parameters, chance=chance)

    @handles
    def _choose(self, node: m.Choose) -> None:
        names = tuple(each.local for each in node.binds)
        slots = tuple(map(self.local, names))
        domains = tuple(alternatives_in(each.domain) for each in node.binds)
        signature = self.signature(node.name, *node.binds)
        guards = self.choice_guards(node)
        cleared = (*slots, *(each.slot for each in guards if each.slot >= 0))
        decisions = self.decide_twice() if node.any and node.otherwise else [self.emit(None)]
        option = i.Option(signature, slots, domains, guards, self.here, clear=cleared, binds=names)
        if node.chosen is not None:
            self.emit(i.Set(is_chosen(node), m.constant(1, YES_NO, self.clause.span), self.clause))
        self.within(names, node.body)
        self.emit(i.Clear(cleared))
        nothing = nothing_there((node.where or node.binds[-1].domain).span)
        if not node.any:
            with self.branch_over(i.Jump):
                self.code[decisions[0]] = i.Decide(self.with_beside(decisions[0], [option]), self.here, self.clause)
                self.reveal(nothing)
                self.block(node.otherwise)
            return
        self.emit(i.JumpUnless(node.until, decisions[-1]) if node.until is not None else i.Jump(decisions[-1]))
        self.end_rounds(node, decisions, [option], nothing, node.stop)
        if node.chosen is not None:
            self.emit(i.Clear((self.local(node.chosen),)))

    def choice_guards(self, node: m.Choose) -> tuple[i.Guard, ...]:
        """The conditions of a choice: that a thing was not chosen before, and, where conditions have ranks, that it meets
        the first that anything meets. Which one that is is found out once."""
        level = len(node.binds)
        span = self.clause.span
        guards = list[i.Guard]()
        if node.chosen is not None:
            clause = replace(self.clause, key="once", text="")
            guards.append(i.Guard("once", 1, clause, m.holds("not", is_chosen(node))))
        if not node.ranks:
            return (*guards, *([i.Guard("where", level, self.clause, node.where)] if node.where is not None else ()))
        slot, type_ = self.scratch(), number(0, len(node.ranks) - 1)
        rank = m.Local("rank", type_, OF_CHOICES - slot)
        self.slots[rank.number] = slot
        numbers = [m.constant(n, type_, span) for n, _ in enumerate(node.ranks)]
        first = numbers[-1]
        for number_, each in reversed([*zip(numbers[:-1], node.ranks[:-1], strict=True)]):
            assert each.met is not None
            first = m.Expr("if", (each.met, number_, first), type_, span)
        guards.append(i.Guard("let", 0, self.clause, first, slot, local=rank))
        for number_, each in zip(numbers, node.ranks, strict=True):
            if each.condition.op != "const" or not each.condition.args[0]:
                holds = m.Expr(
                    "or", (m.holds("ne", rank.at(span), number_), each.condition), YES_NO, each.condition.span
                )
                guards.append(i.Guard("where", level, self.clause, holds, said=each.condition))
        return tuple(guards)

    def decide_twice(self) -> list[int]:
        """The numbers of two decisions that are alike: that which is made first, where nothing of it may be possible, and
        that which is made again and again behind it."""
        return [self.emit(None), self.emit(None)]

    def end_rounds(
        self,
        node: m.Choose | m.Offer,
        decisions: list[int],
        options: list[i.Option],
        nothing: m.Expr,
        has_done: bool,
        turn: Turn | None = None,
    ) -> None:
        """The end of a choice that may be made again and again, and what is done where nothing was possible at first."""
        leaving, end = [], self.here
        if turn is not None:
            turn.over = end
            self.clear_player(turn)
        self.reveal(*([node.until] if node.until is not None else ()))
        leaving.append(self.emit(None))
        ends = dict.fromkeys(decisions, end)
        if self.step.reveals and node.any and not has_done:
            ends[decisions[-1]] = self.here
            self.begin_otherwise(nothing, turn)
            leaving.append(self.emit(None))
        if node.otherwise:
            ends[decisions[0]] = self.here
            self.begin_otherwise(nothing, turn)
            self.block(node.otherwise)
        options = [*options, *([self.done(self.here)] if has_done else [])]
        for each in decisions:
            last = -1 if has_done else ends[each]
            self.code[each] = i.Decide(self.with_beside(each, options), last, self.clause)
        for each in leaving:
            self.code[each] = i.Jump(self.here)

    def begin_otherwise(self, nothing: m.Expr, turn: Turn | None) -> None:
        """Nothing was possible: that is told, if the line says so."""
        if turn is not None:
            self.clear_player(turn)
        self.reveal(nothing)

    @handles
    def _may(self, node: m.May) -> None:
        slot = self.scratch()
        yes_or_no = m.Expr("values", ((1, 0),), YES_NO, self.clause.span)
        local = m.Local("answer", YES_NO, OF_ANSWERS - slot)
        signature = self.signature(node.name, m.Bind(local, yes_or_no))
        option = i.Option(signature, (slot,), (yes_or_no,), (), self.here + 1, clear=(slot,), binds=(local,))
        self.emit(i.Decide(self.with_beside(self.here, [option]), -1, self.clause))
        self.slots[local.number] = slot
        at = self.emit(None)
        self.emit(i.Clear((slot,)))
        self.block(node.body)
        self.code[at] = i.JumpUnless(local.at(self.clause.span), self.here)
        self.emit(i.Clear((slot,)))

    @handles
    def _offer(self, node: m.Offer) -> None:
        actions = [a for a in self.ruleset.actions.values() if node.menu in a.menus]
        if node.once:
            return self._each_once(node, actions)
        if node.otherwise:
            return self._offer_or_else(node, actions)
        with self.asked_until(node.until) as turn:
            at = self.emit(None)
            self.turns.note_decision(at, self.clause)
        again = node.any and node.until is None
        options = [self.option(action, at if again else at + 1) for action in actions]
        if self.freely(options) and not again:
            self.emit(i.Freely())
        if node.until is not None:
            self.emit(i.JumpUnless(node.until, at))
        end = turn.over = self.here
        if node.until is not None:
            self.clear_player(turn)
            self.reveal(node.until)
        if self.step.reveals and not node.has_done and (node.until is None or node.through):
            end = self._reveal_nothing(again)
        options += [self.done(end)] if node.has_done else []
        last = -1 if node.has_done else end
        self.code[at] = i.Decide(self.with_beside(at, options), last, self.clause, node.firm)
        return None

    def _offer_or_else(self, node: m.Offer, actions: list[m.Action]) -> None:
        """An offer with something that is done where nothing of it is possible."""
        with self.asked_until(node.until) as turn:
            decisions = self.decide_twice() if node.any else [self.emit(None)]
            for each in decisions:
                self.turns.note_decision(each, self.clause)
        options = [self.option(action, self.here) for action in actions]
        if self.freely(options):
            self.emit(i.Freely())
        if node.any:
            self.emit(i.JumpUnless(node.until, decisions[-1]) if node.until is not None else i.Jump(decisions[-1]))
        nothing = nothing_there(self.clause.span)
        self.end_rounds(node, decisions, options, nothing, False, turn if node.until is not None else None)

    def _reveal_nothing(self, again: bool) -> int:
        """Emits the line that tells all players that there was nothing to choose, and returns its number. Options that
        were chosen jump over it, unless the choice is made `again`."""
        jump = -1 if again else self.emit(None)
        begins = self.here
        self.reveal(nothing_there(self.clause.span))
        if not again:
            self.code[jump] = i.Jump(self.here)
        return begins

    def freely(self, options: list[i.Option]) -> bool:
        """Tells if the instructions that follow actions offered here have to be freed of their refusals, since they
        belong to none of them."""
        return not self.chosen and any(each.may_refuse for each in options)

    def done(self, end: int) -> i.Option:
        """The option that ends an offer."""
        signature = self.signatures.setdefault("done", i.Signature("done", (), self.clause.name, ""))
        return i.Option(signature, (), (), (), end)

    def _each_once(self, node: m.Offer, actions: list[m.Action]) -> None:
        """An offer in which each action can be chosen once: the bits of those that were are kept, and asked before all
        else."""
        bits = self.scratch()
        with self.asked_until(node.until) as turn:
            decisions = self.decide_twice() if node.otherwise else [self.emit(None)]
            for at in decisions:
                self.turns.note_decision(at, self.clause)
        chosen = m.Local("chosen", a_set(number(0, max(len(actions) - 1, 0))), OF_CHOICES - bits)
        self.slots[chosen.number] = bits
        span = self.clause.span
        known = chosen.at(span)
        clause = replace(self.clause, key="once", text="")
        options, tests = [], []
        for n, action in enumerate(actions):
            new = m.holds("not", m.holds("in_set", m.constant(n, number(n, n), span), known))
            option = self.option(action, self.here)
            options.append(replace(option, guards=(i.Guard("once", 0, clause, new), *option.guards)))
            if self.freely([option]):
                self.emit(i.Freely())
            self.emit(
                i.Set(
                    known,
                    m.Expr("add", (known, m.constant(1 << n, number(1, 1), span)), chosen.type, span),
                    self.clause,
                )
            )
            tests.append(self.emit(None))
        over = m.holds("eq", known, m.constant((1 << len(actions)) - 1, chosen.type, span))
        test = self.here
        self.emit(i.JumpUnless(over if node.until is None else m.holds("or", over, node.until), at))
        end = [self.done(self.here)] if node.has_done else []
        last = -1 if node.has_done else self.here
        self.code[at] = i.Decide(self.with_beside(at, [*options, *end]), last, self.clause)
        for each in tests:
            self.code[each] = i.Jump(test)
        turn.over = self.here
        self.clear_player(turn)
        self.reveal(*([node.until] if node.until is not None else []))
        self.emit(i.Clear((bits,)))
        if node.otherwise:
            with self.branch_over(i.Jump):
                first = decisions[0]
                self.code[first] = i.Decide(self.with_beside(first, options), self.here, self.clause)
                self.begin_otherwise(nothing_there(span), turn)
                self.block(node.otherwise)

    def with_beside(self, at: int, options: list[i.Option]) -> tuple[i.Option, ...]:
        """Returns the options of the decision at an instruction, with the actions that can be chosen beside it and lead
        back there.

        An action beside it gives way to an option of the decision that has its name: no two options are the same.
        """
        names = {each.signature.name for each in options}
        found = [action for action in self.ruleset.beside if action.word not in names] if not self.aside else []
        return (*options, *(replace(self.option(action, at), beside=True) for action in found))

    def option(self, action: m.Action, after: int) -> i.Option:
        """An action as an option of a menu."""
        saved, self.taken = self.taken, []
        names = tuple(each.local for each in action.binds)
        slots = tuple(map(self.local, names))
        signature = signature_of(action.word, action.binds, action.name, action.text)
        self.signatures.setdefault(action.word, signature)
        guards = self.guards(action)
        lets = tuple(g.slot for g in guards if g.slot >= 0)
        self.taken = saved
        return i.Option(
            signature,
            slots,
            tuple(alternatives_in(e.domain) for e in action.binds),
            guards,
            LATER,
            self.action_back(action.name),
            after,
            (*slots, *lets),
            may_refuse(action, self.whole.effects(action), self.ruleset.processes),
            binds=names,
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

    @handles
    def _draw(self, node: m.Draw) -> None:
        self.chance(node.local, node.bag, node.name, node.bottom)

    @handles
    def _roll(self, node: m.Roll) -> None:
        self.chance(node.local, node.domain, self.clause.key if self.clause.key != node.local.name else "roll")

    def chance(self, local: m.Local, of: m.Expr, name: str, bottom: bool = False) -> None:
        """A chance decision: a piece out of a bag, or one of several things."""
        bag, domain = (of, None) if isinstance(self.step.statement, m.Draw) else (None, of)
        signature = self.signature(name, m.Bind(local, of), chance=True)
        shown = local.shown == SECRET, bottom, local.shown == HIDDEN
        self.emit(i.Chance(signature, self.local(local), bag, domain, self.here + 1, self.clause, *shown))
        self.scope.bound.append(local)

    @handles
    def _repack(self, node: m.Repack) -> None:
        """A decision for each kind of piece, until all is put away."""
        kind, span = self.ruleset.kinds[node.first.type.name], self.clause.span
        rows = len(kind.rows)
        slot = self.scratch()
        piece = self.local(node.piece)
        left = self.scratch(rows)
        many = m.Local("number", number(0, MOST), OF_PACKING - slot)
        self.slots[many.number] = slot
        one = m.Expr("first_left", (kind, left), a_list(node.piece.type), span)
        parts = node.first, node.second, node.piece.at(span), node.filling, left
        allotments = m.Expr("allotments", parts, a_list(many.type), span)
        asked = m.Local("piece", row(kind.name), 0), m.Local("number", number(0, 99), 0)
        signature = self.signature(node.name, *(m.Bind(each, node.first) for each in asked))
        begin, again = self.emit(None), self.emit(None)
        taken = (piece, slot)
        option = i.Option(signature, taken, (one, allotments), (), again, clear=taken, binds=(node.piece, many))
        decide = self.emit(i.Decide((option,), -1, self.clause))
        bags = node.first, node.second, node.where
        repack = i.Repack(*bags, allotments, node.piece, many, left, rows, decide, self.here, self.clause)
        self.code[begin], self.code[again] = repack, replace(repack, begins=False)
        self.emit(i.Clear((slot, piece, *range(left, left + rows))))


def alternatives_in(domain: m.Expr) -> m.Expr:
    """Returns a domain out of which a player chooses: of a pile each kind of piece is offered once, as of a bag."""
    if domain.op == "those":
        local, of, where = domain.args
        return replace(domain, args=(local, alternatives_in(of), where))
    if domain.op == "if":
        test, *others = domain.args
        return replace(domain, args=(test, *map(alternatives_in, others)))
    return replace(domain, type=replace(domain.type, form="bag")) if domain.type.is_pile else domain


def signature_of(name: str, binds: Sequence[m.Bind], rule: str, text: str, chance: bool = False) -> i.Signature:
    """Returns the written form of a decision: its name, and words and values for what is bound."""
    parameters = tuple((each.word, each.local.type) for each in binds)
    return i.Signature(name, parameters, rule, text, chance, tuple(each.local.name for each in binds))


def is_chosen(node: m.Choose) -> m.Expr:
    """Tells of the thing at hand if it was chosen before."""
    assert node.chosen is not None
    span = node.binds[0].domain.span
    return m.holds("in_set", node.binds[0].local.at(span), node.chosen.at(span))


def nothing_there(span: Span) -> m.Expr:
    """That there is nothing to choose, told of what stands there."""
    return m.constant(0, YES_NO, span)


def locals_of(binds: Iterable[m.Bind]) -> Iterator[m.Local]:
    """The names of what is chosen or gone through."""
    return (each.local for each in binds)
