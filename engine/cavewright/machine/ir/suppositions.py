"""Lowers questions about what would be: functions that carry something out on the position at hand, and put it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from ...rules.model import ruleset as m
from ...rules.model.free_names import locals_in
from ...rules.model.types import NONE
from ...rules.program import instructions as i
from .assignments import REFUSED
from .construction import within, write
from .decisions import Offering, Options
from .form import TRUTH, Array, Block, Call, Const, Expr, Function, If, Let, Range, Return, Var, op
from .ranges import range_of
from .rewriting import cut_unreachable
from .scope import Environment, UnloweredError


class Suppositions:
    """Makes these functions, each when it is first asked for. They take the acting player and the values that are given."""

    def __init__(self, options: Options) -> None:
        self.options, self.lowering, self.layout = options, options.lowering, options.layout
        self.program = options.program
        self.made: dict[tuple[int, tuple[int, ...]], tuple[m.Expr, Function]] = {}
        self.numbers = count()

    def possible(self, names: Environment, deed: m.Deed, values: Sequence[m.Expr]) -> Expr:
        """The test if something can be carried out, with nothing in it refused."""
        at = self.program.trials[deed]
        made = self.lowering.functions.get(f"possible_{at}") or self._possible_function(at)
        return self._call(made, names, values)

    def after(
        self,
        e: m.Expr,
        names: Environment,
        deed: m.Deed,
        values: Sequence[m.Expr],
        value: m.Expr,
        ask: Callable[[Environment], Expr] | None = None,
    ) -> Expr:
        """A value after something was carried out, as `ask` lowers it there, if that does more."""
        free = {each.number: each for each in locals_in(value) if each.number in names.values}
        known = [names.values[number] for number in free]
        if any(callable(each) for each in known):
            raise UnloweredError("after", "a set is asked for after something", e.span)
        key = id(e), tuple(free)
        if key not in self.made:
            ask = ask or (lambda inner: self._value(value, inner))
            self.made[key] = e, self._after_function(e, self.program.trials[deed], ask, [*free.values()])
        return self._call(self.made[key][1], names, values, [each for each in known if not callable(each)])

    def _call(self, made: Function, names: Environment, values: Sequence[m.Expr], more: Sequence[Expr] = ()) -> Expr:
        given = [self.lowering.me(names), *(self._value(each, names) for each in values), *more]
        args = (within(each, takes.range) for each, takes in zip(given, made.parameters, strict=True))
        return Call(made.name, tuple(args), made.returns)

    def _value(self, e: m.Expr, names: Environment) -> Expr:
        return self.lowering.value(e, names)

    def _parameters(self, node: i.Trial) -> list[Var]:
        cells = [self.layout.cell(i.ME), *(self._cell(each) for each in node.takes)]
        return [self.lowering.fresh("given", each.range) for each in cells]

    def _cell(self, name: m.Local) -> Array:
        """The cell of a name that is given a value. Raises UnloweredError for a set."""
        if name.type.facts.in_bits:
            raise UnloweredError(name.name, "a set is handed over to what would be")
        return self.layout.cell(self.program.layout.locals[name.number])

    def _given_values(self, node: i.Trial, takes: Sequence[Var]) -> Block:
        """Puts the acting player and the values that are given into their cells."""
        cells = [self.layout.cell(i.ME), *(self._cell(each) for each in node.takes)]
        return (*(write(cell, value) for cell, value in zip(cells, takes, strict=True)), self.lowering.stamp_write())

    def _trial(self, at: int) -> i.Trial:
        node = self.program.code[at]
        assert isinstance(node, i.Trial)
        return node

    def _possible_function(self, at: int) -> Function:
        node, name = self._trial(at), f"possible_{at}"
        takes = self._parameters(node)
        found = self.lowering.fresh("found", TRUTH)
        self.lowering.functions[name] = Function(name, tuple(takes), (), TRUTH)
        some = self.options.prober(at, node)
        begun, put_back = self.options.trial_frame(as_far_as_refused=True)
        ask = Let(found, Call(some.name, (), TRUTH))
        body = (*begun, *self._given_values(node, takes), ask, *put_back, Return(found))
        return self.lowering.function(name, takes, body, TRUTH)

    def _after_function(
        self, e: m.Expr, at: int, ask: Callable[[Environment], Expr], free: Sequence[m.Local]
    ) -> Function:
        node, name = self._trial(at), f"after_{at}_{next(self.numbers)}"
        takes = self._parameters(node)
        more = [self.lowering.fresh(each.name, self.lowering.types.of(each.type)) for each in free]
        asked = ask(Environment(dict(zip((each.number for each in free), more, strict=True))))
        nothing = Const(NONE if e.type.optional else 0)
        returns = range_of(asked) | Range(nothing.value, nothing.value)
        begun, put_back = self.options.trial_frame(as_far_as_refused=False)

        def carry(values: Sequence[Expr]) -> Block:
            option = node.options[0]
            end = self.lowering.fresh("end", Range(-2, -1))
            answer = self.lowering.fresh("answer", returns)
            return (
                *self.options.begin_option(at, 0, option, values, option.after),
                Let(end, Call("run", (Const(option.to),), end.range)),
                *self.options.stop_at_limit(),
                Let(answer, nothing),
                If(op("!=", end, REFUSED), (Let(answer, asked),)),
                *put_back,
                Return(answer),
            )

        search = self.options.look_for(at, 0, Offering(at, 0, (), carry=carry))
        body = (
            *self.options.charge_listing(at),
            *begun,
            *self._given_values(node, takes),
            *search,
            *put_back,
            Return(nothing),
        )
        return self.lowering.function(name, [*takes, *more], cut_unreachable(body), returns)
