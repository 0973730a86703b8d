"""A module that goes on with a game step by step plans as one into which every position is put anew."""

import pytest

import cavewright as cw
from cavewright.bots.players.line_tracker import LineTracker
from cavewright.bots.study.simulate import play
from cavewright.machine.native.native_error import NativeError
from cavewright.machine.native.searcher import Searcher

RULESETS = {
    "the-cave": 3,
    "the-cave+alliances": 4,
    "cave-vs-cave": 2,
    "kave-kapers": 2,
    "nine-mens-morris": 2,
    "connect-four": 2,
}


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.gate("connect-four")
def test_a_module_in_step_plans_what_it_plans_of_an_encoded_position(name, monkeypatch):
    ruleset, *overlays = name.split("+")
    game, players = cw.load_game(ruleset, overlays), RULESETS[name]
    try:
        other = Searcher(game, players)
    except NativeError:
        pytest.skip("nothing here runs machine code")
    anew, plans, planned, stand = [], [], LineTracker.plan, Searcher.stand

    def compared(self, inside, player, points):
        mine, state = planned(self, inside, player, points), self()
        assert mine == other.plan(state._slots(player), state._s, player, points)
        plans.append(state)
        return mine

    def noted(self, h, s):
        if self is not other:
            anew.append(h)
        stand(self, h, s)

    monkeypatch.setattr(LineTracker, "plan", compared)
    monkeypatch.setattr(Searcher, "stand", noted)
    seats = tuple("greedy" if n != 1 else "random" for n in range(players))
    play(game, (5, seats), (6, 30))
    together = sum(1 for each in plans if each._branches is not None)
    assert len(plans) > 5 and len(anew) <= together + 1


@pytest.mark.long
def test_others_who_plan_meanwhile_change_nothing(monkeypatch):
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    wanted, planned = play(game, (2, ("greedy",) * 2), (4, 40)), LineTracker.plan

    def disturbed(self, inside, player, points):
        start = game.new_initial_state(2)
        inside.plan(start._h, start._s, 0, points)
        return planned(self, inside, player, points)

    monkeypatch.setattr(LineTracker, "plan", disturbed)
    assert play(game, (2, ("greedy",) * 2), (4, 40)) == wanted
