"""Digests of what a Python makes of rules, as JSON: hashes, saves, views, texts, numbers of actions, pictures. The arguments are ids of games."""

import hashlib
import json
import random
import sys

import cavewright as cw

MOVES = 6


def walk(state, moves):
    """A state, and those that some moves at random lead to."""
    rng = random.Random(3)
    for _ in range(moves):
        yield state
        if state.is_terminal:
            return
        chance = state.current_player == cw.CHANCE
        state = state.apply(
            rng.choice(
                [each for each, _ in state.chance_outcomes()]
                if chance
                else state.legal_actions(state.active_players[0])
            )
        )


def digests(id):
    """What comes of a game, by what it is."""
    game, found = cw.load_game(id), {}
    actions, observations = cw.encodings.Actions(game), cw.encodings.Observations(game)
    match = cw.Match(game, seed=5)
    found["hash"], found["save"] = game.hash, match.to_json()
    for n, state in enumerate(walk(game.new_initial_state(), MOVES)):
        found[f"position {n}"] = state.to_json()
        found[f"views {n}"] = [
            [repr(state.view(viewer)), list(observations.tensor(state.view(viewer)))] for viewer in (0, cw.ALL)
        ]
        found[f"actions {n}"] = [
            (str(each), actions.encode(each), each.label("de"))
            for player in state.active_players
            for each in state.legal_actions(player)
        ]
        found[f"events {n}"] = [each.sentence("es") for each in state.events]
        found[f"outcome {n}"] = repr(state.outcome())
        found[f"picture {n}"] = state.svg(lang="de")
    return {what: hashlib.sha256(repr(each).encode()).hexdigest() for what, each in found.items()}


if __name__ == "__main__":
    print(json.dumps({id: digests(id) for id in sys.argv[1:]}))
