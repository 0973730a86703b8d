"""Solvers and searchers of OpenSpiel on rules of one's own: what they know of payoffs holds, and what is dealt anew is the same to who searches."""

import random
from pathlib import Path

import pytest
from tests.rulesets.settings import SETTINGS

import cavewright as cw
from cavewright.bots.encodings.payoffs import UTILITIES, payoffs, utility_range, utility_sum

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")
import numpy as np  # noqa: E402
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import expected_game_score, exploitability, ismcts, mcts  # noqa: E402

from cavewright.adapters import openspiel  # noqa: E402

KUHN = Path(__file__).with_name("kuhn.cave")


def kuhn(**params):
    (name,) = openspiel.register([cw.load_game(KUHN)])
    return pyspiel.load_game(name, {"utility": "margin", "max_moves": 20, **params})


@pytest.mark.long
def test_kuhn_poker_is_solved():
    """By OpenSpiel in Python and in C++: the figures of its own Kuhn poker."""
    game = kuhn()
    assert (game.get_type().utility.name, game.utility_sum(), game.min_utility(), game.max_utility()) == (
        "ZERO_SUM",
        0,
        -2,
        2,
    )
    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, uniform) == pytest.approx(11 / 12)
    assert expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform]) == pytest.approx(
        [1 / 8, -1 / 8]
    )
    solver = pyspiel.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    solved = solver.tabular_average_policy()
    assert (
        pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(11 / 12)
        and pyspiel.nash_conv(game, solved) < 0.05
    )
    assert pyspiel.expected_returns(game.new_initial_state(), solved, -1, True) == pytest.approx(
        [-1 / 18, 1 / 18], abs=5e-3
    )


def searched(game, steps, seed):
    """What a search of information sets plays, some steps long; decisions it made."""
    rng, state, made = np.random.RandomState(seed), game.new_initial_state(), 0
    bot = ismcts.ISMCTSBot(
        game, uct_c=2.0, evaluator=mcts.RandomRolloutEvaluator(1, rng), max_simulations=3, random_state=rng
    )
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(bot.step(state))
            made += 1
    return made


def test_information_sets_are_searched():
    assert sum(searched(kuhn(), 9, seed) for seed in range(3)) >= 6
    (name,) = openspiel.register([cw.load_game("the-cave", ["survey-goals"], options={"starting_kit": "suggested"})])
    assert searched(pyspiel.load_game(name, {"players": 2, "max_moves": 24}), 9, 1) >= 4


def test_what_is_dealt_anew_is_the_same_to_who_searches():
    """Its information state, what it may choose, how it goes on; nothing of the moves that it was not told of."""
    game, rng = kuhn(), random.Random(1)
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                who = state.current_player()
                for _ in range(3):
                    dealt = state.resample_from_infostate(who, rng.random)
                    assert dealt.information_state_string(who) == state.information_state_string(who)
                    assert (
                        dealt.observation_tensor(who) == state.observation_tensor(who)
                        and dealt.legal_actions() == state.legal_actions()
                    )
                    assert dealt.history() == [] and dealt.clone().observation_tensor(who) == state.observation_tensor(
                        who
                    )
                    dealt.apply_action(dealt.legal_actions()[-1])
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("id, players", SETTINGS)
@pytest.mark.gate("breakthrough-2", "connect-four-2")
def test_payoffs_lie_where_the_rules_say(id, players):
    """On the way and at the end; where what some win others lose, they add up to nothing."""
    game, rng = cw.load_game(id), random.Random(2)
    state = game.new_initial_state(players)
    for n in range(200):
        if n % 20 == 0 or state.is_terminal:
            for utility in UTILITIES:
                (low, high), paid = utility_range(game, utility, players), payoffs(state, utility)
                assert all(low <= each <= high for each in paid)
                assert utility_sum(game, utility, players) is None or sum(paid) == pytest.approx(
                    utility_sum(game, utility, players)
                )
        if state.is_terminal:
            break
        chance = state.current_player == cw.CHANCE
        state = state.apply(
            rng.choice(
                [each for each, _ in state.chance_outcomes()]
                if chance
                else state.legal_actions(state.active_players[0])
            )
        )


def test_a_game_is_registered_as_it_is_set():
    game = cw.load_game("the-cave", ["long-rope"], options={"starting_kit": "suggested"})
    (name,) = openspiel.register([game])
    assert openspiel.register([game]) == (name,) and name == f"{openspiel.PREFIX}the-cave_{game.hash[:8]}"
    spiel = pyspiel.load_game(name, {"players": 3})
    assert (
        openspiel.setting_of(spiel).ruleset == game
        and openspiel.setting_of(spiel.new_initial_state().clone().get_game()).ruleset == game
    )
    with pytest.raises(Exception, match="overlays are those of the game that was registered"):
        pyspiel.load_game(name, {"overlays": "short-game"})


def test_learners_observe_where_nothing_is_hidden():
    """OpenSpiel's environment takes tensors of information states where a game has them: there, those of observations."""
    from open_spiel.python import rl_environment

    openspiel.register(["tic-tac-toe"])
    perfect = rl_environment.Environment(f"{openspiel.PREFIX}tic-tac-toe")
    now = perfect.reset()
    assert perfect.use_observation and now.observations["info_state"][0] == perfect.get_state.observation_tensor(0)
    assert not rl_environment.Environment(kuhn()).use_observation
