"""What a game is, but for its files and words: the program of its rules, and what carries it out. Games with the same
rules share it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ..interpret.board_queries import Closure
from ..interpret.interpreter import Interpreter
from ..loading.ruleset_cache import Ready
from ..model import ruleset as m
from ..program import instructions as i
from ..program.lower import lower
from ..source.cached_property import once
from .build_lock import MAKING
from .compiled import Compiled

MOST_HELD = 8
"""Rulesets that are held for games yet to come; those go first that were not asked for for longest."""


class Mechanics:
    """The rules of a game as functions. Nothing of it changes but what it remembers, so that any number of games, and
    threads, may use it."""

    def __init__(self, rules: m.Ruleset, program: i.Program, interpreter: Interpreter) -> None:
        self.rules, self.program, self.interpreter = rules, program, interpreter
        evaluate, scoring = interpreter.evaluate, rules.scoring
        assert scoring is not None
        self.scoring_among = evaluate.expr(scoring.among) if scoring.among is not None else None
        self.scoring_together = evaluate.expr(scoring.together) if scoring.together is not None else None
        self.scoring_least = evaluate.expr(scoring.least) if scoring.least is not None else None
        self.score_lines = tuple(evaluate.expr(line.value) for line in scoring.lines)
        self.tie_breaks = tuple((highest, evaluate.expr(value)) for highest, value in scoring.ties)
        self.advice = evaluate.expr(rules.advice) if rules.advice is not None else None
        self.starts: tuple[tuple[m.Field, Closure | None], ...] = tuple(
            (each, evaluate.expr(each.start) if each.start is not None else None)
            for each in rules.fields
            if each.owner not in rules.growing
        )

    @classmethod
    def of(cls, rules: m.Ruleset) -> Mechanics:
        """Those of a ruleset, made anew."""
        program = lower(rules)
        return cls(rules, program, Interpreter(rules, program))

    @once
    def parts(self) -> tuple[Any, ...]:
        """What effects refer to of the rules, in an order that is the same wherever the rules are."""
        signatures = (getattr(each, "signature", None) for each in self.program.code)
        found = [*self.rules.clauses, *self.rules.fields, *self.program.signatures.values(), *signatures]
        return tuple({id(each): each for each in found if each is not None}.values())

    @once
    def numbers(self) -> dict[int, int]:
        """The number of each of them by its identity."""
        return {id(each): n for n, each in enumerate(self.parts)}

    @once
    def compiled(self) -> Compiled:
        """Generated functions that go from state to state."""
        return Compiled(self.interpreter)

    @once
    def in_place(self) -> Compiled:
        """Functions that change a position in place, can be taken back and note no effects: those of `Line`."""
        return Compiled(self.interpreter, logged=True, noted=False, trying=self.compiled)

    @once
    def watched(self) -> Compiled:
        """The same, which note effects: those of games that are counted."""
        return Compiled(self.interpreter, logged=True, trying=self.compiled)


class Shared:
    """What games share that were made from the same files, with the same options; a memory, it changes nothing but how
    long loading takes.

    Files, options and program are the key, to the letter (see `ready.key_of`). Of two that are made at once, all get
    the first.
    """

    def __init__(self) -> None:
        self.known: OrderedDict[str, tuple[Ready, Mechanics]] = OrderedDict()

    def of(self, key: str | None) -> tuple[Ready, Mechanics] | None:
        """What is known under a key."""
        with MAKING:
            if key is None or key not in self.known:
                return None
            self.known.move_to_end(key)
            return self.known[key]

    def hold(self, key: str | None, ready: Ready, mechanics: Mechanics) -> tuple[Ready, Mechanics]:
        """What is held under a key from now on."""
        if key is None:
            return ready, mechanics
        with MAKING:
            found = self.known.setdefault(key, (ready, mechanics))
            self.known.move_to_end(key)
            while len(self.known) > MOST_HELD:
                self.known.popitem(last=False)
            return found


SHARED = Shared()
