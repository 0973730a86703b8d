"""Batches beside those of pgx, by the same number of games on one core:

    taskset -c 0 python pgx_batches.py [--size K] [--rounds N] [--steps N] [RULESET …]

pgx and jax are no part of any extra: install them where this runs (`pip install pgx`). A step: actions drawn at random
among the legal ones, a step of every game, masks, finished games begun anew. Each figure is processor time of this
process, the median of rounds in which both run directly one behind the other.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from statistics import median

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

import cavewright as cw

GAMES = {"tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "hex": "hex"}
SECONDS = 0.5


def theirs(name: str, size: int, steps: int) -> Callable[[], int]:
    """Some steps of all games of pgx, compiled as one."""
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, drawn, again = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(drawn, logits, axis=-1)
        return (step(state, actions, jax.random.split(again, size)), key), None

    walk = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    held = [walk((jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), size)), jax.random.PRNGKey(2)))]

    def play() -> int:
        held[0] = jax.block_until_ready(walk(held[0]))
        return steps * size

    return play


def ours(name: str, size: int, steps: int) -> Callable[[], int]:
    """The same of a batch."""
    games = cw.vector(name, size=size, seed=1)

    def play() -> int:
        for _ in range(steps):
            games.step(games.random_actions())
        return steps * size

    return play


def nanoseconds(work: Callable[[], int]) -> float:
    """Processor time of a decision."""
    done, begin = 0, time.process_time()
    while (took := time.process_time() - begin) < SECONDS:
        done += work()
    return 1e9 * took / done


def main() -> None:
    """The table of the games that both have."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1, help="steps to a call; pgx compiles them as one")
    parser.add_argument("names", nargs="*", metavar="RULESET")
    given = parser.parse_args()
    print(f"| {given.size} games, ns a decision | pgx | batch | times as quick |\n| --- | --- | --- | --- |")
    for name, other in GAMES.items():
        if given.names and name not in given.names:
            continue
        works = theirs(other, given.size, given.steps), ours(name, given.size, given.steps)
        for each in works:
            each()
        pairs = [tuple(map(nanoseconds, works)) for _ in range(given.rounds)]
        figures = (median(each[n] for each in pairs) for n in (0, 1))
        print(
            f"| {name} | {' | '.join(f'{each:.0f}' for each in figures)} | {median(a / b for a, b in pairs):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
