"""Laws of players who are not asked, over generated rules: all engines say the same; what changes nothing leaves a position as it was;
a match with such moves is saved and played again."""

import random
from functools import cache
from itertools import count

import pytest
from tests.engine.agreement.settings import allow
from tests.fuzz.calls import Calls
from tests.machine.native.twin_states import Twins

import cavewright as cw
from cavewright.machine.native.machine import has_wasm
from cavewright.machine.native.machine_game import MachineGame
from cavewright.play.loading.load import try_load
from cavewright.play.states.game import Game

STEPS, FIRST = 60, 15
"""Steps of a game, and the seed of the first rules, which load."""


@pytest.fixture(autouse=True)
def little_work(monkeypatch):
    """Rules that come to no decision are found out soon."""
    allow(30_000, monkeypatch)


@cache
def games(part):
    """A game of a part, by the first seed of which the rules load."""
    tried = (try_load({"calls.cave": Calls(random.Random(seed)).text()})[0] for seed in count(1000 * part + FIRST))
    return [(next(filter(None, tried)), part)]


parts = pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 80))])


def any_act(state, rng):
    """A state after anything that may be done: what is asked, what chance brings, and one time of three a call or the host."""
    beside = [*state.interrupts(), *state.host_actions()]
    if beside and rng.random() < 0.35:
        return state.apply_by_host(rng.choice(beside))
    if state.current_player == cw.CHANCE:
        return state.draw_any(rng.random)
    return state.apply(rng.choice(state.legal_actions(rng.choice(state.active_players))))


def positions(game, rng):
    """Yields the states of a game by chance."""
    state = game.new_initial_state(rng.randint(*game.rules_model.player_range))
    for _ in range(STEPS):
        yield state
        if state.is_terminal:
            return
        try:
            state = any_act(state, rng)
        except cw.WorkLimitError:
            return


@parts
def test_what_changes_nothing_leaves_the_position_as_it_was(part):
    tried = 0
    for game, seed in games(part):
        rng = random.Random(seed)
        for state in positions(game, rng):
            for player in range(len(state.names)):
                for each in (a for a in state.interrupts(player) if a.name == "idle"):
                    assert state.apply(each).key() == state.key()
                    tried += 1
    assert tried > 2


@parts
def test_an_action_is_legal_exactly_when_nothing_speaks_against_it(part):
    for game, seed in games(part):
        rng = random.Random(seed)
        for state in positions(game, rng):
            for player in range(len(state.names)):
                legal = {str(each) for each in (*state.legal_actions(player), *state.interrupts(player))}
                for name in ("idle", "call ace", "leave", "rest"):
                    verdict = state.check(f"{player}: {name}")
                    assert (not verdict.reasons) == (f"{player}: {name}" in legal), (state, player, name, verdict)
            for each in state.host_actions():
                assert state.check(each).reasons
                with pytest.raises(cw.IllegalActionError, match="Only the host"):
                    state.apply(each)


@parts
def test_a_match_is_saved_with_all_that_was_done_beside(part):
    for game, seed in games(part):
        rng = random.Random(seed)
        match, done = cw.Match(game, game.rules_model.player_range[0], seed=rng.randrange(99)), 0
        while not match.state.is_terminal and done < STEPS:
            beside = [*match.state.interrupts(), *match.state.host_actions()]
            asked = match.state.legal_actions(rng.choice(match.state.active_players))
            try:
                match.push(rng.choice(beside if beside and rng.random() < 0.4 else asked), by_host=True)
            except cw.WorkLimitError:
                break
            done += 1
        assert match.divergence(game) is None
        assert loaded_again(match) == match


def loaded_again(match):
    return cw.Match.from_json(match.to_json(), lambda *_, **__: match.game)


@parts
@pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
def test_every_engine_says_the_same(part):
    for game, seed in games(part):
        rng = random.Random(seed)
        rules, players = game.rules_model, rng.randint(*game.rules_model.player_range)
        plain = Game(rules, game.facts, engine="interpreter")
        for other in (game, machine_of(rules, game, players)):
            twins = Calling((plain.new_initial_state(players), other.new_initial_state(players)), random.Random(part))
            try:
                twins.walk(STEPS)
            except cw.WorkLimitError:
                continue


def machine_of(rules, game, players):
    made = MachineGame(rules, game.facts)
    made.make_module(players)
    return made


class Calling(Twins):
    """States of two engines that go on side by side, now and then by what is done beside."""

    def step(self):
        beside = self.both(lambda state: [*state.interrupts(), *state.host_actions()])
        if beside and self.rng.random() < 0.3:
            act = str(self.rng.choice(beside))
            self.states = tuple(each.apply_by_host(act) for each in self.states)
            self.been.append(self.states)
            self.both(lambda state: (state.key(), [each.text() for each in state.events]))
        else:
            super().step()
