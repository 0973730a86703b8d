"""States of two engines side by side, which say the same."""

import pickle
import random

import cavewright as cw


class Twins:
    """States of both engines that go on side by side, now and then from one that was there before."""

    def __init__(self, states, rng):
        self.states, self.rng, self.been, self.engines = states, rng, [states], []

    def both(self, ask):
        """What a state says, which is the same of both."""
        one, other = map(ask, self.states)
        assert one == other and other == one
        return other

    def step(self):
        rng, (plain, machine) = self.rng, self.states
        self.engines.append(machine.engine)
        who = self.both(lambda state: (state.current_player, state.active_players, state.is_terminal))[0]
        if who == cw.TERMINAL or rng.random() < 0.1:
            self.states = rng.choice(self.been[-15:])
            return
        if who == cw.CHANCE and rng.random() < 0.5:
            seed = rng.random()
            self.go(self.both(lambda state: state.draw_any(random.Random(seed).random)))
            return
        player = rng.choice(plain.active_players or (None,))
        listed = [
            each.legal_actions(player) if who != cw.CHANCE else [a for a, _ in each.chance_outcomes()]
            for each in self.states
        ]
        self.both(lambda state: state.chance_outcomes())
        assert listed[0] == listed[1] and listed[1] == listed[0] and len(listed[0]) == len(listed[1])
        n = rng.randrange(len(listed[0]))
        named = [listed[0][n], listed[1][n], tuple(listed[1])[n], str(listed[1][n])]
        assert named[0] == named[1] == named[2] and hash(named[0]) == hash(named[1])
        self.states = plain.apply(rng.choice(named)), machine.apply(rng.choice(named))
        self.been.append(self.states)
        self.look()

    def go(self, _):
        self.been.append(self.states)

    def look(self):
        way = self.rng.random()
        if way < 0.2:
            self.both(lambda state: state.key())
            self.both(hash)
            self.both(lambda state: state)
        elif way < 0.3:
            self.both(lambda state: [(each.text(), each.kind) for each in state.events])
            self.both(lambda state: state.view(cw.ALL) if hasattr(cw, "ALL") else state.view())
        elif way < 0.35:
            self.both(lambda state: (state.to_json(), state.returns(), state.value(0), repr(state)))
            self.both(lambda state: pickle.loads(pickle.dumps(state)).events)
        elif way < 0.4:
            self.states = self.states[0].clone(), self.states[1].clone()

    def walk(self, most):
        for _ in range(most):
            self.step()
        return self.engines.count("machine")
