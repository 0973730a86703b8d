"""Stretches of a program as Python functions, each from where play goes on to where somebody decides.

A function carries out instructions on the slots `h` and boards `s`, and returns the number of the instruction that
comes next, or -1 when somebody has to decide. Conditions and loops in which nobody decides become those of Python; all
others end the function.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from ...rules.model.dispatch import handles
from ...rules.program import instructions as i
from ...rules.program.seats import clockwise
from . import python_syntax as py
from .arithmetic import bit_of
from .constant_pool import Fallback
from .constant_propagation import SlotState, word_of
from .instruction_runs import InstructionRuns, Translated, counts
from .python_syntax import Body, Node

STOP = py.const(-1)
LEFT = (i.Stacked, i.Shifted, i.Shuffled, i.Stocked, i.Returned, i.Reveal, i.Trial)
"""Instructions that the interpreter carries out."""


class StepFunctions(InstructionRuns, over=i.INSTRUCTIONS, left=LEFT):
    """Writes functions for the points of a program. `kept` gives the list of the options of a decision, where that is
    kept up with every write."""

    # ---- functions ---------------------------------------------------------------------------------------------------

    def at(self, pc: int) -> ast.FunctionDef:
        """The function that goes on at an instruction."""
        self.sure, self.trial, self.strict = not self.tries, False, True
        return py.function(f"p{pc}", ("h", "s", "run"), self.whole([], pc, SlotState()))

    def option(self, pc: int, n: int, trial: bool = False) -> ast.FunctionDef:
        """The function that carries out an option of a decision with its values; in a `trial` an option that stands
        beside leads nowhere."""
        self.sure, self.trial = True, trial
        node = self.code[pc]
        assert isinstance(node, i.Decide)
        option = node.options[n]
        slots = (
            *option.slots,
            *(each.slot for each in option.guards if each.slot >= 0),
            *([option.back] if option.back >= 0 else []),
        )
        known = SlotState({i.PC: py.const(pc)}).holding(slots, py.const(0))
        begin = Body()
        for k, slot in enumerate(option.slots):
            known = self.name_value(slot, py.index(py.name("values"), py.const(k)), known, begin)
        for guard in option.guards:
            if guard.slot >= 0 and guard.condition is not None:
                known = self.name_value(guard.slot, self.write.whole(guard.condition, self.scope(known)), known, begin)
        if option.back >= 0:
            known = known.having(option.back, py.const(self.program.stop if trial and option.beside else option.after))
        self.strict = option.may_refuse and not option.beside
        if self.strict and not trial:
            begin.append(ast.Assign([ast.Attribute(py.name("run"), "strict", ast.Store())], py.const(True)))
        return py.function(
            f"{'t' if trial else 'a'}{pc}_{n}",
            ("h", "s", "run", "values"),
            self.whole(begin, option.to, known, begins=not trial),
        )

    def process(self, entry: int) -> str:
        """The function of a process in which nobody decides."""
        key = ("process", entry)
        if key not in self.pool.known:
            word = self.pool.known[key] = f"c{len(self.pool.known)}"
            saved = self.count, self.active, self.charge
            through = self.flow.through(entry)
            assert through is not None
            end = self.code[through[1]]
            assert isinstance(end, i.Return)
            body = self.whole([], entry, SlotState(until=through[1], inside=True), end.clear)
            self.pool.add_function(py.function(word, ("h", "s", "run"), body))
            self.count, self.active, self.charge = saved
        return self.pool.known[key]

    def whole(self, begin: Body, pc: int, known: SlotState, clear: Sequence[int] = (), begins: bool = False) -> Body:
        """The body of a function: what all of it needs first, then a stretch.

        `begins`: a step begins with it. In place, where nobody asks for the work of a step that is over, it is counted
        there only where more follows.
        """
        self.count, self.active, self.charge = 0, (), 0
        body, after = self.path(pc, known)
        if after is not None:
            body += self.flush_values(self.clear_slots(clear, after))
        charge, body = partial(self.charge_work, self.charge + 2), [*begin, *body]
        alone = begins and self.write.logged and self.charge + 2 <= self.limit and not any(map(counts, body))
        body = py.before_returns(body, charge, STOP) if alone else [charge(), *body]
        used = {node.id for each in body for node in py.nodes(each) if isinstance(node, ast.Name)}
        head = {
            "me": self.make.slot(py.const(i.ME)),
            "note": py.attribute(py.attribute(py.name("run"), "effects"), "append"),
            "log": py.attribute(py.name("run"), "log"),
        }
        return [*(py.assign(word, value) for word, value in head.items() if word in used), *body]

    # ---- plain instructions ------------------------------------------------------------------------------------------

    @handles
    def _jump(self, pc: int, node: i.Jump, known: SlotState) -> Translated:
        return [], node.to, known

    @handles
    def _set(self, pc: int, node: i.Set, known: SlotState) -> Translated:
        scope = self.scope(known)
        if node.target.op == "in_set" and node.target.args[1].op == "local":
            return self._add_to_name(pc, node, known)
        if node.target.op == "local":
            slot = self.program.layout.locals[node.target.args[0].number]
            value = self.write.growing_number(node.target, self.write.whole(node.value, scope), node.clause)
            found: Body = []
            return found, pc + 1, self.name_value(slot, value, known, found)
        if node.target.op == "field":
            return self.write.field(node.target, self.make.expr(node.value, scope), node.clause, scope), pc + 1, known
        write = {"in_set": self.write.member, "amount": self.write.put_pieces}.get(node.target.op, self.write.record)
        return write(node.target, self.make.expr(node.value, scope), node.clause, scope), pc + 1, known

    def _add_to_name(self, pc: int, node: i.Set, known: SlotState) -> Translated:
        """A set that a name stands for gets a member."""
        member, of = node.target.args
        slot, element = self.program.layout.locals[of.args[0].number], of.type.element
        inner = self.make.expr(member, self.scope(known))
        scope = self.scope(known)
        at = bit_of(inner, element) if element.is_number else inner
        value = py.math(self.make.expr(of, scope), "|", py.math(py.const(1), "<<", at))
        found: Body = []
        return found, pc + 1, self.name_value(slot, value, known, found)

    @handles
    def _pieces(self, pc: int, node: i.Pieces, known: SlotState) -> Translated:
        return self.write.transfer(node, self.scope(known)), pc + 1, known

    @handles
    def _laytile(self, pc: int, node: i.LayTile, known: SlotState) -> Translated:
        if self.make.ruleset.boards[node.board].fixed:
            return self.leave_to_interpreter(pc, known)
        return self.write.lay(node, self.scope(known)), pc + 1, known

    @handles
    def _copy(self, pc: int, node: i.Copy, known: SlotState) -> Translated:
        found: Body = []
        value = self.value_of(node.source, known)
        known = self.name_value(node.target, value, known, found)
        return (
            found,
            pc + 1,
            known if isinstance(value, (ast.Name, ast.Constant)) else known.telling(node.source, word_of(node.target)),
        )

    @handles
    def _clear(self, pc: int, node: i.Clear, known: SlotState) -> Translated:
        return [], pc + 1, self.clear_slots(node.slots, known)

    @handles
    def _freely(self, pc: int, node: i.Freely, known: SlotState) -> Translated:
        ends = pc + 1 not in self.failing
        if self.sure and self.trial and ends:
            return [py.give(STOP)], known.until, None
        if self.sure and not self.strict:
            return [], pc + 1, known
        free = ast.Assign([ast.Attribute(py.name("run"), "strict", ast.Store())], py.const(False))
        in_trial = [] if self.sure or not ends else py.when(py.attribute(py.name("run"), "trials"), [py.give(STOP)])
        return [*in_trial, free], pc + 1, known

    @handles
    def _check(self, pc: int, node: i.Check, known: SlotState) -> Translated:
        scope = self.scope(known)
        details: list[Node] = []
        if node.due:
            details = [
                self.make.expr(node.due[1], scope),
                self.make.expr(node.due[2], scope),
                self.pool.value(node.due),
            ]
        refused = py.do(py.call("refuse", self.pool.value(node.clause), *details))
        test = py.both(py.attribute(py.name("run"), "strict"), py.negate(self.make.expr(node.condition, scope)))
        return py.when(test, [refused]), pc + 1, known

    @handles
    def _collect(self, pc: int, node: i.Collect, known: SlotState) -> Translated:
        scope = self.scope(known)
        if node.players:
            value = self.clockwise(self.make.players(), self.make.expr(node.domain, scope))
        else:
            value = py.call("tuple", self.make.domain(node.domain, scope))
        found: Body = []
        return found, pc + 1, self.name_value(node.slot, value, known, found, node.players)

    def clockwise(self, count: Node, first: Node) -> Node:
        """All players, from one on; known beforehand where both numbers are."""
        many, begin = py.number(count), py.number(first)
        if many is None or begin is None:
            return py.call("clockwise", count, first)
        return py.const(clockwise(many, begin))

    # ---- processes and decisions -------------------------------------------------------------------------------------

    @handles
    def _call(self, pc: int, node: i.Call, known: SlotState) -> Translated:
        found: Body = []
        for slot, value in node.arguments:
            known = self.name_value(slot, self.make.expr(value, self.scope(known)), known, found)
        if self.flow.through(node.to) is not None:
            run = py.do(py.call(self.process(node.to), py.name("h"), py.name("s"), py.name("run")))
            return (
                [*found, *self.flush_values(known), run],
                pc + 1,
                known.with_values_put(known.pending).without(self.flow.writes(node)),
            )
        return found, node.to, known.holding([node.back], py.const(0)).having(node.back, py.const(pc + 1))

    @handles
    def _return(self, pc: int, node: i.Return, known: SlotState) -> Translated:
        back = known.slots.get(node.back)
        to = py.number(back) if back is not None else None
        begin: Body = [] if to is not None else [py.assign("back", self.make.slot(py.const(node.back)))]
        known = self.clear_slots((node.back, *node.clear), known)
        if to is not None:
            return begin, to or self.program.stop, known
        return (
            [*begin, *self.flush_values(known), py.give(py.either(py.name("back"), py.const(self.program.stop)))],
            known.until,
            None,
        )

    def waiting(self, pc: int, known: SlotState) -> tuple[Body, SlotState]:
        """Somebody decides at an instruction: everything is in its slot, as is the number of the instruction."""
        known = known.having(i.PC, py.const(pc))
        return self.flush_values(known), known.with_values_put(known.pending)

    def stop(self, pc: int, known: SlotState) -> Body:
        """Somebody decides here."""
        return [*self.waiting(pc, known)[0], py.give(STOP)]

    @handles
    def _decide(self, pc: int, node: i.Decide, known: SlotState) -> Translated:
        if node.otherwise < 0 and not node.doubtful:
            return self.stop(pc, known), known.until, None
        found, known = self.waiting(pc, known)
        if self.failing and not (self.sure and not self.trial):
            deep = py.compare(py.attribute(py.name("run"), "trials"), ">=", py.const(i.MOST_AHEAD))
            found += py.when(py.both(deep, py.negate(py.attribute(py.name("run"), "strict"))), [py.give(STOP)])
        if node.doubtful:
            some = py.call(f"b{pc}", *(py.name(each) for each in ("h", "s", "run")))
            dead_end = py.do(py.call("stop_dead_end", py.name("run"), self.pool.value(node.clause)))
            return [*found, *py.when(py.negate(some), [dead_end]), py.give(STOP)], known.until, None
        found += self.asking(pc, node)
        if node.firm:
            found += py.when(
                py.attribute(py.name("run"), "strict"),
                [py.do(py.call("refuse_nothing", self.pool.value(node.clause)))],
            )
        return found, node.otherwise, known

    def asking(self, pc: int, node: i.Decide) -> Body:
        """Returns the test for options of a decision's own, where it is decided. They are kept for whoever decides, but in a
        trial."""
        given = [py.name(each) for each in ("h", "s", "run")]
        found = py.name("found")
        in_trial = py.when(py.call(f"b{pc}", *given), [py.give(STOP)])
        if self.sure and self.trial:
            return in_trial
        own = sum(not each.beside for each in node.options)
        first = py.compare(py.index(py.index(found, py.const(0)), py.const(0)), "<", py.const(own))
        keep = ast.Assign([ast.Attribute(py.name("run"), "options", ast.Store())], found)
        test = found if own == len(node.options) else py.both(found, first)
        kept = self.kept(pc)
        in_play = [
            py.assign("found", kept or py.call(f"l{pc}", *given)),
            *py.when(test, [keep, py.give(STOP)]),
        ]
        if kept is not None and not self.write.logged:
            in_play = py.when(kept, [py.give(STOP)])
        in_play += self.count_in_step(pc, node)
        return in_play if self.sure else py.when(py.attribute(py.name("run"), "trials"), in_trial, in_play)

    def count_in_step(self, pc: int, node: i.Decide) -> Body:
        """Returns the statements that count a listing in the step that it stands in: one that found nothing, so that play
        goes on. A listing that has a budget of its own adds it by itself."""
        work = self.listing_work(pc)
        if not work or work > self.limit or any(each.is_tried for each in node.options):
            return []
        return self.bound_work(work)

    @handles
    def _chance(self, pc: int, node: i.Chance, known: SlotState) -> Translated:
        nothing = -1 if node.signature.parameters[0][1].facts.empty_at_first else 0
        found, known = self.waiting(pc, known)
        has_outcomes = py.call("has_outcomes", py.const(pc), py.name("h"), py.name("s"))
        found += py.when(has_outcomes, [py.give(STOP)])
        return found, node.to, self.name_value(node.slot, py.const(nothing), known, found)

    @handles(i.End, i.Fork, i.Join)
    def _end(self, pc: int, node: i.End, known: SlotState) -> Translated:
        return self.stop(pc, known), known.until, None

    @handles
    def _repack(self, pc: int, node: i.Repack, known: SlotState) -> Translated:
        self.pool.values.setdefault(f"i{pc}", Fallback(pc))
        self.charge -= self.work[pc]
        interpreted = py.call(f"i{pc}", py.name("h"), py.name("s"), py.name("run"))
        return (
            [*self.flush_values(known), py.give(interpreted)],
            known.until,
            None,
        )
