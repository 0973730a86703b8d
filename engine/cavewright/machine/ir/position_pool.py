"""Pool of positions behind the memory of a module, and functions that go from one of them to another.

A position of the pool is never changed by what goes on from it, so a step that stops itself leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...rules.program import instructions as i
from .construction import NO, assign, both, choose, either, invoke, load, read, store, up_to, within, write
from .decisions import MOST_OPTIONS
from .driver import CHANCE
from .form import WORD, Array, Block, Const, Copy, Do, Each, Expr, Function, If, Let, Range, Return, Var, op
from .position_heads import COUNT_BITS, DECISION_BITS, ENDED, NOT_OFFERED, SHIFT, TOGETHER, WHO_BITS
from .program_lowering import Lowered, ProgramLowering
from .scope import UnloweredError

POOL_BYTES = 2**30
"""Bytes of memory that a pool may take in the end."""
GAP = 2**20
"""Bytes behind the memory that are left to tables, of printers as well, which are made later than what lies behind."""
ROW = Range(0, MOST_OPTIONS - 1)
NOWHERE, STOPPED = -1, 0
"""What stands in `here` where the module stands at no position of the pool, and after it stopped itself in a step."""


class PooledProgram(ProgramLowering):
    """Lowering of a program with a pool of positions. Whoever runs the module gives the pool memory by need."""

    def lower_module(self) -> Lowered:
        """The whole of it, with room for the pool."""
        found = super().lower_module()
        room = max((each.end for each in found.module.arrays), default=0)
        return replace(found, module=replace(found.module, room=room))

    def rest(self, listers: dict[int, Function], choosers: dict[int, Function]) -> None:
        """Lays out the rest of the pool. Raises UnloweredError where a position cannot be told in a word."""
        super().rest(listers, choosers)
        if len(self.strides) > 1 << DECISION_BITS or self.lowering.players + SHIFT > 1 << WHO_BITS:
            raise UnloweredError("decide", f"there are more than {1 << DECISION_BITS} decisions")

    def rewritten(self) -> tuple[Function, ...]:
        """All functions, and those of the pool."""
        functions = super().rewritten()
        self._behind = -(-(self.memory.end + GAP) // GAP) * GAP
        more = self.before_pool(functions)
        return (*functions, *PoolFunctions(self).functions(), *more())

    def before_pool(self, functions: Sequence[Function]) -> Callable[[], Sequence[Function]]:
        """Gives a place to all that lies behind all other memory; returns functions that need the pool."""
        return tuple

    def behind(self, name: str, length: int, range_: Range = WORD, width: int = 4) -> Array:
        """Room for numbers behind all other memory, which is there by need."""
        made = Array(name, -(-self._behind // 16) * 16, length, range_, width)
        self._behind = made.end
        self.memory.arrays.append(made)
        return made


class PoolFunctions:
    """Makes the functions of the pool: `step` from one position to another, with an option by its values, `step_nth` by
    its number and without a list, `step_offered` by its values if they are offered; `list_at`,
    which writes down the options of a position, `weigh_at`, which says what all that chance may bring weighs, and
    `step_at_point`, which goes on with what lies at a point of that weight; `begin_at`, behind which a position that was written from outside can
    be gone on from.

    Positions are numbered from 1. What is to hold a new one is given as a number below 0, so that whoever calls sees
    whether anything was returned. `listed` says whose options are written down, and `moves` counts the calls: whoever
    reads the list without a call knows by it that nobody has called meanwhile.
    """

    def __init__(self, program: PooledProgram) -> None:
        self.program, self.lowering, self.memory = program, program.lowering, program.memory
        self.whole, self.listing = program.layout.whole, program.listing
        self.fresh = self.lowering.fresh
        self.many = POOL_BYTES // (4 * self.whole.length)
        self.here = self.memory.array("here", 1, Range(NOWHERE, self.many - 1))
        self.listed = self.memory.array("listed_at", 1, Range(0, self.many - 1))
        self.moves = self.memory.array("moves", 1)
        numbers = {at: n for n, at in enumerate(program.strides)}
        code = program.program.code
        self.decisions = self.memory.table([numbers.get(at, 0) for at in range(len(code) + 1)])
        several = (isinstance(each, i.Decide) and len(each.options) > 1 for each in code)
        self.several = self.memory.table([*map(int, several), 0])
        self.strides = self.memory.table([program.strides.get(at, 1) for at in range(len(code) + 1)])
        self.forgetting = self._forget()
        self.pool = program.behind("pool", self.many * self.whole.length)

    def functions(self) -> Sequence[Function]:
        """All of them."""
        return (
            self.forgetting,
            self._step(),
            self._step_nth(),
            self._step_offered(),
            self._list_at(),
            self._weigh_at(),
            self._step_at_point(),
            self._begin_at(),
        )

    def _export(self, name: str, takes: Sequence[Var], body: Block, returns: Range = WORD) -> Function:
        counted = write(self.moves, op("wrapped +", read(self.moves), 1))
        return self.lowering.function(name, takes, (counted, *body), returns, out=True)

    def _place(self, name: str) -> Var:
        """A parameter that names a position."""
        return self.fresh(name, Range(1, self.many - 1))

    def _target(self) -> tuple[Var, Expr]:
        """A parameter that names a position by a number below 0, and the position."""
        to = self.fresh("to", Range(-self.many, -2))
        return to, Const(-1) - to

    def _forget(self) -> Function:
        """The function that leaves memory as if nothing had happened in it, but for the position, the pool, the count of
        calls, and the sampler, which must not be zeros."""
        whole, arrays = self.whole, [each for each in self.memory.arrays if each.values is None and each.length]
        arrays = [each for each in arrays if each.end <= self.memory.end and each.name not in ("sampler", "moves")]
        scratch = [each for each in arrays if not (whole.at <= each.at and each.end <= whole.end)]
        zeros = self.memory.array("zeros", max(-(-each.length * each.width // 4) for each in scratch))
        return self.lowering.procedure("forget", (), tuple(Copy(each, zeros) for each in scratch))

    def standing(self, at: Expr) -> Block:
        """The module stands at a position of the pool."""
        stopped = If(op("==", read(self.here), STOPPED), (invoke("forget"),))
        there: Block = (stopped, Copy(self.whole, self.pool, NO, at), invoke("anew"))
        return (If(op("!=", read(self.here), at), there),)

    def enter_position(self, at: Expr) -> Block:
        """The module stands at a position of the pool, from which it is about to go on."""
        return (*self.standing(at), write(self.here, STOPPED), write(self.listed, 0))

    def arrive(self, to: Expr, counts: str = "options") -> Block:
        """Emits the arrival at a decision: the position joins the pool, its options are written down or counted, and
        the caller learns what it is."""
        who = self.fresh("who", self.lowering.functions["waiting"].returns)
        many = self.fresh("many", self.listing.count.range)
        decision = load(self.decisions, self.program.driver.pc())
        head = within((decision * 2**WHO_BITS + (who + SHIFT)) * 2**COUNT_BITS + many, WORD)
        return (
            *self._together(to),
            Let(who, self.lowering.call("waiting")),
            assign(many, 0),
            If(op(">", who, ENDED), (Let(many, self.lowering.call(counts)),)),
            Copy(self.pool, self.whole, to),
            write(self.here, to),
            write(self.listed, to if counts == "options" else 0),
            Return(head),
        )

    def _together(self, to: Expr) -> Block:
        """Returns the statements that store the position at which all come to act at once."""
        forks = self.program.driver.forks
        if forks is None:
            return ()
        common: Block = (Copy(self.pool, forks.common, to), write(self.here, NOWHERE), Return(Const(TOGETHER)))
        return (If(read(forks.within), common),)

    # ---- what is called from outside -----------------------------------------------------------------------------------

    def _step(self) -> Function:
        """Goes on with an option: its number among those of the decision, and its values."""
        to, target = self._target()
        at, n = self._place("at"), self.fresh("n", WORD)
        rows, values = self.listing.rows, self._values()
        alone = tuple(store(rows, k, each) for k, each in enumerate(values))
        numbered = (store(rows, 0, n), *(store(rows, k + 1, each) for k, each in enumerate(values[:-1])))
        several = op("!=", load(self.several, self.program.driver.pc()), 0)
        body: Block = (
            *self.enter_position(at),
            If(several, numbered, alone),
            invoke("choose", 0),
            *self.arrive(target),
        )
        return self._export("step", [to, at, n, *values], body)

    def _step_nth(self) -> Function:
        """Goes on with the option of a number, and writes no list."""
        to, target = self._target()
        at, row = self._place("at"), self.fresh("row", ROW)
        body: Block = (
            *self.enter_position(at),
            Do(self.lowering.call("counted")),
            invoke("take", row),
            *self.arrive(target, "counted"),
        )
        return self._export("step_nth", [to, at, row], body)

    def _values(self) -> list[Var]:
        """Parameters for the numbers of a row."""
        return [self.fresh("value", WORD) for _ in range(self.listing.rows.length // (MOST_OPTIONS + 1))]

    def _step_offered(self) -> Function:
        """Goes on with an option if it is one of those that are offered: by the numbers of its row, `width` of them."""
        to, target = self._target()
        at = self._place("at")
        width = self.fresh("width", WORD)
        values = self._values()
        row = self.fresh("row", ROW)
        many = self.fresh("many", self.listing.count.range)
        stride = self.fresh("stride", Range(1, len(values)))
        cells = (load(self.listing.rows, row * stride + k) for k in range(len(values)))
        alike = (
            either(width <= k, op("==", cell, each)) for k, (cell, each) in enumerate(zip(cells, values, strict=True))
        )
        body: Block = (
            *self.enter_position(at),
            Let(many, self.lowering.call("options")),
            Let(stride, load(self.strides, self.program.driver.pc())),
            Each(row, up_to(many), (If(both(*alike), (invoke("choose", row), *self.arrive(target))),)),
            write(self.here, at),
            write(self.listed, at),
            Return(Const(NOT_OFFERED)),
        )
        return self._export("step_offered", [to, at, width, *values], body)

    def _list_at(self) -> Function:
        """Writes down the options of a position."""
        to, at = self._target()
        many = self.fresh("many", self.listing.count.range)
        body: Block = (
            *self.enter_position(at),
            Let(many, self.lowering.call("options")),
            write(self.here, at),
            write(self.listed, at),
            Return(many),
        )
        return self._export("list_at", [to], body, many.range)

    def _weigh_at(self) -> Function:
        """Says how much all that chance may bring weighs, 0 where it is not due."""
        to, at = self._target()
        weight = self.program.driver.chance_weight
        listed: Block = (
            *self.enter_position(at),
            Do(self.lowering.call("options")),
            write(self.here, at),
            write(self.listed, at),
        )
        due = op("==", self.lowering.call("waiting"), CHANCE)
        return self._export("weigh_at", [to], (*listed, Return(choose(due, read(weight), 0))), weight.range)

    def _step_at_point(self) -> Function:
        """Goes on with what chance brings at a point of the weight."""
        to, target = self._target()
        at = self._place("at")
        point = self.fresh("point", self.program.driver.chance_weight.range)
        body: Block = (
            *self.enter_position(at),
            Do(self.lowering.call("options")),
            invoke("choose", within(self.lowering.call("at_point", point), ROW)),
            *self.arrive(target, "counted"),
        )
        return self._export("step_at_point", [to, at, point], body)

    def _begin_at(self) -> Function:
        """Returns the function that rebuilds the indexes of a position that was written from outside."""
        to, target = self._target()
        stopped = If(op("==", read(self.here), STOPPED), (invoke("forget"),))
        body: Block = (
            stopped,
            write(self.here, STOPPED),
            write(self.listed, 0),
            Copy(self.whole, self.pool, NO, target),
            invoke("begin"),
            *self.arrive(target),
        )
        return self._export("begin_at", [to], body)
