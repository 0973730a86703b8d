"""Common subexpression elimination: what is read or called repeatedly with no write in between is worked out once.

In rounds: each finds what is read at an index without reads in it, so that the next can find what is read by that. A
value is worked out before the first statement that may ask for it, if that asks often enough: loops do more than once,
branches and what is asked only at times half as often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..ir.form import (
    Array,
    Block,
    Call,
    Check,
    Choose,
    Const,
    Copy,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Loop,
    Module,
    Op,
    Put,
    Scope,
    Statement,
    Store,
    Switch,
    Trap,
    Var,
    With,
    Work,
)
from ..ir.ranges import LAZY, range_of
from ..ir.rewriting import map_parts, within_all
from ..ir.validation import parts_of

ROUNDS = 8
OFTEN = 1.3
"""How often something has to be asked for, about, to be worked out before."""
IN_A_LOOP, AT_TIMES, OF_A_READ = 3.0, 0.5, 0.6
"""How much more often things are asked for in a loop, how much in a branch; how much arithmetic costs beside a read."""
ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "&", "|", ">>", "<<"})

Asked = dict[Expr, float]
Effects = tuple[frozenset[str], frozenset[Array], bool]
"""The variables that a part binds, the arrays that it writes, and whether it copies positions."""


@dataclass(frozen=True)
class FunctionEffects:
    """Reads and writes of a function; `all` where it copies positions; and if nothing can go wrong in it."""

    reads: frozenset[Array]
    writes: frozenset[Array]
    all: bool
    sure: bool


def does_of(module: Module) -> dict[str, FunctionEffects]:
    """Returns the effects of each function, those of the functions that it calls included."""
    found = {each.name: _own(each) for each in module.functions}
    calls = {
        each.name: {part.function for part in within_all(each.body) if isinstance(part, Call)}
        for each in module.functions
    }
    while True:
        before = dict(found)
        for name, others in calls.items():
            parts = [before[name], *(before[each] for each in others)]
            found[name] = FunctionEffects(
                frozenset().union(*(each.reads for each in parts)),
                frozenset().union(*(each.writes for each in parts)),
                any(each.all for each in parts),
                all(each.sure for each in parts) and name not in others,
            )
        if found == before:
            return found


def _own(function: Function) -> FunctionEffects:
    parts = list(within_all(function.body))
    return FunctionEffects(
        frozenset(each.array for each in parts if isinstance(each, Load) and each.array.values is None),
        frozenset(written for each in parts if (written := _written_array(each)) is not None),
        any(isinstance(each, Copy) for each in parts),
        not any(isinstance(each, (Check, Trap, Put)) for each in parts),
    )


def _written_array(part: object) -> Array | None:
    match part:
        case Store(array=array) | Put(array=array) | Work(counter=array):
            return array
    return None


class CommonLoads:
    """Rewrites functions of a module."""

    def __init__(self, module: Module) -> None:
        self.does = does_of(module)
        self.many = 0
        self.reads: dict[Expr, tuple[frozenset[str], frozenset[Array]]] = {}
        self.known: dict[int, tuple[object, Asked]] = {}
        self.effects: dict[int, tuple[object, Effects]] = {}

    def function(self, function: Function) -> Function:
        """A function in which nothing is read twice without need."""
        self.effects.clear()
        self.known.clear()
        return replace(function, body=self._block(function.body))

    def _block(self, block: Block) -> Block:
        """A block in which some things are worked out before they are asked for, then those within its statements."""
        for _ in range(ROUNDS):
            after = self._round(block)
            if after is block:
                break
            block = after
        made = tuple(map(self._inner, block))
        return block if all(a is b for a, b in zip(made, block, strict=True)) else made

    def _round(self, block: Block) -> Block:
        """One round of a block; the very same where there is nothing to do."""
        asked = [self._requests(each) for each in block]
        often: dict[Expr, list[int]] = {}
        for n, each in enumerate(asked):
            for e in each:
                often.setdefault(e, []).append(n)
        before: dict[int, list[Statement]] = {}
        instead: list[dict[Expr, Var]] = [{} for _ in block]
        for e, places in often.items():
            if sum(asked[n][e] for n in places) <= OFTEN:
                continue
            for run in self._runs(e, places, block):
                weight = sum(asked[n][e] for n in run)
                if weight <= OFTEN or (len(run) == 1 and self._is_in_one_block(block[run[0]], e)):
                    continue
                self.many += 1
                var = Var(f"read {self.many}", range_of(e))
                before.setdefault(run[0], []).append(Let(var, e))
                for n in run:
                    instead[n][e] = var
        if not before:
            return block
        made: list[Statement] = []
        for n, s in enumerate(block):
            made += before.get(n, ())
            if instead[n]:
                s = (
                    self._ahead(s, instead[n])
                    if self._changes_within(s, instead[n])
                    else _with_variables(s, instead[n])
                )
            made.append(s)
        return tuple(made)

    def _inner(self, s: Statement) -> Statement:
        """A statement, its blocks gone through in the same way."""
        match s:
            case If(then=then, otherwise=otherwise):
                made = self._block(then), self._block(otherwise)
                return s if made[0] is then and made[1] is otherwise else replace(s, then=made[0], otherwise=made[1])
            case Switch(blocks=blocks):
                found = tuple(map(self._block, blocks))
                return s if all(a is b for a, b in zip(found, blocks, strict=True)) else replace(s, blocks=found)
            case Each(body=body) | Scope(body=body) | Loop(body=body):
                after = self._block(body)
                return s if after is body else replace(s, body=after)
        return s

    def _ahead(self, s: Statement, instead: Mapping[Expr, Var]) -> Statement:
        """A statement that writes what is read: only what it asks for first is replaced."""
        match s:
            case If(condition=condition):
                return replace(s, condition=_with_variables(condition, instead))
            case Switch(value=value):
                return replace(s, value=_with_variables(value, instead))
            case Each(domain=domain):
                return replace(s, domain=_with_variables(domain, instead))
            case Scope() | Loop():
                return s
        made: Statement = _with_variables(s, instead)
        return made

    # ---- what is asked for -------------------------------------------------------------------------------------------

    def _requests(self, part: object) -> Asked:
        """Returns the reads of a statement, a block or an expression, each with its approximate number."""
        key = id(part)
        if key not in self.known or self.known[key][0] is not part:
            found: Asked = {}
            for weight, inner in _asking(part):
                if isinstance(inner, tuple) or not isinstance(inner, (Load, Call, Op)):
                    for e, often in self._requests(inner).items():
                        found[e] = found.get(e, 0.0) + often * weight
                else:
                    self._count(inner, weight, found)
            self.known[key] = part, found
        return self.known[key][1]

    def _count(self, part: object, weight: float, found: Asked) -> None:
        """Notes what an expression asks for."""
        match part:
            case Var():
                return
            case Load() | Call() if self._is_candidate(part):
                found[part] = found.get(part, 0.0) + weight
                return
            case Op(name=name, args=args) if name in ARITHMETIC and all(
                isinstance(each, (Var, Const)) for each in args
            ):
                found[part] = found.get(part, 0.0) + weight * OF_A_READ
                return
        for often, inner in _asking(part):
            self._count(inner, weight * often, found)

    def _is_candidate(self, e: Load | Call) -> bool:
        """Tells if something is read at an index in which nothing is read."""
        if isinstance(e, Call):
            does = self.does[e.function]
            if does.writes or does.all or not does.sure:
                return False
        inner = e.args if isinstance(e, Call) else (e.index,)
        return not any(isinstance(each, (Load, Call, Fold, With, Check, Choose)) for each in within_all(inner))

    # ---- for how long it stays ---------------------------------------------------------------------------------------

    def _runs(self, e: Expr, places: Iterable[int], block: Block) -> Iterator[list[int]]:
        """The statements that ask for something, in groups within which it stays what it is."""
        run: list[int] = []
        last = -1
        for n in places:
            if run and any(self._changes(block[k], e) for k in range(last, n)):
                yield run
                run = []
            inside = self._changes(block[n], e)
            if inside and not self._asks_first(block[n], e):
                if run:
                    yield run
                run, last = [], n
                continue
            run.append(n)
            last = n
        if run:
            yield run

    def _asks_first(self, s: Statement, e: Expr) -> bool:
        """Tells if a statement reads something before it changes it."""
        match s:
            case If(condition=first) | Switch(value=first) | Each(domain=first):
                return any(each == e for each in within_all(first)) and not self._changes(first, e)
            case Scope() | Loop():
                return False
        return not any(isinstance(each, Call) for each in within_all(s)) and not _binds_within(s, e)

    def _changes_within(self, s: Statement, instead: Mapping[Expr, Var]) -> bool:
        return any(self._changes(s, each) for each in instead)

    def _reads_of(self, e: Expr) -> tuple[frozenset[str], frozenset[Array]]:
        """The names of variables in an expression, and the arrays that it reads."""
        if e not in self.reads:
            parts = list(within_all(e))
            arrays = {each.array for each in parts if isinstance(each, Load) and each.array.values is None}
            for each in parts:
                if isinstance(each, Call):
                    arrays |= self.does[each.function].reads
            self.reads[e] = frozenset(each.name for each in parts if isinstance(each, Var)), frozenset(arrays)
        return self.reads[e]

    def _changes(self, s: object, e: Expr) -> bool:
        """Tells if a statement may change the value of an expression."""
        names, arrays = self._reads_of(e)
        bound, written, everything = self._effects(s)
        return bool(names & bound) or (bool(arrays) and (everything or self._meet(arrays, written)))

    def _meet(self, some: frozenset[Array], others: frozenset[Array]) -> bool:
        return any(a.at < b.end and b.at < a.end for a in some for b in others)

    def _effects(self, s: object) -> Effects:
        """Returns the effects of a statement or an expression."""
        key = id(s)
        if key not in self.effects or self.effects[key][0] is not s:
            bound: set[str] = set()
            written: set[Array] = set()
            everything = False
            match s:
                case Let(var=var) | Each(var=var) | Fold(var=var) | With(var=var) | Put(count=var):
                    bound.add(var.name)
                case Call(function=function):
                    written |= self.does[function].writes
                    everything = self.does[function].all
                case Copy():
                    everything = True
            if (array := _written_array(s)) is not None:
                written.add(array)
            for each in parts_of(s):
                if isinstance(each, (Var, Array, Const)) or not (isinstance(each, tuple) or hasattr(each, "__slots__")):
                    continue
                inner = self._effects(each)
                bound |= inner[0]
                written |= inner[1]
                everything = everything or inner[2]
            self.effects[key] = s, (frozenset(bound), frozenset(written), everything)
        return self.effects[key][1]

    def _is_in_one_block(self, s: Statement, e: Expr) -> bool:
        """Tells if a statement reads something only in one of its blocks, which is no loop: it is worked out there."""
        match s:
            case If(condition=first, then=then, otherwise=otherwise):
                parts: tuple[object, ...] = (first, then, otherwise)
            case Switch(value=first, blocks=blocks):
                parts = (first, *blocks)
            case Scope() | Loop():
                return True
            case _:
                return False
        asking = [n for n, part in enumerate(parts) if any(each == e for each in within_all(part))]
        return 0 not in asking and len(asking) == 1


def _asking(part: object) -> Iterator[tuple[float, object]]:
    """The parts of a part, and about how often each is asked for."""
    match part:
        case (
            If(condition=first, then=then, otherwise=otherwise)
            | Choose(condition=first, then=then, otherwise=otherwise)
        ):
            return iter([(1.0, first), (AT_TIMES, then), (AT_TIMES, otherwise)])
        case Switch(value=value, blocks=blocks):
            return iter([(1.0, value), *((AT_TIMES, each) for each in blocks)])
        case Each(domain=domain, body=body):
            return iter([(1.0, domain), (IN_A_LOOP, body)])
        case Op(name=name, args=(first, second)) if name in LAZY:
            return iter([(1.0, first), (AT_TIMES, second)])
        case Fold(domain=domain, test=test, value=value):
            return iter([(1.0, domain), (IN_A_LOOP, test), (IN_A_LOOP, value)])
    return (
        (1.0, each) for each in parts_of(part) if isinstance(each, tuple) or not isinstance(each, (str, int, Array))
    )


def _binds_within(s: Statement, e: Expr) -> bool:
    """Tells if a variable of an expression gets its value within the expressions of a statement."""
    names = {each.name for each in within_all(e) if isinstance(each, Var)}
    return any(isinstance(each, (With, Fold)) and each.var.name in names for each in within_all(s))


def _with_variables(part: Any, by: Mapping[Expr, Var]) -> Any:
    """A part of the form with variables for what was worked out before."""
    if isinstance(part, (Load, Call, Op)) and part in by:
        return by[part]
    return map_parts(part, lambda each: _with_variables(each, by))
