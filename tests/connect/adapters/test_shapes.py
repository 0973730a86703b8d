"""Environments in the shapes of Kaggle and TextArena, driven as those libraries drive theirs; neither library is needed."""

import random
from enum import Enum
from types import SimpleNamespace

import pytest

import cavewright as cw

pytest.importorskip("numpy", reason="needs numpy")
from cavewright.adapters import kaggle, textarena

CASES = [("tic-tac-toe", 2), ("connect-four", 2), ("cave-vs-cave", 2), ("the-cave", 3)]


def kaggled(made, seed, choose):
    """A match as Kaggle's `run` plays it: the states of agents at its end."""
    specification = made["specification"]
    env = SimpleNamespace(done=True, configuration=SimpleNamespace(seed=seed))
    statuses = specification["status"]["defaults"]
    state = [SimpleNamespace(observation=SimpleNamespace(), action=None, reward=0, status=each) for each in statuses]
    state = made["interpreter"](state, env)
    while any(each.status == "ACTIVE" for each in state):
        env.done = False
        for each in state:
            each.action = choose(each.observation) if each.status == "ACTIVE" else None
        state = made["interpreter"](state, env)
    return state, env


@pytest.mark.parametrize("id, players", CASES)
@pytest.mark.gate("connect-four-2")
def test_kaggles_shape_plays_whole_matches(id, players):
    made, rng = kaggle.environment(id, players, max_moves=60), random.Random(1)
    state, env = kaggled(made, 7, lambda seen: rng.choice(seen.legal))
    assert [each.status for each in state] == ["DONE"] * players and [
        each.reward for each in state
    ] == env.episode.payments()
    for n, each in enumerate(state):
        assert (
            each.observation.tensor == env.episode.observations.tensor(env.episode.match.state.view(n)).tolist()
            and each.observation.mark == n
        )
    again, _ = kaggled(made, 7, lambda seen: seen.legal[0])
    assert [each.observation.tensor for each in again] == [
        each.observation.tensor for each in kaggled(made, 7, lambda seen: seen.legal[0])[0]
    ]
    assert made["renderer"](state, env) and made["specification"]["agents"] == [players]


@pytest.mark.parametrize("action", [9, -1, None, "x", 1.5])
def test_kaggles_shape_ends_a_match_by_what_is_no_action(action):
    state, _ = kaggled(kaggle.environment("tic-tac-toe"), 1, lambda seen: action)
    assert [each.status for each in state] == ["INVALID", "DONE"]


@pytest.mark.parametrize("id, players", CASES)
@pytest.mark.long
def test_textarenas_shape_plays_whole_matches(id, players):
    """Each player is told every move that it saw once, and its decision."""
    arena, rng, told = textarena.env(id, max_moves=40), random.Random(1), {}
    arena.reset(num_players=players, seed=3)
    done = False
    while not done:
        player, messages = arena.get_observation()
        match = arena.episode.match
        assert messages[-1][1] == cw.prompt(match.state, player)
        if player not in told:
            opening = messages.pop(0)
            assert opening[2] == "PROMPT" and messages[-1][1].startswith(opening[1])
        told.setdefault(player, []).extend(messages[:-1])
        assert len(told[player]) == len(match.told(player))
        done, info = arena.step(f"ACTION: {rng.choice(match.state.legal_actions(player)).text}")
        assert info == {}
    rewards, _ = arena.close()
    assert [*rewards.values()] == arena.episode.payments() and arena.get_observation() == (-1, [])


def test_textarenas_shape_asks_again():
    arena = textarena.env("tic-tac-toe", errors=1)
    arena.reset(num_players=2, seed=1)
    assert arena.step("mark z9") == (False, {})
    refused = arena.get_observation()[1][-2]
    assert "z9" in refused[1] and refused[2] == "GAME_ADMIN"
    assert arena.step("mark a1") == (False, {}) and arena.step("a1 and b1") == (False, {})
    done, info = arena.step("mark a1")
    assert done and "Player 2 made an invalid move" in info["reason"] and arena.close()[0] == {0: 1.0, 1: -1.0}
    with pytest.raises(ValueError, match="players is a number of players, 2 to 2, not 3"):
        arena.reset(num_players=3)


class ObservationType(Enum):
    """TextArena's sorts of messages."""

    PROMPT, GAME_BOARD, GAME_ADMIN = range(3)


def test_textarenas_wrappers_find_what_they_ask_for():
    """They compare sorts of messages with an enumeration, and ask the state for names."""
    arena = textarena.env("tic-tac-toe", errors=1)
    arena.reset(num_players=2, seed=1)
    player, messages = arena.get_observation()
    sorts = [each[2] for each in messages]
    assert sorts == [ObservationType.PROMPT, ObservationType.GAME_BOARD] and sorts[0] in {ObservationType.PROMPT}
    assert sorts[0] != ObservationType.GAME_BOARD and sorts[0] == "PROMPT"
    assert arena.state.role_mapping == {0: "Player 1", 1: "Player 2"} and arena.state.current_player_id == player
    arena.step("mark b2")
    assert arena.get_board_str().count("1") > 1 and (arena.state.turn, arena.state.done) == (1, False)
    arena.step("no"), arena.step("no")
    assert arena.state.done and arena.state.current_player_id == -1 and arena.state.rewards == {0: 1.0, 1: -1.0}
