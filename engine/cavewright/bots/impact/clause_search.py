"""Searches for a way in which clauses come to pass that no bot brought about: random play, an action first and then its
values, from the beginning and from the positions of examples."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence

from ...engine.interpret.step import WorkLimitError
from ...foundation.source.frozen import frozen
from ...play.examples.runner import rehearse
from ...play.positions.action import CHANCE, Action
from ...play.states.game import Game, State

MOST_DECISIONS = 6_000
"""Decisions that a search looks at, unless told otherwise."""
LENGTH = 150
"""Decisions of one walk."""


@frozen
class ClauseSearch:
    """Clauses that came to pass in a search over so many decisions."""

    possible: frozenset[str]
    decisions: int


def search_clauses(
    game: Game, wanted: Collection[str], players: int, seed: int = 0, most: int = MOST_DECISIONS
) -> ClauseSearch:
    """Plays at random until each wanted clause has come to pass, or so many decisions were made.

    >>> from cavewright import load_game
    >>> found = search_clauses(load_game("tic-tac-toe"), ["mark"], 2)
    >>> found.possible, found.decisions
    (frozenset({'mark'}), 1)
    """
    sampler, missing, done = random.Random(f"clauses {seed}"), set(wanted), 0
    starts = [game.new_initial_state(players)]
    for example in game.examples:
        result, steps = rehearse(game, example)
        missing -= result.fired
        starts += [steps[-1].after] if result.ok and steps else []
    while missing and done < most:
        for start in [starts[0], *sampler.sample(starts, len(starts))]:
            for names in _walk(start, sampler):
                missing.difference_update(names)
                done += 1
                if not missing or done >= most:
                    break
            if not missing or done >= most:
                break
    return ClauseSearch(frozenset(wanted) - missing, done)


def _walk(state: State, sampler: random.Random) -> Iterator[set[str]]:
    """Yields by decision the clauses that came to pass."""
    for _ in range(LENGTH):
        if state.is_terminal:
            return
        player = CHANCE if state.current_player == CHANCE else state.active_players[0]
        actions = [each for each, _ in state.chance_outcomes()] if player == CHANCE else state.legal_actions(player)
        action = pick_action(actions, sampler)
        try:
            state = state.apply(action)
        except WorkLimitError:
            return
        names = {each.clause.name for each in state._effects} | {action.name, action.signature.rule}
        if state.is_terminal:
            names |= scored_clauses(state)
        yield names


def pick_action(actions: Sequence[Action], sampler: random.Random) -> Action:
    """Picks an action by name, each name as likely as any other, and then any of that name."""
    name = sampler.choice(list(dict.fromkeys(each.name for each in actions)))
    return sampler.choice([each for each in actions if each.name == name])


def scored_clauses(state: State) -> set[str]:
    """Returns the lines by which somebody has points at the end."""
    scoring, outcome = state.game.rules_model.scoring, state.outcome()
    if scoring is None or outcome is None:
        return set()
    return {line.clause.name for n, line in enumerate(scoring.lines) if any(parts[n] for parts in outcome.breakdown)}
