"""Stretches of a program as Python functions, each from where play goes on to where somebody decides.

A function carries out instructions on the slots `h` and boards `s`, and returns the number of the instruction that comes next, or -1
when somebody has to decide. Conditions and loops in which nobody decides become those of Python; all others end the function.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..model import ruleset as m
from ..program import instructions as i
from . import python as py
from .expressions import Expressions
from .flow import Flow
from .python import Node
from .shelf import MOST_WRITTEN, Left, Scope, Shelf, TooLarge
from .writing import Writing

LONG = 250
"""Instructions that a function carries out at most, those of many statements counted more than once; what comes then has a function of its own."""
DEEP = 12
"""Conditions and loops within each other, likewise."""
STOP = py.const(-1)


@dataclass(frozen=True)
class Known:
    """What a point of a function knows: slots whose value a variable of Python holds too, or that hold a constant.

    Of those in `pending` the value has not been put into the slot yet, which holds a zero meanwhile; `flushed` puts it there.
    `until` is where the stretch ends that is being written; `inside` says that it cannot be left before, since a loop of Python goes round it.
    """

    slots: dict[int, Node] = field(default_factory=dict)
    pending: frozenset[int] = frozenset()
    until: int = -1
    inside: bool = False
    level: int = 0

    def without(self, slots: set[int]) -> Known:
        """The same, some slots having been written elsewhere."""
        return replace(self, slots={at: node for at, node in self.slots.items() if at not in slots}, pending=self.pending - slots)

    def having(self, slot: int, node: Node, pending: bool = False) -> Known:
        """The same with a slot."""
        return replace(self, slots={**self.slots, slot: node}, pending=self.pending | {slot} if pending else self.pending - {slot})


Written = tuple[list[ast.stmt], Known | None]
"""Statements, and what is known behind them; nothing where they never get there."""


class Blocks:
    """Writes functions for the points of a program."""

    def __init__(self, program: i.Program, expressions: Expressions, shelf: Shelf, work: Sequence[int], logged: bool, noted: bool) -> None:
        self.program, self.code, self.flow, self.work = program, program.code, Flow(program), work
        self.make, self.shelf, self.write = expressions, shelf, Writing(expressions, shelf, logged, noted)
        self.count = 0
        self.active: tuple[int, ...] = ()
        self.charge = 0

    # ---- functions ---------------------------------------------------------------------------------------------------

    def at(self, pc: int) -> ast.FunctionDef:
        """The function that goes on at an instruction."""
        return py.function(f"p{pc}", ("h", "s", "run"), self.whole([], pc, Known()))

    def option(self, pc: int, n: int, trial: bool = False) -> ast.FunctionDef:
        """The function that carries out an option of a decision with its values; in a `trial` an option that stands beside leads nowhere."""
        node = self.code[pc]
        assert isinstance(node, i.Decide)
        option = node.options[n]
        known, begin = Known(), list[ast.stmt]()
        for k, slot in enumerate(option.slots):
            begin.append(py.assign(f"x{slot}", py.index(py.name("values"), py.const(k))))
            known = known.having(slot, py.name(f"x{slot}"), pending=True)
        for guard in option.guards:
            if guard.slot >= 0 and guard.condition is not None:
                begin.append(py.assign(f"x{guard.slot}", self.write.whole(guard.condition, self.scope(known))))
                known = known.having(guard.slot, py.name(f"x{guard.slot}"), pending=True)
        if option.back >= 0:
            back = py.const(self.program.stop if trial and option.beside else option.after)
            known = known.having(option.back, back, pending=True)
        strict = py.const(trial or (option.may_refuse and not option.beside))
        begin.append(ast.Assign([ast.Attribute(py.name("run"), "strict", ast.Store())], strict))
        return py.function(f"{'t' if trial else 'a'}{pc}_{n}", ("h", "s", "run", "values"), self.whole(begin, option.to, known))

    def process(self, entry: int) -> str:
        """The function of a process in which nobody decides."""
        key = ("process", entry)
        if key not in self.shelf.known:
            word = self.shelf.known[key] = f"c{len(self.shelf.known)}"
            saved = self.count, self.active, self.charge
            through = self.flow.through(entry)
            assert through is not None
            end = self.code[through[1]]
            assert isinstance(end, i.Return)
            body = self.whole([], entry, Known(until=through[1], inside=True), end.clear)
            self.shelf.functions.append(py.function(word, ("h", "s", "run"), body))
            self.count, self.active, self.charge = saved
        return self.shelf.known[key]

    def whole(self, begin: list[ast.stmt], pc: int, known: Known, clear: Sequence[int] = ()) -> list[ast.stmt]:
        """The body of a function: what all of it needs first, then a stretch."""
        self.count, self.active, self.charge = 0, (), 0
        body, after = self.path(pc, known)
        if after is not None:
            body += self.cleared(clear, after)[0]
        head = [py.assign("me", self.make.slot(py.const(i.ME)))]
        if self.write.noted:
            head.append(py.assign("note", py.attribute(py.attribute(py.name("run"), "effects"), "append")))
        if self.write.logged:
            head.append(py.assign("log", py.attribute(py.attribute(py.name("run"), "log"), "append")))
        return [*head, self.charged(self.charge + 2), *begin, *body]

    def charged(self, work: int) -> ast.stmt:
        """So much work is counted."""
        return ast.AugAssign(ast.Attribute(py.name("run"), "work", ast.Store()), ast.Add(), py.const(work))

    def scope(self, known: Known) -> Scope:
        """What names stand for."""
        return Scope(py.name("me"), {self.make.numbers[at]: node for at, node in known.slots.items() if at in self.make.numbers})

    # ---- stretches -----------------------------------------------------------------------------------------------------

    def path(self, pc: int, known: Known) -> Written:
        """From an instruction to where the stretch ends, or to where somebody decides."""
        found: list[ast.stmt] = []
        entered = self.active
        while pc != known.until:
            leaves = pc in self.active or self.count >= LONG or known.level > DEEP or self.shelf.written > MOST_WRITTEN // 4
            if leaves and known.inside:
                raise TooLarge
            if leaves:
                self.active = entered
                return [*found, *self.flushed(known), py.give(py.const(pc))], None
            self.active = (*self.active, pc)
            self.count += 1
            self.charge += self.work[pc]
            statements, on, after = self.step(pc, self.code[pc], known)
            found += located(statements, self.code[pc])
            self.count += len(statements) // 4
            if after is None:
                self.active = entered
                return found, None
            pc, known = on, after
        self.active = entered
        return found, known

    def step(self, pc: int, node: Any, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        """One instruction: its statements, what comes next, and what is known there."""
        make = getattr(self, "_" + type(node).__name__.lower(), None)
        if make is None:
            return self.left(pc, known)
        found: tuple[list[ast.stmt], int, Known | None] = make(pc, node, known)
        return found

    def flushed(self, known: Known, slots: frozenset[int] | None = None) -> list[ast.stmt]:
        """Values go into their slots that have not been put there yet: all, or those of some slots."""
        pending = known.pending if slots is None else known.pending & slots
        return [each for slot in sorted(pending) for each in self.write.put(py.const(slot), known.slots[slot])]

    def left(self, pc: int, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        """An instruction that the interpreter carries out."""
        key = f"i{pc}"
        self.shelf.values.setdefault(key, Left(pc))
        call = py.call(key, py.name("h"), py.name("s"), py.name("run"))
        return [*self.flushed(known), py.do(call)], pc + 1, replace(known, pending=frozenset()).without(self.flow.writes(self.code[pc]))

    def named(self, slot: int, value: Node, known: Known) -> tuple[list[ast.stmt], Known]:
        """A slot gets a value, and a variable of Python holds it too."""
        word = f"x{slot}"
        found = [py.assign(word, value), *self.write.put(py.const(slot), py.name(word))]
        if slot == i.ME:
            return [*found, py.assign("me", py.name(word))], known
        return found, known.having(slot, py.name(word))

    # ---- plain instructions --------------------------------------------------------------------------------------------

    def _jump(self, pc: int, node: i.Jump, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        return [], node.to, known

    def _set(self, pc: int, node: i.Set, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        scope = self.scope(known)
        if node.target.op == "local":
            slot = self.program.layout.locals[node.target.args[0].number]
            value = self.write.kept(node.target, self.write.whole(node.value, scope), node.clause)
            found, known = self.named(slot, value, known)
            return found, pc + 1, known
        if node.target.op == "field":
            return self.write.field(node.target, self.make.expr(node.value, scope), node.clause, scope), pc + 1, known
        write = {"in_set": self.write.member, "amount": self.write.put_pieces}.get(node.target.op, self.write.record)
        return write(node.target, self.make.expr(node.value, scope), node.clause, scope), pc + 1, known

    def _pieces(self, pc: int, node: i.Pieces, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        return self.write.transfer(node, self.scope(known)), pc + 1, known

    def _laytile(self, pc: int, node: i.LayTile, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        if self.make.ruleset.boards[node.board].fixed:
            return self.left(pc, known)
        return self.write.lay(node, self.scope(known)), pc + 1, known

    def _copy(self, pc: int, node: i.Copy, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        source = known.slots.get(node.source, py.name("me") if node.source == i.ME else self.make.slot(py.const(node.source)))
        found, known = self.named(node.target, source, known)
        return found, pc + 1, known

    def _clear(self, pc: int, node: i.Clear, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        found, known = self.cleared(node.slots, known)
        return found, pc + 1, known

    def cleared(self, slots: Sequence[int], known: Known) -> tuple[list[ast.stmt], Known]:
        """Slots become zero that are not known to be; many in a row at once."""
        wanted = sorted(slot for slot in set(slots) - known.pending if not (slot in known.slots and _is_zero(known.slots[slot])))
        found: list[ast.stmt] = []
        while wanted:
            many = next((n for n, slot in enumerate(wanted) if slot != wanted[0] + n), len(wanted))
            found += self.write.zeros(wanted[0], many)
            wanted = wanted[many:]
        return found, replace(known, slots={**known.slots, **{slot: py.const(0) for slot in slots}}, pending=known.pending - set(slots))

    def _check(self, pc: int, node: i.Check, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        scope = self.scope(known)
        details: list[Node] = []
        if node.due:
            details = [self.make.expr(node.due[1], scope), self.make.expr(node.due[2], scope), self.shelf.value(node.due)]
        refused = py.do(py.call("refuse", self.shelf.value(node.clause), *details))
        test = py.both(py.attribute(py.name("run"), "strict"), py.negated(self.make.expr(node.condition, scope)))
        return py.when(test, [refused]), pc + 1, known

    def _collect(self, pc: int, node: i.Collect, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        scope = self.scope(known)
        if node.players:
            value = py.call("clockwise", self.make.slot(py.const(i.COUNT)), self.make.expr(node.domain, scope))
        else:
            value = py.call("tuple", self.make.domain(node.domain, scope))
        return self.write.put(py.const(node.slot), value), pc + 1, known.without({node.slot})

    # ---- conditions and loops --------------------------------------------------------------------------------------------

    def _unless(self, pc: int, node: i.Unless, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        body = self.flow.body(pc) if pc in self.flow.heads else None
        if body is not None:
            return self.going_round(pc, node, body, known)
        return self.branches(self.make.expr(node.condition, self.scope(known)), pc + 1, node.to, known)

    def branches(self, test: Node, then: int, otherwise: int, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        """If and else, and what comes behind both."""
        last = self.code[otherwise - 1]
        join = known.until if otherwise == known.until else last.to if isinstance(last, i.Jump) and last.to >= otherwise else otherwise
        inner = replace(known, until=join, level=known.level + 1)
        first, after = self.path(then, inner)
        second, other = self.path(otherwise, inner)
        both = [each for each in (after, other) if each is not None]
        pending = frozenset.intersection(*(each.pending for each in both)) if both else frozenset()
        pending &= {at for at in pending if all(ast.dump(each.slots[at]) == ast.dump(both[0].slots[at]) for each in both)}
        for body, ends in ((first, after), (second, other)):
            if ends is not None:
                body += self.flushed(ends, ends.pending - pending)
        found = py.when(test, first, second)
        if not both:
            return found, join, None
        same = {at: node for at, node in both[0].slots.items() if all(ast.dump(each.slots.get(at, py.name("?"))) == ast.dump(node) for each in both)}
        return found, join, replace(known, slots=same, pending=pending)

    def going_round(self, pc: int, node: i.Unless, region: frozenset[int], known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        """A loop that repeats as long as a condition holds, in which nobody decides."""
        begin, outside = self.flushed(known), replace(known, pending=frozenset()).without(self.flow.written(region))
        body, charge = self.round(pc, outside)
        test = self.make.expr(node.condition, self.scope(outside))
        return [*begin, ast.While(test, [*charge, *body], [])], node.to, outside

    def round(self, pc: int, known: Known) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What a loop repeats, and the work of one round, counted and bounded."""
        before, self.charge = self.charge, 0
        body, after = self.path(pc + 1, replace(known, until=pc, inside=True, level=known.level + 1))
        body += self.flushed(after) if after is not None else []
        beyond = py.compare(py.attribute(py.name("run"), "work"), ">", py.name("WORK_LIMIT"))
        charge = [self.charged(self.charge + 2), *py.when(beyond, [py.do(py.call("give_up"))])]
        self.charge = before
        return body, charge

    def _next(self, pc: int, node: i.Next, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        region = self.flow.body(pc)
        if region is not None:
            return self.through_all(pc, node, region, known)
        items, before = py.const(node.items), self.flushed(known)
        known = replace(known, pending=frozenset())
        begin = [*self.write.put(items, py.index(py.name("left"), ast.Slice(py.const(1))))]
        inside, after = self.named(node.slot, py.index(py.name("left"), py.const(0)), known.without({node.items}))
        found: list[ast.stmt] = [*before, py.assign("left", self.make.slot(items))]
        first, _ = self.path(pc + 1, replace(after, until=-1, level=known.level + 1))
        second, other = self.path(node.to, known)
        return [*found, *py.when(py.name("left"), [*begin, *inside, *first]), *second], known.until, other

    def through_all(self, pc: int, node: i.Next, region: frozenset[int], known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        """A loop over things, in which nobody decides."""
        before, outside = self.flushed(known), replace(known, pending=frozenset()).without(self.flow.written(region) | {node.items, node.slot})
        word = f"x{node.slot}"
        begin = self.write.put(py.const(node.slot), py.name(word))
        inner = outside
        if node.slot == i.ME:
            begin.append(py.assign("me", py.name(word)))
        else:
            inner = outside.having(node.slot, py.name(word))
        body, charge = self.round(pc, inner)
        going = py.loop(word, self.make.slot(py.const(node.items)), [*begin, *charge, *body])
        return [*before, going, *self.write.put(py.const(node.items), py.const(()))], node.to, outside

    # ---- processes and decisions -------------------------------------------------------------------------------------------

    def _call(self, pc: int, node: i.Call, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        found: list[ast.stmt] = []
        for slot, value in node.arguments:
            more, known = self.named(slot, self.write_value(value, known), known)
            found += more
        if self.flow.through(node.to) is not None:
            run = py.do(py.call(self.process(node.to), py.name("h"), py.name("s"), py.name("run")))
            return [*found, *self.flushed(known), run], pc + 1, replace(known, pending=frozenset()).without(self.flow.writes(node))
        found += self.write.put(py.const(node.back), py.const(pc + 1))
        return found, node.to, known.having(node.back, py.const(pc + 1))

    def write_value(self, e: m.Expr, known: Known) -> Node:
        """A value that is handed over."""
        return self.make.expr(e, self.scope(known))

    def _return(self, pc: int, node: i.Return, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        back = known.slots.get(node.back)
        to = py.number(back) if back is not None else None
        begin: list[ast.stmt] = [] if to is not None else [py.assign("back", self.make.slot(py.const(node.back)))]
        zeros, known = self.cleared((node.back, *node.clear), known)
        begin += zeros
        if to is not None:
            return begin, to or self.program.stop, known
        return [*begin, *self.flushed(known), py.give(py.either(py.name("back"), py.const(self.program.stop)))], known.until, None

    def stop(self, pc: int, known: Known) -> list[ast.stmt]:
        """Somebody decides here."""
        return [*self.flushed(known), *self.write.put(py.const(i.PC), py.const(pc)), py.give(STOP)]

    def _decide(self, pc: int, node: i.Decide, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        if node.otherwise < 0:
            return self.stop(pc, known), known.until, None
        found = [*self.flushed(known), *self.write.put(py.const(i.PC), py.const(pc)),
                 *py.when(py.call("some", py.const(pc), py.name("h"), py.name("s"), py.name("run")), [py.give(STOP)])]
        if node.firm:
            found += py.when(py.attribute(py.name("run"), "strict"), [py.do(py.call("refuse_nothing", self.shelf.value(node.clause)))])
        return found, node.otherwise, replace(known, pending=frozenset())

    def _chance(self, pc: int, node: i.Chance, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        nothing = -1 if node.signature.parameters[0][1].form in ("row", "place") else 0
        test = py.call("weighed", py.const(pc), py.name("h"), py.name("s"))
        found = [*self.flushed(known), *self.write.put(py.const(i.PC), py.const(pc)), *py.when(test, [py.give(STOP)])]
        more, known = self.named(node.slot, py.const(nothing), replace(known, pending=frozenset()))
        return [*found, *more], node.to, known

    def _end(self, pc: int, node: i.End, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        return self.stop(pc, known), known.until, None

    _fork = _join = _end

    def _repackturn(self, pc: int, node: i.RepackTurn, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        self.shelf.values.setdefault(f"i{pc}", Left(pc))
        return [*self.flushed(known), py.give(py.call(f"i{pc}", py.name("h"), py.name("s"), py.name("run")))], known.until, None

    def _repackdecide(self, pc: int, node: i.RepackDecide, known: Known) -> tuple[list[ast.stmt], int, Known | None]:
        return self.stop(pc, known), known.until, None


def located(statements: list[ast.stmt], node: Any) -> list[ast.stmt]:
    """Statements that point at the line of the rule file that they carry out."""
    clause = getattr(node, "clause", None)
    if clause is not None:
        for each in statements:
            each.lineno, each.col_offset = clause.span.line, 0
            each.end_lineno, each.end_col_offset = clause.span.line, 0
    return statements


def _is_zero(node: Node) -> bool:
    return py.number(node) == 0
