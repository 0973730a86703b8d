"""Lines of play: a position that is changed in place and taken back, for those who go through many and keep none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.interpret import step
from ...engine.interpret.chance import SAMPLER, look_at, row_at_random
from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.effect_records import Effect
from ...engine.interpret.step import NOWHERE, Chosen, Log, Run, WorkLimitError, take_back
from ...engine.jit.compiled import Compiled
from ...engine.jit.maintained import MutableIndexValues
from ...foundation.source.argument_checks import instance, show_value, whole_number, wrong_value
from ...rules.program.instructions import PC
from ..positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action, InvalidActionError
from ..positions.playable import PYTHON
from ..positions.position import Turn
from .game import State


class Line(Turn):
    """A line of play from a state on: `push` goes on, `pop` goes back, and neither copies the position.

    Options are pairs of numbers and tuples of numbers, good for the position in which they were asked for; `action`
    says what they are. What each step changed is kept until it is taken back, without a limit: a line is for searches.
    The state that it began with stays as it is, and `state` is a copy of where it stands, as a value.

    >>> from cavewright import load_game
    >>> line = Line(load_game("tic-tac-toe").new_initial_state())
    >>> line.push(line.options()[4])
    >>> len(line.options())
    8
    >>> line.pop()
    >>> len(line.options())
    9
    """

    __slots__ = (
        "_before",
        "_engine",
        "_h",
        "_listed",
        "_log",
        "_marks",
        "_run",
        "_s",
        "_together",
        "_waiting",
        "game",
        "names",
    )

    def __repr__(self) -> str:
        return f"<Line of {self.game.id}: {self.depth} steps on, {repr(self.state).partition(': ')[2]}"

    def __reduce__(self) -> str:
        raise TypeError(
            "a Line changes in place and cannot be pickled or copied; pickle its `state`, and begin another line there"
        )

    def __init__(self, state: State, *, _effects: list[Effect] | None = None) -> None:
        instance("state", state, State, "a State, as `Game.new_initial_state` gives it")
        self.game = game = state.game
        self.names = state.names
        self._engine: Compiled = game.mechanics.in_place if _effects is None else game.mechanics.noting_functions
        self._waiting = game.waiting
        h = state._h
        self._h = h[:]
        self._s: list[Any] = [*map(dict, state._s), *self._index_values(h)]
        self._together: State | None = state if state._branches is not None else None
        self._log: Log = []
        self._marks: list[int] = []
        self._before: dict[int, State] = {}
        self._listed: list[Chosen] | None = None
        self._run = Run(effects=NOWHERE if _effects is None else _effects)
        self._run.log = self._log

    def _index_values(self, h: Slots) -> list[MutableIndexValues]:
        """Returns the indexes that every write maintains, as they are for the slots of a state."""
        return [each.copy(self._h) for each in self._engine.indexes_of(h)]

    # ---- where it stands -------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """Engine that carries out the rules here: `python`, or `native` on a line that a module carries out."""
        return PYTHON

    @property
    def active_players(self) -> tuple[int, ...]:
        """All who may act now; empty at chance and at the end."""
        if self._together is not None:
            return self._together.active_players
        who = self.current_player
        return (who,) if who >= 0 else ()

    @property
    def depth(self) -> int:
        """Number of steps that can be taken back."""
        return len(self._marks)

    @property
    def state(self) -> State:
        """State at the end of the line, as a state of its own. It has no events."""
        return self._together or State(self.game, self.names, self._h[:], self._boards())

    def _boards(self) -> Boards:
        """Copies of the boards; what is kept besides lies behind them."""
        return [dict(each) for each in self._s if not isinstance(each, MutableIndexValues)]

    def _at(self, player: int) -> int:
        """The instruction at which a player decides."""
        at: int = (self._h if self._together is None else self._together._slots(player))[PC]
        return at

    # ---- what can be done --------------------------------------------------------------------------------------------

    def options(self, player: int | None = None) -> Sequence[Chosen]:
        """Returns the options of whoever decides, in the order of `State.legal_actions`; while several may act, those
        of a player."""
        known = self._listed
        listed: Sequence[Chosen] = known if known is not None and player is None else self._open(player)
        return listed[:] if listed is self._listed and self._h[PC] in self._engine.live else listed

    def _open(self, player: int | None) -> Sequence[Chosen]:
        """Returns the options, and the very list that is kept."""
        if self._together is not None:
            return self._together._options(self._together.player_meant(player))
        if player is not None and player not in self.active_players:
            return self._nothing_of(player)
        listed = self._listed
        if listed is None:
            if self._waiting[self._h[PC]]:
                return ()
            listed = self._listed = self._engine.list_options(self._h, self._s)
        return listed

    def _nothing_of(self, player: int) -> Sequence[Chosen]:
        """Returns the empty options of a player who has no decision."""
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < len(self.names):
            raise wrong_value("player", player, f"a number from 0 to {len(self.names) - 1}")
        return ()

    def _listed_option(self, option: Chosen, player: int | None) -> Chosen:
        """The option, as it is listed. InvalidActionError if it is not."""
        listed = self._open(player)
        if option not in listed:
            raise InvalidActionError(f"option is {self._what_is_offered(listed)}, not {show_value(option)}")
        return listed[listed.index(option)]

    def _what_is_offered(self, listed: Sequence[Chosen]) -> str:
        """Says what can be chosen here, if anything."""
        if listed:
            return f"one of the {len(listed)} of `options()` here"
        why = {TERMINAL: "the game is over", CHANCE: "chance is due"}
        return f"nothing here, where {why.get(self.current_player, 'the player is not asked')}"

    def action(self, option: Chosen, player: int | None = None) -> Action:
        """An option as the action that it is. Raises InvalidActionError (a ValueError) for what is not offered."""
        option = self._listed_option(option, player)
        if self._together is not None:
            who = self._together.player_meant(player)
            return self.game.actions(who, self._together._slots(who)[PC], [option])[0]
        return self.game.actions(self.current_player, self._h[PC], [option])[0]

    def weights(self) -> list[tuple[int, int]]:
        """Returns the outcomes of chance, with whole-numbered weights; empty unless chance is due."""
        return self.game.interpreter.weights(self._h, self._s) if self.current_player == CHANCE else []

    # ---- going on and back -------------------------------------------------------------------------------------------

    def push(self, option: Chosen, player: int | None = None) -> None:
        """Carries out one of `options`. Raises InvalidActionError (a ValueError) for what is not offered, by a look
        through the options here.

        Raises WorkLimitError, as `State.apply` does; then it stands where it stood. Options that have not been asked
        for here are found first, which takes as long as `options` does; `push_listed` does without.
        """
        self.push_listed(self._listed_option(option, player), player)

    def push_listed(self, option: Chosen, player: int | None = None) -> None:
        """Pushes an option that `options` has just listed, here: nothing is looked through. What it does with any
        other is not said."""
        h, s, run, engine, (n, values) = self._h, self._s, self._run, self._engine, option
        if self._together is not None:
            return self._again(self._together._apply_option(self._together.player_meant(player), option))
        run.options, run.strict, noted, depth = None, False, len(run.effects), len(self._marks)
        run.work, run.rounds = 0, None
        try:
            self._marks.append(len(self._log))
            at = engine.options[h[PC]][n](h, s, run, values)
            if at >= 0 or run.work > step.WORK_LIMIT:
                engine.go_on(at, h, s, run)
        except (WorkLimitError, RecursionError):
            self._forget(noted)
            return self._again(self.state._apply_option(self.current_player, option))
        except BaseException:
            self._back_to(depth, noted)
            raise
        self._listed = run.options
        if len(run.effects) - noted > step.MOST_EFFECTS:
            del run.effects[noted : -step.MOST_EFFECTS]  # type: ignore[arg-type]
        if self._waiting[h[PC]] == SIMULTANEOUS:
            self._settle(noted, lambda state: state._apply_option(state.current_player, option))

    def push_nth(self, n: int, player: int | None = None) -> None:
        """Carries out the option of a number, counted from 0 in the order of `options`. Raises InvalidActionError (a
        ValueError) for a number that none has.

        >>> from cavewright import load_game
        >>> line = Line(load_game("tic-tac-toe").new_initial_state())
        >>> line.push_nth(4)
        >>> (0, (4,)) in line.options()
        False
        """
        listed = self._open(player)
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n < len(listed):
            raise InvalidActionError(f"n is {self._what_is_offered(listed)}, not {show_value(n)}")
        self.push_listed(listed[n], player)

    def playout(self, random: Callable[[], float], bound: int = 100_000) -> int:
        """Goes on at random, every option as likely as any other, until the game is over or `bound` steps are done; how
        many it did.

        `random` gives numbers from 0 up to 1, such as `random.Random(7).random`.
        """
        look_at(random)
        whole_number("bound", bound, 0, "a whole number from 0")
        waiting, h, begun = self.game.waiting, self._h, len(self._marks)
        while len(self._marks) - begun < bound:
            who = waiting[h[PC]]
            if not who:
                self._wander(random, begun + bound)
            elif who == TERMINAL:
                break
            elif who == CHANCE:
                self.draw_any(random)
            else:
                player = self.active_players[0]
                options = self.options(player)
                self.push_listed(options[int(random() * len(options))], player)
        return len(self._marks) - begun

    def _wander(self, random: Callable[[], float], most: int) -> None:
        """Pushes options at random as long as one player decides and less than so many steps can be taken back."""
        h, s, run = self._h, self._s, self._run
        log, marks, engine = self._log, self._marks, self._engine
        functions, go_on, waiting = engine.options, engine.go_on, self._waiting
        pc, listed, mark = h[PC], self._listed, marks.append
        limit = step.WORK_LIMIT
        for depth in range(len(marks), most):
            if listed is None:
                if waiting[pc]:
                    break
                listed = engine.list_options(h, s)
            try:
                n, values = listed[int(random() * len(listed))]
            except (IndexError, TypeError, ValueError, OverflowError) as error:
                raise wrong_value("random", random, SAMPLER) from error
            run.options, run.strict = None, False
            run.work, run.rounds = 0, None
            try:
                mark(len(log))
                at = functions[pc][n](h, s, run, values)
                if at >= 0 or run.work > limit:
                    go_on(at, h, s, run)
            except (WorkLimitError, RecursionError):
                self.pop()
                return self.push_listed((n, values))
            except BaseException:
                self._back_to(depth, len(run.effects))
                raise
            pc, listed = h[PC], run.options
        self._listed = listed
        if waiting[pc] == SIMULTANEOUS:
            self._settle(len(run.effects), lambda state: state._apply_option(state.current_player, (n, values)))

    def draw(self, value: int) -> None:
        """Carries out one of the values of `weights`. Raises ValueError for any other, by a look through them;
        `draw_listed` does without."""
        values = [each for each, _ in self.weights()]
        if isinstance(value, bool) or value not in values:
            here = (
                f"one of the {len(values)} values of `weights()` here"
                if values
                else "nothing here, where nothing is left to chance"
            )
            raise wrong_value("value", value, here)
        self.draw_listed(values[values.index(value)])

    def draw_listed(self, value: int) -> None:
        """Pushes a value that `weights` has just listed, here. What it does with any other is not said."""
        h, s, run = self._h, self._s, self._run
        run.options, run.strict, noted, depth = None, False, len(run.effects), len(self._marks)
        run.work, run.rounds = 0, None
        self._listed = None
        try:
            self._marks.append(len(self._log))
            self._engine.draw(h, s, run, value)
            self._engine.go_on(h[PC], h, s, run)
        except (WorkLimitError, RecursionError):
            self._forget(noted)
            return self._again(self.state._after_chance(value))
        except BaseException:
            self._back_to(depth, noted)
            raise
        self._listed = run.options
        if self._waiting[h[PC]] == SIMULTANEOUS:
            self._settle(noted, lambda state: state._after_chance(value))

    def draw_any(self, random: Callable[[], float]) -> None:
        """Carries out one of `weights` by chance. `random` gives numbers from 0 up to 1."""
        look_at(random)
        weights = self.weights()
        self.draw_listed(weights[row_at_random(random, weights)][0])

    def pop(self) -> None:
        """Takes back the last step. Raises IndexError when there is none."""
        if not self._marks:
            raise IndexError("there is no step to take back; the line is where it began")
        take_back(self._h, self._log, self._marks.pop())
        self._listed, self._together = None, self._before.pop(len(self._marks), None)

    def _back_to(self, depth: int, noted: int) -> None:
        """Takes back what was begun of a step, which an error or an interrupt has ended."""
        if len(self._marks) > depth:
            self._forget(noted)
        self._listed = None

    def _forget(self, noted: int) -> None:
        """Takes back a step that was too much work, and what was noted of it."""
        self.pop()
        if isinstance(self._run.effects, list):
            del self._run.effects[noted:]

    def _again(self, state: State) -> None:
        """Goes to a state that was reached otherwise."""
        if self._together is not None:
            self._before[len(self._marks)] = self._together
        self._marks.append(len(self._log))
        self._stand(state)

    def _settle(self, noted: int, step_again: Callable[[State], State]) -> None:
        """Lets each player go on by itself where several come to act at once, on states of their own, with the work of
        the step so far. Where that is counted too high, a state takes the step again."""
        h, s = self._h[:], self._boards()
        try:
            self._stand(self.state._settle(h, s, Run(work=self._run.work)))
        except WorkLimitError:
            self._forget(noted)
            self._again(step_again(self.state))

    def _stand(self, state: State) -> None:
        """The position becomes that of a state, and what was done to get there is noted."""
        self._run.effects.extend(state._effects)
        self._listed, self._together = None, state if state._branches is not None else None
        whole = slice(None)
        self._log += (self._h[:], whole)
        self._h[whole] = state._h
        for at, each in enumerate([*map(dict, state._s), *self._index_values(state._h)]):
            self._log += (self._s[at], at, self._s)
            self._s[at] = each
