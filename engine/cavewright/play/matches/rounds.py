"""Counts the rounds of a match by replaying its moves on an interpreter that counts how often loops are begun."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import Run, Step
from ...foundation.source.lazy_property import lazy_property
from ...rules.model import ruleset as m
from ...rules.model import statements as s
from ...rules.model.statement_effects import decided_by, inner_blocks
from ..positions.action import Action
from ..states.game import Game, State
from ..views.panel import counted_words
from .history import after_move
from .match import Match


class Rounds:
    """The rounds of a match, which may go on and back meanwhile."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moves: list[Action] = []
        self.begun: list[int] = []
        """How many rounds have begun after so many of these moves."""

    @lazy_property
    def loops(self) -> frozenset[int]:
        """The instructions with which a round begins."""
        return round_heads(self.match.game)

    @lazy_property
    def twin(self) -> Game:
        """Returns the game with its work counted."""
        game = self.match.game
        made = Game(game.rules_model, mechanics=game.mechanics, engine="interpreter")
        made.interpreter = _Passing(game.interpreter, self.loops)
        return made

    def words(self, at: int, lang: str) -> str:
        """`round 6`, after so many moves; nothing before the first, at the end, and where it is told otherwise how far
        it has gone."""
        state = self.match.at(at)
        if not self.loops or state.is_terminal or any(counted_words(state, lang)):
            return ""
        number = self.after(at)
        return self.match.game.wording(lang).texts.phrase("round {number}", number=number) if number else ""

    def after(self, at: int) -> int:
        """Returns the number of rounds that have begun after so many moves."""
        moves, same = self.match.move_stack, 0
        while same < min(len(moves), len(self.moves)) and moves[same] is self.moves[same]:
            same += 1
        del self.moves[same:], self.begun[same + 1 :]
        if not self.begun:
            self.begun.append(self._rounds_begun_by(None, self.match.at(0)))
        for n in range(len(self.moves), at):
            self.begun.append(self.begun[-1] + self._rounds_begun_by(moves[n], self.match.at(n)))
            self.moves.append(moves[n])
        return self.begun[at]

    def _rounds_begun_by(self, move: Action | None, before: State) -> int:
        """Returns the number of rounds that begin with a move, or before the first."""
        twin = self.twin
        counting = twin.interpreter
        assert isinstance(counting, _Passing)
        counting.passed = 0
        if move is None:
            twin.new_initial_state(before.names)
        else:
            after_move(State(twin, before.names, before._h, before._s, before._branches), move)
        return counting.passed


def round_heads(game: Game) -> frozenset[int]:
    """The instructions of a game with which a round begins, where it goes on behind them."""
    rules = game.rules_model
    found = {id(step.clause) for step in _loops(rules, rules.processes["play"].body)}
    return frozenset(at for clause, at in game.program.loops if id(clause) in found)


class _Passing(Interpreter):
    """An interpreter that counts how often it goes on behind some instructions; trials do not count."""

    def __init__(self, interpreter: Interpreter, heads: frozenset[int]) -> None:
        super().__init__(interpreter.ruleset, interpreter.program)
        self.passed = 0
        self.code = [self.passing(at, each) if at in heads else each for at, each in enumerate(self.code)]

    def passing(self, at: int, step: Step) -> Step:
        """An instruction behind which each going on is counted."""

        def counted_step(h: Slots, s: Boards, run: Run) -> int:
            to = step(h, s, run)
            self.passed += to == at + 1
            return to

        return counted_step

    def try_out(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries it out without counting."""
        passed = self.passed
        try:
            super().try_out(h, s, run)
        finally:
            self.passed = passed


def _loops(rules: m.Ruleset, block: s.Block) -> Iterator[s.Step]:
    """The outermost loops of a block that go on until something holds, and in which players have turns."""
    for step in block:
        goes_round = isinstance(step.statement, s.InTurn) and step.statement.again
        if goes_round or isinstance(step.statement, s.Repeat) and step.statement.until is not None:
            if _has_turns(rules, step.statement.body, goes_round):
                yield step
            continue
        for inner in _inside(rules, step.statement):
            yield from _loops(rules, inner)


def _has_turns(rules: m.Ruleset, block: s.Block, in_turn: bool) -> bool:
    """Tells if somebody decides something in turn with the others."""
    return any(
        (in_turn and decided_by(step.statement) == "players")
        or any(
            _has_turns(rules, inner, in_turn or isinstance(step.statement, s.InTurn))
            for inner in _inside(rules, step.statement)
        )
        for step in block
    )


def _inside(rules: m.Ruleset, statement: object) -> Iterator[s.Block]:
    """The blocks inside a statement, and that of the process that it carries out."""
    yield from inner_blocks(statement)
    if isinstance(statement, s.Call):
        yield rules.processes[statement.process].body
