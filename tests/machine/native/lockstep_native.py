"""A game by the interpreter and by a machine, step for step: options, chance, and all that slots and boards hold."""

import random

import pytest

import cavewright as cw
from cavewright.engine.interpret.step import NumberError
from cavewright.machine.ir.validation import faults
from cavewright.machine.native.cursor import Cursor
from cavewright.machine.native.linking import form_of
from cavewright.machine.native.machine import machine
from cavewright.machine.native.traps import TrapError
from cavewright.play.states.game import Game
from cavewright.rules.program import instructions as i


class Twin:
    """The same position twice. `decisions` counts the steps that were compared."""

    def __init__(self, game, players, backend, checked, program=None):
        self.plain = Game(game.rules_model, game.facts, engine="interpreter")
        self.form = form_of(game, players, program=program)
        assert not faults(self.form.module)
        self.cursor = Cursor(self.form.interface, machine(self.form.module, backend, checked))
        self.size, self.players, self.decisions = game.program.layout.size, players, 0

    def begin(self):
        """Both at the first position."""
        self.state = self.plain.new_initial_state(self.players)
        self.cursor.load(self.state._h, self.state._s)
        self.alike()

    def alike(self):
        """Both stand at the same position."""
        h, s = self.cursor.position()
        meant = self.slots()
        differ = {n: (mine, other) for n, (mine, other) in enumerate(zip(h, meant, strict=True)) if mine != other}
        assert not differ, differ
        assert s == self.state._s
        together = self.state.current_player == cw.SIMULTANEOUS
        # Rules go through places and free places in their order, never through passages: every third is left out.
        ordered = [[list(each) for n, each in enumerate(boards) if n % 3 != 2] for boards in (s, self.state._s)]
        assert ordered[0] == ordered[1]
        if not together:
            assert [self.cursor.worth(n) for n in range(self.players)] == [
                self.state.value(n) for n in range(self.players)
            ]
        assert self.cursor.waiting() == (self.state.active_players[0] if together else self.state.current_player)

    def slots(self):
        """What the interpreter's slots hold; while all act at once, those of the first who has not done yet."""
        together = self.state.current_player == cw.SIMULTANEOUS
        return (self.state._slots(self.state.active_players[0]) if together else self.state._h)[: self.size]

    def step(self, rng):
        """One step, whatever it is."""
        self.decisions += 1
        engine, state = self.plain.interpreter, self.state
        if state.current_player == cw.CHANCE:
            listed = self.cursor.weights()
            assert self.alike_together(listed) == engine.weights(state._h, state._s)
            row = rng.choices(range(len(listed)), [weight for _, weight in listed])[0]
            self.carry_out(row, engine.apply_draw, state._h, state._s, listed[row][0])
            return
        player = state.active_players[0]
        h = state._slots(player)
        listed = engine.list_options(h, state._s)
        assert self.cursor.options() == listed, (self.cursor.options(), listed)
        row = self.chosen(player, h, listed, rng)
        if state.current_player == cw.SIMULTANEOUS:
            self.cursor.choose(row)
            self.state = state._apply_option(player, listed[row])
            return self.alike()
        self.carry_out(row, engine.apply_option, h, state._s, listed[row])

    def alike_together(self, listed):
        """What chance may bring, with what the position does not tell apart as one outcome: machines draw every piece by itself."""
        found = {}
        for value, weight in listed:
            outcome = self.plain.interpreter.outcome(self.state._h, self.state._s, value)
            found[outcome] = found.get(outcome, 0) + weight
        return list(found.items())

    def chosen(self, player, h, listed, rng):
        """A row: where the rules have advice, mostly the best of a few."""
        if self.plain.mechanics.advice is None or self.state.current_player == cw.SIMULTANEOUS or rng.random() < 0.3:
            return rng.randrange(len(listed))
        worth = {}
        for row in rng.sample(range(len(listed)), min(len(listed), 4)):
            after, s, _ = self.plain.interpreter.apply_option(h, self.state._s, listed[row])
            after[i.ME] = player
            worth[row] = self.plain.mechanics.advice(after, s), rng.random()
        return max(worth, key=worth.__getitem__)

    def carry_out(self, row, apply, *position):
        """A step; where it comes to a number that does not fit, the module stops as well, and both begin anew."""
        try:
            stepped = apply(*position)
        except NumberError:
            with pytest.raises(TrapError):
                self.cursor.choose(row)
            self.begin()
        else:
            self.after(row, stepped)

    def after(self, row, stepped):
        """Behind a step both stand at the same position; it was never less work."""
        self.cursor.choose(row)
        work = stepped[2].work
        self.state = self.state._settle(*stepped)
        self.alike()
        assert self.cursor.work >= work, (self.cursor.work, work)

    def walk(self, seed, most):
        """Random games, until so many steps were compared."""
        rng = random.Random(seed)
        while self.decisions < most:
            self.begin()
            for _ in range(400):
                if self.state.is_terminal or self.decisions >= most:
                    break
                self.step(rng)
        return self.decisions
