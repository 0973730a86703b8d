"""Walks through a game: uniform ones, and steered ones that eat, explore and come home, so that all of a game is seen."""

import random
from collections import deque
from functools import lru_cache

import cavewright as cw

LIKES = {
    "discover": 60,
    "enter": 25,
    "photograph": 80,
    "dive": 60,
    "place_camp": 8,
    "load_camp": 8,
    "exchange": 6,
    "pack": 4,
    "done": 4,
    "struggle": 3,
    "throw_away": 0.6,
    "abandon_camp": 0.6,
}


@lru_cache(maxsize=40)
def the_cave(**options):
    """The game, loaded once for each choice of options."""
    return cw.load_game("the-cave", options=options)


def drawn(state, rng):
    """One chance outcome, by weight."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return rng.choices(actions, [float(w) for w in weights])[0]


def uniform(state, rng):
    """Any legal action of anybody."""
    return rng.choice(state.legal_actions(rng.choice(state.active_players)))


def steered(state, rng):
    """A legal action of somebody who wants to see much of the cave and to come home with food left."""
    player = rng.choice(state.active_players)
    actions = state.legal_actions(player)
    if actions[0].name in ("fill_pack", "fill_camp", "sort"):
        return packed(actions, rng)
    if any(each.name in ("enter", "struggle") for each in actions) and rng.random() < 0.85:
        return purposeful(state, player, actions, rng)
    return rng.choices(actions, [LIKES.get(each.name, 10) for each in actions])[0]


def packed(actions, rng):
    """Food first, then some of everything."""
    item, most = actions[0].arguments[0], len(actions) - 1
    return actions[min(most, {"consumable": rng.randint(3, 6), "rope": rng.randint(0, 3)}.get(item, rng.randint(0, 1)))]


def purposeful(state, player, actions, rng):
    """Something to gain here, or else a step: home when food runs short or the cave is explored, if not to where exits are."""
    named = {each.name: each for each in actions}
    for name in ("photograph", "dive", "discover"):
        if name in named:
            return named[name]
    team, graph = state.view(player).players[player].values, state.cave
    food, away = team["backpack"].get("consumable", 0), distances(graph, "o")
    if team["here"] == "o" and food < 3 and "pack" in named:
        return named["pack"]
    steps = [each for each in actions if each.name == "enter"] or [each for each in actions if each.name == "struggle"]
    if (
        not any(each.values["left"] for each in state.view().kinds["stack"].values())
        or food <= 1 + away.get(team["here"], 0) // 3
    ):
        return named["done"] if team["here"] == "o" and "done" in named else nearer(steps, away, rng)
    open_places = [
        p for p, a in graph.nodes(data=True) if a["feature"] not in ("base", "choke") and has_exit(graph, p, a)
    ]
    return nearer(steps, distances(graph, *open_places), rng) if steps else rng.choice(actions)


def nearer(steps, away, rng):
    return min(steps, key=lambda each: (away.get(each.arguments[0], 99), rng.random()))


def has_exit(graph, place, attributes):
    """Whether a side of a place is open and leads nowhere yet."""
    taken = {(a["x"], a["y"]) for _, a in graph.nodes(data=True)}
    steps = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
    return any((attributes["x"] + steps[d][0], attributes["y"] + steps[d][1]) not in taken for d in attributes["open"])


def distances(graph, *starts):
    """Steps to every place from the nearest of some."""
    found, queue = dict.fromkeys(starts, 0), deque(starts)
    while queue:
        here = queue.popleft()
        for there in graph[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def step(state, rng, choose=uniform):
    """An action, by chance or by the way of choosing, and the state after it."""
    action = drawn(state, rng) if state.current_player == cw.CHANCE else choose(state, rng)
    return action, state.apply(action)


def walk(game, seed, length, choose=uniform, players=0):
    """The states of a walk and the actions between them: one state more than actions."""
    rng = random.Random(seed)
    states = [game.new_initial_state(players=players or rng.choice(list(game.players)))]
    actions = []
    while len(actions) < length and not states[-1].is_terminal:
        action, after = step(states[-1], rng, choose)
        actions.append(action)
        states.append(after)
    return states, actions


def legal(state):
    """Every legal action of everybody who may act."""
    return [action for player in state.active_players for action in state.legal_actions(player)]


@lru_cache(maxsize=64)
def known_walk(seed, length, how="steered", players=0, **options):
    """A walk that several tests look at; nobody can change its states, that is a law."""
    return walk(the_cave(**options), seed, length, {"steered": steered, "uniform": uniform}[how], players)
