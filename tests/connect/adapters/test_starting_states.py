"""Adapters go over to states of an extension module when so much was played that it is worth one, and play the same."""

import random

import pytest

import cavewright as cw
from cavewright.connect.adapters import starting_states
from cavewright.connect.adapters.episode import Episode
from cavewright.connect.adapters.starting_states import StartingStates
from cavewright.machine.native.c_compiler import compiler_command
from cavewright.machine.native.native_error import NativeError


def play(episode, seed):
    """What a random match tells: tensors, masks, actions, payments."""
    rng, told = random.Random(seed), []
    episode.begin(seed)
    while not episode.is_over:
        mask = episode.mask(episode.player)
        told.append((episode.player, episode.observe(episode.player).tolist(), mask.tolist()))
        episode.act(rng.choice([n for n, legal in enumerate(mask) if legal]))
    return told, episode.payments(), episode.match.state


@pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler")
def test_a_match_in_an_extension_is_the_match_before_it():
    episode = Episode("tic-tac-toe")
    plain = [play(episode, seed) for seed in range(5)]
    assert episode.state.engine == "python"
    episode._starts._quick = starting_states._game_in_c(episode.game)
    episode._starts._quick.make_module(2)
    episode._starts.moves = starting_states.WORTH_A_MODULE
    assert [play(episode, seed) for seed in range(5)] == plain
    assert episode.state.engine == "machine"


def test_where_there_is_no_module_the_game_goes_on_as_it_was(monkeypatch):
    def refuse(game):
        raise NativeError("there is no C compiler")

    monkeypatch.setattr(starting_states, "_game_in_c", refuse)
    starts = StartingStates(cw.load_game("tic-tac-toe"), 2)
    starts.moves = starting_states.WORTH_A_MODULE
    assert starts.first_state().engine == starts.first_state().engine == "python"


def test_a_game_that_names_its_engine_keeps_it():
    starts = StartingStates(cw.load_game("tic-tac-toe", engine="interpreter"), 2)
    starts.moves = starting_states.WORTH_A_MODULE
    assert starts.first_state().engine == "interpreter"
