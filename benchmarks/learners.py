"""Learners beside what they have elsewhere: python learners.py [NAME…] prints steps a second through the adapters and
through the libraries' own games, by the same loop, and how long a view takes."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from statistics import median

import numpy as np

import cavewright as cw

ROUNDS, SECONDS = 7, 0.25
SPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough(rows=8,columns=8)",
    "hex": "hex(board_size=11)",
}
"""What the classics are called in OpenSpiel."""
VIEWED = {"tic-tac-toe": 2, "connect-four": 2, "breakthrough": 2, "hex": 2, "nine-mens-morris": 2}
VIEWED |= {"the-cave": 3, "cave-vs-cave": 2, "kave-kapers": 3}
"""Rulesets of which views are timed, with the number of players."""


# ---- loops, each the same for our games and for those of the library -------------------------------------------------


def zoo_steps(zoo: object) -> Callable[[], int]:
    """A match of an environment of PettingZoo: `last` and a choice by the mask, each step."""
    rng = np.random.default_rng(1)

    def play() -> int:
        zoo.reset(seed=7)
        steps = 0
        for _ in zoo.agent_iter():
            observation, _, over, cut, _ = zoo.last()
            if over or cut:
                zoo.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            zoo.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return play


def spiel_steps(game: object, cut: int = 200) -> Callable[[], int]:
    """A match of OpenSpiel: tensor and mask of who acts, and a choice among the legal actions, each step."""
    rng = random.Random(1).random

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < cut:
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng() * len(legal))])
            steps += 1
        return steps

    return play


def spiel_search(game: object, simulations: int = 20) -> Callable[[], int]:
    """OpenSpiel's tree search in Python with playouts at random: simulations of a few moves."""
    from open_spiel.python.algorithms import mcts

    def play() -> int:
        rng = np.random.RandomState(7)
        bot = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        state = game.new_initial_state()
        for _ in range(3):
            state.apply_action(bot.step(state))
        return 3 * simulations

    return play


def spiel_learning(game: object, matches: int = 3) -> Callable[[], int]:
    """Tabular Q-learning of OpenSpiel, as its example has it: steps of a few matches."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    env = rl_environment.Environment(game)
    size, seats = env.action_spec()["num_actions"], range(env.num_players)
    agents = [tabular_qlearner.QLearner(player_id=seat, num_actions=size) for seat in seats]

    def play() -> int:
        steps = 0
        for _ in range(matches):
            now = env.reset()
            while not now.last():
                now = env.step([agents[now.observations["current_player"]].step(now).action])
                steps += 1
            for each in agents:
                each.step(now)
        return steps

    return play


# ---- measuring -------------------------------------------------------------------------------------------------------


def rate(work: Callable[[], int]) -> float:
    """Units of work a second of processor time."""
    done, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        done += work()
    return done / (time.process_time() - begin)


def beside(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float, float]:
    """Median rates of ours and of theirs in turns, and the median of their ratios."""
    ours()
    theirs()
    pairs = [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]
    return (*map(median, zip(*pairs, strict=True)), median(mine / other for mine, other in pairs))  # type: ignore[return-value]


def walk(id: str, players: int, steps: int = 300) -> list[cw.State]:
    """States on the way of a match at random."""
    rng, state, found = random.Random(5), cw.load_game(id).new_initial_state(players), []
    for _ in range(steps):
        if state.is_terminal:
            break
        chance = state.current_player == cw.CHANCE
        actions = (
            [each for each, _ in state.chance_outcomes()] if chance else state.legal_actions(state.active_players[0])
        )
        state = state.apply(rng.choice(actions))
        found.append(state)
    return found


def look_microseconds(id: str, look: Callable[[cw.State, int], object]) -> float:
    """Microseconds of processor time of a look at a position, of states that nobody has looked at."""
    states, found = walk(id, VIEWED[id]), []
    for _ in range(ROUNDS):
        fresh = [each.clone() for each in states]
        begin = time.process_time()
        for each in fresh:
            look(each, 0)
        found.append((time.process_time() - begin) / len(states) * 1e6)
    return median(found)


def comparisons(names: Iterable[str]) -> Iterable[tuple[str, Callable[[], int], Callable[[], int]]]:
    """What is measured beside what."""
    import pyspiel

    from cavewright.adapters import openspiel, pettingzoo

    for name in names:
        if name == "connect-four":
            from pettingzoo.classic import connect_four_v3

            yield f"PettingZoo, {name}", zoo_steps(pettingzoo.raw_env(name)), zoo_steps(connect_four_v3.raw_env())
        if name not in SPIEL:
            continue
        openspiel.register([name])
        for said, loop in (("steps", spiel_steps), ("MCTS", spiel_search), ("Q-learning", spiel_learning)):
            mine, theirs = (pyspiel.load_game(each) for each in (openspiel.PREFIX + name, SPIEL[name]))
            yield f"OpenSpiel {said}, {name}", loop(mine), loop(theirs)


def main(names: list[str]) -> None:
    """Prints both tables."""
    print("| loop | ours a second | the library's own game | ratio |\n| --- | --- | --- | --- |")
    for said, ours, theirs in comparisons(names or SPIEL):
        mine, other, ratio = beside(ours, theirs)
        print(f"| {said} | {mine:,.0f} | {other:,.0f} | {ratio:.2f} |", flush=True)
    print("\n| ruleset | view, µs | observation, µs | legal numbers, µs |\n| --- | --- | --- | --- |")
    for id in [each for each in VIEWED if not names or each in names]:
        game, players = cw.load_game(id), VIEWED[id]
        observations, actions = cw.encodings.Observations(game, players), cw.encodings.Actions(game, players)
        looks: tuple[Callable[[cw.State, int], object], ...] = (
            lambda state, player: state.view(player),
            lambda state, player, seen=observations: seen.observe(state, player),  # type: ignore[misc]
            lambda state, player, acts=actions: acts.legal(state, player),  # type: ignore[misc]
        )
        print(f"| {id} | {' | '.join(f'{look_microseconds(id, each):.1f}' for each in looks)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
