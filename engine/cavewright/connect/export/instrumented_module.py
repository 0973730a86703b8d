"""Lowers a game to an instrumented module, with query functions for whoever explains or draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...engine.interpret.step import WORK_LIMIT
from ...machine.ir.construction import indices, read, within, write
from ...machine.ir.form import TRUTH, WORD, Block, Call, Const, Do, Expr, Range, Return, Var, op
from ...machine.ir.loop_ends import LoneProgram, LoopRounds
from ...machine.ir.position_encoding import FixedIterationCodec, ListIterationCodec
from ...machine.ir.program_lowering import Lowered
from ...machine.ir.scope import HERE, stack_watched
from ...machine.ir.work_source import work_source
from ...play.matches.rounds import round_heads
from ...play.states.game import Game
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from .instrumentation import InstrumentedDraws, InstrumentedEffects, InstrumentedRepack
from .numbering import Numbering
from .round_counting import RoundCounting


class InstrumentedRounds(LoopRounds):
    """Rounds of loops of which the end is noted."""

    effects: InstrumentedEffects

    def note_end(self, clause: m.Clause) -> Block:
        """Returns the statements that count and note a loop that has ended so."""
        return (*super().note_end(clause), self.effects.note_end(clause))


class InstrumentedProgram(LoneProgram):
    """Lowering of a program that notes and answers. Where all act at once, whoever runs the module takes care of it."""

    draws_by, repack_by = InstrumentedDraws, InstrumentedRepack

    def __init__(self, game: Game, players: int, numbering: Numbering, ask: Callable[[QueryFunctions], None]) -> None:
        interpreter = game.interpreter
        self.numbering, self.ask = numbering, ask
        self.heads = round_heads(game)
        super().__init__(interpreter.optimised_in_place, players, work_source(interpreter, WORK_LIMIT))

    def effects_by(self, *args: Any) -> InstrumentedEffects:
        """The lowering of instructions."""
        made = InstrumentedEffects(*args)
        made.numbering = self.numbering
        return made

    def make_rounds(self) -> LoopRounds:
        """Returns the memory of rounds."""
        assert isinstance(self.effects, InstrumentedEffects)
        made = InstrumentedRounds(self.lowering, self.trying, self.layout, len(self.loop_heads))
        made.effects = self.effects
        return made

    def regions_by(self, *args: Any) -> RoundCounting:
        """Returns the regions that go on from one instruction to another."""
        made = RoundCounting(*args)
        made.heads, made.begun = self.heads, self.memory.array("rounds", 1, indices(2**31))
        made.depth = self.trying.depth if self.trying is not None else None
        return made

    def ways_in(self) -> Iterable[int]:
        """Returns where players begin who are not asked."""
        interrupts = self.program.interrupts
        return () if interrupts is None else [begin for _, begin in interrupts.begins]

    def tries(self) -> bool:
        """Tells if any option can be refused by its effects."""
        nodes = self.numbering.program.code
        options = (each for node in nodes if isinstance(node, i.Decide) for each in node.options)
        return any(each.is_tried for each in options) or bool(self.program.trials)

    def forks(self) -> dict[int, i.Fork]:
        """None of which the module takes care."""
        return {}

    def rest(self, listers: Any, choosers: Any) -> None:
        """Emits the rest: what notes, goes on from anywhere, and answers."""
        assert isinstance(self.effects, InstrumentedEffects)
        self.effects.noter(self.trying.depth if self.trying is not None else None)
        super().rest(listers, choosers)
        lowering = self.lowering
        at = lowering.fresh("at", indices(len(self.program.code)))
        run = Do(Call("run", (at,), Range(-2, -1)))
        fresh = (*self.driver.begin_step(), lowering.stamp_write(), run)
        lowering.procedure("go", [at], fresh, out=True)
        lowering.procedure("go_on", [at], (write(self.listing.ready, 0), lowering.stamp_write(), run), out=True)
        self.ask(QueryFunctions(self))


class QueryFunctions:
    """Functions of a module that say what something comes to, by number. Names stand for what lies in their slots."""

    def __init__(self, program: InstrumentedProgram) -> None:
        self.program, self.lowering, self.many = program, program.lowering, 0

    def add_question(self, body: Block, values: Sequence[Var] = (), comes_to: Range = WORD) -> int:
        """Another question, about some values if there are any; its number."""
        self.many += 1
        self.lowering.function(f"q{self.many - 1}", values, body, comes_to, out=True)
        return self.many - 1

    def value(self, e: m.Expr) -> int:
        """Returns the number of the question for the value of an expression."""
        return self.add_question((Return(within(self.lowering.value(e, HERE), WORD)),))

    def cell(self, slot: int) -> int:
        """Returns the number of the question for the content of a slot."""
        return self.add_question((Return(read(self.program.layout.cell(slot))),))

    def whole(self, items: int) -> int:
        """Returns the number of the question for the things that are gone through, those left and those done."""
        held = self.program.layout.slots[items]
        assert isinstance(held, FixedIterationCodec | ListIterationCodec)
        return self.add_question(
            (Return(Const(len(held.things)) if isinstance(held, FixedIterationCodec) else read(held.count)),)
        )

    def member(self, domain: m.Expr, slot: int) -> int:
        """Returns the number of the question for membership of a slot in a domain."""
        cell = self.program.layout.cell(slot)
        going = self.lowering.through(domain, HERE)

        def same(value: Any) -> Expr:
            return op("==", value, read(cell))

        return self.add_question((Return(self.lowering.fold_over("some", "value", going, same)),))

    def let(self, guard: i.Guard) -> int:
        """Puts the value of a name into its slot."""
        return self.add_question((self.program.options._guard(guard), Return(Const(1))))

    def trial(self, at: int, n: int, option: i.Option) -> int:
        """Returns the number of the question for a refusal by the effects of an option whose values lie in their slots;
        -1 where none ever is refused."""
        if option.to not in self.program.options.risky:
            return -1
        functions, options = self.lowering.functions, self.program.options
        made = functions.get(f"try_{at}_{n}") or options._trial(at, n, option)
        values: list[Expr] = [
            within(read(self.program.layout.cell(slot)), each.range)
            for slot, each in zip(option.slots, made.parameters, strict=True)
        ]
        return self.add_question((Return(Call(made.name, tuple(values), TRUTH)),))


def told_module(
    game: Game, players: int, numbering: Numbering, ask: Callable[[QueryFunctions], None]
) -> tuple[Lowered, InstrumentedProgram]:
    """The module, and how it came about. Raises UnloweredError where some of the rules cannot be said in it."""
    with stack_watched(game.id):
        program = InstrumentedProgram(game, players, numbering, ask)
        found = program.lower_module()
    if found.left:
        raise found.left[0]
    return found, program
