"""States of a match, one after another: the last few as they are, of the others every so manyth; what lies between is
played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from ...engine.interpret.board_memory import make_room
from ...engine.interpret.chance import outcome_of_seed
from ...engine.interpret.instruction_work import clause_at
from ...engine.interpret.step import MOST_DRAWS, EndlessChanceError
from ...rules.program.instructions import PC
from ..positions.action import CHANCE, Action
from ..views.disclosure import tells

if TYPE_CHECKING:
    from ..positions.sight import Viewer
    from ..states.game import State
    from ..states.line import Line
    from .told_move import ToldMove

CHECKPOINT_INTERVAL = 32
"""Of so many states one is kept, without what can be found again: its events and its actions."""
NEAR = 64
"""States that are kept as they are: those that came last, or were asked for last."""
MOST_SAID = 8
"""States whose sentences are kept for other viewers, who look at about the same time."""

BY_NUMBER = ("near", "told", "corrected", "digests")
"""What a history keeps of some of its states, by their numbers."""


class History:
    """The states of a match; `moves` are the actions that led from each to the next, a list that whoever keeps the
    match adds to.

    It can be used like a list that grows and is cut at its end. Any state can be had: one that is not kept is played
    again from the kept one before it, at most `CHECKPOINT_INTERVAL` steps, and the ones on the way are kept for who asks for them
    next.
    """

    __slots__ = ("corrected", "digests", "last", "length", "marks", "moves", "near", "rows", "said", "told")

    def __init__(self, first: State, moves: list[Action]) -> None:
        self.moves, self.last = moves, first
        self.near: dict[int, State] = {}
        self.marks = [first]
        self.length = 1
        self.corrected: dict[int, State] = {}
        """States that were put in the place of those to which the moves led."""
        self.told: dict[int, bool] = {}
        """Answers of `has_told`, as far as they were asked for."""
        self.digests: dict[int, str] = {}
        """What led to a state, as `move_digests` says it, as far as it was asked for."""
        self.rows: dict[tuple[int, Viewer, str], tuple[ToldMove, ...]] = {}
        """What a viewer was told of the move to a state, in a language, as far as it was asked for."""
        self.said: dict[tuple[int, str], dict[int, str]] = {}
        """Sentences of the events of the last few states, by state and language, which viewers share."""

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, n: int) -> State:
        n += len(self) if n < 0 else 0
        if n == len(self) - 1:
            return self.last
        found = self.near.get(n) if n else self.marks[0]
        return found if found is not None else self.again(n)

    def copy(self, moves: list[Action]) -> History:
        """Returns the history for a match with moves of its own."""
        made = History(self.marks[0], moves)
        made.last, made.length, made.marks = self.last, self.length, self.marks[:]
        for name in BY_NUMBER:
            setattr(made, name, dict(getattr(self, name)))
        made.rows = dict(self.rows)
        return made

    def led_to(self, n: int) -> State:
        """The state to which the moves led, before anybody corrected it."""
        if n not in self.corrected:
            return self[n]
        first = self.marks[0]
        return after_move(self[n - 1], self.moves[n - 1]) if n else first.game.new_initial_state(first.names)

    def append(self, state: State) -> None:
        """The next state."""
        n = self.length
        self.length += 1
        if n > 1:
            self.keep(n - 1, self.last)
        if n % CHECKPOINT_INTERVAL == 0:
            self.marks.append(state._bare())
        self.last = state

    def correct(self, state: State) -> None:
        """Puts a state in the place of the last one."""
        n = self.length - 1
        self.last = self.corrected[n] = state
        self.said.clear()
        self.rows = {key: each for key, each in self.rows.items() if key[0] < n}
        if n % CHECKPOINT_INTERVAL == 0:
            self.marks[n // CHECKPOINT_INTERVAL] = state._bare()

    def cut(self, n: int) -> None:
        """Forgets all states but the first `n`, at least one."""
        if n < self.length:
            self.last, self.length = self[n - 1], n
            del self.marks[(n - 1) // CHECKPOINT_INTERVAL + 1 :]
            for name in BY_NUMBER:
                setattr(self, name, {at: each for at, each in getattr(self, name).items() if at < n})
            self.rows = {key: each for key, each in self.rows.items() if key[0] < n}
            self.near.pop(n - 1, None)
            self.said.clear()

    def has_told(self, n: int) -> bool:
        """Tells if at a state, not the first, simultaneous choices were shown, or something unseen may have come to
        where it is seen."""
        found = self.told.get(n)
        if found is None:
            before, after = self[n - 1], self[n]
            shown = before._branches is not None and not after.goes_on_from(before)
            found = self.told[n] = shown or tells(before, self.moves[n - 1])
        return found

    def sentences(self, n: int, lang: str) -> dict[int, str]:
        """Returns the sentences of the events of a state, as far as they were asked for, by their places."""
        found = self.said.get((n, lang))
        if found is None:
            make_room(self.said, MOST_SAID)
            found = self.said[n, lang] = {}
        return found

    def keep(self, n: int, state: State) -> None:
        """Keeps a state as it is; what was kept for longest is forgotten."""
        make_room(self.near, NEAR)
        self.near[n] = state

    def again(self, n: int) -> State:
        """A state that is not kept."""
        at = next(
            (back for back in range(n - 1, n - 1 - (n - 1) % CHECKPOINT_INTERVAL, -1) if back in self.near),
            (n - 1) // CHECKPOINT_INTERVAL * CHECKPOINT_INTERVAL,
        )
        state = self.near.get(at) or self.marks[at // CHECKPOINT_INTERVAL]
        for k in range(at, n):
            state = self.corrected.get(k + 1) or after_move(state, self.moves[k])
            self.keep(k + 1, state)
        return state


def draw_by_seed(state: State, seed: int, number: int) -> tuple[int, Action]:
    """Returns the entry of a number, from 0, that a seed brings where chance is due: as a value and as an action."""
    value = outcome_of_seed(seed, number, state._weights())
    return value, state._chance_action(value)


def draw_all_by_seed(state: State, seed: int, number: int) -> Iterator[tuple[Action, State]]:
    """Yields the actions of chance that are due, from the entry of a number on, each with the state after it, until somebody
    decides or it is over. Raises EndlessChanceError where that does not come about."""
    for drawn in count():
        if state.current_player != CHANCE:
            return
        check_draws(state, drawn)
        value, action = draw_by_seed(state, seed, number + drawn)
        state = state._after_chance(value)
        yield action, state


def check_draws(state: State | Line, drawn: int) -> None:
    """Raises EndlessChanceError if chance has been due too often without a decision, and is due once more."""
    if drawn >= MOST_DRAWS:
        clause = clause_at(state.game.program, state._h[PC])
        raise EndlessChanceError(clause.name, clause.span)


def after_move(state: State, move: Action) -> State:
    """The state after an action that was legal there, chance included."""
    return state._after_chance(move.values[0]) if move.player == CHANCE else state.apply_by_host(move)
