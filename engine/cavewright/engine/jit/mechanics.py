"""Program of a game's rules, and what carries it out: all that a game is but for its files and words. Games with the
same rules share it."""

from __future__ import annotations

from typing import Any

from ...foundation.source.lazy_property import lazy_property
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.lower import lower
from ..interpret.effect_records import Effect, new_effect
from ..interpret.initial_position import starts_of
from ..interpret.interpreter import Interpreter
from .compiled import Compiled


class Mechanics:
    """The rules of a game as functions. Nothing of it changes but what it remembers, so that any number of games, and
    threads, may use it."""

    def __init__(self, rules: m.Ruleset, program: i.Program, interpreter: Interpreter) -> None:
        self.rules, self.program, self.interpreter = rules, program, interpreter
        evaluate, scoring = interpreter.evaluate, rules.scoring
        assert scoring is not None
        ask = evaluate.question
        self.scoring_among, self.scoring_together, self.scoring_least, self.advice = (
            None if each is None else ask(each)
            for each in (scoring.among, scoring.together, scoring.least, rules.advice)
        )
        self.score_lines = tuple(ask(line.value) for line in scoring.lines)
        self.tie_breaks = tuple((highest, ask(value)) for highest, value in scoring.ties)
        """By the advice being made here, the slots of positions have room for the names that it binds."""
        self.starts = starts_of(interpreter)

    @classmethod
    def of(cls, rules: m.Ruleset) -> Mechanics:
        """Those of a ruleset, made anew."""
        program = lower(rules)
        return cls(rules, program, Interpreter(rules, program))

    @lazy_property
    def parts(self) -> tuple[Any, ...]:
        """Parts of the rules that effects refer to, in an order that is the same wherever the rules are."""
        signatures = (getattr(each, "signature", None) for each in self.program.code)
        found = [*self.rules.clauses, *self.rules.fields, *self.program.signatures.values(), *signatures]
        return tuple({id(each): each for each in found if each is not None}.values())

    @lazy_property
    def numbers(self) -> dict[int, int]:
        """The number of each of them by its identity."""
        return {id(each): n for n, each in enumerate(self.parts)}

    def write_effect(self, effect: Effect) -> tuple[Any, ...]:
        """Returns an effect with numbers in the place of parts of the rules."""
        numbers = self.numbers
        return tuple([(numbers[id(each)],) if id(each) in numbers else each for each in effect])

    def read(self, written: tuple[Any, ...]) -> Effect:
        """The effect that was written so."""
        parts = self.parts
        return new_effect(
            Effect, tuple([parts[each[0]] if isinstance(each, tuple) and len(each) == 1 else each for each in written])
        )

    @lazy_property
    def state_functions(self) -> Compiled:
        """The generated functions that go from state to state."""
        return Compiled(self.interpreter)

    @lazy_property
    def in_place(self) -> Compiled:
        """Functions that change a position in place, can be taken back and note no effects: those of `Line`."""
        return Compiled(self.interpreter, logged=True, noted=False, trying=self.state_functions)

    @lazy_property
    def noting_functions(self) -> Compiled:
        """The functions that change a position in place and note effects: those of games that are counted."""
        return Compiled(self.interpreter, logged=True, trying=self.state_functions)
