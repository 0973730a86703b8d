"""Judgement of choices: how a position stands at the end of a turn, by the terms of the score and of the advice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

from ...engine.interpret.step import Chosen
from ...foundation.source.frozen import frozen
from ...play.matches.match import Match
from ...play.positions.action import CHANCE, Action
from ...play.states.game import Game, State
from ...play.views.position_value import known_value
from ...rules.model import ruleset as m
from ...rules.model.worth import advice_parts, everybody
from ...rules.program.instructions import ME
from .beam_search import Search, after
from .determinisation import BROKEN, imagine

LONGEST_TURN = 64
"""Choices of a turn that are followed at most."""
DRAWS = 8
"""How often a turn that chance decides in is played on in the mind."""


@frozen
class Term:
    """Part of the worth of a position: a line of the score, or a part of the advice (then `line` is "")."""

    line: str
    part: m.Expr
    sign: int


@frozen
class Change:
    """Term of the worth, and by how much it is better or worse."""

    term: Term
    by: int


@frozen
class ExpectedChanges:
    """Changes of an option by the end of the turn: the mean of so many draws, of none where chance has no part in it."""

    changes: tuple[Change, ...] = ()
    draws: int = 0


@frozen
class Decision:
    """Choice of a match, looked at afterwards.

    `number` is its index among the moves. `worth` is how the player stood before it, `loss` how much worse the end of
    the turn was than with `better`, and `changes` are the terms that make the difference.
    """

    number: int
    player: int
    action: Action
    better: Action
    worth: int
    loss: int
    changes: tuple[Change, ...]


class Judge:
    """Judges positions of one game, as the greedy bot values them."""

    def __init__(self, game: Game) -> None:
        self.game, self.search = game, Search(game)
        self.terms = tuple(terms_of(game.rules_model))
        evaluate = game.interpreter.evaluator(game.rules_model, game.program.layout, at_rest=True)
        self._asked = [evaluate.question(everybody(each.part)) for each in self.terms]

    def values(self, state: State, player: int) -> tuple[int, ...]:
        """Returns what each term counts in a position."""
        h = state._slots(player)[:]
        h[ME] = player
        return tuple(t.sign * known_value(ask, h, state._s) for t, ask in zip(self.terms, self._asked, strict=True))

    def changes(self, before: State, then: State, player: int) -> tuple[Change, ...]:
        """Returns the terms that differ between two positions, the greatest difference first."""
        return self.mean_changes(before, [then], player)

    def mean_changes(self, before: State, ends: list[State], player: int) -> tuple[Change, ...]:
        """Returns by how much terms differ from a position in the mean of others, the greatest difference first."""
        old, outcomes = self.values(before, player), zip(*(self.values(each, player) for each in ends), strict=True)
        means = [round(sum(new) / len(ends)) - was for was, new in zip(old, outcomes, strict=True)]
        found = [Change(term, by) for term, by in zip(self.terms, means, strict=True) if by]
        return tuple(sorted(found, key=lambda each: -abs(each.by)))

    def end_of_turn(self, state: State, player: int, seed: str) -> State:
        """Returns where a turn ends if the player goes on as the greedy bot would: before chance, or another's choice."""
        for _ in range(LONGEST_TURN):
            if player not in state.active_players:
                break
            state = after(state, player, state._options(player)[self.search.plan(state, player, seed)[0]])
        return state

    def explain(self, state: State, player: int, option: int, seed: str) -> ExpectedChanges:
        """Returns the terms that an option changes by the end of the turn, seen from the position before it. What the
        player cannot know is dealt anew, and so is what chance brings on the way."""
        with suppress(*BROKEN):
            world = imagine(state, player, seed)
            chosen = after(world, player, state._options(player)[option])
            stop = self.end_of_turn(chosen, player, seed)
            samplers = [random.Random(f"draw {seed} {n}") for n in range(DRAWS)]
            if draw_within_turn(stop, player, samplers[0]) is None:
                return ExpectedChanges(self.changes(world, stop, player))
            ends = [self.end_behind_chance(stop, player, seed, sampler) for sampler in samplers]
            return ExpectedChanges(self.mean_changes(world, ends, player), DRAWS)
        return ExpectedChanges()

    def end_behind_chance(self, state: State, player: int, seed: str, sampler: random.Random) -> State:
        """Returns where a turn ends if chance brings what the sampler draws."""
        for _ in range(LONGEST_TURN):
            drawn = draw_within_turn(state, player, sampler)
            if drawn is None:
                break
            state = self.end_of_turn(drawn, player, seed)
        return state

    def decide(self, state: State, number: int, action: Action) -> Decision:
        """Returns the judgement of a choice. Raises one of BROKEN where the position cannot be dealt anew."""
        player, seed = action.player, f"review {number}"
        world = imagine(state, player, seed)
        options = world._options(player)
        first = options[self.search.plan(world, player, seed)[0]]
        best = self.end_of_turn(after(world, player, first), player, seed)
        done = self.end_of_turn(after(world, player, self._option(state, action)), player, seed)
        loss = sum(self.values(best, player)) - sum(self.values(done, player))
        better = state.legal_actions(player)[state._options(player).index(first)] if loss > 0 else action
        changes = self.changes(done, best, player) if loss > 0 else ()
        return Decision(number, player, action, better, sum(self.values(world, player)), max(0, loss), changes)

    def _option(self, state: State, action: Action) -> Chosen:
        return state._options(action.player)[state.legal_actions(action.player).index(action)]


def draw_within_turn(state: State, player: int, sampler: random.Random) -> State | None:
    """Returns the state behind what chance brings; None where the player does not go on there."""
    for _ in range(LONGEST_TURN):
        if state.current_player != CHANCE:
            break
        state = state.draw_any(sampler.random)
        if player in state.active_players:
            return state
    return None


def terms_of(rules: m.Ruleset) -> Iterator[Term]:
    """Yields the lines of the score and the parts that the advice adds up."""
    assert rules.scoring is not None
    for line in rules.scoring.lines:
        yield Term(line.name, line.value, 1 if rules.scoring.highest else -1)
    if rules.advice is not None:
        yield from (Term("", part, sign) for part, sign in advice_parts(rules.advice))


def review_match(match: Match) -> tuple[Decision, ...]:
    """Returns how each choice of a match stood, where there was one to make."""
    judge, found = Judge(match.game), list[Decision]()
    for number, action in enumerate(match.move_stack):
        state = match.at(number)
        if action.player >= 0 and len(state._options(action.player)) > 1:
            with suppress(*BROKEN):
                found.append(judge.decide(state, number, action))
    return tuple(found)


def costliest(decisions: tuple[Decision, ...], many: int = 3) -> tuple[Decision, ...]:
    """Returns the choices that cost most, the worst first."""
    return tuple(sorted((each for each in decisions if each.loss), key=lambda each: (-each.loss, each.number))[:many])
