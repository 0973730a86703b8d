"""A batch and a state of each of its games, which say the same."""

import random

import numpy as np
import pytest

import cavewright as cw
from cavewright.bots.encodings.payoffs import payoffs
from cavewright.rules.program import instructions as i


class Twins:
    """A batch, and the state of each of its games. `decisions` counts the steps that were compared, `ended` the games."""

    def __init__(self, game, players=None, size=5, seed=1, **settings):
        self.game = game
        self.batch = cw.vector(self.game, players, size, seed=seed, **settings)
        self.states = [self.batch.state(n) for n in range(size)]
        self.rng, self.decisions, self.ended, self.length = random.Random(seed), 0, 0, [0] * size

    def alike(self):
        """What the batch says of every game is what its state says."""
        for n, state in enumerate(self.states):
            assert self.batch.state(n) == state
            player = int(self.batch.current_player[n])
            assert player == state.active_players[0]
            actions = state.legal_actions(player)
            assert self.batch.option_counts[n] == len(actions) > self.batch.random_options()[n] >= 0
            if self.batch._mask is not None:
                numbers = sorted(map(self.batch.actions.encode, actions))
                assert (
                    np.flatnonzero(self.batch.mask[n]).tolist() == numbers and self.batch.random_actions()[n] in numbers
                )
        if self.rng.random() < 0.3:
            self.observed_alike()

    def observed_alike(self):
        """Every player observes what it may know, and no more."""
        found = self.batch.observations
        for n, (state, player) in enumerate(zip(self.states, self.batch.current_player.tolist(), strict=True)):
            assert found[n].tolist() == self.batch.encoding.tensor(state.view(player)).tolist()

    def step(self):
        """A step of every game, by numbers of actions or of options."""
        batch, who = self.batch, self.batch.current_player.tolist()
        if batch._mask is not None and self.rng.random() < 0.6:
            numbers = batch.random_actions()
            batch.step(numbers)
            after = [
                state.apply(batch.actions.decode(int(number), player))
                for state, number, player in zip(self.states, numbers, who, strict=True)
            ]
        else:
            rows = [self.rng.randrange(int(many)) for many in batch.option_counts]
            batch.step_options(rows)
            after = [
                state._apply_option(player, state._options(player)[row])
                for state, row, player in zip(self.states, rows, who, strict=True)
            ]
        for n, state in enumerate(after):
            self.decisions += 1
            self.states[n] = self.stepped(n, state)

    def stepped(self, n, state):
        """The state of a game behind a step: of one that is over, what was paid, and the next."""
        batch, self.length[n] = self.batch, self.length[n] + 1
        here = batch.state(n)
        if state.is_terminal or batch.terminated[n] or batch.truncated[n]:
            last = batch.final_state(n)
            assert last == state or self.may_follow(last, state)
            assert batch.terminated[n] == last.is_terminal != batch.truncated[n]
            assert not batch.truncated[n] or self.length[n] == batch.max_moves
            assert batch.rewards[n].tolist() == pytest.approx(payoffs(last, batch.utility))
            self.last_observed_alike(n, last)
            self.ended, self.length[n] = self.ended + 1, 0
            return here
        assert not batch.terminated[n] and batch.rewards[n].tolist() == [0] * batch.players
        if state.current_player == cw.CHANCE:
            assert self.may_follow(here, state)
            return here
        return state

    def may_follow(self, state, before):
        """Whether chance may lead from a state to another, as far as its first draw tells."""
        after = [before._after_chance(value) for value in self.drawn_at(before)]
        return state in after or any(each.current_player == cw.CHANCE for each in after)

    def drawn_at(self, state):
        """What chance may bring: a batch draws every piece by itself, states one of those that nothing tells apart there."""
        listed, at = {value for value, _ in state._weights()}, state.game.interpreter.in_bags.get(state._h[i.PC])
        if at is None or not self.batch._interface.merges:
            return listed
        pieces = range(len(at.first))
        return {value for value in pieces if state.game.interpreter.outcome(state._h, state._s, value) in listed}

    def last_observed_alike(self, n, state):
        """What a player may know of the end of a game; of the others there is nothing to tell."""
        batch, player = self.batch, self.rng.randrange(self.batch.players)
        found = batch.final_observations(np.full(batch.size, player))
        assert found[n].tolist() == batch.encoding.tensor(state.view(player)).tolist()
        assert not found[~(batch.terminated | batch.truncated)].any()

    def walk(self, most):
        while self.decisions < most:
            self.alike()
            self.step()
        self.alike()
        return self
