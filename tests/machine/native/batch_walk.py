"""Games of a batch beside states of the interpreter, with the stand-in of numpy where there is none: carried out in a browser."""

import importlib
import random
from types import SimpleNamespace

import cavewright as cw


def leave_out_numpy():
    """Makes batches observe one game after the other: what numpy does at once for all has no stand-in."""
    vector = importlib.import_module("cavewright.bots.batches.vector")
    vector.BatchObserver = lambda *given: SimpleNamespace(fills=None)


def walk(name, steps, seed=3):
    """Steps of four games by numbers of actions or of options: what carries them out, how many were compared, how many games
    ended."""
    leave_out_numpy()
    game = cw.load_game(name)
    batch, rng, compared, ended = cw.vector(game, size=4, seed=seed), random.Random(seed), 0, 0
    plain = [cw.load_game(name, engine="interpreter").new_initial_state() for _ in range(4)]
    for _ in range(steps):
        rows = [rng.randrange(int(many)) for many in batch.option_counts]
        numbers = batch.random_actions()
        by_number = rng.random() < 0.5
        batch.step(numbers) if by_number else batch.step_options(rows)
        for n, state in enumerate(plain):
            actions = state.legal_actions()
            state = state.apply(
                batch.actions.decode(int(numbers[n]), state.current_player) if by_number else actions[rows[n]]
            )
            if state.is_terminal:
                assert bool(batch.terminated[n]) and batch.final_state(n).key() == state.key()
                state, ended = state.game.new_initial_state(), ended + 1
            plain[n] = state
            assert batch.state(n).key() == state.key() and int(batch.current_player[n]) == state.current_player
            assert int(batch.option_counts[n]) == len(state.legal_actions())
            numbers_there = sorted(map(batch.actions.encode, state.legal_actions()))
            assert [at for at, each in enumerate(batch.mask[n].tolist()) if each] == numbers_there
            compared += 1
        if rng.random() < 0.2:
            for n, state in enumerate(plain):
                assert batch.observations[n].tolist() == batch.encoding.observe(state, state.current_player).tolist()
    return type(batch._machine).__name__, compared, ended
