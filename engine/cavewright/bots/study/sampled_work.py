"""Work of decisions in play at random, as the interpreter counts it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ...engine.interpret.effect_records import Effect
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.frozen import frozen
from ...play.positions.action import CHANCE, SIMULTANEOUS
from ...play.states.game import Game, State
from ...rules.check.control import in_order
from ...rules.check.cost_limits import StatementCost
from ...rules.check.limits import MOST_STEP
from ...rules.check.whole_program import WholeProgram
from ...rules.model import ruleset as m

DECISIONS = 200
"""Decisions of which the work is measured, unless told otherwise."""


@frozen
class SampledWork:
    """Work of some decisions, of which each is a listing of options and the step behind it: the most that one of both
    was, and what 99 of 100 stay within. `over` says at which line the rules could not go on, if they could not: since that
    was more than it may be, or since a number did not fit."""

    decisions: int
    most: int
    percentile: int
    over: WorkLimitError | None


def sample_work(rules: m.Ruleset, players: int = 0, seed: int = 0, decisions: int = DECISIONS) -> SampledWork:
    """Plays at random, and measures the work of so many decisions; games begin anew where one is over.

    >>> from cavewright import load_game
    >>> found = sample_work(load_game("tic-tac-toe").rules_model, decisions=5)
    >>> found.decisions, 0 < found.percentile <= found.most, found.over
    (5, True, None)
    """
    found = list[int]()
    over: WorkLimitError | None = None
    try:
        for step in islice(play_at_random(rules, players, seed), 20 * decisions):
            found += step.works
            if len(found) >= decisions:
                break
    except WorkLimitError as error:
        over = error
    ordered = sorted(found) or [0]
    return SampledWork(len(found), ordered[-1], ordered[min(len(ordered) - 1, 99 * len(ordered) // 100)], over)


@frozen
class SampledStep:
    """A step of play: what it did, and the work of the decision of one player before it, if there was one."""

    effects: Sequence[Effect]
    works: tuple[int, ...] = ()


def play_at_random(rules: m.Ruleset, players: int = 0, seed: int = 0) -> Iterator[SampledStep]:
    """Yields the steps of games at random without end, as the interpreter plays them; games begin anew where one is over.
    Raises WorkLimitError where one cannot go on."""
    game, rng = Game(rules, engine="interpreter"), random.Random(seed)
    state = first = game.new_initial_state(players or game.players.start)
    while True:
        if state.is_terminal or state is first:
            state = first
            yield SampledStep(state._effects)
        if state.is_terminal:
            continue
        if state.current_player in (CHANCE, SIMULTANEOUS):
            state = _go_on(state, rng)
            yield SampledStep(state._effects)
            continue
        interpreter, h, s = game.interpreter, state._h, state._s
        options, listing = interpreter.run_diagnosed(partial(_measured_options, h, s))
        stepped = interpreter.apply_option(h, s, options[int(rng.random() * len(options))])
        yield SampledStep(stepped[2].effects, (max(listing, stepped[2].work),))
        state = state._settle(*stepped)


def _measured_options(h: Any, s: Any, interpreter: Any) -> Any:
    return interpreter.measured_options(h, s)


def _go_on(state: State, rng: random.Random) -> State:
    """Returns the state after what chance brings at random, or what one of those who act at once does."""
    if state.current_player == CHANCE:
        return state.draw_any(rng.random)
    return state.apply(rng.choice(state.legal_actions(state.active_players[0])))


def may_be_over(rules: m.Ruleset) -> bool:
    """Tells if a step or a listing may be more work than it may be, going by the worst case of everything."""
    steps = StatementCost(whole := WholeProgram(rules, ()))
    return any(steps.add(each).most > MOST_STEP for each in in_order(whole.graph))
