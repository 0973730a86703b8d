"""Both engines step for step: whatever generated Python does in a game, the interpreter does too, and the same.

`Pair` holds one position as a state of each engine, and as a line of play that is changed in place. Every step is carried out on all
three, and on the bare engines beside them, where the work can be seen that `State` throws away.
"""

import random
from functools import partial

from tests.play.positions.domain import everybody, values

import cavewright as cw
from cavewright.play.positions.action import Action
from cavewright.play.states.game import Game
from cavewright.play.states.line import Line
from cavewright.rules.program import instructions as i


class Pair:
    """A game by generated Python and by the interpreter, at the same position. `decisions` counts the steps that were compared."""

    def __init__(self, game, players=None):
        self.game, self.plain = game, Game(game.rules_model, game.facts, engine="interpreter")
        self.plain._wordings = game._wordings
        self.size, self.decisions, self.stuck = game.program.layout.size, 0, False
        self.players = game.players.start if players is None else players
        self.begin()

    def begin(self):
        """The first position, if there is one."""
        self.made, self.meant = self.both(
            lambda: self.game.new_initial_state(self.players), lambda: self.plain.new_initial_state(self.players)
        )
        self.stuck = self.made is None
        if not self.stuck:
            self.line = Line(self.made)
            self.alike(is_first=True)

    @staticmethod
    def both(made, meant):
        """What both give; none if both say that it is too much work."""
        found = []
        for ask in (made, meant):
            try:
                found.append(ask())
            except cw.WorkLimitError:
                found.append(None)
        assert (found[0] is None) == (found[1] is None), f"only one finds it too much work: {found}"
        return found

    # ---- what is compared --------------------------------------------------------------------------------------------

    def alike(self, is_first=False):
        """The two states are the same to the last slot, and so is the line. The first keeps the options that its rules listed."""
        made, meant, line = self.made, self.meant, self.line
        same_slots(made._h[: self.size], meant._h[: self.size])
        same_boards(made._s, meant._s)
        assert (made._branches is None) == (meant._branches is None)
        for one, other in zip(made._branches or (), meant._branches or (), strict=True):
            same_slots(one[: self.size], other[: self.size])
        assert [*made._effects] == [*meant._effects]
        live = not is_first and made._branches is None and made._h[i.PC] in made.game._live
        assert made._listed == (None if live else meant._listed), "options that were kept"
        if made._branches is None:
            assert made._boards[made.game.plain :] in ([], made.game.engine.find_indexes(made._h)), (
                "what is kept with every write"
            )
        assert (
            made.is_terminal == meant.is_terminal and made.active_players == meant.active_players == line.active_players
        )
        if made._branches is None:
            same_slots(line._h[: self.size], meant._h[: self.size])
            same_boards(line._boards(), meant._s, order=False)
            assert line._s[len(meant._s) :] == line._engine.find_indexes(line._h[:]), "what is kept with every write"

    def listed(self):
        """The options of everybody who may act, by player; none where listing them is too much work."""
        found = {}
        for player in self.made.active_players:
            made, meant = self.both(partial(self.made._options, player), partial(self.meant._options, player))
            line = self.line.options(player) if meant is not None else None
            assert made == meant and (meant is None or list(line) == meant), (made, meant, line)
            assert meant is None or all(type(n) is int for _, values in made for n in values), made
            found[player] = meant
        return found

    def weighed(self):
        """What chance may bring."""
        made, meant = self.made._weights(), self.meant._weights()
        assert made == meant == self.line.weights()
        assert [str(each) for each, _ in self.made.chance_outcomes()] == [
            str(each) for each, _ in self.meant.chance_outcomes()
        ]
        return meant

    def stepped(self, player, chosen):
        """A step on the bare engines: what comes of it, or none if it is too much work."""
        h, s = self.made._slots(player), self.made._s
        made, meant = self.both(
            lambda: self.game.engine.apply_option(h, s, chosen), lambda: self.plain.engine.apply_option(h, s, chosen)
        )
        return self.same_step(made, meant)

    def same_step(self, made, meant):
        """What both engines give for a step is the same, and the work is at least that of the interpreter."""
        if meant is None:
            return None
        same_slots(made[0][: self.size], meant[0][: self.size])
        same_boards(made[1], meant[1])
        assert [*made[2].effects] == [*meant[2].effects], (made[2].effects, meant[2].effects)
        live = made[0][i.PC] in self.game._live
        assert made[2].options == (None if live else meant[2].options) and made[2].strict == meant[2].strict
        assert made[2].work >= meant[2].work, ("work", made[2].work, meant[2].work)
        return meant

    def refused(self, rng, many):
        """Any actions, legal or not: both say the same of them."""
        for action in (any_action(self.made, rng) for _ in range(many)):
            twin = Action(action.player, action.name, action.values, self.plain.signatures[action.name], self.plain)
            made, meant = self.both(partial(self.made.check, action), partial(self.meant.check, twin))
            if made is not None:
                assert [said(each) for each in made.reasons] == [said(each) for each in meant.reasons], str(action)

    # ---- going on ----------------------------------------------------------------------------------------------------

    def apply(self, player, chosen):
        """Carries out an option. Where that is too much work, the game is stuck."""
        self.stepped(player, chosen)
        self.goes(lambda state: state._apply_option(player, chosen), lambda: self.line.push(chosen, player))

    def draw(self, value):
        """Chance brings a value."""
        h, s = self.made._h, self.made._s
        made, meant = self.both(
            lambda: self.game.engine.apply_draw(h, s, value), lambda: self.plain.engine.apply_draw(h, s, value)
        )
        self.same_step(made, meant)
        self.goes(lambda state: state._after_chance(value), lambda: self.line.draw(value))

    def goes(self, on, push):
        """A step of both states and of the line, which is taken back once and done again."""
        made, meant = self.both(lambda: on(self.made), lambda: on(self.meant))
        before = self.standing()
        self.decisions += 1
        if made is None:
            self.stuck = True
            self.refuses(push, before)
            return
        push()
        self.line.pop()
        assert self.standing() == before, "a step in place that was taken back"
        push()
        self.made, self.meant = made, meant
        self.alike()

    def standing(self):
        """Where the line stands."""
        kept = [each.comparable_state() for each in self.line._s[len(self.made._s) :]]
        return self.line._h[: self.size], self.line._boards(), kept, self.line._together, self.line.depth

    def refuses(self, push, before):
        """The line finds it too much work as well, and stands where it stood."""
        try:
            push()
        except cw.WorkLimitError:
            assert self.standing() == before
        else:
            raise AssertionError("the line went on")


def same_slots(made, meant):
    """Slots are the same, and of the same types: a truth value is no number."""
    if made != meant or list(map(type, made)) != list(map(type, meant)):
        raise AssertionError(
            "slots",
            {n: (a, b) for n, (a, b) in enumerate(zip(made, meant, strict=True)) if a != b or type(a) is not type(b)},
        )


def same_boards(made, meant, order=True):
    """Boards hold the same, in the same order."""
    assert made == meant, [(set(a.items()) ^ set(b.items())) for a, b in zip(made, meant, strict=True) if a != b]
    if order:
        assert [list(each) for each in made] == [list(each) for each in meant]
    for one, other in zip(made, meant, strict=True):
        for key, record in one.items():
            assert not isinstance(record, tuple) or list(map(type, record)) == list(map(type, other[key])), (
                key,
                record,
                other[key],
            )


def any_action(state, rng):
    """Anything that could be written, most of it of whoever may act."""
    signature = rng.choice(list(state.game.signatures.values()))
    who = rng.choice(
        state.active_players
        if state.active_players and not signature.chance and rng.random() < 0.8
        else everybody(state, signature)
    )
    return Action(
        who,
        signature.name,
        tuple(rng.choice(values(type_, state)) for _, type_ in signature.parameters),
        signature,
        state.game,
    )


def said(reason):
    """All that a reason says."""
    return reason.rule, reason.code, reason.current, reason.needed, reason.place, reason.text()


# ---- ways to play ------------------------------------------------------------------------------------------------------------


def uniform(pair, player, options, rng):
    """Any option."""
    return rng.choice(options)


def greedy(pair, player, options, rng):
    """The option of some with which the rules think the player stands best, if they think; those that are tried are compared too."""
    if pair.game.mechanics.advice is None or rng.random() < 0.2:
        return rng.choice(options)
    best = None
    for chosen in rng.sample(options, min(len(options), 5)):
        after = pair.stepped(player, chosen)
        if after is not None:
            h = after[0][:]
            h += [0] * (pair.game.interpreter.evaluate.size - len(h))
            h[i.ME] = player
            try:
                worth = pair.game.mechanics.advice(h, after[1]), rng.random()
            except cw.WorkLimitError:  # advice of made-up rules may divide by zero; it then says nothing
                continue
            best = max(best, (worth, chosen)) if best else (worth, chosen)
    return best[1] if best else rng.choice(options)


def walk(pair, rng, most, choose=uniform, asked=0.02):
    """So many steps of a game, or until it ends; of some positions it is asked what cannot be done."""
    for _ in range(most):
        if pair.stuck or pair.made.is_terminal:
            break
        if rng.random() < asked:
            pair.refused(rng, 12)
        if pair.made.current_player == cw.CHANCE:
            values, weights = zip(*pair.weighed(), strict=True)
            pair.draw(rng.choices(values, weights)[0])
            continue
        known = pair.listed()
        player = rng.choice(pair.made.active_players)
        if known[player] is None:
            break
        assert known[player], "nothing to choose"
        pair.apply(player, choose(pair, player, known[player], rng))
    return pair.decisions


def seeded(*parts):
    """Chance of its own for each of the parts."""
    return random.Random("/".join(map(str, parts)))
