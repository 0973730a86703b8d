"""The interpreter: each instruction becomes a function that changes a working copy and says which comes next.

This is the meaning of a program. A step of play copies the slots, carries out instructions until somebody has to
decide, and hands the copy on as the next state; boards are copied only when they are first written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property
from math import prod
from typing import Any, Protocol

from ..cave import grid
from ..check.limits import MOST_STEP
from ..check.work import Work
from ..model import ruleset as m
from ..model.bags import endless_rows, sizes_in
from ..model.beginnings import blank_passage
from ..model.mentions import locals_in
from ..model.types import MOST, NONE, Type
from ..optimise import Optimised, optimised
from ..program import instructions as i
from ..program.refusing import risky_points
from .chance import InBag
from .evaluate import Evaluator, with_amount
from .events import Effect
from .repack import Repack, write
from .ways import Boards, Closure, Slots

WORK_LIMIT = MOST_STEP
"""Instructions that one step of play may take, and as many things gone through in them; and so for listing the ways of an action."""
CHEAP = 16
"""Things that an instruction goes through without being charged for them."""
FREE_TRIAL = 1_000
"""Work of trying out an option that is not counted as work of the step; the check of a ruleset bounds how many there are."""
MOST_TRIALS = 30
"""Menus within menus, of which all have to be tried before it is known whether the first can be offered."""


class Refused(Exception):
    """An effect cannot be carried out where a player chose it; carries the clause and the values."""

    def __init__(self, clause: m.Clause, code: str, current: Any = None, needed: Any = None, unit: str = "") -> None:
        super().__init__(clause.name)
        self.clause, self.code, self.current, self.needed, self.unit = clause, code, current, needed, unit


class WorkLimitError(ValueError):
    """A step of play is more work than it may be: some way through the rules goes round and comes to no decision.

    The check of a ruleset finds what can be too much; what is left are loops that wait for a choice, a menu or a bag in which there is
    nothing at the time. The state in which it happened stays as it is.
    """

    def __init__(self) -> None:
        super().__init__(f"the rules come to no decision within {WORK_LIMIT:,} steps of work; some loop in them has nothing to decide here")


Log = list[Any]
"""What was changed, for it to be taken back: what was there, and its slot; for boards what was there (None: nothing), its key, the dictionary."""


NOWHERE: Any = deque(maxlen=0)
"""Where effects are noted of which nobody wants to know."""


class Run:
    """What one step of play collects: its effects, its work, the options it found, and which boards are its own copies."""

    __slots__ = ("effects", "log", "options", "owned", "strict", "trials", "work")

    def __init__(self, strict: bool = False, work: int = 0, trials: int = 0) -> None:
        self.strict, self.work, self.trials = strict, work, trials
        self.effects: list[Effect] = []
        self.owned: set[int] | None = None
        self.options: list[tuple[int, tuple[int, ...]]] | None = None
        self.log: Log | None = None

    @classmethod
    def in_place(cls, log: Log, effects: list[Effect]) -> Run:
        """One for many steps in place."""
        run = cls.__new__(cls)
        run.strict, run.work, run.trials = False, 0, 0
        run.effects, run.log = effects, log
        run.owned, run.options = None, None
        return run


Step = Callable[[Slots, Boards, Run], int]
Stepped = tuple[Slots, Boards, Run]
Chosen = tuple[int, tuple[int, ...]]
"""An option of a decision: which of its kinds, with which values."""
Lister = Callable[..., list[Chosen]]
"""Takes slots, boards and, where its work is part of a step, the run."""
Gatherer = Callable[..., None]
"""Takes slots, boards, the list to put options into, the run or none, and whether one option is enough."""
STOP = -1


class Engine(Protocol):
    """What carries out a program: the interpreter, or generated Python. Neither changes what it is given."""

    def listed(self, h: Slots, s: Boards) -> list[Chosen]:
        """The options of the decision at which the slots stand. Raises WorkLimitError."""
        ...

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises WorkLimitError."""
        ...

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """What chance may bring where the slots stand, with whole-numbered weights."""
        ...

    def drawn(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises WorkLimitError."""
        ...


class Interpreter:
    """The functions of one program."""

    evaluator: Callable[..., Evaluator] = Evaluator
    """What makes the closures of expressions."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        self.ruleset, self.program = ruleset, program
        self.evaluate = self.evaluator(ruleset, program.layout)
        self.listers: dict[int, Lister] = {}
        self.probers: dict[int, Callable[[Slots, Boards, Run], bool]] = {}
        self.guards: dict[tuple[int, int], list[GuardFunctions]] = {}
        self.domains: dict[tuple[int, int], list[Any]] = {}
        self.repacks: dict[int, Repack] = {}
        self.chances: dict[int, Closure] = {}
        self.bags: dict[int, tuple[Closure, Closure]] = {}
        self.risky = risky_points(program)
        work = Work(ruleset)
        self.costs = [work_of(each, work) for each in program.code]
        self.code: list[Step] = [charged(self._step(at, each), self.costs[at]) for at, each in enumerate(program.code)]

    @property
    def size(self) -> int:
        """Slots that a working copy needs, scratch slots included."""
        return self.evaluate.size

    @cached_property
    def counted(self) -> list[int]:
        """What every instruction is counted for: itself, and what it goes through."""
        return [1 + (cost if cost > CHEAP else 0) for cost in self.costs]

    @cached_property
    def optimised(self) -> Optimised:
        """The program made quicker, of which Python is generated; the interpreter itself carries out what it was made of."""
        return optimised(self.ruleset, self.program, Evaluator(self.ruleset, self.program.layout), self.counted)

    def advance(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions from the one the program counter names until somebody has to decide.

        Raises WorkLimitError when that takes too long.
        """
        code, at, n = self.code, h[i.PC], 0
        try:
            for n in range(WORK_LIMIT - run.work):  # noqa: B007 - counted in `finally`
                at = code[at](h, s, run)
                if at < 0:
                    return
            raise WorkLimitError
        finally:
            run.work += n + 1

    @cached_property
    def optimised_in_place(self) -> Optimised:
        """The same for positions that are changed in place, where some things are kept up with every write."""
        return optimised(self.ruleset, self.program, Evaluator(self.ruleset, self.program.layout), self.counted, in_place=True)

    def try_out(self, h: Slots, s: Boards, run: Run) -> None:
        """The same, as far as something could be refused."""
        code, risky, at = self.code, self.risky, h[i.PC]
        while at in risky:
            if run.work >= WORK_LIMIT:
                raise WorkLimitError
            run.work += 1
            at = code[at](h, s, run)

    def listed(self, h: Slots, s: Boards) -> list[Chosen]:
        """The options of the decision at which the slots stand."""
        return self.listers[h[i.PC]](h[:], s)

    def weights(self, h: Slots, s: Boards) -> list[tuple[int, int]]:
        """What chance may bring where the slots stand, with whole-numbered weights."""
        return list(self.chances[h[i.PC]](h, s))

    def stepped(self, h: Slots, s: Boards, chosen: Chosen) -> Stepped:
        """A copy of slots and boards on which an option was carried out, up to the next decision. Raises WorkLimitError."""
        h, s, run = h[:], s[:], Run()
        self.enter(h, s, run, chosen)
        self.advance(h, s, run)
        return h, s, run

    def enter(self, h: Slots, s: Boards, run: Run, chosen: Chosen) -> None:
        """Puts the values of a chosen option into their slots and goes to where it is carried out."""
        node = self.program.code[h[i.PC]]
        if isinstance(node, i.RepackDecide):
            self.repack(node.repacking).put(h, s, run, node.clause, chosen[1][1])
            write(h, run, i.PC, node.to)
            return
        assert isinstance(node, i.Decide)
        option = node.options[chosen[0]]
        for slot, value in zip(option.slots, chosen[1], strict=True):
            h[slot] = value
        for guard in self.guards[h[i.PC], chosen[0]]:
            if guard.guard.slot >= 0:
                guard.holds(h, s)
        if option.back >= 0:
            h[option.back] = option.after
        run.strict = option.may_refuse and not option.beside
        h[i.PC] = option.to

    def _step(self, at: int, instruction: Any) -> Step:
        made: Step = getattr(self, "_" + type(instruction).__name__.lower())(at, instruction)
        return made

    # ---- flow ------------------------------------------------------------------------------------------------------

    def _jump(self, at: int, node: i.Jump) -> Step:
        to = node.to
        return lambda h, s, run: to

    def _unless(self, at: int, node: i.Unless) -> Step:
        test, to, after = self.evaluate.expr(node.condition), node.to, at + 1
        return lambda h, s, run: after if test(h, s) else to

    def _collect(self, at: int, node: i.Collect) -> Step:
        slot, after = node.slot, at + 1
        if node.players:
            first = self.evaluate.expr(node.domain)

            def clockwise(h: Slots, s: Boards, run: Run) -> int:
                count, start = h[i.COUNT], max(first(h, s), 0)
                h[slot] = tuple((start + n) % count for n in range(count))
                return after
            return clockwise
        domain = self.evaluate.domain(node.domain)

        def collect(h: Slots, s: Boards, run: Run) -> int:
            h[slot] = tuple(domain(h, s))
            return after
        return collect

    def _next(self, at: int, node: i.Next) -> Step:
        items, slot, to, after = node.items, node.slot, node.to, at + 1

        def next_one(h: Slots, s: Boards, run: Run) -> int:
            left = h[items]
            if not left:
                return to
            h[slot], h[items] = left[0], left[1:]
            return after
        return next_one

    def _copy(self, at: int, node: i.Copy) -> Step:
        source, target, after = node.source, node.target, at + 1

        def copy(h: Slots, s: Boards, run: Run) -> int:
            h[target] = h[source]
            return after
        return copy

    def _call(self, at: int, node: i.Call) -> Step:
        back, to, after = node.back, node.to, at + 1
        arguments = [(slot, self.evaluate.expr(value)) for slot, value in node.arguments]

        def call(h: Slots, s: Boards, run: Run) -> int:
            for slot, value in arguments:
                h[slot] = value(h, s)
            h[back] = after
            return to
        return call

    def _return(self, at: int, node: i.Return) -> Step:
        back, clear = node.back, node.clear

        def go_back(h: Slots, s: Boards, run: Run) -> int:
            to, h[back] = h[back], 0
            for slot in clear:
                h[slot] = 0
            return to or self.program.stop
        return go_back

    def _clear(self, at: int, node: i.Clear) -> Step:
        slots, after = node.slots, at + 1

        def clear(h: Slots, s: Boards, run: Run) -> int:
            for slot in slots:
                h[slot] = 0
            return after
        return clear

    def _check(self, at: int, node: i.Check) -> Step:
        test, clause, after = self.evaluate.expr(node.condition), node.clause, at + 1
        unit = node.due[0] if node.due else ""
        held, amount = (self.evaluate.expr(each) for each in node.due[1:]) if node.due else (None, None)

        def check(h: Slots, s: Boards, run: Run) -> int:
            if run.strict and not test(h, s):
                if held is not None and amount is not None:
                    raise Refused(clause, "cost", held(h, s), amount(h, s), unit)
                raise Refused(clause, "requirement")
            return after
        return check

    def _end(self, at: int, node: i.End) -> Step:
        def end(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            return STOP
        return end

    def _fork(self, at: int, node: i.Fork) -> Step:
        return self._end(at, i.End())

    def _join(self, at: int, node: i.Join) -> Step:
        return self._end(at, i.End())

    # ---- writing -----------------------------------------------------------------------------------------------------

    def _set(self, at: int, node: i.Set) -> Step:
        target, after = node.target, at + 1
        value = self.evaluate.expr(node.value)
        if target.op == "local":
            slot, kept = self.evaluate.slot(target.args[0]), self._bounded(target, node.clause)
            if target.type.form == "number" and target.type.high >= MOST:
                return self._let(slot, value, kept, after)

            def let(h: Slots, s: Boards, run: Run) -> int:
                h[slot] = +value(h, s)
                return after
            return let
        write = self._writer(target, node.clause)

        def assign(h: Slots, s: Boards, run: Run) -> int:
            write(h, s, run, value(h, s))
            return after
        return assign

    def _let(self, slot: int, value: Closure, kept: Callable[[int, Run], int], after: int) -> Step:
        """A name for a number that grows as the rules go on: it ends at the largest number."""
        def let(h: Slots, s: Boards, run: Run) -> int:
            h[slot] = kept(value(h, s), run)
            return after
        return let

    def _writer(self, target: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int], None]:
        if target.op == "field":
            return self._write_field(target, clause)
        if target.op in ("record", "edge"):
            return self._write_record(target, clause)
        if target.op == "amount":
            return self._write_amount(target, clause)
        return self._write_member(target, clause)

    def _bounded(self, target: m.Expr, clause: m.Clause) -> Callable[[int, Run], int]:
        """Keeps a number within what its type allows: refused where a player chose it, elsewhere as far as it goes."""
        type_ = target.type
        if type_.form == "yes_no":
            return lambda value, run: 1 if value else 0
        if type_.form != "number":
            return lambda value, run: value
        low, high, optional = type_.low, type_.high, type_.optional

        def bounded(value: int, run: Run) -> int:
            if low <= value <= high or (optional and value == NONE):
                return value
            if run.strict:
                raise Refused(clause, "range", value, low if value < low else high)
            return low if value < low else high
        return bounded

    def _write_field(self, target: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int], None]:
        field_, of = target.args
        base, bounded, least = self.program.layout.slot(field_), self._bounded(target, clause), least_of(target.type)
        owner: Closure = self.evaluate.expr(of) if of is not None else (lambda h, s: 0)

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            row = owner(h, s)
            if row < 0:
                return
            new, old = bounded(value, run), h[base + row]
            if new != old and new >= least:
                h[base + row] = new
                run.effects.append(Effect("set", clause, h[i.ME], field_, row, old, new))
        return write

    def _write_record(self, target: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int], None]:
        board, field_, index, of = target.args
        edge = target.op == "edge"
        cells = self.evaluate.boards[board.name]
        at = cells + (2 if edge else 0)
        blank = blank_passage(board) if edge else None
        index += 0 if edge else 2
        where, bounded, least = self.evaluate.expr(of), self._bounded(target, clause), least_of(target.type)

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            key = where(h, s)
            record = s[at].get(key, blank)
            if record is None or key < 0 or edge and not all(place in s[cells] for place in grid.passage_ends(key)):
                return
            new, old = bounded(value, run), record[index]
            if new != old and new >= least:
                own(s, at, run)[key] = (*record[:index], new, *record[index + 1 :])
                run.effects.append(Effect("set", clause, h[i.ME], field_, key, old, new))
        return write

    def _write_member(self, target: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int], None]:
        member, whole = target.args
        inner, bit, write = self.evaluate.expr(member), self.evaluate.members(whole), self._writer(whole, clause)
        bits = self.evaluate.expr(whole)

        def add_or_drop(h: Slots, s: Boards, run: Run, value: int) -> None:
            at = bit(inner(h, s))
            if at >= 0:
                write(h, s, run, bits(h, s) | 1 << at if value else bits(h, s) & ~(1 << at))
        return add_or_drop

    def _write_amount(self, target: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int], None]:
        bag, piece = target.args
        put, which, amount = self._put(bag, clause), self.evaluate.expr(piece), self.evaluate.expr(target)

        def write(h: Slots, s: Boards, run: Run, value: int) -> None:
            put(h, s, run, which(h, s), value - amount(h, s))
        return write

    # ---- pieces --------------------------------------------------------------------------------------------------------

    def _put(self, bag: m.Expr, clause: m.Clause) -> Callable[[Slots, Boards, Run, int, int], int]:
        """Changes the number of a piece in a bag; returns by how much it did."""
        start = self.evaluate.bag(bag)
        room = self.evaluate.expr(m.Expr("room", (bag,), bag.type, bag.span)) if bag.type.room else None
        kind = self.ruleset.kinds[bag.type.name]
        sizes, endless = sizes_in(bag.type, kind), endless_rows(bag.type, kind)
        field_, owner = bag.args[0], self.evaluate.owner(bag)

        def put(h: Slots, s: Boards, run: Run, piece: int, change: int) -> int:
            if piece < 0 or not change or owner(h, s) < 0:
                return 0
            if endless[piece]:
                run.effects.append(Effect("supply", clause, h[i.ME], field_, owner(h, s), piece, change))
                return change
            at = start(h, s)
            held: int = h[at][piece]
            allowed = max(change, -held)
            if room is not None and allowed > 0 and sizes[piece] > 0:
                allowed = min(allowed, max(0, room(h, s) // sizes[piece]))
            if held + allowed > MOST:
                allowed = MOST - held
            if allowed != change and run.strict:
                raise Refused(clause, "room" if change > 0 else "lack", held if change < 0 else room and room(h, s), abs(change))
            if allowed:
                h[at] = with_amount(h[at], piece, held + allowed)
                run.effects.append(Effect("pieces", clause, h[i.ME], field_, owner(h, s), piece, allowed))
            return allowed
        return put

    def _pieces(self, at: int, node: i.Pieces) -> Step:
        transfer, clause, after = node.transfer, node.clause, at + 1
        give = self._put(transfer.giver, clause) if transfer.giver is not None else None
        take = self._put(transfer.taker, clause) if transfer.taker is not None else None
        moves = [self._one_move(each, transfer, give, take) for each in transfer.pieces]

        def move_all(h: Slots, s: Boards, run: Run) -> int:
            for move in moves:
                move(h, s, run)
            return after
        return move_all

    def _one_move(self, each: m.Amount, transfer: m.Transfer, give: Any, take: Any) -> Callable[[Slots, Boards, Run], None]:
        if each.amount is None or each.piece is None:
            return self._move_everything(transfer, give, take)
        amount, piece = self.evaluate.expr(each.amount), self.evaluate.expr(each.piece)

        def move(h: Slots, s: Boards, run: Run) -> None:
            which, many = piece(h, s), max(0, amount(h, s))
            hand_over(h, s, run, which, many, give, take)
        return move

    def _move_everything(self, transfer: m.Transfer, give: Any, take: Any) -> Callable[[Slots, Boards, Run], None]:
        assert transfer.giver is not None
        contents, rows = self.evaluate.contents(transfer.giver), self.evaluate.kinds_of(transfer.giver)

        def move(h: Slots, s: Boards, run: Run) -> None:
            for piece in range(rows):
                hand_over(h, s, run, piece, contents(h, s)[piece], give, take)
        return move

    def _returned(self, at: int, node: i.Returned) -> Step:
        slots, kept, clause, secret, after = node.slots, node.kept, node.clause, int(node.secret), at + 1
        bag, owner, field_ = self.evaluate.bag(node.bag), self.evaluate.owner(node.bag), node.bag.args[0]

        def put_back(h: Slots, s: Boards, run: Run) -> int:
            pieces = [h[slot] for slot in slots if h[slot] >= 0]
            if h[kept] in pieces:
                pieces.remove(h[kept])
            for piece in pieces:
                at = bag(h, s)
                h[at] = with_amount(h[at], piece, h[at][piece] + 1)
                run.effects.append(Effect("back", clause, h[i.ME], field_, owner(h, s), piece, secret))
            return after
        return put_back

    def _laytile(self, at: int, node: i.LayTile) -> Step:
        tile, place, sides = (self.evaluate.expr(each) for each in (node.tile, node.at, node.sides))
        if self.ruleset.boards[node.board].fixed:
            return self._lay_fixed(node, at + 1, tile, place, sides)
        board, clause, after = self.evaluate.boards[node.board], node.clause, at + 1
        rest = self.evaluate.blank[node.board][2:]

        def lay(h: Slots, s: Boards, run: Run) -> int:
            where, what = place(h, s), tile(h, s)
            if where < 0 or where in s[board] or what < 0:
                if run.strict:
                    raise Refused(clause, "occupied")
                return after
            grid.lay(own(s, board, run), own(s, board + 1, run), where, (what, sides(h, s), *rest))
            run.effects.append(Effect("lay", clause, h[i.ME], node.board, where, what, sides(h, s)))
            return after
        return lay

    def _lay_fixed(self, node: i.LayTile, after: int, tile: Closure, place: Closure, sides: Closure) -> Step:
        board, clause = self.ruleset.boards[node.board], node.clause
        lies = self.evaluate.lying(board, board.kind)
        turned = self.evaluate.lying(board, board.sides) if board.sides else -1

        def lay(h: Slots, s: Boards, run: Run) -> int:
            where, what = place(h, s), tile(h, s)
            if where < 0 or what < 0 or h[lies + where] >= 0:
                if run.strict:
                    raise Refused(clause, "occupied")
                return after
            run.effects.append(Effect("lay", clause, h[i.ME], node.board, where, what, sides(h, s)))
            if turned >= 0:
                h[turned + where] = sides(h, s)
            h[lies + where] = what
            return after
        return lay

    # ---- decisions -------------------------------------------------------------------------------------------------------

    def _decide(self, at: int, node: i.Decide) -> Step:
        gatherers = [self.gatherer(at, n, option) for n, option in enumerate(node.options)]
        lister = self.listers[at] = self.lister(gatherers)
        some = self.probers[at] = self.prober(node, gatherers)
        otherwise, clause, firm = node.otherwise, node.clause, node.firm
        own = sum(not each.beside for each in node.options)

        def decide(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            if otherwise < 0:
                return STOP
            if run.trials:
                found = some(h, s, run)
            else:
                run.options = lister(h, s, run)
                found = any(n < own for n, _ in run.options)
            if found:
                return STOP
            run.options = None
            if firm and run.strict:
                raise Refused(clause, "nothing")
            return otherwise
        return decide

    def lister(self, gatherers: list[Gatherer]) -> Lister:
        """The function that lists the options of a decision: which kind of option, with which values."""
        def listed(h: Slots, s: Boards, run: Run | None = None) -> list[tuple[int, tuple[int, ...]]]:
            found: list[tuple[int, tuple[int, ...]]] = []
            for gather in gatherers:
                gather(h, s, found, run)
            return found
        return listed

    def prober(self, node: i.Decide, gatherers: list[Gatherer]) -> Callable[[Slots, Boards, Run], bool]:
        """Whether there is any option, apart from what stands beside: all that a trial has to know. Those without a trial are asked first."""
        own = [n for n, option in enumerate(node.options) if not option.beside]
        order = [gatherers[n] for n in sorted(own, key=lambda n: node.options[n].may_refuse)]

        def some(h: Slots, s: Boards, run: Run) -> bool:
            found: list[Any] = []
            for gather in order:
                gather(h, s, found, run, True)
                if found:
                    return True
            return False
        return some

    def gatherer(self, at: int, n: int, option: i.Option) -> Gatherer:
        """Goes through the values of an option's parameters, asking every guard as early as it can be asked; `first` is content with one."""
        domains = [self.evaluate.domain(each) for each in option.domains]
        guards = [self.guard_functions(each) for each in option.guards]
        self.domains[at, n], self.guards[at, n] = domains, guards
        levels = [merged([g for g in guards if g.guard.level == level]) for level in range(len(domains) + 1)]
        slots, clear = option.slots, option.clear
        dry = self.dry_run(option) if option.may_refuse else None

        def gather(h: Slots, s: Boards, found: list[Any], run: Run | None, first: bool = False) -> None:
            trial = Run() if run is None else run

            def deeper(level: int) -> None:
                for h[slots[level]] in domains[level](h, s):
                    if levels[level + 1](h, s):
                        if level + 1 < len(slots):
                            deeper(level + 1)
                        elif dry is None or dry(h, s, trial):
                            found.append((n, tuple([h[slot] for slot in slots])))
                    if first and found:
                        return
            if levels[0](h, s):
                if slots:
                    deeper(0)
                elif dry is None or dry(h, s, trial):
                    found.append((n, ()))
            for slot in clear:
                h[slot] = 0
        return gather

    def guard_functions(self, guard: i.Guard) -> GuardFunctions:
        """A guard, ready to be asked."""
        return GuardFunctions(guard, self.evaluate)

    def dry_run(self, option: i.Option) -> Callable[[Slots, Boards, Run], bool]:
        """Whether an option, its parameters being in their slots, is carried out without refusal up to the next decision."""
        def dry(h: Slots, s: Boards, run: Run) -> bool:
            return self.refusal(option, h, s, run) is None
        return dry

    def refusal(self, option: i.Option, h: Slots, s: Boards, run: Run) -> Refused | None:
        """Why an option is refused by its effects, or none. The work of trying it beyond what is free is work of the run."""
        copy, boards = h[:], s[:]
        copy[i.PC] = option.to
        if option.back >= 0:
            copy[option.back] = self.program.stop if option.beside else option.after
        trial = Run(strict=True, work=run.work - FREE_TRIAL, trials=run.trials + 1)
        if trial.trials > MOST_TRIALS:
            raise WorkLimitError
        try:
            self.try_out(copy, boards, trial)
        except Refused as refused:
            return refused
        finally:
            run.work = max(run.work, trial.work)
        return None

    def _chance(self, at: int, node: i.Chance) -> Step:
        after, slot = node.to, node.slot
        nothing = NONE if node.signature.parameters[0][1].form in ("row", "place") else 0
        weights = self._weights(node)
        self.chances[at] = weights

        def chance(h: Slots, s: Boards, run: Run) -> int:
            h[i.PC] = at
            if weights(h, s):
                return STOP
            h[slot] = nothing
            return after
        return chance

    def _weights(self, node: i.Chance) -> Closure:
        """What can come up, with its weight, asked of slots that stay as they are."""
        if node.domain is not None:
            domain = self.evaluate.domain(node.domain)
            return lambda h, s: [(value, 1) for value in domain(h[:], s)]
        assert node.bag is not None
        contents = self.evaluate.contents(node.bag)
        in_bag = InBag(self.ruleset.kinds[node.bag.type.name].alike or tuple(range(self.evaluate.kinds_of(node.bag))))
        owner = node.bag.args[1]
        plain = owner is None or owner.op in ("me", "local", "const")
        return lambda h, s: in_bag.of(contents(h if plain else h[:], s))

    def drawn(self, h: Slots, s: Boards, value: int) -> Stepped:
        """A copy of slots and boards on which chance has brought a value, up to the next decision. Raises WorkLimitError."""
        h, s, run = h[:], s[:], Run()
        self.draw(h, s, run, value)
        self.advance(h, s, run)
        return h, s, run

    def draw(self, h: Slots, s: Boards, run: Run, value: int) -> None:
        """What chance has brought leaves its bag, and goes into its slot; if everything is logged, so is this."""
        at = h[i.PC]
        node = self.program.code[at]
        assert isinstance(node, i.Chance)
        field_, owner = None, 0
        if node.bag is not None:
            bag, whose = self.drawn_from(at, node.bag)
            field_, owner, slot = node.bag.args[0], whose(h, s), bag(h, s)
            write(h, run, slot, with_amount(h[slot], value, h[slot][value] - 1))
        write(h, run, node.slot, value)
        write(h, run, i.PC, node.to)
        run.effects.append(Effect("draw", node.clause, h[i.ME], field_, owner, value, int(node.secret), node.signature))

    def drawn_from(self, at: int, bag: m.Expr) -> tuple[Closure, Closure]:
        """The slot of the bag from which an instruction draws, and whose it is."""
        if at not in self.bags:
            self.bags[at] = self.evaluate.bag(bag), self.evaluate.owner(bag)
        return self.bags[at]

    # ---- repacking -------------------------------------------------------------------------------------------------------

    def repack(self, node: i.Repacking) -> Repack:
        """The functions of one repacking, made once for its three instructions."""
        if node.at not in self.repacks:
            self.repacks[node.at] = Repack(node, self.evaluate, self.ruleset.kinds[node.kind])
        return self.repacks[node.at]

    def _repackopen(self, at: int, node: i.RepackOpen) -> Step:
        repack, after = self.repack(node.repacking), at + 1
        clause = self.clause_of(at + 2)

        def open_bags(h: Slots, s: Boards, run: Run) -> int:
            repack.open(h, s, run, clause)
            return after
        return open_bags

    def _repackturn(self, at: int, node: i.RepackTurn) -> Step:
        repack, after, to = self.repack(node.repacking), at + 1, node.to
        clause = self.clause_of(after)

        def turn(h: Slots, s: Boards, run: Run) -> int:
            return after if repack.turn(h, s, run, clause) else to
        return turn

    def clause_of(self, at: int) -> m.Clause:
        """The clause of the decision at an instruction."""
        node = self.program.code[at]
        assert isinstance(node, i.RepackDecide)
        return node.clause

    def _repackdecide(self, at: int, node: i.RepackDecide) -> Step:
        repack = self.repack(node.repacking)
        self.listers[at] = lambda h, s, run=None: [(0, (repack.current(h), n)) for n in repack.counts(h, s)]
        return self._end(at, i.End())


class GuardFunctions:
    """A guard, with its closures. `holds` says whether it lets the option pass; a `let` always does, after putting its value into its slot."""

    def __init__(self, guard: i.Guard, evaluate: Evaluator) -> None:
        self.guard = guard
        self.test = evaluate.expr(guard.condition) if guard.condition is not None else None
        self.amount = evaluate.expr(guard.amount) if guard.amount is not None else None
        self.held = evaluate.expr(guard.held) if guard.held is not None else None
        self.holds: Callable[[Slots, Boards], bool] = self._let() if guard.slot >= 0 else self._enough() if guard.amount else self.test  # type: ignore[assignment]

    def _let(self) -> Callable[[Slots, Boards], bool]:
        value, slot = self.test, self.guard.slot
        assert value

        def let(h: Slots, s: Boards) -> bool:
            h[slot] = +value(h, s)
            return True
        return let

    def _enough(self) -> Callable[[Slots, Boards], bool]:
        held, amount = self.held, self.amount
        assert held and amount
        if self.guard.amount is not None and self.guard.amount.op == "const":
            due = self.guard.amount.args[0]
            return lambda h, s: held(h, s) >= due
        return lambda h, s: held(h, s) >= amount(h, s)


def work_of(instruction: Any, work: Work) -> int:
    """How many things an instruction goes through, at most."""
    match instruction:
        case i.Pieces(transfer=transfer):
            return work.transfer(transfer)
        case i.Collect(domain=domain, players=False) | i.Chance(domain=domain) if domain is not None:
            return work.of(domain) + work.size(domain)
        case i.Chance(bag=bag) if bag is not None:
            return work.size(bag)
        case i.Decide(options=options, otherwise=otherwise):
            return sum(ways(each, work) for each in options) if otherwise >= 0 else 0
        case i.Call(arguments=arguments):
            return sum(work.of(value) for _, value in arguments)
        case i.RepackOpen(repacking=it) | i.RepackTurn(repacking=it):
            return 2 * work.size(it.first) * (1 + work.of(it.where) + work.of(it.filling))
    return sum(work.of(getattr(instruction, name)) for name in instruction.__slots__)


def ways(option: i.Option, work: Work) -> int:
    """How many things listing the ways of an option goes through."""
    sizes = [work.size(each) for each in option.domains]
    asked = 0
    for each in option.guards:
        parts = (each.condition, each.amount, each.held)
        asked += work.asked(parts, frozenset(local.number for local in locals_in(parts)), prod(sizes[: each.level]))
    return work.of(option.domains) + prod(sizes) + asked


def charged(step: Step, work: int) -> Step:
    """An instruction that goes through many things, counted as so much work."""
    if work <= CHEAP:
        return step

    def counted(h: Slots, s: Boards, run: Run) -> int:
        run.work += work
        if run.work > WORK_LIMIT:
            raise WorkLimitError
        return step(h, s, run)
    return counted


def merged(guards: list[GuardFunctions]) -> Callable[[Slots, Boards], bool]:
    """One function that asks several guards in order."""
    if not guards:
        return lambda h, s: True
    if len(guards) == 1:
        return guards[0].holds
    asked = [each.holds for each in guards]

    def all_hold(h: Slots, s: Boards) -> bool:
        for holds in asked:
            if not holds(h, s):
                return False
        return True
    return all_hold


def least_of(type_: Type) -> int:
    """The least value that can be kept; none is not kept where there always is something."""
    if type_.form == "number":
        return min(type_.low, NONE)
    return 0 if type_.form in ("row", "place") and not type_.optional else NONE


def own(s: Boards, at: int, run: Run) -> dict[int, Any]:
    """A board's dictionary as this step's own copy."""
    if run.owned is None:
        run.owned = set()
    if at not in run.owned:
        s[at] = dict(s[at])
        run.owned.add(at)
    return s[at]


def hand_over(h: Slots, s: Boards, run: Run, piece: int, many: int, give: Any, take: Any) -> None:
    """Moves pieces as far as the giver has them; what the taker has no room for stays with the giver."""
    given = -give(h, s, run, piece, -many) if give else many
    if take:
        taken = take(h, s, run, piece, given)
        if give and taken < given:
            give(h, s, run, piece, given - taken)
