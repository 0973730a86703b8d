"""Lines of both engines side by side, which say the same."""

import random

import cavewright as cw


def first_of(listed, option):
    """Where an option stands, looked for one by one."""
    return next(n for n in range(len(listed)) if listed[n] == option)


class Pair:
    """A line in Python and a native one."""

    def __init__(self, game, players, rng, is_ready=True):
        self.rng, self.decisions, self.native = rng, 0, 0
        self.state = game.new_initial_state(players)
        self.lines = [cw.Line(self.state, engine=each) for each in ("python", "native")]
        if is_ready:
            self.lines[1].make_module()

    def both(self, ask):
        """What a line says, of both, which is the same."""
        one, other = map(ask, self.lines)
        assert one == other
        return one

    def alike(self):
        self.both(lambda line: (line.current_player, line.active_players, line.is_terminal, line.depth))
        if self.rng.random() < 0.1:
            self.both(lambda line: line.state)
        if self.rng.random() < 0.1:
            self.both(repr)

    def go_on(self):
        line = self.lines[0]
        self.native += self.lines[1].engine == "native"
        who = self.both(lambda line: line.current_player)
        if who == cw.CHANCE:
            value = self.rng.choice(self.both(lambda line: line.weights()))[0]
            for each in self.lines:
                each.draw_listed(value)
        elif not line.is_terminal:
            player = self.rng.choice(self.both(lambda line: line.active_players))
            option = self.rng.choice(self.both(lambda line: list(line.options(player))))
            if self.rng.random() < 0.1:
                assert str(self.both(lambda line: line.action(option, player)))
            self.push(option, player)
        self.decisions += 1
        self.alike()

    def push(self, option, player):
        """By any of the ways to say which option, the same for both lines or not."""
        for line in self.lines:
            way = self.rng.random()
            if way < 0.1:
                line.push(option, player)
            elif way < 0.4:
                line.push_listed(option, player)
            else:
                listed = line.options(player)
                at = list(listed).index(option) if way < 0.5 else first_of(listed, option)
                line.push_nth(at, player) if way < 0.7 else line.push_listed(listed[at], player)

    def go_back(self):
        for _ in range(min(self.lines[0].depth, self.rng.choice((1, 1, 2, 5)))):
            for line in self.lines:
                line.pop()
            self.alike()

    def wander(self):
        """Some steps at random: equal numbers give equal games."""
        seed, bound = self.rng.random(), self.rng.choice((1, 3, 20))
        self.decisions += self.both(lambda line: line.playout(random.Random(seed).random, bound))
        self.alike()

    def walk(self, most):
        """Goes on, mostly; pushes, takes back and plays out in any order."""
        while self.decisions < most:
            way = self.rng.random()
            if way < 0.15 or self.lines[0].is_terminal:
                self.go_back()
            (self.wander if way > 0.95 else self.go_on)()
        while self.lines[0].depth:
            self.go_back()
        assert self.both(lambda line: line.state) == self.state
        return self.native
