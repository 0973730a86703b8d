"""Vector environments of Gymnasium over batches, names of environments, and PettingZoo's parallel form: the libraries' own checks, and that all say what one environment says."""

import subprocess
import sys

import numpy as np
import pytest
from tests.engine.agreement.settings import load

import cavewright as cw
from cavewright.machine.native.machine import has_wasm

pytest.importorskip("pettingzoo", reason="needs pettingzoo")
gym = pytest.importorskip("gymnasium", reason="needs gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402
from pettingzoo.test import parallel_api_test, parallel_seed_test  # noqa: E402

from cavewright.adapters import gymnasium, pettingzoo  # noqa: E402
from cavewright.connect.adapters.pettingzoo_parallel import parallel_env  # noqa: E402

needs_wasm = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def vector(name="connect-four", size=5, **settings):
    return gym.make_vec(f"cavewright/{name}-v0", num_envs=size, **settings)


def choice(infos, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])


@pytest.mark.long
def test_names_are_those_of_all_rulesets_and_need_one_import():
    assert {f"cavewright/{each}-v0" for each in cw.registered_games()} <= set(gym.registry)
    code = "import gymnasium; print(gymnasium.make('cavewright.adapters.gymnasium:cavewright/tic-tac-toe-v0').action_space.n)"
    assert (
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "9"
    )


def test_a_game_is_registered_as_it_is_set():
    game = load("the-cave", ("long-rope",), (("starting_kit", "suggested"),))
    (name,) = gymnasium.register([game])
    assert gymnasium.register([game]) == (name,) == (f"cavewright/the-cave-{game.hash[:8]}-v0",)
    assert gym.make(name, players=3).unwrapped.episode.game == game


@pytest.mark.parametrize("bots", [["random"], ["greedy"], "self"])
def test_gymnasiums_check_passes_for_an_environment_by_its_name(bots):
    check_env(gym.make("cavewright/tic-tac-toe-v0", bots=bots).unwrapped)


@needs_wasm
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize(
    "name, bots",
    [("connect-four", ["random"]), ("tic-tac-toe", ["greedy"]), ("kave-kapers", "self"), ("cave-vs-cave", ["random"])],
)
@pytest.mark.gate("cave-vs-cave-bots3-NextStep")
def test_a_vector_keeps_what_gymnasium_says_of_one(name, bots, mode):
    """Spaces, shapes and types; a step behind its end; a wrapper of the library over it."""
    players = 2
    many = vector(name, 4, bots=bots, players=players, max_moves=12, autoreset_mode=mode)
    bare = many.unwrapped
    assert bare.metadata["autoreset_mode"] == AutoresetMode(mode) and bare.num_envs == 4
    assert many.observation_space == batch_space(bare.single_observation_space, 4) and many.action_space == batch_space(
        bare.single_action_space, 4
    )
    many, rng, ended = RecordEpisodeStatistics(many), np.random.default_rng(1), 0
    observations, infos = many.reset(seed=3)
    before = np.zeros(4, bool)
    for _ in range(40):
        assert observations in many.observation_space and observations.dtype == np.float32
        observations, rewards, over, cut, infos = many.step(choice(infos, rng))
        assert (
            rewards.shape == over.shape == cut.shape == (4,)
            and over.dtype == cut.dtype == bool
            and not (over & cut).any()
        )
        assert not rewards[~(over | cut)].any() and not infos["refused"].any()
        if mode == "NextStep":
            assert not (before & (over | cut)).any() and "final_obs" not in infos
        else:
            assert ("final_obs" in infos) == (over | cut).any()
        before = over | cut
        ended += before.sum()
    assert ended > 3 and len(many.return_queue) == ended
    many.close()
    with pytest.raises(ValueError, match="closed"):
        bare.step([0] * 4)


@needs_wasm
@pytest.mark.parametrize("bots", ["self", ["random"]])
def test_both_ways_of_beginning_anew_tell_the_same(bots):
    """What one mode says of an end in `final_obs`, the other observes; and what it observes then, the other does a step later."""
    same, later = (vector("connect-four", 3, bots=bots, autoreset_mode=mode) for mode in ("SameStep", "NextStep"))
    rng, over = np.random.default_rng(5), np.zeros(3, bool)
    (seen, infos), (other, _) = same.reset(seed=9), later.reset(seed=9)
    while not over.any():
        assert np.array_equal(seen, other)
        chosen = choice(infos, rng)
        seen, rewards, over, cut, infos = same.step(chosen)
        other, *told, _ = later.step(chosen)
        assert np.array_equal(rewards, told[0]) and np.array_equal(over, told[1]) and np.array_equal(cut, told[2])
        if over.any():
            assert np.array_equal(other, np.where(over[:, None], infos["final_obs"], seen))
    legal = choice(infos, rng)
    other, rewards, again, *_ = later.step(np.where(over, -5, legal))
    assert np.array_equal(other[over], seen[over]) and not rewards[over].any() and not again[over].any()


@needs_wasm
def test_a_vector_of_one_is_an_environment():
    """With bots that leave nothing to chance: the same observations, masks and payments, until the end."""
    many, alone = (
        vector("tic-tac-toe", 1, bots=[First()], seat=1),
        gym.make("cavewright/tic-tac-toe-v0", bots=[First()], seat=1),
    )
    (seen, infos), (one, info) = many.reset(seed=1), alone.reset(seed=1)
    rng = np.random.default_rng(2)
    for _ in range(9):
        assert np.array_equal(seen[0], one) and np.array_equal(infos["action_mask"][0], info["action_mask"])
        number = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, rewards, over, _, infos = many.step([number])
        one, reward, done, *_, info = alone.step(number)
        assert (rewards[0], over[0]) == (reward, done)
        if done:
            assert np.array_equal(infos["final_obs"][0], one)
            return
    raise AssertionError("nothing ended")


class First:
    """A bot that takes the first action."""

    def choose(self, state, player):
        return state.legal_actions(player)[0]


@needs_wasm
def test_equal_seeds_are_equal_games():
    def played(many, seed):
        observations, infos = many.reset(seed=seed)
        told = [observations]
        for _ in range(12):
            observations, rewards, _, _, infos = many.step(infos["action_mask"].argmax(axis=1))
            told += [observations, rewards]
        return np.concatenate([each.ravel() for each in told]).tolist()

    many = vector("kave-kapers", 3, players=2)
    assert played(many, 5) == played(many, 5) == played(vector("kave-kapers", 3, players=2), 5) != played(many, 6)
    assert played(many, None) != played(many, None)


@needs_wasm
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_what_is_refused_ends_its_game_and_pays(mode):
    many = vector("connect-four", 3, autoreset_mode=mode)
    first, _ = many.reset(seed=1)
    observations, rewards, over, cut, infos = many.step([99, 3, -1])
    assert (
        rewards.tolist() == [-1, 0, -1]
        and over.tolist() == infos["refused"].tolist() == [True, False, True]
        and not cut.any()
    )
    last = infos["final_obs"] if mode == "SameStep" else observations
    assert np.array_equal(last[0], first[0]) and np.array_equal(last[2], first[2])
    assert many.step([3, 3, 3])[2].tolist() == [False] * 3
    for wrong in ([1], [[1, 2, 3]], [1.0, 2.0, 3.0], "abc", None):
        with pytest.raises(ValueError, match="actions is an array of 3 whole numbers"):
            many.unwrapped.step(wrong)


@needs_wasm
@pytest.mark.parametrize(
    ("name", "settings", "said"),
    [
        ("tic-tac-toe", {"seat": 2}, "seat is a number from 0 to 1"),
        ("tic-tac-toe", {"bots": []}, "bots is a list"),
        ("tic-tac-toe", {"bots": "fun"}, "bots is a list"),
        ("tic-tac-toe", {"autoreset_mode": "Disabled"}, "autoreset_mode is `SameStep` or `NextStep`"),
        ("tic-tac-toe", {"autoreset_mode": 3}, "autoreset_mode is"),
        ("tic-tac-toe", {"size": 0}, "size is"),
        ("tic-tac-toe", {"size": 10**9}, "size is"),
        ("the-cave", {"players": 2}, "the-cave has no mask"),
    ],
)
@pytest.mark.gate("tic-tac-toe-settings1-bots is a list", "tic-tac-toe-settings2-bots is a list")
def test_settings_that_make_no_sense_are_named(name, settings, said):
    with pytest.raises(ValueError, match=said):
        vector(name, **{"size": 2, **settings})


@needs_wasm
def test_a_vector_is_drawn_and_masked():
    many = vector("tic-tac-toe", 2, render_mode="ansi", bots="self")
    many.reset(seed=1)
    assert len(many.render()) == 2 and "a" in many.render()[0] and many.unwrapped.action_masks().sum() == 18
    with pytest.raises(ValueError, match="reset_mask"):
        many.reset(options={"reset_mask": np.ones(2, bool)})


CASES = [("tic-tac-toe", 2), ("connect-four", 2), ("kave-kapers", 3), ("the-cave", 2), ("cave-vs-cave", 2)]


@pytest.mark.parametrize("id, players", CASES)
@pytest.mark.gate("tic-tac-toe-2")
def test_pettingzoos_checks_of_the_parallel_form_pass(id, players):
    parallel_api_test(Careful(id, players, max_moves=30), num_cycles=25)
    parallel_seed_test(lambda: Careful(id, players, max_moves=30), num_cycles=20)


class Careful(parallel_env):
    """An agent of PettingZoo's seed check takes no notice of masks: here, what is not allowed becomes the first that is."""

    def step(self, actions):
        masks = {agent: each["action_mask"] for agent, each in self._observations().items()}
        return super().step(
            {agent: number if masks[agent][number] else int(masks[agent].argmax()) for agent, number in actions.items()}
        )


def test_who_acts_at_once_does_so_in_one_step():
    """As the environment of agents one after another does it in several."""
    settings = {"players": 2, "options": {"starting_kit": "free"}}
    zoo, turns = parallel_env("the-cave", **settings), pettingzoo.raw_env("the-cave", **settings)
    observations, infos = zoo.reset(seed=4)
    turns.reset(seed=4)
    assert [each["acts"] for each in infos.values()] == [True, True]
    for _ in range(8):
        chosen = {agent: int(each["action_mask"].argmax()) for agent, each in observations.items()}
        acting = [agent for agent in zoo.agents if infos[agent]["acts"]]
        observations, _, _, _, infos = zoo.step(chosen)
        for agent in acting:
            turns.episode.act(chosen[agent], int(agent[-1]))
        assert zoo.episode.match == turns.episode.match and zoo.episode.state == zoo.episode.match.state


def test_what_the_parallel_form_refuses_leaves_the_match_as_it_was():
    zoo = parallel_env("connect-four")
    with pytest.raises(ValueError, match="the match is over"):
        zoo.step({})
    zoo.reset(seed=1)
    before = zoo.episode.state
    for wrong, said in (
        ({}, "actions has none of player_0"),
        ({"player_1": 0}, "none of player_0"),
        ({"player_0": 7}, "action is"),
        ({"player_0": "x"}, "action is"),
    ):
        with pytest.raises((TypeError, ValueError), match=said):
            zoo.step(wrong)
    zoo.step({"player_0": 3, "player_1": 99})
    for n in range(5):
        zoo.step({f"player_{1 - n % 2}": 3})
    with pytest.raises(cw.IllegalActionError):
        zoo.step({"player_0": 3})
    assert (
        zoo.episode.match.move_stack[0].text == "drop 4"
        and len(zoo.episode.match.move_stack) == 6
        and before != zoo.episode.state
    )
