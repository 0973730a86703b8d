"""What was optimised means what it meant: the interpreter, which carries out programs as they are, carries it out to the same end."""

from dataclasses import replace

import pytest
from tests.engine.agreement.lockstep import same_boards, same_slots, seeded
from tests.engine.agreement.settings import BASES, house_rules, with_random_options

import cavewright as cw
from cavewright.engine.interpret.expressions import Evaluator
from cavewright.engine.interpret.interpreter import Interpreter
from cavewright.engine.interpret.step import Run
from cavewright.engine.optimise import Ask, Each, Name, dependencies, optimise_program
from cavewright.rules.program import instructions as i


class Optimised:
    """A program that was optimised, carried out by an interpreter of its own; its options are found by the trees that say how."""

    def __init__(self, game, in_place):
        self.plain, self.size = game.interpreter, game.program.layout.size
        self.rules = optimise_program(
            game.rules_model,
            game.program,
            Evaluator(game.rules_model, game.program.layout),
            self.plain.work_by_instruction,
            in_place,
        )
        self.meant = Interpreter(self.rules.ruleset, self.rules.program)

    def slots(self, h):
        return [*h[: self.size], *[0] * (self.meant.size - self.size)]

    def listed(self, h, s):
        """The options of a decision, by the trees; none where there is no tree for one of them."""
        node = self.rules.program.code[h[i.PC]]
        if not isinstance(node, i.Decide):
            return None
        found = []
        for n, option in enumerate(node.options):
            search = self.rules.searches.get((h[i.PC], n))
            if search is None:
                return None
            found += [(n, values) for values in self.found(search, option, h, s)]
        return found

    def found(self, search, option, h, s):
        """The values that a tree finds."""
        evaluate = self.meant.evaluate
        for step in search:
            if isinstance(step, Ask):
                if self.asked(step.condition, h, s):
                    yield from self.found(step.then, option, h, s)
            elif isinstance(step, Name):
                value, slot = +self.asked(step.value, h, s), evaluate.slot(step.local)
                h += [0] * (evaluate.size - len(h))
                h[slot] = value
                yield from self.found(step.then, option, h, s)
            elif isinstance(step, Each):
                slot, things = evaluate.slot(step.local), evaluate.domain(step.domain)
                h += [0] * (evaluate.size - len(h))
                for thing in list(things(h, s)):
                    h[slot] = thing
                    yield from self.found(step.then, option, h, s)
            else:
                values = tuple(self.asked(each, h, s) for each in step.values)
                if not step.tried or self.is_carried_out(option, values, h, s):
                    yield values

    def asked(self, e, h, s):
        ask = self.meant.evaluate.expr(e)
        h += [0] * (self.meant.evaluate.size - len(h))
        return ask(h, s)

    def is_carried_out(self, option, values, h, s):
        copy = self.slots(h)
        for slot, value in zip(option.slots, values, strict=True):
            copy[slot] = value
        for guard in option.guards:
            if guard.slot >= 0:
                copy[guard.slot] = +self.asked(guard.condition, copy, s)
        return self.plain.refusal(option, [*copy, *[0] * (self.plain.size - len(copy))], s, Run()) is None


def step(game, made, state, rng):
    """One step of a game, by both; the state behind it."""
    h, s = state._h, state._s
    if state._branches is not None:
        player = rng.choice(state.active_players)
        return state._apply_option(player, rng.choice(state._options(player)))
    if state.current_player == cw.CHANCE:
        weights = made.meant.weights(made.slots(h), s)
        assert weights == state._weights()
        value = rng.choice(weights)[0]
        found, after = made.meant.apply_draw(made.slots(h), s, value), state._after_chance(value)
    else:
        options = state._options(state.current_player)
        assert made.meant.list_options(made.slots(h), s) == options
        assert made.listed(made.slots(h), s) in (None, options)
        chosen = rng.choice(options)
        found, after = (
            made.meant.apply_option(made.slots(h), s, chosen),
            state._apply_option(state.current_player, chosen),
        )
    if after._branches is None and game.waiting[found[0][i.PC]] != cw.SIMULTANEOUS:
        same_slots(found[0][: made.size], after._h[: made.size])
        same_boards(found[1], after._s)
        assert [*found[2].effects] == [*after._effects]
    return after


def played(game, most, *seed):
    """So many steps of games, by both forms of the program."""
    made = Optimised(game, True), Optimised(game, False)
    done = 0
    while done < most:
        rng = seeded(*seed, done)
        state = game.new_initial_state(rng.choice(list(game.players)))
        while not state.is_terminal and done < most:
            state = step(game, made[done % 2], state, rng)
            done += 1
    return done


def by_interpreter(name, overlays=(), options=()):
    return cw.load_game(name, overlays, dict(options), engine="interpreter")


@pytest.mark.parametrize("name", BASES)
@pytest.mark.long
def test_a_ruleset(name):
    chosen = with_random_options(name, seeded("optimised", name)).options
    for options in ({}, chosen):
        assert played(by_interpreter(name, (), tuple(options.items())), 60, name) >= 60


@pytest.mark.parametrize("number", range(3))
@pytest.mark.long
def test_house_rules(number):
    game = by_interpreter("the-cave", house_rules(seeded("optimised", number)))
    assert played(game, 60, number) >= 60


@pytest.mark.long
@pytest.mark.parametrize("name", BASES)
def test_a_ruleset_for_long(name):
    for piece in range(3):
        game = by_interpreter(name, (), tuple(with_random_options(name, seeded(name, piece)).options.items()))
        assert played(game, 600, name, piece) >= 600


@pytest.mark.parametrize("most", [0, 300, 3_000])
@pytest.mark.parametrize("name", ["breakthrough", "nine-mens-morris", "the-cave"])
@pytest.mark.gate("breakthrough-0")
def test_little_may_be_worked_out_beforehand(name, most, monkeypatch):
    monkeypatch.setattr(dependencies, "MOST_WORK", most)
    assert played(by_interpreter(name), 60, name, most) >= 60


def without_questions(search):
    """A tree in which nothing is asked."""
    found = ()
    for each in search:
        then = getattr(each, "then", ())
        found += (
            without_questions(then)
            if isinstance(each, Ask)
            else (replace(each, then=without_questions(then)),)
            if then
            else (each,)
        )
    return found


def test_the_questions_of_trees_matter():
    game = by_interpreter("breakthrough")
    made, state = Optimised(game, False), game.new_initial_state()
    assert made.listed(made.slots(state._h), state._s) == state._options(0)
    for key, search in made.rules.searches.items():
        made.rules.searches[key] = without_questions(search)
    assert len(made.listed(made.slots(state._h), state._s)) == 3 * 64 > len(state._options(0))
