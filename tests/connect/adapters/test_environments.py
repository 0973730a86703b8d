"""Environments of PettingZoo and Gymnasium: the libraries' own checks pass for every ruleset."""

import numpy as np
import pytest
from tests.rulesets.settings import SETTINGS

import cavewright as cw

pytest.importorskip("pettingzoo", reason="needs pettingzoo")
pytest.importorskip("gymnasium", reason="needs gymnasium")
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from cavewright.adapters import gymnasium, pettingzoo

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
SHORT = ("tic-tac-toe", "connect-four", "hex", "breakthrough", "nine-mens-morris", "cave-vs-cave", "the-cave")
CASES = [(id, n) if id in SHORT and n == 2 else pytest.param(id, n, marks=pytest.mark.long) for id, n in SETTINGS]


@pytest.mark.parametrize("id, players", CASES)
@pytest.mark.gate("connect-four-2")
def test_pettingzoos_checks_pass(id, players, capsys):
    api_test(pettingzoo.env(id, players, max_moves=40), num_cycles=30)
    seed_test(lambda: pettingzoo.env(id, players, max_moves=30), num_cycles=20)


@pytest.mark.parametrize("id, players", CASES)
@pytest.mark.gate("connect-four-2")
def test_gymnasiums_check_passes(id, players):
    check_env(gymnasium.env(id, players=players, seat=players - 1, max_moves=40))


def test_an_environment_is_the_ruleset_as_it_is_set():
    zoo = pettingzoo.env("the-cave", players=3, options={"starting_kit": "suggested"}, overlays=["long-rope"])
    zoo.reset(seed=1)
    game = zoo.unwrapped.episode.game
    assert (
        game.options["starting_kit"] == "suggested"
        and game.overlays == ("long-rope",)
        and zoo.agents == ["player_0", "player_1", "player_2"]
    )
    assert zoo.action_space("player_0").n == cw.encodings.Actions(game, 3).size


def played(zoo, seed, steps=400):
    """What agents observe and are paid that act at random."""
    zoo.reset(seed=seed)
    found, rng = [], np.random.default_rng(seed)
    for agent in zoo.agent_iter(steps):
        observation, reward, over, cut, _ = zoo.last()
        found.append((agent, reward, over, cut))
        zoo.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return found


def test_a_seed_is_a_match():
    assert played(pettingzoo.env("the-cave", max_moves=60), 3) == played(pettingzoo.env("the-cave", max_moves=60), 3)
    zoo = pettingzoo.raw_env("the-cave")
    seeds = []
    for given in (5, None, 5, None):
        zoo.reset(seed=given)
        seeds.append(zoo.episode.match.seed)
    assert seeds[:2] == seeds[2:] and seeds[0] != seeds[1]


def known(env, viewer):
    """What a viewer may know of the match of an environment, as its numbers."""
    return np.frombuffer(env.episode.observations.tensor(env.episode.match.state.view(viewer)), np.float32)


def test_an_agent_is_told_what_it_may_know_and_choose():
    """Of secrets its own, and actions only of who is asked."""
    secret = {"options": {"starting_kit": "suggested"}, "overlays": ["survey-goals"]}
    zoo, rng, seats = pettingzoo.raw_env("the-cave", **secret), np.random.default_rng(1), set()
    zoo.reset(seed=3)
    for _ in range(14):
        state = zoo.episode.match.state
        for player, agent in enumerate(zoo.agents):
            seen = zoo.observe(agent)
            assert np.array_equal(seen["observation"], known(zoo, player)) and not np.array_equal(
                seen["observation"], known(zoo, cw.ALL)
            )
            assert list(np.flatnonzero(seen["action_mask"])) == (
                zoo.episode.actions.legal(state, player) if agent == zoo.agent_selection else []
            )
        seats.add(zoo.agent_selection)
        zoo.step(int(rng.choice(np.flatnonzero(zoo.observe(zoo.agent_selection)["action_mask"]))))
    assert len(seats) == 2
    alone = gymnasium.env("the-cave", seat=1, **secret).unwrapped
    observation, info = alone.reset(seed=3)
    for _ in range(5):
        assert np.array_equal(observation, known(alone, 1)) and not np.array_equal(observation, known(alone, 0))
        assert list(np.flatnonzero(info["action_mask"])) == alone.episode.actions.legal(alone.episode.match.state, 1)
        observation, _, _, _, info = alone.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_winner_and_loser_are_paid_at_the_end():
    found = played(pettingzoo.env("connect-four"), 2)
    assert sorted(reward for _, reward, over, _ in found if over) == [-1, 1] and not any(
        reward for _, reward, over, _ in found if not over
    )


def test_a_match_that_is_too_long_is_cut():
    found = played(pettingzoo.env("the-cave", max_moves=20), 2)
    assert [cut for _, _, _, cut in found[-2:]] == [True, True] and not any(over for _, _, over, _ in found)


def test_an_action_that_is_not_allowed_is_refused_with_its_reason():
    zoo = pettingzoo.raw_env("tic-tac-toe")
    zoo.reset(seed=1)
    zoo.step(4)
    with pytest.raises(cw.IllegalActionError, match="mark b2"):
        zoo.step(4)
    alone = gymnasium.env("tic-tac-toe", seat=1)
    _, info = alone.reset(seed=1)
    taken = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut, info = alone.step(taken)
    assert (reward, over, cut) == (-1, True, False) and info["refused"].startswith("1: mark")


def test_one_seat_plays_whole_matches():
    """Against bots of two kinds, until it wins and loses."""
    alone, rng, paid = gymnasium.env("connect-four", bots=["random"]), np.random.default_rng(1), set()
    for seed in range(12):
        _, info = alone.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, cut, info = alone.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            assert not cut
        paid.add(reward)
    assert {1, -1} <= paid


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: pettingzoo.env("none-such"), "none-such"),
        (lambda: pettingzoo.env("hex", players=3), "players is a number of players, 2 to 2, not 3"),
        (lambda: pettingzoo.env("hex", render_mode="human"), "render_mode is None or `ansi`"),
        (lambda: pettingzoo.env("hex", utility=1), "utility"),
        (lambda: pettingzoo.env("hex", max_moves=0), "max_moves"),
        (lambda: pettingzoo.env(cw.load_game("hex"), options={"a": 1}), "options and overlays"),
        (lambda: gymnasium.env("hex", seat=2), "seat is a number from 0 to 1, not 2"),
        (lambda: gymnasium.env("hex", bots=["gredy"]), "greedy"),
        (lambda: gymnasium.env("hex", bots="random"), "bots is a list"),
        (lambda: pettingzoo.raw_env("hex").reset(seed=-1), "seed is a whole number from 0"),
    ],
)
def test_wrong_arguments_are_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_boards_are_shown_as_text():
    zoo = pettingzoo.env("tic-tac-toe", render_mode="ansi")
    zoo.reset(seed=1)
    assert "a" in zoo.render() and zoo.state().shape == (29,)
